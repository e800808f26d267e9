"""Play chunks of game numbers on a Dask cluster: the other backend of the runner.

A task is a row of chunks that take about a second (more where hundreds of threads want tasks, less towards the end).
A few tasks are on their way for each thread of the workers, so that the client's memory does not grow with the number
of chunks.  A worker unpickles a job once, which compares the rules with the client's, and compiles them once per
machine.  Dask gives the tasks of a lost worker to others.
"""

from __future__ import annotations

import contextlib
import copyreg
import hashlib
import logging
import math
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer import games
from balancer.core.game import Game
from balancer.core.rule_errors import RuleError
from balancer.simulation import provenance
from balancer.simulation.backends.backend import MIN_CHUNKS, BackendError, Supply, Task
from balancer.simulation.jobs import OtherRulesError, joined
from balancer.wording import plural

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local"  # the address of a cluster of processes on this machine, which lasts as long as the command
AHEAD = 3  # tasks on their way for each thread of the workers: one being played, the others waiting
TASK_SECONDS = 1.0  # what a task should take: some hundred times what the scheduler needs for it
TASKS_PER_SECOND = 200  # a scheduler's limit: 3 ms per task, the client 2 ms; more threads get longer tasks
TRIED, TRIED_CHUNKS = 64, 1 / 32  # tasks on their way before the first answer says how long they take, and their size
MAX_CHUNKS = 256  # chunks of a task at most
COUNTED_EVERY = 2.0  # seconds between two counts of the workers' threads
PATIENCE = 30  # seconds to wait for the scheduler and its first worker
NOTICED = 5.0  # seconds within which a client notices that its connection to the scheduler has ended
ALLOWED_FAILURES = 10  # workers that a local cluster may lose to a task; all, while they warm up
SILENT = logging.CRITICAL + 1  # the level of a log that writes nothing
KEPT_TASKS = 64  # calls that a worker keeps unpickled, with their tables, and the client pickled

copyreg.pickle(Game, lambda game: (games.load, (game.name,)))  # rules travel by name: they must be installed


class Sent(NamedTuple):
    """A task as it is sent."""

    key: str  # names it in the workers
    pickled: bytes
    versions: dict[str, str]  # with which the client would play it

    @classmethod
    def of(cls, task: Callable[..., Any]) -> Sent:
        """Pickle a task to be sent."""
        pickled = pickle.dumps(task)
        return cls(hashlib.sha256(pickled).hexdigest()[:16], pickled, versions())


class Failure(NamedTuple):
    """A RuleError as it is sent."""

    game: str
    message: str
    number: int | None


def versions() -> dict[str, str]:
    """Return the versions that decide how games are played, apart from the sources of a game."""
    packages = provenance.versions()
    return {name: packages[name] for name in ("balancer", "numba")}


# In the workers -------------------------------------------------------------------------------------------------------
_tasks: OrderedDict[str, Callable[[int, int], Any]] = OrderedDict()
_tasks_lock = threading.Lock()


def play_ranges(sent: Sent, ranges: Sequence[tuple[int, int]]) -> tuple[Any, float]:
    """Play consecutive ranges of a call; return the joined answers, a Failure if the rules are wrong, and the seconds.

    Raises BackendError if this worker can't play.
    """
    from distributed import get_worker

    try:
        task = _task(sent)
        began = time.perf_counter()
        answer = joined([task(first, count) for first, count in ranges])
        return answer, time.perf_counter() - began
    except RuleError as error:
        return Failure(error.game, str(error), error.number), 0.0
    except (OtherRulesError, games.BrokenGameError, OSError) as error:
        raise BackendError(f"worker {get_worker().address}: {error}") from None


def call(sent: Sent) -> Any:
    """Call a task without arguments, in one process of a machine at a time, so that it compiles once.

    Returns a text if the worker can't play: what differs from the client, or fails on this machine.
    """
    from filelock import FileLock

    from balancer.core.cache.kernel_cache import kernel_folder

    folder = kernel_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "warm-up.lock"):
            _task(sent)()
    except RuleError as error:
        return Failure(error.game, str(error), error.number)
    except (OtherRulesError, games.BrokenGameError, OSError) as error:
        return str(error)
    return None


def _task(sent: Sent) -> Callable[..., Any]:
    """Unpickle a task, once in this process; raise OtherRulesError if it would play other games here."""
    with _tasks_lock:
        if sent.key not in _tasks:
            mine = versions()
            for name, required in sent.versions.items():
                if mine[name] != required:
                    raise OtherRulesError(f"{name} {mine[name]}, but the client has {required}; install that version")
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
        self.seconds: float | None = None  # per chunk, in the last task
        self._sent: dict[tuple[int, ...], Sent] = {}
        self._threads, self._counted = 1, -math.inf

    @property
    def workers(self) -> int:
        """The number of workers at the moment."""
        with _failures(self.client):
            return len(self.client.scheduler_info(n_workers=-1)["workers"])

    @property
    def jobs(self) -> int:
        """The number of threads of all workers, 1 at least; counted every few seconds, as that takes milliseconds."""
        now = time.monotonic()
        if now > self._counted + COUNTED_EVERY:
            with _failures(self.client):
                threads: dict[str, int] = self.client.nthreads()
            self._threads, self._counted = max(1, sum(threads.values())), now
        return self._threads

    @property
    def playing(self) -> int:
        """The number of tasks that run at the same time: all workers of a cluster are ready."""
        return self.jobs

    def __str__(self) -> str:
        """Return workers, address and dashboard, in a line."""
        where = self.client.scheduler_info(n_workers=0)["address"]
        size = f"{plural(self.workers, 'worker')}, {plural(self.jobs, 'thread')}"
        return f"{size}, at {where}; dashboard: {self.client.dashboard_link}"

    def call(self, task: Callable[[], Any]) -> Any:
        """Call a task once in every worker; workers lost meanwhile are left out if others remain or join.

        Raises BackendError, which names workers that can't play.
        """
        sent = Sent.of(task)
        for _ in range(ALLOWED_FAILURES):
            lost = self._call(sent)
            if not lost:
                return
            self._wait_for_others(lost)
        raise BackendError("every worker is lost while it compiles or loads the game; the workers' own logs say why")

    def _call(self, sent: Sent) -> set[str]:
        """Call a task in all current workers; return their addresses if all of them are lost meanwhile."""
        with _failures(self.client):
            answers = self.client.run(call, sent, on_error="return")
        answered = {name: answer for name, answer in answers.items() if not isinstance(answer, OSError)}  # Dask's own
        for answer in answered.values():
            _raise_failure(answer)
        refusals = [f"worker {name}: {answer}" for name, answer in answered.items() if isinstance(answer, str)]
        if refusals:
            raise BackendError("\n".join(refusals))
        return set() if answered else set(answers)

    def _wait_for_others(self, lost: set[str]) -> None:
        """Wait for a worker that is not lost; raise BackendError if none joins."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with _failures(self.client):
                if set(self.client.nthreads()) - lost:
                    return
            if time.monotonic() > deadline:
                raise BackendError(f"no worker is left: all were lost, and none has joined for {PATIENCE} s")
            time.sleep(0.1)

    def play(self, supply: Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Play tasks of many chunks; yield the joined answers of each as they come."""
        from distributed import as_completed

        self._sent.clear()
        tasks = as_completed([], with_results=True, raise_errors=True)
        waiting: dict[str, tuple[Any, Task]] = {}
        try:
            self._submit(supply, tasks, waiting)
            while waiting:
                with _failures(self.client):
                    future, result = next(tasks)
                    if isinstance(result, BaseException):  # cancelled: as_completed hands that over as a result
                        raise result
                answer, seconds = result
                task = waiting.pop(future.key)[1]
                future.release()
                _raise_failure(answer)
                self.seconds = max(seconds, 1e-6) / task.chunks
                yield task.numbers, answer
                self._submit(supply, tasks, waiting)
        finally:
            if waiting:
                with contextlib.suppress(Exception):
                    self.client.cancel([future for future, _ in waiting.values()], force=True)

    def _submit(self, supply: Supply, tasks: Any, waiting: dict[str, tuple[Any, Task]]) -> None:
        """Send tasks until enough are on their way."""
        enough = AHEAD * self.jobs if self.seconds is not None else min(AHEAD * self.jobs, TRIED)
        while len(waiting) < enough and (task := supply.take(self.chunks(supply.left))):
            with _failures(self.client):
                future = self.client.submit(play_ranges, self._sent_call(task), task.ranges, pure=False)
                waiting[future.key] = (future, task)
                tasks.add(future)

    def _sent_call(self, task: Task) -> Sent:
        """Return the call of a task as it is sent; it is pickled once for the same jobs."""
        if task.numbers not in self._sent:
            if len(self._sent) == KEPT_TASKS:
                self._sent.pop(next(iter(self._sent)))
            self._sent[task.numbers] = Sent.of(task.call)
        return self._sent[task.numbers]

    def chunks(self, left: float) -> float:
        """Return the chunks of the next task; left: chunks that are not handed out yet.

        Handing out n tasks takes n / TASKS_PER_SECOND, and the last one takes 1 / n of the remaining time.  The sum is
        smallest if both are equal: each task then takes sqrt(remaining time / TASKS_PER_SECOND).
        """
        if self.seconds is None:
            return TRIED_CHUNKS
        longest = max(TASK_SECONDS, self.jobs / TASKS_PER_SECOND)
        seconds = min(longest, math.sqrt(left * self.seconds / TASKS_PER_SECOND))
        return min(MAX_CHUNKS, max(MIN_CHUNKS, seconds / self.seconds))


def _raise_failure(answer: Any) -> None:
    if isinstance(answer, Failure):
        raise RuleError(*answer)
    if isinstance(answer, Exception):
        raise answer


@contextmanager
def _failures(client: Client) -> Iterator[None]:
    """Raise Dask's failures as BackendError."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise BackendError(f"a task ended every worker that played it and is not tried again: {error}") from None
    except (CommClosedError, CancelledError, TimeoutError, OSError) as error:
        whose = "the Dask scheduler has gone" if _is_lost(client) else "Dask failed, but its scheduler is there"
        raise BackendError(f"{whose}: {error or type(error).__name__}") from None


def _is_lost(client: Client) -> bool:
    """Return whether the client has lost its scheduler, which it may notice a moment later than we do."""
    deadline = time.monotonic() + NOTICED
    while client.status == "running" and time.monotonic() < deadline:
        time.sleep(0.05)
    return bool(client.status != "running")


@contextmanager
def _no_log() -> Iterator[None]:
    """Silence Dask's own logs: what matters in them ends up in a BackendError."""
    logs = [logging.getLogger(name) for name in ("distributed", "distributed.client")]  # the second has its own level
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(SILENT)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


@contextmanager
def _processes(workers: int) -> Iterator[LocalCluster]:
    """Start worker processes on this machine.  Dask can't close a half-started cluster: Ctrl-C waits for the start."""
    from distributed import LocalCluster

    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(
            LocalCluster, n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=SILENT
        )
        try:
            yield starting.result()
        finally:
            if starting.exception() is None:
                starting.result().close()


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Cluster]:
    """Connect to the cluster at `address`; for LOCAL, start `workers` processes on this machine.

    Raises BackendError: Dask is not installed, nobody answers, or there is no worker.
    """
    try:
        import dask
        from distributed import Client
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
                where = stack.enter_context(_processes(workers))
            client = stack.enter_context(Client(where, timeout=PATIENCE))
        except (MemoryError, OSError, RuntimeError, ValueError) as error:  # other services answer with any length
            raise BackendError(f"no Dask scheduler at {address}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except (TimeoutError, OSError):
            raise BackendError(f"the scheduler at {address} has no workers after {PATIENCE} s") from None
        yield Cluster(client)
