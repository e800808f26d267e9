"""How a runner reports what it is doing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Protocol

from balancer.analysis.results import Result
from balancer.scenario.plan import Cell


class Progress(Protocol):
    """Progress callbacks of a runner."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """`game` is being compiled for the first time, which takes seconds."""

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Job `number` (from 0) begins; `games` is the most it will play."""

    def advance(self, number: int, games: int) -> None:
        """`games` more games of job `number` have been played."""

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """The job is finished, and all before it; played: some games were played now, False if its result was found."""


Watch = Callable[[Sequence[Cell]], contextlib.AbstractContextManager[Progress]]
"""Begins to report on jobs: one cell per job, with the most games it may take."""


class Quiet:
    """Progress that reports nothing."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """See `Progress`."""
        del game
        return contextlib.nullcontext()

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """See `Progress`."""

    def advance(self, number: int, games: int) -> None:
        """See `Progress`."""

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """See `Progress`."""


def unwatched(cells: Sequence[Cell]) -> contextlib.AbstractContextManager[Progress]:
    """A `Watch` that reports nothing."""
    del cells
    return contextlib.nullcontext(Quiet())
