"""Line-ups of a tournament: who sits at a table, in which circular orders, for how many games each.

A line-up of the symmetric game is a multiset of personas: who is there, not who sits where.  A cell plays one circular
order of it, whose seats rotate; so all orders that differ are played, in proportion to how many seatings each stands
for, and every seat and every neighbour comes up as often as chance would have it.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Iterator, Sequence

LineUp = tuple[int, ...]
"""Numbers of personas in ascending order, one per seat."""

MAX_ORDERS = 6
"""Circular orders of one line-up that are played; all of them at up to four seats."""

MAX_ENUMERATED_SEATS = 6
"""Seats up to which all circular orders are listed (120 at most)."""


def line_ups(personas: int, seats: int) -> Iterator[LineUp]:
    """All multisets of `seats` personas."""
    return itertools.combinations_with_replacement(range(personas), seats)


def number_of_line_ups(personas: int, seats: int) -> int:
    """How many there are."""
    return math.comb(personas + seats - 1, seats)


def chosen_line_ups(personas: int, seats: int, most: int) -> list[LineUp]:
    """All line-ups; beyond `most` those of one persona or of one among others alike, and a random choice of the rest.

    The choice depends on the arguments alone.
    """
    number = number_of_line_ups(personas, seats)
    if number <= most:
        return list(line_ups(personas, seats))
    needed = {tuple(sorted((one, *[other] * (seats - 1)))) for one in range(personas) for other in range(personas)}
    draw = random.Random(f"{personas} {seats} {most}")
    while len(needed) < most:
        needed.add(tuple(sorted(draw.choices(range(personas), k=seats))))
    return sorted(needed)


@functools.cache
def orders(line_up: LineUp) -> Sequence[tuple[LineUp, int]]:
    """The circular orders of a line-up that are played, each with its weight: how many seatings it stands for.

    Of many orders MAX_ORDERS are drawn; the draw depends on the line-up alone.
    """
    if len(line_up) <= MAX_ENUMERATED_SEATS:
        found = sorted({_canonical(order) for order in itertools.permutations(line_up)})
        if len(found) <= MAX_ORDERS:
            return [(order, len(set(_rotations(order)))) for order in found]
    draw = random.Random(str(line_up))
    drawn: dict[LineUp, int] = {}
    for _ in range(MAX_ORDERS):
        order = _canonical(draw.sample(line_up, len(line_up)))
        drawn[order] = drawn.get(order, 0) + 1
    return sorted(drawn.items())


def shared_out(weights: Sequence[int], games: int, seats: int) -> list[int]:
    """Games for each order, in proportion to its weight, in whole rotations of all seats; `games` or slightly more."""
    whole = sum(weights)
    return [math.ceil(games * weight / (whole * seats)) * seats for weight in weights]


def _rotations(order: Sequence[int]) -> Iterator[LineUp]:
    for first in range(len(order)):
        yield (*order[first:], *order[:first])


def _canonical(order: Sequence[int]) -> LineUp:
    return min(_rotations(order))
