"""Plan + backend → results: each cell is played (or read, if it was played before), told as a dict, and kept.

A cell's dict holds whole numbers and words only, is the same for any number of threads and any chunk size (its times
excepted), and is all that tables, charts and sentences are made from.
"""

from __future__ import annotations

import contextlib
import functools
import pathlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from balancer import games
from balancer.analysis import sequential
from balancer.core.compile import is_compiled
from balancer.core.game import Game, Parts
from balancer.core.result_row import MAX_CHUNK, NO_GAME
from balancer.core.tally import Tally
from balancer.scenario.plan import Cell
from balancer.simulation import store as storing
from balancer.simulation.dry_run import needs_rehearsal, rehearse
from balancer.simulation.games_parquet import GamesFile
from balancer.simulation.threads import Threads, threads, usual_jobs

CHUNK = 8192
"""Games a thread plays at a time; at most MAX_CHUNK."""

LOOKED_AT = 4096
"""The most typical game is sought among so many first ones."""


class Progress(Protocol):
    """Who is told how a run goes on."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """`game` is being compiled for the first time; seconds."""

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """Cell `number` (from 0) begins; `games` it will play at most."""

    def advance(self, games: int) -> None:
        """So many more games of this cell have been played."""

    def end(self, cell: Cell, number: int, told: dict[str, Any], *, played: bool) -> None:
        """The cell is finished: `played` now, or read from an earlier run."""


class Quiet:
    """Progress that nobody watches."""

    def compiling(self, game: str) -> contextlib.AbstractContextManager[None]:
        """See `Progress`."""
        del game
        return contextlib.nullcontext()

    def begin(self, cell: Cell, number: int, games: int) -> None:
        """See `Progress`."""

    def advance(self, games: int) -> None:
        """See `Progress`."""

    def end(self, cell: Cell, number: int, told: dict[str, Any], *, played: bool) -> None:
        """See `Progress`."""


def parts_of(game_name: str, path: pathlib.Path | None) -> Parts:
    """The component table of a game, read again when the file changes; raises core.parts.TableError, OSError."""
    if path is None:
        return _read_parts(game_name, None, ())
    found = path.stat()
    return _read_parts(game_name, path.resolve(), (found.st_mtime_ns, found.st_size, found.st_ino))


@functools.lru_cache(maxsize=256)
def _read_parts(game_name: str, path: pathlib.Path | None, state: tuple[int, ...]) -> Parts:
    del state  # what tells one content of a file from another
    return games.load(game_name).read_parts(path)


@dataclass
class CellPlayer:
    """Plays ranges of game numbers of one cell; a table of its own for each thread."""

    cell: Cell
    game: Game
    parts: Parts
    per_thread: threading.local = field(default_factory=threading.local)

    @classmethod
    def of(cls, cell: Cell) -> CellPlayer:
        """The player of a cell."""
        return cls(cell, games.load(cell.game), parts_of(cell.game, cell.parts_path))

    def lay_table(self) -> Any:
        """A table laid for this cell."""
        lineup = [self.cell.personas[name] for name in self.cell.lineup]
        rotate = self.cell.seating == "rotate"
        return self.game.lay_table(self.cell.rules, self.cell.players, self.parts, lineup, rotate=rotate)

    def play(self, first: int, count: int) -> Any:
        """Games first .. first+count-1 as RESULT rows."""
        mine = self.per_thread
        if not hasattr(mine, "table"):
            mine.table = self.lay_table()
            mine.history = self.game.history(self.cell.rules)
        return self.game.play(mine.table, mine.history, self.cell.seed, first, count)

    def empty_tally(self) -> Tally:
        """A tally of no games of this cell."""
        return Tally(self.game, self.cell.players, self.cell.lineup, self.parts.names)

    @property
    def key(self) -> str:
        """The name of this cell on disk."""
        return storing.cell_key(self.cell.determined_by(), self.game.sources, self.parts.digest)


@dataclass
class FirstGames:
    """The first games of a cell, looked at again for the most typical one."""

    rows: list[Any] = field(default_factory=list)

    def note(self, rows: Any) -> None:
        """Keep what is needed of rows that belong to the first `LOOKED_AT` games."""
        wanted = rows["game_number"] < LOOKED_AT
        if wanted.any():
            names = ("game_number", "turns", "rounds", "decisions", "ending")
            self.rows.append(np.stack([np.asarray(rows[name])[wanted] for name in names]).astype(np.int64))

    def typical(self) -> int:
        """The first game nearest in length and decisions to the medians, among those with the commonest ending."""
        all_rows = np.concatenate(self.rows, axis=1)
        all_rows = all_rows[:, np.argsort(all_rows[0])]
        commonest = np.bincount(all_rows[4]).argmax()
        usual = all_rows[:, all_rows[4] == commonest]
        distance = np.zeros(usual.shape[1])
        for figures in usual[1:4]:
            distance += np.abs(figures - np.median(figures)) / max(figures.std(), 1)
        return int(usual[0, distance.argmin()])


def chunks(first: int, end: int, jobs: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Split games first .. end-1 into chunks of at most `size`, as equal as can be, a multiple of `jobs` of them."""
    games_left = end - first
    number = -(-games_left // size)
    number = min(-(-number // jobs) * jobs, games_left)
    for k in range(number):
        count = games_left // number + (k < games_left % number)
        yield first, count
        first += count


class Playing:
    """A cell being played: its first `games` games, all in one tally."""

    def __init__(
        self,
        player: CellPlayer,
        pool: Threads,
        progress: Progress,
        games_file: GamesFile | None = None,
        chunk: int = CHUNK,
    ) -> None:
        """Begin with no games; `chunk` at most are played at a time."""
        if not 1 <= chunk <= MAX_CHUNK:
            message = f"a chunk has 1..{MAX_CHUNK} games, not {chunk}"
            raise ValueError(message)
        self.player, self.pool, self.progress, self.games_file, self.chunk = player, pool, progress, games_file, chunk
        self.tally, self.first_games = player.empty_tally(), FirstGames()
        self.games, self.seconds = 0, 0.0

    def play_to(self, games: int) -> None:
        """Play on until there are so many games."""
        began = time.perf_counter()
        for first, rows, reduced in self.pool.play(self._task, chunks(self.games, games, self.pool.jobs, self.chunk)):
            self.tally.merge(reduced)
            self.first_games.note(rows)
            if self.games_file:
                self.games_file.add(first, rows)
            self.progress.advance(len(rows))
        self.games = games
        self.seconds += time.perf_counter() - began

    def _task(self, first: int, count: int) -> tuple[int, Any, Tally]:
        rows = self.player.play(first, count)
        return first, rows, self.tally.reduced(rows)

    def told(self, precision: dict[str, Any] | None = None) -> dict[str, Any]:
        """The cell as a dict, as its games so far tell it."""
        told = describe(self.player, self.tally, precision)
        told["games"] = self.games
        told["seconds"] = round(self.seconds, 6)
        told["notable"] = notable(self.tally, self.first_games)
        return told


def play_cell(
    player: CellPlayer, pool: Threads, progress: Progress, games_file: GamesFile | None, chunk: int = CHUNK
) -> dict[str, Any]:
    """Play one cell to its number of games or its precision; the cell as a dict."""
    playing = Playing(player, pool, progress, games_file, chunk)
    cell, precision = player.cell, None
    for look, number in enumerate(stages(cell), 1):
        playing.play_to(number)
        if cell.precision is not None:
            precision = look_at(cell.precision, cell.confidence, playing.tally.to_dict(), look)
            if precision["reached"]:
                break
    return playing.told(precision)


def stages(cell: Cell) -> Iterator[int]:
    """The numbers of games after which a cell is looked at: once at its end, or as the stopping rule says."""
    if cell.precision is None:
        yield cell.most_games
    else:
        yield from sequential.looks(cell.most_games)


def look_at(wanted: float, confidence: float, tally: dict[str, Any], look: int) -> dict[str, Any]:
    """How wide the widest simultaneous interval of the seats' win rates is at look number `look` (from 1)."""
    width = sequential.half_width(tally, confidence, look)
    return {"wanted": wanted, "half_width": width, "looks": look, "reached": width <= wanted}


def notable(tally: Tally, first_games: FirstGames) -> dict[str, int | None]:
    """The most typical game, the closest finish and the longest game, by number."""
    closest = tally.closest[1] if tally.closest[1] != NO_GAME else None
    return {"typical": first_games.typical(), "closest": closest, "longest": tally.longest[1]}


def describe(player: CellPlayer, tally: Tally, precision: dict[str, Any] | None) -> dict[str, Any]:
    """All about a cell that tables, charts and sentences need, but for times."""
    cell, game = player.cell, player.game
    lineup = {name: cell.personas[name] for name in dict.fromkeys(cell.lineup)}
    return {
        "game": game.name,
        "title": game.title,
        "axes": dict(cell.axes),
        "players": cell.players,
        "lineup": list(cell.lineup),
        "seating": cell.seating,
        "personas": {
            name: {
                "claim": persona.claim,
                "habits": {habit.name: persona.habits.get(habit.name, habit.default) for habit in game.habits},
                "mistakes": persona.mistakes,
                "at_random": persona.at_random,
            }
            for name, persona in lineup.items()
        },
        "rules": dict(cell.rules),
        "resolved": game.resolved_rules(player.lay_table()),
        "parts_digest": player.parts.digest,
        "seed": cell.seed,
        "precision": precision,
        "one_loses": game.one_loses,
        "score_meaning": game.score_meaning,
        "standing_meaning": game.standing_meaning,
        "part_holding": game.part_holding,
        "extras": {
            extra.name: {"meaning": extra.meaning, "measure": extra.measure, "unit": extra.unit}
            for extra in game.extras
        },
        "sources": game.sources,
        "tally": tally.to_dict(),
    }


def compile_game(cells: Sequence[Cell], pool: Threads, progress: Progress) -> float:
    """Compile the game's kernel, or load it from the cache, by playing one game; seconds it took (0 if loaded).

    cells: all that will be played of one game; where it is from outside and must be compiled they are rehearsed first.
    RuleError: the rules are wrong.
    """
    player = CellPlayer.of(cells[0])
    fresh = not is_compiled(player.game.play_games)
    began = time.perf_counter()
    with progress.compiling(player.game.name) if fresh else contextlib.nullcontext():
        if fresh and needs_rehearsal(player.game.name):
            rehearse(cells)
        pool.call(lambda: player.empty_tally().reduced(player.play(0, 1)))
    return round(time.perf_counter() - began, 6) if fresh else 0.0


def execute(
    plan: Sequence[Cell],
    *,
    jobs: int | None = None,
    folder: pathlib.Path | storing.Store | None = None,
    fresh: bool = False,
    keep_games: bool = False,
    progress: Progress | None = None,
    manifest: Callable[[list[str]], dict[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """Play all cells of a plan, in order; finished ones found in `folder` are read, not played again (unless `fresh`).

    folder: a Store that is locked already stays so.  manifest: makes the manifest from the keys of all cells; written
    before the first game, so that an interrupted run can be told from a folder that is something else.
    KeyboardInterrupt passes through; finished cells stay.  RuleError: the game's rules are wrong.
    StoreError: results can't be written.
    """
    store = storing.Store(folder) if isinstance(folder, pathlib.Path) else folder
    players = [CellPlayer.of(cell) for cell in plan]
    with contextlib.ExitStack() as stack:
        if store:
            stack.enter_context(store.locked())
            if manifest:
                store.write_manifest(manifest([player.key for player in players]))
        pool = stack.enter_context(threads(jobs or usual_jobs()))
        run = Run(plan, pool, store, progress or Quiet(), fresh=fresh, keep_games=keep_games)
        return [run.cell(number, player) for number, player in enumerate(players)]


class Run:
    """One going-through of a plan."""

    def __init__(
        self,
        plan: Sequence[Cell],
        pool: Threads,
        store: storing.Store | None,
        progress: Progress,
        *,
        fresh: bool,
        keep_games: bool,
    ) -> None:
        """Use these threads, this folder (None: nothing is kept), and tell `progress`."""
        self.plan, self.pool, self.store, self.progress = plan, pool, store, progress
        self.fresh, self.keep_games = fresh, keep_games
        self.compile_seconds: dict[str, float] = {}

    def cell(self, number: int, player: CellPlayer) -> dict[str, Any]:
        """Play a cell, or read it."""
        cell = player.cell
        known = self.known(player)
        if known is not None:
            told = {**known, "axes": dict(cell.axes)}
            self.progress.end(cell, number, told, played=False)
            return told
        if cell.game not in self.compile_seconds:
            cells = [other for other in self.plan if other.game == cell.game]
            self.compile_seconds[cell.game] = compile_game(cells, self.pool, self.progress)
        self.progress.begin(cell, number, cell.most_games)
        told = self.play(player)
        self.progress.end(cell, number, told, played=True)
        return told

    def known(self, player: CellPlayer) -> dict[str, Any] | None:
        """The cell as an earlier run left it, if all that is wanted is there."""
        if self.store is None or self.fresh:
            return None
        if self.keep_games and not self.store.games_path(player.key).exists():
            return None
        return self.store.read_cell(player.key)

    def play(self, player: CellPlayer) -> dict[str, Any]:
        """Play a cell and keep it."""
        with contextlib.ExitStack() as stack:
            games_file = None
            if self.keep_games and self.store:
                path = self.store.games_path(player.key)
                games_file = stack.enter_context(GamesFile(path, player.game, player.cell, player.parts))
            told = play_cell(player, self.pool, self.progress, games_file)
        told["compile_seconds"] = self.compile_seconds.get(player.cell.game, 0.0)
        if self.store:
            self.store.write_cell(player.key, told)
        return told
