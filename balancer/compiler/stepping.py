"""Code of iterators with a name, which are read in several steps: a list, and the place of the next item."""

from __future__ import annotations

import ast

from balancer.compiler.effects import EffectFinder
from balancer.compiler.emitter import Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.hashing import Body, Hashing
from balancer.compiler.iterator_names import IteratorName, IteratorNames

USED_UP = 1 << 40  # the place of an iterator that has ended: it gives no item even if its list becomes longer


INSTEAD_OF_ENDLESS = {
    "cycle": "keep the place in a list, as in row[self.place % len(row)]",
    "count": "keep a whole number, and add to it",
    "repeat": "name the item",
}


class Stepping(Hashing):
    """Writes the code of iterators with a name."""

    def iterator_names(self) -> dict[str, IteratorName]:
        """Return the iterators of the function that are read in several steps, by their names."""
        sources, routine = self.program.sources, self.routine
        names = sources.iterator_names.get(routine)
        if names is None:
            finder = EffectFinder(sources.functions_of(routine.file), routine.scope)
            names = IteratorNames(routine.node, finder, self.builtin, sources.generator_names).names()
            sources.iterator_names[routine] = names
        return names

    def refuse_late_reads(self, node: ast.expr) -> NotCompilable:
        """Return the refusal of an iterator whose items may be read at another time than in Python."""
        instead = INSTEAD_OF_ENDLESS.get(self.builtin(node), "write a list, as in [… for … in …] or list(...)")
        return self.refuse(
            node, f"`{ast.unparse(node)}`, read later than here or more than once, can't be compiled", instead
        )

    def is_stepped(self, node: ast.AST) -> bool:
        """Return whether an expression is the name of an iterator that is read in several steps."""
        return isinstance(node, ast.Name) and node.id in self.iterator_names()

    def reads_stepped(self, node: ast.AST) -> bool:
        """Return whether an expression reads such an iterator."""
        return bool(self.iterator_names()) and any(map(self.is_stepped, ast.walk(node)))

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

    def loop_stepped(self, source: ast.Name, body: Body, stop: str) -> None:
        """Write a loop over the items that an iterator has left."""
        row, place = self.list_and_place(source)
        with self.indented(self.head("S[ERROR] == 0", stop)):
            self.note_end(row, place, source.id)
            with self.indented(f"if {place} == {USED_UP}:"):
                self.write("break")
            body(self.taken(row, place))

    def head(self, test: str, stop: str) -> str:
        """Return the head of a loop with a condition and `stop`."""
        return f"while ({test}) and {stop} == 0:" if stop else f"while {test}:"
