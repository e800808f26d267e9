"""The first screen of a page."""

import pytest

from balancer.analysis.figure import Figure
from balancer.questions.sweep.report import SweepReport
from balancer.reporting.page.first_screen import WIDTHS, spread_matters, tile_columns, tiles
from tests.analysis.sample import sample_cell
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


@pytest.mark.parametrize(
    ("spread", "first_seat", "margin", "matters"),
    [
        (0.10, 0.30, None, False),
        (0.10, 0.30, 0.02, True),
        (0.10, 0.30, 0.095, False),  # too few games to tell whether it exceeds the margin
        (0.30, 0.45, None, True),  # more than one and a half equal shares
        (0.15, 0.10, None, True),  # less than half of one
    ],
)
def test_the_tile_of_a_spread_that_matters_does_not_look_like_all_others(spread, first_seat, margin, matters):
    """Beyond its margin, or with a seat beyond half or one and a half of an equal share; for certain."""
    gap = Figure(spread, spread - 0.01, spread + 0.01)
    rates = [Figure(first_seat, first_seat - 0.01, first_seat + 0.01), Figure(0.25, 0.24, 0.26)]
    assert spread_matters(gap, rates, 0.25, margin) == matters


def test_the_tile_of_a_spread_names_the_seats():
    """Or says that none is clearly ahead."""
    spread = next(tile for tile in tiles(made.two_axes()) if tile.term == "seat_spread")
    assert "seat" in spread.seats


def test_no_small_line_shows_that_more_players_each_win_less():
    """A persona's win rate falls with the number of players by arithmetic; its tile has the range only."""
    cells = [sample_cell(axes={"players": n}, players=n, games=150) for n in (3, 4, 5)]
    wishes = [made.headline("seat_win_rate.1"), made.headline("rounds")]
    rate, rounds = tiles(SweepReport(made.manifest({"players": (3, 4, 5)}, headline=wishes), cells))

    assert (bool(rate.spark), bool(rounds.spark)) == (False, True)
    assert rate.spread
