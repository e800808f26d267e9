"""Cards: rows and counts of them (`piles`), sets of up to 128 (`cardset`), the tarot deck (`tarot`)."""

from balancer.core.cards.piles import clear, shuffle, swap

__all__ = ["clear", "shuffle", "swap"]
