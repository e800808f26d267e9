"""Differences of a figure between cells: from pairs where they are known, else as of independent games."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.analysis.conclusions.curves import Curve, ReadChanges, difference, pairwise_confidence
from balancer.analysis.figure import Figure


def test_the_interval_of_a_difference():
    """MOVER: each side from the ends that matter; sharper ends don't widen it."""
    gap = difference(Figure(0.1, 0.09, 0.13), Figure(0.3, 0.28, 0.31))
    assert gap.value == pytest.approx(0.2)
    assert gap.low == pytest.approx(0.2 - math.hypot(0.02, 0.03))
    assert gap.high == pytest.approx(0.2 + math.hypot(0.01, 0.01))


def test_a_difference_from_what_is_not_known_has_no_bounds():
    gap = difference(Figure(0.1, math.nan, math.nan), Figure(0.3, 0.28, 0.31))
    assert (gap.low, gap.high, gap.certain) == (-math.inf, math.inf, False)


def test_more_cells_ask_for_more_confidence():
    """All pairs hold together."""
    assert pairwise_confidence(0.95, 2) == pytest.approx(0.95)
    assert pairwise_confidence(0.95, 5) == pytest.approx(0.995)


def trend(*values):
    """Return the pattern of these figures in their order."""
    return Curve([Figure.around(value, 0.01) for value in values]).pattern(range(len(values)), ordered=True)


def test_a_turn_inside_the_uncertainty_is_no_turn():
    """A little step back doesn't make a rise a peak."""
    assert trend(0.1, 0.3, 0.295) == "rises"
    assert trend(0.1, 0.1, 0.105) == "flat"
    assert trend(0.1, 0.3, 0.2) == "peak"


def test_a_curve_reads_pairs_in_both_directions_and_through_cells_that_are_the_same():
    zero, one, two, three = (Figure(float(n), n - 0.5, n + 0.5) for n in range(4))
    step = Figure(1.0, 0.9, 1.2)
    curve = Curve([zero, zero, one, three], {(1, 0): Figure(0.0, 0.0, 0.0), (0, 2): step})

    assert curve.change(0, 2) == step
    assert (curve.change(2, 0).value, curve.change(2, 0).low, curve.change(2, 0).high) == (-1.0, -1.2, -0.9)
    assert curve.change(1, 2) == step
    assert curve.change(0, 1).is_zero
    assert curve.same([0, 1])
    assert not curve.same([0, 1, 2])
    assert curve.change(0, 3) == Curve([zero, zero, two, three]).change(1, 3), "others count as independent"


def test_a_change_is_read_when_it_is_asked_for_and_once():
    asked: list[tuple[int, int]] = []
    rise = Figure(1.0, 0.5, 1.5)

    def read(cells):
        asked.append(cells)
        return None if cells == (0, 2) else rise

    curve = Curve([Figure(x, x - 1, x + 1) for x in (3.0, 4.0, 9.0)], ReadChanges([(0, 1), (0, 2), (1, 2)], read))

    assert curve.change(0, 1) == curve.change(0, 1) == rise
    assert curve.change(1, 0).value == -1.0
    assert curve.change(0, 2) == difference(curve.figures[0], curve.figures[2])
    assert asked == [(0, 1), (0, 2)]


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(0, 2), st.floats(0, 2) | st.just(math.inf)), min_size=4, max_size=4)
)
def test_the_direction_of_a_change_is_that_of_the_change(figures):
    step = Figure(1.0, 0.9, 1.2)
    changes = {(0, 1): Figure(0.0, 0.0, 0.0), (2, 1): step}
    curve = Curve([Figure(value, value - below, value + above) for value, below, above in figures], changes)

    for here, there in itertools.product(range(len(figures)), repeat=2):
        assert curve.direction(here, there) == curve.change(here, there).direction
