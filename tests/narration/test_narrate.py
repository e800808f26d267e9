"""What is narrated of a decision: the best options with their values, and how many were not weighed."""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from balancer.games import load
from balancer.narration.narrate import BEST_OPTIONS, Narrator
from balancer.narration.narrated import shortened
from balancer.sides import RIVALS, TEAMS

ROOT = pathlib.Path(__file__).parents[2]
GAME = load("black_death")
TAKE = 1


def narrated(
    options: int,
    weighed: list[tuple[int, int]],
    chosen: int,
    *,
    at_random: bool = False,
    listed: int | None = BEST_OPTIONS,
) -> list[str]:
    """Return the lines about a choice between so many options, of which some were weighed: (option, value)."""
    table: Any = SimpleNamespace(entry=[0], lineup=[SimpleNamespace(at_random=at_random)], rounds=0)
    narrator = Narrator(GAME, table, ["even"], listed)
    narrator.begun = True
    narrator.on_node(table, 0, TAKE, options)
    for option, value in weighed:
        narrator.on_appraised([option], value)
    narrator.on_choice(0, TAKE, chosen)
    return [step.line.strip() for step in narrator.steps]


def test_the_best_options_are_listed_with_their_values() -> None:
    first, *best = narrated(6, [(0, 5), (1, 9), (2, 1), (3, 9), (4, 0), (5, 2)], 3)

    assert first == "seat 1 (even) – take: slot 4"
    assert [line.split() for line in best] == [
        [">", "9", "slot", "4"],
        ["9", "slot", "2"],
        ["5", "slot", "1"],
        ["2", "slot", "6"],
        ["…", "2", "more"],
    ]


def test_all_options_are_listed_on_request() -> None:
    lines = narrated(7, [(0, 5), (1, 9), (2, 1), (3, 9), (4, 0), (5, 2)], 3, listed=None)

    assert len(lines) == 1 + 6 + 1
    assert lines[-1] == "… 1 not weighed"


def test_options_not_weighed_are_counted() -> None:
    assert narrated(7, [(0, 3), (1, 1)], 0)[-1] == "… 5 not weighed"


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
def test_why_no_values_are_narrated(options: int, weighed: list[tuple[int, int]], at_random: bool, why: str) -> None:
    assert narrated(options, weighed, 0, at_random=at_random) == [f"seat 1 (even) – take: slot 1  ({why})"]


def test_a_forced_choice_is_no_decision() -> None:
    assert narrated(1, [], 0) == []


# Where a game is ------------------------------------------------------------------------------------------------------
class TextOutput:
    """The words of a game of which nobody need know anything."""

    @staticmethod
    def setup_words(table: Any) -> list[str]:
        return [f"laid in round {table.rounds}"]

    @staticmethod
    def standing_words(table: Any) -> list[str]:
        del table
        return ["seat 1 0"]

    @staticmethod
    def option_words(table: Any, seat: int, node: int, option: int) -> str:
        del table, seat, node
        return f"option {option}"


def course(*steps: tuple[str, int]) -> list[str]:
    """Return the lines of a game with an event, a choice, a turn and the standings, each in that round."""
    table: Any = SimpleNamespace(entry=[0], lineup=[SimpleNamespace(at_random=True)], rounds=0, turn=0, standings=0)
    narrator = Narrator(GAME, table, ["even"])
    narrator.words = TextOutput()
    for what, rounds in steps:
        table.rounds = rounds
        if what == "turn":
            table.turn += 1
            narrator.on_turn(table)
        elif what == "standings":
            table.standings += 1
            narrator.on_standings(table)
        elif what == "choice":
            narrator.on_node(table, 0, TAKE, 3)
            narrator.on_choice(0, TAKE, 2)
        else:
            narrator.on_say(f"event {rounds}" if what == "event" else "", None, "")
    return [step.line for step in narrator.steps]


def test_what_happens_in_the_setup_stands_below_its_heading() -> None:
    lines = course(("choice", 0), ("event", 0), ("turn", 1), ("event", 1))

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
    lines = course(("event", 1), ("turn", 1), ("standings", 1), ("silence", 2), ("choice", 2), ("turn", 2))

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


def test_of_a_game_that_went_wrong_the_first_and_the_last_lines_are_shown() -> None:
    lines = [str(number) for number in range(1000)]

    assert list(shortened(lines)) == [*lines[:200], "… 600 lines left out", *lines[-200:]]
    assert list(shortened(lines[:400])) == lines[:400]


# Who won --------------------------------------------------------------------------------------------------------------
def outcome(
    winners: list[int], scores: list[int], *, ending: int = 2, one_loses: bool = False, sides: str = RIVALS
) -> str:
    """Return the first line of a finished game of four seats, of which `winners` win; teams sit across."""
    table: Any = SimpleNamespace(entry=[0, 1, 2, 3], seats=4)
    game = dataclasses.replace(GAME, one_loses=one_loses, score_unit=2, sides=sides)
    side = [0, 1, 0, 1] if sides == TEAMS else [0, 1, 2, 3]
    won = sum(1 << seat for seat in winners)
    row = SimpleNamespace(winners=won, score=scores, ending=ending, rounds=7, side=side, seats=4)
    return Narrator(game, table, ["a", "b", "c", "d"]).outcome(row)


def test_the_first_line_says_who_won_by_how_much_and_how() -> None:
    how = f"after 7 rounds. {GAME.endings[0].meaning}"

    assert outcome([2], [4, 9, 14, 0]) == f"Seat 3 (c) wins by 2.5, 7 to 4.5, {how}"
    assert outcome([0, 2, 3], [6, 2, 6, 6]) == f"Seat 1 (a), seat 3 (c) and seat 4 (d) win together by 2, 3 to 1, {how}"
    assert outcome([1], [8, 8, 2, 8]) == f"Seat 2 (b) wins on a tie-break, 4 to 4, {how}"
    assert outcome([1], [8, 6, 8, 8]) == f"Seat 2 (b) wins with the lower score, 3 to 4, {how}"
    assert outcome([0, 1, 2, 3], [6, 6, 6, 6]) == f"All players share the victory {how}"
    assert outcome([0, 1, 3], [0, 0, -3, 0], one_loses=True) == f"Seat 3 (c) loses {how}"
    teams = f"Seat 2 (b) and seat 4 (d) win together by 1.5, a mean score of 2.75 to 1.25, {how}"
    assert outcome([1, 3], [3, 8, 2, 3], sides=TEAMS) == teams
    assert outcome([], [1, 2, 3, 4], ending=1) == "Nobody wins, after 7 rounds. The game was cut off."


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
    for line in narrate.narrate(CellJob.of(plan.base_cell(load("black_death"))), 3).lines():
        print(line)
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_an_interrupted_game_is_narrated_up_to_there() -> None:
    """Where a turn never ends, Ctrl-C shows where the rules are."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", BROKEN_OFF], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    *_, turn, offer, last = done.stdout.splitlines()

    assert done.returncode == 130, done.stderr
    assert turn == "  turn 1"
    assert offer == "    seat 1 offers 5 cards to seat 2"
    assert re.fullmatch(r"broken off, at .*rules\.py, line \d+, in take_card", last)


def test_a_game_without_narration_is_traced_by_its_sentences_and_numbers(tmp_path: pathlib.Path) -> None:
    home = tmp_path / "windfall"
    shutil.copytree(ROOT / "examples" / "windfall", home, ignore=shutil.ignore_patterns("tests", "narration.py"))
    words = [sys.executable, "-m", "balancer", "trace", "windfall"]
    environment = {**os.environ, "BALANCER_GAMES": str(home)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in done.stdout.splitlines()]
    at = lines.index("turn 1")
    assert lines[at + 1 : at + 3] == ["seat 1 picks kind 2", "seat 1 (careful) – pick: option 1"]
    assert lines[lines.index("standings after round 1") + 1] == "seat 1 4"
