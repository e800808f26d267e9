"""Rules from outside play some games as plain Python before they are played compiled."""

import dataclasses
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
import pytest

from balancer import games
from balancer.core.authoring import plain_process, rule_lint
from balancer.core.rule_errors import RuleError
from balancer.scenario.plan import Cell
from balancer.simulation import dry_run, runner
from balancer.simulation.backends.threads import threads
from balancer.simulation.jobs import CellJob
from balancer.simulation.progress import Quiet
from tests.simulation.cells import cell


class Done:
    """A process that ended."""

    def __init__(self, returncode: int, out: str, errors: str) -> None:
        self.returncode, self.streams = returncode, (out.encode(), errors.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def communicate(self, _sent: bytes) -> tuple[bytes, bytes]:
        return self.streams


def ends(monkeypatch: pytest.MonkeyPatch, status: int, out: str, errors: str = "") -> None:
    """Let the process of the dry run end so."""
    monkeypatch.setattr(plain_process, "start", lambda *_, **__: Done(status, out, errors))


def test_right_rules_pass() -> None:
    dry_run.dry_run([cell(games=3), cell(rules={"order": "draw"})])


@pytest.mark.parametrize(
    ("status", "out", "errors", "message", "number"),
    [
        (0, 'printed by a rule\n{"message": "game 4: no", "number": 4}\n', "", "game 4: no", 4),
        (
            1,
            "",
            "Traceback\nValueError: that",
            "black_death as plain Python ended with status 1: ValueError: that",
            None,
        ),
        (-9, "", "", "black_death as plain Python ended with status -9: without a message", None),
    ],
)
def test_an_error_comes_back(
    monkeypatch: pytest.MonkeyPatch, status: int, out: str, errors: str, message: str, number: int | None
) -> None:
    ends(monkeypatch, status, out, errors)

    with pytest.raises(RuleError) as error:
        dry_run.dry_run([cell()])

    assert (str(error.value), error.value.number, error.value.game) == (message, number, "black_death")


def test_no_error_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    ends(monkeypatch, 0, "null\n")

    dry_run.dry_run([cell()])


def test_a_process_that_does_not_end_is_ended_and_its_last_line_of_the_rules_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A call in C stops the watch, too: `faulthandler` needs neither it nor signals."""
    with plain_process.start("-m", "balancer.simulation.dry_run", "0.1") as process:
        assert process.wait(timeout=60) == 1  # it waits for cells
        assert process.stderr is not None
        errors = process.stderr.read().decode()
    assert "dry_run.py" in errors

    rules = games.load("black_death").folder / "rules.py"
    begin, threads, rest = errors.partition("\n  File ")
    ends(
        monkeypatch,
        1,
        "",
        f'{begin}\n  File "{np.__file__}", line 7 in sum\n  File "{rules}", line 8 in f{threads}{rest}',
    )
    message = f"plain Python did not end within 180 s, at {rules}, line 8, in f: a call that does not return"
    with pytest.raises(RuleError, match=re.escape(message)):
        dry_run.dry_run([cell()])


def test_ctrl_c_ends_the_process_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    monkeypatch.setattr(plain_process, "start", lambda *_: process)
    monkeypatch.setattr(process, "communicate", interrupted)

    with pytest.raises(KeyboardInterrupt):
        dry_run.dry_run([cell()])
    assert process.returncode == -signal.SIGKILL


# Games without end ----------------------------------------------------------------------------------------------------
OVER = threading.Event()
"""Set when a test is over: what plays without end in a thread must end then."""


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["", "Ctrl-C ignored"])
def plays(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Any]:
    """plays(rules) lets Black Death be played by `rules(table)`, and looks a hundred times a second.

    With SIGINT as usual, and ignored as in a process that a shell without job control starts in the background.
    """
    before = signal.signal(signal.SIGINT, request.param)
    OVER.clear()
    monkeypatch.setattr(dry_run, "INTERVAL", 0.01)
    monkeypatch.setattr(rule_lint, "faults", lambda _folder: [])

    def let(rules: Any) -> None:
        def play_games(table: Any, _history: Any, _rows: Any, _seed: int, first: int) -> None:
            table.game_number, table.rounds, table.turn = first, 3, 17
            rules(table)

        job = CellJob.of(cell())
        job = dataclasses.replace(job, game=dataclasses.replace(job.game, play_games=play_games))
        monkeypatch.setattr(CellJob, "of", lambda _cell: job)

    yield let
    OVER.set()
    signal.signal(signal.SIGINT, before)


def spin(_table: Any) -> None:
    while not OVER.is_set():
        try:
            time.sleep(0.001)
        except BaseException:  # noqa: BLE001, S112  the author's mistake
            continue


def turns(table: Any) -> None:
    while not OVER.is_set():
        table.turn += 1


def test_a_turn_without_end_is_reported_with_its_place(plays: Any) -> None:
    plays(spin)
    error = dry_run.first_error([cell()])

    assert error is not None
    assert str(error).startswith("black_death, game 0 of seed 1, round 3, turn 17, at ")
    assert "test_dry_run.py, line " in str(error)
    assert str(error).endswith("in spin: a turn without end: a loop in it never stops")
    assert error.number == 0


def test_turns_without_end_are_reported_with_their_place(plays: Any) -> None:
    plays(turns)
    error = dry_run.first_error([cell()])

    assert error is not None
    assert "in turns: turns without end" in str(error)


def test_a_game_too_long_for_a_dry_run_is_no_error(plays: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on turn by turn, but slowly."""
    monkeypatch.setattr(dry_run, "PATIENCE", 0.5)

    def slow(table: Any) -> None:
        while not OVER.is_set():
            table.turn += 1
            time.sleep(0.02)

    plays(slow)
    began = time.monotonic()

    assert dry_run.first_error([cell()]) is None
    assert time.monotonic() - began < 20


def test_ctrl_c_is_nobody_elses(plays: Any) -> None:
    def interrupt(_table: Any) -> None:
        raise KeyboardInterrupt

    plays(interrupt)

    with pytest.raises(KeyboardInterrupt):
        dry_run.first_error([cell()])


def test_what_fails_otherwise_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_cells: Sequence[Cell]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(dry_run, "play", broken)

    with pytest.raises(ZeroDivisionError):
        dry_run.first_error([cell()])


def test_the_source_is_checked_before_a_game_is_played(plays: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plays(spin)
    monkeypatch.setattr(rule_lint, "faults", lambda _folder: ["rules.py:3:5: play divides by /"])

    assert str(dry_run.first_error([cell()])) == "rules.py:3:5: play divides by /"


# When -----------------------------------------------------------------------------------------------------------------
def test_games_of_the_house_need_none() -> None:
    assert not dry_run.needs_dry_run("black_death")
    assert dry_run.needs_dry_run("somebody_elses")


@pytest.mark.parametrize(("compiled", "outside", "times"), [(False, True, 1), (True, True, 0), (False, False, 0)])
def test_only_rules_from_outside_that_must_be_compiled_have_a_dry_run(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, outside: bool, times: int
) -> None:
    played: list[Sequence[Cell]] = []
    cells = [cell(games=1), cell(games=2)]
    monkeypatch.setattr(CellJob, "is_compiled", property(lambda _: compiled))
    monkeypatch.setattr(runner, "needs_dry_run", lambda _name: outside)
    monkeypatch.setattr(runner, "dry_run", played.append)

    with threads(1) as pool:
        seconds = runner.compile_game(cells, pool, Quiet())

    assert played == [cells] * times
    assert (seconds == 0) == compiled


def test_an_error_stops_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_cells: Sequence[Cell]) -> None:
        raise RuleError("black_death", "that is wrong", 3)

    monkeypatch.setattr(CellJob, "is_compiled", property(lambda _: False))
    monkeypatch.setattr(runner, "needs_dry_run", lambda _name: True)
    monkeypatch.setattr(runner, "dry_run", wrong)
    monkeypatch.setattr(CellJob, "play", lambda *_: pytest.fail("it is compiled"))

    with threads(1) as pool, pytest.raises(RuleError, match="that is wrong"):
        runner.compile_game([cell()], pool, Quiet())
