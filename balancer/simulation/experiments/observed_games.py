"""Games that are observed: chances along them, options of their decisions, and games on mixed dice; on threads.

Everybody plays as a persona: who thinks ahead is taken for its base, for trial games within trial games take hours.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import operator
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.analysis.chances import Course
from balancer.analysis.choices import Decision
from balancer.analysis.equal_share import WonGames
from balancer.analysis.luck import SUBSETS, Luck
from balancer.core.dice import CHANCE, CHOICES, SETUP
from balancer.core.jit import is_compiled
from balancer.core.tallies.tally import Tally
from balancer.scenario.plan import Cell
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.backends.threads import threads, usual_jobs
from balancer.simulation.jobs import CellJob
from balancer.simulation.progress import Watch, unwatched

if TYPE_CHECKING:
    from balancer.core.thinking.chances import Observed

GAMES = 40  # games observed where nobody says
TRIALS = 100  # trial games per seat and look, and per option
LOOKS = 30  # about so many looks at the chances of a game of usual length, fewer where it has fewer rounds
LUCK_GAMES = 2000  # games for luck and skill by source, each played once for every set of sources
PLAIN_LUCK_GAMES = 400  # the same where plain Python plays
LUCK_CHUNK = 250  # of these games at once


def without_thought(cell: Cell) -> Cell:
    """The cell with everybody playing as the base persona."""
    bases = {name: dataclasses.replace(persona, search=0) for name, persona in cell.personas.items()}
    return dataclasses.replace(cell, personas=bases)


@dataclass(frozen=True)
class ObservedGames:
    """Games of one cell, to be observed by several threads.

    trials: per seat and look; option_trials: per option of each decision, 0: decisions are not examined.
    """

    job: CellJob
    trials: int = TRIALS
    option_trials: int = 0
    per_thread: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    @classmethod
    def of(cls, cell: Cell, trials: int = TRIALS, option_trials: int = 0) -> ObservedGames:
        """Games of a cell, by personas that do not think; trials are made even, for they are halved."""
        return cls(CellJob.of(without_thought(cell)), trials + trials % 2, option_trials + option_trials % 2)

    @property
    def observer(self) -> Any:
        """The observer of this thread."""
        mine, cell = self.per_thread, self.job.cell
        if not hasattr(mine, "observer"):
            mine.observer = self.job.game.observer(self.job.new_table(), cell.rules)
        return mine.observer

    @functools.cached_property
    def every(self) -> int:
        """Rounds from one look to the next: 1 unless games are long."""
        return max(1, round(float(np.median(np.asarray(self.job.play(0, GAMES)["rounds"]))) / LOOKS))

    @property
    def is_compiled(self) -> bool:
        """Whether nothing need be compiled any more."""
        return self.job.is_compiled and is_compiled(self.job.game.chances())

    def observed(self, number: int, _: int = 1) -> tuple[int, Observed]:
        """A game by its number."""
        found = self.observer.observe(self.job.cell.seed, number, self.trials, self.every, self.option_trials)
        self._check(found.row)
        return number, found

    def course(self, found: Observed) -> Course:
        """The chances of a game, as shares of its rounds."""
        looks, rounds = len(found.points), max(1, int(found.row["rounds"]))
        times = np.concatenate([[0.0], np.arange(looks - 1) * self.every / rounds])
        return Course(found.points, times, self.results(found.row))

    def decisions(self, found: Observed) -> list[Decision]:
        """The decisions of a game that was observed with trials per option."""
        nodes, one_loses = self.job.game.nodes, self.job.game.one_loses
        return [
            Decision(
                number=int(each["number"]),
                seat=int(each["seat"]),
                node=nodes[int(each["node"])].name,
                dominated=int(each["dominated"]),
                alike=bool(each["alike"]),
                chances=1 - worth[: 1 + each["tried"]] if one_loses else worth[: 1 + each["tried"]],
                tried=[option_tried(int(each["count"]), int(each["tried"]), k) for k in range(each["tried"])],
            )
            for each, worth in zip(found.decided, found.worth, strict=True)
        ]

    def results(self, rows: Any) -> Any:
        """See `results`."""
        return results(rows, self.job.cell.players, one_loses=self.job.game.one_loses)

    def _check(self, rows: Any) -> None:
        """RuleError where the rules went wrong."""
        Tally(self.job.game, self.job.cell.players, self.job.cell.lineup).reduced(np.atleast_1d(np.asarray(rows)))

    # Mixed dice -----------------------------------------------------------------------------------------------------
    def mixed(self, seat: int, first: int, count: int) -> tuple[int, Any, Any, int]:
        """Games from `first` on: results of one seat with each set of sources kept, who plays where, how many are won.

        float[games, SUBSETS]; int[games, 1 + players], the seat and the personas of all seats, by number; won: of the
        games with all sources kept, which are as they were.
        """
        found = np.empty((count, len(SUBSETS)))
        rows: Any = None
        for kept in SUBSETS:
            rows = self.observer.mixed(self.job.cell.seed, first, count, anew(kept, seat, self.job.cell.players))
            self._check(rows)
            found[:, kept] = self.results(rows)[:, seat]
        won = int(np.count_nonzero(rows["winners"]))  # of the last set, which keeps all
        personas = self.job.empty_tally().persona_of[np.asarray(rows["entry"])[:, : self.job.cell.players]]
        return first, found, np.insert(personas, 0, seat, axis=1), won


def results(rows: Any, players: int, *, one_loses: bool) -> Any:
    """Shares of the win, or where one player loses of the loss: float[..., seats]."""
    winners = np.asarray(rows["winners"], np.uint64)[..., None]
    won = (winners >> np.arange(players, dtype=np.uint64)) & np.uint64(1)
    marked = (1 - won) * (winners != 0) if one_loses else won
    return marked / np.maximum(1, marked.sum(axis=-1, keepdims=True))


def option_tried(count: int, tried: int, k: int) -> int:
    """The number of the k-th option tried: see `core.thinking.chances.option_tried`."""
    return k if count == tried else (2 * k + 1) * count // (2 * tried)


def anew(kept: int, seat: int, players: int) -> int:
    """The streams of dice, as a set, that are drawn anew for a seat while a set of `luck.SOURCES` is kept."""
    others = sum(1 << CHOICES + other for other in range(players) if other != seat)
    streams = (1 << SETUP, 1 << CHANCE, 1 << CHOICES + seat, others)
    return sum(stream for source, stream in enumerate(streams) if not kept >> source & 1)


def observe(
    games: ObservedGames, count: int, *, jobs: int | None = None, watch: Watch = unwatched
) -> list[tuple[Course, Observed]]:
    """Games 0 .. count-1, each with its chances.  RuleError."""
    with _pool(games, count, jobs, watch) as play:
        found = dict(play(games.observed, [(number, 1) for number in range(count)]))
    return [(games.course(found[number]), found[number]) for number in range(count)]


def luck(
    games: ObservedGames, count: int, confidence: float, *, jobs: int | None = None, watch: Watch = unwatched
) -> Luck:
    """Luck and skill by source, from about so many games, as many of each seat.  RuleError."""
    players = games.job.cell.players
    each = -(-count // players)
    with _pool(games, each * players, jobs, watch) as play:
        found = []
        for seat in range(players):
            chunks = list(ranges(seat * each, (seat + 1) * each, LUCK_CHUNK))
            found += list(play(functools.partial(games.mixed, seat), chunks))
    found.sort(key=operator.itemgetter(0))
    _, results, seatings, won = zip(*found, strict=True)
    numbers = np.unique(np.concatenate(seatings), axis=0, return_inverse=True)[1].ravel()
    equal = WonGames(sum(won), each * players).equal_share(players)
    return Luck.of(np.concatenate(results), numbers, equal, confidence)


@contextlib.contextmanager
def _pool(
    games: ObservedGames, count: int, jobs: int | None, watch: Watch
) -> Iterator[Callable[[Any, Sequence[tuple[int, int]]], Iterator[Any]]]:
    """Threads that play, with their progress."""
    cell = dataclasses.replace(games.job.cell, games=count, precision=None)
    with watch([cell]) as progress, threads(jobs or usual_jobs()) as pool:
        with contextlib.nullcontext() if games.is_compiled else progress.compiling(games.job.game.name):
            pool.call(lambda: games.every)
            pool.call(lambda: games.observer.observe(cell.seed, 0, 2, games.every))
        progress.begin(cell, 0, count)

        def play(call: Any, chunks: Sequence[tuple[int, int]]) -> Iterator[Any]:
            for _, answer in pool.play(Ranges(call, chunks)):
                progress.advance(0, chunks[0][1] if call == games.observed else len(answer[1]))
                yield answer

        yield play
