"""What a runner needs of the workers that play its games.

A backend calls tasks and knows nothing of games.  Results do not depend on it: chunks may come back in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

Answer = TypeVar("Answer")


class BackendError(RuntimeError):
    """Workers that can't be reached, or can't play; the message says why."""


CHUNK = 8192
"""Games per task; at most core.result_row.MAX_CHUNK."""


class Backend(Protocol):
    """Workers that call tasks, several at a time."""

    @property
    def jobs(self) -> int:
        """How many tasks run at the same time."""

    def call(self, task: Callable[[], Any]) -> Any:
        """Call a task in every process that plays; what it raises is raised here.  BackendError."""

    def play(self, task: Callable[[int, int], Answer], chunks: Iterator[tuple[int, int]]) -> Iterator[Answer]:
        """The answers of task(first, count) for all chunks, in the order in which they come; chunks may be joined."""


def chunks(first: int, end: int, jobs: int, size: int = CHUNK) -> Iterator[tuple[int, int]]:
    """Split games first .. end-1 into chunks (first, count) of at most `size`, nearly equal, a multiple of `jobs`."""
    games_left = end - first
    number = -(-games_left // size)
    number = min(-(-number // jobs) * jobs, games_left)
    for k in range(number):
        count = games_left // number + (k < games_left % number)
        yield first, count
        first += count
