"""Tuples whose length varies, packed into one word so that their order is kept: PACKED_ITEMS items of PACKED_BITS bits.

An item has its kind in the two lowest bits, so that numbers, cards, players and texts may be mixed; None is all ones,
and 0 stands for no item.
"""

from balancer.compiler.block import ERROR, FIRST_CARD, NONE, PACKED_BITS, PACKED_ITEMS, PLAYER, TEXT, TUPLE
from balancer.compiler.flags import Flag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import new_list


def encode_item(S: Memory, item: int, bits: int) -> int:
    """Return a value as a code of so many bits, 1 … 2**bits - 1."""
    last = (1 << bits) - 1
    if item == NONE:
        return last
    code = 0
    if item >= TEXT:
        code = ((item - TEXT) << 2) + 3
    elif item >= PLAYER:
        code = ((item - PLAYER) << 2) + 2
    elif item >= FIRST_CARD:
        code = ((item - FIRST_CARD) << 2) + 1
    else:
        half = 1 << (bits - 3)
        if item <= -half or item >= half:
            return fail(S, Flag.TOO_LARGE)
        return (item + half) << 2
    if code >= last:
        return fail(S, Flag.TOO_LARGE)
    return code


def decode_item(code: int, bits: int) -> int:
    """Return the value of a code of so many bits."""
    if code == (1 << bits) - 1:
        return NONE
    kind = code & 3
    code = code >> 2
    if kind == 0:
        return code - (1 << (bits - 3))
    if kind == 1:
        return code + FIRST_CARD
    return code + (PLAYER if kind == 2 else TEXT)


def pack_items(S: Memory, place: int) -> int:
    """Return a tuple of the items of a list."""
    length = S[place + 1]
    if length > PACKED_ITEMS:
        fail(S, Flag.TOO_LARGE)
        return TUPLE
    word = TUPLE
    for i in range(length):
        word = word | encode_item(S, S[place + 2 + i], PACKED_BITS) << PACKED_BITS * (PACKED_ITEMS - 1 - i)
    return word


def unpack_items(S: Memory, word: int) -> int:
    """Return a list of the items of a tuple."""
    place = new_list(S, PACKED_ITEMS)
    if S[ERROR]:
        return place
    length = packed_length(word)
    for i in range(length):
        code = word >> PACKED_BITS * (PACKED_ITEMS - 1 - i) & (1 << PACKED_BITS) - 1
        S[place + 2 + i] = decode_item(code, PACKED_BITS)
    S[place + 1] = length
    return place


def packed_length(word: int) -> int:
    """Return how many items a tuple has."""
    length = 0
    while length < PACKED_ITEMS and word >> PACKED_BITS * (PACKED_ITEMS - 1 - length) & (1 << PACKED_BITS) - 1:
        length = length + 1
    return length
