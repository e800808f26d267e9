"""Game by game, the rules and the naive reference (same dice, no shared code) play the same under random players."""

import csv
import pathlib
from typing import Any

import pytest

from balancer.games.bartender import GAME
from balancer.testing.agreement import assert_same_games
from tests.games.bartender import naive
from tests.games.combinations import variants_with_players

ODD_TABLE = pathlib.Path(__file__).parent / "odd_table.csv"
GAMES = 40
SEED = 11

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "secret auction": {"auction": "secret", "max_bid": 40, "bad_nights_out": 1},
    "fixed goal": {"auction": "fixed", "fixed_goal": 4, "packed_bar": 12, "needs_good": True},
    "no draft": {"draft": "none", "final_tie": "nobody", "revealed_go": "breakage", "head_start": [0, 3, 1, 2, 0, 3]},
    "redraft": {"head_start": [3, 0, 1, 2, 2, 0], "redraft": True, "bic_draw": 0, "bad_nights_out": 0, "reveal": 3},
    "long, from the breakage": {"hand_size": 10, "hours": 24, "shifts": 8, "draw_every_hour": True, "reveal": 10},
    "back on top": {"revealed_go": "top", "packed_bar": 0, "hours": 3, "shifts": 20, "max_rounds": 12},
    "no admissions": {"reveal": 0, "max_bid": 5, "bic_draw": 6},
    "hand of one": {"hand_size": 1, "shifts": 1, "hours": 1},
    "an odd table": {"parts": str(ODD_TABLE), "bad_nights_out": 3},
    "an odd table, redrafted": {
        "parts": str(ODD_TABLE),
        "redraft": True,
        "auction": "secret",
        "draw_every_hour": True,
        "bad_nights_out": 5,
        "packed_bar": 60,
    },
    "an odd table, mulligan": {"parts": str(ODD_TABLE), "draft": "none", "redraft": True, "auction": "fixed"},
}


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, [3, 4, 5, 6]))
def test_every_game_is_the_same(variant: str, players: int) -> None:
    rules = VARIANTS[variant]
    path = pathlib.Path(rules["parts"]) if "parts" in rules else GAME.folder / "components.csv"
    with path.open(encoding="utf-8") as file:
        table = list(csv.DictReader(line for line in file if not line.startswith("#")))
    knobs = {name: value for name, value in rules.items() if name != "parts"}

    def reference(game: int) -> dict[str, Any]:
        return naive.play(SEED, game, players, knobs, table)

    assert_same_games(GAME, reference, rules, players, seed=SEED, games=GAMES)
