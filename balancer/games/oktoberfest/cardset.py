"""Sets of up to 128 cards as two 64-bit words.  A set in a record is a field of two words; a set in passing is (low, high)."""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule


@rule
def has(words, card):
    """Whether a card is in a set of a record."""
    return bits.has(words[card // 64], card % 64)


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


@rule
def first(low, high):
    """The first card of a set that is not empty."""
    if low != WORD(0):
        return bits.lowest(low)
    return 64 + bits.lowest(high)


@rule
def without(words, card):
    """A set of a record less one of its cards, as (low, high)."""
    low = WORD(words[0])
    high = WORD(words[1])
    if card < 64:
        return low ^ bits.bit(card), high
    return low, high ^ bits.bit(card - 64)
