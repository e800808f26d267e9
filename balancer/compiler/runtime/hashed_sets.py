"""Sets with the hash table of CPython, so that they are iterated in its order (Objects/setobject.c, 3.11 to 3.13).

A place p has the room S[p] in words, the number of members S[p + 1], the mask (the number of slots - 1), the number of
slots that are not empty, the slot where `pop` looks next, and two words per slot: member and hash.  A removed member
leaves a dummy until the slots are laid out again.
"""

from typing import Final

from balancer.compiler.block import ERROR, NONE, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import as_word, shift_down, wrap_add, wrap_multiply, wrap_shift_up
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.gathering import UNSET
from balancer.compiler.runtime.lists import new_list
from balancer.compiler.runtime.results import is_moved, moved_to

EMPTY: Final = NONE  # None is no member: its hash is not the same in every process
DUMMY: Final = UNSET
MASK, FILL, FINGER, SLOTS = 2, 3, 4, 5  # places behind that of a set
HEADER = 3  # words of its room before the slots
SMALLEST = 8  # slots
LINEAR_PROBES = 9
PERTURB_SHIFT = 5
LARGE = 50_000  # members from which on tables grow to the double

# Hashes ---------------------------------------------------------------------------------------------------------------
MODULUS = (1 << 61) - 1
PRIME_1 = as_word(11400714785074694791)  # the primes of xxHash, as in Objects/tupleobject.c
PRIME_2 = as_word(14029467366897019727)
PRIME_5 = 2870177450012600261
LENGTH_MIX = PRIME_5 ^ 3527539


def hash_number(x: int) -> int:
    """Return the hash of a whole number: the remainder of its amount, with its sign; -2 in place of -1."""
    while x >= MODULUS:
        x = x - MODULUS
    while x <= -MODULUS:
        x = x + MODULUS
    return -2 if x == -1 else x


def mix_hash(mixed: int, item: int) -> int:
    """Return the hash of the first items of a tuple, with the hash of one item more; PRIME_5 is that of none."""
    mixed = wrap_add(mixed, wrap_multiply(item, PRIME_2))
    return wrap_multiply(wrap_shift_up(mixed, 31) | shift_down(mixed, 33), PRIME_1)


def end_hash(mixed: int, length: int) -> int:
    """Return the hash of a tuple of a length."""
    mixed = wrap_add(mixed, length ^ LENGTH_MIX)
    return 1546275796 if mixed == -1 else mixed


# Making them ----------------------------------------------------------------------------------------------------------
def slots_above(count: int) -> int:
    """Return the smallest number of slots above a number: a power of two."""
    size = SMALLEST
    while size <= count:
        size = size * 2
    return size


def slots_for(room: int) -> int:
    """Return the number of slots of a set that has grown to a number of members, at least two for each."""
    size = SMALLEST
    while 5 * room >= 3 * (size - 1):
        size = slots_above(4 * ((3 * (size - 1) + 4) // 5))
    return max(size, slots_above(2 * room))


def new_hashed(S: Memory, count: int, more: int) -> int:
    """Return a new empty set with room for a number of members in any table, and for more in most tables."""
    place = new_list(S, HEADER + 2 * max(slots_above(4 * count), slots_for(count + more)))
    if S[ERROR] == 0:
        S[place + FINGER] = 0
        lay_slots(S, place, SMALLEST)
    return place


def lay_slots(S: Memory, place: int, size: int) -> int:
    """Make a set empty, with a number of slots; its finger stays."""
    S[place + 1] = 0
    S[place + MASK] = size - 1
    S[place + FILL] = 0
    for at in range(place + SLOTS, place + SLOTS + 2 * size, 2):
        S[at] = EMPTY
    return 0


def resize_hashed(S: Memory, place: int, count: int) -> int:
    """Lay the table out again, without dummies, with more slots than a number."""
    size = slots_above(count)
    words = 2 * (S[place + MASK] + 1)
    if size == SMALLEST and words == 2 * SMALLEST and S[place + FILL] == S[place + 1]:
        return 0
    if HEADER + 2 * size > S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    top = S[TOP]
    old = new_list(S, words) + 2
    if S[ERROR]:
        return 0
    for i in range(words):
        S[old + i] = S[place + SLOTS + i]
    lay_slots(S, place, size)
    for at in range(old, old + words, 2):
        insert_clean(S, place, S[at], S[at + 1])
    S[TOP] = top
    return 0


def insert_clean(S: Memory, place: int, item: int, hash: int) -> int:  # noqa: A002  its name in setobject.c
    """Add a member to a table that does not hold it and has no dummies; EMPTY and DUMMY are none."""
    if item != EMPTY and item != DUMMY:
        at = -1 - find_hashed(S, place, item, hash)
        S[at] = item
        S[at + 1] = hash
        S[place + 1] = S[place + 1] + 1
        S[place + FILL] = S[place + FILL] + 1
    return 0


# Members --------------------------------------------------------------------------------------------------------------
def find_hashed(S: Memory, place: int, item: int, hash: int) -> int:  # noqa: A002
    """Return where a member lies; if it is none, -1 - the place for it.

    That is the last dummy on the way to the empty slot that ends the search, or this slot where there is no dummy.
    """
    mask = S[place + MASK]
    i = hash & mask
    perturb = hash
    dummy = 0
    while S[ERROR] == 0:
        at = place + SLOTS + 2 * i
        end = at + 2 * LINEAR_PROBES if i + LINEAR_PROBES <= mask else at
        while at <= end:
            other = S[at]
            if other == item:
                return at
            if other == EMPTY:
                return -1 - (at if dummy == 0 else dummy)
            if other == DUMMY:
                dummy = at
            at = at + 2
        perturb = shift_down(perturb, PERTURB_SHIFT)
        i = wrap_add(5 * i + 1, perturb) & mask
    return -1


def has_hashed(S: Memory, place: int, item: int, hash: int) -> int:  # noqa: A002
    """Return whether a set has a member."""
    return find_hashed(S, place, item, hash) >= 0


def add_hashed(S: Memory, place: int, item: int, hash: int) -> int:  # noqa: A002
    """Add a member unless it is there."""
    at = find_hashed(S, place, item, hash)
    if at >= 0 or S[ERROR]:
        return 0
    at = -1 - at
    is_empty = S[at] == EMPTY
    S[at] = item
    S[at + 1] = hash
    S[place + 1] = S[place + 1] + 1
    if is_empty:
        S[place + FILL] = S[place + FILL] + 1
        if 5 * S[place + FILL] >= 3 * S[place + MASK]:
            grow_hashed(S, place)
    return 0


def grow_hashed(S: Memory, place: int) -> int:
    """Lay the table out again with many slots for each member."""
    used = S[place + 1]
    return resize_hashed(S, place, 2 * used if used > LARGE else 4 * used)


def drop_hashed(S: Memory, place: int, item: int, hash: int) -> int:  # noqa: A002
    """Remove a member if it is there; return whether it was."""
    at = find_hashed(S, place, item, hash)
    if at < 0:
        return 0
    S[at] = DUMMY
    S[place + 1] = S[place + 1] - 1
    return 1


def pop_hashed(S: Memory, place: int) -> int:
    """Remove a member and return it: the first from the finger on."""
    if S[ERROR] or S[place + 1] == 0:
        return fail(S, ErrorFlag.KEY)
    i = next_member(S, place, S[place + FINGER] & S[place + MASK])
    if i < 0:
        i = next_member(S, place, 0)
    at = place + SLOTS + 2 * i
    item = S[at]
    S[at] = DUMMY
    S[place + 1] = S[place + 1] - 1
    S[place + FINGER] = i + 1
    return item


def next_member(S: Memory, place: int, i: int) -> int:
    """Return the first slot from i on that holds a member; -1 if none does."""
    if S[ERROR]:
        return -1
    mask = S[place + MASK]
    while i <= mask:
        item = S[place + SLOTS + 2 * i]
        if item != EMPTY and item != DUMMY:
            return i
        i = i + 1
    return -1


def list_members(S: Memory, place: int) -> int:
    """Return a list of the members in the order of the table."""
    if S[ERROR]:
        return new_list(S, 0)
    row = new_list(S, S[place + 1])
    i = next_member(S, place, 0)
    while i >= 0:
        S[row + 2 + S[row + 1]] = S[place + SLOTS + 2 * i]
        S[row + 1] = S[row + 1] + 1
        i = next_member(S, place, i + 1)
    return row


def clear_hashed(S: Memory, place: int) -> int:
    """Remove all members; the finger stays."""
    return 0 if S[ERROR] else lay_slots(S, place, SMALLEST)


# Two sets -------------------------------------------------------------------------------------------------------------
def presize_hashed(S: Memory, place: int, more: int) -> int:
    """Give a table slots for members that another set or a dict adds."""
    if S[ERROR] == 0 and 5 * (S[place + FILL] + more) >= 3 * S[place + MASK]:
        resize_hashed(S, place, 2 * (S[place + 1] + more))
    return 0


def merge_hashed(S: Memory, place: int, other: int) -> int:
    """Add all members of another set."""
    if S[ERROR] or place == other or S[other + 1] == 0:
        return 0
    presize_hashed(S, place, S[other + 1])
    if S[ERROR]:
        return 0
    words = 2 * (S[other + MASK] + 1)
    is_new = S[place + FILL] == 0
    if is_new and S[place + MASK] == S[other + MASK] and S[other + FILL] == S[other + 1]:
        copy_slots(S, place, other)
        return 0
    for at in range(other + SLOTS, other + SLOTS + words, 2):
        item = S[at]
        if item != EMPTY and item != DUMMY:
            if is_new:
                insert_clean(S, place, item, S[at + 1])
            else:
                add_hashed(S, place, item, S[at + 1])
    return 0


def copy_slots(S: Memory, place: int, other: int) -> int:
    """Give a set the members and slots of another, and its number of dummies; its finger stays."""
    words = 2 * (S[other + MASK] + 1)
    if HEADER + words > S[place]:
        return fail(S, ErrorFlag.LIST_FULL)
    S[place + 1] = S[other + 1]
    S[place + MASK] = S[other + MASK]
    S[place + FILL] = S[other + FILL]
    for i in range(SLOTS, SLOTS + words):
        S[place + i] = S[other + i]
    return 0


def copy_hashed(S: Memory, other: int, others: int, more: int) -> int:
    """Return a new set with the members of another, and room for others, and for more."""
    if S[ERROR]:
        return other
    place = new_hashed(S, S[other + 1] + others, more)
    merge_hashed(S, place, other)
    return place


def unite_hashed(S: Memory, place: int, other: int, more: int) -> int:
    """Return the union of two sets, with room for more."""
    if S[ERROR]:
        return place
    united = copy_hashed(S, place, S[other + 1], more)
    if place != other:
        merge_hashed(S, united, other)
    return united


def intersect_hashed(S: Memory, place: int, other: int, more: int) -> int:
    """Return the intersection of two sets, with room for more."""
    if S[ERROR] or place == other:
        return copy_hashed(S, place, 0, more)
    if S[other + 1] > S[place + 1]:
        smaller = place
        place = other
        other = smaller
    both = new_hashed(S, S[other + 1], more)
    i = next_member(S, other, 0)
    while i >= 0:
        at = other + SLOTS + 2 * i
        if has_hashed(S, place, S[at], S[at + 1]):
            add_hashed(S, both, S[at], S[at + 1])
        i = next_member(S, other, i + 1)
    return both


def subtract_hashed(S: Memory, place: int, other: int, more: int) -> int:
    """Return the difference of two sets, with room for more."""
    if S[ERROR]:
        return place
    if S[place + 1] >> 2 > S[other + 1]:
        rest = copy_hashed(S, place, 0, more)
        drop_members(S, rest, other)
        return rest
    rest = new_hashed(S, S[place + 1], more)
    i = next_member(S, place, 0)
    while i >= 0:
        at = place + SLOTS + 2 * i
        if has_hashed(S, other, S[at], S[at + 1]) == 0:
            add_hashed(S, rest, S[at], S[at + 1])
        i = next_member(S, place, i + 1)
    return rest


def differ_hashed(S: Memory, place: int, other: int, more: int) -> int:
    """Return the symmetric difference of two sets, with room for more."""
    if S[ERROR]:
        return place
    differing = copy_hashed(S, other, S[place + 1], more)
    change_members(S, differing, place)
    return differing


def drop_members(S: Memory, place: int, other: int) -> int:
    """Remove all members of another set."""
    if place == other:
        return clear_hashed(S, place)
    i = next_member(S, other, 0)
    while i >= 0:
        at = other + SLOTS + 2 * i
        drop_hashed(S, place, S[at], S[at + 1])
        i = next_member(S, other, i + 1)
    return drop_dummies(S, place)


def drop_dummies(S: Memory, place: int) -> int:
    """Lay a table out again if more than a quarter of it are dummies."""
    if S[ERROR] == 0 and S[place + FILL] - S[place + 1] > S[place + MASK] // 4:
        grow_hashed(S, place)
    return 0


def keep_members(S: Memory, place: int, other: int) -> int:
    """Remove all members that are not in another set."""
    top = S[TOP]
    both = intersect_hashed(S, place, other, 0)
    if S[ERROR] == 0:
        copy_slots(S, place, both)
    S[TOP] = top
    return 0


def change_members(S: Memory, place: int, other: int) -> int:
    """Remove the members that are in another set, too, and add its others."""
    if place == other:
        return clear_hashed(S, place)
    i = next_member(S, other, 0)
    while i >= 0:
        at = other + SLOTS + 2 * i
        if drop_hashed(S, place, S[at], S[at + 1]) == 0:
            add_hashed(S, place, S[at], S[at + 1])
        i = next_member(S, other, i + 1)
    return 0


# Memory ---------------------------------------------------------------------------------------------------------------
def words_of_hashed(S: Memory, place: int) -> int:
    """Return the number of words from a place on that a set uses."""
    return SLOTS + 2 * (S[place + MASK] + 1)


def keep_hashed(S: Memory, base: int, source: int) -> int:
    """Free all temporary lists from `base` on except a set, which moves there; return its place."""
    if source < base or S[ERROR]:
        S[TOP] = base
        return source
    words = words_of_hashed(S, source)
    for i in range(1, words):
        S[base + i] = S[source + i]
    S[base] = words - 2
    S[TOP] = base + words
    return base


def move_hashed(S: Memory, place: int) -> int:
    """Copy a set to the end of the new memory, unless that was done; return its place there (see `move_list`)."""
    if is_moved(S, place):
        return moved_to(S, place)
    to = S[TOP]
    for i in range(words_of_hashed(S, place)):
        S[to + i] = S[place + i]
    S[TOP] = to + 2 + S[place]
    S[place] = -to
    return to


def same_hashed(S: Memory, place: int, other: int) -> int:
    """Return whether two sets have the same members in the same slots, so that they will always have the same order."""
    if S[place + MASK] != S[other + MASK]:
        return 0
    for i in range(1, words_of_hashed(S, place)):
        is_hash = i > SLOTS and (i - SLOTS) % 2 == 1
        if is_hash == 0 and S[place + i] != S[other + i]:
            return 0
    return 1
