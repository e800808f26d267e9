"""Observed games, played on threads: chances along them, options of their decisions, and games on mixed dice.

Everybody plays as a persona: a thinker is replaced by its base, as trial games within trial games would take hours.
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

from balancer.analysis.play.chances import GameChances
from balancer.analysis.play.choices import Decision
from balancer.analysis.play.luck import SUBSETS, Luck
from balancer.compiler.proof import play_until_equal
from balancer.core.dice import CHANCE, CHOICES, SETUP
from balancer.core.jit import is_compiled
from balancer.core.result_row import shares_of_seats, won_by_seat
from balancer.core.tallies.tally import Tally
from balancer.scenario.plan import Cell
from balancer.sides import RIVALS, SCORE, TEAMS, WIN
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.backends.threads import threads, usual_jobs
from balancer.simulation.jobs import CellJob
from balancer.simulation.progress import Watch, unwatched

if TYPE_CHECKING:
    from balancer.core.thinking.chances import Observed

GAMES = 40  # observed by default
TRIALS = 100  # trial games per seat and look, and per option
LOOKS = 30  # at the chances of a game of usual length, roughly; fewer if it has fewer rounds
LUCK_GAMES = 2000  # games for luck and skill by source, each played once for every set of sources
PLAIN_LUCK_GAMES = 400  # the same where plain Python plays
LUCK_CHUNK = 250  # of these games at once


def without_thought(cell: Cell) -> Cell:
    """Return the cell with every thinker replaced by its base persona."""
    bases = {name: dataclasses.replace(persona, search=0) for name, persona in cell.personas.items()}
    return dataclasses.replace(cell, personas=bases)


@dataclass(frozen=True)
class ObservedGames:
    """Games of one cell, to be observed by several threads."""

    job: CellJob
    trials: int = TRIALS  # per seat and look
    option_trials: int = 0  # per option of each decision; 0: decisions are not examined
    aim: str = WIN  # what is observed: shares of the win, or scores
    per_thread: threading.local = field(default_factory=threading.local, compare=False, repr=False)

    @classmethod
    def of(cls, cell: Cell, trials: int = TRIALS, option_trials: int = 0, aim: str = WIN) -> ObservedGames:
        """Return the games of a cell without thinkers; numbers of trials are made even, as they are halved."""
        return cls(CellJob.of(without_thought(cell)), trials + trials % 2, option_trials + option_trials % 2, aim)

    @property
    def observer(self) -> Any:
        """The observer of this thread."""
        mine, cell = self.per_thread, self.job.cell
        if not hasattr(mine, "observer"):
            mine.observer = self.job.game.observer(self.job.new_table(), cell.rules, self.aim)
        return mine.observer

    @functools.cached_property
    def every(self) -> int:
        """Rounds from one look to the next: 1 unless games are long."""
        return max(1, round(float(np.median(np.asarray(self.job.play(0, GAMES)["rounds"]))) / LOOKS))

    @property
    def is_compiled(self) -> bool:
        """Whether nothing has to be compiled any more."""
        return self.job.is_compiled and is_compiled(self.job.game.chances())

    def observed(self, number: int, _: int = 1) -> tuple[int, Observed]:
        """Observe a game; return its number and the observation."""
        observation = self.observer.observe(self.job.cell.seed, number, self.trials, self.every, self.option_trials)
        self._raise_rule_error(observation.row)
        return number, observation

    def course(self, observation: Observed) -> GameChances:
        """Return the chances of a game over the share of its rounds."""
        points, rounds = len(observation.points), max(1, int(observation.row["rounds"]))
        times = np.concatenate([[0.0], np.arange(points - 1) * self.every / rounds])
        row, game = observation.row, self.job.game
        side = np.asarray(row["side"])[: self.job.cell.players].tolist()
        has_rivals, for_score = game.sides in {RIVALS, TEAMS}, self.aim == SCORE
        return GameChances(observation.points, times, self.results(row), side, has_rivals, for_score)

    def decisions(self, observation: Observed) -> list[Decision]:
        """Return the decisions of a game that was observed with trials per option."""
        game, nodes = self.job.game, self.job.game.nodes

        def good(worth: Any) -> Any:
            """Return what is good for a seat: more of it is better."""
            if self.aim == SCORE:
                return -worth if game.lowest_wins else worth
            return 1 - worth if game.one_loses else worth

        return [
            Decision(
                number=int(record["number"]),
                seat=int(record["seat"]),
                node=nodes[int(record["node"])].name,
                dominated=int(record["dominated"]),
                alike=bool(record["alike"]),
                chances=good(worth[: 1 + record["tried"]]),
                tried=[option_tried(int(record["count"]), int(record["tried"]), k) for k in range(record["tried"])],
            )
            for record, worth in zip(observation.decided, observation.worth, strict=True)
        ]

    def results(self, rows: Any) -> Any:
        """Return what each seat gets in RESULT rows: its share of the win (of the loss), or its score."""
        game, players = self.job.game, self.job.cell.players
        if self.aim == SCORE:
            return np.asarray(rows["score"])[..., :players] / game.score_unit
        return results(rows, players, one_loses=game.one_loses)

    def _raise_rule_error(self, rows: Any) -> None:
        Tally(self.job.game, self.job.cell.players, self.job.cell.lineup).reduced(np.atleast_1d(np.asarray(rows)))

    # Mixed dice -----------------------------------------------------------------------------------------------------
    def mixed(self, seat: int, first: int, count: int) -> tuple[int, Any, Any, float]:
        """Play games from `first` on once for each set of sources, whose dice are kept while all others are redrawn.

        Returns `first`; float[games, SUBSETS], results of the seat; int[games, 1 + players], numbers of the seat and of
        the personas of all seats; and the sum of the results of all seats on the original dice.
        """
        seat_results = np.empty((count, len(SUBSETS)))
        rows: Any = None
        for subset in SUBSETS:
            rows = self.observer.mixed(
                self.job.cell.seed, first, count, redrawn_streams(subset, seat, self.job.cell.players)
            )
            self._raise_rule_error(rows)
            seat_results[:, subset] = self.results(rows)[:, seat]
        total = float(self.results(rows).sum())  # of the last set, which keeps all
        personas = self.job.empty_tally().persona_of[np.asarray(rows["entry"])[:, : self.job.cell.players]]
        return first, seat_results, np.insert(personas, 0, seat, axis=1), total


def results(rows: Any, players: int, *, one_loses: bool) -> Any:
    """Return float[..., seats]: each seat's share of the win, or 1 for the loser if one player loses."""
    if not one_loses:
        return shares_of_seats(rows, players)
    won = won_by_seat(rows, players)
    return (~won & won.any(axis=-1, keepdims=True)).astype(float)


def option_tried(count: int, tried: int, k: int) -> int:
    """Return the number of the k-th option that was tried; see `core.thinking.chances.option_tried`."""
    return k if count == tried else (2 * k + 1) * count // (2 * tried)


def redrawn_streams(subset: int, seat: int, players: int) -> int:
    """Return the streams of dice, as a bit mask, that are redrawn for a seat if a subset of `luck.SOURCES` is kept."""
    others = sum(1 << CHOICES + other for other in range(players) if other != seat)
    streams = (1 << SETUP, 1 << CHANCE, 1 << CHOICES + seat, others)
    return sum(stream for source, stream in enumerate(streams) if not subset >> source & 1)


def observe(
    games: ObservedGames, count: int, *, jobs: int | None = None, watch: Watch = unwatched
) -> list[tuple[GameChances, Observed]]:
    """Observe games 0 .. count-1; return each with its chances.  Raises RuleError."""

    def observations_of_all() -> dict[int, Observed]:
        with _pool(games, count, jobs, watch) as play:
            return dict(play(games.observed, [(number, 1) for number in range(count)]))

    observations = play_until_equal(observations_of_all)
    return [(games.course(observations[number]), observations[number]) for number in range(count)]


def luck(
    games: ObservedGames, count: int, confidence: float, *, jobs: int | None = None, watch: Watch = unwatched
) -> Luck:
    """Estimate luck and skill by source from about `count` games, as many of each seat.  Raises RuleError."""
    players = games.job.cell.players
    games_per_seat = -(-count // players)

    def answers_of_seats() -> Iterator[tuple[int, Any, Any, float]]:
        with _pool(games, games_per_seat * players, jobs, watch) as play:
            for seat in range(players):
                chunks = list(ranges(seat * games_per_seat, (seat + 1) * games_per_seat, LUCK_CHUNK))
                yield from play(functools.partial(games.mixed, seat), chunks)

    answers = play_until_equal(lambda: sorted(answers_of_seats(), key=operator.itemgetter(0)))
    _, results, seatings, totals = zip(*answers, strict=True)
    numbers = np.unique(np.concatenate(seatings), axis=0, return_inverse=True)[1].ravel()
    return Luck.of(np.concatenate(results), numbers, sum(totals) / (games_per_seat * players**2), confidence)


@contextlib.contextmanager
def _pool(
    games: ObservedGames, count: int, jobs: int | None, watch: Watch
) -> Iterator[Callable[[Any, Sequence[tuple[int, int]]], Iterator[Any]]]:
    """Open threads that play, with their progress."""
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
