"""Game by game, the room and the naive reference (same dice, no shared code) play the same under random players."""

import csv
import pathlib
from typing import Any

import pytest

from balancer.games.oktoberfest import GAME
from balancer.testing.agreement import assert_same_games
from tests.games.combinations import variants_with_players
from tests.games.oktoberfest import naive

ODD_TABLE = pathlib.Path(__file__).parent / "odd_table.csv"

GAMES = 60
SEED = 11

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "low threshold": {"win_threshold": 12},
    "off, early contests": {"win_threshold": 0, "contest_from_round": 1, "head_start": [0, 1, 0, 3, 2, 1, 0]},
    "one pile": {"piles": 1, "removed": "auto", "tipsiest_loses": 3},
    "six piles": {"piles": 6, "tipsiest_ties": "none", "tipsiest_loses": 2},
    "ties to the challenger": {"ties_to": "challenger", "contest_from_round": 2, "bank_rest": False},
    "banked counts": {"instant_counts_banked": True, "win_threshold": 20, "banked_tipsiness": 0},
    "nothing rescued": {"rescue_banked": False, "wild_contest_any": False, "banked_tipsiness": 6},
    "cut off": {"max_rounds": 5, "contest_from_round": 1},
    "everything": {
        "win_threshold": 14,
        "contest_from_round": 2,
        "removed": "auto",
        "piles": 2,
        "ties_to": "challenger",
        "tipsiest_loses": 3,
        "tipsiest_ties": "none",
        "banked_tipsiness": 1,
        "instant_counts_banked": True,
        "bank_rest": False,
        "rescue_banked": False,
        "wild_contest_any": False,
        "max_rounds": 14,
    },
    "an odd table": {"parts": str(ODD_TABLE), "win_threshold": 40, "contest_from_round": 1},
    "an odd table, none removed": {"parts": str(ODD_TABLE), "win_threshold": 60, "removed": 0, "piles": 4},
}


def rows_of(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [3, 4, 5, 6, 7]))
def test_every_game_is_the_same(variant: str, players: int) -> None:
    rules = VARIANTS[variant]
    path = pathlib.Path(rules.get("parts", GAME.folder / "components.csv"))
    if GAME.problems({**GAME.defaults, **rules}, players, GAME.read_table("parts", path)):
        rules = {**rules, "removed": "auto"}
    knobs, rows = {name: value for name, value in rules.items() if name != "parts"}, rows_of(path)

    def reference(game: int) -> dict[str, Any]:
        return naive.play(SEED, game, players, knobs, rows)

    assert_same_games(GAME, reference, rules, players, seed=SEED, games=GAMES)
