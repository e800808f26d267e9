"""Trouble that the program does not make: disks, kills, terminals, names.  Clear words, or a clean resume."""

import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from balancer.analysis.results import CellResult
from balancer.core.cache import kernel_cache
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation import store
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import FinishedRun, Manifest
from tests.cli.test_processes import PROGRAM, balance, environment, on_terminal
from tests.simulation.cells import play

ROOT = pathlib.Path(__file__).parents[2]
SWEEP = "game: black_death\ngames: {games}\nsweep: {{axes: {{players: {{from: 3, to: 6}}}}}}\n"


def left(folder: pathlib.Path) -> dict[str, Any]:
    """Results and tables of a run's folder, byte by byte."""
    found: dict[str, Any] = {path.name: path.read_bytes() for path in (*folder.glob("cells/*"), *folder.glob("*.csv"))}
    return found | {"halves": [str(path) for path in folder.rglob(".*.part")]}


def killed_at_random(folder: pathlib.Path, kills: int, games: int, seed: int) -> int:
    """Kill a sweep so many times at random moments and let it finish; how often it was killed before its end."""
    (folder / "s.yaml").write_text(SWEEP.format(games=games), encoding="utf-8")
    began = time.perf_counter()
    assert balance("sweep", "s.yaml", "-o", "undisturbed", folder=folder).returncode == 0
    whole = time.perf_counter() - began
    moments, hit = random.Random(seed), 0
    for _ in range(kills):
        with subprocess.Popen(
            [*PROGRAM, "sweep", "s.yaml", "-o", "killed"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            time.sleep(moments.uniform(0.15, 1.0) * whole)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        hit += process.returncode == -signal.SIGKILL
    done = balance("sweep", "s.yaml", "-o", "killed", folder=folder)
    assert done.returncode == 0, done.stderr
    assert left(folder / "killed") == left(folder / "undisturbed")
    return hit


# Kills ----------------------------------------------------------------------------------------------------------------
def test_a_run_killed_at_any_step_of_its_writing_is_taken_up(tmp_path: pathlib.Path) -> None:
    """Before each folder is made, each file whole, each renamed, each part of the kept games written."""
    words = [sys.executable, "-W", "ignore", "-m", "tests.simulation.kills", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 20


@pytest.mark.verify
def test_a_sweep_killed_at_many_random_moments_ends_as_if_undisturbed(tmp_path: pathlib.Path) -> None:
    hit = 0
    for seed in range(10):
        (tmp_path / str(seed)).mkdir()
        hit += killed_at_random(tmp_path / str(seed), kills=4, games=400_000, seed=seed)
    assert hit >= 20


def test_a_scenario_changed_between_runs_mixes_nothing_and_loses_nothing(tmp_path: pathlib.Path) -> None:
    def sweep(games: int) -> tuple[set[str], FinishedRun]:
        question = {"game": "black_death", "games": games, "sweep": {"axes": {"players": [3, 4]}}}
        scenario = from_dict(question)
        jobs = [CellJob.of(cell) for cell in plan.cells(scenario)]
        begun = Manifest.begun(scenario, jobs, command="x")
        store.Store(tmp_path).write_manifest(begun.completed(play(jobs, tmp_path), 0.0))
        return {path.name for path in (tmp_path / "cells").iterdir()}, store.read(tmp_path)

    before, first = sweep(200)
    both, changed = sweep(300)
    again, back = sweep(200)

    assert len(before) == 2
    assert before < both == again
    assert [cell.games for cell in changed.main] == [300, 300]
    assert back.main == first.main


# Disks ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("most", [0, 5_000, 60_000])
def test_a_disk_that_is_full_is_reported_and_nothing_half_written_stays(most: int, tmp_path: pathlib.Path) -> None:
    """No file may grow beyond so many bytes: not the manifest; not the cells; not the page."""
    (tmp_path / "s.yaml").write_text(SWEEP.format(games=200), encoding="utf-8")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    done = subprocess.run(
        [*PROGRAM, "sweep", "s.yaml"], cwd=tmp_path, capture_output=True, text=True, check=False,
        env=environment(MPLCONFIGDIR=str(tmp_path / "mpl")), preexec_fn=limited,
    )  # fmt: skip

    assert done.returncode == 4, done.stdout + done.stderr
    assert re.search(r"Error: can.t write (in )?reports/s", done.stderr)
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "reports").rglob(".*.part"))
    cells = list((tmp_path / "reports").rglob("cells/*.json"))
    games = [json.loads(cell.read_text(encoding="utf-8"))["games"] for cell in cells]
    assert games.count(200) == (4 if most == 60_000 else 0)
    for cell, number in zip(cells, games, strict=True):
        assert store.Store(tmp_path / "reports" / "s").read_result(CellResult, cell.stem.partition("-")[0], number)


def test_targets_that_cannot_be_written_are_reported_before_anything_is_played(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").touch()
    for words in (["--json", "file/x.json"], ["-o", "/proc/balancer"]):
        began = time.perf_counter()
        done = balance("run", "black_death", "--games", "10_000_000_000", *words, folder=tmp_path)

        assert done.returncode == 4, (words, done.stderr)
        assert "can't write" in done.stderr
        assert time.perf_counter() - began < 30


@pytest.mark.skipif(not pathlib.Path("/dev/zero").exists(), reason="needs a file without end")
def test_a_file_without_end_is_refused(tmp_path: pathlib.Path) -> None:
    done = balance("validate", "/dev/zero", folder=tmp_path)

    assert done.returncode == 2
    assert "/dev/zero:1:1: too large for a scenario" in done.stderr


# Homes, terminals, names ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("closed", [">&- 2>&-", "2>&1 | head -n 1"])
def test_closed_streams_are_nobodys_fault(closed: str, tmp_path: pathlib.Path) -> None:
    words = shlex.join(map(str, PROGRAM))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{words} run black_death --games 50 {closed}"],
        cwd=tmp_path, capture_output=True, text=True, check=False, env=environment(),
    )  # fmt: skip

    assert done.returncode == 0
    assert "rror" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("columns", "words"),
    [("1", ["run", "black_death", "--games", "50"]), ("12", ["games", "oktoberfest"])],
    ids=["1 column", "12 columns"],
)
def test_a_terminal_of_any_width_is_written_to(columns: str, words: list[str], tmp_path: pathlib.Path) -> None:
    code, output = on_terminal(*words, folder=tmp_path, COLUMNS=columns)

    assert code == 0, output
    assert "Traceback" not in output


def test_names_of_any_letters_are_taken_and_no_home_is_needed(tmp_path: pathlib.Path) -> None:
    """Folders and files beyond ASCII, with spaces, and of bytes that are no text at all, in a C locale too."""
    homeless = {name: value for name, value in environment().items() if not name.startswith(("XDG_", "MPL", "HOME"))}
    homeless[kernel_cache.VARIABLE] = str(kernel_cache.kernel_folder().parent)  # without one: test_kernel_cache.py
    folder = os.fsencode(tmp_path) + "/Prüfung – 🍺 'x'/".encode()
    os.makedirs(folder)  # noqa: PTH103  bytes
    name = b"-caf\xe9\n1.yaml"
    with open(folder + name, "w", encoding="utf-8") as file:  # noqa: PTH123  bytes
        file.write(SWEEP.format(games=50) + 'title: "Größe <b>$x_1$</b> & 50 %"\n')
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"sweep", b"--", name], cwd=folder, capture_output=True, check=False,
        env={**homeless, "HOME": "/dev/null/nobody", "LC_ALL": "C", "PYTHONUTF8": "0"},
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert re.fullmatch(rb"(compiling the rules of black_death: .*\n)?", done.stderr)
    with open(folder + b"reports/" + name.removesuffix(b".yaml") + b"/index.html", encoding="utf-8") as file:  # noqa: PTH123
        assert "Größe &lt;b&gt;$x_1$&lt;/b&gt; &amp; 50 %" in file.read()
    shutil.rmtree(folder)
