"""The program as a process: pipes, terminals, signals, what it imports."""

import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import time

import pytest

from tests import interrupts
from tests.cli import test_commands

PROGRAM = [sys.executable, "-m", "balancer"]
STARTED = """
import sys
sys.argv[1:] = {words!r}
from balancer.cli import main
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""
ENDED = """
import atexit, gc, os, sys
atexit.register(lambda: print(os.environ["OPENBLAS_NUM_THREADS"], len(gc.get_objects()), gc.get_freeze_count()))
sys.argv[1:] = ["--version"]
from balancer.cli import main
main()
"""
HEAVY = {"numba", "numpy", "pandas", "matplotlib", "scipy", "pydantic", "rich"}


def environment(**more: str) -> dict[str, str]:
    """Ours without what changes colours and widths."""
    ours = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}}
    return {**ours, "TERM": "xterm", **more}


def balance(*words: str, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *words], cwd=folder, capture_output=True, text=True, check=False, env=environment()
    )


def on_terminal(*words: str, folder: pathlib.Path, **more: str) -> tuple[int, str]:
    """Exit code and output of the program on a terminal (both streams)."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(**more)
    ) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not some:
                break
            text += some
        os.close(ours)
        return process.wait(), text.decode()


def test_python_searches_no_garbage_when_the_program_has_ended():
    """The handler of ENDED comes last: what then is frozen is what Python would search."""
    ended = subprocess.run([sys.executable, "-c", ENDED], capture_output=True, text=True, check=True)

    searched, frozen = map(int, ended.stdout.split()[-2:])
    assert searched < 100 < frozen


@pytest.mark.parametrize(("wanted", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_no_threads_for_matrices_are_begun_unless_wanted(wanted: dict[str, str], threads: str) -> None:
    """It is said before numpy is imported: see the next test."""
    ours = {name: value for name, value in environment().items() if name != "OPENBLAS_NUM_THREADS"}
    ended = subprocess.run(
        [sys.executable, "-c", ENDED], env={**ours, **wanted}, capture_output=True, text=True, check=True
    )

    assert ended.stdout.split()[-3] == threads


@pytest.mark.parametrize("words", [["--help"], ["sweep", "--help"], ["--version"], ["sweep"], ["swep"]])
def test_help_imports_nothing_heavy(words: list[str], tmp_path: pathlib.Path) -> None:
    code = STARTED.format(words=words)
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert not HEAVY & set(done.stderr.splitlines()[-1].split())


def test_a_run_that_writes_nothing_imports_no_charts(tmp_path: pathlib.Path) -> None:
    """Charts and tables to write take most of a second, more than a thousand games."""
    code = STARTED.format(words=["run", "black_death", "--games", "100"])
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0
    assert not {"matplotlib", "jinja2", "pandas"} & set(done.stderr.splitlines()[-1].split())


def test_help_is_quick(tmp_path: pathlib.Path) -> None:
    times = []
    for _ in range(3):
        began = time.perf_counter()
        balance("--help", folder=tmp_path)
        times.append(time.perf_counter() - began)

    bare = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    assert min(times) < 0.3 + (time.perf_counter() - bare)  # a busy machine is slow to start anything


def test_a_pipe_gets_plain_text_without_progress(tmp_path: pathlib.Path) -> None:
    done = balance("run", "black_death", "--games", "300", folder=tmp_path)

    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_json_can_be_piped_on(tmp_path: pathlib.Path) -> None:
    done = balance("run", "black_death", "--games", "300", "--json", "-", folder=tmp_path)

    assert json.loads(done.stdout)["games"] == 300


@pytest.mark.parametrize(
    "words", [["games", "oktoberfest"], ["schema"], ["run", "black_death", "--games", "50"], ["trace", "black_death"]]
)
def test_a_closed_pipe_is_nobodys_fault(words: list[str], tmp_path: pathlib.Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, *words], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        output = process.stderr.read()

    assert (process.returncode, output) == (0, b"")


@pytest.mark.skipif(not pathlib.Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_a_failure(tmp_path: pathlib.Path) -> None:
    with pathlib.Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*PROGRAM, "games"], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert done.returncode == 4
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("number", "code", "word"), interrupts.WAYS)
def test_an_interrupted_sweep_ends_with_its_code_and_goes_on_later(
    number: int, code: int, word: str, tmp_path: pathlib.Path
) -> None:
    text = "game: black_death\ngames: 150_000\nsweep: {axes: {players: {from: 2, to: 7}}}\n"
    (tmp_path / "long.yaml").write_text(text, encoding="utf-8")
    cells = tmp_path / "reports" / "long" / "cells"
    with interrupts.started([*PROGRAM, "sweep", "long.yaml"], cwd=tmp_path) as process:
        deadline = time.monotonic() + 120
        while not list(cells.glob("*.json")) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        output = interrupts.interrupted(process, number)

    done = len(list(cells.glob("*-150000.json")))
    assert process.returncode == code
    assert output.split("\n")[-3:] == ["", word, ""]
    assert "finished settings are in reports/long; run the same command again to play the others\n" in output
    assert "Traceback" not in output
    assert 1 <= done < 6

    again = balance("sweep", "long.yaml", "-v", folder=tmp_path)

    assert again.returncode == 0
    assert again.stderr.count("played before") == done


def test_a_terminal_sees_faults_underlined(tmp_path: pathlib.Path) -> None:
    (tmp_path / "bad.yaml").write_text("game: oktoberfest\nplayers: 9\n", encoding="utf-8")
    code, output = on_terminal("run", "bad.yaml", folder=tmp_path)

    assert code == 2
    assert "    players: 9\r\n             ^\r\n" in output


def test_a_terminal_sees_a_bar_that_goes_away(tmp_path: pathlib.Path) -> None:
    code, output = on_terminal("run", "black_death", "--games", "300_000", folder=tmp_path)
    quiet, plain = on_terminal("run", "black_death", "--games", "3_000", "--no-progress", folder=tmp_path, NO_COLOR="1")

    assert (code, quiet) == (0, 0)
    assert "games/s" in output
    assert "games/s" not in plain
    assert "\x1b[3" not in plain  # no colours


def test_trace_narrates_a_game_from_the_source_as_it_stands(tmp_path: pathlib.Path) -> None:
    done = balance("trace", "oktoberfest", "--game", "3", "--seed", "5", "--players", "3", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    outcome, title, *_ = done.stdout.splitlines()
    assert re.match(r"Seat \d \(\w+\) wins .*, after \d+ rounds\. As many cards as piles were left", outcome)
    assert title == "Oktoberfest, game 3 of seed 5, 3 players"
    assert "End: " in done.stdout
    assert done.stderr == ""


def test_trace_finds_a_game_that_ends_so_and_shows_some_of_its_rounds(tmp_path: pathlib.Path) -> None:
    """The game is searched for compiled, and narrated as plain Python."""
    words = ("trace", "oktoberfest", "--ending", "instant", "--game", "2", "--brief", "--rounds", "4-5")
    done = balance(*words, folder=tmp_path)

    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith(". A player began a turn with a hand worth the threshold or more, and won at once.")
    number = int(re.findall(r"game (\d+) of seed", lines[1])[0])
    assert number >= 2
    assert [line for line in lines if line.startswith("Round")] == ["Round 4", "Round 5"]
    assert len([line for line in lines if line.startswith("  turn ")]) == 8
    whole = balance("trace", "oktoberfest", "--game", str(number), folder=tmp_path).stdout.splitlines()
    assert whole[0] == lines[0]
    assert next(line for line in lines if line.startswith("End")) in whole
    assert lines[-1].startswith("Standings: progress, per mille, towards the instant win")
    assert whole[-1].startswith("Numbers before options: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--ending", "instnat"), "did you mean instant?"),
        (("--rounds", "5-3"), "'5-3' ends before it begins"),
        (("--rounds", "0"), "'0' is no round, as in 13, 13-15 or 13-"),
        (("--rounds", "x"), "'x' is no round"),
    ],
)
def test_trace_refuses_what_it_cannot_show(words: tuple[str, ...], message: str) -> None:
    done = test_commands.balance("trace", "oktoberfest", *words)

    assert done.exit_code == 2
    assert message in done.stderr


def test_an_ascii_terminal_gets_question_marks_not_a_crash(tmp_path: pathlib.Path) -> None:
    done = subprocess.run(
        [*PROGRAM, "games", "oktoberfest"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env=environment(PYTHONIOENCODING="ascii"),
    )

    assert done.returncode == 0
    assert done.stdout.isascii()
