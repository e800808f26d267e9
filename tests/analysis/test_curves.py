"""Differences of a figure between cells: from pairs where they are known, else as of independent games."""

import itertools
import math

import numpy as np
import pytest
import scipy
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

    curve = Curve([Figure(x, x - 1, x + 1) for x in (3.0, 4.0, 9.0)], ReadChanges([(0, 1), (0, 2)], read))

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


def test_a_change_between_equal_cells_is_that_of_any_pair_of_them():
    """All settings of one rule are the same in every game; pairs with the other rule were played at another setting."""
    figures = [Figure(value, value - 3, value + 3) for value in (41.0, 43.0, 41.0, 43.0)]
    zero, step = Figure(0.0, 0.0, 0.0), Figure(2.0, 1.4, 2.6)
    curve = Curve(figures, {(0, 2): zero, (1, 3): zero, (2, 3): step})

    assert curve.change(0, 1) == curve.change(2, 1) == step
    assert curve.direction(3, 0) == -1
    assert curve.is_paired(range(4))


def test_changes_from_a_third_cell_add_up():
    """The sum of two intervals that hold together, where it is narrower than that of independent games."""
    figures = [Figure(value, value - 3, value + 3) for value in (1.0, 2.0, 4.0)]
    curve = Curve(figures, {(0, 1): Figure(1.0, 0.5, 1.5), (1, 2): Figure(2.0, 1.5, 2.5)})

    assert curve.change(0, 2) == Figure(3.0, 2.0, 4.0)
    assert curve.change(2, 0) == Figure(-3.0, -4.0, -2.0)
    assert curve.direction(0, 2) == 1
    assert curve.is_paired([0, 2])
    wide = Curve(figures, {(0, 1): Figure(1.0, -9.0, 9.0), (1, 2): Figure(2.0, 1.5, 2.5)})
    assert wide.change(0, 2) == difference(figures[0], figures[2])


def test_settings_differ_if_any_pair_of_games_does():
    """The widest difference may be of cells that were not compared game by game."""
    figures = [Figure(value, value - 3, value + 3) for value in (4.9, 2.2, 4.1, 1.5)]
    curve = Curve(figures, {(0, 1): Figure(-2.7, -3.1, -2.3)})

    assert not curve.widest(range(4)).certain
    assert curve.differs(range(4))
    assert not curve.differs([1, 2, 3])
    assert not curve.is_paired(range(4))


GRID_CELLS, NULL_SWEEPS = 6, 400
EVERY_PAIR = list(itertools.combinations(range(GRID_CELLS), 2))
WITH_CENTRE = [(0, cell) for cell in range(1, GRID_CELLS)]


def sweeps(shift, pairs, seed):
    """Yield curves, at simultaneous 95%, of sweeps whose games share most of their chance; the last cell is shifted."""
    rng, games = np.random.default_rng(seed), 100
    confidence = pairwise_confidence(0.95, GRID_CELLS)
    reach = scipy.special.stdtrit(games - 1, (1 + confidence) / 2) / math.sqrt(games)
    for _ in range(NULL_SWEEPS):
        rows = 6 * rng.standard_normal((games, 1)) + rng.standard_normal((games, GRID_CELLS))
        rows[:, -1] += shift
        means, sds = rows.mean(axis=0), rows.std(axis=0, ddof=1)
        figures = [Figure.around(mean, reach * sd) for mean, sd in zip(means, sds, strict=True)]
        gaps = {(a, b): rows[:, b] - rows[:, a] for a, b in pairs}
        yield Curve(figures, {two: Figure.around(gap.mean(), reach * gap.std(ddof=1)) for two, gap in gaps.items()})


@pytest.mark.parametrize("pairs", [EVERY_PAIR, WITH_CENTRE], ids=["every pair", "with the centre"])
def test_at_most_one_null_sweep_in_twenty_shows_a_difference(pairs):
    """Of 400, at most 44: more have a chance below 1e-6 where each errs with 5%."""
    curves = list(sweeps(0.0, pairs, seed=61))
    assert sum(curve.any_certain(range(GRID_CELLS)) for curve in curves) <= 44
    assert all(curve.differs(range(GRID_CELLS)) <= curve.any_certain(range(GRID_CELLS)) for curve in curves)


@pytest.mark.parametrize(("pairs", "shift"), [(EVERY_PAIR, 0.8), (WITH_CENTRE, 1.2)])
def test_a_shift_of_one_setting_is_seen_against_every_other(pairs, shift):
    """The shift is less than half of what games that are compared as independent show."""
    last = GRID_CELLS - 1
    curves = list(sweeps(shift, pairs, seed=49))
    seen = [all(curve.direction(cell, last) == 1 for cell in range(last)) for curve in curves]
    apart = [Curve(curve.figures).any_certain(range(GRID_CELLS)) for curve in curves]

    assert sum(seen) > 0.9 * NULL_SWEEPS
    assert sum(apart) < 0.1 * NULL_SWEEPS
