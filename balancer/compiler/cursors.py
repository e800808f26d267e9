"""Iterables that are read an item at a time, so that several can take turns, as in zip().

A loop hands each item of an iterable to its body.  A cursor gives one item on demand: it writes the search for that
item, tests whether the item exists, and writes code that takes it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from balancer.compiler.emitter import WHOLE_TYPE, Value
from balancer.compiler.iterators import Iterators
from balancer.compiler.kinds import DICT, SET
from balancer.compiler.runtime.hashed_sets import SLOTS
from balancer.compiler.stepping import Cursor


class Cursors(Iterators):
    """Writes the code of cursors."""

    def is_endless(self, node: ast.expr) -> bool:
        """Return whether an iterator has no end."""
        if isinstance(node, ast.IfExp):
            return self.is_endless(node.body) and self.is_endless(node.orelse)
        name = self.builtin(node)
        return name in {"count", "cycle"} or (
            name == "repeat" and isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
        )

    def cursor(self, source: ast.expr, number: str) -> Cursor:
        """Return the cursor of an iterable; number: a name of how many items were taken from each one in a loop."""
        if isinstance(source, ast.IfExp) and (self.is_endless(source.body) or self.is_endless(source.orelse)):
            return self.cursor_of_either(source, number)
        if self.is_endless(source):
            return self.endless_cursor(source, number)
        if self.is_stepped(source):
            return self.stepped_cursor(source)
        row = self.iterable(source)
        row = row._replace(code=self.keep(row.code))
        if row.type.has(SET) and row.type.elements.kinds:
            self.order(row.type, source)
        if row.type.is_hashed:
            return self.cursor_of_set(row)
        if row.type.has(DICT):
            return self.cursor_of_dict(row, number)
        item = f"S[{row.code} + 2 + {number}]"
        return Cursor(f"{number} < S[{row.code} + 1]", lambda: Value(self.keep(item), row.type.elements), rows=(row,))

    def cursor_of_set(self, row: Value) -> Cursor:
        """Return the cursor of a set with a table; a set that changes its length raises a flag."""
        length, slot = self.keep(f"S[{row.code} + 1]"), self.keep("0")

        def find() -> None:
            self.fail_if(f"S[{row.code} + 1] != {length}", "CHANGED")
            self.write(f"{slot} = next_member(S, {row.code}, {slot})")

        def take() -> Value:
            item = self.keep(f"S[{row.code} + {SLOTS} + 2 * {slot}]")
            self.write(f"{slot} = {slot} + 1")
            return Value(item, row.type.elements)

        return Cursor(f"{slot} >= 0", take, find)

    def cursor_of_dict(self, row: Value, number: str) -> Cursor:
        """Return the cursor of the keys of a dict; one that changes its keys raises a flag."""
        length, last = self.keep(f"S[{row.code} + 1]"), self.keep("0")

        def find() -> None:
            before = f"S[{row.code} + 2 * {number}]"  # as in `loop_over_dict`
            self.fail_if(f"S[{row.code} + 1] != {length} or {number} > 0 and {before} != {last}", "CHANGED")

        def take() -> Value:
            self.write(f"{last} = S[{row.code} + 2 + 2 * {number}]")
            return Value(self.keep(last), row.type.keys)

        return Cursor(f"2 * {number} < S[{row.code} + 1]", take, find)

    def endless_cursor(self, source: ast.expr, number: str) -> Cursor:
        """Return the cursor of an iterator without an end."""
        assert isinstance(source, ast.Call)  # noqa: S101
        name = self.builtin(source)
        if name == "cycle":
            items, check = self.items_of_cycle(source, number)
            place = f"{number} % S[{items.code} + 1]"
            item = f"S[{items.code} + 2 + {place}]"
            return Cursor(f"S[{items.code} + 1] > 0", lambda: Value(self.keep(item), items.type.elements), check)
        if name == "repeat":
            value = self.value(source.args[0])
            value = value._replace(code=self.keep(value.code))
            return Cursor("1", lambda: value)
        begin, step = self.begin_and_step(source)
        code = f"add(S, {begin}, multiply(S, {number}, {step}))"
        return Cursor("1", lambda: Value(self.keep(code), WHOLE_TYPE))

    def items_of_cycle(self, source: ast.Call, number: str) -> tuple[Value, Callable[[], None]]:
        """Return a list of the items of a cycle, and what writes a check of them; number: a name of how many were read.

        Python reads the list itself in the first turn, until it ends; a list that has changed by then raises a flag.
        """
        if self.is_own_iterable(source.args[0]):
            what = f"cycle() of {ast.unparse(source.args[0])}, which has an `__iter__`, can't be compiled"
            raise self.refuse(source, what, "write list(...) around it")
        row = self.as_list(source.args[0])
        row = row._replace(code=self.keep(row.code))
        self.make()
        items = row._replace(code=self.keep(f"copy_list(S, {row.code})"))

        def check() -> None:
            with self.indented(f"if {number} <= S[{items.code} + 1]:"):
                self.fail_if(f"equal_lists(S, {row.code}, {items.code}) == 0", "CHANGED")

        return items, check

    def cursor_of_either(self, source: ast.IfExp, number: str) -> Cursor:
        """Return the cursor of one of two iterables; one of them may have no end."""
        cell = self.cell_here(source, "cursor")
        is_first = self.keep_truth(self.condition(source.test))
        heads, cursors = (f"if {is_first}:", "else:"), list[Cursor]()
        for head, part in zip(heads, (source.body, source.orelse), strict=True):
            with self.indented(head):
                cursors.append(self.cursor(part, number))
        is_left = self.keep("0")

        def find() -> None:
            for head, cursor in zip(heads, cursors, strict=True):
                with self.indented(head):
                    if cursor.find:
                        cursor.find()
                    self.set_truth(is_left, cursor.test)

        def take() -> Value:
            item = self.keep("0")
            for head, cursor in zip(heads, cursors, strict=True):
                with self.indented(head):
                    value = self.steady(cursor.take())
                    cell.absorb(value.type)
                    self.write(f"{item} = {self.fit(value, cell.type)}")
            return Value(item, cell.type)

        return Cursor(f"{is_left} != 0", take, find, (*cursors[0].rows, *cursors[1].rows))
