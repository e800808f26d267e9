"""Small numbers by kind, seat or place in one word: eight bits each, so that a hand is paid for in a few operations.

A pack has LANES numbers 0..127; arithmetic never carries from one into the next, for callers add and take what is
there.
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
FAVOURED = 0x80  # in a lane: it is counted with less


@rule
def pack_of(lane, number):
    """The pack with `number` in one lane and nothing else."""
    return WORD(number) << WORD(8 * lane)


@rule
def number_at(pack, bit):
    """The number in the lane that begins at a bit."""
    return np.int64((WORD(pack) >> WORD(bit)) & LANE)


@rule
def amount(pack, lane):
    """The number in a lane."""
    return number_at(pack, 8 * lane)


@rule
def times(pack, number):
    """The pack with so many times as much in each lane."""
    return WORD(pack) * WORD(number)


@rule
def less(pack, other):
    """The difference lane by lane, nowhere below 0 (a caller's promise)."""
    return WORD(pack) - WORD(other)


@rule
def more(pack, other):
    """The sum lane by lane."""
    return WORD(pack) + WORD(other)


@rule
def without_lane(pack, lane):
    """The pack with 0 in that lane."""
    return WORD(pack) & (_ALL ^ (LANE << WORD(8 * lane)))


@rule
def total(pack):
    """The sum of all lanes."""
    word = WORD(pack)
    pairs = (word & _EVEN) + ((word >> _8) & _EVEN)
    return np.int64(((pairs * _EVEN_ONES) & _ALL) >> _48)


@rule
def lanes_with(pack, least):
    """The set of lanes that hold `least` (1..127) or more."""
    tops = (WORD(pack) + _ONES * WORD(128 - least)) & _TOPS
    return (((tops >> _7) * _GATHER) & _ALL) >> _56


@rule
def count_with(pack, least):
    """How many lanes hold `least` (1..127) or more."""
    return bits.count((WORD(pack) + _ONES * WORD(128 - least)) & _TOPS)


@rule
def count_at_least(pack, least, favoured):
    """How many lanes hold more than `least` (0..126), or as much and are favoured (a pack with 0x80 in such lanes)."""
    more_than = WORD(pack) + _ONES * WORD(127 - least)
    return bits.count((more_than | ((more_than + _ONES) & WORD(favoured))) & _TOPS)


@rule
def excess(pack, other):
    """By how much each lane holds more than in the other pack, 0 where it does not."""
    difference = (WORD(pack) | _TOPS) - WORD(other)
    larger = (difference & _TOPS) >> _7
    return difference & ((larger << _7) - larger)


@rule
def largest_lane(pack):
    """The lane with the largest number, the first of several."""
    best = 0
    most = amount(pack, 0)
    for lane in range(1, LANES):
        number = amount(pack, lane)
        best = lane if number > most else best
        most = max(number, most)
    return best


@rule
def largest_number(pack):
    """The largest number in a lane."""
    most = 0
    for lane in range(LANES):
        most = max(most, amount(pack, lane))
    return most
