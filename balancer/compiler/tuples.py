"""Tuples as packed words: code that makes them and takes them apart."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from balancer.compiler.classes import field_names, is_enum, is_row
from balancer.compiler.constant_rows import kind_of_type
from balancer.compiler.emitter import Several, Value, object_slot
from balancer.compiler.errors import LongTuple, WideClass
from balancer.compiler.kinds import (
    DICT,
    FLOAT,
    INT,
    LIST,
    NUMBERS,
    OBJECT,
    SET,
    TUPLE,
    UNKNOWN,
    ContainerPlace,
    TupleShape,
    Type,
)
from balancer.compiler.packing import BASES, TAG_BITS, PackedItem
from balancer.compiler.rows import Rows


class Tuples(Rows):
    """Writes the code of tuples."""

    def shape_here(self, node: ast.AST, length: int, named: type | None = None) -> TupleShape:
        """Return the shape of a tuple that an expression makes."""
        key = (self.routine, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), length)
        shape = self.program.shape(key, length, named)
        shape.made_at = shape.made_at or (node, self.routine.file)
        return shape

    def pack(self, values: Several, node: ast.AST, named: type | None = None) -> Value:
        """Return the code that packs values into a tuple; one that holds a list becomes an object."""
        if named is None and any(self.makes_object(value.type) for value in values):
            return self.object_of(values)
        shape = self.shape_here(node, len(values), named)
        if shape.stored.record:
            return self.object_of(values, shape.stored.record)
        if shape.stored.place:
            return self.row_at(shape.stored.place, values)
        if named is None and any(value.type.has(FLOAT) for value in values):
            return self.pack_fractions(values, node)
        for cell, value in zip(shape.fields, values, strict=False):
            if named and (value.type.has(FLOAT) or value.type.is_container):
                raise WideClass((named,), f"{named.__name__} with {value.type} in it can't be compiled")
            cell.absorb(value.type)
        shape = shape.root()
        tuple_type = Type(frozenset((TUPLE,)), shape=shape)
        items = self.packing.items(shape)
        parts = [self.code_of(value, item) for value, item in zip(values, items, strict=False)]
        packed = " | ".join(
            f"({part} << {item.shift})" if item.shift else part for part, item in zip(parts, items, strict=False)
        )
        return Value(self.keep(f"TUPLE | {packed}" if packed else "TUPLE"), tuple_type)

    def pack_fractions(self, values: Several, node: ast.AST) -> Value:
        """Return a tuple with fractions: stored as a list is if all its items are numbers, else as an object."""
        if not all(value.type.kinds <= NUMBERS for value in values):
            return self.object_of(values)
        if not self.program.has_row_tuples:
            raise LongTuple("a tuple with a fraction in it can't be compiled", "", node, self.routine.file)
        place = self.place_here(node, "tuple")
        place.mark(tuple)
        return self.row_at(place, values)

    def makes_object(self, item_type: Type) -> bool:
        """Return whether a tuple with an item of a type is stored as an object."""
        is_object = item_type.has(OBJECT) and not is_enum(item_type.record) and self.program.has_object_tuples
        return item_type.is_container or is_row(item_type.record) or is_object

    def row_at(self, place: ContainerPlace, values: Several) -> Value:
        """Return a tuple that is stored as the lists of a place are."""
        self.make()
        for value in values:
            place.elements.absorb(value.type)
            self.note_kept(value.type, in_name=True)
        codes = [self.fit(value, place.elements.type) for value in values]
        return Value(self.filled_row(codes), Type(frozenset((LIST,)), place.root()))

    def object_of(self, values: Several, record: type | None = None) -> Value:
        """Return a new object with the items of a tuple; record: its class, where others decide that."""
        if not all(value.type.kinds for value in values):
            return Value("0", UNKNOWN)  # the class of the object may only become known
        record = record or self.program.constant_rows.class_of(tuple(kind_of_type(value.type) for value in values))
        self.program.note_made(record)
        self.make()
        values = [self.steady(value) for value in values]
        instance = self.keep(f"new_object(S, SIZE_{record.__name__})")
        for place, value in enumerate(values):
            cell = self.program.store_in(record.__name__, f"item_{place}", value.type, self.routine)
            at = object_slot(instance, record.__name__, f"item_{place}")
            self.write(f"S[{at}] = {self.fit(value, cell.type)}")
        return Value(instance, Type(frozenset((OBJECT,)), record=record))

    def code_of(self, value: Value, item: PackedItem) -> str:
        """Return the bits of an item."""
        present = f" | {1 << item.bits}" if item.is_optional else ""
        if item.kind == "":
            code = self.keep(f"encode_kind(S, {self.mixed(value)}, {item.bits - TAG_BITS})")
            return f"({code}{present})" if present else code
        if item.kind == "none":
            return f"(0{present})"
        base = BASES[item.kind]
        if item.kind == INT:
            base = -(1 << (item.bits - 1))
            if not value.code.isdigit():
                value = self.steady(value)
                low, high = -(1 << (item.bits - 1)), 1 << (item.bits - 1)
                self.fail_if(f"{value.code} < {low} or {value.code} >= {high}", "TOO_LARGE")
        code = f"({value.code} - {base} & {(1 << item.bits) - 1})"
        return f"({code}{present})" if present else code

    def item(self, value: Value, place: int, node: ast.AST) -> Value:
        """Return an item of a tuple; place: from the end if it is negative."""
        shape = value.type.shape
        if shape is None:
            return Value("0", UNKNOWN)
        shape = shape.root()
        length = len(shape.fields)
        if not -length <= place < length or (place < 0 and shape.least < length):
            what = "an item that only some of these tuples have can't be compiled"
            raise LongTuple(what, "", node, self.routine.file)
        place %= length
        value = self.real_tuple(value)
        item = self.packing.items(shape)[place]
        if item.is_optional:
            value = self.steady(value)
            self.fail_if(f"{value.code} >> {item.shift + item.bits} & 1 == 0", "INDEX")
        return self.decoded(value.code, item)

    def real_tuple(self, value: Value) -> Value:
        """Return a value as a tuple; another kind raises a flag when the game runs."""
        if value.type.only(TUPLE) or not value.type.kinds:
            return value
        name = self.keep(value.code)
        with self.indented(f"if {name} < TUPLE:"):
            self.write("fail(S, ErrorFlag.NO_PLAYER)")
            self.write(f"{name} = TUPLE")
        return Value(name, value.type)

    def decoded(self, code: str, item: PackedItem) -> Value:
        """Return an item as a value."""
        bits = (
            f"({code} >> {item.shift} & {(1 << item.bits) - 1})" if item.shift else f"({code} & {(1 << item.bits) - 1})"
        )
        if item.kind == "":
            return Value(self.keep(f"decode_kind({bits}, {item.bits - TAG_BITS})"), item.type)
        if item.kind == "none":
            return Value("NONE", item.type)
        if item.kind == INT:
            return Value(f"({bits} - {1 << (item.bits - 1)})", item.type, is_small=True)
        if item.kind == TUPLE:
            return Value(f"({bits} | TUPLE)", item.type)
        return Value(f"({bits} + {BASES[item.kind]})", item.type)

    def items(self, value: Value, node: ast.AST, count: int | None = None) -> Several:
        """Return all items of a tuple; count: how many there must be."""
        shape = value.type.shape
        if shape is None:
            return [Value("0", UNKNOWN)] * (count or 0)
        shape = shape.root()
        value = self.steady(self.real_tuple(self.steady(value)))
        if count is None:
            count = len(shape.fields)
        if not shape.least <= count <= len(shape.fields):
            raise self.refuse(node, f"a tuple of {len(shape.fields)} items is taken apart into {count}")
        if shape.least < len(shape.fields):
            self.fail_if(f"{self.tuple_length(value)} != {count}", "LENGTH")
        items = self.packing.items(shape)[:count]
        return [self.steady(self.decoded(value.code, item)) for item in items]

    def tuple_length(self, value: Value) -> str:
        """Return how many items a tuple has."""
        if value.type.shape is None:
            return "0"
        shape = value.type.shape.root()
        if shape.least == len(shape.fields):
            return str(shape.least)
        value = self.steady(value)
        bits = [item for item in self.packing.items(shape) if item.is_optional]
        return "(" + " + ".join([str(shape.least), *(f"({value.code} >> {i.shift + i.bits} & 1)" for i in bits)]) + ")"

    def tuple_as_list(self, value: Value, node: ast.AST) -> Value:
        """Return a list of the items of a tuple."""
        list_type = self.container("list", node)
        shape = value.type.shape
        self.make()
        if value.type.is_container:
            return self.either_as_list(value, node)
        if shape is None:
            return Value(self.keep("new_list(S, 0)"), list_type)
        shape = shape.root()
        value = self.steady(self.real_tuple(self.steady(value)))
        assert list_type.place is not None  # noqa: S101
        for cell in shape.fields:
            list_type.place.elements.absorb(cell.type)
        items = self.packing.items(shape)
        if not any(item.is_optional for item in items):
            return Value(self.filled_row([self.decoded(value.code, item).code for item in items]), list_type)
        row = self.keep(f"new_list(S, {len(items)})")
        for item in items:
            code = self.decoded(value.code, item).code
            with self.indented(f"if {value.code} >> {item.shift + item.bits} & 1:" if item.is_optional else "if 1:"):
                self.write(f"append(S, {row}, {code})")
        return Value(row, list_type)

    def either_as_list(self, value: Value, node: ast.AST) -> Value:
        """Return a value that may be a packed tuple, or a list, as a list that is only read."""
        if value.type.has(DICT, SET):
            advice = "write {} or set() in place of (), or use two names"
            raise self.refuse(node, f"the items of {value.type} can't be compiled", advice)
        value = self.steady(value)
        name = self.keep(value.code)
        with self.indented(f"if {name} >= TUPLE:"):
            items = self.tuple_as_list(Value(name, Type(frozenset((TUPLE,)), shape=value.type.shape)), node)
            self.write(f"{name} = {items.code}")
        row_type = self.copied(LIST, node, items.type, Type(frozenset((LIST,)), value.type.place))
        rest = self.container_code(Value(name, value.type.without(TUPLE)), node)
        return Value(rest.code, row_type)

    def as_rows(self, first: Value, second: Value, node: ast.AST) -> tuple[Value, Value]:
        """Return two values as lists, where one is stored as a list and the other may be a packed tuple."""
        if first.type.only(TUPLE) and second.type.only(LIST):
            return self.packed_as_row(first, node), second
        if first.type.only(LIST) and second.type.only(TUPLE):
            return first, self.packed_as_row(second, node)
        return first, second

    def packed_as_row(self, value: Value, node: ast.AST) -> Value:
        """Return a packed tuple as one that is stored as a list."""
        return self.tuple_row(self.tuple_as_list(value, node), node)

    def list_as_tuple(self, value: Value, node: ast.AST) -> Value:
        """Return a tuple of the items of a new list: as many as fit into a word, or the list itself."""
        if self.program.has_row_tuples:
            return self.tuple_row(value, node)
        shape = self.program.shape((self.routine, node.lineno, node.col_offset, "uniform"), 1)  # type: ignore[attr-defined]
        if value.type.elements.has(FLOAT):
            raise LongTuple("a tuple with fractions in it can't be compiled", "write a list", node, self.routine.file)
        shape.is_uniform = True
        shape.least = 0
        shape.fields[0].absorb(value.type.elements)
        room = self.room_for(shape.fields[0].type)
        while len(shape.fields) < room:
            shape.fields.append(shape.fields[0])
            self.program.changes.count += 1
        shape = shape.root()
        row = self.steady(value)
        name = self.keep("TUPLE")
        self.fail_if(f"S[{row.code} + 1] > {len(shape.fields)}", "TOO_LARGE")
        for place, item in enumerate(self.packing.items(shape)):
            with self.indented(f"if S[{row.code} + 1] > {place}:"):
                each = self.keep(f"S[{row.code} + {place + 2}]")
                self.write(
                    f"{name} = {name} | ({self.code_of(Value(each, value.type.elements), item)} << {item.shift})"
                )
        return Value(name, Type(frozenset((TUPLE,)), shape=shape))

    def room_for(self, item_type: Type) -> int:
        """Return how many items of a type a tuple of any length has room for."""
        bits: dict[tuple[str, ...], int] = {
            ("text",): self.packing.text_bits,
            ("card",): self.packing.card_bits,
            ("player",): 4,
        }
        width = bits.get(tuple(item_type.kinds), 11)
        return max(1, min(12, 60 // (width + 1)))

    def concatenated(self, first: Value, second: Value, node: ast.AST) -> Value:
        """Return the concatenation of two tuples."""
        for value in (first, second):
            if value.type.shape and value.type.shape.root().least < len(value.type.shape.root().fields):
                rows = [self.tuple_as_list(each, node) for each in (first, second)]
                joined = self.copied("list", node, *(row.type for row in rows))
                return self.list_as_tuple(
                    Value(self.keep(f"join_lists(S, {rows[0].code}, {rows[1].code})"), joined), node
                )
        return self.pack([*self.items(first, node), *self.items(second, node)], node)

    def named_attribute(self, value: Value, name: str, node: ast.AST) -> Value | None:
        """Return a field of a named tuple or frozen dataclass; None if it has no such field."""
        fields = field_names(value.type.named) if value.type.named else ()
        return self.item(value, fields.index(name), node) if name in fields else None

    def named_method(self, value: Value, name: str) -> Any:
        """Return an attribute of the class of a named tuple; None if there is none."""
        return inspect.getattr_static(value.type.named, name, None) if value.type.named else None
