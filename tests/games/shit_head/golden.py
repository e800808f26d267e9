"""One narrated game, for golden.txt beside this file.

After a change of a rule or a sentence, write the file again and read the difference::

    NUMBA_DISABLE_JIT=1 python -m tests.games.shit_head.golden > tests/games/shit_head/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("shrewd", "keeper", "blocker", "random")

if __name__ == "__main__":
    changes = {"majors": "specials_only", "must_play": False}
    sys.stdout.writelines(f"{line}\n" for line in lines_of("shit_head", LINEUP, changes, game_number=6))
