"""Game by game, the game and its naive reference (same dice, no shared code) agree under random players."""

import csv
import pathlib
from typing import Any

import pytest

from balancer.testing.agreement import assert_same_games
from windfall import GAME

from . import naive

ODD_TABLE = pathlib.Path(__file__).parent / "odd_table.csv"

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "one wasp": {"wasps": 1},
    "many wasps": {"wasps": 30, "basket": 50},
    "nothing given": {"gift": False},
    "small baskets": {"basket": 5},
    "wishes count alike": {"wish_counts": 1},
    "cut off": {"max_rounds": 2, "wish_counts": 5},
    "an odd table": {"parts": str(ODD_TABLE), "wish_counts": 3},
}


def rows_of(path: pathlib.Path) -> list[tuple[str, int, int]]:
    """A component table as the reference takes it."""
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [(row["name"], int(row["value"]), int(row["count"])) for row in rows]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_the_same(variant: str, players: int) -> None:
    rules = VARIANTS[variant]
    knobs = {name: value for name, value in rules.items() if name != "parts"}
    rows = rows_of(ODD_TABLE) if "parts" in rules else naive.ROWS

    def by_naive(number: int) -> dict[str, Any]:
        return naive.play(7, number, players, knobs, rows)

    assert_same_games(GAME, by_naive, rules, players, seed=7, games=60)


def test_both_have_the_printed_table() -> None:
    assert rows_of(GAME.own_table("parts")) == naive.ROWS
