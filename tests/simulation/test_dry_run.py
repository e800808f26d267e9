"""Rules from outside play some games as plain Python before they are played compiled."""

import subprocess
import time
from collections.abc import Sequence
from typing import Any

import pytest

from balancer.core.rule_errors import RuleError
from balancer.scenario.plan import Cell
from balancer.simulation import dry_run, runner
from balancer.simulation.progress import Quiet
from balancer.simulation.threads import threads
from tests.simulation.cells import cell


def answered(monkeypatch: pytest.MonkeyPatch, status: int, out: str, wrong: str = "") -> None:
    """Let the process that rehearses end so."""
    done: Any = subprocess.CompletedProcess([], status, out.encode(), wrong.encode())
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)


def test_right_rules_pass() -> None:
    dry_run.rehearse([cell(games=3), cell(rules={"order": "draw"})])


@pytest.mark.parametrize(
    ("status", "out", "wrong", "told", "number"),
    [
        (0, 'printed by a rule\n{"message": "game 4: no", "number": 4}\n', "", "game 4: no", 4),
        (
            1,
            "",
            "Traceback\nValueError: that",
            "black_death as plain Python ended with status 1: ValueError: that",
            None,
        ),
        (-9, "", "", "black_death as plain Python ended with status -9: it says nothing", None),
    ],
)
def test_a_mistake_comes_back(
    monkeypatch: pytest.MonkeyPatch, status: int, out: str, wrong: str, told: str, number: int | None
) -> None:
    answered(monkeypatch, status, out, wrong)

    with pytest.raises(RuleError) as error:
        dry_run.rehearse([cell()])

    assert (str(error.value), error.value.number, error.value.game) == (told, number, "black_death")


def test_no_mistake_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    answered(monkeypatch, 0, "null\n")

    dry_run.rehearse([cell()])


def test_a_game_too_long_to_be_rehearsed_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dry_run, "PATIENCE", 0.1)
    monkeypatch.setattr(dry_run, "INTERVAL", 0.05)
    monkeypatch.setattr(dry_run, "play", lambda _cells: time.sleep(1))

    assert dry_run.watched([cell()]) is None


def test_what_goes_wrong_otherwise_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_cells: Sequence[Cell]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(dry_run, "play", broken)

    with pytest.raises(ZeroDivisionError):
        dry_run.watched([cell()])


def test_games_of_the_house_need_none() -> None:
    assert not dry_run.needs_rehearsal("black_death")
    assert dry_run.needs_rehearsal("somebody_elses")


@pytest.mark.parametrize(("compiled", "outside", "times"), [(False, True, 1), (True, True, 0), (False, False, 0)])
def test_only_rules_from_outside_that_must_be_compiled_are_rehearsed(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, outside: bool, times: int
) -> None:
    heard: list[Sequence[Cell]] = []
    cells = [cell(games=1), cell(games=2)]
    monkeypatch.setattr(runner, "is_compiled", lambda _kernel: compiled)
    monkeypatch.setattr(runner, "needs_rehearsal", lambda _name: outside)
    monkeypatch.setattr(runner, "rehearse", heard.append)

    with threads(1) as pool:
        seconds = runner.compile_game(cells, pool, Quiet())

    assert heard == [cells] * times
    assert (seconds == 0) == compiled


def test_a_mistake_stops_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_cells: Sequence[Cell]) -> None:
        raise RuleError("black_death", "that is wrong", 3)

    monkeypatch.setattr(runner, "is_compiled", lambda _kernel: False)
    monkeypatch.setattr(runner, "needs_rehearsal", lambda _name: True)
    monkeypatch.setattr(runner, "rehearse", wrong)

    with threads(1) as pool, pytest.raises(RuleError, match="that is wrong"):
        runner.compile_game([cell()], pool, Quiet())
    assert pool.players == []
