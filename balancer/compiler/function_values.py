"""Code of functions as values: in names and attributes, in lists, and handed on as arguments.

The types of the program list all functions that a value may be, so that a call of it becomes a choice between calls of
these.  Functions that need names of the function around them, or methods of objects, are no values.
"""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType
from typing import Any

from balancer.compiler import block
from balancer.compiler.caching import CACHED
from balancer.compiler.classes import field_names
from balancer.compiler.dict_classes import holds_dicts
from balancer.compiler.emitter import Value
from balancer.compiler.expressions import Case
from balancer.compiler.kinds import FUNCTION, GAME, PLAYER, TUPLE, UNKNOWN
from balancer.compiler.named_calls import NamedCalls, TableEntry
from balancer.compiler.partials import with_arguments
from balancer.compiler.routines import Routine

METHODS = (FunctionType, staticmethod, classmethod, CACHED)


class FunctionValues(NamedCalls):
    """Writes the code of functions as values."""

    def function_value(self, function: Any) -> Value:
        """Return a function or class as a value; function: a routine or class."""
        value_type = self.program.function_type(function)
        return Value(str(block.FUNCTION + self.program.function_numbers[function]), value_type)

    def value_Lambda(self, node: ast.Lambda) -> Value:
        return self.inner_value(node, self.program.inner(self.routine, node))

    def inner_value(self, node: ast.expr, routine: Routine) -> Value:
        """Return a function within another one as a value.  NotCompilable: it needs names of that."""
        if routine.captured:
            what = f"a function that needs {', '.join(routine.captured)} of the function around it is no value"
            raise self.refuse(node, f"{what} that can be compiled", "hand that on as an argument")
        if routine.leading and self.uses_self(routine):
            raise self.refuse(node, "a function of an object as a value can't be compiled", "write a method")
        return self.function_value(routine)

    def uses_self(self, routine: Routine) -> bool:
        """Return whether an inner function reads the receiver of the method around it."""
        return any(isinstance(each, ast.Name) and each.id == routine.self_name for each in ast.walk(routine.node))

    def value_Name(self, node: ast.Name) -> Value:
        inner = None if node.id in self.renames else self.inner_function(node.id)
        if inner is not None and isinstance(node.ctx, ast.Load):
            return self.inner_value(node, self.program.inner(self.outer_of(inner), inner))
        return super().value_Name(node)

    def game_attribute(self, value: Value, node: ast.Attribute) -> Value:
        """Return the value of an attribute of the game; a method as a function."""
        function, holder, is_static = self.method_of(self.program.definition, node.attr)
        is_own = function is not None and holder is not None and not holder.__module__.startswith("balancer.")
        if not is_own or is_static or ("game", node.attr) in self.program.stored:
            return super().game_attribute(value, node)
        routine = self.program.routine(GAME, self.program.definition, function, holder)  # type: ignore[arg-type]
        self.program.defaults_of[routine] = function  # type: ignore[assignment]
        return self.function_value(routine)

    def attribute_to_call(self, value: Value, name: str) -> bool:
        """Return whether an attribute that is called is a value, not a method."""
        if value.type.has(GAME):
            static = inspect.getattr_static(self.program.definition, name, None)
            return not isinstance(static, METHODS)
        if value.type.has(PLAYER):
            return ("player", name) in self.program.stored
        if value.type.has(TUPLE) and value.type.named:
            return name in field_names(value.type.named)
        if holds_dicts(value.type):
            return False
        kinds = self.classes_among(value)
        methods = [kind for kind in kinds if isinstance(inspect.getattr_static(kind, name, None), METHODS)]
        return bool(kinds) and all(name in field_names(kind) for kind in methods)  # of which it is a default

    def call_value(self, value: Value, node: ast.Call) -> Value:
        """Return the result of a function that is a value."""
        if not value.type.kinds:
            self.given_values(node)
            return Value("0", UNKNOWN)
        if self.kinds_with(value.type, "__call__"):
            return self.operate_by(value, ("__call__",), [], node, None)
        if not value.type.has(FUNCTION):
            raise self.refuse(node, f"calling {value.type} can't be compiled", "call a function by its name")
        value = self.steady(value)
        functions = sorted(value.type.functions, key=self.program.function_numbers.__getitem__)
        if len(functions) == 1 and value.type.only(FUNCTION):
            return self.call_function(functions[0], node)
        cases: list[Case] = []
        for function in functions:
            test = f"{value.code} == {block.FUNCTION + self.program.function_numbers[function]}"
            cases.append((test, functools.partial(self.call_function, function, node)))
        return self.switch(cases, node, "NO_PLAYER")

    def call_function(self, function: Any, node: ast.Call) -> Value:
        """Return the result of a function or class that is a value."""
        if isinstance(function, type):
            return self.construct(function, node)
        if isinstance(function, functools.partial):
            return self.value(with_arguments(function, node))
        if isinstance(function, TableEntry):
            if function.routine is not self.routine:
                raise self.refuse(node, "a function of a dict can't be called here", "call it where it is looked up")
            return self.call_of(function.function, node)
        lead = ["0"] if function.leading else []  # the receiver, which it does not use
        return self.call_routine(function, lead, node, self.program.defaults_of.get(function))
