"""Constructs that can't be compiled, each with its place and what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

MAX_QUOTED = 60


class NotCompilable(Exception):  # noqa: N818  no error: plain Python plays the game
    """Something in a game that can't be compiled.

    file, line, column: where it stands, "" and 0 where it is nowhere; what: in the designer's words; advice: what to
    write instead, "" where nothing is known to help.
    """

    def __init__(self, what: str, advice: str = "", node: ast.AST | None = None, file: str = "") -> None:
        """Say what can't be compiled; node: where it stands."""
        self.what, self.advice, self.file = what, advice, file
        self.line, self.column = getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1
        super().__init__(what, advice)

    def at(self, node: ast.AST, file: str) -> NotCompilable:
        """Return the same with its place, unless it has one."""
        self.file = self.file or file
        if not self.line:
            self.line, self.column = getattr(node, "lineno", 0), getattr(node, "col_offset", -1) + 1
        return self

    def moved_to(self, node: ast.AST, file: str) -> NotCompilable:
        """Return the same with another place."""
        self.file, self.line = "", 0
        return self.at(node, file)

    def __str__(self) -> str:
        """Return ``line 24: `try` can't be compiled; write `if card in hand:` ``."""
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.what}{'; ' if self.advice else ''}{self.advice}"


class Conflict(NotCompilable):
    """Two types that no variable can hold; further passes over the program can't resolve it."""


class LongTuple(Conflict):
    """A tuple that no word can hold; the program may compile where such tuples are stored as lists are."""


class StoredObject(Conflict):
    """A packed tuple with an object in it, which can't be moved; it may be stored as an object is."""


class WideClass(LongTuple):
    """Values of classes that words can't hold; the program may compile where they are stored as objects."""

    def __init__(self, kinds: Iterable[type], what: str, advice: str = "") -> None:
        """Receive the classes, and the message for where that does not help."""
        super().__init__(what, advice)
        self.kinds = frozenset(kinds)


class MixedDict(Conflict):
    """A dict with values that no variable can hold; the program may compile where such dicts are stored as objects."""

    def __init__(self, keys: frozenset[str], conflict: Conflict) -> None:
        """Receive its keys, and the message for where that does not help."""
        super().__init__(conflict.what, conflict.advice)
        self.keys = keys


def mixed_dict(key_sets: Collection[frozenset[str]], conflict: Conflict) -> Conflict:
    """Return a conflict as that of dicts with one of some sets of keys; as it is where there are none."""
    return MixedDict(min(key_sets, key=sorted), conflict) if key_sets else conflict


def shortened(text: str) -> str:
    """Return a text of the file, or of a value, as messages quote it: its first line, of at most MAX_QUOTED letters."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= MAX_QUOTED else f"{line[:MAX_QUOTED]}…"
