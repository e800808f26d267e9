"""Code that copies values: copy.copy, copy.deepcopy, dataclasses.replace."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from balancer.compiler.classes import is_enum, is_row, owner_of
from balancer.compiler.emitter import Value
from balancer.compiler.kinds import CONTAINERS, GAME, NONE, OBJECT, PERSONA, PLAYER, SET, TUPLE, UNKNOWN, Type
from balancer.compiler.own_members import OwnMembers
from balancer.compiler.special_methods import check_copied
from balancer.plain.pile import Pile


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
        self.check_copyable(value.type, node)
        if value.type.only(OBJECT) and not is_enum(value.type.record) and not is_row(value.type.record):
            value = self.steady(value)
            self.make()
            return Value(self.keep(f"copy_object(S, {value.code})"), value.type)
        if value.type.kinds and value.type.kinds <= CONTAINERS:
            return self.row_copy(value, ast.copy_location(ast.Call(node.func, [], []), node))
        if value.type.is_container or (value.type.has(OBJECT) and not value.type.only(OBJECT)):
            raise self.refuse(node, f"a copy of {value.type} can't be compiled", "use two names")
        return value

    def check_copyable(self, value_type: Type, node: ast.Call) -> None:
        """Check that a copy of a value is one of its attributes or items.  NotCompilable."""
        self.check_no_iterator(value_type, node, "a copy of")
        if value_type.has(PLAYER, GAME, PERSONA):
            raise self.refuse(node, f"a copy of {value_type} can't be compiled", "copy its parts one by one")
        if value_type.place and value_type.place.may_be(MappingProxyType):
            raise self.refuse(node, "a copy of a mappingproxy can't be compiled", "write dict(...)")
        if value_type.has(OBJECT) and value_type.record:
            for kind in self.program.classes_of(value_type.record):
                check_copied(kind)

    def call_deepcopy(self, node: ast.Call) -> Value:
        if len(node.args) != 1:
            raise self.refuse(node, "deepcopy() with a memo can't be compiled")
        value = self.steady(self.value(node.args[0]))
        self.check_deep(value.type, node, set())
        if not value.type.is_reference:
            return value
        self.make()
        copies, key = self.program.deep_copies, (self.routine, node.lineno, node.col_offset)
        copies[key] = value.type
        return Value(self.keep(f"deep_copy_{list(copies).index(key)}(S, {value.code})"), value.type)

    def check_deep(self, value_type: Type, node: ast.Call, met: set[Any]) -> None:
        """Check that all parts of a value can be copied; note that lists among them may need room.  NotCompilable."""
        self.check_copyable(value_type, node)
        parts = [cell.type for cell in value_type.shape.root().fields] if value_type.shape else []
        place, owners = value_type.place and value_type.place.root(), []
        if value_type.has(OBJECT) and value_type.record and not is_enum(value_type.record):
            owners = [each for each in self.program.owners_of(value_type.record) if each not in met]
        names = [key[1:] for key in self.program.cells if isinstance(key, tuple) and key[0] == "attribute"]
        attributes = [self.program.attribute(owner, name).type for owner, name in names if owner in owners]
        met.update(owners)
        if place and place not in met:
            met.add(place)
            self.more(value_type)
            attributes += [place.elements.type, place.keys.type]
            is_keyed = place.keys.type.is_reference or (value_type.has(SET) and place.elements.type.is_reference)
            if is_keyed or place.may_be(Pile) or place.numbering:
                what = "Pile" if place.may_be(Pile) else "tally" if place.numbering else "set or dict with such keys"
                raise self.refuse(node, f"a deep copy of a {what} can't be compiled", "copy its parts one by one")
        if any(part.is_reference for part in parts) or (value_type.is_either and value_type.has(OBJECT)):
            raise self.refuse(node, f"a deep copy of {value_type} can't be compiled", "copy its parts one by one")
        for part in (*parts, *attributes):
            self.check_deep(part, node, met)

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
