"""Few plays against simulated games, on made-up figures of known truth."""

import numpy as np
import pytest

from balancer.analysis.play import few_plays
from balancer.analysis.play.few_plays import (
    DIFFERS,
    FITS,
    OPEN,
    ComparedFigure,
    Floats,
    PoolMoments,
    compare_plays,
    fit_mistakes,
    judge_figure,
    pace,
    per_decision,
)

ONE = np.zeros(40, np.int64)


def games(dice: np.random.Generator, number: int, rate: float = 0.0) -> Floats:
    """Length, a skewed score that mistakes lower, a rare event, and what is always 3."""
    skewed = dice.exponential(10, number) - 12 * rate
    return np.stack(
        [dice.normal(9, 2, number) + 4 * rate, skewed, dice.random(number) < 0.02, np.full(number, 3)], axis=1
    )


def test_plays_from_the_pool_differ_no_more_often_than_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 150 logs 7.5 are expected; 24 or more have a chance of 1e-6."""
    monkeypatch.setattr(few_plays, "SAMPLES", 500)
    dice = np.random.default_rng(1)
    pool = games(dice, 20_000)

    false = [any(one.differs for one in compare_plays(games(dice, 40), ONE, [pool], 0.05)) for _ in range(150)]

    assert 1 <= sum(false) < 24


def test_a_figure_that_is_elsewhere_differs_and_the_others_do_not() -> None:
    dice = np.random.default_rng(2)
    pool, plays = games(dice, 5000), games(dice, 40)
    plays[:, 0] += 3
    plays[:, 3] = 4

    length, score, event, constant = compare_plays(plays, ONE, [pool], 0.05)

    assert (length.differs, score.differs, event.differs, constant.differs) == (True, False, False, True)
    assert length.difference.value == pytest.approx(3, abs=length.half)
    assert constant.half == 0


def test_people_who_vary_where_the_simulation_does_not_have_an_interval_of_their_own() -> None:
    """Their mean is 4 away, with a standard error of 2 / sqrt(40); simulated it is always 3."""
    dice = np.random.default_rng(6)
    plays = games(dice, 40)
    plays[:, 3] += dice.normal(4, 2, 40)

    *_, varied = compare_plays(plays, ONE, [games(dice, 5000)], 0.05)

    assert varied.differs
    assert varied.difference.value == pytest.approx(4, abs=varied.half)
    assert 0.6 < varied.half < 1.2  # 1.96 to 3.8 standard errors


def test_each_play_is_held_against_its_own_setting_and_missing_figures_count_nowhere() -> None:
    dice = np.random.default_rng(3)
    pools = [games(dice, 5000), games(dice, 5000) + 100]
    group = np.arange(40) % 2
    plays = games(dice, 40) + 100 * group[:, None]
    plays[1::2, 1] = np.nan
    pools[1][:, 1] = np.nan

    held = compare_plays(plays, group, pools, 0.05)

    assert [one.plays for one in held] == [40, 20, 40, 40]
    assert not any(one.differs for one in held)
    assert held[1].expected == pytest.approx(10, abs=1)


def test_the_rate_of_mistakes_lies_in_its_interval() -> None:
    """95% of 100: fewer than 80 have a chance of 1e-8."""
    dice = np.random.default_rng(4)
    rates = (0, 100, 300, 1000)
    tables = [[PoolMoments.of(games(dice, 4000, rate / 1000))] for rate in rates]

    found = [fit_mistakes(games(dice, 40, 0.2), ONE, rates, tables) for _ in range(100)]

    assert sum(one.rate.low <= 0.2 <= one.rate.high for one in found) >= 80
    assert np.mean([one.rate.value for one in found]) == pytest.approx(0.2, abs=0.05)


def test_seconds_of_a_decision_come_with_their_error() -> None:
    dice = np.random.default_rng(5)
    decisions = dice.integers(20, 60, 400).astype(float)

    pace, error = per_decision(decisions * dice.gamma(25, 20 / 25, 400) / 60, decisions)

    assert pace == pytest.approx(20, abs=5 * error)
    assert error == pytest.approx(4 / np.sqrt(400), rel=0.2)


def test_samples_of_many_plays_are_drawn_as_those_of_few_are() -> None:
    """How often each game is drawn, instead of the draws; a pool that holds every game ten times has the same games."""
    dice = np.random.default_rng(5)
    pool, plays = dice.normal(3, 2, (50, 3)), dice.normal(3, 2, (400, 3))
    pool[:5, 2] = plays[:100, 1] = np.nan
    group = np.zeros(len(plays), np.int64)

    many, few = (few_plays._draw_samples(plays, group, [one]) for one in (pool, np.tile(pool, (10, 1))))

    assert many.mean(axis=0) == pytest.approx(few.mean(axis=0), abs=0.005)
    assert many.std(axis=0) == pytest.approx(few.std(axis=0), rel=0.03)
    assert np.corrcoef(many.T) == pytest.approx(np.corrcoef(few.T), abs=0.04)


@pytest.mark.parametrize(
    ("half", "is_share", "expected"),
    [
        # gap 0.02, margin 0.05, 60 plays: no play has shown what occurs in less than 3 / 60
        (0.01, True, (0.05, OPEN, 60)),
        (0.01, False, (0.01, DIFFERS, 2.4)),
        (0.025, False, (0.025, FITS, 15)),
        (0.04, False, (0.04, OPEN, 38.4)),
    ],
)
def test_a_figure_differs_fits_or_is_open(half: float, is_share: bool, expected: tuple[float, str, float]) -> None:
    gap = 0.005 if is_share else 0.02
    found = judge_figure(ComparedFigure(60, 0.1 + gap, 0.1, half), 0.05, is_share=is_share)

    assert found.verdict == expected[1]
    assert (found.half, found.plays_needed) == pytest.approx((expected[0], expected[2]))
    assert found.difference.interval == pytest.approx((gap - expected[0], gap + expected[0]))


def test_a_pace_takes_each_play_for_as_many_decisions_as_games_of_its_length_have() -> None:
    """Games of 5 and 15 rounds with 20 and 60 decisions: a play of 10 rounds has 40, of 15 rounds 60, else the mean."""
    pool = np.tile([[5.0, 20.0], [15.0, 60.0]], (5000, 1))
    found = pace(np.array([4.0, 6.0, 4.0]), np.array([10.0, 15.0, np.nan]), [pool] * 3, 0, 0.95)

    assert found.seconds.value == pytest.approx(60 * 14 / (40 + 60 + 40), rel=1e-4)
    assert found.seconds.half_width == pytest.approx(0, abs=0.01)  # all three have 6 seconds a decision
    assert found.minutes == pytest.approx(0.1 * 140 / 3, rel=1e-4)
