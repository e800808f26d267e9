"""One queue over all jobs of a run: workers get tasks of several jobs, so that none waits for the end of a job.

A job is played from look to look of its rule.  While its last tasks are out, the next jobs begin.  Jobs that share
cells get their games in the same tasks, so that a base is played once for all its variants.  Results are the same in
any order of answers; the ends of jobs are reported in the order of the jobs.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol

from balancer.compiler import choice
from balancer.scenario.plan import Cell
from balancer.simulation import games_parquet
from balancer.simulation.backends.backend import Backend, Task, ranges
from balancer.simulation.bundle import Bundle, Tallies, bundles
from balancer.simulation.games_parquet import GamesFile
from balancer.simulation.jobs import Chunk, Job
from balancer.simulation.known_results import KnownResults
from balancer.simulation.notable import EARLY_GAMES
from balancer.simulation.progress import Progress
from balancer.simulation.stopping import StoppingRule
from balancer.simulation.store import Store


class Owner(Protocol):
    """The runner whose jobs a queue holds."""

    backend: Backend
    chunk: int  # most games at once

    def compile(self, name: str, cells: Sequence[Cell], progress: Progress) -> float:
        """Compile a game, once per run; return the seconds that it took."""


class JobQueue:
    """The supply of a backend: hands out tasks of the first job that has any, and takes in the results of all jobs."""

    def __init__(self, plays: Sequence[Play], progress: Progress, shown: int, owner: Owner) -> None:
        """Queue jobs in the order in which they begin; progress is reported for the first `shown` of them."""
        self.plays, self.progress, self.shown, self.owner = plays, progress, shown, owner
        self.waiting, self.begun = deque(plays), list[Play]()
        self.together = {number: group for group in bundles([play.job for play in plays]) for number in group}
        self.left_of_waiting = sum(play.left for play in plays)
        self.ended = 0

    @functools.cached_property
    def cells(self) -> list[Cell]:
        """The cells of all jobs."""
        return [cell for play in self.plays for cell in play.job.cells]

    @property
    def left(self) -> float:
        """An upper bound of the chunks that are not handed out yet."""
        return self.left_of_waiting + sum(play.left for play in self.begun)

    def take(self, chunks: float) -> Task | None:
        """Return a task of about `chunks` chunks; None if there is none, at least until the next answer comes."""
        while True:
            for play in self.begun:
                if play.has_tasks:
                    return self._task(play, chunks)
            if not self._begin_next():
                return None

    def _task(self, first: Play, chunks: float) -> Task:
        """Make a task of the next games of a job, and of all jobs that share cells with it and are at the same game."""
        group = [self.plays[number] for number in self.together[first.number]]
        mates = [play for play in group if play.has_tasks and (play.next, play.goal) == (first.next, first.goal)]
        bundle = Bundle(tuple(play.job for play in mates), keep_rows=any(play.files for play in mates))
        size, begin = min(self.owner.chunk, bundle.chunk), first.next
        end = min(first.goal, begin + max(1, int(chunks * size)))
        for play in mates:
            play.next = end
        numbers = tuple(play.number for play in mates)
        return Task(numbers, bundle, list(ranges(begin, end, size)), (end - begin) / size)

    def add(self, numbers: Sequence[int], chunk: Chunk[Tallies]) -> None:
        """Add the answer to a task: games of each of its jobs."""
        for game, news in chunk.news.items():
            choice.note(game, news)
        plays = [self.plays[number] for number in numbers]
        for play, own_chunk in zip(plays, Bundle(tuple(play.job for play in plays)).split(chunk), strict=True):
            play.add(own_chunk, self.owner.backend.playing)
            if play.number < self.shown:
                self.progress.advance(play.number, own_chunk.games)
            if play.done:
                self.begun.remove(play)
        self._report_ends()

    def _begin_next(self) -> bool:
        """Begin the next job that may begin, and jobs that share cells with it; return whether there was one.

        A job waits while another job writes the same files.
        """
        busy, blocked, first = {key for play in self.begun for key in play.written}, [], None
        while self.waiting and first is None:
            play = self.waiting.popleft()
            if busy & play.written:
                blocked.append(play)
            elif not play.is_begun:
                first = play
        self.waiting.extendleft(reversed(blocked))
        if first is None:
            return False
        for play in (self.plays[number] for number in self.together[first.number]):
            if not play.is_begun and not busy & play.written:
                busy |= play.written
                self._begin(play)
        self._report_ends()
        return True

    def _begin(self, play: Play) -> None:
        self.left_of_waiting -= play.left
        play.begin()
        if not play.done:
            play.compile_seconds = self.owner.compile(play.cell.game, self.cells, self.progress)
            self.begun.append(play)
            if play.number < self.shown:
                self.progress.begin(play.cell, play.number, play.cell.most_games)

    def _report_ends(self) -> None:
        while self.ended < self.shown and (play := self.plays[self.ended]).done:
            self.progress.end(play.cell, play.number, play.result, played=play.played)
            self.ended += 1


class Play:
    """A job that is played from look to look, a task at a time."""

    def __init__(
        self,
        results: KnownResults,
        job: Job,
        rule: StoppingRule,
        number: int,
        cell: Cell,
        rows_to: Store | None,
        chunk: int,
    ) -> None:
        """Prepare to play job `number` of a run.

        cell: what progress reports; rows_to: the store that gets the rows of all games; chunk: most games at once.
        """
        self.known, self.job, self.rule, self.number, self.cell = results, job, rule, number, cell
        self.rows_to, self.files, self.open_files = rows_to, list[GamesFile](), contextlib.ExitStack()
        self.chunk = min(chunk, job.chunk)
        self.looks = enumerate(rule.looks(), 1)
        self.look = self.goal = self.next = self.games = 0
        self.result: Any = None
        self.tally: Any = None
        self.early: list[tuple[Any, ...]] = []
        self.held: dict[int, Chunk[Any]] = {}  # by first game: chunks that came before earlier games
        self.is_sound = True  # False while a chunk is being merged, when an interruption would leave half of it
        self.is_begun, self.played, self.done, self.seconds, self.compile_seconds = False, False, False, 0.0, 0.0

    @property
    def written(self) -> set[str]:
        """Keys of the files that only one job at a time may write: its result, or the games of its cells."""
        return {self.job.key} if self.rows_to is None else {side.key for side in self.job.sides}

    @property
    def left(self) -> float:
        """An upper bound of the chunks that are not handed out yet."""
        return 0.0 if self.done else max(0, self.rule.most - self.next) / self.chunk

    @property
    def has_tasks(self) -> bool:
        """Whether games before the next look are not handed out yet."""
        return self.next < self.goal

    def add(self, chunk: Chunk[Any], workers: int) -> None:
        """Add games; chunks are merged in the order of their games, and the last chunk before a look leads to the look.

        workers: how many play at the moment; the time of the chunk is divided among them.
        """
        self.played = True
        self.seconds += chunk.seconds / workers
        self.held[chunk.first] = chunk
        while self.games in self.held:
            chunk = self.held.pop(self.games)
            self.is_sound = False
            self.tally.merge(chunk.tally)
            self.early.append(chunk.early)
            self.games += chunk.games
            self.is_sound = True
            for file, rows in zip(self.files, chunk.rows if self.files else (), strict=True):
                file.add(chunk.first, rows)
        if self.games == self.goal and not self._stops(self.job.result(self.tally, self.early, self.result)):
            self._go_on()

    def keep_begun(self) -> None:
        """Keep the games of a job that is interrupted, so that a later run can add games to them."""
        played = 0 if self.result is None else self.result.games
        if self.is_begun and not self.done and self.is_sound and self.games >= max(EARLY_GAMES, played + 1):
            self.known.keep(self.job, self.job.result(self.tally, self.early, self.result))

    # Looks ------------------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Go to the first look for which games have to be played, if there is one."""
        self.is_begun = True
        if self.rows_to is None or not self._is_recorded(self.rows_to):
            self._go_on()

    def _is_recorded(self, store: Store) -> bool:
        """Return whether the result and files of all its games exist; begin such files if not."""
        result = self.known.at_stop(self.job, self.rule)
        if result is not None and self._has_rows(store, result):
            self.known.keep(self.job, result)
            self._end(result)
            return True
        for side in self.job.sides:
            file = GamesFile(functools.partial(store.games_path, side.key), side.game, side.cell)
            self.files.append(self.open_files.enter_context(file))
        return False

    def _has_rows(self, store: Store, result: Any) -> bool:
        return all(games_parquet.is_whole(store.games_path(side.key, result.games)) for side in self.job.sides)

    def _go_on(self) -> None:
        """Go to the next look for which games have to be played, or stop at an earlier one."""
        for look, games in self.looks:
            self.look = look
            result = None if self.rows_to else self.known.of(self.job, games)
            if result is None:
                self._play_until(games)
                return
            if self._stops(result):
                return
        self._end(self.result)

    def _play_until(self, games: int) -> None:
        """Continue from the best known result, up to a number of games."""
        if self.result is None or self.rows_to is None:
            self.result = self._start(games)
        self.tally = self.job.empty_tally() if self.result is None else self.job.tally_of(self.result)
        self.next = self.games = 0 if self.result is None else self.result.games
        self.early, self.goal = [], games

    def _start(self, games: int) -> Any:
        """Return the known result that is to be extended, or None; copy its rows to the new files."""
        for result in self.known.earlier(self.job, games):
            if self.rows_to is None:
                return result
            if self._has_rows(self.rows_to, result):
                for file, side in zip(self.files, self.job.sides, strict=True):
                    file.copy(self.rows_to.games_path(side.key, result.games))
                return result
        return None

    def _stops(self, result: Any) -> bool:
        """Look at a result; return whether the rule stops there."""
        self.known.keep(self.job, result)
        precision = self.rule.judge(result, self.look)
        self.result = dataclasses.replace(result, precision=precision)
        stops = precision is None or bool(precision["reached"])
        if stops:
            self._end(self.result)
        return stops

    def _end(self, result: Any) -> None:
        self.open_files.close()
        if self.played:
            result = dataclasses.replace(result, seconds=round(self.seconds, 6), compile_seconds=self.compile_seconds)
        elif self.known.store is not None and result.seconds is None:
            result = dataclasses.replace(result, **self.known.store.times_of(self.job.key, result.games))
        self.result, self.done = result, True
        self.tally, self.early = None, []
        for side in self.job.sides:
            side.forget()
