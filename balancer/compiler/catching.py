"""Code of `try`: flat code that stops at the first error, and goes on in the handler of that error.

A raised flag (`runtime.arithmetic.fail`) lets a game run out harmlessly, which is enough where the game is then played
again by plain Python.  In the body of `try` nothing may change after the error instead: each statement that follows a
possible error runs only while no flag is raised, and what a statement computes is complete before it changes anything.
"""

from __future__ import annotations

import ast
import functools
import importlib
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeVar

from balancer.compiler import runtime
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.intrinsics import INTRINSICS

CAUGHT: dict[ErrorFlag, type[Exception]] = {
    ErrorFlag.INDEX: IndexError,
    ErrorFlag.KEY: KeyError,
    ErrorFlag.NOT_IN_LIST: ValueError,
    ErrorFlag.EMPTY: ValueError,
    ErrorFlag.LENGTH: ValueError,
    ErrorFlag.STEP_ZERO: ValueError,
    ErrorFlag.SHIFT: ValueError,
    ErrorFlag.DIVISION: ZeroDivisionError,
    ErrorFlag.NOTHING_FOUND: StopIteration,
}
HANDLED = (IndexError, KeyError, LookupError, ValueError, ZeroDivisionError, StopIteration)  # what `except` may name
DATA_MODULES = (
    "arithmetic",
    "dicts",
    "floats",
    "gathering",
    "hashed_sets",
    "lists",
    "mathematics",
    "rows",
    "sets",
    "sorting",
    "texts",
)
CHANGING = {
    *("append", "assign_list", "delete_slice", "discard_item", "extend", "insert_item", "keep_count", "pop_at"),
    *("pop_key", "pop_key_or", "pop_last", "remove_item", "replace_slice", "reverse_list", "rotate_list", "set_item"),
    *("set_value", "add_to_set", "sort_by_keys", "give_room", "add_hashed", "drop_hashed", "pop_hashed"),
    *("merge_hashed", "keep_members", "drop_members", "change_members", "clear_hashed", "copy_slots", "drop_dummies"),
    "presize_hashed",
}
"""Helpers that change a list of the game.  They change nothing if they raise a flag that a handler can catch."""

Result = TypeVar("Result")
Parts = Generator[ast.stmt, None, Result]  # statements to be written before the one that uses the result

STORED = "v_"  # the beginning of the rules' own names; all others are names of the compiler, each used once


@functools.cache
def data_helpers() -> frozenset[str]:
    """Return the helpers that compute with numbers, lists, sets and dicts only."""
    modules = [importlib.import_module(f"{runtime.__name__}.{name}") for name in DATA_MODULES]
    return frozenset(name for module in modules for name in vars(module) if name in runtime.helpers())


def flags_of(handled: Sequence[type[BaseException]]) -> list[int]:
    """Return the flags of the errors that a handler catches."""
    return [int(flag) for flag, error in CAUGHT.items() if issubclass(error, tuple(handled))]


class NotGuardedError(Exception):
    """Flat code that can't be stopped at an error: it calls rules, or changes something while it computes."""


class Guard:
    """Writes the body of one `try` so that it stops at the first error."""

    def __init__(self, new_name: Callable[[], str]) -> None:
        """Receive what makes names that no other word has."""
        self.new_name = new_name

    def guarded(self, lines: Sequence[str]) -> list[str]:
        """Return lines of flat code, stopping at the first error.  NotGuardedError."""
        body = ast.parse("\n".join(lines).replace("<free>", "free()")).body
        text = ast.unparse(ast.fix_missing_locations(ast.Module(self.block(body), [])))
        return text.replace("free()", "<free>").split("\n")

    def block(self, statements: Sequence[ast.stmt], *, may_fail: bool = False) -> list[ast.stmt]:
        """Return guarded statements; may_fail: an error may have been raised before them."""
        written: list[ast.stmt] = []
        for statement in statements:
            for part in self.parts(statement):
                written.append(ast.If(_no_error(), [part], []) if may_fail else part)
                may_fail = may_fail or _can_fail(part)
        return written or [ast.Pass()]

    def parts(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Write one statement as several: the last may change something, those before it only compute."""
        match statement:
            case ast.Assign(targets=[target], value=value):
                changes = any(isinstance(each, ast.Call) and _name(each) in CHANGING for each in ast.walk(value))
                if isinstance(target, ast.Subscript) or target.id.startswith(STORED) or changes:  # type: ignore[attr-defined]
                    value = yield from self.hoisted(value)
                else:
                    self.check(value)
                if isinstance(target, ast.Subscript):
                    target.slice = yield from self.hoisted(target.slice)
                yield ast.Assign([target], value)
            case ast.AugAssign(target=target, op=op, value=value):
                yield ast.AugAssign(target, op, (yield from self.hoisted(value)))
            case ast.Expr(value=ast.Call() as call):
                yield ast.Expr((yield from self.with_arguments(call)))
            case ast.Return(value=value) if value is not None:
                yield ast.Return((yield from self.hoisted(value)))
            case ast.If(test=test, body=body, orelse=orelse):
                test = yield from self.hoisted_test(test)
                yield ast.If(test, self.block(body), self.block(orelse) if orelse else [])
            case ast.While(test=test, body=body):
                self.check(test)
                turns = ast.BoolOp(ast.And(), [_no_error(), test])
                yield ast.While(turns, self.block(body, may_fail=_can_fail(test)), [])
            case ast.For(target=target, iter=ast.Call(func=function, args=arguments), body=body):
                bounds = yield from self.all_hoisted(arguments)
                stop = ast.If(ast.UnaryOp(ast.Not(), _no_error()), [ast.Break()], [])
                yield ast.For(target, ast.Call(function, bounds, []), [stop, *self.block(body)], [])
            case _:
                yield statement

    def hoisted(self, value: ast.expr) -> Parts[ast.expr]:
        """Compute a value that can fail before the statement in which it stands; return what stands for it."""
        if not _can_fail(value):
            return value
        if isinstance(value, ast.Call) and _name(value) in CHANGING:
            value = yield from self.with_arguments(value)
        else:
            self.check(value)
        name = self.new_name()
        yield ast.Assign([ast.Name(name, ast.Store())], value)
        return ast.Name(name, ast.Load())

    def all_hoisted(self, values: Sequence[ast.expr]) -> Parts[list[ast.expr]]:
        """Compute values that can fail, from left to right."""
        results = []
        for value in values:
            result = yield from self.hoisted(value)
            results.append(result)
        return results

    def hoisted_test(self, test: ast.expr) -> Parts[ast.expr]:
        """Compute a condition that can fail before the statement in which it stands."""
        if not _can_fail(test):
            return test
        truth = ast.IfExp(test, ast.Constant(1), ast.Constant(0))
        return ast.Compare((yield from self.hoisted(truth)), [ast.NotEq()], [ast.Constant(0)])

    def with_arguments(self, call: ast.Call) -> Parts[ast.Call]:
        """Compute the arguments of a call that changes something before it; return the call."""
        self.check_name(call)
        if _name(call) not in CHANGING:
            for each in call.args:
                self.check(each)
            return call
        return ast.Call(call.func, (yield from self.all_hoisted(call.args)), [])

    def check(self, value: ast.expr) -> None:
        """Raise NotGuardedError for code that changes something while it computes a value."""
        for each in ast.walk(value):
            if isinstance(each, ast.Call):
                self.check_name(each)
                if _name(each) in CHANGING:
                    raise NotGuardedError

    def check_name(self, call: ast.Call) -> None:
        """Raise NotGuardedError for calls of anything but helpers on data."""
        if _name(call) not in data_helpers() | INTRINSICS.keys() | {"free", "fail"}:
            raise NotGuardedError


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _can_fail(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Call) and _name(each) not in INTRINSICS for each in ast.walk(node))


def _no_error() -> ast.expr:
    return ast.parse("S[ERROR] == 0", mode="eval").body


def handled_by(handler: ast.ExceptHandler, static: Callable[[ast.expr], tuple[bool, Any]]) -> list[type[BaseException]]:
    """Return the errors that a handler names; [] where they can't be compiled."""
    named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
    errors = [error for is_static, error in map(static, named) if is_static and error in HANDLED]
    return errors if len(errors) == len(named) else []
