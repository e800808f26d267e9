"""Game by game, the rules and their plain reference (same dice, no shared rules) agree under random players."""

import pathlib
from typing import Any

import pytest

from balancer.games.devils_tarok import GAME
from balancer.plain.files import load_file
from balancer.testing.agreement import assert_same_as_plain
from tests.games.combinations import variants_with_players

PLAIN = load_file(pathlib.Path(__file__).with_name("plain.py"))
SEED = 7

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "checked after each trick": {"end_check": "trick", "head_start": [0, 10, 0, 100, 35]},
    "classical": {"trumps": "majors", "fool": "excuse", "points_fool": 45},
    "majors are trumps": {"trumps": "majors", "draw": False},
    "the excused Fool": {"fool": "excuse", "end_check": "trick", "points_fool": 20},
    "small hands, no draw pile": {"hand_size": 3, "draw": False, "target": 200},
    "hands of 4, all drawn": {"hand_size": 4, "target": 2000},
    "high Aces and other points": {
        "ace": "high",
        "points_pip": "zero",
        "points_major": 7,
        "points_devil": 200,
        "points_king": 3,
        "points_queen": 0,
        "points_knight": 1,
        "points_page": 99,
    },
    "high Aces, face value, trumps": {"ace": "high", "trumps": "majors"},
    "cut off": {"target": 5000, "max_rounds": 100},
    "cut off after each trick, few points": {
        "end_check": "trick",
        "max_rounds": 101,
        "points_major": 0,
        "points_pip": "zero",
    },
}


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [2, 3, 4, 5]))
def test_every_game_is_the_same(variant, players):
    assert_same_as_plain(GAME, PLAIN, VARIANTS[variant], players, seed=SEED, games=12)


@pytest.mark.parametrize(("players", "hand_size"), [(2, 26), (3, 26), (4, 19), (5, 15)])
def test_the_largest_hands(players, hand_size):
    assert_same_as_plain(GAME, PLAIN, {"hand_size": hand_size, "ace": "high"}, players, seed=SEED, games=8)
