"""Values in words: objects whose class has no words of its own are written by their contents, never by an address."""

import collections
import dataclasses
import functools
import pathlib
from typing import Any

import pytest

from balancer.core.rule_errors import RuleError
from balancer.narration import steps as kinds
from balancer.narration.divergence import narrated
from balancer.narration.narrate import narrate
from balancer.plain.pile import Pile
from balancer.plain.words import composed, in_words, without_addresses
from balancer.questions.tryout import watching
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob


class Snail:
    def __init__(self, color: str) -> None:
        self.color = color
        self._seen = 0

    @functools.cached_property
    def length(self) -> int:
        return len(self.color)


class Named(Snail):
    def __str__(self) -> str:
        return f"the {self.color} snail"


@dataclasses.dataclass
class Ticket:
    snail: Snail
    pays: int = 9
    serial: int = dataclasses.field(default=0, repr=False)


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left: Any, right: Any) -> None:
        self.left, self.right = left, right


class Wall:
    pass


def rule() -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (Snail("red"), "Snail(color=red)"),
        (Named("red"), "the red snail"),
        (Ticket(Snail("red")), "Ticket(snail=Snail(color=red), pays=9)"),
        ([Ticket(Named("red")), Wall()], "Ticket(snail=the red snail, pays=9), Wall"),
        ({"a": [Snail("red")], Wall(): (1, Snail("blue"))}, "a Snail(color=red), Wall 1, Snail(color=blue)"),
        ({Snail("red"), Snail("blue")}, "Snail(color=blue), Snail(color=red)"),
        (collections.deque([Snail("red"), None]), "Snail(color=red), None"),
        (Slotted([1, 2], {"x": Wall()}), "Slotted(left=[1, 2], right=[x Wall])"),
        (Slotted([], Pile([4])), "Slotted(left=[], right=[4])"),
        ([Snail, rule], "Snail, rule"),
        (iter([1]), "list_iterator"),
    ],
)
def test_an_object_is_written_by_its_contents(value: Any, words: str) -> None:
    assert in_words(value) == words


def test_what_was_looked_up_once_makes_no_difference() -> None:
    """A cached property follows from the other attributes."""
    red = Snail("red")
    assert red.length == 3
    assert in_words(red) == in_words(Snail("red"))


def test_objects_that_lead_to_each_other_are_written_once() -> None:
    """A map of regions, each a dataclass that knows its neighbours: all paths through it would take for ever."""

    @dataclasses.dataclass(eq=False)
    class Region:
        name: str
        next_to: list[Any] = dataclasses.field(default_factory=list)
        goal: Any = None

    regions = [Region(f"r{number}") for number in range(30)]
    for region in regions:
        region.next_to = [other for other in regions if other is not region]
    regions[0].goal = regions[0]
    others = ", ".join(f"Region(name=r{number}, next_to=[…], goal=None)" for number in range(1, 30))
    assert in_words(regions[0]) == f"Region(name=r0, next_to=[{others}], goal=Region(…))"


def test_a_chain_of_objects_is_cut() -> None:
    chain = None
    for number in range(9):
        chain = Slotted(number, chain)
    assert in_words(chain) == "Slotted(left=8, right=Slotted(left=7, right=Slotted(left=6, right=Slotted(…))))"


def test_piles_in_objects_are_shown_as_the_viewer_sees_them() -> None:
    hand = Slotted(Pile([1, 2]), [{"deck": Pile([3])}])
    assert in_words(hand, lambda pile: f"{len(pile)} cards") == "Slotted(left=[2 cards], right=[deck 1 cards])"


def test_a_text_is_composed_without_addresses() -> None:
    red = Snail("red")
    assert composed("{0.color:>5} {1:03d} {2!r}", (red, 7, "x")) == "  red 007 'x'"
    assert composed("{} {!r} {!s:>3}", (red, [red], 4)) == "Snail(color=red) Snail(color=red)   4"
    assert without_addresses(f"{red}").endswith(".Snail object>")


DERBY = '''
import functools

from balancer.plain import Game, Persona, ending, knob, tally


class Ticket:
    def __init__(self, pays):
        self.pays = pays

    @functools.cached_property
    def twice(self):
        return 2 * self.pays


class Derby(Game):
    """Tickets are drawn; the last round is worth more under another rule."""

    seats, usual, max_rounds = range(2, 3), 2, 3
    bonus = knob(0, range(9), "Points of the last ticket.")

    landed = tally(range(3), "Squares landed on.", "visits")

    def setup(self):
        self.best = ([],)
        for player in self.players:
            player.tickets = [Ticket(self.roll())]

    def turn(self, player):
        self.say("{} looks at {}", player, player.tickets[0])
        taken = player.choose("take", player.tickets + [Ticket(0)])
        player.tickets.append(Ticket(taken.pays + self.bonus * (self.rounds == 3)))
        self.say(f"{player} has {taken}")

    def score(self, player):
        return sum(ticket.pays for ticket in player.tickets) * (1 + player.seat * self.bonus)


class Dear(Persona):
    """Takes the dearer ticket."""

    def take(self, game, me, option):
        return option.pays
'''


def cells(here: pathlib.Path, rules: str = DERBY) -> list[Any]:
    """Return the base of the game and a variant whose last round alone differs."""
    (here / "derby.py").write_text(rules, encoding="utf-8")
    settings: dict[str, Any] = {"game": str(here / "derby.py"), "lineup": ["dear"]}
    return [plan.base_cell(from_dict({**settings, "rules": {"bonus": bonus}})) for bonus in (0, 5)]


def test_two_games_diverge_where_objects_hold_something_else(here: pathlib.Path) -> None:
    """Before the last round, the tickets of both games differ by their addresses only."""
    base, variant = cells(here)
    divergence = narrated(base, variant, {"first_winner_changed": None, "first_apart": 0})
    assert divergence is not None
    assert divergence["where"].startswith("in round 3, turn 5")
    assert divergence["what"] == "what lies on the table"
    assert "Ticket(pays=" in divergence["then"][0] != divergence["then"][1]


def test_a_trace_shows_no_address(here: pathlib.Path) -> None:
    narration = narrate(CellJob.of(cells(here)[0]), 0, states=True)
    assert narration.error is None
    lines = [step.line for step in narration.steps]
    assert not [line for line in lines if "0x" in line]
    said = [step.text for step in narration.steps if step.kind == kinds.EVENT]
    assert said[0].startswith("seat 1 looks at Ticket(pays=")
    assert said[1].endswith(".Ticket object>")  # the rules themselves have made this text


def test_options_that_are_objects_are_counted_by_their_contents(here: pathlib.Path) -> None:
    counts = watching.watched([CellJob.of(cells(here)[0])])
    assert counts["options"]["take"]
    assert all(words.startswith("Ticket(pays=") for words, *_ in counts["options"]["take"])


@pytest.mark.parametrize(
    ("persona", "is_wrong"),
    [
        ("option.pays += 1; return 1", True),
        ("me.tickets[0].pays = 0; return option.pays", True),
        ("game.best[0].append(option.pays); return 1", True),
        ("game.landed[1] += 1; return 1", True),
        ("return option.pays + option.twice", False),
    ],
)
def test_a_persona_that_changes_an_object_is_found(here: pathlib.Path, persona: str, is_wrong: bool) -> None:
    """A cached property is no change."""
    rules = DERBY.replace("return option.pays\n", f"{persona}\n")
    seen = watching.watched([CellJob.of(cells(here, rules)[0])])
    assert bool(seen["meddles"]) == is_wrong


def test_an_error_of_the_rules_shows_no_address(here: pathlib.Path) -> None:
    rules = DERBY.replace("return sum(ticket.pays for ticket in player.tickets) *", "return player.tickets[0] or")
    with pytest.raises(RuleError, match=r" is <\S+\.Ticket object>; it must be a whole number"):
        CellJob.of(cells(here, rules)[0]).play(0, 1)
