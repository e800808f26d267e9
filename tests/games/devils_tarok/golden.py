"""One narrated game, for golden.txt beside this file.

After a change of a rule or a sentence, write the file again and read the difference::

    NUMBA_DISABLE_JIT=1 python -m tests.games.devils_tarok.golden > tests/games/devils_tarok/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("counter", "hoarder", "leader", "random")

if __name__ == "__main__":
    changes = {"hand_size": 4, "target": 200, "trumps": "majors"}
    sys.stdout.writelines(f"{line}\n" for line in lines_of("devils_tarok", LINEUP, changes, game_number=6))
