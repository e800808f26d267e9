"""What tests of a game need: its contract, the comparison with its naive reference, its golden game.

For the games here and for those from outside; it needs pytest and hypothesis (``pip install balancer[testing]``),
which nothing else in the package may.  docs/compiled-game.md shows its use.
"""

import pytest

# Failed assertions show their values in these modules as they do in test files.
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in ("agreement", "contract", "golden")))
