"""Code of iterators with a name, which are read in several steps: a list, and the place of the next item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from balancer.compiler.effects import EffectFinder
from balancer.compiler.emitter import Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.hashing import Body, Hashing
from balancer.compiler.iterator_names import IteratorName, IteratorNames
from balancer.compiler.kept_iterators import TEMPLATES, is_kept_class
from balancer.compiler.kinds import NONE, OBJECT, UNKNOWN, Type

USED_UP = 1 << 40  # the place of an iterator that has ended: it gives no item even if its list becomes longer


class Cursor(NamedTuple):
    """An iterable that is read an item at a time."""

    test: str  # the condition that there is another item
    take: Callable[[], Value]  # writes code that takes it
    find: Callable[[], None] | None = None  # writes code that must run before the test
    rows: tuple[Value, ...] = ()  # what it reads


class Stepping(Hashing):
    """Writes the code of iterators with a name."""

    def iterator_names(self) -> dict[str, IteratorName]:
        """Return the iterators of the function that are read in several steps, by their names."""
        sources, routine = self.program.sources, self.routine
        names = sources.iterator_names.get(routine)
        if names is None:
            finder = self.effect_finder()
            names = IteratorNames(routine.node, finder, self.builtin, sources.generator_names).names()
            sources.iterator_names[routine] = names
        return names

    def effect_finder(self) -> EffectFinder:
        """Return what finds the effects of code of the function."""
        routine, program = self.routine, self.program
        functions = program.sources.functions_of(routine.file)
        return EffectFinder(functions, routine.scope, program.iterator_variables)

    def refuse_late_reads(self, node: ast.expr) -> NotCompilable:
        """Return the refusal of an iterator whose items may be read at another time than in Python."""
        what = f"`{ast.unparse(node)}`, read later than here or more than once, can't be compiled"
        return self.refuse(node, what, "write a list, as in [… for … in …] or list(...)")

    def keep_iterator(self, node: ast.expr) -> None:
        """Make an iterator that is read later, or more than once, an object.  NotCompilable: it can't be one."""
        if self.builtin(node) not in TEMPLATES:
            raise self.refuse_late_reads(node)
        self.program.sources.kept_iterators.add(node)

    def is_stepped(self, node: ast.AST) -> bool:
        """Return whether an expression is the name of an iterator that is read in several steps, or a kept iterator."""
        return self.has_place(node) or self.is_kept(node)

    def has_place(self, node: ast.AST) -> bool:
        """Return whether an expression is a name that stands for a list and a place."""
        return isinstance(node, ast.Name) and node.id in self.iterator_names()

    def is_kept(self, node: ast.AST) -> bool:
        """Return whether an expression reads a variable that holds kept iterators, or calls what makes one."""
        called = getattr(node, "func", None)
        is_made = getattr(called, "attr", getattr(called, "id", "")) in self.program.sources.kept_makers
        if not self.program.kept_classes or (isinstance(node, ast.Call) and not is_made):
            return False
        value_type = self.type_beforehand(node)
        if not value_type.has(OBJECT) or not is_kept_class(value_type.record):
            return False
        if not value_type.only(OBJECT, NONE):
            what = f"`{ast.unparse(node)}`, an iterator or something else, can't be compiled"
            raise self.refuse(node, what, "use two names")
        return True

    def check_no_iterator(self, value_type: Type, node: ast.AST, doing: str) -> None:
        """Raise NotCompilable for a kept iterator, whose class and attributes are others than in Python."""
        if is_kept_class(value_type.record) and not is_kept_class(self.routine.owner):
            raise self.refuse(node, f"{doing} an iterator can't be compiled", "read it by next(...)")

    def is_own_iterable(self, node: ast.expr) -> bool:
        """Return whether an expression is an object of a class with an `__iter__`, where one of them is a generator."""
        is_any = "__iter__" in self.program.sources.generator_names
        return is_any and bool(self.kinds_with(self.type_beforehand(node), "__iter__"))

    def type_beforehand(self, node: ast.AST) -> Type:
        """Return the type of a variable or a call, without code; UNKNOWN for others."""
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call) or self.static(node)[0]:
            return UNKNOWN
        with self.left_out():
            try:
                return self.value(node).type
            except NotCompilable:
                return UNKNOWN

    def reads_stepped(self, node: ast.AST) -> bool:
        """Return whether an expression reads such an iterator."""
        return any(map(self.is_stepped, ast.walk(node)))

    def list_and_place(self, source: ast.Name) -> tuple[Value, str]:
        """Return the list of an iterator, and the name of its place."""
        flat = self.flat_name(source.id)
        return Value(flat, self.local(source.id).type), f"{flat}_place"

    def note_end(self, row: Value, place: str, name: str) -> None:
        """Write the end of an iterator that has no more items, or the new beginning of a cycle."""
        with self.indented(f"if {place} >= S[{row.code} + 1]:"):
            self.write(f"{place} = {USED_UP}")
            if self.iterator_names()[name].is_cycle:
                self.write("spin(S)")
                with self.indented(f"if S[{row.code} + 1] and S[ERROR] == 0:"):
                    self.write(f"{place} = 0")

    def taken(self, row: Value, place: str) -> Value:
        """Return the next item of an iterator, whose place moves on."""
        item = self.keep(f"S[{row.code} + 2 + {place}]")
        self.write(f"{place} = {place} + 1")
        return Value(item, row.type.elements)

    def loop_stepped(self, source: ast.expr, body: Body, stop: str) -> None:
        """Write a loop over the items that an iterator has left."""
        cursor = self.stepped_cursor(source)
        with self.indented(self.head("S[ERROR] == 0", stop)):
            cursor.find()  # type: ignore[misc]
            with self.indented(f"if not ({cursor.test}):"):
                self.write("break")
            body(cursor.take())

    def stepped_cursor(self, source: ast.expr) -> Cursor:
        """Return the cursor of an iterator that other code may read, too."""
        if not self.has_place(source):
            return self.kept_cursor(source)
        assert isinstance(source, ast.Name)  # noqa: S101
        row, place = self.list_and_place(source)
        test = f"{place} != {USED_UP}"
        return Cursor(test, lambda: self.taken(row, place), lambda: self.note_end(row, place, source.id))

    def kept_cursor(self, source: ast.expr) -> Cursor:
        """Return the cursor of a kept iterator."""
        value, has_item = self.steady(self.value(source)), self.keep("0")
        value = value._replace(code=self.keep(value.code))  # the turns of a loop may set its name again
        item = ast.copy_location(ast.Name("item", ast.Load()), source)
        item.col_offset = -1 - source.col_offset  # a place of its own, as there are items of several kinds

        def find() -> None:
            self.write("spin(S)")
            condition = self.special(value, "has_item", [], source)
            self.write(f"{has_item} = {condition.code if condition else 0}")

        def take() -> Value:
            return self.steady(self.special(value, "take", [], item) or value)

        return Cursor(f"{has_item} != 0", take, find)

    def head(self, test: str, stop: str) -> str:
        """Return the head of a loop with a condition and `stop`."""
        return f"while ({test}) and {stop} == 0:" if stop else f"while {test}:"
