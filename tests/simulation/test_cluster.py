"""A Dask cluster gives the same bits as threads, whatever happens to its workers."""

import contextlib
import errno
import functools
import json
import logging
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer.analysis.figure_ref import ReportSpec
from balancer.core.rule_errors import RuleError
from balancer.simulation import jobs
from balancer.simulation.backends import cluster as clusters
from balancer.simulation.backends.backend import MIN_CHUNKS, BackendError, Ranges
from balancer.simulation.backends.cluster import Cluster, cluster
from balancer.simulation.bundle import Bundle
from balancer.simulation.jobs import CellJob, PairJob
from tests import interrupts
from tests.cli.test_processes import PROGRAM
from tests.simulation.cells import Watcher, cell, play

distributed = pytest.importorskip("distributed")

SWEEP = "game: black_death\ngames: 20_000\nsweep: {axes: {players: [3, 4]}}\nreport: {robustness: off}\n"


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Cluster]:
    """Yield a local cluster of two worker processes with one thread each."""
    with cluster("local", 2) as found:
        yield found


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


def files(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (*folder.glob("cells/*.json"), *folder.glob("*.csv"))}


def process_of_a_worker(found: Cluster) -> int:
    return int(next(iter(found.client.run(os.getpid).values())))


# The same bits --------------------------------------------------------------------------------------------------------
def test_a_sweep_is_the_same_byte_by_byte_and_each_finishes_what_the_other_began(
    two_workers: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("s.yaml").write_text(SWEEP, encoding="utf-8")
    address = two_workers.client.scheduler_info(n_workers=0)["address"]

    done = balance("sweep", "s.yaml", "-o", "dask", "--dask", address)
    assert done.exit_code == 0, done.output
    assert "playing on 2 workers, 2 threads, at tcp://" in done.stderr
    assert balance("sweep", "s.yaml", "-o", "threads").exit_code == 0
    assert files(pathlib.Path("dask")) == files(pathlib.Path("threads"))
    assert len(files(pathlib.Path("dask"))) > 4


def test_a_run_begun_with_threads_is_finished_by_a_cluster_and_the_other_way_round(
    two_workers: Cluster, tmp_path: pathlib.Path
) -> None:
    expected = play([cell(games=12_000)])
    for first, then in ((None, two_workers), (two_workers, None)):
        folder = tmp_path / str(first is None)
        play([cell(games=6000)], folder, backend=first)
        watcher = Watcher()
        assert play([cell(games=12_000)], folder, backend=then, watcher=watcher) == expected
        assert watcher.games == 6000


def test_pairs_kept_games_and_own_tables_travel(two_workers: Cluster, tmp_path: pathlib.Path) -> None:
    changed = cell(games=5000, rules={"cards": 5})
    job = PairJob.of("v", cell(games=5000), changed, ReportSpec())
    assert play([job], backend=two_workers, keep_games=True, folder=tmp_path / "a") == play(
        [job], keep_games=True, folder=tmp_path / "b"
    )
    kept = list((tmp_path / "b").rglob("*.parquet"))
    assert len(kept) == 2
    for path in kept:  # their row groups follow the tasks
        pd.testing.assert_frame_equal(
            pd.read_parquet(path), pd.read_parquet(tmp_path / "a" / path.relative_to(tmp_path / "b"))
        )


def test_tasks_take_about_a_second_more_for_many_threads_less_at_the_end(
    two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Cluster(two_workers.client)
    assert found.chunks(1e6) == clusters.TRIED_CHUNKS, "nothing is known yet"
    found.seconds = 0.01
    assert found.chunks(1e6) == 100
    assert found.chunks(200) == pytest.approx(10), "2 s are left: 20 tasks of 0.1 s, handed out in 0.1 s"
    found.seconds = 100.0
    assert found.chunks(1e6) == MIN_CHUNKS, "a part of a chunk"
    found.seconds = 0.1
    monkeypatch.setattr(Cluster, "jobs", 1000)
    assert found.chunks(1e6) == 50, "5 s: 1000 threads ask for 200 tasks a second"


def test_tasks_on_their_way_are_bounded(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many there are: the client holds a few per thread."""
    most, submit = 0, Cluster._submit

    def counted(self: Cluster, supply: Any, tasks: Any, waiting: dict[str, Any]) -> None:
        nonlocal most
        submit(self, supply, tasks, waiting)
        most = max(most, len(waiting))

    monkeypatch.setattr(Cluster, "_submit", counted)
    monkeypatch.setattr(Cluster, "chunks", lambda *_: 1.0)
    results = play([cell(games=2000), cell(games=2000, players=3)], backend=two_workers, chunk=50)

    assert [result.games for result in results] == [2000, 2000]
    assert most == clusters.AHEAD * 2


def begin_and_end(file: pathlib.Path) -> None:
    for word in ("begin", "end"):
        with file.open("a", encoding="utf-8") as notes:
            notes.write(f"{word} {os.getpid()}\n")
        time.sleep(0.2)


def test_processes_of_one_machine_compile_one_after_the_other(two_workers: Cluster, tmp_path: pathlib.Path) -> None:
    two_workers.call(functools.partial(begin_and_end, tmp_path / "notes"))
    first, first_end, second, second_end = (tmp_path / "notes").read_text(encoding="utf-8").splitlines()

    assert first.split()[1] == first_end.split()[1] != second.split()[1] == second_end.split()[1]
    assert [line.split()[0] for line in (first, first_end, second, second_end)] == ["begin", "end"] * 2


# Faults ---------------------------------------------------------------------------------------------------------------
def deadly(*_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def deadly_once(file: pathlib.Path) -> None:
    """End the first worker that calls it; the others leave a note."""
    if not file.exists():
        file.touch()
        deadly()
    file.write_text("called", encoding="utf-8")


def test_a_worker_lost_while_it_warms_up_is_left_out(two_workers: Cluster, tmp_path: pathlib.Path) -> None:
    two_workers.call(functools.partial(deadly_once, tmp_path / "note"))

    assert (tmp_path / "note").read_text(encoding="utf-8") == "called"
    assert play([cell(games=500)], backend=two_workers)[0].games == 500
    two_workers.client.wait_for_workers(2, timeout=60)


def test_where_all_are_lost_those_that_replace_them_are_called(
    two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[set[str]] = []

    def run(*_: Any, **__: Any) -> dict[str, Any]:
        here = [f"tcp://{number}" for number in (2 * len(called), 2 * len(called) + 1)]
        called.append(set(here))
        second = None if len(called) == enough else TimeoutError("lost")
        return {here[0]: distributed.comm.CommClosedError("lost"), here[1]: second}

    monkeypatch.setattr(two_workers.client, "run", run)
    enough = 3
    two_workers.call(int)
    assert len(called) == enough

    called, enough = [], 0
    with pytest.raises(BackendError, match="every worker is lost while it compiles"):
        two_workers.call(int)
    assert len(called) == clusters.ALLOWED_FAILURES

    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    monkeypatch.setattr(two_workers.client, "nthreads", lambda: dict.fromkeys(called[-1], 1))  # not noticed yet
    monkeypatch.setattr(two_workers.client, "run", lambda *_, **__: dict.fromkeys(called[-1], TimeoutError("lost")))
    with pytest.raises(BackendError, match="no worker is left: all were lost, and none has joined"):
        two_workers.call(int)


def full_disk(*_: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_oserror_of_a_worker_is_reported_as_that_workers(two_workers: Cluster) -> None:
    for play_or_call in (two_workers.call, lambda task: list(two_workers.play(Ranges(task, [(0, 1)])))):
        with pytest.raises(BackendError, match=r"^worker tcp://127.0.0.1:\d+: \[Errno 28\] No space left on device"):
            play_or_call(full_disk)


def test_a_task_that_ends_its_workers_is_not_tried_for_ever(two_workers: Cluster) -> None:
    two_workers.client.run_on_scheduler(_allow_one_failure)
    with pytest.raises(BackendError, match="is not tried again"):
        list(two_workers.play(Ranges(functools.partial(deadly), [(0, 1)])))
    two_workers.client.wait_for_workers(2, timeout=60)


def _allow_one_failure(dask_scheduler: Any) -> None:
    dask_scheduler.allowed_failures = 1


def test_mistakes_of_rules_come_back_as_such(two_workers: Cluster) -> None:
    with pytest.raises(RuleError, match="no such ending") as caught:
        list(two_workers.play(Ranges(functools.partial(wrong), [(0, 1)])))
    assert (caught.value.game, caught.value.number) == ("windfall", 7)


def wrong(first: int, count: int) -> Any:
    del first, count
    raise RuleError("windfall", "no such ending", 7)


def test_other_versions_and_other_rules_are_refused_before_anything_is_played(
    two_workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "versions", lambda: {"balancer": "0.0.1", "numba": "9"})
    with pytest.raises(BackendError, match=r"worker tcp://.*: balancer .*, but the client has 0\.0\.1"):
        play([cell(games=100)], backend=two_workers)
    monkeypatch.undo()

    class OtherJob(CellJob):
        def __reduce__(self) -> Any:
            return jobs._rebuild, (self.cell.plain(), self.parts, "other sources")

    job = CellJob.of(cell(games=100))
    with pytest.raises(BackendError, match="other sources of black_death"):
        play([OtherJob(job.cell, job.game, job.parts)], backend=two_workers)


def test_an_interruption_cancels_what_waits(two_workers: Cluster) -> None:
    """The consumer stops: nothing is left on the scheduler."""
    answers = two_workers.play(Ranges(Bundle((CellJob.of(cell()),)), [(n * 100, 100) for n in range(1000)]))
    next(answers)
    answers.close()  # type: ignore[attr-defined]
    deadline = time.monotonic() + 30
    while two_workers.client.run_on_scheduler(_tasks) and time.monotonic() < deadline:
        time.sleep(0.1)

    assert two_workers.client.run_on_scheduler(_tasks) == 0


def _tasks(dask_scheduler: Any) -> int:
    return len(dask_scheduler.tasks)


def test_a_task_that_the_scheduler_drops_ends_the_run(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """as_completed hands a cancellation over as a result."""
    submit = two_workers.client.submit

    def cancelled(*arguments: Any, **options: Any) -> Any:
        future = submit(*arguments, **options)
        future.cancel()
        return future

    monkeypatch.setattr(two_workers.client, "submit", cancelled)
    monkeypatch.setattr(clusters, "NOTICED", 0.1)
    with pytest.raises(BackendError, match=r"Dask failed, but its scheduler is there: .*cancelled"):
        list(two_workers.play(Ranges(Bundle((CellJob.of(cell()),)), [(0, 100)])))


@pytest.mark.parametrize(("number", "code", "word"), interrupts.WAYS)
def test_ctrl_c_ends_the_command_and_its_processes(number: int, code: int, word: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "s.yaml").write_text(SWEEP.replace("20_000", "100_000_000"), encoding="utf-8")
    words = [*PROGRAM, "sweep", "s.yaml", "-v", "--dask", "local", "-j", "1"]
    with interrupts.started(words, cwd=tmp_path) as process:
        assert process.stderr is not None
        assert "playing on 1 worker," in process.stderr.readline()
        time.sleep(0.3)
        errors = interrupts.interrupted(process, number)

    assert process.returncode == code
    assert errors.endswith(f"again to play the others\n\n{word}\n")
    assert "Traceback" not in errors


def test_ctrl_c_waits_until_processes_have_started_and_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask leaves tracebacks of what has half begun."""
    done = []

    class SlowCluster:
        def __init__(self, **_: Any) -> None:
            time.sleep(0.5)
            done.append("started")

        def close(self) -> None:
            done.append("closed")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(distributed, "LocalCluster", SlowCluster)
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(KeyboardInterrupt), cluster("local", 1):
        pass
    signal.signal(signal.SIGALRM, before)

    assert done == ["started", "closed"]


def test_dasks_own_logs_are_silent(two_workers: Cluster) -> None:
    """A client that is closed while it looks for its scheduler logs that it failed for 30 seconds, which is not so."""
    assert two_workers.workers
    for name in ("distributed", "distributed.client", "distributed.core"):
        assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL), name


def test_nobody_at_the_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    done = balance("run", "black_death", "--games", "10", "--dask", "tcp://127.0.0.1:9")

    assert done.exit_code == 4
    assert "Error: no Dask scheduler at tcp://127.0.0.1:9" in done.stderr


def test_a_scheduler_that_goes_away_ends_the_run_and_finished_cells_stay(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clusters, "PATIENCE", 10)
    text = SWEEP.replace("[3, 4]", "[3, 4, 5]").replace("20_000", "300_000")
    pathlib.Path("s.yaml").write_text(text, encoding="utf-8")
    with processes_of_a_cluster(tmp_path) as (scheduler, address):
        stop = functools.partial(_kill_after_first_cell, scheduler, tmp_path / "out")
        threading.Thread(target=stop).start()
        done = balance("sweep", "s.yaml", "-o", "out", "--dask", address)

    assert done.exit_code == 4, done.output
    assert "Error: the Dask scheduler has gone" in done.stderr
    assert "Traceback" not in done.output
    assert 1 <= len(list((tmp_path / "out" / "cells").glob("*.json"))) < 3


@contextlib.contextmanager
def processes_of_a_cluster(folder: pathlib.Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Yield a scheduler and a worker, each started by its own command; the scheduler and its address."""
    note = folder / "scheduler.json"
    common = ["--scheduler-file", str(note), "--dashboard-address", "127.0.0.1:0"]
    dask = [sys.executable, "-m", "dask"]
    with contextlib.ExitStack() as running:

        def start(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen([*dask, *words, *common], stderr=subprocess.DEVNULL)
            running.enter_context(process)
            running.callback(process.kill)
            return process

        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0")
        start("worker", "--nworkers", "1", "--nthreads", "1", "--no-nanny")
        deadline = time.monotonic() + 60
        while not (note.exists() and note.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        yield scheduler, json.loads(note.read_text(encoding="utf-8"))["address"]


def _kill_after_first_cell(scheduler: subprocess.Popen[bytes], folder: pathlib.Path) -> None:
    deadline = time.monotonic() + 120
    while not list(folder.glob("cells/*.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    scheduler.kill()
