"""Line-ups of a tournament: who sits at a table.

A line-up of the symmetric game is a multiset of personas: who is there, not who sits where.  A cell plays one with
`seating: rotate`, so every seat and every neighbour comes up as often as chance would have it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

LineUp = tuple[int, ...]  # numbers of personas in ascending order, one per seat


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
