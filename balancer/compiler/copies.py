"""Code that copies values: copy.copy, copy.deepcopy, dataclasses.replace."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType

from balancer.compiler.classes import is_enum, is_row, members_of, owner_of
from balancer.compiler.emitter import Value
from balancer.compiler.kinds import CONTAINERS, DICT, NONE, OBJECT, PLAYER, TUPLE, UNKNOWN, Type
from balancer.compiler.own_members import OwnMembers


class Copies(OwnMembers):
    """Writes the code of copies."""

    def call_copy(self, node: ast.Call) -> Value:
        return self.copied_or_none(self.value(node.args[0]), lambda value: self.copy_of(value, node))

    def copied_or_none(self, value: Value, copy: Callable[[Value], Value]) -> Value:
        """Return a copy of a value that may be None, which is its own copy; copy: writes that of other values."""
        if not value.type.has(NONE) or value.type.only(NONE):
            return copy(value)
        result = self.keep(value.code)
        with self.indented(f"if {result} != NONE:"):
            copied = copy(Value(result, value.type.without(NONE)))
            self.write(f"{result} = {copied.code}")
        return Value(result, replace(copied.type, kinds=copied.type.kinds | {NONE}))

    def copy_of(self, value: Value, node: ast.Call) -> Value:
        """Return a copy of a value whose parts are the same as before."""
        is_object = value.type.only(OBJECT) and value.type.record is not None
        if is_object and not any(is_enum(kind) or is_row(kind) for kind in members_of(value.type.record)):  # type: ignore[arg-type]
            value = self.steady(value)
            self.make()
            return Value(self.keep(f"OBJECT + copy_list(S, {value.code} - OBJECT)"), value.type)
        if value.type.kinds and value.type.kinds <= CONTAINERS:
            if value.type.place and value.type.place.may_be(MappingProxyType):
                raise self.refuse(node, "a copy of a mappingproxy can't be compiled", "write dict(...)")
            kind = next(iter(value.type.kinds))
            self.make()
            place = value.type.place and value.type.place.root()
            copy_type = self.copied(kind, node, value.type)
            if place and copy_type.place:
                copy_type.place.mark_as(place)
            return Value(self.keep(f"copy_with_room(S, {value.code}, {self.more(copy_type)})"), copy_type)
        if value.type.is_container or value.type.has(OBJECT):
            raise self.refuse(node, f"a copy of {value.type} can't be compiled", "use two names")
        return value

    def call_deepcopy(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            raise self.refuse(node, "deepcopy() with a memo can't be compiled")
        value = self.steady(self.value(node.args[0]))
        return self.copied_or_none(value, lambda present: self.deep_copy_of(present, node))

    def deep_copy_of(self, value: Value, node: ast.Call) -> Value:
        """Return a copy of a list or dict whose lists are copied, too.

        NotCompilable: one of its parts may be there twice, which the copy would show, or refers to a player.
        """
        parts = [value.type.elements, value.type.keys]
        if value.type.has(OBJECT) and value.type.record:
            owners = self.program.owners_of(value.type.record)
            parts += [
                self.program.attribute(owner, name).type for owner, name in self.program.stored if owner in owners
            ]
        has_objects = any(part.has(PLAYER) or (part.has(OBJECT) and not is_enum(part.record)) for part in parts)
        if has_objects or (value.type.has(OBJECT) and any(part.is_reference for part in parts)):
            raise self.refuse(node, f"this deep copy of {value.type} can't be compiled", "copy its parts one by one")
        copy = self.copy_of(value, node)
        if not value.type.is_container or not value.type.elements.is_reference:
            return copy
        if not value.type.elements.kinds <= CONTAINERS or value.type.elements.elements.is_reference:
            raise self.refuse(node, f"a deep copy of {value.type} can't be compiled", "copy its parts one by one")
        step, first = (2, 3) if value.type.has(DICT) else (1, 2)
        place, row = self.keep("0"), self.steady(copy)
        inner = ast.copy_location(ast.Call(node.func, [], []), node.args[0])
        with self.indented(f"while {place} < S[{row.code} + 1]:"):
            part = self.copy_of(Value(self.keep(f"S[{row.code} + {first} + {place}]"), value.type.elements), inner)
            copy.type.sure_place.elements.absorb(part.type)
            self.write(f"S[{row.code} + {first} + {place}] = {part.code}")
            self.write(f"{place} = {place} + {step}")
        return row

    def call_replace(self, node: ast.Call) -> Value:
        value = self.steady(self.value(node.args[0]))
        changes = ast.copy_location(ast.Call(node.func, [], node.keywords), node)
        if value.type.has(NONE) and not value.type.only(NONE):
            self.fail_if(f"{value.code} == NONE", "NONE_IN_SUM")
            value = value._replace(type=value.type.without(NONE))
        named = value.type.named
        if not value.type.kinds:
            self.given_values(changes)
            return Value("0", UNKNOWN)
        if named and value.type.only(TUPLE):
            names = [field.name for field in dataclasses.fields(named)]
            items = dict(zip(names, self.items(value, node), strict=True))
            return self.pack(list({**items, **self.given_fields(named, names, changes)}.values()), node, named)
        if not value.type.only(OBJECT):
            raise self.refuse(node, f"replace() of {value.type} can't be compiled", "make a new object")

        def use(kinds: Sequence[type]) -> Value:
            kind = kinds[0]
            fields = [field.name for field in dataclasses.fields(kind) if field.init]
            if hasattr(kind, "__post_init__") or len(fields) < len(dataclasses.fields(kind)):
                raise self.refuse(node, f"replace() of {kind.__name__} can't be compiled", "make a new object")
            given = self.given_fields(kind, fields, changes)
            owner, copy = owner_of(kind), self.new_instance(kind)  # other attributes are not copied
            for name in fields:
                field = self.read(owner, name, f"({value.code} & 4294967295) + A_{owner}_{name}", is_sure=True)
                self.set_field(copy, kind, name, given.get(name, field))
            return Value(copy, Type(frozenset((OBJECT,)), record=kind))

        kinds = self.classes_among(value)
        return self.by_class(value, {kind: [kind] for kind in kinds if dataclasses.is_dataclass(kind)}, use, node)
