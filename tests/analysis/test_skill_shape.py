"""How a figure goes with skill is said by what is surely so, and by nothing else."""

import functools
import math

import numpy as np
import pytest

from balancer.analysis.conclusions.skill_shape import (
    ABOVE,
    BELOW,
    DIP,
    FALLS,
    FLAT,
    HIGHER,
    HUMP,
    LEVEL,
    LOWER,
    OPEN,
    RISES,
    TURNED,
    UNEVEN,
    UNKNOWN,
    compare_experts,
    shape,
)
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_z

LADDERS, MOST_WRONG = 500, 25
"""Simulated ladders, and 5 % of them: the dice of the test are always the same."""


deviate = functools.cache(critical_z)


def reader(values, se):
    """Reads figures with normal intervals."""

    def read(rung, confidence):
        half = deviate(confidence) * se
        return Figure.around(values[rung], half)

    return read


@pytest.mark.parametrize(
    ("values", "fair", "found"),
    [
        ((0.1, 0.2, 0.3, 0.4, 0.5), None, RISES),
        ((0.5, 0.4, 0.3, 0.3, 0.3), None, FALLS),
        ((0.30, 0.301, 0.302, 0.301, 0.30), None, FLAT),
        ((0.5, 0.3, 0.2, 0.3, 0.4), None, DIP),
        ((0.2, 0.3, 0.5, 0.3, 0.2), None, HUMP),
        ((0.2, 0.4, 0.2, 0.4, 0.2), None, UNEVEN),
        ((0.2, 0.24, 0.25, 0.28, 0.3), (0.25, 0.25), TURNED),
        ((0.2, 0.24, 0.25, 0.28, 0.3), None, RISES),
        ((0.30, 0.33, 0.34, 0.34, 0.36), (0.25, 0.25), RISES),
    ],
)
def test_shapes_that_are_beyond_doubt(values, fair, found):
    assert shape(reader(values, 0.001), len(values), 0.95, 0.02, fair) == found


def test_without_games_enough_nothing_is_claimed():
    assert shape(reader((0.1, 0.2, 0.3, 0.4, 0.5), 0.3), 5, 0.95, 0.02) == UNKNOWN
    assert shape(reader((0.3,) * 5, 0.02), 5, 0.95, 0.02) == UNKNOWN, "no difference seen is not the same"
    assert shape(reader((0.1, 0.25, 0.24, 0.25, 0.4), 0.03), 5, 0.95, 0.02) == HIGHER
    assert shape(reader((0.4, 0.25, 0.26, 0.25, 0.1), 0.03), 5, 0.95, 0.02) == LOWER
    assert shape(reader((0.3, math.nan, 0.3, 0.3, 0.3), 0.001), 5, 0.95, 0.02) == UNKNOWN


@pytest.mark.parametrize(
    ("true", "wrong"),
    [
        ((0.3,) * 5, {RISES, FALLS, HIGHER, LOWER, DIP, HUMP, UNEVEN, TURNED}),
        ((0.1, 0.2, 0.3, 0.4, 0.5), {DIP, HUMP, UNEVEN, FALLS, FLAT, LOWER}),
        ((0.26, 0.28, 0.26, 0.28, 0.30), {RISES, FALLS, FLAT, LOWER}),  # a fall of as much as the margin
        ((0.29, 0.30, 0.31, 0.30, 0.29), {FLAT}),
    ],
)
@pytest.mark.parametrize("se", [0.004, 0.015])
def test_noise_is_no_shape(true, wrong, se):
    """Of 500 ladders at most one in twenty is called what it is not."""
    rng = np.random.default_rng(11)
    margin = 0.02 - 1e-9
    found = [shape(reader(rng.normal(true, se), se), 5, 0.95, margin, (0.3, 0.3)) for _ in range(LADDERS)]

    assert sum(one in wrong for one in found) <= MOST_WRONG


@pytest.mark.parametrize(
    ("experts", "verdict"),
    [
        (Figure.around(0.5, 0.01), ABOVE),
        (Figure.around(0.3, 0.01), BELOW),
        (Figure.around(0.405, 0.01), LEVEL),
        (Figure.around(0.41, 0.01), OPEN),  # 0.01 +- 0.0141: beyond the margin, perhaps
        (Figure(0.41, math.nan, math.nan), OPEN),
    ],
)
def test_experts_are_compared_with_the_best_by_the_interval_of_the_difference(experts, verdict):
    assert compare_experts(Figure.around(0.4, 0.01), experts, 0.02) == verdict
