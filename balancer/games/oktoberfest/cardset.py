"""Sets of up to 128 cards as two 64-bit words: in a record a field of two, in passing (low, high)."""

from balancer.core import bits
from balancer.core.compile import rule


@rule
def word_of(card):
    """Which word of a set a card is in."""
    return card >> 6


@rule
def bit_of(card):
    """The card's bit there."""
    return bits.bit(card & 63)


@rule
def count(low, high):
    """How many cards are in the set."""
    return bits.count(low) + bits.count(high)


@rule
def nth(low, high, k):
    """Card number k of the set, in order of number."""
    in_low = bits.count(low)
    if k < in_low:
        return bits.select(low, k)
    return 64 + bits.select(high, k - in_low)
