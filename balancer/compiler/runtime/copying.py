"""Deep copies: what has been copied, and sets as `copy.deepcopy` makes them."""

from balancer.compiler.block import ERROR, LIMIT, OBJECT
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.hashed_sets import SLOTS, add_hashed, new_hashed, next_member
from balancer.compiler.runtime.lists import copy_list, new_list

MAX_NESTED = 60  # parts within parts; Python's own recursion ends at about 240


def copy_object(S: Memory, original: int) -> int:
    """Return a new object with the attributes of another one; after an error that one, as code reads its lists."""
    place = S[LIMIT] if S[ERROR] else copy_list(S, original - OBJECT)
    return OBJECT + place if place < S[LIMIT] else original  # the limit: there is no room


def begin_copies(S: Memory) -> int:
    """Return an empty chain of what has been copied: its first link, and how deep the copy is."""
    chain = new_list(S, 2)
    S[chain + 2] = 0
    S[chain + 3] = 0
    return chain


def find_copy(S: Memory, chain: int, original: int) -> int:
    """Return the copy of an original; -1 if there is none."""
    link = S[chain + 2]
    while link > 0 and S[ERROR] == 0:
        if S[link + 2] == original:
            return S[link + 3]
        link = S[link + 4]
    return -1


def note_copy(S: Memory, chain: int, original: int, copied: int) -> int:
    """Note the copy of an original, whose parts are copied next."""
    link = new_list(S, 3)
    if S[ERROR]:
        return 0
    S[link + 2] = original
    S[link + 3] = copied
    S[link + 4] = S[chain + 2]
    S[chain + 2] = link
    S[chain + 3] = S[chain + 3] + 1
    if S[chain + 3] > MAX_NESTED:
        fail(S, ErrorFlag.TOO_DEEP)
    return 0


def rebuilt_hashed(S: Memory, source: int, more: int) -> int:
    """Return a new set of the members of another, added one by one in its order, with room for more."""
    if S[ERROR]:
        return source
    place = new_hashed(S, S[source + 1], more)
    i = next_member(S, source, 0)
    while i >= 0:
        add_hashed(S, place, S[source + SLOTS + 2 * i], S[source + SLOTS + 2 * i + 1])
        i = next_member(S, source, i + 1)
    return place
