"""Functions under `@functools.cache`: compiled as they are, where nothing shows that results are kept."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from balancer.compiler.kinds import Type

CACHED = type(functools.cache(len))


class CachedFunctions:
    """The functions of a game under a cache, and what their results may depend on apart from arguments."""

    def __init__(self) -> None:
        self.functions = set[Any]()
        self.reads: dict[Any, set[tuple[str, str]]] = {}  # by routine: see `note_read`
        self.set_by_rules = set[tuple[str, str]]()  # attributes, with their owners

    def uncached(self, value: Any) -> Any:
        """Return the function under a cache, and note it; another value as it is."""
        if not isinstance(value, CACHED):
            return value
        self.functions.add(value.__wrapped__)
        return value.__wrapped__

    def note_read(self, routine: Any, owner: str, name: str) -> None:
        """Note an attribute that a function reads, or, where the owner is "", in words what else it depends on."""
        self.reads.setdefault(routine, set()).add((owner, name))

    def note_set(self, routine: Any, owner: str, name: str) -> None:
        """Note an attribute that a function sets."""
        self.set_by_rules.add((owner, name))
        self.note_read(routine, "", f"sets .{name}")

    def obstacle(self, routines: Iterable[Any], returned: Type) -> str:
        """Return why the results of a function may not be kept, "" if they may.

        routines: the function and all that it calls; returned: the type of its results.
        """
        for owner, name in sorted(read for each in routines for read in self.reads.get(each, ())):
            if not owner or (owner, name) in self.set_by_rules:
                return f"reads .{name}" if owner else name
        place = returned.place and returned.place.root()
        is_fixed = place is not None and not place.changes_later and not returned.elements.is_reference
        return "returns what may be changed" if returned.is_reference and not is_fixed else ""
