"""Sets of up to 64 things as one unsigned 64-bit word, and the arithmetic of such words.

A hand as a mask with one popcount and one select plays nearly twice as fast as an array that is searched and
shifted.  Compiled, ``uint64 + int64`` would become a signed number (and a float in numpy): so unsigned arithmetic
is confined to these same-width helpers, here and in `dice`.
"""

import numpy as np

from balancer.core.jit import PLAIN, rule

ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF


def _plain_word(number):
    return int(number) & ALL_BITS


def _plain_trailing_zeros(word):
    return (word & -word).bit_length() - 1 if word else 64


if PLAIN:
    CAN_DEPOSIT, trailing_zeros = False, _plain_trailing_zeros
else:
    from balancer.core.intrinsics import CAN_DEPOSIT, deposit_bits, trailing_zeros

WORD = _plain_word if PLAIN else np.uint64  # converts an integer to an unsigned 64-bit word, compiled or not

_0, _1, _2, _4, _56 = WORD(0), WORD(1), WORD(2), WORD(4), WORD(56)
_M1, _M2, _M4, _H01 = (
    WORD(0x5555555555555555),
    WORD(0x3333333333333333),
    WORD(0x0F0F0F0F0F0F0F0F),
    WORD(0x0101010101010101),
)
_ALL = WORD(ALL_BITS)


@rule
def bit(k):
    """Return the set {k}, 0 <= k < 64."""
    return _1 << WORD(k)


EMPTY = WORD(0)  # the empty set


@rule
def is_empty(mask):
    """Return whether a set has no members."""
    return WORD(mask) == EMPTY


@rule
def plus(mask, k):
    """Return the set with k added, 0 <= k < 64."""
    return WORD(mask) | bit(k)


@rule
def plus_if(condition, mask, k):
    """Return the set, with k added if the condition holds, 0 <= k < 64; without a branch."""
    return WORD(mask) | (WORD(condition) << WORD(k))


@rule
def less(mask, k):
    """Return the set without k, 0 <= k < 64."""
    return WORD(mask) & ~bit(k)


@rule
def toggled(mask, k):
    """Return the set with k added if it was not in it, else without k, 0 <= k < 64."""
    return WORD(mask) ^ bit(k)


@rule
def union(mask, other):
    """Return the union of two sets."""
    return WORD(mask) | WORD(other)


@rule
def common(mask, other):
    """Return the intersection of two sets."""
    return WORD(mask) & WORD(other)


@rule
def minus(mask, other):
    """Return the members of a set that are not in another."""
    return WORD(mask) & ~WORD(other)


@rule
def overlap(mask, other):
    """Return whether two sets have a member in common."""
    return common(mask, other) != EMPTY


@rule
def pick(condition, a, b):
    """Return a if the condition holds, else b, without a branch.

    A mispredicted branch costs as much as twenty additions (thinking players of Oktoberfest are 1.3 times as fast
    without them).  So this is faster than an `if` where both numbers are at hand and the condition is unpredictable.
    """
    return b + (a - b) * condition


@rule
def pick_set(condition, a, b):
    """Return set a if the condition holds, else set b, without a branch."""
    return b ^ ((a ^ b) & ((_0 - WORD(condition)) & _ALL))


@rule
def first_bits(n):
    """Return the set {0, ..., n-1}, 0 <= n <= 63."""
    return (_1 << WORD(n)) - _1


@rule
def has(mask, k):
    """Return whether k is in the set."""
    return (WORD(mask) >> WORD(k)) & _1 != _0


@rule
def count(mask):
    """Return the number of members of a set (Hacker's Delight, fig. 5-2; compiled to one instruction)."""
    x = WORD(mask)
    x = x - ((x >> _1) & _M1)
    x = (x & _M2) + ((x >> _2) & _M2)
    x = (x + (x >> _4)) & _M4
    return np.int64(((x * _H01) & _ALL) >> _56)


@rule
def lowest(mask):
    """Return the smallest member of a set that is not empty."""
    return trailing_zeros(WORD(mask))


@rule
def without_lowest(mask):
    """Return a set that is not empty, without its smallest member."""
    x = WORD(mask)
    return x & (x - _1)


def _places_in_bytes():
    """Return uint8[256 * 8]: at 8 b + r the position of the r-th set bit of byte b, both from 0."""
    places = np.zeros((256, 8), np.uint8)
    for byte in range(256):
        members = [place for place in range(8) if byte >> place & 1]
        places[byte, : len(members)] = members
    return places.ravel()


_PLACES_IN_BYTES = _places_in_bytes()
_3, _8, _BYTE, _TOPS = WORD(3), WORD(8), WORD(0xFF), WORD(0x8080808080808080)


def select_by_deposit(mask, k):
    """Return the k-th smallest member by a PDEP instruction (Black Death plays 1.1 times as fast with it)."""
    return trailing_zeros(deposit_bits(_1 << WORD(k), WORD(mask)))


def select_in_bytes(mask, k):
    """Return the same on every processor: broadword select (Vigna 2008, "… of rank/select queries", alg. 2).

    A multiplication sums the ones up to each byte, one comparison of all eight finds the byte, a table the bit in it.
    No branch: removing members one by one costs a misprediction per call (Black Death plays 1.3 times as fast without).
    """
    x = WORD(mask)
    target = WORD(k)
    ones = x - ((x >> _1) & _M1)
    ones = (ones & _M2) + ((ones >> _2) & _M2)
    up_to = (((ones + (ones >> _4)) & _M4) * _H01) & _ALL  # byte b: members in bytes 0..b
    passed = (((target * _H01) | _TOPS) - up_to) & _TOPS  # the top bit of each byte with no more members than k
    place = WORD(count(passed)) * _8
    rank = target - (((up_to << _8) >> place) & _BYTE)
    return np.int64(place) + np.int64(_PLACES_IN_BYTES[(((x >> place) & _BYTE) << _3) | rank])


select = rule(select_by_deposit if CAN_DEPOSIT else select_in_bytes)  # select(mask, k): k-th smallest member, from 0
