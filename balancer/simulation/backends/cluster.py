"""Play chunks of game numbers on a Dask cluster: the other backend behind the runner.

A task is a row of chunks, about a second's worth (more where hundreds of threads want some); a few are on their way for
each thread of the workers, so that the client's memory does not grow with their number.  A worker unpickles a job once,
which compares the rules with the client's, and compiles them once per machine.  A lost worker is Dask's business: its
tasks are played by others.
"""

from __future__ import annotations

import contextlib
import copyreg
import hashlib
import itertools
import logging
import math
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from balancer import games
from balancer.core.game import Game
from balancer.core.rule_errors import RuleError
from balancer.simulation import provenance
from balancer.simulation.backends.backend import BackendError
from balancer.simulation.jobs import OtherRulesError, joined
from balancer.wording import plural

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
"""The address of a cluster of processes on this machine, which lasts as long as the command."""

AHEAD = 3
"""Tasks on their way for each thread of the workers: one being played, the others waiting."""

TASK_SECONDS = 1.0
"""What a task should take: some hundred times what the scheduler needs for it."""

TASKS_PER_SECOND = 200
"""What a scheduler keeps up with: it needs about 3 ms per task, the client 2 ms.  More threads get longer tasks."""

MAX_PIECES = 256
"""Chunks of a task at most."""

COUNTED_EVERY = 2.0
"""Seconds between two counts of the workers' threads."""

PATIENCE = 30
"""Seconds to wait for the scheduler and its first worker."""

ALLOWED_FAILURES = 10
"""Workers that may end under a task of a local cluster before it is taken for poisonous."""

SILENT = logging.CRITICAL + 1
"""The level of a log that says nothing."""

KEPT_TASKS = 64
"""Tasks that a worker keeps unpickled, with their tables."""

Answer = TypeVar("Answer")

copyreg.pickle(Game, lambda game: (games.load, (game.name,)))  # rules travel by name: they must be installed


class Sent(NamedTuple):
    """A task as it travels; key: names it in the workers; versions: what plays it at the client."""

    key: str
    pickled: bytes
    versions: dict[str, str]

    @classmethod
    def of(cls, task: Callable[..., Any]) -> Sent:
        """A task, to be sent."""
        pickled = pickle.dumps(task)
        return cls(hashlib.sha256(pickled).hexdigest()[:16], pickled, versions())


class Failure(NamedTuple):
    """A RuleError as it travels."""

    game: str
    message: str
    number: int | None


def versions() -> dict[str, str]:
    """The versions that decide how games are played, but for the sources of a game."""
    known = provenance.versions()
    return {name: known[name] for name in ("balancer", "numba")}


# In the workers -------------------------------------------------------------------------------------------------------
_tasks: OrderedDict[str, Callable[[int, int], Any]] = OrderedDict()
_tasks_lock = threading.Lock()


def play_pieces(sent: Sent, pieces: Sequence[tuple[int, int]]) -> tuple[Any, float]:
    """Answer a task for consecutive chunks, joined, and the seconds it took; a Failure if the rules are wrong."""
    try:
        task = _task(sent)
        began = time.perf_counter()
        answer = joined([task(first, count) for first, count in pieces])
        return answer, time.perf_counter() - began
    except RuleError as error:
        return Failure(error.game, str(error), error.number), 0.0


def call(sent: Sent) -> Any:
    """Call a task without arguments: one process of a machine at a time, so that it compiles once.

    The text of what differs from the client, if that keeps the worker from playing.
    """
    from filelock import FileLock

    from balancer.core.cache.kernel_cache import kernel_folder

    folder = kernel_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "warm-up.lock"):
            _task(sent)()
    except RuleError as error:
        return Failure(error.game, str(error), error.number)
    except OtherRulesError as error:
        return str(error)
    return None


def _task(sent: Sent) -> Callable[..., Any]:
    """The task, unpickled once in this process; OtherRulesError if it would play other games here."""
    with _tasks_lock:
        if sent.key not in _tasks:
            mine = versions()
            for name, wanted in sent.versions.items():
                if mine[name] != wanted:
                    raise OtherRulesError(f"{name} {mine[name]}, but the client has {wanted}; install that version")
            _tasks[sent.key] = pickle.loads(sent.pickled)  # noqa: S301  Dask itself runs what it is sent
            while len(_tasks) > KEPT_TASKS:
                _tasks.popitem(last=False)
        _tasks.move_to_end(sent.key)
        return _tasks[sent.key]


# At the client --------------------------------------------------------------------------------------------------------
class Cluster:
    """A backend of Dask workers."""

    def __init__(self, client: Client) -> None:
        """Use a connected client; it stays open."""
        self.client = client
        self.pieces = 1
        self._threads, self._counted = 1, -math.inf

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        with _failures():
            return len(self.client.scheduler_info(n_workers=-1)["workers"])

    @property
    def jobs(self) -> int:
        """How many threads the workers have, 1 at least; counted anew every few seconds, for it takes milliseconds."""
        now = time.monotonic()
        if now > self._counted + COUNTED_EVERY:
            with _failures():
                threads: dict[str, int] = self.client.nthreads()
            self._threads, self._counted = max(1, sum(threads.values())), now
        return self._threads

    def __str__(self) -> str:
        """Workers, address and dashboard, in a line."""
        where = self.client.scheduler_info(n_workers=0)["address"]
        size = f"{plural(self.workers, 'worker')}, {plural(self.jobs, 'thread')}"
        return f"{size}, at {where}; dashboard: {self.client.dashboard_link}"

    def call(self, task: Callable[[], Any]) -> Any:
        """Call a task once in every worker; BackendError names those that would play other games."""
        with _failures():
            answers = self.client.run(call, Sent.of(task))
        for failure in answers.values():
            _raise_failure(failure)
        refusals = [f"worker {name}: {answer}" for name, answer in answers.items() if isinstance(answer, str)]
        if refusals:
            raise BackendError("\n".join(refusals))

    def play(self, task: Callable[[int, int], Answer], chunks: Iterator[tuple[int, int]]) -> Iterator[Answer]:
        """The answers of task(first, count) for all chunks, several of which are joined, as they come."""
        from distributed import as_completed

        sent, tasks = Sent.of(task), as_completed([], with_results=True, raise_errors=True)
        waiting: dict[str, Any] = {}
        try:
            with _failures():
                self._submit(sent, chunks, tasks, waiting)
                while waiting:
                    future, result = next(tasks)
                    if isinstance(result, BaseException):  # cancelled: as_completed hands that over as a result
                        raise result
                    answer, seconds = result
                    pieces = waiting.pop(future.key)[1]
                    future.release()
                    _raise_failure(answer)
                    self._learn(seconds / pieces)
                    self._submit(sent, chunks, tasks, waiting)
                    yield answer
        finally:
            if waiting:
                with contextlib.suppress(Exception):
                    self.client.cancel([future for future, _ in waiting.values()], force=True)

    def _submit(self, sent: Sent, chunks: Iterator[tuple[int, int]], tasks: Any, waiting: dict[str, Any]) -> None:
        """Send tasks until enough are on their way."""
        while len(waiting) < AHEAD * self.jobs and (pieces := list(itertools.islice(chunks, self.pieces))):
            future = self.client.submit(play_pieces, sent, pieces, pure=False)
            waiting[future.key] = (future, len(pieces))
            tasks.add(future)

    def _learn(self, seconds: float) -> None:
        """Set the chunks of a task by what one of them took; at most twice as many as before."""
        lasting = max(TASK_SECONDS, self.jobs / TASKS_PER_SECOND)
        wanted = int(lasting / max(seconds, 1e-6))
        self.pieces = max(1, min(wanted, 2 * self.pieces, MAX_PIECES))


def _raise_failure(answer: Any) -> None:
    if isinstance(answer, Failure):
        raise RuleError(*answer)


@contextmanager
def _failures() -> Iterator[None]:
    """Dask's ways to fail, as BackendError."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise BackendError(f"a task ended every worker that played it and is not tried again: {error}") from None
    except (CommClosedError, CancelledError, TimeoutError, OSError) as error:
        raise BackendError(f"the Dask scheduler has gone: {error or type(error).__name__}") from None
    except OtherRulesError as error:
        raise BackendError(f"a worker that joined later: {error}") from None


@contextmanager
def _no_log() -> Iterator[None]:
    """Dask's own log is silent: what matters in it ends up in a BackendError."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(SILENT)
    try:
        yield
    finally:
        log.setLevel(before)


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Cluster]:
    """The cluster at `address`, or `workers` processes of this machine for LOCAL.

    BackendError: Dask is not installed, nobody answers, or there is no worker.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise BackendError("Dask is not installed here: pip install 'balancer[dask]'") from None
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_FAILURES}),
        _no_log(),
        contextlib.ExitStack() as stack,
    ):
        try:
            where = address
            if address == LOCAL:
                processes = LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=SILENT
                )
                where = stack.enter_context(processes)
            client = stack.enter_context(Client(where, timeout=PATIENCE))
        except (OSError, ValueError) as error:
            raise BackendError(f"no Dask scheduler at {address}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (TimeoutError, OSError):
            raise BackendError(f"the scheduler at {address} has no workers after {PATIENCE} s") from None
        yield Cluster(client)
