"""Which effects contradict that as set up."""

import pytest

from balancer.reporting.findings.other_players import EffectsElsewhere, _contradicts, compared
from balancer.reporting.numbers import Figure


def change(value: float, half: float) -> Figure:
    return Figure(value, value - half, value + half)


@pytest.mark.parametrize(
    ("other", "contradicts"),
    [
        (change(2, 1), False),  # smaller, the same way
        (change(-3, 1), True),  # the other way
        (change(0.5, 1), True),  # at most 1.5 of 8: all but gone
        (change(0.5, 4), False),  # too uncertain to contradict
        (change(-0.5, 4), False),
    ],
)
def test_what_contradicts_an_effect(other: Figure, contradicts: bool) -> None:
    assert _contradicts(change(8, 1), other) is contradicts


def test_what_neither_agrees_nor_contradicts_is_undecided():
    """-6 as set up: certainly down at one table, gone at another, unclear at a third."""
    figures = {"a alone": change(-4, 1), "b alone": change(0, 1), "c alone": change(1, 3)}
    found = compared("seat 4", change(-6, 1), figures)
    assert found is not None
    assert (found.differing, found.undecided, list(found.by_table)) == (
        ("b alone",),
        ("c alone",),
        ["a alone", "b alone"],
    )
    assert compared("seat 4", change(-6, 1), {"c alone": change(1, 3)}) is None
    agreeing = compared("seat 4", change(-6, 1), {"a alone": change(-4, 1), "c alone": change(1, 3)})
    assert agreeing is not None
    same, open_ = EffectsElsewhere([], [agreeing], ["rounds", "ties"]).sentences
    assert same.endswith("with the range over them: seat 4 (\u22124.0; undecided at c alone).")
    assert open_ == "Undecided at other tables, more games would tell: rounds; ties."
