"""`make bench`: naive references can be played by the tables they take; what a command takes is its own."""

import subprocess
import sys
from collections.abc import Callable

import pytest

import benchmarks.__main__ as bench
from balancer import games
from benchmarks.cost import cost_of
from benchmarks.lineups import CASES


@pytest.mark.parametrize("name", games.own_names())
def test_every_naive_reference_can_be_timed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Callable[[], object]] = []

    def once(action: Callable[[], object], _tries: int = 1) -> float:
        action()
        played.append(action)
        return 0.5

    monkeypatch.setattr(bench, "NAIVE_GAMES", {name: 1})
    monkeypatch.setattr(bench, "best_time", once)

    cases = [case for case in CASES if case.game == name]
    assert cases, "no row in benchmarks/lineups.py"
    assert bench.naive_speed(cases[0]) == 2.0
    assert len(played) == 1


def test_what_a_command_takes_is_its_own() -> None:
    small = cost_of([sys.executable, "-S", "-c", "pass"])
    large = cost_of([sys.executable, "-S", "-c", "x = b'1' * (100 << 20)"])
    assert small.peak_mib < 50, "the peak of the process that measures"
    assert small.peak_mib + 90 < large.peak_mib < small.peak_mib + 110
    assert 0 < small.processor_seconds < 5
    with pytest.raises(subprocess.CalledProcessError):
        cost_of([sys.executable, "-S", "-c", "raise SystemExit(3)"])
