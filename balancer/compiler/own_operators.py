"""Code of operators and Python's own functions on objects whose class says what they do: `__add__`, `__len__` …."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from balancer.compiler.classes import is_generated, is_own_class
from balancer.compiler.emitter import NO_VALUE, TRUTH, Value
from balancer.compiler.enums import members_in_order
from balancer.compiler.kinds import NONE, OBJECT, TUPLE, Type
from balancer.compiler.own_functions import OwnFunctions

OPERATORS: dict[type[ast.operator | ast.cmpop], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}  # a < b asks b > a, if a can't say
ORDERING = frozenset(("__lt__", "__gt__", "__le__", "__ge__"))
TRUTH_METHODS = ("__bool__", "__len__")


class OwnOperators(OwnFunctions):
    """Writes the code of operators that classes of the file define."""

    def kinds_with(self, value_type: Type, name: str) -> list[type]:
        """Return the classes of a value that define a special method in the file."""
        shape = value_type.shape and value_type.shape.root()
        kinds = [shape.named] if value_type.has(TUPLE) and shape and shape.named else []
        if value_type.has(OBJECT) and value_type.record:
            kinds += self.program.classes_of(value_type.record)
        if name in ORDERING:
            kinds = [kind for kind in kinds if not members_in_order(kind)]  # whose places are compared
        return [kind for kind in kinds if self.defines(kind, name)]

    def defines(self, kind: type, name: str) -> bool:
        """Return whether a class has a special method that the file defines, not a dataclass."""
        function, holder, _ = self.method_of(kind, name)
        is_written = function is not None and self.program.is_own(function) and holder is not None
        return is_written and is_own_class(holder) and not is_generated(holder, name)  # type: ignore[arg-type]

    def special(self, value: Value, name: str, arguments: Sequence[Value], node: ast.AST) -> Value | None:
        """Return the result of a special method of the class of a value; None if the file defines none.

        A value of another kind, or of a class without the method, raises a flag.
        """
        kinds = self.kinds_with(value.type, name)
        if not kinds:
            return None
        if not value.type.kinds <= {OBJECT, TUPLE, NONE} or value.type.kinds >= {OBJECT, TUPLE}:
            raise self.refuse(node, f"`{name}` of {value.type} can't be compiled", "use two names")
        call = ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [], []), node)
        arguments = [self.steady(each) for each in arguments]
        if value.type.has(TUPLE):
            return self.call_method(TUPLE, kinds[0], name, [self.real_tuple(value).code], call, arguments)
        holder, record = self.real(self.steady(value), OBJECT, "NO_PLAYER"), value.type.record
        assert record is not None  # noqa: S101
        return self.call_method(OBJECT, record, name, [holder.code], call, arguments)

    def truth(self, value: Value) -> str:
        """Return the condition that a value is true; that of an object may be for its class to say."""
        if not any(self.kinds_with(value.type, name) for name in TRUTH_METHODS):
            return super().truth(value)
        kind, node = TUPLE if value.type.has(TUPLE) else OBJECT, self.routine.node
        value, is_true = self.steady(value), self.keep("0")
        with self.indented(f"if {self.is_of_kind(value, frozenset((kind,)), node)}:"):
            present = value._replace(type=replace(value.type, kinds=frozenset((kind,))))
            self.set_truth(is_true, super().truth(self.own_truth(present, node)))
        others = value.type.without(kind)
        if not others.only(NONE) and others.kinds:
            with self.indented("else:"):
                self.set_truth(is_true, super().truth(value._replace(type=others)))
        return f"{is_true} != 0"

    def own_truth(self, value: Value, node: ast.AST) -> Value:
        """Return what a value's class gives for its truth: a truth value, a length, or True where it says nothing."""

        def ask(kinds: Sequence[type]) -> Value:
            names = [name for name in TRUTH_METHODS if self.defines(kinds[0], name)]
            narrow = value if value.type.has(TUPLE) else value._replace(type=replace(value.type, record=kinds[0]))
            return self.special(narrow, names[0], [], node) or NO_VALUE if names else Value("1", TRUTH, is_small=True)

        if value.type.shape:
            return ask([value.type.shape.root().named])  # type: ignore[list-item]
        return self.by_class(value, {kind: [kind] for kind in self.classes_among(value)}, ask, node)

    def operated(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator."""
        name = OPERATORS.get(type(op), "")
        mirrored = self.kinds_with(second.type, f"__r{name}__")
        if mirrored and self.kinds_with(first.type, f"__{name}__") and first.type.record is not second.type.record:
            raise self.refuse(node, f"objects that both define `{name}` can't be compiled", "write a method")
        result = self.special(first, f"__{name}__", [second], node)
        if result is None and mirrored:
            result = self.special(second, f"__r{name}__", [first], node)
        return result or super().operated(first, op, second, node)

    def compared(self, first: Value, op: ast.cmpop, second: Value, node: ast.AST) -> str:
        """Return the condition of one comparison between two values."""
        name = OPERATORS.get(type(op), "")
        if not name:
            return super().compared(first, op, second, node)
        result = self.special(first, f"__{name}__", [second], node)
        if result is None and name == "ne" and self.kinds_with(first.type, "__eq__"):
            return f"not ({self.compared(first, ast.Eq(), second, node)})"
        if result is None and name == "ne" and self.kinds_with(second.type, "__eq__"):
            return f"not ({self.compared(second, ast.Eq(), first, node)})"
        if result is None and name in MIRRORED:
            result = self.special(second, f"__{MIRRORED[name]}__", [first], node)
        return super().compared(first, op, second, node) if result is None else self.truth(result)
