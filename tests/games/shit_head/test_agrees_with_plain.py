"""Game by game, the rules and their plain reference (same dice, no shared rules) agree under random players."""

import pathlib
from typing import Any

import pytest

from balancer.games.shit_head import GAME
from balancer.plain.files import load_file
from balancer.testing.agreement import assert_same_as_plain
from tests.games.combinations import variants_with_players

PLAIN = load_file(pathlib.Path(__file__).with_name("plain.py"))
SEED = 7

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {"max_rounds": 60},
    "to the last player": {"play_to": "last", "max_rounds": 60},
    "may pick up, strictly higher": {"must_play": False, "equal_allowed": False, "max_rounds": 40},
    "nothing special": {
        "four_burns": False,
        "ten_burns": False,
        "two_resets": False,
        "hanged_man_reverses": False,
        "max_rounds": 60,
    },
    "major specials, the Devil lets 2s pass": {"major_specials": True, "devil_blocks_two": False, "max_rounds": 60},
    "major specials without 2s": {"major_specials": True, "two_resets": False, "max_rounds": 60},
    "major specials without 10s": {"major_specials": True, "ten_burns": False, "max_rounds": 60},
    "majors over minors": {"majors_over_minors": "always", "play_to": "last", "max_rounds": 60},
    "few majors": {"majors": "specials_only", "max_rounds": 60, "head_start": [0, 1, 3, 0, 2, 1]},
    "few majors, no Fool": {"majors": "specials_only", "fool": "none", "max_rounds": 60},
    "no Fool, strictly higher": {"fool": "none", "equal_allowed": False, "max_rounds": 60},
    "one card each": {"down": 1, "up": 1, "hand": 1, "play_to": "last"},
    "many cards": {"down": 3, "up": 5, "hand": 5, "max_rounds": 40},
    "many face down": {"down": 5, "up": 1, "hand": 2, "must_play": False, "play_to": "last", "max_rounds": 60},
}


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [2, 3, 4, 6]))
def test_every_game_is_the_same(variant, players):
    rules = VARIANTS[variant]
    if players * (rules.get("down", 3) + rules.get("up", 3) + rules.get("hand", 3)) > 58:
        rules = {**rules, "up": 3, "hand": 3}

    assert_same_as_plain(GAME, PLAIN, rules, players, seed=SEED, games=15)
