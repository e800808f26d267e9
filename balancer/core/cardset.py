"""Sets of up to 128 cards as two 64-bit words: in a record a field of two, in passing (low, high)."""

from balancer.core import bits
from balancer.core.bits import WORD
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
    above = k >= in_low
    return 64 * above + bits.select(bits.pick_set(above, high, low), k - in_low * above)


@rule
def is_empty(low, high):
    """Whether no card is in the set."""
    return (low | high) == WORD(0)


@rule
def lowest(low, high):
    """The card with the smallest number of a set that is not empty."""
    above = low == WORD(0)
    return 64 * above + bits.lowest(bits.pick_set(above, high, low))


@rule
def only(card):
    """The set of one card, as (low, high)."""
    bit = bit_of(card)
    above = card >= 64
    return bits.pick_set(above, WORD(0), bit), bits.pick_set(above, bit, WORD(0))


@rule
def without(low, high, card):
    """The set less a card that is in it, as (low, high)."""
    card_low, card_high = only(card)
    return low ^ card_low, high ^ card_high


@rule
def without_lowest(low, high):
    """The set less that card, as (low, high)."""
    return bits.without_lowest(low), bits.pick_set(low == WORD(0), bits.without_lowest(high), high)
