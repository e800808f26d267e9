"""Functions under `@functools.cache`, compiled where nothing shows that results are kept.

Results that depend on nothing but the words of the arguments are kept in the block, behind what games copy.  There is
one entry per hash of the arguments: a later result replaces an earlier one, which is then computed again.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from balancer.compiler.kinds import CARD, FUNCTION, GAME, LETTERS, PERSONA, PROSE, Type

CACHED = type(functools.cache(len))
ENTRY_BITS = 10
ENTRIES = 1 << ENTRY_BITS  # of each function: arguments whose results are kept
MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)  # 2**64 / golden ratio, for Fibonacci hashing (Knuth, TAOCP 3, 6.4)


class CachedFunctions:
    """The functions of a game under a cache, and what their results may depend on apart from arguments."""

    def __init__(self) -> None:
        self.functions = set[Any]()
        self.reads: dict[Any, set[tuple[str, str]]] = {}  # by routine: see `note_read`
        self.set_by_rules = set[tuple[str, str]]()  # attributes, with their owners

    def uncached(self, value: Any) -> Any:
        """Return the function under a cache, and note it; the generator under `@contextmanager`; others as they are."""
        if isinstance(value, FunctionType) and value.__globals__.get("__name__") == contextlib.__name__:
            return getattr(value, "__wrapped__", value)
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

    def reads_table(self, routines: Iterable[Any]) -> bool:
        """Return whether functions read what differs between tables: rules' values, cards, their columns."""
        return any(owner in {"game", CARD} for each in routines for owner, _ in self.reads.get(each, ()))


def is_kept_by_word(value_type: Type) -> bool:
    """Return whether a word of a type is always the same value."""
    return not value_type.is_reference and not value_type.has(GAME, PERSONA, PROSE, LETTERS, FUNCTION)


def words_of_cache(arguments: int) -> int:
    """Return the number of words of a function's cache: per entry whether it is used, the arguments and the result."""
    return ENTRIES * (arguments + 2)


def lookup(name: str, computing: str, arguments: list[str], cache: str) -> str:
    """Return the flat code of a function that keeps its results.

    computing: the name of the function that computes them; cache: the name of the place of its cache, at first all 0.
    """
    result = len(arguments) + 1
    used = " and ".join([f"S[at + {place}] == {each}" for place, each in enumerate(arguments, 1)])
    return "\n".join(
        [
            f"def {name}({', '.join(['S', *arguments])}):",
            "    mixed = 0",
            *(f"    mixed = wrap_multiply(mixed ^ {each}, {MULTIPLIER})" for each in arguments),
            f"    at = {cache} + shift_down(mixed, {64 - ENTRY_BITS}) * {result + 1}",
            f"    if S[at]{used and ' and '}{used}:",
            f"        return S[at + {result}]",
            f"    result = {computing}({', '.join(['S', *arguments])})",
            "    if S[ERROR] == 0:",
            "        S[at] = 1",
            *(f"        S[at + {place}] = {each}" for place, each in enumerate(arguments, 1)),
            f"        S[at + {result}] = result",
            "    return result\n",
        ]
    )
