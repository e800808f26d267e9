"""Code of generators that take turns with the loop over their items: their statements stand within that loop.

    for cell in self.free():             while …:
        self.fill(cell)                      …                            (the generator, up to its `yield`)
                                             cell = …; self.fill(cell)    (the turn of the loop)
                                             …                            (the rest of the generator)

So effects come in the order of Python.  The names of the generator are changed.  A `break` in the turn, and a `return`
of the generator, set the flag `left`, which ends all loops of the generator, the innermost first.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from balancer.compiler.emitter import Several, Value
from balancer.compiler.generators import YIELDED
from balancer.compiler.kinds import GAME, OBJECT, PERSONA, TUPLE
from balancer.compiler.program import Routine, scope_of
from balancer.compiler.sources import names_stored_in, names_tested_in
from balancer.compiler.statements import Statements

Body = Callable[[Value | Several], None]
AT_ONCE = {  # functions that read all items before anything else happens
    *("list", "tuple", "set", "frozenset", "sorted", "Counter", "deque", "dict", "sum"),
    *("combinations", "permutations", "product"),
}
KEPT = ("routine", "renames", "names", "tested_names", "loops", "said_names")  # what a function's code depends on


@dataclass
class InlinedCall:
    """One generator whose statements are being written.

    left: the flag that ends it; stop: that of the loop, "" if nothing ends it early; outside: what is kept of the
    function around; flag: that of the `for` statement, which `break` sets, "" for other loops.
    """

    routine: Routine
    left: str
    stop: str
    body: Body
    outside: dict[str, Any]
    flag: str


class Inlining(Statements):
    """Writes the code of functions, generators within them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.inlined: list[InlinedCall] = []  # those around this code, the innermost last

    # Which calls ------------------------------------------------------------------------------------------------------
    def generator_of(self, source: ast.expr) -> tuple[Routine, FunctionType | None] | None:
        """Return the generator that an expression calls, if its statements are to stand here."""
        if not isinstance(source, ast.Call):
            return None
        inner = self.inner_function(source.func.id) if isinstance(source.func, ast.Name) else None
        if inner is not None and self.outer_of(inner) is self.routine:
            base, function = self.program.inner(self.routine, inner), None
            routine = self.program.inlined_routine(self.routine, source, base)
        else:
            target = self.target_of(source.func)
            if inner is not None or target is None:
                return None
            kind, owner, function, holder = target
            file, scope = function.__code__.co_filename, scope_of(function)
            base = Routine("", kind, owner, self.program.sources.node_of(function), file, scope, holder)
            routine = self.program.inlined_routine(self.routine, source, base)
        if routine.node not in self.program.sources.generators or not is_plain(routine.node):
            return None
        is_around = any(each.routine.node is routine.node for each in self.inlined)
        return None if is_around or self.may_be_list(routine, source) else (routine, function)

    def target_of(self, function: ast.expr) -> tuple[str, type | None, FunctionType, type | None] | None:
        """Return the function that an expression names: the kind of receiver, its class, the class that defines it."""
        is_static, callee = self.static(function)
        if is_static:
            is_own = isinstance(callee, FunctionType) and self.program.is_own(callee)
            return ("", None, callee, None) if is_own else None
        if not isinstance(function, ast.Attribute) or self.is_super(function.value):
            return None
        begin = len(self.lines)
        holder_type = self.value(function.value).type
        del self.lines[begin:]
        shape = holder_type.shape and holder_type.shape.root()
        owners: dict[str, list[type | None]] = {
            GAME: [self.program.definition],
            PERSONA: [self.routine.owner],
            OBJECT: [*self.classes_among(Value("0", holder_type))],
            TUPLE: [shape.named if shape else None],
        }
        kind = next(iter(holder_type.kinds)) if len(holder_type.kinds) == 1 else ""
        methods = {self.method_of(owner, function.attr): owner for owner in owners.get(kind, ()) if owner}
        if len(methods) != 1:
            return None
        ((method, holder, is_static), owner), *_ = methods.items()
        if method is None or holder is None or holder.__module__.startswith("balancer."):
            return None
        return "" if is_static else kind, owner, method, holder

    def is_super(self, node: ast.expr) -> bool:
        """Return whether an expression is `super()`."""
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"

    def is_inlined(self, source: ast.expr) -> bool:
        """Return whether a loop over an expression writes the statements of a generator."""
        return self.generator_of(source) is not None

    # The generator ----------------------------------------------------------------------------------------------------
    def loop(self, source: ast.expr, body: Body, stop: str = "", *, any_order: bool = False) -> None:
        """Write a loop over an expression."""
        is_statement, self.is_statement = self.is_statement, False
        generator = self.generator_of(source)
        if generator is None:
            super().loop(source, body, stop, any_order=any_order)
            return
        assert isinstance(source, ast.Call)  # noqa: S101
        routine, function = generator
        self.program.sources.inlined.add((self.routine, source))
        self.make()
        arguments = self.arguments_of(routine, function, source)
        outside = {name: getattr(self, name) for name in KEPT}
        flag = self.loops[-1] if is_statement else ""
        call = InlinedCall(routine, self.keep("0"), stop, body, outside, flag)
        self.inlined.append(call)
        try:
            self.enter(routine)
            for name, value in arguments.items():
                self.bind(ast.copy_location(ast.Name(name, ast.Store()), source), value)
            assert isinstance(routine.node, ast.FunctionDef)  # noqa: S101
            with self.indented("while S[ERROR] == 0:"):
                self.body(routine.node.body[1:-1])
                self.write("break")
        finally:
            self.inlined.remove(call)
            self.restore(outside)

    is_statement = False  # the next loop is that of a `for` statement

    def write_For(self, statement: ast.For) -> None:
        self.is_statement = True
        super().write_For(statement)
        self.leave_loop()

    def write_While(self, statement: ast.While) -> None:
        super().write_While(statement)
        self.leave_loop()

    def leave_loop(self) -> None:
        """Write the end of the loop around, where one in a generator was left for good."""
        call = self.inlined[-1] if self.inlined else None
        if call and self.routine is call.routine:
            with self.indented(f"if {call.left}:"):
                self.write("break")

    def arguments_of(self, routine: Routine, function: FunctionType | None, node: ast.Call) -> dict[str, Value]:
        """Return the values of all parameters of a generator, and of its receiver."""
        names = [each.arg for each in (*routine.node.args.posonlyargs, *routine.node.args.args)]
        values: dict[str, Value] = {}
        if routine.self_name and not routine.outer:
            receiver = self.value(node.func.value)  # type: ignore[attr-defined]
            if routine.kind in {OBJECT, TUPLE}:
                values[routine.self_name] = self.steady(receiver)
            names = names[1:]
        given = [self.steady(each) for each in self.given_values(node)]
        count = len(given) - len(node.keywords)
        values |= dict(zip(names, given[:count], strict=False))
        values |= {str(each.arg): value for each, value in zip(node.keywords, given[count:], strict=True)}
        return {**self.defaults(routine, function), **values}

    def enter(self, routine: Routine) -> None:
        """Begin to write statements of a generator."""
        parameters = {*routine.parameters, *(each.arg for each in routine.node.args.kwonlyargs)}
        renamed = names_stored_in(routine.node) | (
            parameters if routine.kind in {OBJECT, TUPLE} else parameters - {routine.self_name}
        )
        around = {name: self.captured_code(name) for name in routine.captured}
        for name, code in around.items():
            self.program.cell(("local", routine, code)).absorb(self.value_Name(ast.Name(name, ast.Load())).type)
        self.routine, self.loops = routine, []
        self.names, self.tested_names = names_stored_in(routine.node), names_tested_in(routine.node)
        self.renames = {**around, **{name: f"v_{name}_{routine.name}" for name in sorted(renamed)}}
        vars(self)["said_names"] = frozenset()

    def restore(self, outside: dict[str, Any]) -> None:
        """Continue with the statements of another function."""
        for name, value in outside.items():
            vars(self)[name] = value

    def as_list(self, node: ast.expr, *, any_order: bool = False) -> Value:
        """Return an iterable as a new list, or as an existing one that is only read."""
        if not self.is_inlined(node) or not self.is_read_at_once(node):
            return super().as_list(node, any_order=any_order)
        return self.collected(node)  # type: ignore[arg-type]

    def is_read_at_once(self, node: ast.expr) -> bool:
        """Return whether an iterable is given to a function that reads all of it before anything else happens."""
        calls = [each for each in ast.walk(self.routine.node) if isinstance(each, ast.Call) and node in each.args]
        return bool(calls) and self.builtin(calls[0]) in AT_ONCE

    def loop_chain(self, source: ast.Call, body: Body, stop: str) -> None:
        """Write a loop over the items of several lists in turn."""
        if any(map(self.is_inlined, source.args)) and not self.is_read_at_once(source):
            what = "chain() of a generator that changes something can't be compiled here"
            raise self.refuse(source, what, "write one loop after the other")
        super().loop_chain(source, body, stop)

    def bind_name(self, target: ast.Name, value: Value) -> None:
        """Assign a value to a name; one of a generator stays until the function ends."""
        if self.inlined:
            self.note_kept(value.type, in_name=True)
        super().bind_name(target, value)

    # Its statements ---------------------------------------------------------------------------------------------------
    def write_Expr(self, statement: ast.Expr) -> None:
        call = self.inlined[-1] if self.inlined else None
        item = yielded_item(statement)
        if call is None or self.routine is not call.routine or item is None:
            super().write_Expr(statement)
            return
        value = self.steady(self.value(item))
        inside = {name: getattr(self, name) for name in KEPT}
        self.inlined.remove(call)
        self.restore(call.outside)
        try:
            turn = self.keep("1")
            with self.indented(f"while {turn}:"):  # which `continue` ends
                self.write(f"{turn} = 0")
                call.body(value)
        finally:
            self.inlined.append(call)
            self.restore(inside)
        tests = [each for each in (call.flag, call.stop) if each]
        if tests:
            with self.indented(f"if {' or '.join(tests)}:"):
                self.write(f"{call.left} = 1")
                self.write("break")

    def write_Return(self, statement: ast.Return) -> None:
        call = self.inlined[-1] if self.inlined else None
        if call is None or self.routine is not call.routine:
            super().write_Return(statement)
            return
        self.write(f"{call.left} = 1")
        self.write("break")

    @contextlib.contextmanager
    def freeing(self, loop: ast.For | ast.While) -> Iterator[None]:
        """Write the body of a loop; where a generator takes turns with it, nothing is freed."""
        if self.inlined or (isinstance(loop, ast.For) and self.is_inlined(loop.iter)):
            yield
            return
        with super().freeing(loop):
            yield


def yielded_item(statement: ast.Expr) -> ast.expr | None:
    """Return the item that a statement of a generator yields (see generators.py); None: it yields none."""
    call = statement.value
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        return call.args[0] if call.func.value.id == YIELDED and call.func.attr == "append" else None
    return None


def is_plain(function: ast.AST) -> bool:
    """Return whether the loops of a generator end only in ways that flags can follow."""
    for node in ast.walk(function):
        if isinstance(node, ast.Try | ast.Nonlocal) or (isinstance(node, ast.FunctionDef) and node is not function):
            return False
        if (isinstance(node, ast.For | ast.While) and node.orelse) or (
            isinstance(node, ast.Name) and node.id == "super"
        ):
            return False
    arguments = function.args  # type: ignore[attr-defined]
    return arguments.vararg is None and arguments.kwarg is None
