"""The order of the members of an Enum: where its class has `<`, members lie in the block in that order."""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Callable
from typing import Any

Comparison = Callable[[Any, Any], Any]


@functools.cache
def members_in_order(kind: type | None, compare: Comparison = operator.lt) -> tuple[enum.Enum, ...]:
    """Return the members of an Enum in ascending order; () where a comparison of them gives no order of all."""
    if kind is None or not issubclass(kind, enum.Enum):
        return ()
    try:
        ordered = sorted(kind)  # type: ignore[type-var]
        places = range(len(ordered))
        agrees = all(bool(compare(ordered[a], ordered[b])) == compare(a, b) for a in places for b in places)
    except Exception:  # noqa: BLE001  whatever the file's `__lt__` raises, there is no order
        return ()
    return tuple(ordered) if agrees else ()


def rank_of_member(value: object) -> tuple[bool, str, int]:
    """Return a sort key that puts members of each Enum in front of all other values, and into their order."""
    if not isinstance(value, enum.Enum):
        return True, "", 0
    ordered = members_in_order(type(value)) or tuple(type(value))
    return False, type(value).__name__, ordered.index(value) if value in ordered else len(ordered)
