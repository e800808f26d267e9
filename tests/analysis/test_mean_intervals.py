"""Intervals of means and spreads: limits worked by hand, properties, and coverage where games are rarely unlike."""

import itertools
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from balancer.analysis.intervals.elementary import NO_INTERVAL, Interval, Sums, critical_t, critical_z
from balancer.analysis.intervals.mean_intervals import MEAN_WEIGHT, Distribution, MeanEnds, Shape, sums_interval

FALSE_ALARM = 1e-6
"""The chance that a test of coverage fails though the interval covers as often as demanded; seeds are fixed besides."""

COUNT = Interval(0.0, None)


def distribution(counts, **given_too):
    values = sorted(counts)
    return Distribution(values, [counts[value] for value in values], sum(counts.values()), **given_too)


# Worked by hand ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("jumps", [1, 3, 20])
def test_rare_jumps_of_one_size_have_the_limits_of_poisson(jumps):
    n, size = 10**7, 4.0
    shape = Shape.of(np.array([0.0, size]), np.array([n - jumps, jumps], float))
    low, high = MeanEnds.of(shape, (0.0, size), 0.5).at(0.025)

    # mid-P limits of a Poisson mean lie between those of the gamma distributions of k and of k + 1 jumps
    assert high * n / size == pytest.approx(special.gammaincinv(jumps + 0.5, 0.975), rel=1e-4)
    without_one = special.gammaincinv(jumps - 1, 0.05) if jumps > 1 else 0.0
    assert low * n / size == pytest.approx(min(special.gammaincinv(jumps, 0.025), without_one), rel=1e-3, abs=1e-6)


def test_a_symmetrical_sample_without_far_games_has_students_interval():
    shape = Shape(50, 3.0, 4.0, 0.0, 3.0, 3.0)
    half = critical_t(0.95, 49) * np.sqrt(4.0 / 50)

    assert MeanEnds.of(shape, (3.0, 3.0), 0.5).at(0.025) == pytest.approx((3 - half, 3 + half))


def test_skewness_moves_both_ends_by_halls_term():
    n, k2, k3 = 10**6, 4.0, 6.0
    shape = Shape(n, 0.0, k2, k3, 0.0, 0.0)
    low, high = MeanEnds.of(shape, (0.0, 0.0), 0.5).at(0.025)
    z, moved = critical_z(0.95), k3 / (k2 * n) * (critical_z(0.95) ** 2 - 1) / 3

    assert (low + high) / 2 == pytest.approx(moved, rel=1e-3)
    assert (high - low) / 2 == pytest.approx(z * np.sqrt(k2 / n), rel=1e-4)


def test_shape_without_its_lowest_game_is_that_of_the_other_games():
    values, counts = np.array([1.0, 4.0, 6.0]), np.array([3.0, 5.0, 2.0])

    assert Shape.of(values, counts).without_lowest()[:4] == pytest.approx(
        Shape.of(values, np.array([2.0, 5.0, 2.0]))[:4]
    )


# Edges ---------------------------------------------------------------------------------------------------------------
def test_games_that_are_all_alike_are_not_certain():
    found = distribution({15: 200}, allowed=COUNT)
    low, high = found.mean_interval(0.95)

    assert low < 15 - 1 / 200 * 14  # a single game of one round is quite possible
    assert high > 15
    assert found.sd_interval(0.95).low == 0
    assert found.sd_interval(0.95).high > 0.5
    assert found.cv_interval(0.95).high > 0.03


def test_what_the_rules_make_certain_is_certain():
    found = distribution({15: 200}, allowed=Interval(15, 15))

    assert found.mean_interval(0.95) == (15, 15)
    assert found.sd_interval(0.95) == found.cv_interval(0.95) == (0, 0)


def test_intervals_keep_to_what_is_allowed():
    found = distribution({0: 199, 1: 1}, allowed=Interval(0, 1))
    low, high = found.mean_interval(0.999)

    assert low >= 0
    assert high <= 1


def test_few_games_have_no_interval():
    assert distribution({15: 1}).mean_interval(0.95) == NO_INTERVAL
    assert distribution({15: 5, 16: 4}).sd_interval(0.95) == NO_INTERVAL
    assert sums_interval(Sums(1, 7, 49), 0.95, 0, 10) == NO_INTERVAL


def test_two_games_that_differ_have_a_wide_interval():
    low, high = distribution({10: 1, 20: 1}).mean_interval(0.95)

    assert low < 0
    assert high > 30


def test_games_with_several_values_count_once():
    seats = Distribution([3, 4, 5], [400, 400, 400], 300)
    alone = Distribution([3, 4, 5], [100, 100, 100], 300)

    assert seats.mean_interval(0.95) == pytest.approx(alone.mean_interval(0.95))


def test_a_rare_ending_widens_the_spread_only():
    bell = {k: round(1000 * special.comb(20, k) / 2**20) for k in range(4, 17)}
    usual, rare = distribution(bell, allowed=COUNT), distribution(bell, allowed=COUNT, rare=0)

    assert rare.mean_interval(0.95) == usual.mean_interval(0.95)
    assert rare.sd_interval(0.95).high > usual.sd_interval(0.95).high
    assert rare.sd_interval(0.95).low == usual.sd_interval(0.95).low


# Properties ----------------------------------------------------------------------------------------------------------
COUNTS = st.dictionaries(st.integers(-30, 300), st.integers(1, 5000), min_size=1, max_size=12).filter(
    lambda counts: sum(counts.values()) >= 10
)
CONFIDENCES = (0.5, 0.8, 0.95, 0.99, 0.998, 0.9999, 1 - 1e-7)


@given(COUNTS, st.one_of(st.none(), st.integers(0, 30)))
def test_intervals_hold_the_figure_and_grow_with_confidence(counts, rare):
    found = distribution(counts, rare=rare)
    mean, sd = found.shape.mean, np.sqrt(found.shape.k2 * found.games / (found.games - 1))
    figures = [("mean_interval", mean), ("sd_interval", sd)]
    if mean > 0.1:
        figures.append(("cv_interval", sd / mean))
    for name, value in figures:
        ends = [getattr(found, name)(confidence) for confidence in CONFIDENCES]
        slack = 1e-9 * (1 + abs(value))
        assert all(low <= value + slack and high >= value - slack for low, high in ends), name
        assert all(high > low for low, high in ends), name
        for (low, high), (lower, higher) in itertools.pairwise(ends):
            assert lower <= low + slack, name
            assert higher >= high - slack, name


@given(COUNTS)
def test_the_mirror_image_has_the_mirrored_interval(counts):
    found, mirrored = distribution(counts), distribution({-value: games for value, games in counts.items()})
    far = found.reach
    low, high = MeanEnds.of(found.shape, far, MEAN_WEIGHT).at(0.025)

    assert MeanEnds.of(mirrored.shape, (-far[1], -far[0]), MEAN_WEIGHT).at(0.025) == pytest.approx((-high, -low))


@given(COUNTS)
def test_another_unit_scales_the_interval(counts):
    whole = distribution(counts)
    tenths = distribution({value / 10: games for value, games in counts.items()}, step=0.1)

    assert np.array(tenths.mean_interval(0.95)) * 10 == pytest.approx(np.array(whole.mean_interval(0.95)), abs=1e-6)
    assert np.array(tenths.sd_interval(0.95)) * 10 == pytest.approx(np.array(whole.sd_interval(0.95)), abs=1e-6)


@given(st.integers(2, 10**6), st.integers(0, 10**6))
def test_shares_from_two_moments_keep_to_their_range(games, ones):
    ones = min(ones, games)
    low, high = sums_interval(Sums(games, ones, ones), 0.95, 0, 1)

    assert low is not None
    assert high is not None
    assert 0 <= low <= ones / games <= high <= 1
    assert low < high


# Coverage ------------------------------------------------------------------------------------------------------------
class Population(NamedTuple):
    """What a game may be: values, their chances, and which values have an ending of their own (None: one ending).

    endless: the value of a game that never ends of itself; None: there is none.
    """

    values: np.ndarray
    chances: np.ndarray
    ending: np.ndarray | None = None
    bell: bool = False
    endless: float | None = None


def population(values, chances, ending=None, bell=False):
    weights = np.asarray(chances, float)
    return Population(np.asarray(values, float), weights / weights.sum(), ending, bell)


def shorter(chance):
    """Games of 15 rounds, but for a few that end in rounds 1..14."""
    return population(range(1, 16), [chance / 14] * 14 + [1 - chance])


def with_early_end(chance):
    """Decisions that vary anyhow, about 128, and games with an ending of their own that have 80..120."""
    usual = np.arange(108, 149)
    bell = np.exp(-(((usual - 128) / 3) ** 2) / 2)
    early = np.arange(80, 121)
    values = np.concatenate([usual, early])
    chances = np.concatenate([(1 - chance) * bell / bell.sum(), np.full(len(early), chance / len(early))])
    return population(values, chances, np.concatenate([np.zeros(len(usual), bool), np.ones(len(early), bool)]))


def with_endless(chance):
    """Games of 46 rounds, more or less, but for a few that go round in circles until they are cut off."""
    usual = np.arange(20, 140)
    skewed = np.exp(-((np.log(usual / 45) / 0.29) ** 2) / 2) / usual
    chances = np.append((1 - chance) * skewed / skewed.sum(), chance)
    return population(np.append(usual, 500), chances)._replace(endless=500.0)


STEPS = np.arange(0, 400)
POPULATIONS = {
    "bell": population(range(61), special.comb(60, np.arange(61)), bell=True),
    "uniform": population(range(1, 7), [1] * 6, bell=True),
    "geometric": population(STEPS[:60] + 10, 0.7 ** STEPS[:60], bell=True),
    "long geometric": population(STEPS + 1, 0.95**STEPS, bell=True),
    "log-normal": population(STEPS[1:], np.exp(-((np.log(STEPS[1:]) - 3) ** 2) / 0.98) / STEPS[1:], bell=True),
    "1 in 1400 shorter": shorter(1 / 1400),
    "1 in 100 shorter": shorter(1 / 100),
    "1 in 20 shorter": shorter(1 / 20),
    "1 in 2000 happens": population([0, 1], [0.9995, 0.0005]),
    "1 in 100 happens": population([0, 1], [0.99, 0.01]),
    "1 in 10 happens": population([0, 1], [0.9, 0.1]),
    "1 in 100 longer": population([15, 22], [0.99, 0.01]),
    "rare on both sides": population([5, 15, 25], [0.002, 0.996, 0.002]),
    "1 in 100 ends early": with_early_end(0.01),
    "1 in 1400 ends early": with_early_end(1 / 1400),
    "1 in 12 000 never ends": with_endless(1 / 12_000),
}
FIGURES = ("mean", "sd", "cv")


def truth(known, figure):
    mean = float(known.values @ known.chances)
    sd = float(np.sqrt(((known.values - mean) ** 2) @ known.chances))
    return {"mean": mean, "sd": sd, "cv": sd / mean}[figure]


def figures_in(known, games, rng, confidence, figures):
    """Return an interval of each figure from that many games, and the mean interval's relative width."""
    counts = rng.multinomial(games, known.chances)
    seen = counts > 0
    rare = None if known.ending is None else int(min(counts[known.ending].sum(), counts[~known.ending].sum()))
    found = Distribution(known.values[seen], counts[seen], games, allowed=COUNT, rare=rare, endless=known.endless)
    return {figure: getattr(found, f"{figure}_interval")(confidence) for figure in figures}


def coverage(known, games, samples, seed, confidence, figures=FIGURES):
    """Return how often each figure's interval holds the truth, and the relative width of those of the mean."""
    rng = np.random.default_rng(seed)
    hits, width = dict.fromkeys(figures, 0), 0.0
    for _ in range(samples):
        for figure, (low, high) in figures_in(known, games, rng, confidence, figures).items():
            hits[figure] += low - 1e-12 <= truth(known, figure) <= high + 1e-12
            width += (high - low) * (figure == "mean")
    return hits, width / (2 * samples * critical_z(confidence) * truth(known, "sd") / np.sqrt(games))


def covers(hits, samples, least):
    """Not plainly less often than `least`."""
    return special.bdtr(hits, samples, least) > FALSE_ALARM


def has_cv(name):
    """Return whether the mean is known well enough for the expansion of sd / mean; in rare events it is not."""
    return "happens" not in name


@pytest.mark.parametrize("name", POPULATIONS)
@pytest.mark.parametrize("games", [200, 2000])
def test_coverage_roughly(name, games):
    figures = FIGURES if has_cv(name) else FIGURES[:2]
    hits, width = coverage(POPULATIONS[name], games, 300, 31, 0.95, figures)

    assert all(covers(found, 300, 0.935) for found in hits.values()), hits
    assert width < 1.3 or not POPULATIONS[name].bell


def test_coverage_where_most_samples_hold_no_endless_game():
    hits, _ = coverage(with_endless(1 / 30_000), 20_000, 300, 33, 0.95)

    assert all(covers(found, 300, 0.935) for found in hits.values()), hits


@pytest.mark.verify
@pytest.mark.parametrize("name", POPULATIONS)
@pytest.mark.parametrize("games", [200, 2000, 20_000])
@pytest.mark.parametrize(("confidence", "least"), [(0.95, 0.935), (0.998, 0.994)])
def test_coverage(name, games, confidence, least):
    figures = FIGURES if has_cv(name) else FIGURES[:2]
    hits, width = coverage(POPULATIONS[name], games, 10_000, 32, confidence, figures)

    assert all(covers(found, 10_000, least) for found in hits.values()), hits
    assert width < 1.3 or not POPULATIONS[name].bell
