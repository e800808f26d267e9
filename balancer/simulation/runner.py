"""The runner plays jobs on a backend until their stopping rules are met, and keeps the results in a store.

Every job is looked at after the numbers of games that its rule names.  Games that were played before, in this run or by
any command that left its results in the store, are not played again: more games are added to them.  A result holds
whole numbers and text only, and is the same for any backend, number of threads and size of chunks.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import pathlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from balancer.compiler.proof import play_until_equal
from balancer.core.game import Game
from balancer.core.result_row import MAX_CHUNK
from balancer.scenario.plan import Cell
from balancer.simulation.backends.backend import CHUNK, Backend
from balancer.simulation.backends.threads import threads, usual_jobs
from balancer.simulation.bundle import Bundle
from balancer.simulation.dry_run import dry_run, needs_dry_run
from balancer.simulation.job_queue import JobQueue, Play
from balancer.simulation.jobs import CellJob, Job, LinkJob
from balancer.simulation.known_results import KnownResults
from balancer.simulation.progress import Progress, Watch, unwatched
from balancer.simulation.stopping import FixedGames, StoppingRule, rule_of
from balancer.simulation.store import Store

T = TypeVar("T")


class Runner:
    """Plays jobs on a backend and keeps their results in a store."""

    def __init__(
        self,
        backend: Backend,
        store: Store | None = None,
        *,
        watch: Watch = unwatched,
        fresh: bool = False,
        chunk: int = CHUNK,
    ) -> None:
        """Use a locked store, or none; fresh: ignore results of earlier runs; chunk: most games at once."""
        if not 1 <= chunk <= MAX_CHUNK:
            message = f"a chunk has 1..{MAX_CHUNK} games, not {chunk}"
            raise ValueError(message)
        self.backend, self.store, self.watch, self.chunk = backend, store, watch, chunk
        self.known = KnownResults(store, fresh=fresh)
        self.compile_seconds: dict[str, float] = {}

    def play(
        self,
        jobs: Sequence[Job],
        rule: StoppingRule | Sequence[StoppingRule] | None = None,
        *,
        keep_games: bool = False,
        links: Sequence[LinkJob] = (),
    ) -> list[Any]:
        """Play jobs until their rules stop them, then links; return the results in this order.

        rule: one for all jobs or one for each, None for what their cells request; keep_games: write one row per game of
        the jobs to the store, too; links: between cells of the jobs, over as many games as both cells may play.

        KeyboardInterrupt passes through; what was played stays in the store.  Raises RuleError if the game's rules are
        wrong, StoreError if results can't be written.
        """
        rule = [rule_of(job) for job in jobs] if rule is None else rule
        rules = list(rule) if isinstance(rule, Sequence) else [rule] * len(jobs)
        left = [limit.most - min(limit.most, self.known.games(job)) for job, limit in zip(jobs, rules, strict=True)]
        for game, count in _games_to_play(jobs, left):
            game.expect(count)
        cells = [dataclasses.replace(job.cell, games=n, precision=None) for job, n in zip(jobs, left, strict=True)]
        rows_to = self.store if keep_games else None
        planned = enumerate(zip(jobs, rules, cells, strict=True))
        plays = [Play(self.known, job, own, number, cell, rows_to, self.chunk) for number, (job, own, cell) in planned]
        most = {job.key: limit.most for job, limit in zip(jobs, rules, strict=True)}
        for link in links:
            games = min(most[side.key] for side in link.sides)
            plays.append(Play(self.known, link, FixedGames(games), len(plays), link.cell, None, self.chunk))
        with self.watch(cells) as progress, contextlib.ExitStack() as files:
            for play in plays:
                files.push(play.open_files)  # those of unfinished jobs vanish
            queue = JobQueue(plays, progress, len(jobs), self)
            try:
                for numbers, chunk in self.backend.play(queue):
                    queue.add(numbers, chunk)
            except BaseException:
                for play in queue.begun:
                    play.keep_begun()
                raise
        return [play.result for play in plays]

    def again(self, play: Callable[[], T]) -> T:
        """Play; if a compiled own game differs from plain Python, drop all results of this run and play again."""
        return play_until_equal(play, self.known.forget)

    def compile(self, name: str, cells: Sequence[Cell], progress: Progress) -> float:
        """Compile a game before its first games are played, once per run; return the seconds that it took."""
        if name not in self.compile_seconds:
            mine = [cell for cell in cells if cell.game == name]
            self.compile_seconds[name] = compile_game(mine, self.backend, progress)
        return self.compile_seconds[name]


def _games_to_play(jobs: Sequence[Job], games: Sequence[int]) -> list[tuple[Game, int]]:
    """Return the largest number of games that may be played of each game."""
    totals: dict[str, tuple[Game, int]] = {}
    for job, count in zip(jobs, games, strict=True):
        for side in job.sides:
            before = totals.get(side.game.name, (side.game, 0))[1]
            totals[side.game.name] = side.game, before + count
    return list(totals.values())


def compile_game(cells: Sequence[Cell], backend: Backend, progress: Progress) -> float:
    """Compile the game's kernel, or load it from the cache, by playing one game; return the seconds, 0 if loaded.

    cells: all that will be played of one game; a game from outside that must be compiled plays them as plain Python
    first.  Raises RuleError if the rules are wrong.
    """
    firsts = {cell.has_thinkers: cell for cell in reversed(cells)}  # games with thinkers have a kernel of their own
    jobs = [CellJob.of(firsts[thinking]) for thinking in sorted(firsts)]
    name = jobs[0].game.name
    fresh = not all(job.is_compiled for job in jobs)
    began = time.perf_counter()
    with progress.compiling(name) if fresh else contextlib.nullcontext():
        if fresh and needs_dry_run(name):
            dry_run(cells)
        for job in jobs:
            backend.call(functools.partial(Bundle((job,)), 0, 1))
    return round(time.perf_counter() - began, 6) if fresh else 0.0


@contextlib.contextmanager
def open_runner(
    *,
    jobs: int | None = None,
    backend: Backend | None = None,
    store: Store | pathlib.Path | None = None,
    watch: Watch = unwatched,
    fresh: bool = False,
    chunk: int = CHUNK,
) -> Iterator[Runner]:
    """Open a runner on a backend, by default on its own threads (`jobs`, all cores); lock its store.  StoreError."""
    own_store = Store(store) if isinstance(store, pathlib.Path) else store
    with contextlib.ExitStack() as stack:
        if own_store is not None:
            stack.enter_context(own_store.locked())
        yield Runner(
            backend or stack.enter_context(threads(jobs or usual_jobs())),
            own_store,
            watch=watch,
            fresh=fresh,
            chunk=chunk,
        )
