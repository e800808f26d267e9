"""Game by game, the fast room and the naive reference (same dice, no shared code) agree under random players."""

from typing import Any

import pytest

from balancer.core.authoring.row_checks import named_figures
from balancer.games.black_death import GAME
from balancer.testing import cases
from balancer.testing.agreement import assert_same_games
from balancer.testing.cases import Case
from balancer.testing.naive_dice import Dice
from tests.games.black_death import naive

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


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_the_same(variant, players):
    rules = VARIANTS[variant]
    games = 4 if variant == "the largest deck" else 12

    assert_same_games(
        GAME, lambda number: naive.play(SEED, number, players, rules), rules, players, seed=SEED, games=games
    )


@pytest.mark.parametrize("order", ["offer", "draw"])
def test_games_in_which_the_first_two_are_out_in_the_setup_are_the_same(order):
    """Who would be first is out, and so is the next: the one after them is.

    Never to the right: the deck is odd, so the first and the last player can't both get an even number of cards.
    """
    knobs: dict[str, Any] = {"suits": 6, "ranks": 5, "order": order}
    seen = 0
    for game in range(1500):
        hands = dealt(game, 4, knobs)
        if not hands[0] and not hands[1]:
            (row,) = cases.play(GAME, Case({**GAME.defaults, **knobs}, 4, (GAME.persona("random"),)), game, 1, SEED)
            expected = naive.play(SEED, game, 4, knobs)
            expected.pop("standings")

            assert named_figures(GAME, row) == expected
            seen += 1
    assert seen > 0


def test_games_that_end_in_the_setup_are_the_same():
    """So few cards that all of them may pair off in the deal: no turn, no round, no standings."""
    knobs: dict[str, Any] = {"suits": 2, "ranks": 5}
    seen = 0
    for game in range(400):
        if ends_in_setup(game, knobs):
            (row,) = cases.play(GAME, Case({**GAME.defaults, **knobs}, 2, (GAME.persona("random"),)), game, 1, SEED)
            expected = naive.play(SEED, game, 2, knobs)
            expected.pop("standings")

            assert row.turns == row.rounds == 0
            assert named_figures(GAME, row) == expected
            seen += 1
    assert seen > 0


def ends_in_setup(game, knobs):
    return any(not hand for hand in dealt(game, 2, knobs))


def dealt(game, players, knobs):
    return [naive.without_pairs(cards) for cards in naive.deal(Dice(SEED, game), players, {**naive.DEFAULTS, **knobs})]
