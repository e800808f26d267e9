"""Dicts as lists in which each key is followed by its value."""

from typing import Final

from balancer.compiler.block import ERROR
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import MATCHED, match_words, trailing_zeros
from balancer.compiler.runtime.arithmetic import add, fail, subtract
from balancer.compiler.runtime.lists import append, copy_with_room, open_list, pop_at, push

SCANNED_KEYS: Final = 6  # dicts of at most so many keys are searched one by one, as short lists are
KEYS: Final = sum(1 << bit for bit in range(0, MATCHED, 2))  # those of words compared at once that are keys


def find_key(S: Memory, place: int, key: int) -> int:
    """Return the place of a key among keys and values, from 0; -1 if the dict does not hold it."""
    length = S[place + 1]
    if length > 2 * SCANNED_KEYS:
        return match_key(S, place, key)
    for i in range(0, length, 2):
        if S[place + 2 + i] == key:
            return i
    return -1


def match_key(S: Memory, place: int, key: int) -> int:
    """Return the same as `find_key`, comparing several words at once."""
    length = S[place + 1]
    for begin in range(0, length, MATCHED):
        matching = match_words(S, place + 2 + begin, key) & KEYS
        if matching:
            # The words behind the end of the dict may match by chance.
            i = begin + trailing_zeros(matching)
            return i if i < length else -1
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
        return 0
    length = S[place + 1]
    if length + 2 > S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    S[place + 2 + length] = key
    S[place + 3 + length] = value
    S[place + 1] = length + 2
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


def equal_counts(S: Memory, place: int, other: int) -> int:
    """Return whether two Counters have the same counts, where a missing one is 0."""
    for i in range(0, S[place + 1], 2):
        if get_value(S, other, S[place + 2 + i], 0) != S[place + 3 + i]:
            return 0
    for i in range(0, S[other + 1], 2):
        if get_value(S, place, S[other + 2 + i], 0) != S[other + 3 + i]:
            return 0
    return 1


def join_dicts(S: Memory, place: int, other: int, more: int) -> int:
    """Return a dict with the keys and values of two, and room for more; those of the second replace the first's."""
    joined = copy_with_room(S, place, S[other + 1] + more)
    if S[ERROR] == 0:
        for i in range(0, S[other + 1], 2):
            set_value(S, joined, S[other + 2 + i], S[other + 3 + i])
    return joined


# Counters -------------------------------------------------------------------------------------------------------------
def by_count(S: Memory, place: int, most: int) -> int:
    """Return a Counter's items from the largest count on, equal ones as they were; most: how many, -1 for all."""
    ordered = copy_with_room(S, place, 0)
    if S[ERROR]:
        return ordered
    for i in range(2, S[ordered + 1], 2):
        key = S[ordered + 2 + i]
        count = S[ordered + 3 + i]
        at = i
        while at > 0 and S[ordered + 1 + at] < count:
            S[ordered + 2 + at] = S[ordered + at]
            S[ordered + 3 + at] = S[ordered + 1 + at]
            at = at - 2
        S[ordered + 2 + at] = key
        S[ordered + 3 + at] = count
    if most >= 0 and 2 * most < S[ordered + 1]:
        S[ordered + 1] = 2 * most
    return ordered


def counted_items(S: Memory, place: int) -> int:
    """Return a list with each item of a Counter as often as it counts."""
    items = open_list(S)
    for i in range(0, S[place + 1], 2):
        for _ in range(S[place + 3 + i]):
            push(S, items, S[place + 2 + i])
    return items


SUM = 0
DIFFERENCE = 1
LEAST = 2


def combine_counts(S: Memory, place: int, other: int, operation: int) -> int:
    """Return the Counter that an operator makes of two, as CPython does: only counts above 0 stay."""
    combined = copy_with_room(S, place, S[other + 1])
    if S[ERROR]:
        return combined
    S[combined + 1] = 0
    for i in range(0, S[place + 1], 2):
        key = S[place + 2 + i]
        keep_count(S, combined, key, combined_count(S, S[place + 3 + i], get_value(S, other, key, 0), operation))
    if operation != LEAST:
        for i in range(0, S[other + 1], 2):
            key = S[other + 2 + i]
            if find_key(S, place, key) < 0:
                keep_count(S, combined, key, combined_count(S, 0, S[other + 3 + i], operation))
    return combined


def combined_count(S: Memory, count: int, theirs: int, operation: int) -> int:
    """Return what an operator makes of two counts."""
    if operation == SUM:
        return add(S, count, theirs)
    if operation == DIFFERENCE:
        return subtract(S, count, theirs)
    return min(count, theirs) if operation == LEAST else max(count, theirs)


def keep_count(S: Memory, place: int, key: int, count: int) -> int:
    """Set the count of a key that a Counter does not hold yet, if it is above 0."""
    if count > 0:
        append(S, place, key)
        append(S, place, count)
    return 0
