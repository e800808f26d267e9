"""Intervals: published figures, figures worked by hand, and the edges."""

import math

import numpy as np
import pytest
import scipy.stats

from balancer.analysis.intervals.elementary import (
    RatioSums,
    Sums,
    contrasts,
    credit_interval,
    credit_ratio_interval,
    critical_t,
    critical_z,
    effective_games,
    entropy,
    entropy_interval,
    ratio_se,
    share_interval,
    wilson,
)
from balancer.analysis.intervals.histogram import Histogram, least_rank

Z95 = 1.959964


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), Stat. Med. 17, 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(wins, games, low, high):
    found = wilson(wins / games, games, critical_z(0.95))

    assert found == pytest.approx((low, high), abs=5e-5)


def test_simultaneous_wilson_is_goodmans_as_published():
    # Seven categories of Sison & Glaz (1995); Goodman's intervals as in May & Johnson (2000), J. Stat. Softw. 5(6)
    counts = (56, 72, 73, 59, 62, 87, 58)
    published = [
        *[(0.085, 0.166), (0.115, 0.204), (0.116, 0.207), (0.091, 0.173)],
        *[(0.096, 0.181), (0.143, 0.239), (0.089, 0.171)],
    ]

    found = [wilson(count / sum(counts), sum(counts), critical_z(0.95, len(counts))) for count in counts]

    assert np.array(found) == pytest.approx(np.array(published), abs=6e-4)


def test_wilson_at_the_ends_is_closed_on_one_side_only():
    z = critical_z(0.95)

    assert wilson(0.0, 10, z) == pytest.approx((0, z * z / (10 + z * z)))
    assert wilson(1.0, 10, z) == pytest.approx((10 / (10 + z * z), 1))


@pytest.mark.parametrize(
    ("games", "confidence", "least"), [(200, 0.95, 0.937), (2000, 0.95, 0.937), (2000, 0.998, 0.9974)]
)
def test_shares_of_rare_events_are_covered_too(games, confidence, least):
    """Exactly, over all shares up to a half; Wilson's own interval holds in 83.8 % and 91.7 % at worst."""
    counts = np.arange(games + 1)
    ends = np.array([share_interval(int(count) / games, games, critical_z(confidence)) for count in counts])
    shares = np.concatenate([np.geomspace(1e-7, 0.1, 400), np.linspace(0.1, 0.5, 100)])
    chances = scipy.stats.binom.pmf(counts, games, shares[:, None])
    holds = (ends[:, 0] <= shares[:, None]) & (shares[:, None] <= ends[:, 1])

    assert (chances * holds).sum(axis=1).min() >= least


@pytest.mark.parametrize(("games", "confidence"), [(50, 0.95), (2000, 0.998), (16_000, 1 - 0.05 / 340)])
def test_without_events_the_limit_is_exact(games, confidence):
    """(1 - limit)^games is one tail: some call three over n the limit of what was never seen, at 95 % one-sided."""
    z = critical_z(confidence)
    low, high = share_interval(0.0, games, z)
    assert (low, (1 - high) ** games) == (0, pytest.approx((1 - confidence) / 2, rel=1e-6))
    assert high < wilson(0.0, games, z).high
    assert share_interval(1.0, games, z) == pytest.approx((1 - high, 1), abs=1e-12)


@pytest.mark.parametrize("count", [60, 100, 140])
def test_other_shares_have_wilsons_interval(count):
    z = critical_z(0.95)

    assert share_interval(count / 200, 200, z) == pytest.approx(wilson(count / 200, 200, z))


def test_critical_values():
    assert critical_z(0.95) == pytest.approx(Z95, abs=1e-6)
    assert critical_z(0.95, 5) == pytest.approx(2.575829, abs=1e-6)  # that of 99 %
    assert critical_t(0.95, 10) == pytest.approx(2.228139, abs=1e-6)  # any table of Student's t
    assert critical_t(0.95, 10**7) == pytest.approx(Z95, abs=1e-5)


# Shared credit -------------------------------------------------------------------------------------------------------
def test_all_or_nothing_credit_is_plain_wilson():
    credit = Sums(n=50, total=20 * 2520, squares=20 * 2520**2, unit=2520)

    assert credit_interval(credit, Z95) == pytest.approx(wilson(0.4, 50, Z95))


def test_effective_games_count_shared_victories_for_more():
    # credits 1, 1/2, 1/2, 0: mean 1/2, variance 1/8, half of p (1 - p); and the game thought added
    assert effective_games(0.5, 0.125, 4) == pytest.approx(4 * 0.25 * 5 / (4 * 0.125 + 0.25))


def test_nothing_but_ties_do_not_promise_certainty():
    tied = Sums(n=1, total=1260, squares=1260**2, unit=2520)

    low, high = credit_interval(tied, Z95)

    assert low < 0.2
    assert high > 0.8


def test_persona_in_one_seat_a_game_is_plain_wilson():
    one_seat = RatioSums(x=20 * 2520, m=50, xx=20 * 2520**2, xm=20 * 2520, mm=50, unit=2520)

    assert credit_ratio_interval(one_seat, Z95) == pytest.approx(wilson(0.4, 50, Z95))


def test_persona_that_never_wins_counts_its_games_not_its_seats():
    never = RatioSums(x=0, m=100, xx=0, xm=0, mm=200, unit=2520)  # two seats in each of 50 games

    assert credit_ratio_interval(never, Z95) == pytest.approx(share_interval(0, 50, Z95))


# Means and ratios ----------------------------------------------------------------------------------------------------
def test_standard_error_by_hand():
    # 1, 2, 3, 4, 5: mean 3, variance 2.5, se sqrt(0.5)
    assert Sums(n=5, total=15, squares=55).se == pytest.approx(math.sqrt(0.5))


def test_units_divide_mean_and_variance():
    sums = Sums(n=5, total=1500, squares=550_000, unit=100)

    assert (sums.mean, sums.variance) == pytest.approx((3, 2.5))


def test_variance_is_exact_where_floats_would_cancel():
    offset, games = 10**12, 10**9
    total = games * offset + games // 2  # half of the games one more than the other half
    squares = games // 2 * (offset**2 + (offset + 1) ** 2)

    assert Sums(games, total, squares).variance == pytest.approx(0.25)


def test_one_game_has_no_interval_of_a_mean():
    assert Sums(1, 7, 49).se is None


def test_ratio_by_hand():
    # games (x, m) = (4, 2), (9, 3), (2, 1): R = 15/6; residuals -1, 1.5, -0.5: sum of squares 3.5
    sums = RatioSums(x=15, m=6, xx=101, xm=37, mm=14)

    assert sums.ratio == 2.5
    assert sums.residual == pytest.approx(3.5)
    assert ratio_se(sums, 3) == pytest.approx(math.sqrt(3.5 * 3 / 2) / 6)


# Differences ---------------------------------------------------------------------------------------------------------
def test_difference_of_two_seats_is_agresti_and_mins():
    # 1600 games: 150 only to the first, 86 only to the second, the rest to nobody (Agresti, Categorical Data Analysis,
    # 2nd ed., table 10.1, as matched pairs): centre 64/1602, variance of a game 237/1602 - centre^2
    found = contrasts([150, 86], [[150, 0], [0, 86]], 1600, 1)
    low = found.low(0.95)
    centre = 64 / 1602
    half = Z95 * math.sqrt((237 / 1602 - centre**2) / 1602)

    assert found.value[0, 1] == pytest.approx(0.04)
    assert found.se[0, 1] == pytest.approx(math.sqrt((236 / 1600 - 0.04**2) / 1600))
    assert (low[0, 1], low[1, 0]) == pytest.approx((centre - half, -centre - half))


def test_differences_have_the_variance_of_the_games():
    rng = np.random.default_rng(4)
    credit = rng.multinomial(1, [0.5, 0.3, 0.2], size=500)
    found = contrasts(credit.sum(0).tolist(), (credit.T @ credit).tolist(), 500, 1)

    naive = np.std(credit[:, 0] - credit[:, 2]) / math.sqrt(500)

    assert found.se[0, 2] == pytest.approx(naive)


def test_spread_is_bounded_by_the_extreme_differences():
    found = contrasts([50, 30, 20], [[50, 0, 0], [0, 30, 0], [0, 0, 20]], 100, 1)
    low = found.low(0.95)

    assert found.spread_interval(0.95) == pytest.approx((low[0, 2], -low[2, 0]))


def test_spread_of_even_seats_begins_at_zero():
    found = contrasts([25] * 4, (25 * np.eye(4, dtype=int)).tolist(), 100, 1)
    low, high = found.spread_interval(0.95)

    assert low == 0
    assert 0.1 < high < 0.3


# Entropy -------------------------------------------------------------------------------------------------------------
def test_entropy():
    assert entropy(np.array([0.25] * 4)) == pytest.approx(1)
    assert entropy(np.array([1.0, 0, 0])) == 0
    assert entropy(np.array([0.5, 0.5, 0, 0])) == pytest.approx(0.5)


def test_entropy_interval_bounds_every_share_within_and_is_nearly_reached():
    rng = np.random.default_rng(8)
    low, high = np.array([0.15, 0.2, 0.1, 0.3]), np.array([0.25, 0.32, 0.2, 0.42])
    shares = rng.uniform(low, high, size=(200_000, 4))
    shares = shares / shares.sum(axis=1, keepdims=True)
    inside = shares[np.all((shares >= low) & (shares <= high), axis=1)]
    naive = -(inside * np.log(inside)).sum(axis=1) / math.log(4)

    least, most = entropy_interval(low, high)

    assert least <= naive.min() < least + 0.01
    assert most - 0.003 < naive.max() <= most


def test_entropy_interval_of_certain_shares_is_a_point():
    shares = np.array([0.5, 0.3, 0.2])

    assert entropy_interval(shares, shares) == pytest.approx((entropy(shares), entropy(shares)))


# Histograms ----------------------------------------------------------------------------------------------------------
def histogram(values, unit=1, games=None):
    counts = {str(value): list(values).count(value) for value in set(values)}
    return Histogram({"unit": unit, "counts": counts}, games)


def test_quantiles_are_the_smallest_value_that_is_enough():
    ten = histogram(range(1, 11))

    assert [ten.quantile(p) for p in (5, 10, 25, 50, 75, 90, 95)] == [1, 1, 3, 5, 8, 9, 10]
    assert [ten.quantile(p) for p in (5, 10, 25, 50, 75, 90, 95)] == [
        np.quantile(range(1, 11), p / 100, method="inverted_cdf") for p in (5, 10, 25, 50, 75, 90, 95)
    ]


@pytest.mark.parametrize(
    ("games", "low", "high"),
    [(10, 2, 9), (20, 6, 15), (100, 40, 61)],  # ranks in any table of sign-test intervals, confidence 95 %
)
def test_median_intervals_have_the_ranks_of_the_sign_test(games, low, high):
    assert histogram(range(1, games + 1)).quantile_interval(50, 0.95) == (low, high)


def test_a_bound_that_few_games_cannot_give_is_none():
    assert histogram([1, 2, 3]).quantile_interval(50, 0.95) == (None, None)
    assert histogram(range(20)).quantile_interval(5, 0.95)[0] is None


def test_values_are_ordered_as_numbers_and_divided_by_their_unit():
    found = histogram([-2, 10, 9], unit=2)

    assert found.values == [-1, 4.5, 5]


def test_moments_of_a_histogram_are_those_of_its_values():
    values = np.random.default_rng(3).poisson(4, 1000)
    found = histogram(values.tolist())

    assert (found.mean, found.sd) == pytest.approx((values.mean(), values.std(ddof=1)))
    assert found.cv == pytest.approx(values.std(ddof=1) / values.mean())
    assert found.central(4) == pytest.approx(np.mean((values - values.mean()) ** 4))


def test_several_values_a_game_count_as_one_observation():
    alone, together = histogram(list(range(40))), histogram([v for v in range(40) for _ in range(3)], games=40)

    assert together.quantile_interval(50, 0.95) == alone.quantile_interval(50, 0.95)
    assert together.mean_se == pytest.approx(alone.mean_se)
    assert together.sd_se == pytest.approx(alone.sd_se)


def test_least_rank_is_the_binomial_quantile():
    naive = next(k for k in range(51) if sum(math.comb(50, j) for j in range(k + 1)) / 2**50 >= 0.025)

    assert least_rank(50, 0.5, 0.025) == naive


def test_least_rank_of_many_games():
    rank = least_rank(10**9, 0.9, 0.975)

    assert rank == pytest.approx(9e8 + Z95 * math.sqrt(9e7), abs=2)
