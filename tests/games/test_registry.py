"""The names of the games, and their rooms on demand."""

import dataclasses
import subprocess
import sys

import pytest

from balancer import games
from balancer.core.game import Whole


def test_every_room_is_listed_by_the_name_on_its_door():
    for name in games.own_names():
        game = games.load(name)
        assert game.name == name == game.folder.name

    assert "black_death" in games.own_names()
    assert set(games.own_names()) <= set(games.names())


def test_a_game_that_is_not_there():
    with pytest.raises(KeyError, match="chess"):
        games.load("chess")


def test_asking_for_one_game_loads_no_other():
    code = "import sys; from balancer import games; games.load('black_death'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "balancer.games.black_death" in done.stdout.split()
    assert "balancer.games.oktoberfest" not in done.stdout.split()


def test_figures_that_add_up_are_the_games_own():
    game = games.load("biergarten")
    wrong = [
        Whole("Sum", "", {"barrels_matches": "matches", "beer": "beer"}),
        Whole("Mix", "", {"barrels_matches": "matches", "swaps": "swaps"}),
    ]

    assert [whole.title for whole in game.wholes] == ["Barrels by source", "Who begins the final round"]
    with pytest.raises(
        ValueError, match=r"wholes: Sum: there is no extra beer; wholes: Mix: its parts have different measures"
    ):
        dataclasses.replace(game, wholes=tuple(wrong))
