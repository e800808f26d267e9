"""Nim, exactly: random and perfect players, by recursion over the heaps.

A position is won by Bouton's theorem (1901): it is lost if the binary digits of the heaps add up to even numbers.
"""

import functools
import operator
from fractions import Fraction

Heaps = tuple[int, ...]


@functools.cache
def wins(heaps: Heaps, perfect: tuple[bool, bool]) -> Fraction:
    """Return how often the player to move wins; perfect: whether this player and the other play perfectly.

    A perfect player who can't win takes one object, from any heap with the same probability.
    """
    if not any(heaps):
        return Fraction(0)
    moves = [(heap, number) for heap, size in enumerate(heaps) for number in range(1, size + 1)]
    if perfect[0]:
        winning = [move for move in moves if functools.reduce(operator.xor, take(heaps, move)) == 0]
        moves = winning or [move for move in moves if move[1] == 1]
    return sum((1 - wins(take(heaps, move), perfect[::-1]) for move in moves), Fraction(0)) / len(moves)


def take(heaps: Heaps, move: tuple[int, int]) -> Heaps:
    """Return the heaps after a move."""
    return tuple(size - move[1] if heap == move[0] else size for heap, size in enumerate(heaps))
