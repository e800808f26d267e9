"""Trial games that an engine plays for one table: by compiled code once it is proven, by plain Python until then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from balancer.compiler.builds import GameCode, ProvenCode
from balancer.compiler.choice import EngineUse, note
from balancer.compiler.errors import NotCompilable
from balancer.compiler.proof import DifferentTrialError, FlaggedGames, GameDifference, compare, runs_of
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable
from balancer.plain.thinking.trials import Fork, Outcomes, Replay

T = TypeVar("T")

WORTH_TRIALS = 4_000  # trial games from which on it is worth compiling for them only


class TrialEngine(Protocol):
    """The part of the engine of one file that plays trial games."""

    game: PlainGame
    proven: ProvenCode | None
    obstacle: str

    @property
    def is_ready(self) -> bool:
        """Whether the next games are compiled ones."""

    @property
    def in_use(self) -> EngineUse:
        """The engine that plays now, and the reason."""

    def code_for_trials(self, table: PlainTable) -> GameCode | None:
        """Return proven code, compiled now if there is none; None: plain Python must play."""

    def attempt(self, play: Callable[[], T]) -> T | None:
        """Return what compiled code plays; None where it can't."""

    def differ(self, difference: GameDifference) -> None:
        """Drop the code because of a difference.  CompiledDifferenceError."""


class EngineTrials:
    """Player of trial games at one table, once code is proven (`plain.thinking.trials.Trials`)."""

    def __init__(self, engine: TrialEngine, table: PlainTable) -> None:
        """Prepare a table at which a player thinks or is watched."""
        self.engine, self.table = engine, table
        self.expected = 0
        self.code: GameCode | None = None
        self.made: Any = None
        self.difference: GameDifference | None = None

    def prepare(self, games: int) -> None:
        """Compile if enough trial games are ahead."""
        self.expected += games
        if self.expected >= WORTH_TRIALS:
            code = self.engine.code_for_trials(self.table)
            if code is not self.code:
                self.code, self.made = code, None
                with contextlib.suppress(NotCompilable):
                    self.made = code and code.trials(self.table)
        if self.code:
            note(self.engine.game.name, self.engine.in_use)

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of trial games as `Trials.outcomes` does; None: plain Python must play them."""
        if self.made is None or self.engine.obstacle:
            return None
        try:
            return self.engine.attempt(lambda: self.made.outcomes(fork, options, worlds, replay))
        except DifferentTrialError as error:
            self.difference = GameDifference(fork.seed, fork.game_number, str(error))
            self.made = None
            return None

    def mixed(self, seed: int, first: int, count: int, redrawn: int, plain: Callable[[int, int], Any]) -> Any:
        """Return RESULT rows as `Trials.mixed` does; None: plain Python must play.  CompiledDifferenceError.

        The first game is compared with plain Python's, as are all that raise a flag.
        """
        self.prepare(count)
        proven = self.engine.proven
        if proven is None or not self.engine.is_ready or self.table.director is not None:
            return None
        code = proven.code
        played = self.engine.attempt(lambda: code.mixed(self.table, seed, first, count, redrawn))
        if played is None:
            return None
        rows, flags = played
        for begin, end in runs_of({0, *np.flatnonzero(flags).tolist()}):
            replayed = plain(first + begin, end - begin)
            difference = compare(seed, FlaggedGames(rows[begin:end], flags[begin:end]), replayed)
            if difference is not None:
                self.engine.differ(difference)
            rows[begin:end] = replayed
        return rows

    def confirm(self) -> None:
        """Raise CompiledDifferenceError if a trial game has differed."""
        if self.difference is not None:
            difference, self.difference = self.difference, None
            self.engine.differ(difference)
