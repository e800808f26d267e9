"""The watch that ends a game whose rules loop without end: a thread that raises an error where a game does not go on.

Decisions and turns without end are counted in course.py; this is for loops that do neither.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from balancer.plain.errors import PlainError

if TYPE_CHECKING:
    from balancer.plain.table import PlainTable

INTERVAL = 0.25  # seconds between two looks

SECONDS = 5.0  # seconds of processor time within which a game must do something; a busy computer changes nothing


class WithoutEndError(PlainError):
    """A loop that never stops."""

    def __str__(self) -> str:
        """Return the sentence about the loop."""
        return f"no end after {SECONDS:.0f} s: a loop that never stops?"


class _Watch(threading.Thread):
    """The thread that looks at all tables where games are played, each in a thread of its own."""

    def __init__(self) -> None:
        super().__init__(name="balancer-watch", daemon=True)
        self.lock = threading.Lock()
        self.tables: dict[int, PlainTable] = {}
        self.last: dict[int, tuple[Any, float]] = {}  # by thread: the state last seen, and since when

    def run(self) -> None:
        while True:
            time.sleep(INTERVAL)
            with self.lock:
                for thread, table in self.tables.items():
                    self.look(thread, table)

    def look(self, thread: int, table: PlainTable) -> None:
        """Raise the error in a thread whose game has not gone on for too long."""
        course, now = table.course, time.process_time()
        state = None if course is None else (id(course), course.number, course.turns, course.forced, course.rounds)
        before, since = self.last.get(thread, (None, now))
        if state != before or state is None:
            self.last[thread] = state, now
        elif now > since + SECONDS:
            self.last[thread] = None, now
            # The only way to raise an error in another thread; Python raises it at its next instruction there.
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(WithoutEndError))


_watch: _Watch | None = None
_starting = threading.Lock()


@contextlib.contextmanager
def watched(table: PlainTable) -> Iterator[None]:
    """Watch the games that this thread plays at a table; `table.course` is the one that is played."""
    global _watch  # noqa: PLW0603  one for all threads
    with _starting:
        if _watch is None or not _watch.is_alive():  # a forked process has none
            _watch = _Watch()
            _watch.start()
    watch, thread = _watch, threading.get_ident()
    with watch.lock:
        watch.tables[thread] = table
    try:
        yield
    finally:
        with watch.lock:
            watch.tables.pop(thread, None)
            watch.last.pop(thread, None)
