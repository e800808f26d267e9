"""Code of dicts with values of several kinds, which are objects whose attributes are named after the keys.

Such dicts are read and changed by keys that stand in the file; loops over them, and keys that vary, are refused.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence

from balancer.compiler.builtin_names import call_of
from balancer.compiler.classes import is_dict_record
from balancer.compiler.dict_classes import are_texts, attribute_of_key, holds_dicts
from balancer.compiler.emitter import Value, class_number
from balancer.compiler.kinds import DICT, OBJECT, TEXT, Type
from balancer.compiler.own_functions import OwnFunctions


class DictRecords(OwnFunctions):
    """Writes the code of such dicts."""

    def value_Dict(self, node: ast.Dict) -> Value:
        static = [self.static(key) for key in node.keys if key is not None]
        keys = [key for is_static, key in static if is_static] if None not in node.keys else []
        if len(set(map(str, keys))) < len(node.keys):
            return super().value_Dict(node)
        kind = self.program.dict_classes.classes.get(frozenset(keys))
        if kind is None:
            place = self.place_here(node, DICT).root()
            place.key_sets |= {frozenset(keys)} if are_texts(keys) else set()
            with self.program.dict_classes.watching([frozenset(keys)]):
                value = super().value_Dict(node)
            self.program.dict_classes.note_values(value.type.elements, place.root().key_sets)
            return value
        values = [self.steady(value) for value in self.several(node.values)]
        instance = self.new_instance(kind)
        for key, value in zip(keys, values, strict=True):
            self.note_kept(value.type)
            self.set_field(instance, kind, attribute_of_key(key), value)
        return Value(instance, Type(frozenset((OBJECT,)), record=kind))

    def container_code(self, value: Value, node: ast.AST) -> Value:
        """Return a value as a list, set or dict.  NotCompilable: it may be such a dict."""
        self.check_no_record(value.type, node)
        return super().container_code(value, node)

    def container_of(self, value: Value, node: ast.expr) -> Value:
        """Return a value that can be iterated as a list, set or dict.  NotCompilable: it may be such a dict."""
        self.check_no_record(value.type, node)
        return super().container_of(value, node)

    def check_no_record(self, value_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where a value may be such a dict: only single keys of it are read."""
        if holds_dicts(value_type):
            what = "this can't be compiled with a dict that has values of several kinds"
            raise self.refuse(node, what, "name its keys, copy it by .copy(), or write a dataclass")

    def item_of(self, holder: Value, key: Value, node: ast.AST) -> Value:
        """Return an item of a list or dict."""
        if not holds_dicts(holder.type):
            return super().item_of(holder, key, node)
        assert isinstance(node, ast.Subscript)  # noqa: S101
        return self.object_attribute(holder, self.key_attribute(holder, node.slice, node))

    def key_attribute(self, holder: Value, key: ast.expr, node: ast.AST) -> ast.Attribute:
        """Return the attribute that represents a key of such a dict.  NotCompilable: the key varies, or is new."""
        is_static, text = self.static(key)
        if not is_static or type(text) is not str:
            what = f"{ast.unparse(key)} as a key of a dict with values of several kinds can't be compiled"
            raise self.refuse(node, what, "write the key itself, or a dataclass")
        name = attribute_of_key(text)
        if not any(self.has(kind, name) for kind in self.classes_among(holder)) and self.classes_among(holder):
            what = f"the key {text!r}, which a dict with values of several kinds has not, can't be compiled"
            raise self.refuse(node, what, "write it where the dict is made")
        return ast.copy_location(ast.Attribute(ast.Constant(None), name, ast.Load()), node)

    def call_method(
        self, kind: str, owner: type, name: str, lead: list[str], node: ast.Call, first: Sequence[Value] = ()
    ) -> Value:
        """Return the result of a method of one of the file's classes, or of such a dict."""
        if kind != OBJECT or not is_dict_record(owner):
            return super().call_method(kind, owner, name, lead, node, first)
        value = Value(lead[0], Type(frozenset((OBJECT,)), record=owner))
        if name == "copy" and not node.args:
            return self.value(call_of(copy.copy, [self.named(value, node, "dict")], node))
        if name != "get" or len(node.args) not in {1, 2} or node.keywords:
            what = f"`.{name}()` of a dict with values of several kinds can't be compiled"
            raise self.refuse(node, what, "name the keys, or write a dataclass")
        return self.get_value(self.steady(value), node)

    def get_value(self, value: Value, node: ast.Call) -> Value:
        """Return the value of a key, or another value where a dict has no such key."""
        absent = node.args[1] if len(node.args) > 1 else ast.copy_location(ast.Constant(None), node)
        default = self.steady(self.value(absent))
        is_static, text = self.static(node.args[0])
        kinds = self.classes_among(value)
        if is_static and not any(self.has(kind, attribute_of_key(str(text))) for kind in kinds):
            return default
        attribute = self.key_attribute(value, node.args[0], node)
        name, groups = attribute.attr, dict[object, list[type]]()
        for kind in kinds:
            groups.setdefault(kind if self.has(kind, name) else None, []).append(kind)

        def use(kinds: Sequence[type]) -> Value:
            return self.attribute_of(value, name, kinds, attribute) if self.has(kinds[0], name) else default

        return self.by_class(value, groups, use, node)

    def found(self, value: Value, row: Value, no: str, node: ast.AST) -> str:
        """Return the condition that an item is in a list, set or dict, or a key in such a dict."""
        if not holds_dicts(row.type):
            return super().found(value, row, no, node)
        if value.type.kinds and not value.type.only(TEXT):
            raise self.refuse(node, f"{value.type} as a key can't be compiled", "write a text")
        value, row = self.steady(value), self.real(self.steady(row), OBJECT, "NO_PLAYER")
        tests = [
            f"{class_number(row.code)} == {number} and {value.code} == {self.constant(key).code}"
            for keys, kind in self.program.dict_classes.classes.items()
            for number in [self.program.class_numbers.get(kind)]
            if kind in self.classes_among(row)
            for key in sorted(keys)
        ]
        return f"{no}({' or '.join(f'({test})' for test in tests) or 0})"

    def compared(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of one comparison between two values."""
        self.check_dicts(first.type, second.type, node)
        return super().compared(first, op, second, node)

    def check_member(self, elements: Type, item: Type, node: ast.AST) -> None:
        """Raise NotCompilable where an item can't be looked for among others."""
        self.check_dicts(elements, item, node)
        super().check_member(elements, item, node)

    def check_dicts(self, first: Type, second: Type, node: ast.AST) -> None:
        """Raise NotCompilable where such a dict may equal another, which is stored in another way."""
        for each, other in ((first, second), (second, first)):
            if holds_dicts(each) and other.has(DICT):
                what = "comparing a dict with values of several kinds with another can't be compiled"
                raise self.refuse(node, what, "compare their values")
