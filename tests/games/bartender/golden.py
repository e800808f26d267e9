"""One narrated game, for golden.txt beside this file.

Whoever changes a rule or a sentence writes the file again and reads what changed in it::

    NUMBA_DISABLE_JIT=1 python -m tests.games.bartender.golden > tests/games/bartender/golden.txt
"""

import sys

from tests.games.golden import lines_of

LINEUP = ("careful", "bold", "hoarder", "random")

if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in lines_of("bartender", LINEUP, {"shifts": 2}, game_number=7))
