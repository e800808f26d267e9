"""Sets as lists of different items, in any order; those that are iterated in order are in `hashed_sets.py`."""

from typing import Final

from balancer.compiler.block import ERROR
from balancer.compiler.flat import Memory
from balancer.compiler.runtime.lists import append, find_item, find_word, has_item, new_list, open_list, pop_at, push

RECENT: Final = 16  # items that were written just now: reading several at once would wait for them (`find_word`)


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
    """Return a list of the different items of another, each at its first occurrence."""
    place = new_list(S, S[source + 1])
    if S[ERROR]:
        return place
    length = 0
    for i in range(source + 2, source + 2 + S[source + 1]):
        item = S[i]
        at = 0
        if length > RECENT:
            at = find_word(S, place + 2, length, item)
        else:
            while at < length and S[place + 2 + at] != item:
                at = at + 1
        if at < 0 or at == length:
            S[place + 2 + length] = item
            length = length + 1
    S[place + 1] = length
    return place


def unite_sets(S: Memory, place: int, other: int) -> int:
    """Return the union of two sets."""
    united = new_list(S, S[place + 1] + S[other + 1])
    if S[ERROR]:
        return united
    for i in range(place + 2, place + 2 + S[place + 1]):
        add_to_set(S, united, S[i])
    for i in range(other + 2, other + 2 + S[other + 1]):
        add_to_set(S, united, S[i])
    return united


def subtract_sets(S: Memory, place: int, other: int) -> int:
    """Return the difference of two sets."""
    rest = open_list(S)
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]) == 0:
            push(S, rest, S[i])
    return rest


def intersect_sets(S: Memory, place: int, other: int) -> int:
    """Return the intersection of two sets."""
    both = open_list(S)
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]):
            push(S, both, S[i])
    return both


def differ_sets(S: Memory, place: int, other: int) -> int:
    """Return the symmetric difference of two sets."""
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
    """Return whether two sets have the same items, in any order."""
    return 1 if S[place + 1] == S[other + 1] and is_subset(S, place, other) else 0


def are_disjoint(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have no item in common."""
    for i in range(place + 2, place + 2 + S[place + 1]):
        if has_item(S, other, S[i]):
            return 0
    return 1
