"""Code of names, of choices between values, and of expressions that can't be compiled."""

from __future__ import annotations

import ast
import enum
import functools
from collections.abc import Callable
from types import FunctionType

from balancer.compiler.classes import row_base
from balancer.compiler.emitter import COMPOSED, Value
from balancer.compiler.errors import Conflict, shortened
from balancer.compiler.kinds import (
    BOOL,
    CLASS,
    GAME,
    INT,
    MEMBER,
    NONE,
    OBJECT,
    PERSONA,
    PROSE,
    TEXT,
    TUPLE,
    UNKNOWN,
    Type,
    join,
    scalar,
)
from balancer.compiler.operators import Arithmetic

Case = tuple[str, Callable[[], Value]]  # a condition, and what writes the value if it is true


class Expressions(Arithmetic):
    """Writes the code of expressions."""

    def call(self, node: ast.Call) -> Value:
        """Return the value of a call."""
        raise NotImplementedError

    def do(self, node: ast.expr) -> None:
        """Write only the side effects of an expression, whose value is a text for people."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """Return the code of an expression, after writing the statements that it needs."""
        method = getattr(self, f"value_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"`{shortened(ast.unparse(node))}` can't be compiled")
        result: Value = method(node)
        if self.program.is_tentative and result.type.only(NONE) and not isinstance(node, ast.Constant):
            return result._replace(type=UNKNOWN)  # what else it is may only become known
        return result

    # Names -------------------------------------------------------------------------------------------------------
    def value_Constant(self, node: ast.Constant) -> Value:
        return self.constant(node.value)

    def value_Name(self, node: ast.Name) -> Value:
        name = node.id
        if name in self.renames:
            return Value(self.renames[name], self.program.cell(("local", self.routine, self.renames[name])).type)
        if name == self.routine.self_name:
            return self.self_value()
        if (self.routine, name) in self.program.function_tables:
            self.refuse_functions(node)
        if self.is_local(name):
            return Value(f"v_{name}", self.local(name).type)
        is_static, constant = self.static_name(name)
        if not is_static:
            raise self.refuse(node, f"`{name}` is not found")
        if constant is NotImplemented:  # by which an operator leaves the answer to the other object's class
            self.write("fail(S, ErrorFlag.RAISED)")
            return Value("0", UNKNOWN)
        is_own = isinstance(constant, FunctionType | type | functools.partial) and self.program.is_own(constant)
        if callable(constant) and not isinstance(constant, enum.Enum) and not is_own:
            raise self.refuse(node, f"the function `{name}` as a value can't be compiled", "call it where it is needed")
        return self.constant(constant)

    def self_value(self) -> Value:
        """Return the receiver of the method that is being lowered."""
        routine = self.routine
        if routine.kind in {GAME, PERSONA}:
            return Value("0", scalar(routine.kind))
        if routine.kind == CLASS:
            return self.function_value(routine.owner)
        base = row_base(routine.owner) if routine.kind == MEMBER and routine.owner else None
        if base:
            place = self.program.place_of_class(routine.owner)  # type: ignore[arg-type]
            return Value(f"v_{routine.self_name}", Type(frozenset((base.__name__,)), place))
        if routine.kind == MEMBER:
            kind = TEXT if issubclass(routine.owner, str) else INT  # type: ignore[arg-type]
            return Value(f"v_{routine.self_name}", Type(frozenset((kind,)), members=routine.owner))
        if routine.kind == TUPLE:
            shape = self.program.shape(None, 0, routine.owner)
            return Value(f"v_{routine.self_name}", Type(frozenset((TUPLE,)), shape=shape))
        return Value(f"v_{routine.self_name}", Type(frozenset((OBJECT,)), record=routine.owner))

    def refuse_functions(self, node: ast.expr) -> None:
        """Raise NotCompilable: a dict or list of functions is used as a value."""
        raise self.refuse(
            node, "a dict of functions is no value in compiled games", "look a function up where it is called"
        )

    # Choices between values ----------------------------------------------------------------------------------------
    def value_Compare(self, node: ast.Compare) -> Value:
        return self.truth_value(self.condition(node))

    def branch(self, node: ast.expr, name: str, result_type: Type) -> None:
        """Set a name to the value of an expression, as a word of a type."""
        self.write(f"{name} = {self.fit(self.value(node), result_type)}")

    def value_IfExp(self, node: ast.IfExp) -> Value:
        if isinstance(node.test, ast.Constant):
            return self.value(node.body if node.test.value else node.orelse)
        cell = self.cell_here(node, "choice")
        condition = self.condition(node.test)
        name = self.keep("0")
        present = present_in(node)
        for head, part in ((f"if {condition}:", node.body), ("else:", node.orelse)):
            with self.indented(head):
                value = self.value(part)
                if part is present and value.type.has(NONE) and not value.type.only(NONE):
                    value = self.steady(value)
                    self.fail_if(f"{value.code} == NONE", "NONE_IN_SUM")  # a property may return another value
                    value = value._replace(type=value.type.without(NONE))
                cell.absorb(value.type)
                self.write(f"{name} = {self.fit(value, cell.type)}")
        return Value(name, cell.type)

    def value_BoolOp(self, node: ast.BoolOp) -> Value:
        cell = self.cell_here(node, "junction")
        name, depth, last = self.keep("0"), self.depth, len(node.values) - 1
        for place, part in enumerate(node.values):
            value = self.value(part)
            value_type = value.type
            if place == 0 and value_type.only(PROSE) and all(self.static(each)[0] for each in node.values[1:]):
                return COMPOSED  # whichever it is can only be said
            if isinstance(node.op, ast.Or) and place < last:
                value_type = value_type.without(NONE)
            try:
                cell.absorb(value_type)
            except Conflict as conflict:
                if BOOL in cell.type.kinds | value_type.kinds:
                    conflict.advice = "write bool(...) where only the truth matters, or use two names"
                raise
            if place == last:
                self.write(f"{name} = {self.fit(value, cell.type)}")
                break
            value = self.steady(value)
            self.write(f"{name} = {self.fit(value, join(cell.type, value.type))}")
            test = self.truth(value)
            self.write(f"if {test}:" if isinstance(node.op, ast.And) else f"if not ({test}):")
            self.depth += 1
        self.depth = depth
        return Value(name, cell.type)

    def value_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self.bind(node.target, value)
        return self.value_Name(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))

    def switch(self, cases: list[Case], node: ast.AST, flag: str, default: Callable[[], Value] | None = None) -> Value:
        """Return the value of the first case whose condition is true; where none is, of `default`, or raise a flag."""
        ends = (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))
        key = (self.routine, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), *ends, "switch")
        cell = self.program.cell(key)
        result, depth = self.keep("0"), self.depth

        def take(make: Callable[[], Value]) -> None:
            value = make()
            cell.absorb(value.type)
            self.write(f"{result} = {self.fit(value, cell.type)}")

        for condition, make in cases:
            with self.indented(f"if {condition}:"):
                take(make)
            self.write("else:")
            self.depth += 1
        if default:
            take(default)
        else:
            self.write(f"fail(S, ErrorFlag.{flag})")
        self.depth = depth
        return Value(result, join(cell.type, UNKNOWN))

    # Texts, calls, and what can't be compiled -----------------------------------------------------------------------
    def value_JoinedStr(self, node: ast.JoinedStr) -> Value:
        is_static, constant = self.static(node)
        if is_static:
            return self.constant(constant)
        composed = self.compose_parts(node)
        if composed is None:
            self.do(node)
        return composed or COMPOSED

    def value_Lambda(self, node: ast.Lambda) -> Value:
        raise self.refuse(node, "a lambda can be compiled only as `key=` or in a name that is called", "write a method")

    def value_Starred(self, node: ast.Starred) -> Value:
        raise self.refuse(node, "`*` can't be compiled here", "write the arguments one by one")

    def value_Call(self, node: ast.Call) -> Value:
        return self.call(node)


def present_in(node: ast.IfExp) -> ast.expr | None:
    """Return the branch of `-1 if self.trump is None else self.trump` that is what the test found not to be None."""
    match node.test:
        case ast.Compare(left=value, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            branch = node.orelse if isinstance(op, ast.Is) else node.body
            return branch if ast.unparse(branch) == ast.unparse(value) else None
    return None
