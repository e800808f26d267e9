"""What a runner needs of the workers that play its games.

A backend asks a supply for tasks and knows nothing of games.  Results do not depend on it: answers may come back in any
order.  Tasks are measured in chunks, what a job lets a thread play at once, so that a job whose games take long has few
of them in a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol


class BackendError(RuntimeError):
    """Workers that can't be reached, or can't play; the message says why."""


CHUNK = 8192  # games of a chunk; at most core.result_row.MAX_CHUNK
LEAST_SHARE = 1 / 32  # part of a chunk: the smallest task, so that handing it out takes no time beside playing it


class Task(NamedTuple):
    """Consecutive ranges (first, count) of games for a call, whose answers may be joined; numbers: of the jobs."""

    numbers: tuple[int, ...]
    call: Callable[[int, int], Any]
    ranges: list[tuple[int, int]]
    chunks: float = 1.0


def holds_interpreter(call: Callable[..., Any]) -> bool:
    """Whether a task keeps other threads of its process from playing: such tasks say so by an attribute."""
    return bool(getattr(call, "holds_interpreter", False))


class Supply(Protocol):
    """Tasks that are made when a worker is free for them."""

    @property
    def left(self) -> float:
        """Chunks that are not handed out, at most."""

    def take(self, chunks: float) -> Task | None:
        """A task of about so many chunks; None: there is none before an answer comes, or none at all."""


class Backend(Protocol):
    """Workers that play tasks, several at a time."""

    @property
    def jobs(self) -> int:
        """How many tasks run at the same time."""

    @property
    def playing(self) -> int:
        """How many ran beside each other when the last answer came: fewer than `jobs` while workers start."""

    def call(self, task: Callable[[], Any]) -> Any:
        """Call a task in every process that plays; what it raises is raised here.  BackendError."""

    def play(self, supply: Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Play until no task is left: numbers and answer of each, in the order in which they come."""


class Ranges:
    """A supply of given ranges for one call."""

    def __init__(self, call: Callable[[int, int], Any], ranges: Iterable[tuple[int, int]]) -> None:
        """Ranges (first, count), a chunk each."""
        self.call, self.ranges = call, list(ranges)

    @property
    def left(self) -> float:
        """See `Supply`."""
        return len(self.ranges)

    def take(self, chunks: float) -> Task | None:
        """See `Supply`."""
        number = max(1, int(chunks))
        taken, self.ranges = self.ranges[:number], self.ranges[number:]
        return Task((), self.call, taken, len(taken)) if taken else None


def fair_share(left: float, jobs: int) -> float:
    """Chunks of a task, one at most: smaller towards the end, so that all workers finish together."""
    return min(1.0, max(LEAST_SHARE, left / (4 * jobs)))


def ranges(first: int, end: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Split games first .. end-1 into ranges (first, count) of at most `size`, nearly equal."""
    games = end - first
    number = -(-games // size)
    for k in range(number):
        count = games // number + (k < games % number)
        yield first, count
        first += count
