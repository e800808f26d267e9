"""Play chunks of game numbers on several threads: kernels release the GIL, and all share one process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")

AHEAD = 2
"""Chunks handed out for each thread: one being played, one waiting, so that memory stays small."""


def usual_jobs() -> int:
    """How many threads to use where nothing is said: one for each core this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """A pool of threads.  `play` yields results as they come, in any order."""

    def __init__(self, jobs: int) -> None:
        """Start `jobs` >= 1 threads on demand."""
        self.jobs = jobs
        self.pool = ThreadPoolExecutor(jobs, thread_name_prefix="balancer")

    def play(self, task: Callable[[int, int], Result], chunks: Iterator[tuple[int, int]]) -> Iterator[Result]:
        """Call task(first, count) for each chunk on some thread; yield each result as it comes."""
        running: set[Future[Result]] = set()
        while True:
            for first, count in chunks:
                running.add(self.pool.submit(task, first, count))
                if len(running) >= self.jobs * AHEAD:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()

    def close(self) -> None:
        """Forget what has not begun and wait for what has (milliseconds)."""
        self.pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def threads(jobs: int) -> Iterator[Threads]:
    """A pool of threads that is closed whatever happens, Ctrl-C too."""
    pool = Threads(jobs)
    try:
        yield pool
    finally:
        pool.close()
