"""`balancer seek --even-seats`: a compensation that is known by construction (staggered.py)."""

import pathlib
from typing import Any

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.plain import knob
from balancer.questions.seek.candidates import space_of
from balancer.questions.seek.even_seats import by_need, evened, head_starts
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load_with
from balancer.scenario.plan import base_cell
from tests.questions.seek.staggered import Staggered

FILE = str(pathlib.Path(__file__).with_name("staggered.py"))
WITHOUT = str(pathlib.Path(__file__).parents[3] / "examples" / "estate_sale.py")


class Even(Staggered):
    """All roll alike."""

    bonus = knob(0, range(0, 5, 4), "Points that seat 1 rolls more.")

    def turn(self, player):
        bonus = self.bonus if player.seat == 0 else 0
        player.total = player.choose("add", [self.roll(self.sides) + bonus] * 2)


def test_the_smallest_head_start_that_evens_the_seats_is_found_and_told() -> None:
    # Rolls of a six-sided die are even at +1 and +2 alone; a point less is far from it.
    found = balancer.seek(
        FILE, lineup=["calm"], even_seats=True, within="8pp", games=1_500, max_games=6_000, seed=3, jobs=1
    )
    assert found.verdict == "pass"
    assert found.smallest == [{"rules.head_start": (0, 1, 2)}]
    assert found.answer[0].startswith("seat 2 +1, seat 3 +2: seat spread ")
    assert " → " in found.answer[0]
    assert found.answer[1].startswith("Among random players: ")
    assert found.answer[2].startswith("Among the same players with 15% mistakes: ")
    assert "The base rules fail:" in " ".join(found.answer)
    assert all((one.before.low or 0) > 0.3 > (one.after.high or 1) for one in found.report.weaker)


def test_a_seat_that_wins_more_often_gets_no_more_than_one_that_wins_less() -> None:
    scenario = evened(load_with(FILE, {}))
    space = space_of(scenario, values=head_starts(scenario))
    kept = [one.changed["rules.head_start"] for one in by_need(space, [50, 20, 30]).candidates]
    assert len(kept) < len(space.candidates)
    assert set(kept) == {(0, 1, 0), (0, 2, 0), (0, 1, 1), (0, 2, 1), (0, 2, 2)}


def test_where_no_change_evens_them_it_says_so() -> None:
    found = balancer.seek(Staggered, even_seats=True, knobs=["sides"], games=1_000, max_games=1_000, jobs=1)
    assert found.verdict == "fail"
    assert found.answer[0] == "None of the 2 changes passes the check."
    assert found.answer[1].startswith("Evenest so far: sides ")


def test_where_every_change_does_harm_the_base_rules_are_the_evenest() -> None:
    found = balancer.seek(Even, even_seats=True, knobs=["bonus"], games=1_000, max_games=1_000, jobs=1)
    assert found.answer[1].startswith("None of them makes the seats more even than the base rules do: seat spread ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            [WITHOUT, "--even-seats"],
            "has no knob head_start, and the scenario has no sweep",
        ),
        (
            [FILE, "--even-seats", "--within", "x"],
            "--within: x is not a spread that seats can have; allowed: a spread of",
        ),
        ([FILE, "--within", "2pp"], "--within says how even the seats must be: add --even-seats"),
    ],
)
def test_errors(words: list[str], said: str, tmp_path: pathlib.Path) -> None:
    done = CliRunner().invoke(balancer.cli.balancer, ["seek", *words, "-o", str(tmp_path / "out")])
    assert done.exit_code == 2
    assert said in done.output.replace("\n", " ")


def test_within_is_a_spread() -> None:
    with pytest.raises(ScenarioError, match="-1pp is not a spread that seats can have"):
        balancer.seek(Staggered, even_seats=True, within="-1pp")


def test_a_head_start_of_nobody_is_the_game_as_it_was() -> None:
    def rules(starts: list[int]) -> dict[str, Any]:
        scenario = load_with("black_death", {"rules": {"head_start": starts}})
        found: dict[str, Any] = base_cell(scenario).determined_by()["rules"]
        return found

    assert rules([]) == rules([0, 0]) == {k: v for k, v in rules([0, 1]).items() if k != "head_start"}
    assert rules([0, 1])["head_start"] == (0, 1, 0, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("wrong", [[0] * 11, [0, -1], [0, "1"], 1, [6]])
def test_wrong_head_starts_are_refused(wrong: Any) -> None:
    with pytest.raises(ScenarioError, match="a list of up to 10 whole numbers"):
        load_with("black_death", {"rules": {"head_start": wrong}})
