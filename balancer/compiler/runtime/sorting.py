"""Stable sorting as in Python: equal items keep their order, also in descending order.

Short lists by insertion; longer ones by merging from the bottom up, runs of RUN items first (Knuth, vol. 3, 5.2.4).
"""

from balancer.compiler.block import ERROR, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import copy_list, new_list

RUN = 24  # items of a run that is sorted by insertion


def sort_list(S: Memory, place: int) -> int:
    """Sort a list in ascending order; return its place."""
    if S[place + 1] > RUN:
        top = S[TOP]
        keys = copy_list(S, place)
        if S[ERROR] == 0:
            sort_by_keys(S, place, keys, 0)
        S[TOP] = top
        return place
    begin = place + 2
    for i in range(begin + 1, begin + S[place + 1]):
        item = S[i]
        j = i - 1
        while j >= begin and S[j] > item:
            S[j + 1] = S[j]
            j = j - 1
        S[j + 1] = item
    return place


def sort_by_keys(S: Memory, place: int, keys: int, descending: int) -> int:
    """Sort a list by another list of keys of the same length, which is sorted too; return the place of the list."""
    length = S[place + 1]
    if descending:
        # ~key turns the order round and, unlike -key, has a value for every key
        for i in range(keys + 2, keys + 2 + length):
            S[i] = ~S[i]
    for begin in range(0, length, RUN):
        end = min(length, begin + RUN)
        for i in range(begin + 1, end):
            item = S[place + 2 + i]
            key = S[keys + 2 + i]
            j = i - 1
            while j >= begin and S[keys + 2 + j] > key:
                S[place + 3 + j] = S[place + 2 + j]
                S[keys + 3 + j] = S[keys + 2 + j]
                j = j - 1
            S[place + 3 + j] = item
            S[keys + 3 + j] = key
    if length > RUN:
        merge_runs(S, place, keys, length)
    if descending:
        for i in range(keys + 2, keys + 2 + length):
            S[i] = ~S[i]
    return place


def check_no_ties(S: Memory, keys: int) -> int:
    """Raise a flag where two of the sorted keys are equal."""
    for i in range(keys + 2, keys + 1 + S[keys + 1]):
        if S[i] == S[i + 1]:
            return fail(S, ErrorFlag.SET_ORDER)
    return 0


def merge_runs(S: Memory, place: int, keys: int, length: int) -> int:
    """Merge sorted runs of RUN items until one is left."""
    top = S[TOP]
    spare = new_list(S, 2 * length)
    width = RUN
    while width < length and S[ERROR] == 0:
        begin = 0
        while begin + width < length:
            middle = begin + width
            end = min(length, middle + width)
            merge_two(S, place + 2, keys + 2, spare + 2, begin, middle, end)
            begin = end
        width = 2 * width
    S[TOP] = top
    return 0


def merge_two(S: Memory, items: int, keys: int, spare: int, begin: int, middle: int, end: int) -> int:
    """Merge two neighbouring runs; of equal keys that of the first comes first.  spare: room for the first run."""
    for i in range(begin, middle):
        S[spare + 2 * (i - begin)] = S[items + i]
        S[spare + 2 * (i - begin) + 1] = S[keys + i]
    first = spare
    first_end = spare + 2 * (middle - begin)
    second = middle
    to = begin
    while first < first_end:
        if second < end and S[keys + second] < S[first + 1]:
            S[items + to] = S[items + second]
            S[keys + to] = S[keys + second]
            second = second + 1
        else:
            S[items + to] = S[first]
            S[keys + to] = S[first + 1]
            first = first + 2
        to = to + 1
    return 0
