"""Methods that `dataclass` and `total_ordering` make for comparing objects, as text that is lowered."""

from __future__ import annotations

import ast
import dataclasses
from types import FunctionType

SIGNS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
DATACLASS_FILE = "<string>"  # of the code that `dataclass` makes
# What functools.total_ordering makes of one comparison, by the names of its functions.
ORDERINGS = {
    "_gt_from_lt": "not self < other and self != other",
    "_le_from_lt": "self < other or self == other",
    "_ge_from_lt": "not self < other",
    "_ge_from_le": "not self <= other or self == other",
    "_lt_from_le": "self <= other and self != other",
    "_gt_from_le": "not self <= other",
    "_lt_from_gt": "not self > other and self != other",
    "_ge_from_gt": "self > other or self == other",
    "_le_from_gt": "not self > other",
    "_le_from_ge": "not self >= other or self == other",
    "_gt_from_ge": "self >= other and self != other",
    "_lt_from_ge": "not self >= other",
}


def is_generated(function: FunctionType) -> bool:
    """Return whether `dataclass` or `total_ordering` made a method."""
    return function.__code__.co_filename == DATACLASS_FILE or function.__code__.co_name in ORDERINGS


def compares_by_fields(function: FunctionType) -> bool:
    """Return whether a method compares the fields of a dataclass, and only those of the same class."""
    return function.__code__.co_filename == DATACLASS_FILE


def node_of_generated(function: FunctionType, kind: type | None, line: int) -> ast.FunctionDef | None:
    """Return the definition of a method of a class that is generated; None for other functions.

    line: of the class, where messages say that the method stands.
    """
    text = ORDERINGS.get(function.__code__.co_name, "")
    if function.__code__.co_filename == DATACLASS_FILE and kind is not None and dataclasses.is_dataclass(kind):
        text = _comparison(kind, function.__name__)
    if not text:
        return None
    (definition,) = ast.parse(f"def {function.__name__}(self, other): return {text}").body
    assert isinstance(definition, ast.FunctionDef)  # noqa: S101
    ast.increment_lineno(definition, line - 1)
    return definition


def _comparison(kind: type, name: str) -> str:
    """Return the expression that compares two objects as a dataclass does: like tuples of their fields."""
    names = [field.name for field in dataclasses.fields(kind) if field.compare]
    if name == "__eq__":
        return " and ".join(f"self.{each} == other.{each}" for each in names) or "True"
    if name not in SIGNS:
        return ""
    text = str(name in {"__le__", "__ge__"})
    for each in reversed(names):
        text = f"(self.{each} {SIGNS[name]} other.{each} if self.{each} != other.{each} else {text})"
    return text
