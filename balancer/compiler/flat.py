"""Flat code: the subset of Python between a designer's rules and machine code.

    def largest(S, place):
        best = 0
        for i in range(S[place + 1]):
            if S[place + 2 + i] > best:
                best = S[place + 2 + i]
        return best

A program is functions, and what they say means the same when Python runs it and when it is machine code:

- Every value is a signed 64-bit word.  `+ - *` and unary `-` are for results that fit; where they may not, checked
  helpers (`runtime/arithmetic.py`) raise a flag, and where they shall not, `wrap_add` and `wrap_multiply` drop bits.
- Memories are named S (the block of a game), O (figures of games played) and H (standings).  They come first among
  parameters and are handed on under their own names; `M[place]` reads and writes a word.
- Statements: `name = …`, `M[…] = …` and both with an operator (`+=`), a call, `if`/`elif`/`else`, `while`,
  `for name in range(…)` with constant steps, `break`, `continue`, `return`, `pass`.  A function that ends without
  `return` returns 0 as machine code; its result must not be used.
- Expressions: names, whole numbers, `+ - * // % & | ^ << >>`, one comparison at a time, `not`, `and`, `or` (of truths
  where the value is used), `a if c else b`, `min` and `max` of two, calls of flat functions, helpers and intrinsics
  (`intrinsics.py`).
  `//` and `%` round down, as in Python; a divisor is not 0, and places of shifts are 0 … 63.
- Constants are names in capitals: places and ranges (`block.py`), parameters of the compilation, and `ErrorFlag.NAME`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping, MutableSequence
from typing import Any

from balancer.compiler import block
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.intrinsics import INTRINSICS, as_word

Memory = MutableSequence[int]
MEMORIES = ("S", "O", "H")

# names that every program may use
CONSTANTS: dict[str, int] = {name: value for name, value in vars(block).items() if name.isupper()}

OPERATORS = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.FloorDiv,
    ast.Mod,
    ast.BitAnd,
    ast.BitOr,
    ast.BitXor,
    ast.LShift,
    ast.RShift,
)
COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class FlatError(ValueError):
    """Code that is not flat, with its function, its line and its text."""

    def __init__(self, function: str, node: ast.AST, what: str) -> None:
        super().__init__(f"{function}, line {getattr(node, 'lineno', 0)}: {what}: {ast.unparse(node)}")


def parse_flat(source: str) -> dict[str, ast.FunctionDef]:
    """Return the functions of a program by name, without docstrings and annotations; other statements are dropped."""
    functions = {}
    for function in ast.parse(source).body:
        if isinstance(function, ast.FunctionDef):
            if ast.get_docstring(function, clean=False) is not None:
                function.body = function.body[1:] or [ast.Pass()]
            for argument in function.args.args:
                argument.annotation = None
            function.returns = None
            functions[function.name] = function
    return functions


def calls_of(function: ast.FunctionDef) -> set[str]:
    """Return the names of all that a function calls."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {name.id for name in calls if isinstance(name, ast.Name)}


def parameters_of(function: ast.FunctionDef) -> list[str]:
    """Return the names of a function's parameters."""
    return [argument.arg for argument in function.args.args]


def constant_of(node: ast.expr, constants: Mapping[str, int]) -> int | None:
    """Return the value of a constant expression; None where it is not constant."""
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return constants.get(name, CONSTANTS.get(name))
        case ast.Attribute(value=ast.Name(id="ErrorFlag"), attr=name) if name in ErrorFlag.__members__:
            return ErrorFlag[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = constant_of(operand, constants)
            return None if value is None else -value
    return None


# Checking ------------------------------------------------------------------------------------------------------------
def check_flat(
    functions: Mapping[str, ast.FunctionDef],
    constants: Mapping[str, int] | None = None,
    helper_names: Iterable[str] = (),
) -> None:
    """Raise FlatError at the first construct that is not flat.  helper_names: functions defined elsewhere."""
    arities: dict[str, list[str]] = {name: parameters_of(function) for name, function in functions.items()}
    for name, intrinsic in INTRINSICS.items():
        arities[name] = ["a", "b"] if name in ("min", "max") else list(inspect.signature(intrinsic).parameters)
    for function in functions.values():
        _Checker(function, constants or {}, arities, set(helper_names)).check()


class _Checker:
    """Checks that one function is flat."""

    def __init__(
        self,
        function: ast.FunctionDef,
        constants: Mapping[str, int],
        arities: Mapping[str, list[str]],
        helper_names: set[str],
    ) -> None:
        self.function, self.constants, self.arities, self.known = function, constants, arities, helper_names
        self.names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and is_stored(node)}
        self.names |= set(parameters_of(function))

    def refuse(self, node: ast.AST, what: str) -> FlatError:
        return FlatError(self.function.name, node, what)

    def check(self) -> None:
        arguments, parameters = self.function.args, parameters_of(self.function)
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or arguments.posonlyargs:
            raise self.refuse(self.function, "only plain parameters are flat")
        if parameters != sorted(parameters, key=lambda name: name not in MEMORIES):
            raise self.refuse(self.function, "memories come first")
        self.check_body(self.function.body)

    def check_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.check_statement(statement)

    def check_statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[target], value=value) | ast.AugAssign(target=target, value=value):
                if isinstance(statement, ast.AugAssign):
                    self.check_operator(statement, statement.op)
                if isinstance(target, ast.Name):
                    if target.id in MEMORIES or constant_of(target, self.constants) is not None:
                        raise self.refuse(statement, "a memory or a constant is set")
                else:
                    self.check_value(target)
                self.check_value(value)
            case ast.Expr(value=ast.Call() as call):
                self.check_value(call)
            case ast.Return(value=value):
                if value is not None:
                    self.check_value(value)
            case ast.If(test=test, body=body, orelse=orelse):
                self.check_condition(test)
                self.check_body(body)
                self.check_body(orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self.check_condition(test)
                self.check_body(body)
            case ast.For(target=ast.Name(), body=body, orelse=[]):
                for value in range_of(statement, self.function.name, self.constants)[:2]:
                    self.check_value(value)
                self.check_body(body)
            case ast.Pass() | ast.Break() | ast.Continue():
                pass
            case _:
                raise self.refuse(statement, "this statement is not flat")

    def check_condition(self, node: ast.expr) -> None:
        match node:
            case ast.BoolOp(values=values):
                for value in values:
                    self.check_condition(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.check_condition(operand)
            case _:
                self.check_value(node)

    def check_value(self, node: ast.expr) -> None:
        match node:
            case ast.Constant(value=int(number)) if as_word(number) == number:
                pass
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if as_word(-number) == -number:
                pass
            case ast.Name(id=name) if name in MEMORIES:
                raise self.refuse(node, "a memory is no value")
            case ast.Name(id=name) if name in self.names or constant_of(node, self.constants) is not None:
                pass
            case ast.Attribute() if constant_of(node, self.constants) is not None:
                pass
            case ast.Subscript(value=ast.Name(id=memory), slice=place) if memory in MEMORIES:
                if memory not in parameters_of(self.function):
                    raise self.refuse(node, f"{memory} is no parameter")
                self.check_value(place)
            case ast.BinOp(left=left, op=op, right=right):
                self.check_operator(node, op)
                self.check_value(left)
                self.check_value(right)
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=operand):
                self.check_value(operand)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.check_condition(operand)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if isinstance(op, COMPARISONS):
                self.check_value(left)
                self.check_value(right)
            case ast.BoolOp(values=values):
                if not all(is_truth(value) for value in values):
                    raise self.refuse(node, "`and` and `or` of numbers are flat in conditions only")
                self.check_condition(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.check_condition(test)
                self.check_value(body)
                self.check_value(orelse)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                self.check_call(node, name, arguments)
            case _:
                raise self.refuse(node, "this is not flat")

    def check_operator(self, node: ast.AST, op: ast.operator) -> None:
        if not isinstance(op, OPERATORS):
            raise self.refuse(node, "this operator is not flat")

    def check_call(self, node: ast.Call, name: str, arguments: list[ast.expr]) -> None:
        if name not in self.arities and name not in self.known:
            raise self.refuse(node, f"there is no function {name}")
        if name in self.arities:
            parameters = self.arities[name]
            if len(parameters) != len(arguments):
                raise self.refuse(node, f"{name} takes {len(parameters)} arguments")
            memories = [each for each in parameters if each in MEMORIES]
        else:
            memories = [each.id for each in arguments if isinstance(each, ast.Name) and each.id in MEMORIES]
        for memory, argument in zip(memories, arguments, strict=False):
            if not isinstance(argument, ast.Name) or argument.id != memory:
                raise self.refuse(node, "memories are passed under their own names")
            if memory not in parameters_of(self.function):
                raise self.refuse(node, f"{memory} is no parameter")
        for argument in arguments[len(memories) :]:
            self.check_value(argument)


def is_stored(node: ast.Name) -> bool:
    """Return whether a name is assigned to, not read."""
    return isinstance(node.ctx, ast.Store)


def is_truth(node: ast.expr) -> bool:
    """Return whether an expression is always 0 or 1."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(is_truth(value) for value in values)
        case ast.Constant(value=value):
            return value in (0, 1)
    return False


def range_of(loop: ast.For, function: str, constants: Mapping[str, int]) -> tuple[ast.expr, ast.expr, int]:
    """Return the begin, the end and the constant step of a loop `for name in range(…)`.  FlatError."""
    match loop.iter:
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
            match arguments:
                case [end]:
                    return ast.copy_location(ast.Constant(0), loop), end, 1
                case [begin, end]:
                    return begin, end, 1
                case [begin, end, by] if step := constant_of(by, constants):
                    return begin, end, step
    raise FlatError(function, loop.iter, "loops are over a range, by a constant step")


# Running it by Python ------------------------------------------------------------------------------------------------
class CheckedMemory(list[int]):
    """A memory for flat code that Python runs.  IndexError: a place outside it; OverflowError: no 64-bit word."""

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice) and place < 0:
            raise IndexError(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, word: Any) -> None:
        if not isinstance(place, slice):
            if place < 0:
                raise IndexError(place)
            if as_word(word) != word:
                raise OverflowError(word)
        super().__setitem__(place, word)


def as_python(
    functions: Mapping[str, ast.FunctionDef], constants: Mapping[str, int] | None = None
) -> dict[str, Callable[..., int]]:
    """Return the functions of a program, with all that it calls (`runtime.with_helpers`), to be run by Python."""
    names: dict[str, Any] = {**CONSTANTS, **(constants or {}), **INTRINSICS, "ErrorFlag": ErrorFlag}
    module = ast.Module(list(functions.values()), [])
    exec(compile(module, "<flat code>", "exec"), names)  # noqa: S102  code that this package has made itself
    return {name: names[name] for name in functions}
