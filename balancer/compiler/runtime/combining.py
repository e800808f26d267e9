"""Combinations, permutations and products of itertools, as lists of indices that are moved from one to the next.

A loop over all hands of three cards, whose indices start at S[indices + 2]:

    indices = first_combination(S, S[cards + 1], 3)
    more = S[indices + 1] == 3
    while more:
        ...
        more = next_combination(S, indices, S[cards + 1])
"""

from balancer.compiler.block import ERROR
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import has_item, new_list


def first_combination(S: Memory, n: int, k: int) -> int:
    """Return a list 0 … k - 1; an empty one if n items have no combination of k."""
    if k < 0:
        return fail(S, ErrorFlag.RAISED)
    place = new_list(S, k)
    if S[ERROR] == 0 and k <= n:
        for i in range(k):
            S[place + 2 + i] = i
        S[place + 1] = k
    return place


def next_combination(S: Memory, place: int, n: int) -> int:
    """Move a list of indices to the next combination of n items; return whether there is one."""
    k = S[place + 1]
    i = k - 1
    while i >= 0 and S[place + 2 + i] == n - k + i:
        i = i - 1
    if i < 0:
        return 0
    index = S[place + 2 + i] + 1
    for later in range(i, k):
        S[place + 2 + later] = index
        index = index + 1
    return 1


def first_product(S: Memory, n: int, k: int) -> int:
    """Return a list of k zeros; an empty one if there are no items to choose k from."""
    if k < 0:
        return fail(S, ErrorFlag.RAISED)
    place = new_list(S, k)
    if S[ERROR] == 0 and n > 0:
        for i in range(k):
            S[place + 2 + i] = 0
        S[place + 1] = k
    return place


def next_product(S: Memory, place: int, n: int) -> int:
    """Move a list of indices to the next product of n items with themselves; return whether there is one."""
    i = S[place + 1] - 1
    while i >= 0 and S[place + 2 + i] == n - 1:
        S[place + 2 + i] = 0
        i = i - 1
    if i < 0:
        return 0
    S[place + 2 + i] = S[place + 2 + i] + 1
    return 1


def next_permutation(S: Memory, place: int, n: int) -> int:
    """Move indices from `first_combination` to the next permutation of n items; return whether there is one."""
    i = S[place + 1] - 1
    index = 0
    while i >= 0:
        # The next index that no earlier place has; those behind begin with the smallest again.
        S[place + 1] = i
        index = S[place + 2 + i] + 1
        while index < n and has_item(S, place, index):
            index = index + 1
        if index < n:
            break
        i = i - 1
    if i < 0:
        return 0
    k = S[place]
    S[place + 2 + i] = index
    for later in range(i + 1, k):
        S[place + 1] = later
        index = 0
        while has_item(S, place, index):
            index = index + 1
        S[place + 2 + later] = index
    S[place + 1] = k
    return 1
