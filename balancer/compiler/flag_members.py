"""Code of operators between members of an `enum.Flag`: they are combined, taken apart, looped over.

Python makes one member of each combination.  All of them are constants here, and a table leads from numbers to them.
"""

from __future__ import annotations

import ast
import enum
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from balancer.compiler.emitter import TRUTH, Value
from balancer.compiler.kinds import NONE, OBJECT, Type
from balancer.compiler.own_operators import OwnOperators

MAX_COMBINATIONS = 256  # of the members of a Flag
SIGNS: dict[type[ast.operator], str] = {ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^"}
METHODS: dict[str, Callable[[Any], Any]] = {"__invert__": lambda member: ~member, "__len__": len, "__iter__": list}


def flag_of(value_type: Type) -> type[enum.Flag] | None:
    """Return the Flag whose member a value is, if it is not None; None for a Flag with operators of its own."""
    kind = value_type.record
    if (
        kind is None
        or not value_type.only(OBJECT, NONE)
        or not value_type.has(OBJECT)
        or not issubclass(kind, enum.Flag)
    ):
        return None
    names = ("__or__", "__and__", "__xor__", "__invert__", "__contains__", "__len__", "__iter__", "__bool__")
    is_plain = all(inspect.getattr_static(kind, name) is inspect.getattr_static(enum.Flag, name) for name in names)
    return kind if is_plain else None


class FlagMembers(OwnOperators):
    """Writes the code of operators between members of a Flag."""

    def kinds_with(self, value_type: Type, name: str) -> list[type]:
        """Return the classes of values of a type that define an operator."""
        kind = flag_of(value_type) if name == "__contains__" else None
        return [kind] if kind else super().kinds_with(value_type, name)

    def operated(self, first: Value, op: ast.operator, second: Value, node: ast.AST) -> Value:
        """Return the result of an operator between two values."""
        kinds = [flag_of(value.type) for value in (first, second)]
        kind = kinds[0] or kinds[1]
        if kind is None or type(op) not in SIGNS:
            return super().operated(first, op, second, node)
        if not first.type.kinds or not second.type.kinds:  # in a pass that another one follows
            return Value("0", Type(frozenset((OBJECT,)), record=kind))
        if kinds[0] is not kinds[1]:
            types = f"{first.type} and {second.type}"
            raise self.refuse(node, f"`{SIGNS[type(op)]}` of {types}, one of them of a Flag, can't be compiled")
        numbers = [self.number_of_flag(value) for value in (first, second)]
        return self.by_number(kind, f"({SIGNS[type(op)].join(numbers)})", lambda member: member, "combined", node)

    def special(self, value: Value, name: str, arguments: Sequence[Value], node: ast.AST) -> Value | None:
        """Return the result of an operator of the class of a value; None if it has none."""
        kind = flag_of(value.type)
        if kind is not None and name == "__contains__":
            if not arguments[0].type.kinds:
                return Value("0", TRUTH)
            if flag_of(arguments[0].type) is not kind:
                raise self.refuse(node, f"looking for {arguments[0].type} in a Flag can't be compiled", "name a member")
            part = self.number_of_flag(arguments[0])
            return self.truth_value(f"{self.number_of_flag(value)} & {part} == {part}")
        if kind is not None and name in METHODS:
            return self.by_number(kind, self.number_of_flag(value), METHODS[name], name, node)
        return super().special(value, name, arguments, node)

    def truth(self, value: Value) -> str:
        """Return the condition that a value is true."""
        if flag_of(value.type) is None:
            return super().truth(value)
        code, present = self.fixed(value.code), self.keep("0")
        with self.indented(f"if {code} != NONE:"):
            self.write(f"{present} = {self.number_of_flag(Value(code, value.type.without(NONE)))}")
        return f"{present} != 0"

    def number_of_flag(self, value: Value) -> str:
        """Return the number of a member of a Flag; None raises a flag when the game runs."""
        number = ast.copy_location(ast.Attribute(ast.Constant(None), "value", ast.Load()), self.routine.node)
        value = self.steady(self.real(value, OBJECT, "NO_PLAYER"))
        return self.keep(self.object_attribute(value, number).code)

    def by_number(
        self, kind: type[enum.Flag], number: str, use: Callable[[Any], Any], role: str, node: ast.AST
    ) -> Value:
        """Return what is made of the member of a Flag that has a number.  NotCompilable: there are too many of them."""
        count = 1 << max(member.value for member in kind).bit_length()
        if count > MAX_COMBINATIONS:
            raise self.refuse(node, f"combinations of {kind.__name__} can't be compiled", "write an Enum, and sets")
        results: list[Any] = []
        for each in range(count):
            try:
                result = use(kind(each))
            except ValueError:  # no member has this bit
                result = None
            key = ("flag", kind, role, each)
            results.append(self.program.same_each_time(key, result) if isinstance(result, list) else result)
        table, result_type = self.table(results, [each for each in results if each is not None], node, f"flag {role}")
        return Value(self.keep(f"S[{table} + {number}]"), result_type, is_small=role == "__len__")
