"""Intervals of ratios: worked by hand, at the edges, and how often they hold where games are rarely unlike."""

import dataclasses
import math

import numpy as np
import pytest

from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.intervals.elementary import NO_INTERVAL, Interval, RatioSums, critical_t
from balancer.analysis.intervals.mean_intervals import ratio_interval
from tests.analysis import worlds

OPTIONS, SHARE = Interval(1.0, None), Interval(0.0, 1.0)


def sums_of(x, m):
    """Return the sums of a sample: x, m, int64[games]."""
    return RatioSums(*(int((a * b).sum()) for a, b in ((x, 1), (m, 1), (x, x), (x, m), (m, m))))


def certain(sums):
    """Return the ends of an interval that has both."""
    low, high = ratio_interval(sums, OPTIONS, 0.95)
    assert low is not None
    assert high is not None
    return low, high


def held(x, m, allowed, games, samples=1500):
    """Return how often the interval at 95 % holds the ratio of a population, of samples in which there is one."""
    rng, ratio = np.random.default_rng(5), x.sum() / m.sum()
    found: list[bool] = []
    while len(found) < samples:
        drawn = rng.integers(len(x), size=games)
        if m[drawn].any():
            low, high = ratio_interval(sums_of(x[drawn], m[drawn]), allowed, 0.95)
            if low is not None and high is not None:
                found.append(low <= ratio <= high)
    return np.mean(found)


def test_a_ratio_of_many_games_has_students_interval():
    x = np.random.default_rng(3).poisson(5, 20_000) + 1
    low, high = certain(sums_of(x, np.full(len(x), 2)))
    half = critical_t(0.95, len(x) - 1) * x.std() / 2 / math.sqrt(len(x))

    assert (low, high) == (pytest.approx(x.mean() / 2 - half, rel=2e-4), pytest.approx(x.mean() / 2 + half, rel=2e-4))


def test_one_game_tells_nothing_and_games_alike_tell_no_certainty():
    never = np.zeros(199, int)
    assert ratio_interval(sums_of(np.append(never, 7), np.append(never, 2)), OPTIONS, 0.95) == NO_INTERVAL
    low, high = certain(sums_of(np.full(200, 14), np.full(200, 2)))
    assert 6.8 < low < 7 < high < 7.2
    assert ratio_interval(sums_of(np.full(200, 2), np.full(200, 2)), OPTIONS, 0.95).low == 1


def test_the_interval_of_negative_scores_of_a_persona_holds_their_mean():
    scores = np.random.default_rng(4).integers(-4, 3, 500)
    games = worlds.Games(
        np.tile([worlds.UNIT, 0], (500, 1)),
        ratios={"persona.bluffer": (scores * 0, scores * 0 + 1), "persona_score.bluffer": (scores, scores * 0 + 1)},
        scores=np.column_stack([scores, -scores]),
    )
    found = estimate(worlds.cell_of(games), "persona_score", of="bluffer")

    half = critical_t(0.95, 499) * scores.std() / math.sqrt(500)
    assert found.low == pytest.approx(scores.mean() - half, abs=0.02)
    assert found.high == pytest.approx(scores.mean() + half, abs=0.02)


RNG = np.random.default_rng(1)
VISITS = RNG.poisson(0.03, 100_000)
DECISIONS = RNG.integers(1, 9, 100_000)
POPULATIONS = {
    "one game in 500 has fewer options": (np.where(RNG.random(100_000) < 0.002, 9, 14), np.full(100_000, 2), OPTIONS),
    "a few options in a game in 50": (14 - (RNG.random(100_000) < 0.02), np.full(100_000, 2), OPTIONS),
    "a decision that few games come to": (VISITS + RNG.binomial(4 * VISITS, 0.4), VISITS, OPTIONS),
    "rarely forced": (RNG.binomial(DECISIONS, 0.01), DECISIONS, SHARE),
    "often forced": (RNG.binomial(DECISIONS, 0.4), DECISIONS, SHARE),
}


@pytest.mark.parametrize("games", [200, 2000])
@pytest.mark.parametrize("name", POPULATIONS)
def test_intervals_of_ratios_hold(name, games):
    x, m, allowed = POPULATIONS[name]
    assert held(x, m, allowed, games) >= 0.935 - 2 * math.sqrt(0.05 * 0.95 / 1500)


@pytest.mark.parametrize(("sides", "note"), [("rivals", "nobody won 60 % of the games"), ("bank", "")])
def test_a_bank_that_wins_is_no_game_without_a_winner(sides, note):
    credit = np.zeros((500, 3), np.int64)
    credit[:200, 0] = worlds.UNIT
    cell = dataclasses.replace(worlds.cell_of(worlds.Games(credit)), sides=sides)
    assert estimate(cell, "seat_win_rate", of=1).note == note
