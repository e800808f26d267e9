"""Play chunks of game numbers on several threads: kernels release the GIL, and all share one process.

The main thread only waits, so that Ctrl-C works whatever the rules do.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")

AHEAD = 2
"""Chunks handed out for each thread: one being played, one waiting, so that memory stays small."""

INTERVAL = 0.5
"""Seconds between two checks for Ctrl-C on systems that do not interrupt waiting (Windows)."""


def usual_jobs() -> int:
    """How many threads to use by default: one for each core this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """A pool of threads.  `play` yields results as they come, in any order."""

    def __init__(self, jobs: int) -> None:
        """Start `jobs` >= 1 threads on demand."""
        self.jobs = jobs
        self.pool = ThreadPoolExecutor(jobs, "balancer-player")

    def call(self, task: Callable[[], Result]) -> Result:
        """task() on some thread, waited for."""
        future = self.pool.submit(task)
        while not wait([future], timeout=INTERVAL).done:
            pass
        return future.result()

    def play(self, task: Callable[[int, int], Result], chunks: Iterator[tuple[int, int]]) -> Iterator[Result]:
        """Call task(first, count) for each chunk on some thread; yield each result as it comes."""
        running: set[Future[Result]] = set()
        while True:
            for first, count in itertools.islice(chunks, self.jobs * AHEAD - len(running)):
                running.add(self.pool.submit(task, first, count))
            if not running:
                return
            done, running = wait(running, timeout=INTERVAL, return_when=FIRST_COMPLETED)
            while done:  # a result must not live until the next ones come
                yield done.pop().result()


@contextmanager
def threads(jobs: int) -> Iterator[Threads]:
    """A pool of threads; at its end, waiting chunks are dropped, running ones end (after Ctrl-C, by themselves)."""
    pool, patient = Threads(jobs), True
    try:
        yield pool
    except KeyboardInterrupt:
        patient = False
        raise
    finally:
        pool.pool.shutdown(wait=patient, cancel_futures=True)
