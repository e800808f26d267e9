"""What `make bench` compares with can be played: every game's naive reference, by the tables that it takes."""

from collections.abc import Callable

import pytest

import benchmarks.__main__ as bench
from balancer import games
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
