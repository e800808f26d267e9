"""Zones: the number of cards of each kind as one 64-bit word, for a hand, the cards face up or the pile.

Minor rank r has three bits, from 3 (r - 1) on, which count its 0 to 4 cards; major m has bit 42 + m.  Adding words
adds cards.  A kind is numbered 0 .. 13 (minor rank - 1) or 14 + m (major m).  A set of kinds is given by the lowest
bit of each.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.cards import tarot
from balancer.core.compile import rule

N_KINDS = tarot.RANKS + tarot.MAJORS
FIRST_MAJOR = tarot.RANKS
COUNT_BITS = 3
MAJOR_BITS = COUNT_BITS * tarot.RANKS


def _shift(kind):
    return COUNT_BITS * kind if kind < FIRST_MAJOR else MAJOR_BITS + kind - FIRST_MAJOR


ONE = np.array([1 << _shift(kind) for kind in range(N_KINDS)], np.uint64)  # by kind: one card of it

# by kind: all bits of it
EVERY = np.array([(7 if kind < FIRST_MAJOR else 1) << _shift(kind) for kind in range(N_KINDS)], np.uint64)

KIND_AT = np.array(
    [bit // COUNT_BITS if bit < MAJOR_BITS else FIRST_MAJOR + bit - MAJOR_BITS for bit in range(64)], np.int64
)
SHIFT = np.array([_shift(kind) for kind in range(N_KINDS)], np.uint8)
# by kind: its rank or number
VALUE = np.array([kind + 1 if kind < FIRST_MAJOR else kind - FIRST_MAJOR for kind in range(N_KINDS)], np.int64)
COUNT_OF = np.array([7 if kind < FIRST_MAJOR else 1 for kind in range(N_KINDS)], np.uint64)

LOWEST_BITS = WORD(sum(1 << _shift(kind) for kind in range(N_KINDS)))
SECOND_BITS = WORD(sum(2 << _shift(kind) for kind in range(FIRST_MAJOR)))
THIRD_BITS = WORD(sum(4 << _shift(kind) for kind in range(FIRST_MAJOR)))
MINOR_LOWEST_BITS = WORD(sum(1 << _shift(kind) for kind in range(FIRST_MAJOR)))
_1, _2 = WORD(1), WORD(2)


@rule
def one(kind):
    """Return a zone with one card of a kind."""
    return WORD(ONE[kind])


@rule
def several_of(kind, copies):
    """Return a zone with copies of a kind."""
    return one(kind) * WORD(copies)


@rule
def copies(zone, kind):
    """Return the number of cards of a kind."""
    return np.int64((WORD(zone) >> WORD(SHIFT[kind])) & WORD(COUNT_OF[kind]))


@rule
def count(zone):
    """Return the number of cards."""
    ones = bits.count(zone & LOWEST_BITS)
    return ones + 2 * bits.count(zone & SECOND_BITS) + 4 * bits.count(zone & THIRD_BITS)


@rule
def kinds(zone):
    """Return the kinds in a zone, as lowest bits."""
    return (zone & LOWEST_BITS) | several(zone)


@rule
def several(zone):
    """Return the kinds with two cards or more, as lowest bits."""
    return ((zone >> _1) | (zone >> _2)) & MINOR_LOWEST_BITS


@rule
def first_kind(kind_bits):
    """Return the first of some kinds, given as lowest bits."""
    return KIND_AT[bits.lowest(kind_bits)]


@rule
def nth_kind(kind_bits, k):
    """Return number k of some kinds, given as lowest bits."""
    return KIND_AT[bits.select(kind_bits, k)]
