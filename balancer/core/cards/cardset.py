"""Sets of up to 128 cards as two 64-bit words: in a record a field of two, as values a pair (low, high).

`add`, `remove` and `has` take a field of any number of words.  Words of a record are converted by `WORD`, since numba
would make a float of a signed and an unsigned number.
"""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.jit import rule


@rule
def word_of(card):
    """Return the index of the word of a set that holds a card."""
    return card >> 6


@rule
def bit_of(card):
    """Return the card's bit in that word."""
    return bits.bit(card & 63)


@rule
def of(cards):
    """Return a set in a record as (low, high)."""
    return WORD(cards[0]), WORD(cards[1])


@rule
def of_row(sets, k):
    """Return set number k of several in a record, as (low, high)."""
    return WORD(sets[k, 0]), WORD(sets[k, 1])


@rule
def clear(cards):
    """Empty a set in a record."""
    cards[0] = WORD(0)
    cards[1] = WORD(0)


@rule
def add(cards, card):
    """Put a card into a set in a record."""
    word = word_of(card)
    cards[word] = WORD(cards[word]) | bit_of(card)


@rule
def remove(cards, card):
    """Take a card out of a set in a record; it must be in it."""
    word = word_of(card)
    cards[word] = WORD(cards[word]) ^ bit_of(card)


@rule
def has(cards, card):
    """Return whether a card is in a set in a record."""
    return WORD(cards[word_of(card)]) & bit_of(card) != WORD(0)


@rule
def count(low, high):
    """Return the number of cards in the set."""
    return bits.count(low) + bits.count(high)


@rule
def nth(low, high, k):
    """Return card number k of the set, from 0, in the order of card numbers."""
    in_low = bits.count(low)
    above = k >= in_low  # as the number 0 or 1: faster than branches
    return 64 * above + bits.select(bits.pick_set(above, high, low), k - in_low * above)


@rule
def is_empty(low, high):
    """Return whether the set is empty."""
    return (low | high) == WORD(0)


@rule
def lowest(low, high):
    """Return the smallest card number of a set that is not empty."""
    above = low == WORD(0)
    return 64 * above + bits.lowest(bits.pick_set(above, high, low))


@rule
def only(card):
    """Return the set of only this card, as (low, high)."""
    bit = bit_of(card)
    above = card >= 64
    return bits.pick_set(above, WORD(0), bit), bits.pick_set(above, bit, WORD(0))


@rule
def without(low, high, card):
    """Return the set without a card that is in it, as (low, high)."""
    card_low, card_high = only(card)
    return low ^ card_low, high ^ card_high


@rule
def without_lowest(low, high):
    """Return the set, which is not empty, without its lowest card, as (low, high)."""
    return bits.without_lowest(low), bits.pick_set(low == WORD(0), bits.without_lowest(high), high)
