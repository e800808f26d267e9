"""The interface through which a runner reports progress."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Protocol

from balancer.analysis.results import Result
from balancer.scenario.plan import Cell


class Progress(Protocol):
    """Progress callbacks of a runner."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """Report that `game` is being compiled for the first time, which takes seconds."""

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Report that job `number` (from 0) begins; it plays at most `games` games."""

    def advance(self, number: int, games: int) -> None:
        """Report that `games` more games of job `number` have been played."""

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """Report that a job and all before it are finished; played: False if its result was found without playing."""


Watch = Callable[[Sequence[Cell]], contextlib.AbstractContextManager[Progress]]
"""A function that begins to report on jobs; it gets one cell per job, with the most games that the job may play."""


class Quiet:
    """A `Progress` that reports nothing."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """Do nothing while a game is compiled."""
        del game
        return contextlib.nullcontext()

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Do nothing when a job begins."""

    def advance(self, number: int, games: int) -> None:
        """Do nothing when games were played."""

    def end(self, cell: Cell, number: int, result: Result, *, played: bool) -> None:
        """Do nothing when a job ends."""


def unwatched(cells: Sequence[Cell]) -> contextlib.AbstractContextManager[Progress]:
    """Return a `Progress` that reports nothing; a `Watch`."""
    del cells
    return contextlib.nullcontext(Quiet())
