"""Code of generators, written where their items are used.

    for card in self.playable(hand):     for card in hand:               (of the generator)
        self.play(card)              →       if self.fits(card):
                                                 self.play(card)         (in place of its `yield card`)

Python runs a generator and the code that uses its items in turns, which is the order of this code, whatever both do.
`break` and `return` leave several loops at once: a name is set, and each loop is left that sees it.  A generator that
calls itself can't be written in place; it returns a list where that has the same result (`generators.py`,
`using_up.py`).
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.compiler.allocating import takes_memory
from balancer.compiler.assignments import Assignments
from balancer.compiler.emitter import NO_VALUE, Value
from balancer.compiler.hashing import Body
from balancer.compiler.kinds import UNKNOWN
from balancer.compiler.routines import Routine
from balancer.compiler.sources import names_said_in, names_stored_in, names_tested_in

YIELDS = (ast.Yield, ast.YieldFrom)
SPEAKER = (
    "routine",
    "names",
    "tested_names",
    "said_names",
    "renames",
    "loops",
    "finals",
    "suffix",
    "running",
    "consumer",
    "done",
)
"""Attributes that describe the function of the code that is written; a generator in place has its own."""


@dataclass(eq=False)
class Consumer:
    """Code that uses the items of a generator.

    body: writes that for an item, None collects them; stop: a name that ends it when it is not 0; speaker: the
    function of that code; count: of `yield`s written.
    """

    body: Body | None
    stop: str
    speaker: dict[str, Any] = field(default_factory=dict)
    count: int = 0
    is_used: bool = False


class Yielding(Assignments):
    """Writes the code of generators."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.consumers: dict[Any, Consumer] = {}  # by the place of the expression that may be a generator
        self.running: list[Routine] = []  # generators that are written in place around this code, the innermost last
        self.consumer: Consumer | None = None  # of the innermost
        self.done = ""  # a name that is 1 when the innermost has ended
        self.pins = False  # a name refers to memory that was taken at a `yield`, and must stay

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """Write the statements of a body."""
        raise NotImplementedError

    def is_generator(self, node: ast.expr) -> bool:
        """Return whether an expression may be a generator of the file, by the name of what it calls."""
        named = node.func if isinstance(node, ast.Call) else node
        name = named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""
        return name in self.program.sources.generator_names or "__iter__" in self.program.sources.generator_names

    # Who uses the items -----------------------------------------------------------------------------------------------
    def consuming(
        self, node: ast.expr, use: Callable[[], Value], body: Body | None = None, stop: str = ""
    ) -> Value | None:
        """Return the value of an expression that is iterated; None if it is a generator and `body` has its items."""
        place = (self.routine, self.suffix, place_of(node))
        if place in self.consumers:  # of the loop around this
            return use()
        consumer = Consumer(body, stop, {name: getattr(self, name) for name in SPEAKER})
        self.consumers[place] = consumer
        try:
            value = use()
        finally:
            del self.consumers[place]
        return None if consumer.is_used else value

    def call_generator(
        self, routine: Routine, lead: list[str], node: ast.Call, function: Any, first: Sequence[Value]
    ) -> Value:
        """Write a generator in place where its items are used; return a list if all are used at once."""
        consumer = self.consumers.get((self.routine, self.suffix, place_of(node)))
        if routine in self.running:
            self.program.note_recursive(routine)
            return Value("0", UNKNOWN)
        if routine in self.program.recursive or self.routine.lists is routine:
            return self.call_routine(self.listed(routine, node), lead, node, function, first)
        if consumer is None:
            advice = f"write list({ast.unparse(node)}), or return a list"
            raise self.refuse(node, "a generator that is kept can't be compiled", advice)
        if consumer.body is None:
            return self.collected_from(consumer.speaker, routine, lead, node, function, first)
        consumer.is_used = True
        self.run_in_place(consumer, routine, lead, node, function, first)
        return Value("0", UNKNOWN)

    def collected_from(
        self,
        speaker: dict[str, Any],
        routine: Routine,
        lead: list[str],
        node: ast.Call,
        function: Any,
        first: Sequence[Value],
    ) -> Value:
        """Return a list of all items of a generator."""
        return self.collected(
            node, lambda push: self.run_in_place(Consumer(push, "", speaker), routine, lead, node, function, first)
        )

    def listed(self, routine: Routine, node: ast.Call) -> Routine:
        """Return a recursive generator as a function that returns a list.  NotCompilable: it may differ from it."""
        self.check_generator(routine, node)
        return self.program.listed(routine)

    def check_iterators(self) -> None:
        """Raise NotCompilable where the items of an iterator may be others than in Python."""
        raise NotImplementedError

    # Its code ---------------------------------------------------------------------------------------------------------
    @contextlib.contextmanager
    def speaking(self, speaker: dict[str, Any]) -> Iterator[None]:
        """Write code of another function."""
        outer = {name: getattr(self, name) for name in speaker}
        vars(self).update(speaker)
        try:
            yield
        finally:
            vars(self).update(outer)

    def run_in_place(
        self,
        consumer: Consumer,
        routine: Routine,
        lead: list[str],
        node: ast.Call,
        function: Any,
        first: Sequence[Value],
    ) -> None:
        """Write the code of a generator, and that of the consumer at each `yield`."""
        generator, pins = routine.node, self.pins
        assert isinstance(generator, ast.FunctionDef)  # noqa: S101
        suffix = f"{self.suffix}_in_{'_'.join(map(str, place_of(node)))}"
        names = [*dict.fromkeys([*routine.parameters, *routine.own_parameters, *sorted(names_stored_in(generator))])]
        flat_names = {name: f"v_{name}{suffix}" for name in names if name not in routine.captured}
        flat_names |= {name: self.flat_name(name) for name in routine.captured}
        if lead in ([], ["v_P"]):
            flat_names.pop(routine.self_name, None)
        cells = {name: self.program.cell(("local", routine, flat)) for name, flat in flat_names.items()}
        for name in routine.captured:
            cells[name].unite(self.local(name))
        if any(isinstance(each, ast.FunctionDef) for each in ast.walk(generator) if each is not generator):
            for name, cell in cells.items():  # by which its functions know them
                cell.unite(self.program.cell(("local", routine, name)))
        given = self.bound(routine, node, function, first, cells.__getitem__)
        if routine.self_name in flat_names:
            with self.speaking({"routine": routine, "renames": {}}):
                receiver = self.self_value().type
            cells[routine.self_name].absorb(receiver)
            given[routine.self_name] = lead[0]
        for name, code in given.items():
            self.write(f"{flat_names[name]} = {code}")
        self.program.note_call(self.routine, routine, node)
        speaker = {
            "routine": routine,
            "names": names_stored_in(generator),
            "tested_names": names_tested_in(generator),
            "said_names": names_said_in(generator),
            "renames": flat_names,
            "loops": [],
            "finals": [],
            "suffix": suffix,
            "running": [*self.running, routine],
            "consumer": consumer,
            "done": self.keep("0"),
        }
        with self.indented("while 1:"):
            with self.speaking(speaker):
                self.check_iterators()
                self.body(generator.body)
            if consumer.count == 0:  # no `yield` is reached, or none could be written so far
                with self.indented("if 0:"):
                    consumer.body(Value("0", UNKNOWN))  # type: ignore[misc]
            self.write("break")
        if not self.running:
            self.pins = pins

    def hand_over(self, value: Value) -> None:
        """Write what is done with an item."""
        consumer = self.consumer
        assert consumer is not None  # noqa: S101
        assert consumer.body is not None  # noqa: S101
        value, begin, done = self.steady(value), len(self.lines), self.done
        with self.speaking(consumer.speaker):
            frees = consumer.body(value)
        consumer.count += 1
        if not frees and (value.type.is_reference or takes_memory(self.lines[begin:])):
            self.pins = True
        if consumer.stop:
            with self.indented(f"if {consumer.stop}:"):
                self.write(f"{done} = 1")

    def write_yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        """Write a `yield` that is a statement."""
        if not self.running:
            raise self.refuse(node, "`yield` can't be compiled here", "return a list")
        if isinstance(node, ast.YieldFrom):
            self.loop(node.value, lambda item: self.hand_over(self.single(item, node)), self.done)
        else:
            self.hand_over(self.value(node.value) if node.value else NO_VALUE)
        self.leave_if_done(node)

    def leave_if_done(self, node: ast.AST) -> None:
        """Write the end of a loop where the generator around it may have ended in a statement."""
        if self.done and any(isinstance(each, (*YIELDS, ast.Return)) for each in ast.walk(node)):
            with self.indented(f"if {self.done}:"):
                self.write("break")

    def leave_generator(self) -> None:
        """Write the end of a generator."""
        self.write(f"{self.done} = 1")
        self.write("break")


def place_of(node: ast.AST) -> tuple[int, int, int, int]:
    """Return where an expression begins and ends in its file."""
    return tuple(getattr(node, name, 0) or 0 for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))  # type: ignore[return-value]


def is_left_in(statements: Sequence[ast.AST]) -> bool:
    """Return whether statements of a loop end a turn or the loop early."""
    for each in statements:
        if isinstance(each, ast.Break | ast.Continue | ast.Return | ast.Yield | ast.YieldFrom):
            return True
        inner = list(ast.iter_child_nodes(each))
        if isinstance(each, ast.For | ast.While):  # its own `break` and `continue` are not meant
            returns = [part for part in ast.walk(each) if isinstance(part, (ast.Return, *YIELDS))]
            inner = [*returns, *each.orelse]
        if not isinstance(each, ast.FunctionDef | ast.Lambda) and is_left_in(inner):
            return True
    return False
