"""One narrated game, for golden.txt beside this file.

Who changes a rule or a word writes the file again and reads what changed in it::

    NUMBA_DISABLE_JIT=1 python -m tests.games.black_death.golden > tests/games/black_death/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("middler", "fidget", "reader", "random")

if __name__ == "__main__":
    changes = {"suits": 2, "ranks": 8}
    sys.stdout.writelines(f"{line}\n" for line in lines_of("black_death", LINEUP, changes, game_number=6))
