"""Iterators that rules keep, as in `self.order = itertools.cycle(self.players)`: objects in compiled games.

They are written in plain Python and compiled as classes of the file are, so that trial games copy what they have left.
Each expression that makes one has a class of its own, whose attributes have the types of its items.  `has_item` is
called before each `take`, as an iterator that has ended gives nothing even if its list becomes longer.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from balancer.compiler.classes import OWN_MODULES, members_of
from balancer.compiler.kinds import Type

PREFIX = "iterator_"  # of the names of such classes
MAX_NESTED = 6  # lists within lists


class KeptCount:
    """Numbers without an end, as of itertools.count."""

    def __init__(self, start: Any = 0, step: Any = 1) -> None:
        self.number = start
        self.step = step

    def has_item(self) -> bool:
        """Return whether there is another number."""
        return True

    def take(self) -> Any:
        """Return the next number, and go one step on."""
        number = self.number
        self.number += self.step
        return number


class KeptRow:
    """The items of a list as it is when they are read, as of iter()."""

    def __init__(self, row: list[Any]) -> None:
        self.row = row
        self.place = 0
        self.is_open = True

    def has_item(self) -> bool:
        """Return whether there is another item."""
        if self.place >= len(self.row):
            self.is_open = False
        return self.is_open

    def take(self) -> Any:
        """Return the next item, and go on to the one behind it."""
        self.place += 1
        return self.row[self.place - 1]


class KeptCycle:
    """The items of a list, as it is when they are first read, again and again, as of itertools.cycle."""

    def __init__(self, row: list[Any]) -> None:
        self.row = row
        self.seen: list[Any] = []
        self.place = 0
        self.is_first = True

    def has_item(self) -> bool:
        """Return whether there is another item."""
        if self.is_first and self.place >= len(self.row):
            self.is_first = False
        if not self.is_first and self.place >= len(self.seen):
            self.place = 0
        return self.is_first or len(self.seen) > 0

    def take(self) -> Any:
        """Return the next item, and go on to the one behind it."""
        self.place += 1
        if self.is_first:
            self.seen.append(self.row[self.place - 1])
        return self.seen[self.place - 1]


TEMPLATES: dict[str, type] = {"count": KeptCount, "iter": KeptRow, "cycle": KeptCycle}  # by what makes such an iterator


def class_of_kept(maker: str, number: int) -> type:
    """Return a new class of kept iterators; number: of classes before it in the program."""
    # Classes with the same function would count as heirs of one class.
    methods = {
        name: FunctionType(method.__code__, method.__globals__, name, method.__defaults__)
        for name, method in vars(TEMPLATES[maker]).items()
        if isinstance(method, FunctionType)
    }
    return type(f"{PREFIX}{number}", (), {**methods, "__module__": f"{OWN_MODULES[0]}iterators"})


def is_kept_class(record: type | None) -> bool:
    """Return whether a class, or each one for which it stands, is of kept iterators."""
    return record is not None and all(kind.__name__.startswith(PREFIX) for kind in members_of(record))


def holds_iterators(value_type: Type, depth: int = 0) -> bool:
    """Return whether values of a type are kept iterators, or lists, dicts or tuples of some."""
    if is_kept_class(value_type.record) or depth > MAX_NESTED:
        return is_kept_class(value_type.record)
    cells = [*(value_type.shape.root().fields if value_type.shape else [])]
    cells += [value_type.place.root().elements, value_type.place.root().keys] if value_type.place else []
    return any(holds_iterators(cell.type, depth + 1) for cell in cells)
