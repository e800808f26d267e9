"""A game of plain Python and its compiled twin play the same games: every field of every row."""

import importlib
import itertools
import pathlib
import sys
from typing import Any

import numpy as np
import pytest

from balancer import games
from balancer.plain.dice import Dice
from balancer.plain.files import load_file
from balancer.testing import naive_dice

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
COUNT = 60


def rows(game: Any, lineup: list[str], players: int, rules: dict[str, Any], seed: int) -> Any:
    """Return the first games of a seed."""
    rules = {**game.defaults, **rules}
    table = game.lay_table(rules, players, game.read_parts(), [game.persona(name) for name in lineup])
    return np.asarray(game.play(table, game.history(rules), seed, 0, COUNT))


def assert_same(plain: Any, compiled: Any) -> None:
    for name in plain.dtype.names:
        wrong = np.flatnonzero(
            [one.tobytes() != two.tobytes() for one, two in zip(plain[name], compiled[name], strict=True)]
        )
        assert not len(wrong), f"game {wrong[0]}: {name} {plain[name][wrong[0]]} and {compiled[name][wrong[0]]}"


@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"suits": 2, "ranks": 5, "offer_to": "right"},
        {"order": "draw", "ranks": 20},
        {"order": "draw", "offer_to": "right", "suits": 6, "max_rounds": 12},
    ],
)
def test_black_death_at_random(players: int, rules: dict[str, Any]) -> None:
    """Personas break ties by one draw there, so that they are not the same game by game."""
    plain, compiled = load_file(EXAMPLES / "plain_black_death.py"), games.load("black_death")

    assert_same(*(rows(game, ["random"], players, rules, 5) for game in (plain, compiled)))


@pytest.fixture(scope="module")
def windfall() -> Any:
    sys.path.insert(0, str(EXAMPLES / "windfall" / "src"))
    try:
        return importlib.import_module("windfall").GAME
    finally:
        sys.path.pop(0)


@pytest.mark.parametrize(
    ("players", "lineup"),
    list(itertools.product([2, 3, 5], [["random"], ["careful", "bold", "counter", "counter"], ["random", "counter"]])),
)
def test_windfall_with_its_personas(windfall: Any, players: int, lineup: list[str]) -> None:
    plain = load_file(EXAMPLES / "plain_windfall.py")

    for rules in ({}, {"wasps": 25, "gift": False, "wish_counts": 5}):
        assert_same(*(rows(game, lineup, players, rules, 3) for game in (plain, windfall)))


@pytest.mark.parametrize("length", [1, 2, 23, 24, 157, 4096, 4097])
def test_shuffles_are_those_of_the_naive_dice(length: int) -> None:
    mine, naive = Dice(7, 3), naive_dice.NaiveDice(7, 3)
    mine.go_to(0, 0)
    one, two = list(range(length)), list(range(length))

    mine.shuffle(one, 0)
    naive.shuffle(two)

    assert one == two
    assert mine.below(0, 1000) == naive.below(0, 0, 1000)
