"""The equal share is that of games that somebody wins, and what is said of it is rarely wrong."""

import numpy as np
import pytest
from scipy import special

from balancer.analysis.estimates.equal_share import WonGames, equal_share
from balancer.analysis.intervals.elementary import RatioSums, critical_z
from balancer.players.payoffs import Payoff
from tests.analysis.worlds import CUT_OFF, LOSERS, cell_of

Z = critical_z(0.95)
SEEDS, GAMES = 400, 300
FALSE_ALARM = 1e-6
"""The chance that a right interval fails a test by its dice; these are always the same."""


def sums(won, seats=1):
    """Return the sums of credits of 1 / 2 each, int[games], of a kind with so many seats, int or int[games]."""
    seats = np.broadcast_to(seats, won.shape)
    x, m, xx, xm, mm = (int(one) for one in (won.sum(), seats.sum(), won @ won, won @ seats, seats @ seats))
    return RatioSums(x, m, xx, xm, mm, 2)


def test_equals_get_a_part_of_what_somebody_wins():
    cell = cell_of(CUT_OFF(np.random.default_rng(1), 1000))

    assert equal_share(cell) == sum(cell.tally["credit"]) / cell.tally["credit_unit"] / 1000 / 2 < 0.25
    assert equal_share(cell_of(LOSERS(np.random.default_rng(1), 100))) == 0.25
    assert WonGames(30, 100).equal_share(4, one_loses=True) == pytest.approx(0.225)


def test_who_wins_nine_tenths_of_what_ends_beats_equals_though_most_games_are_cut_off():
    won = np.repeat([2, 0], [300, 700])
    found = WonGames(333, 1000).interval_above(sums(won), 0.5, Z)

    assert 0.11 < found.low < 0.3 - 0.333 / 2 < found.high < 0.16


def test_of_a_share_of_all_games_nothing_changes():
    """Where somebody won every game the equal share is known."""
    won = np.repeat([2, 0], [300, 700])
    found, se = (
        WonGames(1000, 1000).interval_above(sums(won), 0.25, Z),
        WonGames(1000, 1000).error_above(sums(won), 0.25),
    )

    assert found.low == pytest.approx(0.3 - 0.25 - 0.0276, abs=5e-4)
    assert se == pytest.approx((0.3 * 0.7 / 1000) ** 0.5)


def test_where_nobody_has_won_yet_all_seem_equal():
    low, high = WonGames(0, 10).interval_above(sums(np.zeros(10, int)), 0.5, Z)

    assert -0.2 < low < -0.1 < 0.2 < high < 0.4, "in ten games: somebody may win a third of all"
    assert WonGames(0, 10).error_above(sums(np.zeros(10, int)), 0.5) == 0


@pytest.mark.parametrize("won", [0, 1, 1999, 2000])
def test_what_is_comparable_is_a_share(won):
    payoff = Payoff(sums(np.repeat([2, 0], [won, 2000 - won])), 2000, won)
    _, low, high = payoff.comparable(0.25, Z)[0].ends

    assert 0 <= low <= payoff.value <= high <= 1


def test_what_is_had_in_games_that_somebody_wins_alone_is_no_share_above_one():
    """A part that comes into play at the end of a game: of cut-off games nobody has it."""
    ended = np.repeat([1, 0], [40, 60])
    low, high = WonGames(40, 100).interval_above(sums(2 * ended, ended), 0.5, Z)

    assert low < 1 - 0.2 < high <= 0.9


@pytest.mark.parametrize("ending", [0.974, 0.56, 0.05])
@pytest.mark.parametrize("seats", ["one", "one or two"])
def test_equals_are_rarely_called_better_or_worse(ending, seats):
    """A player like the other two, in games some of which are cut off."""
    rng, wrong = np.random.default_rng(5), 0
    for _ in range(SEEDS):
        taken = np.ones(GAMES, int) if seats == "one" else rng.integers(1, 3, GAMES)
        ended = rng.random(GAMES) < ending
        won = 2 * (ended & (rng.random(GAMES) < taken / 3))
        low, high = WonGames(int(ended.sum()), GAMES).interval_above(sums(won, taken), 1 / 3, Z)
        wrong += not low <= 0 <= high

    assert special.bdtrc(wrong - 1, SEEDS, 0.055) > FALSE_ALARM, f"{wrong} of {SEEDS}"
