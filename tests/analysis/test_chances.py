"""Chances along made-up games whose truth is known."""

import functools
import math

import numpy as np
import pytest

from balancer.analysis.play.chances import Chances, GameChances, calibration, jackknife

SURE = 1 - 1e-6


def coin_walk(rng: np.random.Generator, flips: int = 4, trials: int = 100, bias: float = 0.0) -> GameChances:
    """Return games of two seats: a coin per round, most heads win (ties: a last coin); chances from trials."""
    coins = rng.integers(0, 2, flips)
    won = int(rng.random() < _chance(int(coins.sum()), 0, flips))
    true = [_chance(0, flips, flips), *(_chance(int(coins[:k].sum()), flips - k, flips) for k in range(flips))]
    drawn = rng.binomial(trials // 2, np.clip(np.array(true) + bias, 0, 1)[:, None], (flips + 1, 2)) / (trials // 2)
    times = np.array([0, *(k / flips for k in range(flips))])
    return GameChances(np.stack([drawn, 1 - drawn], axis=1), times, np.array([won, 1 - won], float))


@functools.cache
def _chance(heads: int, left: int, flips: int) -> float:
    """Return the chance of more heads than tails."""
    ends = [(math.comb(left, more) / 2**left, 2 * (heads + more) - flips) for more in range(left + 1)]
    return float(sum(share * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0) for share, lead in ends))


def walks(games: int, *, trials: int = 100, bias: float = 0.0) -> list[GameChances]:
    rng = np.random.default_rng(3)
    return [coin_walk(rng, trials=trials, bias=bias) for _ in range(games)]


def test_the_variance_of_a_coin_walk_becomes_known_flip_by_flip() -> None:
    """By the chances after each flip, worked out: 4 flips, then a coin where they tie (3 of 8 games)."""
    found = Chances.of(walks(1500), SURE)
    steps = []
    for flip in range(4):
        weights = np.array([math.comb(flip, heads) for heads in range(flip + 1)]) / 2**flip
        away = np.array([_chance(heads + 1, 3 - flip, 4) - _chance(heads, 4 - flip, 4) for heads in range(flip + 1)])
        steps.append(4 * float(weights @ away**2))  # of the variance of one seat's win, 1/4
    assert found.who_plays.low <= 0 <= found.who_plays.high
    assert found.deal.low <= 0 <= found.deal.high
    assert found.total.low <= 1 <= found.total.high
    known = np.cumsum([tenth.value for tenth in found.tenths])
    # The step of flip k lies evenly in the k-th quarter; that of the last coin in the last.
    assert known[4] == pytest.approx(steps[0] + steps[1], abs=0.04)
    assert known[-1] == pytest.approx(1 - found.who_plays.value - found.deal.value)


def test_noise_of_the_trials_is_no_knowledge() -> None:
    """With 10 trials a look, noise has half the variance of the win: the halves take it out."""
    found = Chances.of(walks(1500, trials=10), SURE)

    assert found.total.low <= 1 <= found.total.high
    assert abs(found.deal.value) < 0.03


def test_chances_that_are_too_large_do_not_come_true() -> None:
    right, wrong = calibration(walks(1000), SURE), calibration(walks(1000, bias=0.2), SURE)

    assert all(one.difference.low <= 0 <= one.difference.high for one in right)
    assert not all(one.difference.low <= 0 <= one.difference.high for one in wrong)


def test_noise_makes_no_chance_wrong() -> None:
    """Of 10 trial games, five say the class and five the chance: those that seemed large are not said to be so."""
    found = calibration(walks(1500, trials=10), SURE)

    assert all(one.difference.low <= 0 <= one.difference.high for one in found)
    assert found[-1].predicted < 0.9, "the noise of those that chose the class is not in it"


def test_a_class_in_which_nothing_rare_came_is_not_refuted() -> None:
    """Ten games in each of which a chance of 4 % did not come true."""
    course = GameChances(np.full((2, 2, 2), 0.04), np.array([0.0, 0.0]), np.array([0.0, 0.0]))
    (one,) = calibration([course] * 10, 0.95)

    assert one.happened == 0
    assert one.difference.low < 0 < one.difference.high


def test_chances_that_all_come_true_are_not_refuted_by_rounding() -> None:
    """Nor are they exact: of ten games, none has shown a chance that did not come true."""
    courses = [GameChances(np.full((3, 1, 2), 1 + 2.0**-52), np.zeros(3), np.ones(1))] * 10
    (one,) = calibration(courses, 0.95)

    assert one.difference.low <= 0 <= one.difference.high
    # The largest chance of an event that ten games miss with the probability that is left for each of six classes.
    assert one.difference.half_width == pytest.approx(1 - (0.05 / 6 / 2) ** (1 / 10), rel=0.15)


def course_of(*chances: float, won: bool = True) -> GameChances:
    """Return two seats; the first has these chances before the rounds, without noise."""
    line = np.array([0.5, *chances])
    one = np.stack([line, 1 - line], axis=1)
    times = np.array([0, *np.arange(len(chances)) / len(chances)])
    return GameChances(np.repeat(one[:, :, None], 2, axis=2), times, np.array([won, not won], float))


def test_the_course_of_a_game_is_read_from_the_winners_chances() -> None:
    turned = course_of(0.5, 0.62, 0.05, 0.95, 0.8, 0.92, 0.99, 0.97)

    assert turned.lead_changes == 2
    assert turned.lowest == pytest.approx(0.05)
    assert turned.at_half_time == pytest.approx(0.8)
    assert turned.decided == pytest.approx(5 / 8)
    assert course_of(0.5, 0.6, won=False).decided == 1
    assert course_of(0.95, 0.97).decided == 0
    assert course_of(0.5, 0.54, 0.46, 0.54).lead_changes == 0, "all within the noise"


def test_a_game_that_nobody_wins_alone_has_no_winners_curve() -> None:
    shared = GameChances(np.full((2, 2, 2), 0.5), np.array([0.0, 0.0]), np.array([0.5, 0.5]))
    found = Chances.of([shared, shared], 0.95)

    assert np.isnan([found.lowest.value, found.decided.value, found.nearly_lost.value]).all()
    assert found.to_json()["lowest"] == {"value": None, "low": None, "high": None}


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = np.random.default_rng(1).normal(size=50)
    found = jackknife(np.stack([values, np.ones(50)], axis=1), lambda sums: float(sums[0] / sums[1]), 0.95)

    assert found.value == pytest.approx(values.mean())
    assert found.half_width == pytest.approx(2.0096 * values.std(ddof=1) / np.sqrt(50), rel=1e-4)


def test_the_luck_of_games_is_not_the_seating() -> None:
    """A table that wins with chance 0.9 whoever sits where: the mean of few results is no better prediction."""
    rng = np.random.default_rng(5)
    shares = []
    for _ in range(60):
        results = rng.random(10) < 0.9
        chances = np.full((2, 2, 2), 0.9)
        shares += [
            Chances.of([GameChances(chances, np.zeros(2), np.full(2, won, float)) for won in results], 0.95).who_plays
        ]

    assert max(share.value for share in shares if share.defined) == pytest.approx(0, abs=1e-9)


def test_games_that_all_end_alike_have_no_variance_to_resolve() -> None:
    won = GameChances(np.full((2, 2, 2), 0.98), np.zeros(2), np.ones(2))
    found = Chances.of([won] * 40, 0.95)

    assert found.most_alike == 40
    assert not found.total.defined
