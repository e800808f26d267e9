"""Where the places of checks are played on: tables of one place or of a pair, in a hall with threads and a folder.

What has the same games shares a table, so each number of games is played once, whoever asks for it.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from balancer.analysis.figure_ref import ReportSpec
from balancer.checks.claims import Place
from balancer.scenario.plan import Cell
from balancer.simulation import store as storing
from balancer.simulation.paired_runner import Comparison, PlayingPairs
from balancer.simulation.runner import CellPlayer, Playing, Progress, Quiet, compile_game
from balancer.simulation.threads import Threads, threads, usual_jobs

Watch = Callable[[Sequence[Cell]], contextlib.AbstractContextManager[Progress]]
"""Who is told how it goes on, for some cells to play."""


class Played(Protocol):
    """What plays on: `run.Playing`, or `pairs.PlayingPairs`."""

    games: int
    progress: Progress

    def play_to(self, games: int) -> None:
        """Play on until there are so many games."""

    def told(self) -> dict[str, Any]:
        """What is known by then."""


@dataclass
class Table:
    """A place being played, or a pair of places on the same dice; each number of games is played once."""

    place: Place
    against: Place | None = None
    playing: Played | None = None
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games played so far."""
        return int(self.told.get("games", 0))

    @property
    def places(self) -> list[Place]:
        """What is played: the place, after the one it is compared with."""
        return [self.place] if self.against is None else [self.against, self.place]

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The same as it was played."""
        return [self.told] if self.against is None else [self.told["base"], self.told["variant"]]

    def plan(self, games: int) -> list[Cell]:
        """The same as one would play so many games of it."""
        return [dataclasses.replace(p.cell, games=games, precision=None, max_games=None) for p in self.places]

    def key(self, games: int) -> str:
        """Its name on disk."""
        keys = [CellPlayer.of(cell).key for cell in self.plan(games)]
        return keys[0] if len(keys) == 1 else storing.digest({"checked pair": keys})[: storing.KEY_DIGITS]

    def begin(self, pool: Threads, progress: Progress) -> Played:
        """Sit down."""
        players = [CellPlayer.of(cell) for cell in self.plan(0)]
        if len(players) == 1:
            return Playing(players[0], pool, progress)
        base, variant = players
        return PlayingPairs(Comparison(self.place.name, base, variant, ReportSpec()), pool, progress)


@dataclass
class Hall:
    """Where tables are played: threads, folder, and who watches."""

    pool: Threads
    store: storing.Store | None = None
    watch: Watch | None = None
    fresh: bool = False
    compile_seconds: dict[str, float] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def table(self, place: Place, against: Place | None = None) -> Table:
        """The table of a place or a pair of them; what has the same games shares one."""
        table = Table(place, against)
        return self.tables.setdefault(table.key(0), table)

    def play(self, tables: Sequence[Table], games: int) -> None:
        """Play all these tables on until they have so many games."""
        tables = [table for table in tables if table.games != games]
        plan = [dataclasses.replace(t.place.cell, games=max(0, games - t.games), precision=None) for t in tables]
        with self.watch(plan) if self.watch else contextlib.nullcontext(Quiet()) as progress:
            for number, table in enumerate(tables):
                self._play_to(table, games, progress, number, plan[number])

    def _play_to(self, table: Table, games: int, progress: Progress, number: int, cell: Cell) -> None:
        key = table.key(games)
        known = self.store.read_cell(key) if self.store and not self.fresh else None
        if known is not None:
            table.told, table.playing = known, None
            progress.end(cell, number, known, played=False)
            return
        name = cell.game
        if name not in self.compile_seconds:
            cells = [cell for other in self.tables.values() for cell in other.plan(0) if cell.game == name]
            self.compile_seconds[name] = compile_game(cells, self.pool, progress)
        progress.begin(cell, number, games)
        if table.playing is None or table.playing.games > games:
            table.playing = table.begin(self.pool, progress)
        table.playing.progress = progress
        table.playing.play_to(games)
        table.told = {**table.playing.told(), "compile_seconds": self.compile_seconds[name]}
        if self.store:
            self.store.write_cell(key, table.told)
        progress.end(cell, number, table.told, played=True)


@contextlib.contextmanager
def hall(
    *, jobs: int | None = None, store: storing.Store | None = None, watch: Watch | None = None, fresh: bool = False
) -> Iterator[Hall]:
    """A hall with threads of its own."""
    with threads(jobs or usual_jobs()) as pool:
        yield Hall(pool, store, watch, fresh)
