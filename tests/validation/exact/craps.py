"""Craps, exactly: the pass line, from the 36 pairs of dice."""

from fractions import Fraction

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)


def wins() -> Fraction:
    """Return how often the pass line wins: 244 of 495."""
    made = sum(Fraction(WAYS[point], 36) * Fraction(WAYS[point], WAYS[point] + WAYS[7]) for point in POINTS)
    return Fraction(WAYS[7] + WAYS[11], 36) + made


def throws() -> Fraction:
    """Return the mean number of throws: 557 / 165."""
    return 1 + sum((Fraction(WAYS[point], WAYS[point] + WAYS[7]) for point in POINTS), Fraction(0))


def points_made() -> Fraction:
    """Return how often a bet is won by a point."""
    return wins() - Fraction(WAYS[7] + WAYS[11], 36)
