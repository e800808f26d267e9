"""Methods that `dataclass` and `total_ordering` make for comparing objects, as text that is lowered."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Sequence
from types import FunctionType
from typing import Any

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


@functools.cache
def comparison_of_items(name: str) -> FunctionType:
    """Return a function that stands for a comparison of tuples, which no `dataclass` made, as if one had."""

    def compare(self: Any, other: Any) -> bool:
        raise NotImplementedError

    return FunctionType(compare.__code__.replace(co_filename=DATACLASS_FILE), {}, name)


def node_of_generated(
    function: FunctionType, kind: type | None, line: int, names: Sequence[str]
) -> ast.FunctionDef | None:
    """Return the definition of a method of a class that is generated; None for other functions.

    line: of the class, where messages say that the method stands; names: the attributes that are compared.
    """
    expression = ORDERINGS.get(function.__code__.co_name, "")
    if compares_by_fields(function) and kind is not None:
        expression = _comparison(names, function.__name__)
    text = f"def {function.__name__}(self, other): return {expression}" if expression else ""
    if function.__name__ == "__init__" and kind is not None and dataclasses.is_dataclass(kind):
        text = _initialisation(kind)
    if not text:
        return None
    (definition,) = ast.parse(text).body
    assert isinstance(definition, ast.FunctionDef)  # noqa: S101
    ast.increment_lineno(definition, line - 1)
    return definition


def _initialisation(kind: type) -> str:
    """Return the definition of the `__init__` of a dataclass, "" where it makes values that no argument gives."""
    fields = dataclasses.fields(kind)
    if any(not field.init or field.default_factory is not dataclasses.MISSING for field in fields):
        return ""
    names = [field.name for field in fields if not field.kw_only]
    only_named = [field.name for field in fields if field.kw_only]
    lines = [f"self.{field.name} = {field.name}" for field in fields]
    lines += ["self.__post_init__()"] * hasattr(kind, "__post_init__")
    parameters = ["self", *names, *(["*", *only_named] if only_named else [])]
    return f"def __init__({', '.join(parameters)}): {'; '.join(lines) or 'pass'}"


def _comparison(names: Sequence[str], name: str) -> str:
    """Return the expression that compares two objects as a dataclass does: like tuples of their fields."""
    if name == "__eq__":
        return " and ".join(f"self.{each} == other.{each}" for each in names) or "True"
    if name not in SIGNS:
        return ""
    text = str(name in {"__le__", "__ge__"})
    for each in reversed(names):
        text = f"(self.{each} {SIGNS[name]} other.{each} if self.{each} != other.{each} else {text})"
    return text
