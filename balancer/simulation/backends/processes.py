"""Processes that help this one while plain Python plays, as a thread that plays then holds the interpreter.

``python -m balancer.simulation.backends.processes`` is such a helper: it reads calls from stdin and writes answers to
stdout, both pickled, until stdin ends.  Nothing waits for helpers to start: this process plays by itself until they
are ready, so that a short run needs none.
"""

from __future__ import annotations

import contextlib
import functools
import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from balancer.compiler.choice import OFF, VARIABLE
from balancer.core.authoring import plain_process
from balancer.core.jit import PLAIN
from balancer.core.rule_errors import RuleError
from balancer.games import BrokenGameError
from balancer.simulation.backends.backend import BackendError
from balancer.simulation.jobs import OtherRulesError

HELP_AFTER = 1.0  # seconds of processor time before helpers are started, which take as long to be ready
KEPT_TASKS = 64  # calls that a helper keeps unpickled, with their tables

Task = Callable[[int, int], Any]


class Helper:
    """A process that plays what it is sent, one call at a time."""

    def __init__(self) -> None:
        """Start it; it sends a message when it is ready.  It compiles no own games: compiled ones need no helper."""
        self.process: Any = plain_process.start("-m", __name__, compiled=not PLAIN, stderr=None, env={VARIABLE: OFF})

    def call(self, task: bytes, first: int, count: int) -> Any:
        """Return the answer to a pickled task; raise what the task raises."""
        try:
            pickle.dump((task, first, count), self.process.stdin)
            self.process.stdin.flush()
            answer, failure = self.received()
        except (OSError, EOFError, pickle.UnpicklingError):
            raise BackendError(end_message(self.process.wait())) from None
        if isinstance(failure, tuple):
            raise RuleError(*failure)
        if failure:
            raise BackendError(failure)
        return answer

    def received(self) -> Any:
        """Receive the next message; raise EOFError if the process has ended."""
        return pickle.load(self.process.stdout)  # noqa: S301  written by `main`, which this process started


class Helpers:
    """Helpers and this process; each plays one task at a time."""

    def __init__(self, number: int) -> None:
        """Let `number` processes help where there is enough to play."""
        self.number, self.since = number, 0.0
        self.playing = 1  # this process, and the helpers that are ready
        self.idle: queue.SimpleQueue[Helper | None] = queue.SimpleQueue()
        self.idle.put(None)  # this process
        self.started: dict[Helper, threading.Thread] = {}  # and who waits until it is ready
        self.lock = threading.Lock()

    def call(self, task: Task, first: int, count: int) -> Any:
        """Return task(first, count), played here or by a helper, whichever is free."""
        self._start()
        helper = self.idle.get()
        try:
            return task(first, count) if helper is None else helper.call(pickle.dumps(task), first, count)
        finally:
            self.idle.put(helper)

    def _start(self) -> None:
        """Start the helpers once this process has played long enough."""
        with self.lock:
            self.since = self.since or time.process_time()
            if self.started or time.process_time() < self.since + HELP_AFTER:
                return
            for helper in [Helper() for _ in range(self.number)]:
                self.started[helper] = threading.Thread(target=self._welcome, args=(helper,), daemon=True)
                self.started[helper].start()

    def _welcome(self, helper: Helper) -> None:
        """Let a helper play once it is ready."""
        with contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
            helper.received()
            with self.lock:
                self.playing += 1
            self.idle.put(helper)

    def close(self) -> None:
        """End all helpers, whatever they do."""
        for helper in self.started:
            helper.process.kill()
        for helper, welcome in self.started.items():
            welcome.join()  # it reads what is closed here
            with contextlib.suppress(OSError):
                helper.process.communicate()


def end_message(status: int) -> str:
    """Return a message about a helper that has ended; a negative status is a signal."""
    if status >= 0:
        return f"a process that played games has ended with status {status}; do the rules call os._exit?"
    return f"a process that played games was killed (signal {-status}); if memory is short, -j 1 plays in one process"


# In a helper ----------------------------------------------------------------------------------------------------------
@functools.lru_cache(maxsize=KEPT_TASKS)
def _task(pickled: bytes) -> Task:
    task: Task = pickle.loads(pickled)  # noqa: S301  sent by the process that started this one
    return task


def answer_call(pickled: bytes, first: int, count: int) -> tuple[Any, Any]:
    """Answer a call; return the answer and the failure: a RuleError as a tuple, another error as text, or None."""
    try:
        return _task(pickled)(first, count), None
    except RuleError as error:
        return None, (error.game, str(error), error.number)
    except (OtherRulesError, BrokenGameError) as error:
        return None, str(error)
    except Exception:  # noqa: BLE001  whatever it is, the other process reports it
        return None, traceback.format_exc()


def main() -> None:
    """Answer calls until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of a terminal; ours ends us
    import balancer.simulation.bundle  # noqa: F401  so that the first call takes no longer than others

    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what rules print goes to stderr
    pickle.dump("ready", out)
    out.flush()
    while True:
        try:
            call = pickle.load(sys.stdin.buffer)  # noqa: S301  see `Helper.call`
        except EOFError:
            return
        pickle.dump(answer_call(*call), out)
        out.flush()


if __name__ == "__main__":
    main()
