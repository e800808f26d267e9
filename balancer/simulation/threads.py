"""Play chunks of game numbers on several threads: kernels release the GIL, and all share one process.

The main thread only waits, so that it hears Ctrl-C and sees games that never end (core/watchdog.py), whatever the rules
do.  Threads are daemons: one that plays a game without end, which nothing can stop, is left behind (`left_behind`) and
doesn't keep the program from ending.
"""

from __future__ import annotations

import functools
import itertools
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from balancer.core.watchdog import INTERVAL, Watch

Result = TypeVar("Result")

AHEAD = 2
"""Chunks handed out for each thread: one being played, one waiting, so that memory stays small."""

GRACE = 2.0
"""Seconds that chunks being played are given to end when the pool is closed: they take milliseconds."""

NAME = "balancer-player"


def usual_jobs() -> int:
    """How many threads to use where nothing is said: one for each core this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def left_behind() -> bool:
    """Whether some thread plays on after its pool was closed: the interpreter must not be taken down around it."""
    return any(thread.name == NAME for thread in threading.enumerate())


class Threads:
    """A pool of threads.  `play` yields results as they come, in any order."""

    def __init__(self, jobs: int) -> None:
        """Start `jobs` >= 1 threads on demand."""
        self.jobs = jobs
        self.handed_out: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self.players: list[threading.Thread] = []

    def submit(self, task: Callable[[], Result]) -> Future[Result]:
        """Let some thread call task()."""
        future: Future[Result] = Future()
        self.handed_out.put((future, task))
        if len(self.players) < self.jobs:
            self.players.append(threading.Thread(target=self._player, name=NAME, daemon=True))
            self.players[-1].start()
        return future

    def _player(self) -> None:
        while (handed := self.handed_out.get()) is not None:
            future, task = handed
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(task())
                except BaseException as error:  # noqa: BLE001  whoever waits for the result gets it
                    future.set_exception(error)
            del handed, future, task  # a result must not live until the next one comes

    def call(self, task: Callable[[], Result]) -> Result:
        """task() on some thread, waited for; RuleError where it plays a game without end."""
        future, watch = self.submit(task), Watch(self.players)
        while not wait([future], timeout=INTERVAL).done:
            watch.look()
        return future.result()

    def play(self, task: Callable[[int, int], Result], chunks: Iterator[tuple[int, int]]) -> Iterator[Result]:
        """Call task(first, count) for each chunk on some thread; yield each result as it comes.

        RuleError: a game never ends.
        """
        running: set[Future[Result]] = set()
        watch = Watch(self.players)
        while True:
            for first, count in itertools.islice(chunks, self.jobs * AHEAD - len(running)):
                running.add(self.submit(functools.partial(task, first, count)))
            if not running:
                return
            done, running = wait(running, timeout=INTERVAL, return_when=FIRST_COMPLETED)
            watch.look()
            for future in done:
                yield future.result()

    def close(self) -> None:
        """Forget what has not begun and wait for what has, but not for a game that never ends."""
        while not self.handed_out.empty():
            handed = self.handed_out.get()
            if handed:
                handed[0].cancel()
        for _ in self.players:
            self.handed_out.put(None)
        last = time.monotonic() + GRACE
        for player in self.players:
            player.join(max(0.0, last - time.monotonic()))


def watched(task: Callable[[], Result]) -> Result:
    """task() on a thread of its own, so that Ctrl-C is heard meanwhile; RuleError where it plays a game without end."""
    with threads(1) as pool:
        return pool.call(task)


@contextmanager
def threads(jobs: int) -> Iterator[Threads]:
    """A pool of threads that is closed whatever happens, Ctrl-C too."""
    pool = Threads(jobs)
    try:
        yield pool
    finally:
        pool.close()
