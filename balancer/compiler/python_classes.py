"""Python classes of the containers of one place: what all of them can do, and where two classes differ.

A deque is stored as a list is, a Counter as a dict is.  What only some classes have, or do in another way than others,
is refused where one place holds several of them.
"""

from __future__ import annotations

import ast
import collections
import contextlib
from collections.abc import Iterator
from types import MappingProxyType

from balancer.compiler.constant_rows import EmptyTuple
from balancer.compiler.emitter import Value
from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import DICT, LIST, UNBOUNDED, MissingValue, Type
from balancer.compiler.texts import Texts

CHANGING = frozenset(("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"))  # methods of lists
SEQUENCES = (list, tuple, collections.deque, range)  # no two of which are ever equal


class PythonClasses(Texts):
    """Checks what is done with containers against the classes that they have in Python."""

    def change(self, row: Value, *, grows: bool = False, resizes: bool = True) -> None:
        """Note that a container changes, which one that belongs to the file must not do.  NotCompilable.

        resizes: whether it has other items afterwards, not only other values in their places.
        """
        place = row.type.place
        if place is None:
            return
        for kind in (tuple, range, frozenset, MappingProxyType):
            if any(issubclass(each, kind) and each is not EmptyTuple for each in place.root().classes):
                what = f"changing what may be a {kind.__name__} can't be compiled"
                raise NotCompilable(what, "use two names")
        place.mark(grows=grows, changes_later=True)
        if resizes:
            self.program.unchanged_loops.note_resized(self.routine, place)
        if place.root().is_constant:
            self.fail_if(f"{row.code} < S[ARENA]", "CHANGED")

    def check_has(self, row_type: Type, method: str, node: ast.AST, advice: str = "") -> None:
        """Raise NotCompilable where a container may be of a class that lacks a method."""
        for kind in sorted(row_type.place.root().classes, key=str) if row_type.place else []:
            if not hasattr(kind, method) and not (kind is EmptyTuple and method in CHANGING):
                what = method.strip("_") if method.startswith("__") else f"`.{method}()`"
                raise self.refuse(node, f"a {kind.__name__} has no {what}", advice or "use two names")

    @contextlib.contextmanager
    def within_loop(self, node: ast.AST, *rows: Value) -> Iterator[None]:
        """Note what the turns of a loop do where it may go over deques."""
        places = [row.type.place for row in rows if row.type.place]
        with contextlib.ExitStack() as stack:
            for place in places:
                if place.may_be(collections.deque):
                    stack.enter_context(self.program.unchanged_loops.over(place, node, self.routine.file))
            yield

    def check_slice(self, row_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where a value may be a deque, which has no slices."""
        if row_type.place and row_type.place.may_be(collections.deque):
            raise self.refuse(node, "a slice of a deque can't be taken", "write list(...) of it first")

    def check_joined(self, row_type: Type, method: str, node: ast.AST) -> None:
        """Raise NotCompilable where an operator can't join or repeat what a value may be."""
        self.check_has(row_type, method, node, "write list(...) of it first")
        if row_type.place and row_type.place.root().longest not in {None, UNBOUNDED}:
            raise self.refuse(node, "`+` and `*` of a deque with maxlen can't be compiled", "use extend()")

    def check_shuffled(self, row_type: Type, node: ast.AST) -> None:
        """Raise NotCompilable where a value may be no list, which alone can be shuffled."""
        for kind in row_type.place.root().classes if row_type.place else []:
            if not issubclass(kind, list):
                raise self.refuse(node, f"only a list can be shuffled, not a {kind.__name__}", "write list(...)")

    def check_same_kind(self, first: Type, second: Type, node: ast.AST, doing: str = "comparing") -> None:
        """Raise NotCompilable where two classes may be compared or joined that never equal each other."""
        places = [value_type.place for value_type in (first, second) if value_type.has(LIST) and value_type.place]
        kinds = [kind.__name__ for kind in SEQUENCES if any(place.may_be(kind) for place in places)]
        if len(kinds) > 1:
            what = f"{doing} a {kinds[0]} with a {kinds[1]} can't be compiled"
            raise self.refuse(node, what, f"write {kinds[0]}(...) of both")
        if first.elements.is_container and second.elements.is_container:
            self.check_same_kind(first.elements, second.elements, node, doing)

    def is_counter(self, value_type: Type, node: ast.AST) -> bool:
        """Return whether a dict is a Counter.  NotCompilable: it may be one."""
        place = value_type.place if value_type.has(DICT) else None
        if place is None or not place.may_be(collections.Counter):
            return False
        if not place.is_only(collections.Counter):
            raise self.refuse(node, "what may be a dict or a Counter can't be compiled here", "use two names")
        return True

    def ordered_counters(self, first: Value, sign: str, second: Value) -> str:
        """Return the condition that a Counter has no more of anything than another, or less of something, too."""
        first, second = (second, first) if sign in {">", ">="} else (first, second)
        self.make()
        rest = self.keep(f"combine_counts(S, {first.code}, {second.code}, 1)")
        differ = f" and equal_counts(S, {first.code}, {second.code}) == 0" if sign in {"<", ">"} else ""
        return f"(S[{rest} + 1] == 0{differ})"

    def is_plain_dict(self, value_type: Type, node: ast.AST) -> bool:
        """Return whether a value is a dict, which becomes a set by a shorter way.  NotCompilable: it may be one."""
        place = value_type.place.root() if value_type.has(DICT) and value_type.place else None
        if place and dict in place.classes and len(place.classes) > 1:
            raise self.refuse(
                node, "the order of a set of what may be a dict or none can't be compiled", "use two names"
            )
        return place is not None and dict in place.classes

    def missing_value(self, value_type: Type) -> MissingValue | None:
        """Return what all dicts of a place have for a missing key; None: nothing, or not all the same."""
        place = value_type.place.root() if value_type.place else None
        if place is None or len(place.classes) > 1:
            return None
        return MissingValue(0, int) if place.is_only(collections.Counter) else place.default
