"""One narrated game, for golden.txt beside this file.

Whoever changes a rule or a word writes the file again and reads what changed in it::

    NUMBA_DISABLE_JIT=1 python -m tests.games.festo.golden > tests/games/festo/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("chef", "wizard", "merchant", "random")

if __name__ == "__main__":
    sys.stdout.writelines(
        f"{line}\n" for line in lines_of("festo", LINEUP, {"magical": True, "rounds": 2}, game_number=4)
    )
