"""Values that are known before the game: constants, names of the module, Python's functions; and their words."""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import inspect
import itertools
import math
import operator
from collections.abc import Callable
from types import ModuleType
from typing import Any

from balancer.compiler.builtin_names import BUILTINS
from balancer.compiler.classes import is_enum
from balancer.compiler.emitter import NO_VALUE, Emitter, Value
from balancer.compiler.intrinsics import as_bits
from balancer.compiler.kinds import CARD, CLASS, FLOAT, FUNCTION, GAME, INT, MEMBER, NONE, PERSONA, TEXT, TUPLE
from balancer.compiler.program import is_tuple_like
from balancer.compiler.signatures import FUNCTIONS, arrange
from balancer.plain.declared import Declared
from balancer.plain.game import Game

NO_CONSTANTS = (Declared, property, functools.cached_property, staticmethod, classmethod)  # in a class
SMALL = 1 << 31  # whole numbers below it are far from the limits of a word
STATIC_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


class StaticValues(Emitter):
    """Finds and writes values that are the same in all games."""

    def function_value(self, function: Any) -> Value:
        """Return a function or class as a value; function: a routine or class."""
        raise NotImplementedError

    def static(self, node: ast.expr) -> tuple[bool, Any]:
        """Return whether an expression is known before the game, and its value."""
        if isinstance(node, ast.Constant):
            return True, node.value
        subject = self.asked_class(node)
        if subject is not None and self.is_self(subject):
            is_one_class = self.routine.kind in {GAME, PERSONA, TUPLE, MEMBER} or is_enum(self.routine.owner)
            return is_one_class, self.routine.owner if is_one_class else None
        if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict | ast.UnaryOp):
            if makes_lists_in_tuples(node):
                return False, None
            try:
                return True, self.program.literal(node, self.routine.file)
            except (ValueError, TypeError):
                return False, None
        if isinstance(node, ast.Name):
            return self.static_name(node.id)
        if isinstance(node, ast.JoinedStr) and all(isinstance(each, ast.Constant) for each in node.values):
            return True, "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        if isinstance(node, ast.BinOp):
            return self.static_sum(node)
        if isinstance(node, ast.Attribute):
            return self.static_attribute(node)
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            (is_static, holder), (is_fixed, key) = self.static(node.value), self.static(node.slice)
            if is_static and is_fixed and isinstance(holder, str | tuple | list | dict):
                try:
                    return True, holder[key]
                except (LookupError, TypeError):
                    return False, None
        return False, None

    def is_self(self, node: ast.expr) -> bool:
        """Return whether an expression is the receiver of the method that is being lowered."""
        is_name = isinstance(node, ast.Name) and node.id not in self.renames
        return is_name and node.id == self.routine.self_name != ""  # type: ignore[attr-defined]

    def asked_class(self, node: ast.expr) -> ast.expr | None:
        """Return the expression of whose value another one is the class; None for other expressions."""
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return node.value
        return (
            node.args[0]
            if isinstance(node, ast.Call) and self.builtin(node) == "type" and len(node.args) == 1
            else None
        )

    def static_sum(self, node: ast.BinOp) -> tuple[bool, Any]:
        """Return whether the result of an operator on numbers or texts is known before the game, and its value."""
        (is_first, first), (is_second, second) = self.static(node.left), self.static(node.right)
        operate = STATIC_OPERATORS.get(type(node.op))
        if not (is_first and is_second and operate) or isinstance(first, enum.Enum) or isinstance(second, enum.Enum):
            return False, None
        if isinstance(first, tuple) and isinstance(second, int) and isinstance(node.op, ast.Mult):
            key = (self.routine.file, node.lineno, node.col_offset, "repeated")
            return True, self.program.literals.setdefault(key, first * second)
        texts = isinstance(first, str) and isinstance(second, str) and isinstance(node.op, ast.Add)
        if texts or (type(first) in {int, float} and type(second) in {int, float}):
            try:
                return True, operate(first, second)
            except ArithmeticError:
                return False, None
        return False, None

    def static_name(self, name: str) -> tuple[bool, Any]:
        """Return whether a name is one of the module or of Python, and its value."""
        if self.routine.kind == CLASS and name == self.routine.self_name and name not in self.renames:
            return True, self.routine.owner
        if self.is_local(name):
            return False, None
        if name in self.routine.scope:
            return True, self.program.caching.uncached(self.routine.scope[name])
        return (True, getattr(builtins, name)) if hasattr(builtins, name) else (False, None)

    def static_attribute(self, node: ast.Attribute) -> tuple[bool, Any]:
        """Return whether an attribute is known before the game, and its value."""
        if self.is_self(node.value) and self.routine.kind != CLASS:
            owner = self.routine.owner
            kind = self.routine.kind
            value = inspect.getattr_static(owner, node.attr, None)
            if value is None or callable(value) or isinstance(value, NO_CONSTANTS):
                return False, None
            if kind == PERSONA:
                return node.attr not in self.program.habits, value
            if kind == GAME:
                return ("game", node.attr) not in self.program.stored and node.attr not in vars(Game), value
            return False, None
        is_static, holder = self.static(node.value)
        if not is_static:
            return False, None
        if isinstance(holder, ModuleType | type | enum.Enum) or is_tuple_like(holder) or isinstance(holder, str):
            try:
                return True, self.program.caching.uncached(getattr(holder, node.attr))
            except AttributeError:
                return False, None
        return False, None

    def constant(self, value: Any) -> Value:
        """Return the code of a value that exists before the game."""
        value_type = self.program.type_of(value)
        if value_type.only(CARD):
            return Value(str(int(value)), value_type, is_small=True)
        if value_type.only("bool", INT):
            if not -(1 << 62) < value < 1 << 62:
                raise self.refuse(self.routine.node, f"the number {value} is too large to be compiled")
            return Value(str(int(value)), value_type, is_small=abs(value) < SMALL)
        if value_type.only(FLOAT):
            is_minus_zero = value == 0 and math.copysign(1, value) < 0  # whose bits are below all numbers of flat code
            return Value("fneg(0)" if is_minus_zero else str(as_bits(float(value))), value_type)
        if value_type.only(TEXT):
            self.program.note_text(value)
            return Value(str(self.packing.text(value)) if value in self.packing.known_texts else "0", value_type)
        if value_type.only(NONE):
            return NO_VALUE
        if value_type.only(FUNCTION):
            return self.function_value(self.program.function_of(value))
        if value_type.only(TUPLE) and value_type.shape:
            parts = [str(self.packing.pack(value, value_type.shape))]
            for member, shift in self.packing.members_in(value, value_type.shape):
                parts.append(f"({self.program.region(member).name} << {shift})")
            return Value(parts[0] if len(parts) == 1 else f"({' + '.join(parts)})", value_type)
        region = self.program.region(value)
        return Value(f"({region.name} + OBJECT)" if region.is_object else region.name, region.type)

    def builtin(self, node: ast.expr) -> str:
        """Return the name of the Python function that is called, "" if it is none; its arguments are put in order."""
        if not isinstance(node, ast.Call):
            return ""
        if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
            is_static, holder = self.static(node.func.value)
            name = "from_iterable" if is_static and holder is itertools.chain else ""
        else:
            is_static, function = self.static(node.func)
            try:
                name = BUILTINS.get(function, "") if is_static else ""
            except TypeError:  # an unhashable value is no built-in function
                name = ""
        self.arrange(FUNCTIONS.get(name), node)
        return name

    def arrange(self, parameters: str | Callable[..., Any] | None, node: ast.Call) -> None:
        """Put the arguments of a call in the order of the parameters; None: these are not known.  NotCompilable."""
        obstacle = "" if parameters is None else arrange(parameters, node)
        if obstacle:
            raise self.refuse(node, obstacle)


def makes_lists_in_tuples(node: ast.expr) -> bool:
    """Return whether a display has tuples with lists in them, which are new, and may change, whenever it is run."""
    tuples = (each for each in ast.walk(node) if isinstance(each, ast.Tuple))
    return any(isinstance(part, ast.List | ast.Set | ast.Dict) for each in tuples for part in ast.walk(each))
