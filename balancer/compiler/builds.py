"""The work of the modules that make compiled games, as an engine sees it: lower a game, build its code, play it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from balancer.compiler.observations import Observations
from balancer.compiler.proof import FlaggedGames, Sample
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable


class GameCode(Protocol):
    """Protocol of a compiled game."""

    def trials(self, table: PlainTable) -> Any:
        """Return the player of trial games at a table.  NotCompilable."""

    def taken(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Count cards in games as `plain.taking.taken` does; None: it can't."""

    def mixed(self, table: PlainTable, seed: int, first: int, count: int, redrawn: int) -> FlaggedGames:
        """Play games in which some streams of dice are another game's; redrawn: their numbers, as a bit mask."""

    def play(self, table: PlainTable, seed: int, first: int, count: int) -> FlaggedGames:
        """Play games.  NotCompilable: the table holds texts or cards for which the code was not made."""


class Workshop(Protocol):
    """Protocol of the module that makes compiled games."""

    def lower(self, game: PlainGame, observations: Observations) -> Any:
        """Return the lowered game.  NotCompilable."""

    def build(self, lowered: Any) -> Build:
        """Begin to make machine code."""

    def kept(self, lowered: Any) -> tuple[GameCode, int] | None:
        """Return proven code of an earlier process and its number of equal games; None where there is none."""

    def keep(self, code: GameCode, games: int) -> None:
        """Store code for later processes; games: the number of games that were equal."""


class Build(Protocol):
    """Protocol of machine code that is made, and plays its first games, in a process of its own."""

    def code(self) -> GameCode:
        """Wait for the code; return it for use in this process, once it is proven.  BuildError: it can't be made."""

    def played(self, samples: Sequence[Sample]) -> Sequence[FlaggedGames | None]:
        """Return the games of samples as the code plays them there.  BuildError: it has crashed."""

    def close(self) -> None:
        """End the process that compiles."""


class BuildError(Exception):
    """Machine code that could not be made, or crashed in its first games."""


class BuildStoppedError(BuildError):
    """A build whose process was ended from outside, as when its command is: that says nothing about the code."""


@dataclass(frozen=True)
class ProvenCode:
    """Code that has played `games` games equal to plain Python's, compiled for lists `wider` times as long."""

    code: GameCode
    games: int
    wider: int
