"""Efron's dice, exactly: all 36 pairs of faces."""

from fractions import Fraction

FACES = {"fours": "444400", "threes": "333333", "sixes": "662222", "fives": "555111"}


def wins(one: str, other: str) -> Fraction:
    """Return how often the first of two dice shows more; dice of different kinds are never equal."""
    return Fraction(sum(a > b for a in FACES[one] for b in FACES[other]), 36)
