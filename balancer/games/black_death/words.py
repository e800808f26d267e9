"""Names of cards in sentences about Black Death."""

from balancer.core.cards import tarot


def rank_words(table, rank):
    """Return a card's name by the number of its rank, counted from 0; the number after the last rank is Death."""
    if rank == table.rules.ranks:
        return "Death"
    if rank == 0 or table.rules.ranks == tarot.RANKS:
        return tarot.rank_name(rank + 1)
    return str(rank + 1)


def cards_words(cards):
    """Return a number of cards in words."""
    return "1 card" if cards == 1 else f"{cards} cards"
