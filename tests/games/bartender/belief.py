"""What a table of careful players believes of its bids, and what came of them: one line, for test_personas.py.

Plain Python only: it listens to the rules::

    NUMBA_DISABLE_JIT=1 python -m tests.games.bartender.belief 100
"""

import json
import re
import sys
from typing import Any

from balancer.core import events
from balancer.games.bartender import GAME, bidding
from balancer.testing import cases
from balancer.testing.cases import Case


class Beliefs(events.Listener):
    """The winning bids of a game after game: what was believed, per mille, and whether it was made."""

    def __init__(self, table: Any) -> None:
        """Listen to bids at a table."""
        self.table = table
        self.believed: list[int] = []
        self.made: list[int] = []
        self.last = 0

    def on_say(self, text: str, seen_by: Any, instead: str) -> None:
        """Note the last bid of an auction and what came of it; a bid of 1 because nobody bid is none."""
        del seen_by, instead
        if bid := re.fullmatch(r"seat \d bids (\d+)", text):
            self.last = int(bidding.chance_to_make(self.table, int(bid[1])))
        if " is in charge; " in text and self.table.high == 0:
            self.last = 0
        if text.endswith(" NIGHT") and self.last:
            self.believed.append(self.last)
            self.made.append(int(text.endswith("a GOOD NIGHT")))


if __name__ == "__main__":
    case = Case(GAME.defaults, 4, (GAME.persona("careful"),))
    table = cases.lay(GAME, case)
    beliefs = Beliefs(table)
    events.listen(beliefs)
    GAME.play(table, GAME.history(case.rules), 31, 0, int(sys.argv[1]))
    sys.stdout.write(json.dumps({"believed": beliefs.believed, "made": beliefs.made}))
