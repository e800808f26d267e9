"""What a table of careful players believes of its bids, and what came of them: one line, for test_personas.py.

Plain Python only: it listens to the rules::

    NUMBA_DISABLE_JIT=1 python -m tests.games.bartender.belief 100
"""

import json
import sys
from typing import Any

from balancer.core import events
from balancer.games.bartender import GAME, bidding
from balancer.games.bartender.table import EVENT
from balancer.testing import cases
from balancer.testing.cases import Case


class Beliefs:
    """The winning bids of a game after game: what was believed, per mille, and whether it was made."""

    def __init__(self) -> None:
        """Nothing has been bid."""
        self.believed: list[int] = []
        self.made: list[int] = []
        self.last = 0

    def hear(self, table: Any, event: int, a: int, b: int, c: int) -> None:
        """Note the last bid of an auction and what came of it; a bid of 1 because nobody bid is none."""
        if event == EVENT.BIDS and b > 0:
            self.last = int(bidding.made(table, b))
        if event == EVENT.IN_CHARGE and table.high == 0:
            self.last = 0
        if event == EVENT.COUNTS and self.last:
            self.believed.append(self.last)
            self.made.append(int(c))
        del a


if __name__ == "__main__":
    beliefs = Beliefs()
    events.listen(beliefs.hear)
    case = Case(GAME.defaults, 4, (GAME.persona("careful"),))
    GAME.play(cases.lay(GAME, case), GAME.history(case.rules), 31, 0, int(sys.argv[1]))
    sys.stdout.write(json.dumps({"believed": beliefs.believed, "made": beliefs.made}))
