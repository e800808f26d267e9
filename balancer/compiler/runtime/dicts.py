"""Dicts, as lists of keys and values in turn; and dicts whose keys are small numbers, with a direct place for each.

A direct dict at a place p: S[p] = n, how many keys there may be; S[p + 1] how many there are; n words with the keys in
the order in which they came; n words by key, 0 where it is not in the dict, else 1 + its place in that order; n words
by key with the values.
"""

from balancer.compiler.block import ERROR
from balancer.compiler.flags import Flag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import append, new_list, open_list, pop_at, push


def find_key(S: Memory, place: int, key: int) -> int:
    """Return the place of a key among keys and values, from 0; -1 if the dict does not hold it."""
    for i in range(0, S[place + 1], 2):
        if S[place + 2 + i] == key:
            return i
    return -1


def value_at(S: Memory, place: int, key: int) -> int:
    """Return the value of a key, which must be there."""
    i = find_key(S, place, key)
    return fail(S, Flag.KEY) if i < 0 else S[place + 3 + i]


def get_value(S: Memory, place: int, key: int, default: int) -> int:
    """Return the value of a key, or a default if it is not there."""
    i = find_key(S, place, key)
    return default if i < 0 else S[place + 3 + i]


def set_value(S: Memory, place: int, key: int, value: int) -> int:
    """Set the value of a key."""
    i = find_key(S, place, key)
    if i >= 0:
        S[place + 3 + i] = value
    elif S[place + 1] + 2 > S[place]:
        fail(S, Flag.LIST_FULL)
    else:
        append(S, place, key)
        append(S, place, value)
    return 0


def pop_key(S: Memory, place: int, key: int) -> int:
    """Take a key, which must be there, away and return its value."""
    i = find_key(S, place, key)
    if i < 0:
        return fail(S, Flag.KEY)
    pop_at(S, place, i)
    return pop_at(S, place, i)


def pop_key_or(S: Memory, place: int, key: int, default: int) -> int:
    """Take a key away and return its value, or a default if it is not there."""
    return default if find_key(S, place, key) < 0 else pop_key(S, place, key)


def list_keys(S: Memory, place: int) -> int:
    """Return a list of the keys."""
    keys = open_list(S)
    for i in range(0, S[place + 1], 2):
        push(S, keys, S[place + 2 + i])
    return keys


def list_values(S: Memory, place: int) -> int:
    """Return a list of the values."""
    values = open_list(S)
    for i in range(0, S[place + 1], 2):
        push(S, values, S[place + 3 + i])
    return values


def equal_dicts(S: Memory, place: int, other: int) -> int:
    """Return whether two dicts have the same keys with the same values, in whatever order."""
    if S[place + 1] != S[other + 1]:
        return 0
    for i in range(0, S[place + 1], 2):
        at = find_key(S, other, S[place + 2 + i])
        if at < 0 or S[other + 3 + at] != S[place + 3 + i]:
            return 0
    return 1


# Direct dicts --------------------------------------------------------------------------------------------------------
def new_direct(S: Memory, keys: int) -> int:
    """Return an empty temporary dict for the keys 0 … keys - 1."""
    place = new_list(S, 3 * keys)
    if S[ERROR] == 0:
        S[place] = keys
        clear_direct(S, place)
    return place


def clear_direct(S: Memory, place: int) -> int:
    """Make a dict empty."""
    room = S[place]
    for i in range(place + 2 + room, place + 2 + 2 * room):
        S[i] = 0
    S[place + 1] = 0
    return 0


def has_direct(S: Memory, place: int, key: int) -> int:
    """Return whether a key is in a dict."""
    if key < 0 or key >= S[place]:
        return 0
    return S[place + 2 + S[place] + key] != 0


def direct_at(S: Memory, place: int, key: int) -> int:
    """Return the value of a key, which must be there."""
    if has_direct(S, place, key) == 0:
        return fail(S, Flag.KEY)
    return S[place + 2 + 2 * S[place] + key]


def get_direct(S: Memory, place: int, key: int, default: int) -> int:
    """Return the value of a key, or a default if it is not there."""
    return S[place + 2 + 2 * S[place] + key] if has_direct(S, place, key) else default


def set_direct(S: Memory, place: int, key: int, value: int) -> int:
    """Set the value of a key, which must be in the range of the dict."""
    room = S[place]
    if key < 0 or key >= room:
        return fail(S, Flag.LIST_FULL)
    if S[place + 2 + room + key] == 0:
        length = S[place + 1]
        S[place + 2 + length] = key
        S[place + 2 + room + key] = length + 1
        S[place + 1] = length + 1
    S[place + 2 + 2 * room + key] = value
    return 0


def pop_direct(S: Memory, place: int, key: int) -> int:
    """Take a key, which must be there, away and return its value."""
    if has_direct(S, place, key) == 0:
        return fail(S, Flag.KEY)
    room = S[place]
    at = S[place + 2 + room + key] - 1
    S[place + 2 + room + key] = 0
    last = S[place + 1] - 1
    for i in range(at, last):
        moved = S[place + 3 + i]
        S[place + 2 + i] = moved
        S[place + 2 + room + moved] = i + 1
    S[place + 1] = last
    return S[place + 2 + 2 * room + key]


def assign_direct(S: Memory, place: int, source: int) -> int:
    """Make a dict equal to another; return its place."""
    if S[place] == S[source]:
        for i in range(1, 2 + 3 * S[source]):
            S[place + i] = S[source + i]
        return place
    clear_direct(S, place)
    for i in range(S[source + 1]):
        key = S[source + 2 + i]
        set_direct(S, place, key, S[source + 2 + 2 * S[source] + key])
    return place


def copy_direct(S: Memory, source: int) -> int:
    """Return a temporary dict equal to another."""
    place = new_direct(S, S[source])
    return place if S[ERROR] else assign_direct(S, place, source)
