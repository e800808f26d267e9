"""Which effects contradict that as set up."""

import pytest

from balancer.reporting.numbers import Figure
from balancer.reporting.sentences.effects_elsewhere import _contradicts, _direction


def change(value: float, half: float) -> Figure:
    return Figure(value, value - half, value + half)


@pytest.mark.parametrize(("figure", "expected"), [(change(2, 1), 1), (change(-2, 1), -1), (change(0.5, 1), 0)])
def test_a_direction_is_certain_or_none(figure: Figure, expected: int) -> None:
    assert _direction(figure) == expected


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
