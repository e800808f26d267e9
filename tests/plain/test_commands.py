"""Every command takes a game of one plain file, or a scenario that names one."""

import json
import os
import pathlib

import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
from balancer.plain import Game, Persona, Player, ending
from balancer.testing import plugin
from tests.plain.coins import written

SCENARIO = """\
game: coins
games: 60
variants:
  small: {rules: {heap: 9}}
sweep:
  axes: {rules.most: [2, 3]}
checks:
  - {metric: rounds, at_most: 30}
"""


def run(*words: str) -> Result:
    as_it_was = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}  # which `trace` sets
    result = CliRunner(env=as_it_was).invoke(balancer.cli.balancer, words)
    assert "Traceback" not in result.output, result.output
    return result


@pytest.mark.parametrize(
    "words",
    [
        "run coins.py --games 50",
        "run q.yaml -o out",
        "sweep q.yaml -o out",
        "compare q.yaml -o out",
        "sensitivity q.yaml --games 30 --knob most -o out",
        "tournament coins.py --games 30 -o out",
        "exploit coins.py --games 24",
        "seek q.yaml --games 40 -o out",
        "trace coins.py",
        "trace q.yaml --seat 2 --brief",
        "trace coins.py --ending rich --html page.html",
        "games coins.py",
        "metrics coins.py",
        "validate q.yaml",
        "run coins.py --plan",
    ],
)
def test_commands_take_the_file(words: str, here: pathlib.Path) -> None:
    written(here)
    (here / "q.yaml").write_text(SCENARIO, encoding="utf-8")

    result = run(*words.split())

    assert result.exit_code == 0, result.output


def test_a_check_and_its_baseline_notice_other_rules(here: pathlib.Path) -> None:
    written(here)
    (here / "q.yaml").write_text(SCENARIO, encoding="utf-8")

    assert run("check", "q.yaml", "--accept", "first").exit_code == 0
    assert "have not changed since" in run("check", "q.yaml").output
    written(here, "coins", ("player.coins += taken", "player.coins += 2 * taken"))
    assert "have not changed since" not in run("check", "q.yaml").output


def test_games_are_the_same_in_any_number_of_processes_and_resumed(here: pathlib.Path) -> None:
    written(here)
    (here / "q.yaml").write_text(SCENARIO, encoding="utf-8")
    for name, words in (("one", "-j 1"), ("three", "-j 3")):
        assert run("sweep", "q.yaml", "-o", name, *words.split()).exit_code == 0
    assert run("run", "coins.py", "--games", "20", "-o", "later").exit_code == 0
    assert run("run", "coins.py", "--games", "60", "-o", "later").exit_code == 0

    cells = [sorted(path.read_text() for path in (here / name / "cells").glob("*.json")) for name in ("one", "three")]
    known = [json.loads(text)["tally"] for text in cells[0]]
    assert cells[0] == cells[1]
    assert any(json.loads(path.read_text())["tally"] in known for path in (here / "later/cells").glob("*-60.json"))


def cells_in(here: pathlib.Path) -> set[str]:
    return {path.name for path in (here / "out/cells").glob("*.json")}


def test_results_by_other_rules_are_not_taken(here: pathlib.Path) -> None:
    written(here)
    run("run", "coins.py", "--games", "20", "-o", "out")
    before = cells_in(here)
    written(here, "coins", ("player.coins += taken", "player.coins += 2 * taken"))
    run("run", "coins.py", "--games", "20", "-o", "out")

    assert before < cells_in(here)
    assert len(cells_in(here)) == 2 * len(before)


def test_a_comment_changes_no_results(here: pathlib.Path) -> None:
    written(here)
    run("run", "coins.py", "--games", "20", "-o", "out")
    before = cells_in(here)
    written(here, "coins", ("        self.first = 0", "        # a comment\n        self.first = 0"))
    run("run", "coins.py", "--games", "20", "-o", "out")

    assert cells_in(here) == before


def test_hints_name_the_file(here: pathlib.Path) -> None:
    written(here)

    assert "balancer trace coins.py --game" in run("run", "coins.py", "--games", "50").output


def test_a_seat_sees_its_own_card_alone(here: pathlib.Path) -> None:
    written(here)
    lines = run("trace", "coins.py", "--seat", "2", "--rounds", "1").output.splitlines()

    everything = run("trace", "coins.py").output
    assert any(
        line.strip().startswith("seat 1: coins 0; card 1 cards")
        for line in run("trace", "coins.py", "--seat", "2").output.splitlines()
    )
    assert "seat 1: coins 0; card 1 cards" not in everything
    assert not any("seat 1 (" in line and "–" in line for line in lines), "a decision of another seat"
    assert any("seat 1 …, seat 2 " in line for line in lines), "a score that depends on a hidden card"


def test_thinkers_think_and_mistakes_are_made(here: pathlib.Path) -> None:
    written(here)
    text = (
        "game: coins\ngames: 6\npersonas:\n  sage: {base: shy, search: 20}\n  sloppy: {base: greedy, mistakes: 500}\n"
    )
    (here / "t.yaml").write_text(f"{text}lineup: [sage, sloppy, random]\n", encoding="utf-8")

    assert run("run", "t.yaml", "-o", "out").exit_code == 0
    told = [run("trace", "t.yaml", "--game", str(number)).output for number in range(4)]
    assert any("points in trial games" in one for one in told)
    assert any("at random, 1 of" in one for one in told)


# From Python ----------------------------------------------------------------------------------------------------------
class Heads(Game):
    """Guess a coin."""

    seats, usual = range(2, 3), 2
    over = ending("All have guessed.")

    def setup(self):
        self.hits = [0, 0]

    def turn(self, player):
        self.hits[player.seat] = int(player.choose("guess", [0, 1]) == self.below(2))
        if player.seat:
            self.end("over")

    def score(self, player):
        return self.hits[player.seat]


class Lover(Persona):
    """Loves heads."""

    def guess(self, _game, _me, side):
        return side


SIDES = ["heads", "tails"]


class Sided(Game):
    """What is scored is a constant beside the class."""

    seats = range(2, 3)
    max_rounds = 1

    def setup(self) -> None:
        self.sides = len(SIDES)

    def turn(self, player: Player) -> None:
        player.choose("call", SIDES)

    def score(self, player: Player) -> int:
        return self.sides * player.seat


def test_a_class_is_read_by_every_call_with_the_constants_of_that_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No results of the class as it was before, and no machine code, are taken for its own."""
    first = balancer.run(Sided, games=20, output="out")
    monkeypatch.setattr(f"{__name__}.SIDES", ["heads", "tails", "edge"])
    second = balancer.run(Sided, games=20, output="out")
    assert (first.seats["score"].sum(), second.seats["score"].sum()) == (2, 3)


def test_python_takes_the_file_and_the_class(here: pathlib.Path) -> None:
    written(here)

    assert balancer.run("coins.py", games=40).cells[0].games == 40
    assert balancer.run({"game": "coins.py", "games": 30}).cells[0].games == 30
    assert balancer.run(Heads, games=40, lineup=["lover", "random"]).cells[0].games == 40
    assert balancer.run({"game": Heads, "games": 30}, jobs=2).cells[0].games == 30


def test_pytest_collects_a_scenario_with_its_file_beside_it(here: pathlib.Path) -> None:
    scenario = here / "q.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    assert not plugin.is_scenario(scenario)

    written(here)

    assert plugin.is_scenario(scenario)
