"""What card games do with a row of cards."""

from balancer.core import dice
from balancer.core.compile import rule


@rule
def shuffle(cards, n, table, stream):
    """Shuffle the first n of a row of cards in place (Fisher-Yates, from the last card down)."""
    for i in range(n - 1, 0, -1):
        j = dice.below(table.dice, stream, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
