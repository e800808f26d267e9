"""Which values `balancer sensitivity` tries: each allowed, each different from the base, every knob that has any."""

import dataclasses
from typing import Any

import pytest

from balancer import games
from balancer.core.knobs import Choice, Flag, Number, Numbers
from balancer.questions.sensitivity import study
from balancer.scenario.load import load
from balancer.simulation.jobs import parts_of

WORDS: dict[str, Any] = {"meaning": "m", "section": "1"}


def number(**options: Any) -> Number:
    """Return a number knob."""
    return Number(name="n", default=options.get("low", 0), **{"low": 0, "high": 100, **options}, **WORDS)


def test_values_lie_below_and_above_within_the_range():
    """A fourth of the value, one at least, no further than the range."""
    assert study.other_values(number(), 20) == [15, 25]
    assert study.other_values(number(), 2) == [1, 3]
    assert study.other_values(number(), 0) == [1]
    assert study.other_values(number(high=22), 20) == [15, 22]
    assert study.other_values(number(low=8, specials=((0, "off"),)), 22) == [0, 17, 27]
    assert study.other_values(number(only=(2, 4, 6)), 4) == [2, 6]


def test_words_and_flags_are_all_tried():
    """All others."""
    numbers = Numbers(name="n", default=[3, 40], length=2, low=3, high=50, **WORDS)
    assert study.other_values(numbers, [3, 40]) == [[4, 40], [3, 30], [3, 50]], "each by itself, within the range"
    assert not study.other_values(dataclasses.replace(numbers, by_seat=True), [3, 40])
    assert study.other_values(Flag(name="f", default=True, **WORDS), True) == [False]
    assert study.other_values(Choice(name="c", default="a", choices=("a", "b", "c"), **WORDS), "b") == [
        "a",
        "c",
    ]


@pytest.mark.parametrize("game", ["black_death", "oktoberfest"])
def test_every_change_is_one_knob_and_allowed(game):
    """Against the game's own judgement; the base itself is never tried."""
    scenario = load(game)
    tried = study.values_to_try(scenario)
    base = scenario.base.rules
    assert len({one.name for one in tried}) == len(tried)
    parts = parts_of(game, {})
    for one in tried:
        assert base[one.knob] != one.value
        problems = games.load(game).problems({**base, one.knob: one.value}, scenario.base.players, parts)
        assert bool(problems) == bool(one.refused)
    jobs = list(study.pair_jobs(scenario, tried))
    assert [job.name for job in jobs] == [one.name for one in tried if not one.refused]
    assert set(study.as_scenario(scenario, tried).variants) == {job.name for job in jobs}


def test_only_the_knobs_named():
    """Also one that is left alone otherwise."""
    tried = study.values_to_try(load("black_death"), ["max_rounds"])
    assert {one.knob for one in tried} == {"max_rounds"}
