"""One whole game in words, for the golden file told.txt beside this one.

Who changes a rule or a word writes the file again and reads what changed in it::

    NUMBA_DISABLE_JIT=1 python -m tests.games.black_death.told > tests/games/black_death/told.txt
"""

import sys
from types import SimpleNamespace
from typing import Any

from balancer.experiment.trace import tell
from balancer.games.black_death import GAME

LINEUP = ("middler", "fidget", "reader", "random")


def main() -> None:
    rules = {**GAME.defaults, "suits": 2, "ranks": 8}
    personas = [GAME.persona(name) for name in LINEUP]
    cell = SimpleNamespace(rules=rules, lineup=LINEUP, seed=3, players=4)
    player: Any = SimpleNamespace(
        game=GAME, cell=cell, lay_table=lambda: GAME.lay_table(rules, 4, GAME.read_parts(None), personas)
    )
    sys.stdout.writelines(f"{line}\n" for line in tell(player, 6))


if __name__ == "__main__":
    main()
