"""Values of a designer's game in words: equal values have equal words, in every game and in every process.

Python writes an object with its address in memory unless its class has `__str__` or `__repr__`.  Here such objects are
written by their contents: ``Ticket(snail=red, pays=9)``.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import re
import string
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from balancer.plain.declared import Card
from balancer.plain.pile import Pile, attributes_of

ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")  # as in ``<Ticket object at 0x7f504ad95fd0>``

MAX_NESTED = 3  # objects within each other that are written out: squares of a track may lead to each other without end

Showing = Callable[[Pile], str]  # what is shown of a pile


def in_words(value: Any, of_pile: Showing | None = None) -> str:
    """Return a value in words; equal things are counted.  of_pile: what is shown of a pile, if not its cards."""
    return _Wording(of_pile).of(value)


def composed(text: str, values: Sequence[Any]) -> str:
    """Return `text.format(*values)`, with objects in words where Python would write their addresses."""
    words = text.format(*values)
    return WordComposer().format(text, *values) if ADDRESS.search(words) else words


class WordComposer(string.Formatter):
    """Formats texts as `str.format` does, but objects without words of their own by their contents."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """Return a value as ``!r`` or ``!s`` write it."""
        return in_words(value) if _is_unreadable(value) else super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value as text."""
        return in_words(value) if _is_unreadable(value) else str(super().format_field(value, format_spec))


def without_addresses(text: str) -> str:
    """Return a designer's text without the addresses of the objects that it was made from."""
    return ADDRESS.sub("", text)


class _Wording:
    """The words of one value, and of all that it holds."""

    def __init__(self, of_pile: Showing | None) -> None:
        self.of_pile = of_pile
        self.owners: list[Any] = []  # objects that are being written, the outermost first

    def of(self, value: Any) -> str:
        """Return a value in words."""
        if isinstance(value, Pile) and self.of_pile:
            return self.of_pile(value)
        if isinstance(value, dict):
            return ", ".join(f"{self.of(key)} {self.of(each)}" for key, each in value.items()) or "nothing"
        if isinstance(value, set | frozenset):
            value = sorted(value, key=self.of)
        if isinstance(value, list | tuple | collections.deque) and not _has_own_words(value):
            return _counted(value, [self.of(each) for each in value])
        return self.of_object(value) if _is_unreadable(value) else str(value)

    def of_object(self, value: Any) -> str:
        """Return the class of an object with its attributes in words, or the name of a function."""
        if hasattr(value, "__name__"):
            return str(value.__name__)
        if len(self.owners) == MAX_NESTED or any(owner is value for owner in self.owners):
            return f"{type(value).__name__}(…)"
        self.owners.append(value)
        fields = getattr(value, "__dataclass_fields__", {})
        shown = [(name, each) for name, each in contents_of(value) if name not in fields or fields[name].repr]
        parts = [f"{name}={self.of_attribute(each)}" for name, each in shown]
        self.owners.pop()
        return f"{type(value).__name__}({', '.join(parts)})" if parts else type(value).__name__

    def of_attribute(self, value: Any) -> str:
        """Return an attribute of an object in words; of an object within another one, no lists of further objects."""
        if not isinstance(value, list | tuple | set | frozenset | dict | collections.deque) or _has_own_words(value):
            return self.of(value)
        items = [*value, *value.values()] if isinstance(value, dict) else value
        if len(self.owners) > 1 and not isinstance(value, Pile) and any(map(_is_unreadable, items)):
            return "[…]"  # the regions next to a region lead to all others
        return f"[{self.of(value)}]" if value else "[]"


def _counted(values: Any, words: list[str]) -> str:
    """Return a list in words: cards and texts are counted, numbers and other things listed."""
    if not any(isinstance(each, Card | str) or _has_own_words(each) for each in values):
        return ", ".join(words) or "nothing"
    counts = collections.Counter(words)
    return ", ".join(word if n == 1 else f"{n} {word}" for word, n in counts.items()) or "nothing"


def _has_own_words(value: Any) -> bool:
    """Return whether a class of the game's own says how its things are written, as a NamedTuple may."""
    return isinstance(value, tuple) and type(value).__str__ is not tuple.__str__


def _is_unreadable(value: Any) -> bool:
    """Return whether Python writes a value with an address, its own or another object's, or with its module."""
    if isinstance(value, int | str):
        return False
    kind: Any = type(value)
    has_own_words = kind.__str__ is not object.__str__ or not hasattr(kind.__repr__, "__wrapped__")
    if isinstance(value, type) or (dataclasses.is_dataclass(kind) and not has_own_words):
        return True  # the `__repr__` that a dataclass is given follows all paths through a map of regions: for ever
    return bool(ADDRESS.search(str(value)))


def contents_of(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes of an object that are neither private nor follow from others (a property that is cached)."""
    for name, each in attributes_of(value):
        is_cached = isinstance(getattr(type(value), name, None), functools.cached_property)
        if not name.startswith("_") and not is_cached:
            yield name, each
