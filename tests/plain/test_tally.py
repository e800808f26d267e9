"""A tally counts by place: each place is a figure of the game, and there are no other places."""

import pathlib
from typing import Any

import pytest

from balancer.core.rule_errors import RuleError
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict, load
from balancer.simulation.jobs import CellJob

WALK = '''
from balancer.plain import Game, counter, ending, tally


class Walk(Game):
    """A walk round a board of ten squares, five rounds long."""

    seats, usual = range(2, 5), 2
    landed = tally(range(10), "Squares landed on.", "visits")
    steps = counter("Steps.", "steps")
    home = ending("Five rounds were played.", "walk five rounds")

    def setup(self):
        for player in self.players:
            player.square = 0

    def turn(self, player):
        roll = self.roll(6)
        self.steps += roll
        player.square = (player.square + roll) % 10
        self.landed[player.square] += 1
        if self.rounds == 5:
            self.end("home")

    def score(self, player):
        return player.square
'''


def played(here: pathlib.Path, games: int = 300, old: str = "", new: str = "") -> tuple[CellJob, Any]:
    """Return games of the walk with a part of its text replaced."""
    assert old in WALK
    (here / "walk.py").write_text(WALK.replace(old, new) if old else WALK)
    scenario = load(str(here / "walk.py"))
    job = CellJob.of(plan.base_cell(scenario))
    return job, job.play(0, games)


def test_each_place_is_a_figure(here: pathlib.Path) -> None:
    job, rows = played(here)

    names = [extra.name for extra in job.game.extras]
    assert names == ["steps", *(f"landed.{square}" for square in range(10))]
    assert {extra.group for extra in job.game.extras[1:]} == {"landed"}
    landed = rows["extras"][:, 1:11]
    assert (landed.sum(axis=1) == rows["turns"]).all()
    # Nobody is on a square before the first turn, and all squares are reached in 300 games.
    assert (landed.sum(axis=0) > 0).all()


def test_places_have_names_in_figures_and_numbers_in_rules(here: pathlib.Path) -> None:
    """A check of a place writes its name."""
    names = ["start", *(f"square_{square}" for square in range(1, 8)), "4th_cafe", "old_mill"]
    _, numbered = played(here)
    written = [*names[:8], "4th café", "Old Mill"]
    job, rows = played(here, old='"visits")', new=f'"visits", names={written})')

    assert [extra.name for extra in job.game.extras] == ["steps", *(f"landed.{name}" for name in names)]
    assert (rows["extras"] == numbered["extras"]).all()
    checks = [{"metric": "landed", "of": "old_mill", "at_most": 9}, {"metric": "landed.start.p90", "at_most": 9}]
    scenario = from_dict({"game": str(here / "walk.py"), "checks": checks})
    assert [check.figure.name for check in scenario.checks] == ["landed.old_mill", "landed.start.p90"]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("['a', 'b']", r"names of 10 places, texts with letters or digits, each another one; these are 2"),
        ("[*'abcdefghi', '–']", "; '–' is not allowed"),
        ("[*'abcdefghi', 'A']", "; 'a' is not allowed"),
        ("[*'abcdefghi', 7]", "; 7 is not allowed"),
    ],
)
def test_names_of_places_are_texts_and_one_for_each(here: pathlib.Path, names: str, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        played(here, 1, '"visits")', f'"visits", names={names})')


@pytest.mark.parametrize("place", ["10", "-1", "'a'", "2:4"])
def test_there_are_no_other_places(here: pathlib.Path, place: str) -> None:
    with pytest.raises(RuleError, match=r"walk\.py, line 21.*landed\[.*\]: there is no such place; landed has 0\.\.9"):
        played(here, 1, "self.landed[player.square] += 1", f"self.landed[{place}] += 1")


def test_a_tally_stays_what_it_is(here: pathlib.Path) -> None:
    with pytest.raises(RuleError, match=r"landed is 3, but declared as a tally; write self\.landed\[place\] \+= 1"):
        played(here, 1, "self.landed[player.square] += 1", "self.landed = 3")


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("tally(10,", r"a tally needs its places: tally\(range\(40\), \.\.\.\) for 0 to 39, not 10"),
        (
            "tally(['forest', 'lake'],",
            r"names of places are another argument: tally\(range\(2\), \.\.\., names=\['forest', 'lake'\]\)",
        ),
        ("tally(range(500),", r"line 9: landed has 500 places: 501 with .* of a game are at most 160"),
    ],
)
def test_wrong_declarations_are_named(here: pathlib.Path, declared: str, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        played(here, 1, "tally(range(10),", declared)
