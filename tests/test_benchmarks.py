"""`make bench`: naive references can be played by the tables they take; what a command takes is its own."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import benchmarks.__main__ as bench
from balancer import games
from benchmarks import line_profile
from benchmarks.browser import page_speed
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


def test_four_experts_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty games of thinkers in 0.5 seconds are 40 games a second."""
    thinking: list[int] = []

    def once(action: Callable[[], Any], _tries: int = 1) -> float:
        rows = action()
        thinking.append(len(rows))
        return 0.5

    monkeypatch.setattr(bench, "best_time", once)

    assert bench.expert_speed("black_death") == {"game": "black_death", "lineup": "expert", "games_per_second": 40.0}
    assert thinking == [20]


@pytest.mark.skipif(not shutil.which("node"), reason="no node is installed: no page was played")
def test_a_page_is_timed_against_native_play() -> None:
    """Its 512 games are played; native ones in half a second."""
    (case,) = [case for case in CASES if (case.game, case.name) == ("black_death", "mixed")]
    found = page_speed(case, lambda action, tries: 0.5 + 0 * bool(action()) * tries)

    assert found["native_games_per_second"] == 1024
    assert found["page_games_per_second"] > 100
    assert found["ratio"] == pytest.approx(found["page_games_per_second"] / 1024, abs=0.006)


def test_what_a_command_takes_is_its_own() -> None:
    small = cost_of([sys.executable, "-S", "-c", "pass"])
    large = cost_of([sys.executable, "-S", "-c", "x = b'1' * (100 << 20)"])
    assert small.peak_mib < 50, "the peak of the process that measures"
    assert small.peak_mib + 90 < large.peak_mib < small.peak_mib + 110
    assert 0 < small.processor_seconds < 5
    with pytest.raises(subprocess.CalledProcessError):
        cost_of([sys.executable, "-S", "-c", "raise SystemExit(3)"])


ADDR2LINE = f"""0x0000000000000010
_ZN8balancer4core4dice5belowB2v1B4c8tJTE9RecordXY
{line_profile.SOURCE}/balancer/core/dice.py:1 (discriminator 2)
_ZN8balancer4core5cards5piles7shuffleB2v1
{line_profile.SOURCE}/balancer/core/cards/__init__.py:?
0x0000000000000020
_ZN8balancer4core5cards5piles7shuffleB2v1
{line_profile.SOURCE}/balancer/core/cards/__init__.py:?
0x0000000000000030
??
??:0
"""


def test_samples_are_summed_by_rule_and_line() -> None:
    frames = line_profile.frames_of(ADDR2LINE)
    found = line_profile.summed({0x10: 6, 0x20: 3, 0x30: 1, -5: 2}, frames)

    assert found.samples == 12
    assert dict(found.own) == {"dice.below": 6, "piles.shuffle": 3}
    assert dict(found.inclusive) == {"dice.below": 6, "piles.shuffle": 9}
    assert dict(found.lines) == {"balancer/core/dice.py:1": 6, "balancer/core/cards/__init__.py:?": 3}
    assert line_profile.text_of(found, 1).splitlines() == [
        "In the rule itself:",
        "   50.0%  dice.below",
        "",
        "With the rules inlined into it:",
        "   75.0%  piles.shuffle",
        "",
        "By line:",
        f"   50.0%  {'balancer/core/dice.py:1':44} {line_profile.source_of('balancer/core/dice.py:1')}",
    ]
    assert line_profile.source_of("balancer/core/dice.py:1").startswith('"""')
