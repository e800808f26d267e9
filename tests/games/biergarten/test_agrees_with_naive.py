"""Game by game, the room and the naive reference (same dice, no shared code) play the same under random players."""

import csv
import pathlib

import pytest

from balancer.games.biergarten import GAME
from balancer.testing.agreement import assert_same_games
from tests.games.biergarten import naive
from tests.games.biergarten.variants import VARIANTS
from tests.games.combinations import variants_with_players

SEED = 11
GAMES = {2: 1, 3: 2, 4: 3, 5: 4}
"""By number of players: gardens of two grow large, and the reference tries every rearrangement of them."""


def rows_of(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def agree(variant, players, *, seed, games):
    rules = VARIANTS[variant]
    rows = rows_of(pathlib.Path(rules.get("parts", GAME.folder / "components.csv")))
    knobs = {name: value for name, value in rules.items() if name != "parts"}

    assert_same_games(
        GAME, lambda number: naive.play(seed, number, players, knobs, rows), rules, players, seed=seed, games=games
    )


@pytest.mark.parametrize(("variant", "players"), variants_with_players(VARIANTS, list(GAMES)))
def test_every_game_is_the_same(variant, players):
    agree(variant, players, seed=SEED, games=GAMES[players])


@pytest.mark.verify
@pytest.mark.parametrize("players", GAMES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_are_the_same(variant, players):
    agree(variant, players, seed=SEED + 1, games=20 * GAMES[players])
