"""A run killed at every step of its writing, each time in a child of its own; run by test_trouble.py.

python -m tests.simulation.kills FOLDER: plays a small sweep undisturbed, then kills (-9) children that play the same at
their first, second, ... step; each folder must be taken up by the next run, to the same bytes.  Prints the steps tried.
"""

import collections
import importlib
import json
import os
import pathlib
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

from balancer.analysis.results import CellResult
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation import games_parquet
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest
from balancer.simulation.progress import Quiet
from balancer.simulation.runner import compile_game, open_runner
from balancer.simulation.stopping import FixedGames
from balancer.simulation.store import Store

SWEEP = {"game": "black_death", "games": 300, "sweep": {"axes": {"players": [3, 4]}}}
TIMES = {"seconds", "compile_seconds", "started"}


def play(folder: pathlib.Path) -> None:
    """Play the sweep, every game kept, the manifest first; one thread is enough for a process that is killed."""
    scenario = from_dict(SWEEP)
    jobs = [CellJob.of(cell) for cell in plan.cells(scenario)]
    store = Store(folder)
    with store.locked(), open_runner(jobs=1, store=store) as runner:
        begun = Manifest.begun(scenario, jobs, command="x")
        store.write_manifest(begun)
        results = runner.play(jobs, FixedGames(300), keep_games=True)
        store.write_manifest(begun.completed(results, 0.0))


def left(folder: pathlib.Path) -> dict[str, Any]:
    """Return all that lies in a folder, but for its times."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix == ".json":
            found[name] = timeless(json.loads(path.read_text(encoding="utf-8")))
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def timeless(actual: dict[str, Any]) -> dict[str, Any]:
    """Return a file without what depends on the clock; the hash of a manifest does, that of a result doesn't."""
    cells = [{key: value for key, value in one.items() if key not in TIMES} for one in actual.get("cells", [])]
    times = TIMES | {"content"} if "started" in actual else TIMES
    return {**{key: value for key, value in actual.items() if key not in times}, "cells": cells}


def child(task: Callable[[], None]) -> int:
    """Do it in a child; its wait status."""
    pid = os.fork()
    if pid == 0:
        task()
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def killed_at(step: int, folder: pathlib.Path) -> bool:
    """Play, and be killed just before the step of that number; whether it came so far."""

    def doomed() -> None:
        left_to_do = step

        def watched(function: Callable[..., Any]) -> Callable[..., Any]:
            def call(*words: Any, **named: Any) -> Any:
                nonlocal left_to_do
                left_to_do -= 1
                if left_to_do < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return function(*words, **named)

            return call

        os.fsync = watched(os.fsync)  # what write_atomically does before a file is whole
        pathlib.Path.replace = watched(pathlib.Path.replace)  # type: ignore[method-assign]
        pathlib.Path.mkdir = watched(pathlib.Path.mkdir)  # type: ignore[method-assign]
        games_parquet.GamesFile.write = watched(games_parquet.GamesFile.write)  # type: ignore[method-assign]
        play(folder)

    return os.WIFSIGNALED(child(doomed))


def readable(folder: pathlib.Path, path: pathlib.Path) -> bool:
    """Return whether a file of a result is whole."""
    key, _, games = path.stem.rpartition("-")
    return Store(folder).read_result(CellResult, key, int(games)) is not None


def steps(folder: pathlib.Path) -> Iterator[int]:
    """Yield every step at which a run could be killed, each in a fresh folder, until one comes through."""
    step = 0
    while killed_at(step, folder):
        yield step
        shutil.rmtree(folder, ignore_errors=True)
        step += 1


def main(folder: pathlib.Path) -> None:
    """Try every step; kernel and libraries are loaded once, for all children."""
    cell = plan.cells(from_dict(SWEEP))[0]
    with threads(1) as pool:
        compile_game([cell], pool, Quiet())
    for library in ("pandas", "pyarrow.pandas_compat", "pyarrow.parquet"):
        importlib.import_module(library)
    assert os.WEXITSTATUS(child(lambda: play(folder / "undisturbed"))) == 0
    expected = left(folder / "undisturbed")
    kinds = collections.Counter(pathlib.Path(name).suffix for name in expected)
    assert (kinds[".json"], kinds[".parquet"], kinds[".sha256"]) == (1 + 2, 2, 2), expected.keys()
    tried = 0
    for step in steps(folder / "killed"):
        whole = (folder / "killed" / "cells").glob("[!.]*.json")
        assert all(readable(folder / "killed", path) for path in whole), step
        assert os.WEXITSTATUS(child(lambda: play(folder / "killed"))) == 0, step
        assert left(folder / "killed") == expected, step
        tried += 1
    sys.stdout.write(f"{tried}\n")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
