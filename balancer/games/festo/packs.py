"""Packs: LANES small numbers by kind, seat or place in one word, so that a hand is paid for in a few operations.

A lane is eight bits wide and holds a number 0..127.  Arithmetic never carries from one lane into the next, because
callers keep the numbers in that range.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import ALL_BITS, WORD
from balancer.core.compile import rule

LANES = 7

_0, _1, _7, _8, _16, _48, _56 = WORD(0), WORD(1), WORD(7), WORD(8), WORD(16), WORD(48), WORD(56)
_ALL = WORD(ALL_BITS)
LANE = WORD(0xFF)
_ONES = WORD(0x0001010101010101)
_TOPS = WORD(0x0080808080808080)
_EVEN = WORD(0x00FF00FF00FF00FF)
_EVEN_ONES = WORD(0x0001000100010001)
_GATHER = WORD(0x0102040810204080)

NOTHING = _0
FAVOURED = 0x80  # in a lane: marks it for `count_at_least`


@rule
def pack_of(lane, number):
    """Return the pack with `number` in one lane and nothing else."""
    return WORD(number) << WORD(8 * lane)


@rule
def number_at(pack, bit):
    """Return the number in the lane that begins at a bit."""
    return np.int64((WORD(pack) >> WORD(bit)) & LANE)


@rule
def amount(pack, lane):
    """Return the number in a lane."""
    return number_at(pack, 8 * lane)


@rule
def times(pack, number):
    """Return the pack with each lane multiplied by a number."""
    return WORD(pack) * WORD(number)


@rule
def less(pack, other):
    """Return the difference lane by lane; callers must not take more than a lane holds."""
    return WORD(pack) - WORD(other)


@rule
def more(pack, other):
    """Return the sum lane by lane."""
    return WORD(pack) + WORD(other)


@rule
def without_lane(pack, lane):
    """Return the pack with 0 in that lane."""
    return WORD(pack) & (_ALL ^ (LANE << WORD(8 * lane)))


@rule
def total(pack):
    """Return the sum of all lanes."""
    word = WORD(pack)
    pairs = (word & _EVEN) + ((word >> _8) & _EVEN)
    # the top 16 bits of the product are the sum of the four 16-bit pairs
    return np.int64(((pairs * _EVEN_ONES) & _ALL) >> _48)


@rule
def lanes_with(pack, least):
    """Return the set of the lanes that hold `least` (1..127) or more."""
    tops = (WORD(pack) + _ONES * WORD(128 - least)) & _TOPS
    # the product moves the lowest bit of lane k to bit 56 + k
    return (((tops >> _7) * _GATHER) & _ALL) >> _56


@rule
def count_with(pack, least):
    """Return the number of lanes that hold `least` (1..127) or more."""
    return bits.count((WORD(pack) + _ONES * WORD(128 - least)) & _TOPS)


@rule
def count_at_least(pack, least, favoured):
    """Return the number of lanes that hold more than `least` (0..126), or as much if they are favoured.

    `favoured` is a pack with FAVOURED in such lanes.
    """
    more_than = WORD(pack) + _ONES * WORD(127 - least)
    return bits.count((more_than | ((more_than + _ONES) & WORD(favoured))) & _TOPS)


@rule
def excess(pack, other):
    """Return the difference lane by lane, 0 in lanes that hold less than in the other pack."""
    # the top bit of a lane stays where the lane does not fall below 0; all other lanes are cleared
    difference = (WORD(pack) | _TOPS) - WORD(other)
    larger = (difference & _TOPS) >> _7
    return difference & ((larger << _7) - larger)


@rule
def largest_lane(pack):
    """Return the lane with the largest number, the first one if there are several."""
    best = 0
    most = amount(pack, 0)
    for lane in range(1, LANES):
        number = amount(pack, lane)
        best = lane if number > most else best
        most = max(number, most)
    return best


@rule
def largest_number(pack):
    """Return the largest number in a lane."""
    most = 0
    for lane in range(LANES):
        most = max(most, amount(pack, lane))
    return most
