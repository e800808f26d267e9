"""Bundles: jobs that share cells are played together, so that each game of a cell is played once for all of them."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.compiler import choice
from balancer.simulation.backends.backend import CHUNK
from balancer.simulation.jobs import Batch, Chunk, Job

MAX_CELLS = 32  # cells of a bundle: their games are in memory together
MIN_CHUNK = 2048  # games of a cell at once: adding them up then takes no time compared with playing them


class Tallies(NamedTuple):
    """The tallies of a bundle, one per job."""

    each: tuple[Any, ...]

    def merge(self, other: Tallies) -> None:
        """Add the tallies of other games."""
        for mine, its in zip(self.each, other.each, strict=True):
            mine.merge(its)


@dataclass(frozen=True)
class Bundle:
    """Jobs that share cells, as a call that a backend plays."""

    jobs: tuple[Job, ...]
    keep_rows: bool = False
    compiled: str | None = field(default_factory=choice.shipped, compare=False)  # OFF if own games must stay plain

    @property
    def chunk(self) -> int:
        """Games of each cell per task."""
        cells = {side.key for job in self.jobs for side in job.sides}
        usual = max(MIN_CHUNK, CHUNK // len(cells))
        return max(1, usual * min(job.chunk for job in self.jobs) // CHUNK)

    @property
    def holds_interpreter(self) -> bool:
        """Whether a task keeps other threads of its process from playing."""
        return any(side.holds_interpreter for job in self.jobs for side in job.sides)

    def __call__(self, first: int, count: int) -> Chunk[Tallies]:
        """Play games first .. first+count-1, tallied for each job; `early` and `rows` list the sides of all jobs."""
        with choice.choosing(self.compiled) if self.compiled != choice.shipped() else contextlib.nullcontext():
            return self._play(first, count)

    def _play(self, first: int, count: int) -> Chunk[Tallies]:
        began = time.perf_counter()
        sides = [side for job in self.jobs for side in job.sides]
        batches: dict[str, Batch] = {}
        uses = Counter(side.key for side in sides)
        tallies, early, rows = list[Any](), list[Any](), list[Any]()
        for job in self.jobs:
            for side in job.sides:
                if side.key not in batches:
                    batches[side.key] = Batch(side, side.play(first, count))
            own_batches = [batches[side.key] for side in job.sides]
            tally, figures = job.tallied(*own_batches)
            tallies.append(tally)
            early += figures
            rows += [batch.rows for batch in own_batches] if self.keep_rows else []
            uses.subtract(side.key for side in job.sides)
            for side in job.sides:  # rows take megabytes, so they go with their last use
                if not uses[side.key]:
                    batches.pop(side.key, None)
        seconds, news = time.perf_counter() - began, choice.news()
        return Chunk(first, count, Tallies(tuple(tallies)), tuple(early), tuple(rows), seconds, news)

    def split(self, chunk: Chunk[Tallies]) -> Iterator[Chunk[Any]]:
        """Yield the chunk of each job; the time is divided equally among the jobs."""
        begin = 0
        for job, tally in zip(self.jobs, chunk.tally.each, strict=True):
            end = begin + len(job.sides)
            seconds = chunk.seconds / len(self.jobs)
            yield Chunk(chunk.first, chunk.games, tally, chunk.early[begin:end], chunk.rows[begin:end], seconds)
            begin = end


def bundles(jobs: Sequence[Job]) -> list[list[int]]:
    """Return groups of jobs, by number, that share cells; each job is in one group, of at most MAX_CELLS cells."""
    groups: dict[int, tuple[list[int], set[str]]] = {}  # by their latest job: numbers of jobs, keys of their cells
    latest: dict[str, int] = {}  # key of a cell -> the group that plays it
    for number, job in enumerate(jobs):
        cells = [side.key for side in job.sides]
        near = list(dict.fromkeys(latest[cell] for cell in cells if cell in latest))
        if len({*cells}.union(*(groups[group][1] for group in near))) > MAX_CELLS:
            near = [group for group in near if len(groups[group][1].union(cells)) <= MAX_CELLS][:1]
        joined = [groups.pop(group) for group in near]
        numbers = [member for members, _ in joined for member in members]
        all_cells = {*cells}.union(*(group_cells for _, group_cells in joined))
        groups[number] = sorted([*numbers, number]), all_cells
        latest |= dict.fromkeys(all_cells, number)
    return sorted(numbers for numbers, _ in groups.values())
