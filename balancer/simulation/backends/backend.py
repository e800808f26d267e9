"""The interface between a runner and the workers that play its games.

A backend requests tasks from a supply and knows nothing about games.  Results do not depend on it: answers may come
back in any order.  Tasks are measured in chunks.  A chunk is what a job lets a thread play at once, so that a job with
long games has few of them in a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol


class BackendError(RuntimeError):
    """Workers that can't be reached, or can't play; the message says why."""


CHUNK = 8192  # games of a chunk; at most core.result_row.MAX_CHUNK
MIN_CHUNKS = 1 / 32  # size of the smallest task: handing it out takes no time compared with playing it


class Task(NamedTuple):
    """Consecutive ranges of games for a call, whose answers may be joined."""

    numbers: tuple[int, ...]  # of its jobs
    call: Callable[[int, int], Any]
    ranges: list[tuple[int, int]]  # (first, count)
    chunks: float = 1.0  # its size


def holds_interpreter(call: Callable[..., Any]) -> bool:
    """Return whether a task keeps other threads of its process from playing; such a task has this attribute."""
    return bool(getattr(call, "holds_interpreter", False))


class Supply(Protocol):
    """Tasks that are made when a worker is free for them."""

    @property
    def left(self) -> float:
        """An upper bound of the chunks that are not handed out yet."""

    def take(self, chunks: float) -> Task | None:
        """Return a task of about `chunks` chunks; None if there is none, at least until the next answer comes."""


class Backend(Protocol):
    """Workers that play tasks, several at a time."""

    @property
    def jobs(self) -> int:
        """The number of tasks that run at the same time."""

    @property
    def playing(self) -> int:
        """The number of tasks that were running when the last answer came; less than `jobs` while workers start."""

    def call(self, task: Callable[[], Any]) -> Any:
        """Call a task in every process that plays; its exceptions are raised here.  Raises BackendError."""

    def play(self, supply: Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Play until no task is left; yield numbers and answer of each task, in the order in which the answers come."""


class Ranges:
    """A supply of given ranges for one call."""

    def __init__(self, call: Callable[[int, int], Any], ranges: Iterable[tuple[int, int]]) -> None:
        """Supply ranges (first, count), a chunk each."""
        self.call, self.ranges = call, list(ranges)

    @property
    def left(self) -> float:
        """The number of ranges that are left."""
        return len(self.ranges)

    def take(self, chunks: float) -> Task | None:
        """Return the next ranges as a task; None if none is left."""
        number = max(1, int(chunks))
        taken, self.ranges = self.ranges[:number], self.ranges[number:]
        return Task((), self.call, taken, len(taken)) if taken else None


def task_chunks(left: float, jobs: int) -> float:
    """Return the chunks of a task, at most one: fewer towards the end, so that all workers finish at the same time."""
    return min(1.0, max(MIN_CHUNKS, left / (4 * jobs)))


def ranges(first: int, end: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Split games first .. end-1 into ranges (first, count) of at most `size`, nearly equal."""
    games = end - first
    number = -(-games // size)
    for k in range(number):
        count = games // number + (k < games % number)
        yield first, count
        first += count
