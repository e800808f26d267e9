"""The first screen of a page."""

import pytest

from balancer.reporting.page.first_screen import WIDTHS, tile_columns, tiles
from tests.reporting import made


@pytest.mark.parametrize("most", WIDTHS)
@pytest.mark.parametrize("tiles", range(2, 30))
def test_no_tile_stands_alone_in_the_last_row(tiles, most):
    """And no other number of columns makes fewer rows without one."""
    columns = tile_columns(tiles, most)
    possible = [one for one in range(2, most + 1) if tiles % one != 1]
    if possible:
        assert columns in possible
        assert -(-tiles // columns) == min(-(-tiles // one) for one in possible)
    else:
        assert columns == 2


def test_a_single_tile_is_a_row():
    """And so is none."""
    assert tile_columns(1, 4) == 1
    assert tile_columns(0, 4) == 1


def test_a_tile_without_a_check_has_no_mark():
    """The checks of the made-up sweep are about seats; no tile of another figure has a symbol."""
    shown = {tile.label: (tile.symbol, tile.verdict, tile.check) for tile in tiles(made.two_axes())}
    assert shown["Rounds"] == ("", "", "")
