"""What is told of a choice: the best options with their values, and which were not even weighed."""

from types import SimpleNamespace
from typing import Any

import pytest

from balancer.core import story
from balancer.experiment.trace import Teller
from balancer.games import load

GAME = load("black_death")
TAKE = 1


def told(options: int, weighed: list[tuple[int, int]], chosen: int, *, at_random: bool = False) -> list[str]:
    """The lines about a choice between so many options, of which some were weighed: (option, value)."""
    table: Any = SimpleNamespace(entry=[0], lineup=[SimpleNamespace(at_random=at_random)])
    teller = Teller(GAME, table, ["even"])
    teller.hear(table, story.NODE_ASKED, 0, TAKE, options)
    for option, value in weighed:
        teller.hear(table, story.OPTION_WEIGHED, option, value, 0)
    teller.decided(0, TAKE, chosen)
    return [line.strip() for line in teller.lines]


def test_the_best_options_are_told_with_their_values() -> None:
    first, *best = told(6, [(0, 5), (1, 9), (2, 1), (3, 9), (4, 0), (5, 2)], 3)

    assert first == "seat 1 (even) – take: slot 4"
    assert [line.split() for line in best] == [
        [">", "9", "slot", "4"],
        ["9", "slot", "2"],
        ["5", "slot", "1"],
        ["2", "slot", "6"],
        ["…", "2", "more"],
    ]


def test_options_not_weighed_are_said_to_be_so() -> None:
    assert told(7, [(0, 3), (1, 1)], 0)[-1] == "… 5 not weighed"


@pytest.mark.parametrize(
    ("options", "weighed", "at_random", "why"),
    [
        (3, [(0, 4), (1, 4), (2, 4)], False, "all 3 options alike, at 4"),
        (7, [(0, 0)], False, "the only one of 7 options weighed"),
        (7, [(0, 0), (1, 0)], False, "the 2 weighed of 7 options alike, at 0"),
        (7, [], True, "at random, 1 of 7"),
        (7, [], False, "a mistake: at random, 1 of 7"),
    ],
)
def test_why_no_values_are_told(options: int, weighed: list[tuple[int, int]], at_random: bool, why: str) -> None:
    assert told(options, weighed, 0, at_random=at_random) == [f"seat 1 (even) – take: slot 1  ({why})"]


def test_a_forced_choice_is_no_decision() -> None:
    assert told(1, [], 0) == []
