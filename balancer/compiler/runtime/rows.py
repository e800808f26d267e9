"""Lists that are compared by their items: tuples of many items as keys and members, and lists in lists.

depth: 1 for rows of words, 2 for rows of such rows …  A constant dict with many rows as keys has an index behind its
items: the numbers of its keys in ascending order, found by binary search.
"""

from balancer.compiler.block import ARENA, ERROR, LIMIT
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.dicts import set_value
from balancer.compiler.runtime.lists import assign_list, compare_lists, equal_lists, new_list


def compare_rows(S: Memory, place: int, other: int, depth: int) -> int:
    """Return -1, 0 or 1: a row is less than, equal to or greater than another, by items, then by length."""
    return compare_lists(S, place, other) if depth == 1 else compare_nested(S, place, other, depth)


def compare_nested(S: Memory, place: int, other: int, depth: int) -> int:
    """Compare rows as `compare_rows` does, any depth of them."""
    if depth == 1:
        return compare_lists(S, place, other)
    length = S[place + 1]
    for i in range(min(length, S[other + 1])):
        sign = compare_nested(S, S[place + 2 + i], S[other + 2 + i], depth - 1)
        if sign != 0:
            return sign
    return (length > S[other + 1]) - (length < S[other + 1])


def equal_rows(S: Memory, place: int, other: int, depth: int) -> int:
    """Return whether two rows have equal items in the same order."""
    if place == other:
        return 1
    return equal_lists(S, place, other) if depth == 1 else compare_nested(S, place, other, depth) == 0


# Members --------------------------------------------------------------------------------------------------------------
def find_row(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the index of the first row of a list or set that has the items of another; -1 if none has."""
    length = S[row + 1]
    for i in range(S[place + 1]):
        other = S[place + 2 + i]
        # Most rows differ in their first words, so that few are compared as a whole.
        if S[other + 1] == length and (depth > 1 or S[other + 2] == S[row + 2] or length == 0):
            if equal_rows(S, other, row, depth):
                return i
    return -1


def index_of_row(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the index of the first row that has the items of another, which must be there."""
    i = find_row(S, place, row, depth)
    return fail(S, ErrorFlag.NOT_IN_LIST) if i < 0 else i


def count_row(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the number of rows of a list that have the items of another."""
    count = 0
    for i in range(place + 2, place + 2 + S[place + 1]):
        count = count + equal_rows(S, S[i], row, depth)
    return count


def same_member(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the row of a list or set that has the items of another; that other where there is none."""
    i = find_row(S, place, row, depth)
    return row if i < 0 else S[place + 2 + i]


def aligned_rows(S: Memory, place: int, other: int, depth: int) -> int:
    """Return a list of the rows of a list, those of a set in place of equal ones."""
    rows = new_list(S, S[other + 1])
    if S[ERROR]:
        return rows
    for i in range(S[other + 1]):
        S[rows + 2 + i] = same_member(S, place, S[other + 2 + i], depth)
    S[rows + 1] = S[other + 1]
    return rows


def unique_rows(S: Memory, source: int, depth: int) -> int:
    """Return a list of the rows of another that have different items, each at its first occurrence."""
    place = new_list(S, S[source + 1])
    if S[ERROR]:
        return place
    for i in range(source + 2, source + 2 + S[source + 1]):
        if find_row(S, place, S[i], depth) < 0:
            S[place + 2 + S[place + 1]] = S[i]
            S[place + 1] = S[place + 1] + 1
    return place


def rank_rows(S: Memory, rows: int, depth: int) -> int:
    """Replace each row of a list by the number of smaller rows, as the key for sorting."""
    ranks = new_list(S, S[rows + 1])
    if S[ERROR]:
        return 0
    for i in range(S[rows + 1]):
        rank = 0
        for j in range(rows + 2, rows + 2 + S[rows + 1]):
            rank = rank + (compare_rows(S, S[j], S[rows + 2 + i], depth) < 0)
        S[ranks + 2 + i] = rank
    S[ranks + 1] = S[rows + 1]
    return assign_list(S, rows, ranks)


# Keys -----------------------------------------------------------------------------------------------------------------
def find_row_key(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the place of a key with the items of a row among keys and values, from 0; -1 if there is none."""
    if place < S[ARENA] and S[place] > S[place + 1]:
        index = place + 2 + S[place + 1]
        low = 0
        high = S[place + 1] // 2
        while low < high:
            middle = (low + high) // 2
            sign = compare_rows(S, S[place + 2 + 2 * S[index + middle]], row, depth)
            if sign == 0:
                return 2 * S[index + middle]
            if sign < 0:
                low = middle + 1
            else:
                high = middle
        return -1
    for i in range(0, S[place + 1], 2):
        if equal_rows(S, S[place + 2 + i], row, depth):
            return i
    return -1


def value_at_row(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the value of the key with the items of a row, which must be there."""
    i = find_row_key(S, place, row, depth)
    return fail(S, ErrorFlag.KEY) if i < 0 else S[place + 3 + i]


def value_at_row_or(S: Memory, place: int, row: int, default: int, depth: int) -> int:
    """Return the value of the key with the items of a row, or a default if there is none."""
    i = find_row_key(S, place, row, depth)
    return default if i < 0 else S[place + 3 + i]


def stack_take_rows(S: Memory, end: int, more: int, depth: int) -> int:
    """Return a dict of the keys, which are rows, and values pushed in turn since the stack began at `end`."""
    length = end - S[LIMIT]
    place = new_list(S, length + more)
    if S[ERROR] == 0:
        for i in range(0, length, 2):
            set_value(S, place, same_key(S, place, S[end - 1 - i], depth), S[end - 2 - i])
    S[LIMIT] = end
    return place


def count_rows(S: Memory, source: int, more: int, depth: int) -> int:
    """Return a dict with the number of times each row, by its items, is in a list."""
    place = new_list(S, 2 * S[source + 1] + more)
    if S[ERROR] == 0:
        for i in range(source + 2, source + 2 + S[source + 1]):
            key = same_key(S, place, S[i], depth)
            set_value(S, place, key, 1 + value_at_row_or(S, place, key, 0, depth))
    return place


def same_key(S: Memory, place: int, row: int, depth: int) -> int:
    """Return the key of a dict that has the items of a row; that row where there is none."""
    i = find_row_key(S, place, row, depth)
    return row if i < 0 else S[place + 2 + i]
