"""Jobs + stopping rule + store + backend → results.

Every job is looked at after the numbers of games that the rule names.  What was played before - in this run, or by any
command that left its results in the store - is not played again: more games are added to it.  A result holds whole
numbers and text only, and is the same for any backend, number of threads and size of chunks.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import pathlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from balancer.compiler.proof import CompiledDifferenceError
from balancer.core.cache import kernel_cache
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
        """Use a store that is locked, or none; fresh: ignore what earlier runs left; chunk: most games at once."""
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
        """The results of jobs, in order, each played until the rule, or the rule of its own, stops it; then of links.

        rule: what the cells ask for if None; keep_games: one row per game of the jobs is written to the store, too;
        links: of cells among the jobs, whose games are the same, of a given number.
        KeyboardInterrupt passes through; what was played stays in the store.  RuleError: the game's rules are wrong.
        StoreError: results can't be written.
        """
        rule = [rule_of(job) for job in jobs] if rule is None else rule
        rules = list(rule) if isinstance(rule, Sequence) else [rule] * len(jobs)
        left = [one.most - min(one.most, self.known.games(job)) for job, one in zip(jobs, rules, strict=True)]
        for game, wanted in _wanted(jobs, left):
            game.expect(wanted)
        cells = [dataclasses.replace(job.cell, games=n, precision=None) for job, n in zip(jobs, left, strict=True)]
        rows_to = self.store if keep_games else None
        planned = enumerate(zip(jobs, rules, cells, strict=True))
        plays = [Play(self.known, job, one, number, cell, rows_to, self.chunk) for number, (job, one, cell) in planned]
        most = {job.key: one.most for job, one in zip(jobs, rules, strict=True)}
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
        """Play, and once more where a compiled own game was found to differ: nothing that it has played is kept."""
        while True:
            try:
                return play()
            except CompiledDifferenceError as error:  # plain Python plays it from now on, so that there is an end
                kernel_cache.warn_once(f"{error}; what the compiled game has played is played again")
                self.known.forget()

    def compile(self, name: str, cells: Sequence[Cell], progress: Progress) -> float:
        """Compile a game, once per run, before its first games are played; seconds that it took."""
        if name not in self.compile_seconds:
            mine = [cell for cell in cells if cell.game == name]
            self.compile_seconds[name] = compile_game(mine, self.backend, progress)
        return self.compile_seconds[name]


def _wanted(jobs: Sequence[Job], games: Sequence[int]) -> list[tuple[Game, int]]:
    """Return how many games of each game are to be played at most."""
    wanted: dict[str, tuple[Game, int]] = {}
    for job, count in zip(jobs, games, strict=True):
        for side in job.sides:
            before = wanted.get(side.game.name, (side.game, 0))[1]
            wanted[side.game.name] = side.game, before + count
    return list(wanted.values())


def compile_game(cells: Sequence[Cell], backend: Backend, progress: Progress) -> float:
    """Compile the game's kernel, or load it from the cache, by playing one game; seconds it took (0 if loaded).

    cells: all that will be played of one game; a game from outside that must be compiled is first tried on them as
    plain Python.  RuleError: the rules are wrong.
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
    """A runner on a backend, by default on threads of its own (`jobs`, all cores); its store is locked.  StoreError."""
    kept = Store(store) if isinstance(store, pathlib.Path) else store
    with contextlib.ExitStack() as stack:
        if kept is not None:
            stack.enter_context(kept.locked())
        yield Runner(
            backend or stack.enter_context(threads(jobs or usual_jobs())), kept, watch=watch, fresh=fresh, chunk=chunk
        )
