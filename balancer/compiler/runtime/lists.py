"""Lists: at a place p are the room S[p], the length S[p + 1] and the items from S[p + 2] on.  Errors raise a flag.

Lists that a game stores have a room of their own.  Temporary lists are on a stack whose top is S[TOP]; code that makes
them resets the top.  An open list is always the last one on the stack and grows freely.
"""

from typing import Final

from balancer.compiler.block import ERROR, LIMIT, NONE, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import MATCHED, count_bits, match_words, trailing_zeros
from balancer.compiler.runtime.arithmetic import add, fail, subtract

SCANNED: Final = 3  # lists of at most so many items are searched one by one


# Making them ---------------------------------------------------------------------------------------------------------
def new_list(S: Memory, room: int) -> int:
    """Return the place of a new temporary list, empty, with room for a number of items."""
    place = S[TOP]
    if room > S[LIMIT] - place - 2:
        fail(S, ErrorFlag.MEMORY_FULL)
        place = S[LIMIT]
        room = 0
    else:
        S[TOP] = place + room + 2
    S[place] = room
    S[place + 1] = 0
    return place


def new_zeros(S: Memory, count: int) -> int:
    """Return a list of zeros of a length."""
    place = new_list(S, count)
    if S[ERROR] == 0:
        for _ in range(count):
            append(S, place, 0)
    return place


def open_list(S: Memory) -> int:
    """Return the place of a new temporary list that grows by `push`, or by writing to it and closing it."""
    place = S[TOP]
    if place + 2 > S[LIMIT]:
        fail(S, ErrorFlag.MEMORY_FULL)
        place = S[LIMIT]
    else:
        S[TOP] = place + 2
    S[place] = 0
    S[place + 1] = 0
    return place


def push(S: Memory, place: int, item: int) -> int:
    """Add an item to an open list; temporary lists made since then are freed."""
    length = S[place + 1]
    end = place + 2 + length
    if end >= S[LIMIT]:
        return fail(S, ErrorFlag.MEMORY_FULL)
    S[end] = item
    S[place] = length + 1
    S[place + 1] = length + 1
    S[TOP] = end + 1
    return 0


def push_all(S: Memory, place: int, source: int) -> int:
    """Add the items of a list made before to an open list; temporary lists made since then are freed."""
    begin = place + 2 + S[place + 1]
    more = S[source + 1]
    if more >= S[LIMIT] - begin:
        return fail(S, ErrorFlag.MEMORY_FULL)
    for i in range(more):
        S[begin + i] = S[source + 2 + i]
    return close_list(S, place, begin + more)


def close_list(S: Memory, place: int, end: int) -> int:
    """Set the length of an open list whose items were written up to `end`, none of them beyond S[LIMIT]."""
    if end >= S[LIMIT]:
        return fail(S, ErrorFlag.MEMORY_FULL)
    S[place] = end - place - 2
    S[place + 1] = end - place - 2
    S[TOP] = end
    return 0


def assign_list(S: Memory, place: int, source: int) -> int:
    """Make the items of a list those of another; return its place."""
    length = S[source + 1]
    if length > S[place]:
        fail(S, ErrorFlag.LIST_FULL)
        return place
    for i in range(length):
        S[place + 2 + i] = S[source + 2 + i]
    S[place + 1] = length
    return place


def copy_list(S: Memory, source: int) -> int:
    """Return a temporary list with the items of another."""
    return copy_with_room(S, source, 0)


def copy_with_room(S: Memory, source: int, more: int) -> int:
    """Return a temporary list with the items of another and room for more."""
    place = new_list(S, S[source + 1] + more)
    return place if S[ERROR] else assign_list(S, place, source)


def keep_list(S: Memory, base: int, source: int) -> int:
    """Free all temporary lists from `base` on except one, which moves there; return its place."""
    if source < base:
        S[TOP] = base
        return source
    length = S[source + 1]
    if source > base:
        for i in range(length):
            S[base + 2 + i] = S[source + 2 + i]
    S[base] = length
    S[base + 1] = length
    S[TOP] = base + 2 + length
    return base


def make_range(S: Memory, begin: int, end: int, step: int) -> int:
    """Return a list of the numbers of a range."""
    length = range_length(S, begin, end, step)
    place = new_list(S, length)
    if S[ERROR]:
        return place
    for i in range(length):
        S[place + 2 + i] = begin
        begin = begin + step
    S[place + 1] = length
    return place


def range_length(S: Memory, begin: int, end: int, step: int) -> int:
    """Return how many numbers a range has."""
    if step == 0:
        return fail(S, ErrorFlag.STEP_ZERO)
    if step > 0:
        return (subtract(S, end, begin) - 1) // step + 1 if begin < end else 0
    return (subtract(S, end, begin) + 1) // step + 1 if begin > end else 0


# Looking for items ---------------------------------------------------------------------------------------------------
def has_item(S: Memory, place: int, item: int) -> int:
    """Return whether a list holds an item."""
    return find_item(S, place, item) >= 0


def find_item(S: Memory, place: int, item: int) -> int:
    """Return the index of the first item that equals one; -1 if none does."""
    return find_word(S, place + 2, S[place + 1], item)


def find_word(S: Memory, first: int, length: int, word: int) -> int:
    """Return the index of the first of `length` words from a place on that equals one; -1 if none does."""
    if length <= SCANNED:
        # One by one: several words at once would wait until those that were just written are in the cache.
        for i in range(length):
            if S[first + i] == word:
                return i
        return -1
    for begin in range(0, length, MATCHED):
        matching = match_words(S, first + begin, word)
        if matching:
            # The words behind the last one may match by chance.
            i = begin + trailing_zeros(matching)
            return i if i < length else -1
    return -1


def index_of(S: Memory, place: int, item: int) -> int:
    """Return the index of the first item that equals one, which must be there."""
    i = find_item(S, place, item)
    return fail(S, ErrorFlag.NOT_IN_LIST) if i < 0 else i


def count_item(S: Memory, place: int, item: int) -> int:
    """Return the number of items of a list that equal one."""
    length = S[place + 1]
    count = 0
    if length <= SCANNED:
        for i in range(place + 2, place + 2 + length):
            count = count + (S[i] == item)
        return count
    whole = length - length % MATCHED
    for begin in range(0, whole, MATCHED):
        count = count + count_bits(match_words(S, place + 2 + begin, item))
    return count + count_bits(match_words(S, place + 2 + whole, item) & (1 << length - whole) - 1)


def equal_lists(S: Memory, place: int, other: int) -> int:
    """Return whether two lists have equal items in the same order."""
    length = S[place + 1]
    if length != S[other + 1]:
        return 0
    for i in range(length):
        if S[place + 2 + i] != S[other + 2 + i]:
            return 0
    return 1


def compare_lists(S: Memory, place: int, other: int) -> int:
    """Return -1, 0 or 1: a list is less than, equal to or greater than another, by items, then by length."""
    length = S[place + 1]
    for i in range(min(length, S[other + 1])):
        if S[place + 2 + i] != S[other + 2 + i]:
            return -1 if S[place + 2 + i] < S[other + 2 + i] else 1
    return (length > S[other + 1]) - (length < S[other + 1])


def sum_list(S: Memory, place: int) -> int:
    """Return the sum of whole numbers."""
    total = 0
    for i in range(place + 2, place + 2 + S[place + 1]):
        total = add(S, total, S[i])
    return total


def max_of(S: Memory, place: int) -> int:
    """Return the largest item; an empty list raises a flag."""
    if S[place + 1] < 1:
        return fail(S, ErrorFlag.EMPTY)
    best = S[place + 2]
    for i in range(place + 3, place + 2 + S[place + 1]):
        if S[i] > best:
            best = S[i]
    return best


def min_of(S: Memory, place: int) -> int:
    """Return the smallest item; an empty list raises a flag."""
    if S[place + 1] < 1:
        return fail(S, ErrorFlag.EMPTY)
    best = S[place + 2]
    for i in range(place + 3, place + 2 + S[place + 1]):
        if S[i] < best:
            best = S[i]
    return best


# Items by index ------------------------------------------------------------------------------------------------------
def item_at(S: Memory, place: int, i: int) -> int:
    """Return the item at an index, from the end if it is negative."""
    if i < 0:
        i = i + S[place + 1]
    if i < 0 or i >= S[place + 1]:
        return fail(S, ErrorFlag.INDEX)
    return S[place + 2 + i]


def index_of_place(S: Memory, place: int, begin: int, step: int, count: int) -> int:
    """Return the index of a place in a range of places, as the item of a tally is called; others raise a flag."""
    i = (place - begin) // step
    if i < 0 or i >= count or begin + i * step != place:
        return fail(S, ErrorFlag.INDEX)
    return i


def set_item(S: Memory, place: int, i: int, item: int) -> int:
    """Replace the item at an index."""
    if i < 0:
        i = i + S[place + 1]
    if i < 0 or i >= S[place + 1]:
        return fail(S, ErrorFlag.INDEX)
    S[place + 2 + i] = item
    return 0


def append(S: Memory, place: int, item: int) -> int:
    """Add an item at the end."""
    length = S[place + 1]
    if length >= S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    S[place + 2 + length] = item
    S[place + 1] = length + 1
    return 0


def pop_last(S: Memory, place: int) -> int:
    """Take the last item away and return it."""
    length = S[place + 1]
    if length < 1:
        return fail(S, ErrorFlag.INDEX)
    S[place + 1] = length - 1
    return S[place + 1 + length]


def pop_at(S: Memory, place: int, i: int) -> int:
    """Remove and return the item at an index.

    It stays in memory behind the end of the list: a list of lists will use the list there next.
    """
    length = S[place + 1]
    if i < 0:
        i = i + length
    if i < 0 or i >= length:
        return fail(S, ErrorFlag.INDEX)
    item = S[place + 2 + i]
    end = place + 1 + length
    for at in range(place + 2 + i, end):
        S[at] = S[at + 1]
    S[end] = item
    S[place + 1] = length - 1
    return item


def remove_item(S: Memory, place: int, item: int) -> int:
    """Take the first item away that equals one, which must be there."""
    i = find_item(S, place, item)
    if i < 0:
        return fail(S, ErrorFlag.NOT_IN_LIST)
    pop_at(S, place, i)
    return 0


def insert_item(S: Memory, place: int, i: int, item: int) -> int:
    """Insert an item before an index; an index out of range means the nearest end."""
    length = S[place + 1]
    if length >= S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    i = clip_index(i, length)
    for at in range(place + 2 + length, place + 2 + i, -1):
        S[at] = S[at - 1]
    S[place + 2 + i] = item
    S[place + 1] = length + 1
    return 0


def extend(S: Memory, place: int, other: int) -> int:
    """Add all items of a list at the end of another; both may be the same."""
    length = S[place + 1]
    more = S[other + 1]
    if length + more > S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    for i in range(more):
        S[place + 2 + length + i] = S[other + 2 + i]
    S[place + 1] = length + more
    return 0


def reverse_list(S: Memory, place: int) -> int:
    """Reverse a list; return its place."""
    i = place + 2
    j = place + 1 + S[place + 1]
    while i < j:
        item = S[i]
        S[i] = S[j]
        S[j] = item
        i = i + 1
        j = j - 1
    return place


# Parts and sums ------------------------------------------------------------------------------------------------------
def join_lists(S: Memory, place: int, other: int) -> int:
    """Return the concatenation of two lists."""
    joined = new_list(S, S[place + 1] + S[other + 1])
    if S[ERROR] == 0:
        extend(S, joined, place)
        extend(S, joined, other)
    return joined


def repeat_list(S: Memory, place: int, times: int) -> int:
    """Return a list with the items of another repeated; a negative number of times counts as 0."""
    if times < 0:
        times = 0
    room = 0
    if S[place + 1]:
        # The limit keeps the product within a word; more repetitions than words have no room anyway.
        room = S[LIMIT] if times > S[LIMIT] else S[place + 1] * times
    repeated = new_list(S, room)
    if S[ERROR] == 0 and room:
        for _ in range(times):
            extend(S, repeated, place)
    return repeated


def clip_index(i: int, length: int) -> int:
    """Return an index of a slice, counted from the end if it is negative, as a number 0 … length."""
    if i < 0:
        i = i + length
    if i < 0:
        return 0
    return min(i, length)


def clip_last(i: int, length: int) -> int:
    """Return an index of a slice that goes down, as a number -1 … length - 1."""
    if i < 0:
        i = i + length
    if i < 0:
        return -1
    return length - 1 if i >= length else i


def slice_list(S: Memory, place: int, begin: int, end: int) -> int:
    """Return the items of a slice without a step; NONE stands for an omitted part."""
    length = S[place + 1]
    begin = 0 if begin == NONE else clip_index(begin, length)
    end = length if end == NONE else clip_index(end, length)
    count = end - begin if end > begin else 0
    part = new_list(S, count)
    if S[ERROR]:
        return part
    for i in range(count):
        S[part + 2 + i] = S[place + 2 + begin + i]
    S[part + 1] = count
    return part


def slice_by_step(S: Memory, place: int, begin: int, end: int, step: int) -> int:
    """Return the items of a slice by a step; NONE stands for an omitted part."""
    length = S[place + 1]
    if step == NONE:
        step = 1
    if step == 0:
        return fail(S, ErrorFlag.STEP_ZERO)
    if step > 0:
        begin = 0 if begin == NONE else clip_index(begin, length)
        end = length if end == NONE else clip_index(end, length)
    else:
        begin = length - 1 if begin == NONE else clip_last(begin, length)
        end = -1 if end == NONE else clip_last(end, length)
    count = range_length(S, begin, end, step)
    part = new_list(S, count)
    if S[ERROR]:
        return part
    for i in range(count):
        S[part + 2 + i] = S[place + 2 + begin]
        begin = begin + step
    S[part + 1] = count
    return part


def delete_slice(S: Memory, place: int, begin: int, end: int) -> int:
    """Remove the items begin … end - 1; NONE stands for an omitted end."""
    length = S[place + 1]
    begin = 0 if begin == NONE else clip_index(begin, length)
    end = length if end == NONE else clip_index(end, length)
    if end > begin:
        for i in range(end, length):
            S[place + 2 + begin + i - end] = S[place + 2 + i]
        S[place + 1] = length - (end - begin)
    return 0


def replace_slice(S: Memory, place: int, begin: int, end: int, source: int) -> int:
    """Replace the items begin … end - 1 by those of another list; NONE stands for an omitted end."""
    length = S[place + 1]
    more = S[source + 1]
    begin = 0 if begin == NONE else clip_index(begin, length)
    end = length if end == NONE else clip_index(end, length)
    if end < begin:
        end = begin
    grown = length + more - (end - begin)
    if grown > S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    top = S[TOP]
    items = copy_list(S, source)  # which may be the list itself
    if S[ERROR]:
        return 0
    if more > end - begin:
        for i in range(length - 1, end - 1, -1):
            S[place + 2 + i + grown - length] = S[place + 2 + i]
    else:
        for i in range(end, length):
            S[place + 2 + i + grown - length] = S[place + 2 + i]
    for i in range(more):
        S[place + 2 + begin + i] = S[items + 2 + i]
    S[place + 1] = grown
    S[TOP] = top
    return 0


def turned_rows(S: Memory, rows: int) -> int:
    """Return a list of the columns of a list of lists, as many as the shortest of these is long."""
    count = 0
    for row in range(S[rows + 1]):
        length = S[S[rows + 2 + row] + 1]
        if row == 0 or length < count:
            count = length
    columns = new_list(S, count)
    for i in range(count):
        column = new_list(S, S[rows + 1])
        if S[ERROR]:
            return columns
        for row in range(S[rows + 1]):
            append(S, column, S[S[rows + 2 + row] + 2 + i])
        append(S, columns, column)
    return columns
