"""Line-ups of a tournament: multisets of personas.

A line-up says who plays, not who sits where.  A cell plays it with `seating: rotate`, so every seat and every neighbour
comes up as often as chance would have it.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

LineUp = tuple[int, ...]  # numbers of personas in ascending order, one per seat


def line_ups(personas: int, seats: int) -> Iterator[LineUp]:
    """Return all multisets of `seats` personas."""
    return itertools.combinations_with_replacement(range(personas), seats)


def number_of_line_ups(personas: int, seats: int) -> int:
    """Return the number of multisets of `seats` personas."""
    return math.comb(personas + seats - 1, seats)


def chosen_line_ups(personas: int, seats: int, most: int) -> list[LineUp]:
    """Return all line-ups, or `most` of them: all duels, and a random choice of the rest.

    A duel is one persona in a seat and one in all other seats.  The choice depends only on the arguments.
    """
    number = number_of_line_ups(personas, seats)
    if number <= most:
        return list(line_ups(personas, seats))
    needed = {tuple(sorted((guest, *[host] * (seats - 1)))) for guest in range(personas) for host in range(personas)}
    draw = random.Random(f"{personas} {seats} {most}")
    while len(needed) < most:
        needed.add(tuple(sorted(draw.choices(range(personas), k=seats))))
    return sorted(needed)
