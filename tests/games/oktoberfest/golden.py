"""One narrated game, for golden.txt beside this file.

Who changes a rule or a word writes the file again and reads what changed in it::

    NUMBA_DISABLE_JIT=1 python -m tests.games.oktoberfest.golden > tests/games/oktoberfest/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("rusher", "builder", "spoiler", "random")

if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines_of("oktoberfest", LINEUP, {"win_threshold": 15}, game_number=7))
