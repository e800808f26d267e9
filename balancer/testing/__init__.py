"""Tests of a game: its contract, the comparison with its naive reference, its golden game.

They serve the games here and those from outside.  They need pytest and hypothesis (``pip install balancer[testing]``),
which nothing else in the package may.  docs/compiled-game.md shows their use.
"""

import pytest

# Failed assertions show their values in these modules as they do in test files.
pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in ("agreement", "contract", "golden")))
