"""Jobs, which a runner plays: a cell, a pair of cells on the same dice, or a link between two cells.

A job plays ranges of game numbers as chunks, adds the games up and describes the sum as a result.  It can be sent to
another process, which rebuilds it.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from balancer import games
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.results import CellResult, LinkResult, PairResult, Result
from balancer.compiler.choice import EngineUse
from balancer.core.cache import sources
from balancer.core.component_table import Changes
from balancer.core.game import Game, Parts, Persona
from balancer.core.jit import is_compiled
from balancer.core.tallies.layout import NO_GAME
from balancer.core.tallies.paired_tally import Gauge, LinkTally, PairTally, Products
from balancer.core.tallies.tally import Tally
from balancer.scenario.check_spec import described_extra
from balancer.scenario.plan import Cell
from balancer.scenario.setting import NO_FIGURES, Figures, changes_of, thinker_dict
from balancer.simulation import notable
from balancer.simulation.backends.backend import CHUNK
from balancer.simulation.keys import VARIANT_AXIS, result_key

TRIALS_PER_CHUNK = 100_000  # trial games per task of thinkers
USUAL_DECISIONS = 25  # of a game, roughly
PLAIN_CHUNK = 256  # games and their trial games per task if plain Python thinks ahead

AnyTally = TypeVar("AnyTally")


def parts_of(game_name: str, files: Mapping[str, pathlib.Path], figures: Figures = NO_FIGURES) -> Parts:
    """Return the component tables of a game; a table is read again after its file has changed.

    files: by knob, if not the game's own; figures: those that differ from the tables.  Raises TableError, OSError.
    """
    game = games.load(game_name)
    return game.joined(
        {knob: _table_of(game, knob, files.get(knob), changes_of(figures, knob)) for knob in game.components}
    )


def _table_of(game: Game, knob: str, path: pathlib.Path | None, changes: Changes) -> Parts:
    path = (path or game.own_table(knob)).resolve()
    file = path.stat()
    declared = game.sources if game.is_plain else ""  # a notebook may change the columns of a table, too
    return _read_table(game.name, knob, path, (declared, file.st_mtime_ns, file.st_size, file.st_ino), changes)


@functools.lru_cache(maxsize=256)
def _read_table(game_name: str, knob: str, path: pathlib.Path, state: tuple[str | int, ...], changes: Changes) -> Parts:
    del state  # part of the cache key: a changed file is read again
    return games.load(game_name).read_table(knob, path, changes)


@dataclass(frozen=True)
class Chunk(Generic[AnyTally]):
    """Consecutive games of a job, added up."""

    first: int
    games: int
    tally: AnyTally
    early: tuple[Any, ...]  # per side, `early_figures`
    rows: tuple[Any, ...] = ()  # per side, RESULT rows if they are kept
    seconds: float = 0.0  # taken to play them
    news: Mapping[str, EngineUse] = field(default_factory=dict)  # own game -> the engine that has played it


def joined(chunks: Sequence[Chunk[Any]]) -> Chunk[Any]:
    """Merge chunks that follow each other into one."""
    first, *others = chunks
    for chunk in others:
        first.tally.merge(chunk.tally)
    early = tuple(np.concatenate(side, axis=1) for side in zip(*(chunk.early for chunk in chunks), strict=True))
    rows = tuple(np.concatenate(side) for side in zip(*(chunk.rows for chunk in chunks), strict=True))
    games, seconds = sum(chunk.games for chunk in chunks), sum(chunk.seconds for chunk in chunks)
    news = {name: engine for chunk in chunks for name, engine in chunk.news.items()}
    return Chunk(first.first, games, first.tally, early, rows, seconds, news)


class Batch:
    """Consecutive games of a cell, shared by all jobs that need them."""

    def __init__(self, job: CellJob, rows: Any) -> None:
        self.job, self.rows = job, rows

    @functools.cached_property
    def measured(self) -> Any:
        """The measurements of each game by `Gauge`."""
        return self.job.gauge.measured(self.rows)


class OtherRulesError(RuntimeError):
    """A process that would play other games than the one that sends it a job."""


def _rebuild(cell: Cell, parts: Parts, sources: str, shipped: tuple[Any, ...] | None = None) -> CellJob:
    """Return a job in another process; raise OtherRulesError if its game is unknown there, or has other rules.

    shipped: for a game of one plain file, which need not exist there; see `Game.shipped`.
    """
    if shipped is not None:
        games.add_file(*shipped)
    if cell.game not in games.names():
        raise OtherRulesError(f"the game {cell.game} is not known here; install it as on the client")
    game = games.load(cell.game)
    if game.sources != sources:
        other = "install the same balancer and game"
        if shipped is not None:
            other = "a file or an environment variable that it reads differs here, or was changed meanwhile"
        raise OtherRulesError(f"other sources of {cell.game} than the client's; {other}")
    return CellJob(cell, game, parts)


@dataclass(frozen=True)
class CellJob:
    """A cell to be played over ranges of game numbers; every thread has a table of its own."""

    cell: Cell
    game: Game
    parts: Parts
    per_thread: threading.local = field(default_factory=threading.local, compare=False, repr=False)
    kind: ClassVar[type[Result]] = CellResult

    @classmethod
    def of(cls, cell: Cell) -> CellJob:
        """Return the job of a cell."""
        return cls(cell, games.load(cell.game), parts_of(cell.game, cell.table_files, cell.figures))

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild the job from its cell and its component tables, by the same rules."""
        return _rebuild, (self.cell.plain(), self.parts, self.game.sources, self.game.shipped)

    @property
    def axes(self) -> dict[str, Any]:
        """The labels of its results: axis name -> value."""
        return _as_json(self.cell.axes)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are played."""
        return (self.cell,)

    @property
    def sides(self) -> tuple[CellJob, ...]:
        """The job of each cell."""
        return (self,)

    @functools.cached_property
    def key(self) -> str:
        """The name of its results: a hash of all that determines them except the number of games."""
        return result_key(
            {
                "setting": self.cell.determined_by(),
                "sources": self.game.sources,
                "parts": self.parts.digest,
                "notable": sources.of_modules(notable.__name__),  # decides games worth a look, which results name
            }
        )

    # Playing ----------------------------------------------------------------------------------------------------------
    def new_table(self) -> Any:
        """Return a table set up for this cell."""
        cell = self.cell
        return self.game.lay_table(cell.rules, cell.players, self.parts, self.lineup, seating=cell.seating)

    @property
    def lineup(self) -> list[Persona]:
        """The personas, in the order of the line-up."""
        return [self.cell.personas[name] for name in self.cell.lineup]

    @property
    def chunk(self) -> int:
        """Games per task, so that a task takes seconds at most."""
        trials = sum(persona.search for persona in self.lineup)
        if trials == 0:
            return min(CHUNK, self.game.chunk or CHUNK)
        return max(
            1, PLAIN_CHUNK // (1 + trials) if self.game.is_plain else TRIALS_PER_CHUNK // (USUAL_DECISIONS * trials)
        )

    @property
    def holds_interpreter(self) -> bool:
        """Whether other threads wait while it plays, and the game can be shipped to processes that help."""
        return self.game.shipped is not None and (self.cell.has_thinkers or self.game.holds_interpreter)

    @property
    def is_compiled(self) -> bool:
        """Whether nothing that it plays has to be compiled any more."""
        return is_compiled(self.game.search() if self.cell.has_thinkers else self.game.play_games)

    def play(self, first: int, count: int) -> Any:
        """Play games first .. first+count-1 and return RESULT rows."""
        mine = self.per_thread
        if not hasattr(mine, "table"):
            mine.table = self.new_table()
            mine.history = self.game.history(self.cell.rules)
            mine.thinkers = self.game.thinkers(mine.table, self.lineup, self.cell.aim)
        return self.game.play(mine.table, mine.history, self.cell.seed, first, count, mine.thinkers)

    def play_with_standings(self, number: int) -> tuple[Any, Any]:
        """Return the RESULT row of one game, and the standings of its rounds: rounds, seats."""
        (row,) = self.play(number, 1)
        mine = self.per_thread
        lines = mine.table.course.standings if self.game.is_plain else mine.history[: row.rounds, : row.seats].tolist()
        return row, lines

    def forget(self) -> None:
        """Free the tables until the job is played again: those of a thousand cells take a gigabyte."""
        self.__dict__.pop("gauge", None)
        object.__setattr__(self, "per_thread", threading.local())

    @property
    def trials_per_game(self) -> float:
        """Trial games per game that this thread has played so far; 0 if nobody thinks ahead."""
        thinkers = getattr(self.per_thread, "thinkers", None)
        return 0.0 if thinkers is None else thinkers.trials / max(1, thinkers.games)

    def deviations(self, number: int) -> list[tuple[int, int, int]]:
        """Return the decisions of a game at which thinkers deviate from their personas; see `Thinkers.forced`."""
        self.play(number, 1)
        return [] if self.per_thread.thinkers is None else list(self.per_thread.thinkers.forced)

    def tallied(self, games: Batch) -> tuple[Tally, tuple[Any, ...]]:
        """Add games up; return their tally and `Chunk.early`."""
        return self.empty_tally().reduced(games.rows), (notable.early_figures(games.rows),)

    @functools.cached_property
    def gauge(self) -> Gauge:
        """The gauge that measures its games one by one."""
        return Gauge(self.empty_tally())

    # Results ----------------------------------------------------------------------------------------------------------
    def empty_tally(self) -> Tally:
        """Return a tally of no games."""
        return Tally(self.game, self.cell.players, self.cell.lineup, self.parts.names)

    def tally_of(self, result: CellResult) -> Tally:
        """Restore the tally of a result."""
        return self.empty_tally().restored(result.tally, int(result.notable["longest"] or 0), result.notable["closest"])

    def result(self, tally: Tally, early: Sequence[tuple[Any, ...]], before: CellResult | None = None) -> CellResult:
        """Describe the games of a tally as a result.

        early: `Chunk.early` of the games played now; before: the result that they extend, if any.
        """
        first = notable.early_games([figures for (figures,) in early]) if before is None else before.notable
        closest = tally.closest[1] if tally.closest[1] != NO_GAME else None
        cell, game = self.cell, self.game
        return CellResult(
            game=game.name,
            title=game.title,
            players=cell.players,
            lineup=list(cell.lineup),
            seating=cell.seating,
            personas=self._personas(),
            rules=_as_json(cell.rules),
            resolved=game.resolved_rules(self.new_table()),
            parts_digest=self.parts.digest,
            seed=cell.seed,
            games=tally.games,
            one_loses=game.one_loses,
            score_meaning=game.score_words,
            standing_meaning=game.standing_meaning,
            part_holding=game.part_holding,
            extras={extra.name: described_extra(extra) for extra in game.extras},
            sources=game.sources,
            tally=tally.to_dict(),
            notable={**first, "closest": closest, "longest": tally.longest[1]},
            endless=game.endless,
            ending_phrases=game.ending_phrases,
            sides=game.sides,
            aim=cell.aim,
            lowest_wins=game.lowest_wins,
            starter=game.starter,
            team_seats={str(team): list(seats) for team, seats in game.team_seats(cell.players, cell.rules).items()},
            even_teams=game.has_even_teams(cell.players, cell.rules),
            axes=_as_json(cell.axes),
        )

    def adopt(self, result: CellResult) -> CellResult:
        """Return a result that was found under this job's key, with the labels of this scenario."""
        return dataclasses.replace(result, axes=self.axes, personas=self._personas())

    def results_of_sides(self, result: CellResult) -> tuple[CellResult, ...]:
        """Return the result of each cell."""
        return (result,)

    def _personas(self) -> dict[str, Any]:
        seated = {name: self.cell.personas[name] for name in dict.fromkeys(self.cell.lineup)}
        return {
            name: {
                "claim": persona.claim,
                "habits": {habit.name: persona.habits.get(habit.name, habit.default) for habit in self.game.habits},
                "mistakes": persona.mistakes,
                "at_random": persona.at_random,
                **thinker_dict(persona),
            }
            for name, persona in seated.items()
        }


@dataclass(frozen=True)
class LinkJob:
    """Sums over the pairs of games of two cells; the cells are jobs of their own."""

    name: str
    base: CellJob
    variant: CellJob
    kind: ClassVar[type[Result]] = LinkResult

    @property
    def cell(self) -> Cell:
        """The variant's cell, whose number of games and precision apply."""
        return self.variant.cell

    @property
    def axes(self) -> dict[str, Any]:
        """The labels of its results: the variant's name on the pseudo-axis."""
        return {VARIANT_AXIS: self.name}

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Both cells, the base first."""
        return self.base.cell, self.variant.cell

    @property
    def chunk(self) -> int:
        """Games per task, so that a task takes seconds at most."""
        return min(self.base.chunk, self.variant.chunk)

    @property
    def sides(self) -> tuple[CellJob, ...]:
        """The job of each cell."""
        return self.base, self.variant

    @functools.cached_property
    def key(self) -> str:
        """The name of its results: a hash of all that determines them except the number of games."""
        return result_key({"link": [self.base.key, self.variant.key]})

    @functools.cached_property
    def products(self) -> Products:
        """The products of both games' measurements, which are summed over all pairs."""
        return Products(self.base.gauge, self.variant.gauge)

    def tallied(self, base: Batch, variant: Batch) -> tuple[Any, tuple[Any, ...]]:
        """Add up the games of both cells; `Chunk.early` is empty, as the cells' own jobs have it."""
        none = notable.early_figures(base.rows[:0])
        return self.empty_tally().reduced(base.rows, variant.rows, base.measured, variant.measured), (none, none)

    def empty_tally(self) -> Any:
        """Return a tally of no pairs."""
        return LinkTally(self.products)

    def tally_of(self, result: Any) -> Any:
        """Restore the tally of a result."""
        return self.empty_tally().restored(result.pairs)

    def result(self, tally: Any, early: Sequence[tuple[Any, ...]], before: Any = None) -> Any:  # noqa: ARG002
        """Describe the pairs of a tally as a result."""
        return LinkResult(games=tally.games, pairs=tally.to_dict(), axes=self.axes)

    def adopt(self, result: Any) -> Any:
        """Return a result that was found under this job's key, with the labels of this scenario."""
        return dataclasses.replace(result, axes=self.axes)

    def results_of_sides(self, result: Any) -> tuple[CellResult, ...]:  # noqa: ARG002
        """Return (): its cells have results of their own."""
        return ()


@dataclass(frozen=True)
class PairJob(LinkJob):
    """A variant against the base, game by game on the same dice: both cells and the sums over their pairs."""

    report: ReportSpec = field(default_factory=ReportSpec)
    kind: ClassVar[type[Result]] = PairResult

    @classmethod
    def of(cls, name: str, base: Cell, variant: Cell, report: ReportSpec) -> PairJob:
        """Return the job of two cells of one game and one seed."""
        labelled = dataclasses.replace(variant, axes={VARIANT_AXIS: name})
        return cls(name, CellJob.of(base), CellJob.of(labelled), report)

    @functools.cached_property
    def key(self) -> str:
        """The name of its results: a hash of all that determines them except the number of games."""
        return result_key({"pair": [self.base.key, self.variant.key]})

    def tallied(self, base: Batch, variant: Batch) -> tuple[PairTally, tuple[Any, ...]]:
        """Add up the games of both sides; return their tally and `Chunk.early`."""
        pairs = self.empty_tally().reduced(base.rows, variant.rows, base.measured, variant.measured)
        return pairs, (notable.early_figures(base.rows), notable.early_figures(variant.rows))

    def empty_tally(self) -> PairTally:
        """Return a tally of no pairs."""
        return PairTally(self.base.empty_tally(), self.variant.empty_tally(), super().empty_tally())

    def tally_of(self, result: PairResult) -> PairTally:
        """Restore the tally of a result."""
        sides = self.base.tally_of(result.base), self.variant.tally_of(result.variant)
        return self.empty_tally().restored(result.pairs, *sides)

    def result(
        self, tally: PairTally, early: Sequence[tuple[Any, ...]], before: PairResult | None = None
    ) -> PairResult:
        """Describe the pairs of a tally as a result; see `CellJob.result`."""
        base = self.base.result(tally.base, [(side,) for side, _ in early], before.base if before else None)
        variant = self.variant.result(tally.variant, [(side,) for _, side in early], before.variant if before else None)
        return PairResult(
            games=base.games,
            base=base,
            variant=variant,
            pairs=tally.to_dict(),
            name=self.name,
            axes=self.axes,
        )

    def adopt(self, result: PairResult) -> PairResult:
        """Return a result that was found under this job's key, with the labels of this scenario."""
        base, variant = self.base.adopt(result.base), self.variant.adopt(result.variant)
        return dataclasses.replace(result, base=base, variant=variant, name=self.name, axes=self.axes)

    def results_of_sides(self, result: PairResult) -> tuple[CellResult, ...]:
        """Return the result of each cell."""
        return result.base, result.variant


Job = CellJob | LinkJob


def _as_json(mapping: Any) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in mapping.items()}
