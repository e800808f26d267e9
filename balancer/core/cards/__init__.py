"""Cards: rows of them, and counts by kind; next to it sets of up to 128 (`cardset`) and the tarot deck (`tarot`)."""

from balancer.core import dice
from balancer.core.jit import rule


@rule
def swap(cards, i, j):
    """Swap two cards of a row."""
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


@rule
def shuffle(cards, n, table, stream):
    """Shuffle the first n of a row of cards in place (Fisher-Yates, from the last card down)."""
    for i in range(n - 1, 0, -1):
        j = dice.below(table.dice, stream, i + 1)
        swap(cards, i, j)


@rule
def clear(counts, n):
    """Set the first n of a row of counts to 0."""
    for i in range(n):
        counts[i] = 0
