"""Jobs that share cells, played together: the games of a cell once, whatever pairs it belongs to."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.compiler import choice
from balancer.simulation.backends.backend import CHUNK
from balancer.simulation.jobs import Batch, CellJob, Chunk, Job

MOST_CELLS = 32  # cells of a bundle: their games are in memory together
LEAST_CHUNK = 2048  # games of a cell at once, so that adding them up takes no time beside playing them


class Tallies(NamedTuple):
    """A tally for each job."""

    each: tuple[Any, ...]

    def merge(self, other: Tallies) -> None:
        """Add those of other games."""
        for mine, its in zip(self.each, other.each, strict=True):
            mine.merge(its)


@dataclass(frozen=True)
class Bundle:
    """Jobs whose cells are partly the same, as a call of a backend."""

    jobs: tuple[Job, ...]
    keep_rows: bool = False
    compiled: str | None = field(default_factory=choice.shipped, compare=False)

    @property
    def chunk(self) -> int:
        """Games of each cell per task."""
        cells = {side.key for job in self.jobs for side in job.sides}
        usual = max(LEAST_CHUNK, CHUNK // len(cells))
        return max(1, usual * min(job.chunk for job in self.jobs) // CHUNK)

    @property
    def holds_interpreter(self) -> bool:
        """See `backend.holds_interpreter`."""
        return any(side.holds_interpreter for job in self.jobs for side in job.sides)

    def __call__(self, first: int, count: int) -> Chunk[Tallies]:
        """Games first .. first+count-1, added up for each job; `early` and `rows` of all sides in a row."""
        with choice.choosing(self.compiled) if self.compiled != choice.shipped() else contextlib.nullcontext():
            return self._played(first, count)

    def _played(self, first: int, count: int) -> Chunk[Tallies]:
        began = time.perf_counter()
        sides = [side for job in self.jobs for side in job.sides]
        batches: dict[str, Batch] = {}
        uses = Counter(side.key for side in sides)
        tallies, early, kept = list[Any](), list[Any](), list[Any]()
        for job in self.jobs:
            mine = [_batch(batches, side, first, count) for side in job.sides]
            tally, figures = job.tallied(*mine)
            tallies.append(tally)
            early += figures
            kept += [batch.rows for batch in mine] if self.keep_rows else []
            uses.subtract(side.key for side in job.sides)
            for side in job.sides:  # rows take megabytes
                if not uses[side.key]:
                    batches.pop(side.key, None)
        seconds, told = time.perf_counter() - began, choice.news()
        return Chunk(first, count, Tallies(tuple(tallies)), tuple(early), tuple(kept), seconds, told)

    def apart(self, chunk: Chunk[Tallies]) -> Iterator[Chunk[Any]]:
        """The chunk of each job; each took an equal part of the time."""
        begin = 0
        for job, tally in zip(self.jobs, chunk.tally.each, strict=True):
            end = begin + len(job.sides)
            seconds = chunk.seconds / len(self.jobs)
            yield Chunk(chunk.first, chunk.games, tally, chunk.early[begin:end], chunk.rows[begin:end], seconds)
            begin = end


def _batch(known: dict[str, Batch], side: CellJob, first: int, count: int) -> Batch:
    if side.key not in known:
        known[side.key] = Batch(side, side.play(first, count))
    return known[side.key]


def bundles(jobs: Sequence[Job]) -> list[list[int]]:
    """The numbers of jobs that are played together, because they share cells: each job once, MOST_CELLS at most."""
    groups: dict[int, tuple[list[int], set[str]]] = {}
    latest: dict[str, int] = {}
    for number, job in enumerate(jobs):
        cells = [side.key for side in job.sides]
        near = list(dict.fromkeys(latest[cell] for cell in cells if cell in latest))
        if len({*cells}.union(*(groups[one][1] for one in near))) > MOST_CELLS:
            near = [one for one in near if len(groups[one][1].union(cells)) <= MOST_CELLS][:1]
        joined = [groups.pop(one) for one in near]
        numbers, known = [one for mine, _ in joined for one in mine], {*cells}.union(*(known for _, known in joined))
        groups[number] = sorted([*numbers, number]), known
        latest |= dict.fromkeys(known, number)
    return sorted(numbers for numbers, _ in groups.values())
