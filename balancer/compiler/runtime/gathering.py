"""Helpers that collect items of loops, give lists room, and encode items of tuples with several kinds."""

from balancer.compiler.block import ERROR, FIRST_CARD, LIMIT, NONE, OBJECT, PLAYER, TEXT, TOP, TUPLE
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.dicts import find_key, set_value
from balancer.compiler.runtime.lists import append, copy_with_room, new_list

UNSET = NONE + 1  # an attribute before it is set
ADDRESS = (1 << 32) - 1  # the bits of an object that say where it lies


def given(S: Memory, value: int) -> int:
    """Return the value of a name; an unset one raises a flag."""
    return fail(S, ErrorFlag.UNSET) if value == UNSET else value


# The stack that grows down from the end of memory ---------------------------------------------------------------------
def stack_push(S: Memory, item: int) -> int:
    """Push an item on the stack at the end of the memory."""
    place = S[LIMIT] - 1
    if place < S[TOP] + 2:
        return fail(S, ErrorFlag.MEMORY_FULL)
    S[LIMIT] = place
    S[place] = item
    return 0


def stack_take(S: Memory, end: int) -> int:
    """Return a list of what was pushed since the stack began at `end`."""
    length = end - S[LIMIT]
    place = new_list(S, length)
    if S[ERROR] == 0:
        for i in range(length):
            S[place + 2 + i] = S[end - 1 - i]
        S[place + 1] = length
    S[LIMIT] = end
    return place


def stack_take_dict(S: Memory, end: int, more: int) -> int:
    """Return a dict of the keys and values that were pushed in turn since the stack began at `end`."""
    length = end - S[LIMIT]
    place = new_list(S, length + more)
    if S[ERROR] == 0:
        for i in range(0, length, 2):
            set_value(S, place, S[end - 1 - i], S[end - 2 - i])
    S[LIMIT] = end
    return place


# Room -----------------------------------------------------------------------------------------------------------------
def give_room(S: Memory, place: int, more: int) -> int:
    """Return a list with room for more items: the same list if it was made last, otherwise a copy."""
    end = place + 2 + S[place]
    if end != S[TOP]:
        return copy_with_room(S, place, more)
    if more > S[LIMIT] - end - 2:
        fail(S, ErrorFlag.MEMORY_FULL)
        return place
    S[place] = S[place] + more
    S[TOP] = end + more
    return place


def new_object(S: Memory, size: int) -> int:
    """Return a new object with a number of unset attributes; if there is no room, words behind the memory.

    After an error, code runs on until a function ends: attributes are 0 then, since nothing sets them any more.
    """
    place = new_list(S, size)
    for i in range(size):
        S[place + 2 + i] = 0 if S[ERROR] else UNSET
    if S[ERROR] == 0:
        S[place + 1] = size
    return OBJECT + place


# Kinds and counts -----------------------------------------------------------------------------------------------------
def kind_in_order(item: int, has_order: int) -> int:
    """Return 1 for numbers, 2 for texts, 3 for objects if these have an order; 0 for what has none."""
    if item == NONE or item >= TUPLE:
        return 0
    if item >= TEXT:
        return 2
    if item >= OBJECT:
        return 3 if has_order else 0
    return 0 if item >= PLAYER else 1


def check_kinds(S: Memory, place: int, has_order: int) -> int:
    """Raise a flag where a list to be sorted holds values of several kinds; has_order: whether objects have one."""
    first = kind_in_order(S[place + 2], has_order)
    for i in range(place + 3, place + 2 + S[place + 1]):
        if first == 0 or kind_in_order(S[i], has_order) != first:
            return fail(S, ErrorFlag.NONE_IN_SUM)
    return 0


def check_tuples(S: Memory, place: int) -> int:
    """Raise a flag where a list to be sorted as tuples holds other values."""
    for i in range(place + 2, place + 2 + S[place + 1]):
        if S[i] < TUPLE and S[place + 1] > 1:
            return fail(S, ErrorFlag.KINDS)
    return 0


def check_tags(S: Memory, place: int, shift: int) -> int:
    """Raise a flag where tuples to be sorted have items of several kinds, or without an order, in one place.

    shift: where the kind lies, as `encode_kind` writes it.  Python may never come to compare these items.
    """
    first = S[place + 2] >> shift & 7
    for i in range(place + 3, place + 2 + S[place + 1]):
        if (S[i] >> shift & 7) != first or first == 3 or first > 4:
            return fail(S, ErrorFlag.KINDS)
    return 0


def count_items(S: Memory, source: int, more: int) -> int:
    """Return a dict with the number of times each item is in a list."""
    place = new_list(S, 2 * S[source + 1] + more)
    if S[ERROR] == 0:
        for i in range(source + 2, source + 2 + S[source + 1]):
            at = find_key(S, place, S[i])
            if at < 0:
                set_value(S, place, S[i], 1)
            else:
                S[place + 3 + at] = S[place + 3 + at] + 1
    return place


def take_items(S: Memory, source: int, indices: int) -> int:
    """Return a list of the items of another at some indices."""
    length = S[indices + 1]
    place = new_list(S, length)
    if S[ERROR] == 0:
        for i in range(length):
            append(S, place, S[source + 2 + S[indices + 2 + i]])
    return place


def rotate_list(S: Memory, place: int, steps: int) -> int:
    """Move a number of items from the end of a list to its front."""
    length = S[place + 1]
    if length > 0:
        steps = steps % length
        top = S[TOP]
        copy = copy_with_room(S, place, 0)
        if S[ERROR] == 0:
            for i in range(length):
                at = i - steps
                if at < 0:
                    at = at + length
                S[place + 2 + i] = S[copy + 2 + at]
        S[TOP] = top
    return 0


# Items of tuples ------------------------------------------------------------------------------------------------------
def encode_kind(S: Memory, item: int, bits: int) -> int:
    """Return a value with its kind in the bits above it; bits: those of the value."""
    if item == NONE:
        return 0
    kind = 1
    code = item + (1 << (bits - 1))
    if item >= TUPLE:
        kind = 5
        code = item - TUPLE
    elif item >= TEXT:
        kind = 4
        code = item - TEXT
    elif item >= OBJECT:
        kind = 6
        code = item - OBJECT
    elif item >= PLAYER:
        kind = 3
        code = item - PLAYER
    elif item >= FIRST_CARD:
        kind = 2
        code = item - FIRST_CARD
    if code < 0 or code >= 1 << bits:
        return fail(S, ErrorFlag.TOO_LARGE)
    return kind << bits | code


def decode_kind(code: int, bits: int) -> int:
    """Return the value of a code with its kind in the bits above the value's."""
    kind = code >> bits
    value = code & (1 << bits) - 1
    if kind == 1:
        return value - (1 << (bits - 1))
    if kind == 2:
        return value + FIRST_CARD
    if kind == 3:
        return value + PLAYER
    if kind == 4:
        return value + TEXT
    if kind == 5:
        return value + TUPLE
    if kind == 6:
        return value + OBJECT
    return NONE
