"""Dice rolled in secret are drawn again from their values, for thinkers and for the test of honesty."""

import pathlib
from collections import Counter
from typing import Any

import numpy as np
import pytest

from balancer.core.dice import CHANCE
from balancer.plain import Pile
from balancer.plain.dealing import deal_anew
from balancer.plain.dice import Dice
from balancer.plain.errors import PlainError
from balancer.questions.tryout import course, watching
from balancer.questions.tryout.finding import LOOK, OK, WRONG
from balancer.questions.tryout.settings import Settings
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

LIARS = '''
from balancer.plain import Game, Persona, Pile, ending


class Liars(Game):
    """Seat 1 guesses the die of seat 2, after a look at its own."""

    seats, usual = range(2, 3), 2
    over = ending("Seat 1 has guessed.", "guess")

    def setup(self):
        for player in self.players:
            player.die = Pile([self.roll(6)], seen_by=player, drawn_from=range(1, 7))

    def round(self):
        self.begin_turn()
        guesser, other = self.players
        guess = guesser.choose("guess", list(range(1, 7)))
        self.right = guess == other.die[0]
        self.end("over")

    def score(self, player):
        return int((player.seat == 0) == self.right)


class Honest(Persona):
    """Always names 1."""

    def guess(self, game, me, option):
        return -option


class Cheat(Persona):
    """Looks under the other's cup."""

    def guess(self, game, me, option):
        return option == me.left.die[0]
'''


def dice() -> Dice:
    words = Dice(1, 0)
    words.go_to(CHANCE, 0)
    return words


class Seat:
    choose = None


ME: Any = Seat()
OTHER: Any = Seat()


def liars(here: pathlib.Path, persona: str, old: str = "", new: str = "") -> CellJob:
    """Return games of seat 1, a persona or one that thinks, against a persona that never decides."""
    (here / "liars.py").write_text(LIARS.replace(old, new) if old else LIARS, encoding="utf-8")
    personas = {"sage": {"base": "honest", "search": 24}}
    lineup = [persona, "honest"]
    scenario = {"game": "liars.py", "personas": personas, "lineup": lineup, "seating": "fixed"}
    return CellJob.of(plan.base_cell(load(scenario)))


def test_hidden_dice_are_drawn_again_and_no_others() -> None:
    mine = Pile([5], seen_by=ME, drawn_from=range(1, 7))
    theirs = Pile([6, 6], seen_by=OTHER, drawn_from=range(1, 7))
    deck, words = Pile([1, 2, 3]), dice()
    sides: Counter[int] = Counter()
    for _ in range(3000):
        deal_anew([mine, theirs, deck], ME, words, CHANCE)
        sides.update(theirs)
        assert mine == [5]
        assert sorted(deck) == [1, 2, 3]

    assert set(sides) == set(range(1, 7))
    assert all(abs(times - 1000) < 5.5 * np.sqrt(1000 * 5 / 6) for times in sides.values())  # 1 in 4 000 000


def test_what_is_known_of_hidden_dice_stays_true() -> None:
    pile, words = Pile([6], seen_by=OTHER, drawn_from=(1, 2, 6), only=lambda side: side > 1), dice()
    sides: set[int] = set()
    for _ in range(50):
        deal_anew([pile], ME, words, CHANCE)
        sides.update(pile)

    assert sides == {2, 6}


def test_a_die_that_shows_what_it_can_not_is_named() -> None:
    with pytest.raises(PlainError, match=r"7 lies in a Pile with drawn_from=range\(1, 7\), which do not hold it"):
        deal_anew([Pile([7], drawn_from=range(1, 7))], ME, dice(), CHANCE)


@pytest.mark.parametrize("values", [6, {1, 2}, range(0), []])
def test_dice_are_drawn_from_a_list_of_values(values: Any) -> None:
    with pytest.raises(PlainError, match=r"write a range or a list of values, as in range\(1, 7\)"):
        Pile([1], drawn_from=values)


def test_who_thinks_does_not_see_hidden_dice(here: pathlib.Path) -> None:
    """It wins a sixth of 150 games; it would win all if it saw the die."""
    rows = np.asarray(liars(here, "sage").play(0, 150))

    won = int((rows["winners"] == 1).sum())
    assert 3 <= won <= 49  # binomial: a false alarm in 2 000 000 runs if the seed changes


def test_who_looks_at_hidden_dice_is_found(here: pathlib.Path) -> None:
    seen = watching.watched([liars(here, "cheat")])

    assert [finding.mark for finding in watching.hidden(seen)] == [WRONG]
    assert [finding.mark for finding in watching.hidden(watching.watched([liars(here, "honest")]))] == [OK]


def test_a_pile_that_nothing_can_replace_is_named(here: pathlib.Path) -> None:
    seen = watching.watched([liars(here, "honest", ", drawn_from=range(1, 7)", "")])
    (finding,) = watching.hidden(seen)

    assert finding.mark == LOOK
    assert finding.sentence.startswith(
        "the hidden pile player.die can hold nothing else than it does, so the rivals of"
    )


def test_a_pile_is_named_where_everybody_plays_at_random(here: pathlib.Path) -> None:
    seen = watching.watched([liars(here, "random", ", drawn_from=range(1, 7)", "")])

    assert seen["replaceable"] == {"player.die": False}


KEY = '''
from balancer.plain import Game, Persona, Pile, ending


class Key(Game):
    """Player 1 names a place of a key whose colours everybody knows, in an order that player 2 knows."""

    seats, usual = range(2, 3), 2
    over = ending("A place was named.", "name a place")

    def setup(self):
        colours = ["red", "blue", "bomb"]
        self.shuffle(colours)
        self.key = Pile(colours, seen_by=self.players[1])

    def round(self):
        self.begin_turn()
        place = self.players[0].choose("place", [0, 1, 2])
        self.right = self.key[place] == "red"
        self.end("over")

    def score(self, player):
        return int((player.seat == 0) == self.right)


class Cheat(Persona):
    """Looks at the key."""

    def place(self, game, me, option):
        return game.key[option] == "red"
'''


def test_a_pile_whose_order_alone_is_hidden_is_not_called_known(here: pathlib.Path) -> None:
    """A persona that reads the order is a cheat, so nobody is taken to know it."""
    (here / "key.py").write_text(KEY, encoding="utf-8")
    job = CellJob.of(plan.base_cell(load({"game": "key.py", "lineup": ["cheat"]})))
    wrong, look = watching.hidden(watching.watched([job]))

    assert (wrong.mark, look.mark) == (WRONG, LOOK)
    assert look.sentence.startswith(
        "the hidden pile self.key can hold no other cards than it does, so everybody is taken to know which these are; "
        "hidden is only their order, which trial games shuffle; if it was rolled or drawn in secret, "
    )
    assert "if a player chose it, list in drawn_from what could be chosen" in look.sentence


TOWNS = """
from balancer.plain import Game, Pile, ending


class Towns(Game):
    seats, usual = range(2, 3), 2
    over = ending("All towns were visited.", "visit all towns")

    def setup(self):
        towns, self.sick = [10, 11, 12], {10: 0, 11: 0, 12: 0}
        self.shuffle(towns)
        self.notes, self.towns = Pile([1, 2, 3, 4, 5, 6], kind="note"), Pile(towns)

    def turn(self, player):
        player.choose("rest", [0, 1])
        self.notes.pop()
        self.sick[self.towns.pop()] += 1
        if not self.towns:
            self.end("over")

    def score(self, player):
        return self.sick[10]
"""


@pytest.mark.parametrize("kind", ["", ', kind="note"'])
def test_piles_that_were_mixed_are_named_where_trial_games_fail(here: pathlib.Path, kind: str) -> None:
    (here / "towns.py").write_text(TOWNS.replace(', kind="note"', kind), encoding="utf-8")
    settings = Settings(load({"game": "towns.py"}))
    sentences = [finding.sentence for finding in course.looked_on(settings)]
    if kind:
        assert sentences == []
        return
    (sentence,) = sentences
    assert ": KeyError: " in sentence
    assert sentence.endswith(
        " can't see had been redealt among self.notes and self.towns: if these never hold the same cards, give one of "
        'them a kind of its own: Pile(..., kind="event")'
    )
