"""Games that never end are told by whoever waits for them, and Ctrl-C is heard meanwhile."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import types

import pytest

from balancer import games
from balancer.core import rule_errors, watchdog
from balancer.core.rule_errors import RuleError
from balancer.simulation import threads as backend
from balancer.simulation.threads import threads
from balancer.testing import cases
from balancer.testing.cases import Case

GAME = games.load("black_death")
ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look a hundred times a second."""
    for module in (watchdog, backend):
        monkeypatch.setattr(module, "INTERVAL", 0.01)


def table_at(number: int, turn: int = 0, rounds: int = 0) -> types.SimpleNamespace:
    return types.SimpleNamespace(game_number=number, turn=turn, rounds=rounds)


def stay(table: types.SimpleNamespace, stop: threading.Event, game: int, turn: int) -> None:
    """Play at a table until told to stop."""
    with watchdog.at_table(GAME, table, 5):
        table.turn, table.game_number = turn, game
        stop.wait(20)


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(
    ("turn", "told"), [(rule_errors.MAX_TURNS + 1, "turns without end"), (17, "a loop in it never stops")]
)
def test_a_game_without_end_is_told_by_number_and_round(jobs: int, turn: int, told: str) -> None:
    stop = threading.Event()
    stuck = table_at(0, rounds=3)
    with threads(jobs) as pool:
        for _ in range(jobs - 1):
            pool.submit(lambda: stop.wait(20))

        with pytest.raises(RuleError, match=told) as error:
            pool.call(lambda: stay(stuck, stop, 12, turn))
        with pytest.raises(RuleError, match=told):
            list(pool.play(lambda _first, _count: stay(stuck, stop, 12, turn), iter([(0, 1)])))
        stop.set()

    assert f"black_death, game 12 of seed 5, round 3, turn {turn}" in str(error.value)
    assert error.value.number == 12


def test_what_goes_on_is_left_alone() -> None:
    """A game that goes on turn by turn, many games of few turns, and rules that are still being compiled."""
    table, stop = table_at(0), threading.Event()

    def move() -> None:
        for _ in range(3):
            for _ in range(watchdog.PATIENCE):
                stop.wait(0.02)
                table.turn, table.game_number = (table.turn + 1, 4) if table.turn < 20 else (1, table.game_number + 1)

    def compile_first() -> str:
        with watchdog.at_table(GAME, table, 5):
            stop.wait(0.02 * watchdog.PATIENCE)
            move()
        return "done"

    with threads(1) as pool:
        assert pool.call(compile_first) == "done"


def test_a_thread_that_stays_behind_disturbs_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "GRACE", 0.1)
    stop = threading.Event()
    with threads(1) as pool, pytest.raises(RuleError):
        pool.call(lambda: stay(table_at(0), stop, 1, 1))

    assert backend.left_behind()
    with threads(1) as other:
        assert other.call(lambda: stop.wait(0.02 * watchdog.PATIENCE)) is False
    stop.set()
    for player in pool.players:
        player.join(20)
    assert not backend.left_behind()


def test_nobody_plays_at_a_table_that_was_left() -> None:
    case = Case(GAME.defaults, 3, cases.usual_lineup(GAME))

    rows = cases.play(GAME, case, 0, 3)

    assert list(rows["game_number"]) == [0, 1, 2]
    assert threading.get_ident() not in watchdog._played


def test_errors_of_tasks_come_through_and_the_pool_goes_on() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with threads(2) as pool:
        with pytest.raises(ZeroDivisionError):
            pool.call(fail)
        assert pool.call(lambda: 7) == 7
        assert sorted(pool.play(lambda first, count: first * count, iter([(2, 3), (4, 5)]))) == [6, 20]
    assert not backend.left_behind()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_is_heard_while_compiled_rules_go_on_and_on() -> None:
    command = [sys.executable, "-m", "tests.simulation.spinning"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "playing\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=20)[1]

    assert process.returncode == 130
    assert told.strip() == "interrupted"


def test_turns_without_end_in_one_round_are_told_long_before_a_game_is_too_long() -> None:
    table = table_at(3, turn=10, rounds=2)
    seen = watchdog.how_far(table, None)
    table.turn += watchdog.MAX_TURNS_A_ROUND
    later = watchdog.how_far(table, seen)
    table.turn += 1
    latest = watchdog.how_far(table, later)

    assert (later.turn - later.first_turn, latest.turn - latest.first_turn) == (2**16, 2**16 + 1)
    assert latest.looks == 1
    table.rounds += 1
    assert watchdog.how_far(table, latest).first_turn == table.turn
