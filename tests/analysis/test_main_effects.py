"""Main effects of a sample, against ordinary least squares written in another way."""

import numpy as np
import pytest
from scipy import stats

from balancer.analysis.conclusions.main_effects import Factor, main_effects

NUMBERS = Factor.of({0: 2.0, 1: 4.0, 2: 8.0}, 3)
WORDS = Factor.of({}, 3)


def sample(cells: int) -> tuple[list[float], list[tuple[int, int]]]:
    """Return 0.05 per step of the number, 0.1 for the last word, noise."""
    dice = np.random.default_rng(7)
    places = [(int(a), int(b)) for a, b in dice.integers(0, 3, (cells, 2))]
    values = [0.05 * NUMBERS.numbers[a] + 0.1 * (b == 2) + float(dice.normal(0, 0.02)) for a, b in places]
    return values, places


def test_effects_and_intervals_are_those_of_least_squares() -> None:
    values, places = sample(30)
    found = main_effects(values, [NUMBERS, WORDS], places, 0.95)
    assert found is not None
    number, word = sorted(found.ranked)

    # The same model in other coordinates: raw numbers, and dummies of the second and third word.
    design = np.array([[1.0, NUMBERS.numbers[a], b == 1, b == 2] for a, b in places])
    coefficients, (squares,), *_ = np.linalg.lstsq(design, np.array(values), rcond=None)
    variance = squares / (len(values) - 4)
    covariance = variance * np.linalg.inv(design.T @ design)
    half = stats.t.ppf(1 - 0.05 / 2 / 2, len(values) - 4) * 6 * np.sqrt(covariance[1, 1])
    assert (number.first, number.last) == (0, 2)
    assert number.change.value == pytest.approx(6 * coefficients[1])
    assert number.change.half_width == pytest.approx(half)

    level = {0: 0.0, 1: coefficients[2], 2: coefficients[3]}
    first, last = min(level, key=level.__getitem__), max(level, key=level.__getitem__)
    assert {word.first, word.last} == {first, last}
    assert abs(word.change.value) == pytest.approx(level[last] - level[first])
    # picked as the largest of three differences, so that each third of the factor's half of the error is its own
    contrast = np.array([0, 0, *((word == last) - (word == first) for word in (1, 2))], float)
    quantile = stats.t.ppf(1 - 0.05 / 2 / 3 / 2, len(values) - 4)
    assert word.change.half_width == pytest.approx(quantile * np.sqrt(contrast @ covariance @ contrast))
    assert found.explained == pytest.approx(1 - squares / (len(values) * np.var(values)))


def test_a_single_number_is_one_more_word() -> None:
    assert Factor.of({1: 5.0}, 3) == Factor({}, [0, 1, 2])
    assert Factor.of({1: 5.0, 2: 6.0}, 3) == Factor({1: 5.0, 2: 6.0}, [0])


def test_too_few_or_entangled_cells_tell_nothing() -> None:
    values, places = sample(6)
    assert main_effects(values, [NUMBERS, WORDS], places, 0.95) is None, "four columns, two cells left over"
    together = [(0, 0), (1, 1), (2, 2)] * 4
    assert main_effects([0.1] * 12, [WORDS, WORDS], together, 0.95) is None
    assert main_effects([], [NUMBERS], [], 0.95) is None
