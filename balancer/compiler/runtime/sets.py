"""Sets, as lists without equals in the order in which items came; and sets of small numbers, as bits.

A set of bits at a place p: S[p] how many words, S[p + 1] how many members, S[p + 2] … the words.
"""

from balancer.compiler.block import ERROR
from balancer.compiler.flags import Flag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import count_ones, trailing_zeros, wrap_shift_up
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import append, find_item, has_item, new_list, open_list, pop_at, push


# Sets as lists -------------------------------------------------------------------------------------------------------
def add_to_set(S: Memory, place: int, item: int) -> int:
    """Add an item unless it is there."""
    if has_item(S, place, item) == 0:
        append(S, place, item)
    return 0


def discard_item(S: Memory, place: int, item: int) -> int:
    """Take an item away if it is there."""
    i = find_item(S, place, item)
    if i >= 0:
        pop_at(S, place, i)
    return 0


def unique_items(S: Memory, source: int) -> int:
    """Return a list of the different items of another, in the order in which they first come."""
    place = new_list(S, S[source + 1])
    if S[ERROR]:
        return place
    for i in range(source + 2, source + 2 + S[source + 1]):
        item = S[i]
        if has_item(S, place, item) == 0:
            S[place + 2 + S[place + 1]] = item
            S[place + 1] = S[place + 1] + 1
    return place


def unite_sets(S: Memory, place: int, other: int) -> int:
    """Return a set of what is in either of two."""
    united = new_list(S, S[place + 1] + S[other + 1])
    if S[ERROR]:
        return united
    for i in range(place + 2, place + 2 + S[place + 1]):
        add_to_set(S, united, S[i])
    for i in range(other + 2, other + 2 + S[other + 1]):
        add_to_set(S, united, S[i])
    return united


def subtract_sets(S: Memory, place: int, other: int) -> int:
    """Return a set of what is in the first of two, but not in the second."""
    rest = open_list(S)
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]) == 0:
            push(S, rest, S[i])
    return rest


def intersect_sets(S: Memory, place: int, other: int) -> int:
    """Return a set of what is in both of two."""
    both = open_list(S)
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]):
            push(S, both, S[i])
    return both


def differ_sets(S: Memory, place: int, other: int) -> int:
    """Return a set of what is in one of two, but not in the other."""
    differing = open_list(S)
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]) == 0:
            push(S, differing, S[i])
    for i in range(other + 2, other + 2 + S[other + 1]):
        if has_item(S, place, S[i]) == 0:
            push(S, differing, S[i])
    return differing


def is_subset(S: Memory, place: int, other: int) -> int:
    """Return whether all items of a set are in another."""
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]) == 0:
            return 0
    return 1


def equal_sets(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have the same items, in whatever order."""
    return 1 if S[place + 1] == S[other + 1] and is_subset(S, place, other) else 0


def are_disjoint(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have no item in common."""
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]):
            return 0
    return 1


# Sets as bits --------------------------------------------------------------------------------------------------------
def new_bits(S: Memory, words: int) -> int:
    """Return an empty temporary set of the numbers 0 … 64 * words - 1."""
    place = new_list(S, words)
    if S[ERROR] == 0:
        clear_bits(S, place)
    return place


def clear_bits(S: Memory, place: int) -> int:
    """Make a set empty."""
    for i in range(place + 2, place + 2 + S[place]):
        S[i] = 0
    S[place + 1] = 0
    return 0


def has_bit(S: Memory, place: int, member: int) -> int:
    """Return whether a number is in a set."""
    if member < 0 or member >= S[place] << 6:
        return 0
    return S[place + 2 + (member >> 6)] >> (member & 63) & 1


def add_bit(S: Memory, place: int, member: int) -> int:
    """Add a number, which must be in the range of the set."""
    if member < 0 or member >= S[place] << 6:
        return fail(S, Flag.LIST_FULL)
    word = S[place + 2 + (member >> 6)]
    added = word | wrap_shift_up(1, member & 63)
    S[place + 2 + (member >> 6)] = added
    S[place + 1] = S[place + 1] + (added != word)
    return 0


def discard_bit(S: Memory, place: int, member: int) -> int:
    """Take a number away if it is there; return whether it was."""
    if has_bit(S, place, member) == 0:
        return 0
    at = place + 2 + (member >> 6)
    S[at] = S[at] ^ wrap_shift_up(1, member & 63)
    S[place + 1] = S[place + 1] - 1
    return 1


def remove_bit(S: Memory, place: int, member: int) -> int:
    """Take a number away, which must be there."""
    if discard_bit(S, place, member) == 0:
        return fail(S, Flag.KEY)
    return 0


def next_bit(S: Memory, place: int, least: int) -> int:
    """Return the smallest member from a number on, -1 if there is none; least: not negative."""
    i = least >> 6
    if i >= S[place]:
        return -1
    word = S[place + 2 + i] >> (least & 63)
    if word:
        return least + trailing_zeros(word)
    for later in range(i + 1, S[place]):
        if S[place + 2 + later]:
            return (later << 6) + trailing_zeros(S[place + 2 + later])
    return -1


def assign_bits(S: Memory, place: int, source: int) -> int:
    """Make a set equal to another; return its place."""
    clear_bits(S, place)
    return join_bits(S, place, source)


def copy_bits(S: Memory, source: int) -> int:
    """Return a temporary set equal to another."""
    place = new_list(S, S[source])
    if S[ERROR] == 0:
        for i in range(1, 2 + S[source]):
            S[place + i] = S[source + i]
    return place


def join_bits(S: Memory, place: int, other: int) -> int:
    """Add the members of another set; return the place of the set."""
    count = 0
    for i in range(S[place]):
        word = S[place + 2 + i]
        if i < S[other]:
            word = word | S[other + 2 + i]
            S[place + 2 + i] = word
        count = count + count_ones(word)
    S[place + 1] = count
    for i in range(S[place], S[other]):
        if S[other + 2 + i]:
            fail(S, Flag.LIST_FULL)
    return place


def meet_bits(S: Memory, place: int, other: int) -> int:
    """Keep the members that another set has, too; return the place of the set."""
    count = 0
    for i in range(S[place]):
        word = S[place + 2 + i] & S[other + 2 + i] if i < S[other] else 0
        S[place + 2 + i] = word
        count = count + count_ones(word)
    S[place + 1] = count
    return place


def subtract_bits(S: Memory, place: int, other: int) -> int:
    """Take the members of another set away; return the place of the set."""
    count = 0
    for i in range(S[place]):
        word = S[place + 2 + i]
        if i < S[other]:
            word = word & ~S[other + 2 + i]
            S[place + 2 + i] = word
        count = count + count_ones(word)
    S[place + 1] = count
    return place


def is_bits_subset(S: Memory, place: int, other: int) -> int:
    """Return whether all members of a set are in another."""
    for i in range(S[place]):
        if S[place + 2 + i] & ~(S[other + 2 + i] if i < S[other] else 0):
            return 0
    return 1


def equal_bits(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have the same members."""
    return 1 if S[place + 1] == S[other + 1] and is_bits_subset(S, place, other) else 0


def are_bits_disjoint(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have no member in common."""
    for i in range(min(S[other], S[place])):
        if S[place + 2 + i] & S[other + 2 + i]:
            return 0
    return 1


def list_bits(S: Memory, place: int, base: int) -> int:
    """Return a list of the members in ascending order, each with `base` added."""
    members = open_list(S)
    member = next_bit(S, place, 0)
    while member >= 0:
        push(S, members, member + base)
        member = next_bit(S, place, member + 1)
    return members
