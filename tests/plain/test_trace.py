"""The trace of an own game: dice, hands, the board as text, choices of one option; and what a seat sees of them."""

import pathlib
import re
from typing import Any, NamedTuple

import pytest

from balancer.narration import steps as kinds
from balancer.narration.divergence import divergence
from balancer.narration.narrate import narrate
from balancer.narration.steps import Step
from balancer.plain.words import in_words
from balancer.questions.trace.report import TraceReport
from balancer.reporting.document.html import to_html
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob

RACE = '''
from balancer.plain import Game, Pile, counter, ending, knob


class Race(Game):
    """Two runners on a track of twelve squares; who is caught up with stays where it is."""

    seats, usual = range(2, 3), 2
    sides = knob(6, range(2, 13), "Sides of the die.")
    sixes = counter("Sixes thrown.", "sixes")
    there = ending("Somebody reached the end.", "reach the end")

    def setup(self):
        self.track, self.rest = [None] * 12, Pile([30, 31, 32])
        for player in self.players:
            player.square = 0
            player.hand = Pile([10 + player.seat, 20 + player.seat], seen_by=player)

    def turn(self, player):
        roll = self.roll(self.sides)
        self.sixes += roll == 6
        card = player.choose("card", list(player.hand)) if player.hand else 0
        if card:
            player.hand.remove(card)
        player.square = min(11, player.square + roll)
        self.track[player.square] = player.seat
        if player.square == 11:
            self.end("there")

    def score(self, player):
        return player.square

    def picture(self):
        return "|".join("." if seat is None else str(seat + 1) for seat in self.track) + "\\n" + 12 * "--"
'''


def narrated(here: pathlib.Path, old: str = "", new: str = "", rules: Any = None, **more: Any) -> list[Step]:
    """Return the steps of game 0 of the race, with a part of its text replaced."""
    assert old in RACE
    (here / "race.py").write_text(RACE.replace(old, new) if old else RACE, encoding="utf-8")
    scenario = from_dict({"game": str(here / "race.py"), "rules": rules or {}})
    narration = narrate(CellJob.of(plan.base_cell(scenario)), 0, **more)
    if narration.error:
        raise narration.error
    return narration.steps


def of(steps: list[Step], *which: str) -> list[Step]:
    return [step for step in steps if step.kind in which]


def test_each_turn_shows_its_dice_before_the_decision(here: pathlib.Path) -> None:
    steps = narrated(here)
    turns = [step.kind for step in of(steps, kinds.TURN, kinds.DICE, kinds.TABLE, kinds.DECISION)]
    assert turns[:4] == [kinds.TURN, kinds.DICE, kinds.TABLE, kinds.DECISION]
    assert len(of(steps, kinds.DICE)) == len(of(steps, kinds.TURN))
    assert of(steps, kinds.DICE)[0].line.strip() in {f"die: {n}  (1 to 6)" for n in range(1, 7)}


def test_a_decision_shows_what_lies_before_its_seat(here: pathlib.Path) -> None:
    first = of(narrated(here), kinds.TABLE)[0]
    assert (first.seat, first.text) == (0, "seat 1 has square 0; hand 10, 20")


def test_a_seat_sees_no_hand_and_no_die_of_another(here: pathlib.Path) -> None:
    """The hidden piles hold numbers, which a die may have given: it sees no dice at all."""
    steps = narrated(here, viewer=1)
    assert {step.seat for step in of(steps, kinds.TABLE, kinds.DECISION, kinds.FORCED)} == {1}
    assert of(steps, kinds.DICE) == []
    assert not any("10" in step.text for step in of(steps, kinds.TABLE, kinds.LAYOUT))


def test_the_board_is_shown_after_each_turn_that_changes_it(here: pathlib.Path) -> None:
    steps = narrated(here)
    pictures = of(steps, kinds.PICTURE)
    assert [picture.line.splitlines()[1].strip() for picture in pictures] == [24 * "-"] * len(pictures)
    assert pictures[0].text.startswith(".|.|.")
    assert len(pictures) == 1 + len(of(steps, kinds.TURN))


class Rank(NamedTuple):
    """A card as a designer may write it."""

    number: int

    def __str__(self) -> str:
        return f"{self.number}♠"


def test_a_thing_that_says_how_it_is_written_is_written_so() -> None:
    """A NamedTuple is a tuple, but a hand of them is no list of numbers."""
    assert in_words(Rank(9)) == "9♠"
    assert in_words([Rank(9), Rank(8), Rank(9)]) == "2 9♠, 8♠"
    assert in_words((3, (Rank(9), 4))) == "3, 9♠, 4"
    assert in_words((1, 2)) == "1, 2"


def test_what_winners_decides_is_not_said_to_be_won_by_points(here: pathlib.Path) -> None:
    """Where the rules list the winners, scores may say something else; alone there is nobody to win against."""

    def outcome(old: str, new: str) -> str:
        (here / "race.py").write_text(RACE.replace(old, new), encoding="utf-8")
        return narrate(CellJob.of(plan.base_cell(from_dict({"game": str(here / "race.py")}))), 0).outcome

    by_square = "    def score(self, player):\n        return player.square\n"
    listed = f"{by_square}\n    def winners(self):\n        return [p for p in self.players if p.square == 11]\n"
    assert " wins by " in outcome("", "")
    assert " wins, with a score of 11 (best of the others: " in outcome(by_square, listed)
    assert outcome("range(2, 3), 2", "range(1, 2), 1").startswith("Seat 1 (random) scores 11 after ")


def test_a_page_keeps_the_lines_of_the_board(here: pathlib.Path) -> None:
    narrated(here)
    scenario = from_dict({"game": str(here / "race.py")})
    narration = narrate(CellJob.of(plan.base_cell(scenario)), 0)
    page = to_html(TraceReport(narration, "Race").document())
    assert page.count('<li class="picture"><pre>') == len(of(narration.steps, kinds.PICTURE))


def test_a_seat_sees_no_picture_of_what_it_can_not_see(here: pathlib.Path) -> None:
    hands = 'return " ".join(str(player.hand) for player in self.players)'
    drawn = RACE[RACE.index('        return "|"') :].strip()
    assert of(narrated(here, drawn, hands), kinds.PICTURE)
    seen = of(narrated(here, drawn, hands, viewer=0), kinds.PICTURE)
    assert {picture.text for picture in seen} <= {"[] []"}


def test_a_picture_must_be_text(here: pathlib.Path) -> None:
    with pytest.raises(Exception, match="picture returns 3; it must return text"):
        narrated(here, RACE[RACE.index('        return "|"') :].strip(), "return 3")


def test_choices_of_one_option_are_shown_on_request_or_where_nothing_else_happens(here: pathlib.Path) -> None:
    only = "seat 1 (random) – card: "
    assert of(narrated(here), kinds.FORCED) == []
    forced = of(narrated(here, forced=True), kinds.FORCED)
    assert {step.reason for step in forced} == {"the only option"}
    assert forced[0].line.strip().startswith(only)
    without_dice = narrated(here, "self.roll(self.sides)", "3")
    assert of(without_dice, kinds.FORCED)


def test_the_end_has_the_games_own_figures(here: pathlib.Path) -> None:
    sixes = sum(step.text == "die: 6" for step in of(narrated(here), kinds.DICE))
    assert of(narrated(here, "roll == 6", "1"), kinds.SCORE)[-1].text.startswith("sixes: ")
    assert (f"sixes: {sixes}" in [step.text for step in of(narrated(here), kinds.SCORE)]) == (sixes > 0)


def test_two_games_differ_first_in_a_die(here: pathlib.Path) -> None:
    """Not at the end, where a game says nothing: what was played is compared, not only what was said."""
    found = divergence(narrated(here, forced=True), narrated(here, forced=True, rules={"sides": 12}))
    assert found["what"] == "a die"
    assert found["where"].startswith("in round")
    assert all(line.startswith("die: ") for line in found["then"])


def test_games_that_differ_in_a_figure_only_say_so(here: pathlib.Path) -> None:
    found = divergence(narrated(here, forced=True), narrated(here, "roll == 6", "7", forced=True))
    assert (found["where"], found["what"]) == ("at the end", "a figure")
    assert found["then"][1].startswith("sixes: ")


def test_games_differ_at_the_end_of_the_turn_that_changes_the_table(here: pathlib.Path) -> None:
    """Not in the later turn in which the seat decides again and its things are printed."""
    move = "player.square = min(11, player.square + roll)"
    more = {"forced": True, "states": True}
    base, variant = (narrated(here, move, f"{move}; player.tired = {tired}", **more) for tired in (1, 2))
    found = divergence(base, variant)

    assert (found["where"], found["what"]) == ("in round 1, turn 1", "what lies on the table")
    assert all(line.startswith("seat 1: ") and line.endswith(f"tired {k}") for k, line in enumerate(found["then"], 1))
    assert not any(line.strip() == found["then"][0] for line in found["base"])  # the printed lines are those of `trace`
    assert kinds.STATE not in {step.kind for step in narrated(here, forced=True)}


def test_a_game_that_goes_on_differs_in_a_turn(here: pathlib.Path) -> None:
    base, variant = narrated(here), narrated(here)
    end = next(place for place, step in enumerate(base) if step.kind == kinds.END)
    last = max(place for place, step in enumerate(base) if step.kind == kinds.TURN)
    found = divergence([*base[:last], base[end]], variant)
    assert (found["where"], found["what"]) == (f"in round {base[last].round}, turn {base[last].turn}", "a turn")


def test_alone_a_trace_names_no_seat_that_starts_and_compares_no_seats(here: pathlib.Path) -> None:
    (here / "race.py").write_text(RACE.replace("range(2, 3), 2", "range(1, 2), 1"), encoding="utf-8")
    narration = narrate(CellJob.of(plan.base_cell(from_dict({"game": str(here / "race.py")}))), 0)
    lines = [line.strip() for line in narration.lines()]

    assert narration.outcome.endswith(" rounds. Somebody reached the end.")
    assert "seat 1: random" in lines
    assert any(re.fullmatch(r"standing after round 1: \d+", line) for line in lines)
