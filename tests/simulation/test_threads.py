"""The pool of threads: results in any order, errors passed on, Ctrl-C works whatever the rules do."""

import os
import pathlib
import sys
import threading
import time

import pytest

from balancer.simulation.backends.backend import Ranges
from balancer.simulation.backends.threads import threads
from tests import interrupts

ROOT = pathlib.Path(__file__).parents[2]


def test_errors_of_tasks_come_through_and_the_pool_goes_on() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with threads(2) as pool:
        with pytest.raises(ZeroDivisionError):
            pool.call(fail)
        assert pool.call(lambda: 7) == 7
        assert sorted(pool.play(Ranges(lambda first, count: first * count, [(2, 3), (4, 5)]))) == [((), 6), ((), 20)]


def test_seconds_are_shared_by_those_who_play() -> None:
    class Plain:
        holds_interpreter = True

        def __call__(self, first: int, count: int) -> int:
            return first + count

    with threads(3) as pool:
        assert list(pool.play(Ranges(Plain(), [(2, 3)]))) == [((), 5)]
        assert pool.playing == 1  # so short a run starts no helpers
        list(pool.play(Ranges(lambda first, _count: first, [(2, 3)])))
        assert pool.playing == 3


def test_tasks_are_taken_as_they_are_needed() -> None:
    """Else a run of many games would hold all their results."""
    supply = Ranges(lambda first, _count: first, [(number, 1) for number in range(100)])

    with threads(2) as pool:
        results = pool.play(supply)
        next(results)
        assert supply.left >= 92
        assert len(list(results)) == 99


def test_what_has_not_begun_is_dropped_when_something_fails() -> None:
    played = []
    begun = threading.Event()

    def play(first: int, _count: int) -> None:
        played.append(first)
        begun.wait(0.05)
        raise ValueError(first)

    with pytest.raises(ValueError, match="0"), threads(1) as pool:
        list(pool.play(Ranges(play, [(number, 1) for number in range(50)])))
    assert len(played) <= 3


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_first_of_several_errors_is_raised(jobs: int) -> None:
    def play(first: int, _count: int) -> None:
        time.sleep((0.3, 0.1, 0.0, 0.0)[first])
        if first:
            raise ValueError(first)

    def errors() -> list[ValueError]:
        with threads(jobs) as pool:
            try:
                for _answer in pool.play(Ranges(play, [(number, 1) for number in range(4)])):
                    time.sleep(0.2)  # meanwhile other tasks end
            except ValueError as error:
                return [error]
        return []

    assert [str(error) for _ in range(3) for error in errors()] == ["1"] * 3


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize(("number", "code", "word"), interrupts.WAYS)
def test_ctrl_c_ends_compiled_rules_without_end(number: int, code: int, word: str) -> None:
    command = [sys.executable, "-m", "tests.simulation.spinning"]
    with interrupts.started(command, cwd=ROOT) as process:
        assert process.stdout
        assert process.stdout.readline() == "playing\n"
        time.sleep(0.2)
        errors = interrupts.interrupted(process, number, timeout=20)

    assert process.returncode == code
    assert errors.strip() == word
