"""Play chunks of game numbers on several threads: kernels release the GIL, and all share one process.

The main thread only waits, so that Ctrl-C works whatever the rules do.  If plain Python plays, threads wait for
processes that help (`processes.py`).
"""

from __future__ import annotations

import functools
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from balancer.simulation.backends.backend import Supply, Task, holds_interpreter, task_chunks
from balancer.simulation.backends.processes import Helpers

Result = TypeVar("Result")

AHEAD = 2  # tasks handed out for each thread: one being played, one waiting, so that memory stays small
INTERVAL = 0.5  # seconds between two checks for Ctrl-C on systems that do not interrupt waiting (Windows)


def usual_jobs() -> int:
    """Return the default number of threads: one for each core that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Threads:
    """A pool of threads.  `play` yields results as they come, in any order."""

    def __init__(self, jobs: int, name: str = "balancer-player") -> None:
        """Start `jobs` >= 1 threads on demand; name: what their names begin with (the usual one: cli/app.py)."""
        self.jobs = self.playing = jobs
        self.pool = ThreadPoolExecutor(jobs, name)
        self.helpers = Helpers(jobs - 1)

    def call(self, task: Callable[[], Result]) -> Result:
        """Call task() on some thread and wait for its result."""
        future = self.pool.submit(task)
        while not wait([future], timeout=INTERVAL).done:
            pass
        return future.result()

    def play(self, supply: Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Play each task of a supply on some thread, a chunk at a time or less; yield the answers as they come.

        If several tasks fail, the error of the one handed out first is raised, however the threads were scheduled.
        """
        running: deque[Future[tuple[tuple[int, ...], Any]]] = deque()  # in the order in which they were handed out
        while True:
            while len(running) < self.jobs * AHEAD:
                task = supply.take(task_chunks(supply.left, self.jobs))
                if task is None:
                    break
                running.append(self.pool.submit(self._answer, task))
            if not running:
                return
            done, _ = wait(running, timeout=INTERVAL, return_when=FIRST_COMPLETED)
            has_failed = any(future.exception() for future in done)
            for _ in range(len(running)):  # each once, in order
                future = running.popleft()
                while has_failed and not future.done():  # it may fail, too
                    wait([future], timeout=INTERVAL)
                if has_failed or future in done:
                    done.discard(future)  # a result must not live until the next ones come
                    yield future.result()
                else:
                    running.append(future)

    def _answer(self, task: Task) -> tuple[tuple[int, ...], Any]:
        """Return numbers and answer of a task of one range."""
        (chunk,) = task.ranges
        is_plain = holds_interpreter(task.call)
        call = functools.partial(self.helpers.call, task.call) if is_plain else task.call
        answer = call(*chunk)
        self.playing = self.helpers.playing if is_plain else self.jobs
        return task.numbers, answer


@contextmanager
def threads(jobs: int) -> Iterator[Threads]:
    """Open a pool of threads; its end drops waiting chunks and waits for running ones, except after Ctrl-C."""
    pool, patient = Threads(jobs), True
    try:
        yield pool
    except KeyboardInterrupt:
        patient = False
        raise
    finally:
        pool.helpers.close()
        pool.pool.shutdown(wait=patient, cancel_futures=True)
