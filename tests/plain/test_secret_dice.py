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
from balancer.questions.tryout import watching
from balancer.questions.tryout.finding import LOOK, OK, WRONG
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
