"""The worth of positions of known truth."""

import numpy as np
import pytest

from balancer.analysis.play.worth import SCORE, WIN, Moments, explained, fitted, gained, independent, weights

SURE = 1 - 1e-6
TRUE = np.array([1.0, 2.8, -0.5])


def made(games: int = 400, *, noise: float = 3.0, seats: int = 4) -> Moments:
    """Games of three quantities a seat that change little from look to look: the score is their worth and noise."""
    rng = np.random.default_rng(5)
    found = []
    for number in range(games):
        start, steps = rng.integers(0, 9, (1, seats, 3)), rng.integers(0, 2, (3, seats, 3))
        values = (start + steps.cumsum(axis=0)).astype(float)
        score = values[-1] @ TRUE + noise * rng.standard_normal(seats) + 100 * rng.random()
        found.append(Moments.of(number, values, np.stack([score, (score == score.max()).astype(float)], axis=1)))
    return Moments.joined(found[::-1])


def test_true_weights_lie_within_their_intervals() -> None:
    for figure, true in zip(fitted(made(), SCORE, SURE), TRUE, strict=True):
        assert figure.low <= true <= figure.high
        assert figure.half_width < 0.6


def test_intervals_hold_though_positions_of_a_game_share_its_end() -> None:
    """Of 60 fits, 95% intervals miss as often as chance allows; with the position as the unit a third would."""
    everything = made(60 * 60)
    missed = 0
    for part in range(60):
        own = fitted(everything.chosen(np.arange(60) * 60 + part), SCORE, 0.95)
        missed += sum(not figure.low <= true <= figure.high for figure, true in zip(own, TRUE, strict=True))
    assert missed <= 30, "of 180; binomial with 5%: fewer than 1e-6 beyond 27, a little more for so few games"


def test_weights_are_those_of_least_squares_over_all_positions() -> None:
    """Worked out from two games of two looks of two seats; a quantity that is twice as far apart is worth half."""
    values = np.array([[[1.0], [3.0]], [[2.0], [4.0]]])
    ends = np.array([[10.0, 0.0], [16.0, 1.0]])
    two = Moments.joined([Moments.of(k, values, ends) for k in range(2)])

    assert weights(two, SCORE).tolist() == [3.0]
    assert weights(two, WIN).tolist() == [0.5]


def test_what_is_explained_is_judged_by_games_held_out() -> None:
    """Twenty columns of noise explain nothing, though they fit; the true ones leave the noise."""
    rng = np.random.default_rng(1)
    parts = []
    for number in range(60):
        values, ends = rng.standard_normal((1, 4, 20)), rng.standard_normal((4, 2))
        parts.append(Moments.of(number, values, ends))
    noise, clear = Moments.joined(parts), made(noise=0.0)

    assert explained(noise, list(range(20)), SCORE, 0.95).value < 0
    assert explained(clear, [0, 1, 2], SCORE, 0.95).value > 0.95
    assert gained(clear, [0, 1, 2], [0], SCORE, SURE).low > 0.5


def test_what_follows_from_others_or_never_differs_is_left_out() -> None:
    rng = np.random.default_rng(2)
    parts = []
    for number in range(30):
        free = rng.standard_normal((2, 3, 2))
        columns = [free[..., 0], np.ones((2, 3)), free[..., 1], free[..., 0] - 2 * free[..., 1]]
        parts.append(Moments.of(number, np.stack(columns, axis=2), rng.standard_normal((3, 2))))

    assert independent(Moments.joined(parts)) == [0, 2]


def test_games_stay_in_their_order() -> None:
    moments = made(10)

    assert moments.numbers.tolist() == list(range(10))
    assert moments.columns([2]).products[3, 0, 0] == pytest.approx(moments.products[3, 2, 2])
