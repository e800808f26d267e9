"""Tuples that hold lists next to numbers or words: each becomes an object with an attribute per item."""

from __future__ import annotations

from typing import Any

from balancer.compiler.classes import ROW_PREFIX, is_row
from balancer.compiler.kinds import DICT, LETTERS, LIST, OBJECT, PROSE, SET, TEXT, Type


class EmptyTuple(tuple[()]):
    """The value of `()` in the file, a constant: where lists share its place, changing it is flagged, not refused."""

    __slots__ = ()


EmptyTuple.__name__ = "tuple"  # as messages name it


def is_mixed(value: Any) -> bool:
    """Return whether a value is a tuple of items that no list of one type can hold, lists among them."""
    if type(value) is not tuple or not value:
        return False
    kinds = {_kind_of(item) for item in value}
    return len(kinds) > 1 and any(kind in _NAMES for kind in kinds)


class ConstantRows:
    """Makes the objects, of one class where the items of two tuples are of the same kinds."""

    def __init__(self) -> None:
        """Begin without classes; each is made where it is first needed."""
        self.classes: dict[tuple[str, ...], type] = {}

    def class_of(self, kinds: tuple[str, ...]) -> type:
        """Return the class of tuples with items of such kinds."""
        if kinds not in self.classes:
            # As tuples do, its objects compare all their items, which compiled games refuse.
            members = {"__eq__": lambda self, other: vars(self) == vars(other), "__hash__": None}
            self.classes[kinds] = type(ROW_PREFIX + "_".join(kinds), (), members)
        return self.classes[kinds]

    def object_of(self, value: tuple[Any, ...], record: type | None = None) -> Any:
        """Return a new object with the items of a tuple; record: its class, where others decide that."""
        row = (record or self.class_of(tuple(_kind_of(item) for item in value)))()
        vars(row).update({f"item_{place}": item for place, item in enumerate(value)})
        return row


_NAMES = ("list", "dict", "set", "row")


def kind_of_type(value_type: Type) -> str:
    """Return the kind of an item of a type, as `_kind_of` does for constants."""
    for kind in (LIST, SET, DICT):
        if value_type.has(kind):
            return kind
    if value_type.has(OBJECT) and is_row(value_type.record):
        return "row"
    return "text" if value_type.only(TEXT, LETTERS, PROSE) else "number"


def _kind_of(item: Any) -> str:
    if is_mixed(item):
        return "row"
    if isinstance(item, set | frozenset):
        return "set"
    if isinstance(item, list | range):
        return "list"
    return "dict" if isinstance(item, dict) else "text" if isinstance(item, str) else "number"
