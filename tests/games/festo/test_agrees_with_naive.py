"""Game by game, the compiled rules and the naive reference (same random numbers, no shared code) play the same."""

import pathlib
from typing import Any

import pytest

from balancer.games.festo import GAME
from balancer.testing.agreement import assert_same_games
from tests.games.combinations import variants_with_players
from tests.games.festo import naive

ODD_DISHES = pathlib.Path(__file__).parent / "odd_dishes.csv"
ODD_EVENTS = pathlib.Path(__file__).parent / "odd_events.csv"
GAMES = 10
SEED = 11

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "magical": {"magical": True},
    "no events": {"events": False, "head_start": [0, 1, 5, 0, 2]},
    "no abilities": {"abilities": "none"},
    "some abilities": {"abilities": ["orc", "elf"], "salt": 9, "dwarf_last_vp": 5},
    "five dice, no majorities": {"dice": 5, "take_all": False},
    "no dice": {"dice": 0, "magical": True, "column_extra": [2, 1, 3]},
    "many rounds": {"rounds": 8, "helpers": 12, "set_bonus": [3, 1, 4, 0, 5, 9], "ingredient_vp": 3},
    "full markets": {
        "magical": True,
        "rounds": 8,
        "market_max": 8,
        "market_fill": 6,
        "shelf_max": 6,
        "stock": 25,
        "reserve_discount": 3,
    },
    "empty markets": {"market_fill": 0, "market_max": 3, "salt": 0, "helpers": 2, "stock": 6},
    "two events, reshuffled": {"event_effects": ["market_remove", "keep_covers"], "rounds": 5},
    "no effects": {"event_effects": "none"},
    "cut off": {"max_rounds": 2},
    "odd dishes": {"dishes": str(ODD_DISHES), "magical": True, "rounds": 6},
    "odd events": {"events_table": str(ODD_EVENTS), "rounds": 8},
}


def agree(variant: str, players: int, games: int) -> None:
    changes = VARIANTS[variant]
    tables = {knob: naive.rows_of(pathlib.Path(changes.get(knob, GAME.own_table(knob)))) for knob in GAME.components}
    rules = {knob: value for knob, value in changes.items() if knob not in tables}

    def play(number: int) -> dict[str, Any]:
        return naive.play(SEED, number, players, rules, tables["dishes"], tables["events_table"])

    assert_same_games(GAME, play, changes, players, seed=SEED, games=games)


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [2, 3, 4, 5]))
def test_every_game_is_the_same(variant: str, players: int) -> None:
    agree(variant, players, GAMES)


@pytest.mark.verify
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_are_the_same(variant: str, players: int) -> None:
    agree(variant, players, 10 * GAMES)
