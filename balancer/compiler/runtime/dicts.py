"""Dicts as lists in which each key is followed by its value."""

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import append, open_list, pop_at, push


def find_key(S: Memory, place: int, key: int) -> int:
    """Return the place of a key among keys and values, from 0; -1 if the dict does not hold it."""
    for i in range(0, S[place + 1], 2):
        if S[place + 2 + i] == key:
            return i
    return -1


def value_at(S: Memory, place: int, key: int) -> int:
    """Return the value of a key, which must be there."""
    i = find_key(S, place, key)
    return fail(S, ErrorFlag.KEY) if i < 0 else S[place + 3 + i]


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
        fail(S, ErrorFlag.LIST_FULL)
    else:
        append(S, place, key)
        append(S, place, value)
    return 0


def pop_key(S: Memory, place: int, key: int) -> int:
    """Take a key, which must be there, away and return its value."""
    i = find_key(S, place, key)
    if i < 0:
        return fail(S, ErrorFlag.KEY)
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
