"""Whether the effect of an axis depends on the other axes: values of a 2 x 3 grid, worked out by hand."""

import pytest

from balancer.analysis.conclusions.curves import Curve
from balancer.analysis.conclusions.interplay import Interplay, interplay
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import bonferroni

LINES = [[0, 1, 2], [3, 4, 5]]


def found(*values: float, half: float = 0.01, special: int = -1) -> Interplay:
    curve = Curve([Figure.around(value, half) for value in values])
    return interplay(lambda _: {"": curve}, LINES, lambda cell: cell % 3, lambda place: place == special, 3, 0.95)


def test_the_strongest_change_is_compared_with_the_same_change_on_every_line() -> None:
    grid = found(0.1, 0.2, 0.4, 0.1, 0.5, 0.2)

    assert grid.strongest is not None
    assert (grid.strongest.first, grid.strongest.last) == (0, 1)
    assert [(effect.cell, round(effect.change.value, 9)) for effect in grid.effects] == [(3, 0.4), (0, 0.1)]
    assert grid.depends


def test_changes_that_may_be_the_same_on_all_lines_do_not_depend() -> None:
    assert not found(0.1, 0.2, 0.40, 0.1, 0.2, 0.41).depends
    assert not found(0.1, 0.2, 0.4, 0.1, 0.5, 0.2, half=0.3).depends, "nothing is certain"


def test_a_falling_change_is_largest_where_it_falls_most() -> None:
    assert [effect.cell for effect in found(0.4, 0.3, 0.2, 0.9, 0.5, 0.2).effects] == [3, 0]


def test_a_special_value_is_no_end_of_a_change() -> None:
    strongest = found(0.9, 0.2, 0.4, 0.9, 0.2, 0.3, special=0).strongest
    assert strongest is not None
    assert (strongest.first, strongest.last) == (1, 2)


def test_figures_are_read_at_a_level_for_all_pairs_of_places_on_any_two_lines() -> None:
    """Three pairs of places, three pairs of lines: a ninth of the error."""
    asked = []

    def read(confidence: float) -> dict[str, Curve]:
        asked.append(confidence)
        return {name: Curve([Figure.around(0.1, 0.01)] * 9) for name in "ab"}

    lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    several = interplay(read, lines, lambda cell: cell % 3, lambda _: False, 3, 0.95)

    assert asked == [pytest.approx(bonferroni(0.95, 9))]
    assert several == Interplay(), "of several seats there is no single strongest change"
