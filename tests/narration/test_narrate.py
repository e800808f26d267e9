"""What is told of a choice: the best options with their values, and which were not even weighed."""

import os
import pathlib
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from balancer.core import events
from balancer.games import load
from balancer.narration.narrate import SHOWN, Teller, shortened

ROOT = pathlib.Path(__file__).parents[2]
GAME = load("black_death")
TAKE = 1


def told(
    options: int,
    weighed: list[tuple[int, int]],
    chosen: int,
    *,
    at_random: bool = False,
    shown: int | None = SHOWN,
) -> list[str]:
    """The lines about a choice between so many options, of which some were weighed: (option, value)."""
    table: Any = SimpleNamespace(entry=[0], lineup=[SimpleNamespace(at_random=at_random)], rounds=0)
    teller = Teller(GAME, table, ["even"], shown)
    teller.begun = True
    teller.hear(table, events.NODE_REACHED, 0, TAKE, options)
    for option, value in weighed:
        teller.hear(table, events.OPTION_APPRAISED, option, value, 0)
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


def test_all_options_are_told_where_they_are_asked_for() -> None:
    lines = told(7, [(0, 5), (1, 9), (2, 1), (3, 9), (4, 0), (5, 2)], 3, shown=None)

    assert len(lines) == 1 + 6 + 1
    assert lines[-1] == "… 1 not weighed"


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


# Where a game is ------------------------------------------------------------------------------------------------------
class Words:
    """The words of a game of which nobody need know anything."""

    @staticmethod
    def setup_words(table: Any) -> list[str]:
        return [f"laid in round {table.rounds}"]

    @staticmethod
    def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
        del table, b, c
        return f"event {a}" if event == 1 else None

    @staticmethod
    def standing_words(table: Any) -> list[str]:
        del table
        return ["seat 1 0"]

    @staticmethod
    def option_words(table: Any, seat: int, node: int, option: int) -> str:
        del table, seat, node
        return f"option {option}"


def heard(*steps: tuple[str, int]) -> list[str]:
    """The lines of a game in which this happens: an event, a choice, a turn, the standings, each in that round."""
    table: Any = SimpleNamespace(entry=[0], lineup=[SimpleNamespace(at_random=True)], rounds=0, turn=0, standings=0)
    teller = Teller(GAME, table, ["even"])
    teller.words = Words()  # type: ignore[assignment]
    for what, rounds in steps:
        table.rounds = rounds
        if what == "turn":
            table.turn += 1
            teller.hear(table, events.TURN_BEGINS, table.turn, 0, 0)
        elif what == "standings":
            table.standings += 1
            teller.hear(table, events.STANDINGS_RECORDED, 0, 0, 0)
        elif what == "choice":
            teller.hear(table, events.NODE_REACHED, 0, TAKE, 3)
            teller.decided(0, TAKE, 2)
        else:
            teller.hear(table, 1 if what == "event" else 2, rounds, 0, 0)
    return teller.lines


def test_what_happens_in_the_setup_stands_below_its_heading() -> None:
    lines = heard(("choice", 0), ("event", 0), ("turn", 1), ("event", 1))

    assert [line.strip().split("  ")[0] for line in lines] == [
        "Setup",
        "seat 1 (even) – take: option 2",
        "event 0",
        "laid in round 1",
        "Round 1",
        "turn 1",
        "event 1",
    ]


def test_what_happens_before_a_rounds_first_turn_belongs_to_that_round() -> None:
    lines = heard(("event", 1), ("turn", 1), ("standings", 1), ("silence", 2), ("choice", 2), ("turn", 2))

    assert [line.strip().split("  ")[0] for line in lines] == [
        "Setup",
        "laid in round 1",
        "Round 1",
        "event 1",
        "turn 1",
        "standings after round 1",
        "seat 1 0",
        "Round 2",
        "seat 1 (even) – take: option 2",
        "turn 2",
    ]


def test_of_a_game_that_went_wrong_the_first_and_the_last_lines_are_told() -> None:
    lines = [str(number) for number in range(1000)]

    assert list(shortened(lines)) == [*lines[:200], "… 600 lines left out", *lines[-200:]]
    assert list(shortened(lines[:400])) == lines[:400]


BROKEN_OFF = """
import sys
from balancer.narration import narrate
from balancer.scenario import plan
from balancer.simulation.jobs import CellJob
from balancer.scenario.load import load
from balancer.games.black_death import decisions

def interrupted(table, seat, offerer):
    raise KeyboardInterrupt

decisions.choose_take = interrupted
try:
    for line in narrate.tell(CellJob.of(plan.base_cell(load("black_death"))), 3):
        print(line)
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_a_game_that_is_broken_off_is_told_until_there() -> None:
    """Where a turn goes on without end, Ctrl-C tells where the rules are."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_OFF], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    *_, turn, offer, last = done.stdout.splitlines()

    assert done.returncode == 130, done.stderr
    assert turn == "  turn 1"
    assert offer == "    seat 1 offers 5 cards to seat 2"
    assert re.fullmatch(r"broken off, at .*rules\.py, line \d+, in take_card", last)
