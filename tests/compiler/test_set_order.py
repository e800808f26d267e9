"""Sets with a table against Python's own: the same members in the same order, after any operations."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from balancer.compiler.block import TOP
from balancer.compiler.runtime import hashed_sets
from balancer.compiler.set_slots import DUMMY_SLOT, EMPTY_SLOT, slots_of
from tests.compiler.engines import engines

NAMES = (
    *("hash_number", "mix_hash", "end_hash", "new_hashed", "add_hashed", "drop_hashed", "pop_hashed", "clear_hashed"),
    *("has_hashed", "list_members", "presize_hashed", "merge_hashed", "keep_members", "drop_members", "drop_dummies"),
    *("change_members", "unite_hashed", "intersect_hashed", "subtract_hashed", "differ_hashed", "copy_hashed"),
    *("move_hashed", "keep_hashed", "same_hashed"),
)
OPERATORS: dict[str, Callable[..., Any]] = {
    "unite_hashed": set.__or__,
    "intersect_hashed": set.__and__,
    "subtract_hashed": set.__sub__,
    "differ_hashed": set.__xor__,
}
IN_PLACE: dict[str, Callable[..., Any]] = {
    "merge_hashed": set.__ior__,
    "keep_members": set.__iand__,
    "drop_members": set.__isub__,
    "change_members": set.__ixor__,
}
ITEMS = {
    "small": lambda draw: draw.randrange(-9, 30),
    "far": lambda draw: draw.choice((-1, 1)) * draw.randrange(1 << draw.randrange(1, 62)),
    "cards": lambda draw: (1 << 30) + draw.randrange(60),
    "cells": lambda draw: (draw.randrange(-2, 7), draw.randrange(7)),
    "nested": lambda draw: ((draw.randrange(3), draw.randrange(-2, 4)), draw.randrange(3)),
}
ROOM = 120


class Sets:
    """Three sets of Python, and those of the same members in a block."""

    def __init__(self, kind, seed, sets):
        self.draw, self.kind, self.sets = random.Random(f"{kind} {seed}"), kind, sets
        self.words, self.members = {}, {}
        self.real: list[set[Any]] = [set() for _ in range(3)]
        self.places = [sets.call("new_hashed", ROOM, 0) for _ in range(3)]

    def item(self):
        return ITEMS[self.kind](self.draw)

    def word(self, item):
        """Return the word of an item: itself, or that of a tuple."""
        if not isinstance(item, tuple):
            self.members[item] = item
            return item
        word = self.words.setdefault(item, (1 << 61) + len(self.words))
        self.members[word] = item
        return word

    def hash(self, item):
        if not isinstance(item, tuple):
            return self.sets.call("hash_number", item)
        mixed = hashed_sets.PRIME_5
        for each in item:
            mixed = self.sets.call("mix_hash", mixed, self.hash(each))
        return self.sets.call("end_hash", mixed, len(item))

    def each(self, helper, place, items):
        for item in items:
            assert self.hash(item) == hash(item)
            self.sets.call(helper, place, self.word(item), self.hash(item))

    def step(self):
        """Do the same to a set of Python and to its twin."""
        draw, sets = self.draw, self.sets
        i, j, k = (draw.randrange(3) for _ in range(3))
        real, place, other, other_place = self.real[i], self.places[i], self.real[j], self.places[j]
        items = [self.item() for _ in range(draw.randrange(12))]
        change = draw.choice(
            ["add"] * 6 + ["drop"] * 5 + ["pop", "copy", "list", "dict", "dropped", *OPERATORS, *IN_PLACE]
        )
        if len(real) > ROOM // 3:
            change = draw.choice(["clear", "dropped", "keep_members"])
        if change == "add":
            real.update(items[:5])
            self.each("add_hashed", place, items[:5])
        elif change == "drop":
            item = draw.choice([*real, self.item()])
            assert sets.call("has_hashed", place, self.word(item), hash(item)) == (item in real)
            real.discard(item)
            self.each("drop_hashed", place, [item])
        elif change == "pop" and real:
            assert self.word(real.pop()) == sets.call("pop_hashed", place)
        elif change == "clear":
            real.clear()
            sets.call("clear_hashed", place)
        elif change == "dict":
            real.update(dict.fromkeys(items))
            sets.call("presize_hashed", place, len(dict.fromkeys(items)))
            self.each("add_hashed", place, items)
        elif change == "dropped":
            items += list(real)[::2]
            real.difference_update(items)
            self.each("drop_hashed", place, items)
            sets.call("drop_dummies", place)
        elif change in IN_PLACE:
            IN_PLACE[change](real, other)
            sets.call(change, place, other_place)
        elif change == "list":
            real, place = set(items), sets.call("new_hashed", ROOM, 0)
            self.each("add_hashed", place, items)
            self.real[k], self.places[k] = real, place
        else:
            real = OPERATORS[change](real, other) if change in OPERATORS else real.copy()
            name = change if change in OPERATORS else "copy_hashed"
            arguments = [other_place] if change in OPERATORS else [ROOM]
            place = sets.call(name, place, *arguments, ROOM)
            self.real[k], self.places[k] = real, place
        row = sets.call("list_members", place)
        assert sets.flag == 0, change
        assert [self.members[word] for word in sets.items(row)] == list(real), change


class PythonSets:
    """The flat functions as Python runs them, with a memory that is large enough for many sets."""

    def __init__(self):
        self.functions, self.engines = engines(*NAMES).python, engines(*NAMES)
        self.engines.clear(room=2_000_000)
        self.S = self.engines.S

    def call(self, name, *words):
        memories = [] if name in {"hash_number", "mix_hash", "end_hash"} else [self.S]
        return self.functions[name](*memories, *words)

    @property
    def flag(self):
        return self.engines.flag

    def items(self, place):
        return self.engines.items(place)


@pytest.mark.parametrize("kind", ITEMS)
def test_any_operations_leave_the_order_of_python(kind):
    for seed in range(6):
        sets = Sets(kind, seed, PythonSets())
        for _ in range(250):
            sets.step()


@pytest.mark.parametrize("kind", ITEMS)
def test_machine_code_does_what_python_does(kind):
    sets = Sets(kind, 0, engines(*NAMES).clear(room=60_000))
    for _ in range(20):
        sets.step()


def test_sets_stay_as_they_are_where_they_are_moved():
    sets = engines(*NAMES).clear(room=8_000)
    base = sets.S[TOP]
    sets.call("new_hashed", 3, 0)
    place = sets.call("new_hashed", 20, 0)
    for item in range(7, 60, 7):
        sets.call("add_hashed", place, item, item)
    sets.call("drop_hashed", place, 14, 14)
    copy = sets.call("copy_hashed", place, 0, 0)
    before = list(sets.items(sets.call("list_members", place)))
    assert not sets.call("same_hashed", place, copy)  # its table is smaller
    kept = sets.call("keep_hashed", base, place)
    assert kept == base
    assert sets.items(sets.call("list_members", kept)) == before


def test_slots_are_read_from_sets():
    members = {(x, y) for x in range(5) for y in range(5)}
    members.discard((1, 1))
    slots = slots_of(members)
    assert [slot for slot in slots if slot not in (EMPTY_SLOT, DUMMY_SLOT)] == list(members)
    assert slots.count(DUMMY_SLOT) == 1
    assert len(slots) == 128
    assert slots_of({1, 2, -5})[3] == -5
    assert slots_of(frozenset()) == [EMPTY_SLOT] * 8
