"""Game by game, the rules and their plain reference (same dice, no shared rules) agree under random players."""

import pathlib
from typing import Any

import pytest

from balancer.games.black_death import GAME
from balancer.plain.files import load_file
from balancer.testing.agreement import assert_same_as_plain
from tests.games.combinations import variants_with_players

PLAIN = load_file(pathlib.Path(__file__).with_name("plain.py"))
SEED = 7

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "to the right": {"offer_to": "right"},
    "drawing": {"order": "draw"},
    "head starts": {"head_start": [0, 2, 1, 0, 5, 3, 0, 1, 4, 2], "ranks": 6},
    "drawing to the right": {"order": "draw", "offer_to": "right"},
    "the smallest deck": {"suits": 2, "ranks": 5},
    "the largest deck": {"suits": 6, "ranks": 26},
    "six suits": {"suits": 6, "ranks": 7},
    "old maid": {"suits": 2, "ranks": 26, "order": "draw"},
    "cut off": {"max_rounds": 10},
    "cut off, drawing to the right": {"max_rounds": 11, "order": "draw", "offer_to": "right", "suits": 2},
    "small, to the right": {"suits": 2, "ranks": 6, "offer_to": "right"},
}


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [2, 3, 4, 6, 10]))
def test_every_game_is_the_same(variant, players):
    games = 4 if variant == "the largest deck" else 12

    assert_same_as_plain(GAME, PLAIN, VARIANTS[variant], players, seed=SEED, games=games)


@pytest.mark.parametrize("order", ["offer", "draw"])
def test_games_in_which_the_first_two_are_out_in_the_setup_are_the_same(order):
    """Who would be first is out, and so is the next: the one after them is.

    Never to the right: the deck is odd, so the first and the last player can't both get an even number of cards.
    """
    rules: dict[str, Any] = {"suits": 6, "ranks": 5, "order": order}
    numbers = [number for number in range(1500) if not any(hand for hand in hands_dealt(number, 4, rules)[:2])]

    assert numbers
    for number in numbers:
        assert_same_as_plain(GAME, PLAIN, rules, 4, seed=SEED, games=1, first=number)


def test_games_that_end_in_the_setup_are_the_same():
    """So few cards that all of them may pair off in the deal: no turn, no round, no standings."""
    rules: dict[str, Any] = {"suits": 2, "ranks": 5}
    numbers = [number for number in range(400) if not all(hands_dealt(number, 2, rules))]

    assert numbers
    for number in numbers:
        assert_same_as_plain(GAME, PLAIN, rules, 2, seed=SEED, games=1, first=number)


def hands_dealt(number, players, rules):
    table = PLAIN.lay_table({**PLAIN.defaults, **rules}, players, PLAIN.read_parts(), [PLAIN.persona("random")])
    course = PLAIN.begun(table, SEED, number)
    course.game.setup()
    return [player.hand for player in course.game.players]
