"""Code of sets that are iterated in the order of Python's hash table (`runtime/hashed_sets.py`).

A set has such a table where the program iterates it in order, and where such a set is made of it; all others are rows
of their members.  Hashes of numbers, cards, players and tuples of them are the same in every process.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Callable

from balancer.compiler.classes import is_enum
from balancer.compiler.emitter import Several, Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import CONTAINERS, DICT, LIST, NONE, OBJECT, PLAYER, SET, TEXT, TUPLE, Type
from balancer.compiler.runtime.hashed_sets import PRIME_5, SLOTS
from balancer.compiler.tuples import Tuples

Body = Callable[[Value | Several], bool | None]  # returns whether it gives back the memory that it takes
LAST_PYTHON = (3, 13)  # whose sets are known
OPERATIONS: dict[type[ast.operator], tuple[str, str]] = {  # between two sets: a new one, and in place
    ast.BitOr: ("unite_hashed", "merge_hashed"),
    ast.BitAnd: ("intersect_hashed", "keep_members"),
    ast.Sub: ("subtract_hashed", "drop_members"),
    ast.BitXor: ("differ_hashed", "change_members"),
}


def varying_hash(value_type: Type) -> str:
    """Return what among values of a type has another hash in every process, or one that isn't computed; "": nothing."""
    if value_type.has(*CONTAINERS):
        return "a set, or a tuple of many items, in a set"
    if value_type.has(OBJECT):
        return "a member of an Enum" if is_enum(value_type.record) else "an object"
    if value_type.has(TEXT, NONE):
        return "a text" if value_type.has(TEXT) else "None"
    shape = value_type.shape and value_type.shape.root()
    if shape is None:
        return ""
    if shape.named and not _hashes_as_tuple(shape.named):
        return f"{shape.named.__name__}, which has its own `__hash__`,"
    return next(filter(None, (varying_hash(cell.type) for cell in shape.fields)), "")


def _hashes_as_tuple(named: type) -> bool:
    """Return whether the hash of an object is that of the tuple of its fields, and equal fields make it equal."""
    methods = [inspect.getattr_static(named, name) for name in ("__hash__", "__eq__")]
    if not dataclasses.is_dataclass(named):
        return methods == [vars(tuple)["__hash__"], vars(tuple)["__eq__"]]
    codes = [getattr(method, "__code__", None) for method in methods]
    are_made = all(code is not None and code.co_filename == "<string>" for code in codes)  # by `dataclass`
    return are_made and all(each.compare and each.hash is None for each in dataclasses.fields(named))


class Hashing(Tuples):
    """Writes the code of sets with tables."""

    def loop_row(self, row: Value, node: ast.AST, body: Body, stop: str) -> None:
        """Write a loop over a list, set or dict."""
        raise NotImplementedError

    def turns_commute(self, source: ast.AST) -> bool:
        """Return whether an expression is iterated by a `for` whose turns may come in any order."""
        raise NotImplementedError

    def order(self, set_type: Type, node: ast.AST) -> None:
        """Note that sets of a type are iterated in order.  NotCompilable: it is not the same in every process."""
        varying = varying_hash(set_type.elements)
        if varying and any(node is each for each in self.sorted_by_key):
            self.has_own_order = True
            return
        if varying and self.turns_commute(node):
            return
        if varying:
            what = f"the order of a set is not the same in every process: the hash of {varying} is not"
            raise self.refuse(node, what, "write `sorted(...)`")
        if sys.implementation.name != "cpython" or sys.version_info[:2] > LAST_PYTHON:
            raise self.refuse(node, "the order of sets of this Python is not known", "write `sorted(...)`")
        if set_type.place:
            set_type.place.order_at(node, self.routine.file)

    def order_like(self, result: Type, *sources: Type) -> None:
        """Note that a set is ordered where one that is made of it is."""
        place = result.place and result.place.root()
        if place and place.ordered_at:
            for source in sources:
                if source.place and source.has(SET):
                    source.place.order_at(*place.ordered_at)

    def in_row(self, value: Value, node: ast.AST, *, any_order: bool = False) -> Value:
        """Return the members of a set as a list, in order; other values as they are."""
        if not value.type.has(SET) or not value.type.elements.kinds:
            return value
        if not any_order:
            self.order(value.type, node)
        if not value.type.is_hashed:
            return value
        self.make()
        return Value(self.keep(f"list_members(S, {value.code})"), self.copied(LIST, node, value.type))

    # Loops ----------------------------------------------------------------------------------------------------------
    def unchanging(self, row: str, number: str, stop: str) -> str:
        """Return the head of a loop over a set or dict whose length must not change."""
        self.write(f"{number}_length = S[{row} + 1]")
        return f"while {stop} == 0:" if stop else "while S[ERROR] == 0:"

    def write_unchanged(self, row: str, number: str) -> None:
        """Write the end of a loop over a set or dict: after the last item, or with a flag if its length has changed."""
        self.fail_if(f"S[{row} + 1] != {number}_length", "CHANGED")
        with self.indented(f"if {number} >= S[{row} + 1] or S[ERROR]:"):
            self.write("break")

    def loop_hashed(self, row: str, number: str, body: Callable[[str], object], stop: str) -> None:
        """Write a loop over the table of a set."""
        with self.indented(self.unchanging(row, number, stop)):
            self.fail_if(f"S[{row} + 1] != {number}_length", "CHANGED")
            self.write(f"{number} = next_member(S, {row}, {number})")
            with self.indented(f"if {number} < 0 or S[ERROR]:"):
                self.write("break")
            item = self.keep(f"S[{row} + {SLOTS} + 2 * {number}]")
            self.write(f"{number} = {number} + 1")
            body(item)

    # Hashes -----------------------------------------------------------------------------------------------------------
    def hash_of(self, value: Value) -> str:
        """Return the code of the hash of a number, card, player or tuple."""
        kinds = value.type.kinds
        if kinds == {TUPLE}:
            return self.hash_of_tuple(value)
        value = self.steady(value)
        code = self.keep(f"hash_number({value.code})")
        if PLAYER in kinds:  # its seat
            with self.indented(f"if {value.code} >= PLAYER and {value.code} < TEXT:"):
                self.write(f"{code} = {value.code} & 15")
        if TUPLE in kinds:
            with self.indented(f"if {value.code} >= TUPLE:"):
                self.write(f"{code} = {self.hash_of_tuple(value)}")
        return code

    def hash_of_tuple(self, value: Value) -> str:
        """Return the code of the hash of a tuple, made of the hashes of its items."""
        value = self.steady(value)
        mixed = self.keep(str(PRIME_5))
        assert value.type.shape is not None  # noqa: S101
        for item in self.packing.items(value.type.shape):
            begin = len(self.lines)
            code = self.hash_of(self.decoded(value.code, item))
            self.write(f"{mixed} = mix_hash({mixed}, {code})")
            if item.is_optional:
                self.lines[begin:] = ["    " + line for line in self.lines[begin:]]
                self.lines.insert(begin, "    " * self.depth + f"if {value.code} >> {item.shift + item.bits} & 1:")
        return self.keep(f"end_hash({mixed}, {self.tuple_length(value)})")

    def with_hash(self, set_type: Type, value: Value) -> str:
        """Return the arguments for a member of a set: its word and its hash.  NotCompilable."""
        place = set_type.place.root() if set_type.place else None
        varying = varying_hash(value.type)
        if varying and place and place.ordered_at:
            node, file = place.ordered_at
            what = f"the order of a set is not the same in every process: the hash of {varying} is not"
            raise NotCompilable(what, "write `sorted(...)`", node, file)
        value = self.steady(value)
        return f"{value.code}, {self.hash_of(value)}"

    # Making them ------------------------------------------------------------------------------------------------------

    def new_set(self, set_type: Type) -> str:
        """Return the code of a new empty list, set or dict."""
        set_type.sure_place.mark(*({SET: set, DICT: dict}[kind] for kind in set_type.kinds if kind != LIST))
        helper = "new_hashed(S, 0," if set_type.is_hashed else "new_list(S,"
        return self.keep(f"{helper} {self.more(set_type)})")

    def hashed_set(self, source: Value, set_type: Type, node: ast.AST, others: str = "0") -> Value:
        """Return a new set with a table of the items of an iterable, and room for others."""
        self.order_like(set_type, source.type)
        source = self.steady(source)
        if source.type.has(SET):
            return Value(self.keep(f"copy_hashed(S, {source.code}, {others}, {self.more(set_type)})"), set_type)
        members = Value(self.keep(f"new_hashed(S, S[{source.code} + 1] + {others}, {self.more(set_type)})"), set_type)
        self.change_hashed(members, ast.BitOr(), source, node)
        return members

    def change_hashed(self, row: Value, op: ast.operator, other: Value, node: ast.AST) -> None:
        """Change a set in place by an iterable."""
        other = self.steady(other)
        self.order_like(row.type, other.type)
        if isinstance(op, ast.BitXor) and not other.type.has(SET):
            other = self.hashed_set(other, Type(frozenset((SET,)), row.type.place), node)
        if other.type.has(SET):
            self.write(f"{OPERATIONS[type(op)][1]}(S, {row.code}, {other.code})")
        elif isinstance(op, ast.BitAnd):
            self.write(f"copy_slots(S, {row.code}, {self.hashed_meeting(row, other, row.type, node).code})")
        elif isinstance(op, ast.Sub):
            self.each_member(row, other, node, "drop_hashed(S, {0}, {1})")
            self.write(f"drop_dummies(S, {row.code})")
        else:
            if self.is_plain_dict(other.type, node):
                self.write(f"presize_hashed(S, {row.code}, S[{other.code} + 1] // 2)")
            self.each_member(row, other, node, "add_hashed(S, {0}, {1})")

    def each_member(self, row: Value, other: Value, node: ast.AST, form: str) -> None:
        """Write lines for each item of a list or dict; form: with the set, and the item with its hash."""

        def change(item: Value | Several) -> None:
            single = item if isinstance(item, Value) else self.pack(item, node)
            for line in form.format(row.code, self.with_hash(row.type, single)).splitlines():
                self.write(line)

        self.loop_row(other, node, change, "")

    def hashed_meeting(self, row: Value, other: Value, set_type: Type, node: ast.AST) -> Value:
        """Return a new set of the items of a list or dict that are in a set."""
        met = self.keep(f"new_hashed(S, S[{row.code} + 1], {self.more(set_type)})")
        self.each_member(row, other, node, f"if has_hashed(S, {{0}}, {{1}}):\n    add_hashed(S, {met}, {{1}})")
        return Value(met, set_type)

    def combined_hashed(self, row: Value, op: ast.operator, other: Value, set_type: Type, node: ast.AST) -> Value:
        """Return the result of an operation of a set with an iterable, by a method."""
        other = self.steady(other)
        self.order_like(set_type, row.type, other.type)
        if other.type.has(DICT) and isinstance(op, ast.Sub):
            other = self.hashed_set(other, set_type, node)
        if other.type.has(SET):
            code = f"{OPERATIONS[type(op)][0]}(S, {row.code}, {other.code}, {self.more(set_type)})"
            return Value(self.keep(code), set_type)
        if isinstance(op, ast.BitAnd):
            return self.hashed_meeting(row, other, set_type, node)
        if isinstance(op, ast.BitXor):
            row, other = self.hashed_set(other, set_type, node, f"S[{row.code} + 1]"), row
        else:
            row = self.hashed_set(row, set_type, node, f"S[{other.code} + 1]")
        self.change_hashed(row, op, other, node)
        return row

    # Keys of dicts as sets --------------------------------------------------------------------------------------------
    def as_set(self, row: Value, node: ast.expr, *, is_frozen: bool = False) -> Value:
        """Return the set, or frozenset, of the items of a list, set or dict."""
        raise NotImplementedError

    def operated(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator."""
        raise NotImplementedError

    def operated_keys(self, node: ast.BinOp) -> Value:
        """Return the result of a set operation with `.keys()` of a dict, in the order of Objects/dictobject.c."""
        sides = (node.left, node.right)
        values = self.several(sides, lambda side: self.keys_of(side) if is_keys(side) else self.value(side))
        first, second = (self.steady(value) for value in values)
        self.make()
        result_type = self.container(SET, node)
        if not result_type.is_hashed:
            first, second = (
                self.as_set(self.list_of_keys(value, side), side) if is_keys(side) else value
                for value, side in zip((first, second), sides, strict=True)
            )
            if second.type.only(LIST, TUPLE) and is_keys(node.left):
                row = second if second.type.has(LIST) else self.tuple_as_list(second, node.right)
                second = self.as_set(row, node.right)
            return self.operated(first, node.op, second, node)
        if is_keys(node.left) and is_keys(node.right):
            raise self.refuse(node, "the order of keys of two dicts can't be compiled", "write set(...) of both")
        keys, other = (first, second) if is_keys(node.left) else (second, first)
        if other.type.kinds and not other.type.has(SET):
            raise self.refuse(node, f"the order of keys with {other.type} can't be compiled", "write set(...) of it")
        self.check_alike(other.type.elements, keys.type.keys, node)
        for members in (other.type.elements, keys.type.keys):
            result_type.sure_place.elements.absorb(members)
        result_type.sure_place.mark(set)
        self.order_like(result_type, other.type)
        key_list = self.list_of_keys(keys, node)
        if isinstance(node.op, ast.BitAnd):
            met = self.hashed_meeting(other, key_list, result_type, node)
            with self.indented(f"if S[{key_list.code} + 1] > S[{other.code} + 1]:"):
                key_set = self.hashed_set(key_list, result_type, node)
                code = f"intersect_hashed(S, {other.code}, {key_set.code}, {self.more(result_type)})"
                self.write(f"{met.code} = {code}")
            return met
        if is_keys(node.left):
            source = keys if self.is_plain_dict(keys.type, node) else key_list
            result, rest = self.hashed_set(source, result_type, node, f"S[{other.code} + 1]"), other
        else:
            result, rest = self.hashed_set(other, result_type, node, f"S[{key_list.code} + 1]"), key_list
        self.change_hashed(result, node.op, rest, node)
        return result

    def list_of_keys(self, row: Value, node: ast.AST) -> Value:
        """Return a list of the keys of a dict."""
        list_type = self.container(LIST, node)
        if row.type.place and list_type.place:
            self.program.copied(row.type.place.keys, list_type.place.elements)
        return Value(self.keep(f"list_keys(S, {row.code})"), list_type)

    def keys_of(self, node: ast.expr) -> Value:
        """Return the dict whose keys an expression is.  NotCompilable."""
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)  # noqa: S101, PT018
        holder = self.container_code(self.value(node.func.value), node)
        if holder.type.kinds and not holder.type.has(DICT):
            raise self.refuse(node, f"`.keys()` of {holder.type} can't be compiled")
        return holder


def is_keys(node: ast.expr) -> bool:
    """Return whether an expression is `.keys()` of something."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
    return is_call and node.func.attr == "keys"  # type: ignore[attr-defined]
