"""Loops that may not make longer or shorter what they go over.

A deque counts its changes, and lets none be made within a loop over it, not even for a moment.  So where the turns of
such a loop may change what it goes over, in the whole program, it is refused.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from balancer.compiler.errors import NotCompilable
from balancer.compiler.kinds import ContainerPlace


@dataclass(eq=False)
class UnchangedLoop:
    """A loop: what it goes over, where it stands, and what its turns do."""

    place: ContainerPlace
    node: ast.AST
    file: str
    resized: list[ContainerPlace] = field(default_factory=list)  # places of lists that become longer or shorter
    calls: set[Any] = field(default_factory=set)  # routines


class UnchangedLoops:
    """The loops of a program over what they may not change, in one pass over it."""

    def __init__(self) -> None:
        self.loops: list[UnchangedLoop] = []
        self.open: list[UnchangedLoop] = []  # the loops around what is written now
        self.resized: dict[Any, list[ContainerPlace]] = {}  # by routine

    @contextlib.contextmanager
    def over(self, place: ContainerPlace, node: ast.AST, file: str) -> Iterator[None]:
        """Note what is done while a context is entered: the turns of a loop."""
        loop = UnchangedLoop(place, node, file)
        self.loops.append(loop)
        self.open.append(loop)
        yield
        self.open.remove(loop)

    def note_resized(self, routine: Any, place: ContainerPlace) -> None:
        """Note that a routine makes a list longer or shorter."""
        for places in (self.resized.setdefault(routine, []), *(loop.resized for loop in self.open)):
            places.append(place)

    def note_call(self, routine: Any) -> None:
        """Note that a routine is called."""
        for loop in self.open:
            loop.calls.add(routine)

    def check(self, reached: Mapping[Any, set[Any]]) -> None:
        """Raise NotCompilable where a loop may change what it goes over; reached: by routine, all that it calls."""
        for loop in self.loops:
            routines = loop.calls.union(*(reached[each] for each in loop.calls))
            resized = [*loop.resized, *(place for each in routines for place in self.resized.get(each, []))]
            if any(place.root() is loop.place.root() for place in resized):
                what = "a loop in which what it goes over, or what may be in its place, is changed can't be compiled"
                raise NotCompilable(what, "write `in list(...)`", loop.node, loop.file)
