"""A workshop whose code is plain Python itself, with faults that a test plants: what the engine makes of them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from balancer.compiler.builds import BuildError
from balancer.compiler.errors import NotCompilable
from balancer.compiler.observations import Observations
from balancer.compiler.proof import FlaggedGames, Sample
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

Fault = Callable[[Any, Any, int], None]
"""(rows, flags, wider): changes compiled games."""


def no_fault(rows: Any, flags: Any, wider: int) -> None:
    """Change nothing."""


@dataclass
class FakeCode:
    """Code that plays as plain Python does, but for a fault."""

    game: PlainGame
    workshop: FakeWorkshop
    wider: int
    games: int = 0

    def play(self, table: PlainTable, seed: int, first: int, count: int) -> FlaggedGames:
        """Play as `builds.GameCode` describes."""
        rows = self.game.play_plain(table, seed, first, count)
        flags = np.zeros(count, np.int64)
        self.workshop.fault(rows, flags, self.wider)
        self.games += count
        return FlaggedGames(rows, flags)

    def trials(self, table: PlainTable) -> Any:
        """Return None: it can't play trial games."""
        raise NotCompilable(f"a table of {table.seats}")

    def taken(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Return None: it can't count cards taken."""

    def mixed(self, table: PlainTable, seed: int, first: int, count: int, redrawn: int) -> FlaggedGames:
        """Refuse: it can't mix dice."""
        raise NotCompilable(f"games {first} to {first + count} of seed {seed} at {table.seats} without {redrawn}")


@dataclass
class FakeBuild:
    """A finished build (`builds.Build`)."""

    made: FakeCode

    def played(self, samples: Sequence[Sample]) -> list[FlaggedGames]:
        if self.made.workshop.error:
            raise self.made.workshop.error
        return [self.made.play(sample.table, sample.seed, sample.first, len(sample.rows)) for sample in samples]

    def code(self) -> FakeCode:
        self.made.workshop.gate.wait(20)
        return self.made

    def close(self) -> None:
        """Free nothing."""


@dataclass
class FakeWorkshop:
    """A workshop that builds at once (`builds.Workshop`)."""

    fault: Fault = no_fault
    obstacle: NotCompilable | None = None
    error: BuildError | None = None  # of the first games
    has_row_tuples: bool = False  # of the observations of which the last game was lowered
    built: list[FakeCode] = field(default_factory=list)
    shelf: list[tuple[FakeCode, int]] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)  # nothing is built before it is open

    def lower(self, game: PlainGame, observations: Observations) -> Any:
        if self.obstacle:
            raise self.obstacle
        self.has_row_tuples = observations.has_row_tuples
        return game, observations.wider * observations.memory

    def kept(self, lowered: Any) -> tuple[FakeCode, int] | None:
        return next(((code, games) for code, games in self.shelf if code.wider == lowered[1]), None)

    def keep(self, code: Any, games: int) -> None:
        self.shelf.append((code, games))

    def build(self, lowered: Any) -> FakeBuild:
        code = FakeCode(lowered[0], self, lowered[1])
        self.built.append(code)
        return FakeBuild(code)
