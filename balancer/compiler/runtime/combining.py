"""`itertools.combinations`, `permutations` and `product`, as lists of indices that are moved from one to the next.

indices = first_combination(S, S[cards + 1], 3)
more = S[indices + 1] == 3
while more:
…                                       # of the cards at S[indices + 2], S[indices + 3], S[indices + 4]
more = next_combination(S, indices, S[cards + 1])
"""

from balancer.compiler.block import ERROR, TOP
from balancer.compiler.flags import Flag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import has_item, new_list, open_list, push
from balancer.compiler.runtime.packing import pack_items


def first_combination(S: Memory, n: int, k: int) -> int:
    """Return a list 0 … k - 1; an empty one where n things have no combination of k."""
    if k < 0:
        return fail(S, Flag.RAISED)
    place = new_list(S, k)
    if S[ERROR] == 0 and k <= n:
        for i in range(k):
            S[place + 2 + i] = i
        S[place + 1] = k
    return place


def next_combination(S: Memory, place: int, n: int) -> int:
    """Move a list of indices to the next combination of n things; return whether there is one."""
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


def next_permutation(S: Memory, place: int, n: int) -> int:
    """Move a list of indices, begun by `first_combination`, to the next permutation of n things; return whether any."""
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


def first_product(S: Memory, k: int) -> int:
    """Return a list of k zeros."""
    place = new_list(S, k)
    if S[ERROR] == 0:
        for i in range(k):
            S[place + 2 + i] = 0
        S[place + 1] = k
    return place


def next_product(S: Memory, place: int, sizes: int) -> int:
    """Move a list of indices to the next tuple of a product, the last index first; return whether there is one."""
    i = S[place + 1] - 1
    while i >= 0:
        if S[place + 2 + i] + 1 < S[sizes + 2 + i]:
            S[place + 2 + i] = S[place + 2 + i] + 1
            return 1
        S[place + 2 + i] = 0
        i = i - 1
    return 0


def list_combinations(S: Memory, source: int, k: int) -> int:
    """Return a list of all combinations of k items, each packed as a tuple whose length varies."""
    result = open_list(S)
    n = S[source + 1]
    top = S[TOP]
    # Tuples are pushed over what is made for them, so that indices and items lie behind all tuples.
    count = count_combinations(S, n, k)
    room = new_list(S, count)
    indices = first_combination(S, n, k)
    items = new_list(S, k)
    more = 1 if S[ERROR] == 0 and count > 0 else 0
    made = 0
    while more:
        for i in range(k):
            S[items + 2 + i] = S[source + 2 + S[indices + 2 + i]]
        S[items + 1] = k
        S[room + 2 + made] = pack_items(S, items)
        made = made + 1
        more = next_combination(S, indices, n) if S[ERROR] == 0 else 0
    S[TOP] = top
    for i in range(made):
        push(S, result, S[room + 2 + i])
    return result


def count_combinations(S: Memory, n: int, k: int) -> int:
    """Return how many combinations of k things n things have; a flag where they would fill any memory."""
    if k < 0 or k > n:
        return 0
    count = 1
    for i in range(k):
        if count > 1 << 30:
            return fail(S, Flag.MEMORY_FULL)
        count = count * (n - i) // (i + 1)
    return count
