"""Slots of Python's own sets: where the members of a constant set lie, which decides the order of sets made of it."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

from balancer.compiler.errors import NotCompilable

EMPTY_SLOT: Final = object()
DUMMY_SLOT: Final = object()  # of a member that was removed
SMALLEST = 8  # slots, which lie in the set itself
ENTRY = 2 * ctypes.sizeof(ctypes.c_ssize_t)  # bytes of a slot: member and hash


def slots_of(members: set[Any] | frozenset[Any]) -> list[Any]:
    """Return the member in each slot of a set, EMPTY_SLOT or DUMMY_SLOT.  NotCompilable: it is no set of CPython.

    A set of CPython begins with its fill, its number of members, its mask and the address of its slots
    (Include/cpython/setobject.h); what is read must agree with what Python says of the set.
    """
    size = max(SMALLEST, (sys.getsizeof(members) - sys.getsizeof(set())) // ENTRY)
    fill, used, mask, table = (ctypes.c_ssize_t * 4).from_address(id(members) + object.__basicsize__)
    if used == len(members) and mask == size - 1:
        by_address = {0: EMPTY_SLOT} | {id(member): member for member in members}
        addresses = (ctypes.c_ssize_t * (2 * size)).from_address(table)[::2]
        slots = [by_address.get(address, DUMMY_SLOT) for address in addresses]
        order = [id(slot) for slot in slots if slot is not EMPTY_SLOT and slot is not DUMMY_SLOT]
        if order == [id(member) for member in members] and fill == size - slots.count(EMPTY_SLOT):
            return slots
    raise NotCompilable("the order of a constant set can't be read from this Python", "write `sorted(...)`")
