"""What games say chance gave to seats before the first choice (core/dealing.py)."""

import pathlib
from typing import Any

import numpy as np
import pytest

from balancer import games

GAMES = 60


def dealt(name: str, players: int = 4, **rules: Any) -> tuple[Any, Any]:
    """Return the game, and uint64[games, seats]."""
    game = games.load(name)
    complete = {**game.defaults, **rules}
    table = game.lay_table(complete, players, game.read_parts(), [game.persona(one) for one in game.lineup])
    sets = game.dealt(table, 5, 0, GAMES)
    assert sets.shape[-1] == 1
    sets = sets[..., 0]
    assert not sets[:, players:].any()
    return game, sets[:, :players]


def bits(sets: Any) -> Any:
    return np.bitwise_count(sets)


@pytest.mark.parametrize("players", [3, 7])
def test_death_is_dealt_once_and_hands_hold_no_pairs(players: int) -> None:
    game, sets = dealt("black_death", players)
    assert ((sets & np.uint64(1)).sum(axis=1) == 1).all()
    assert game.dealt_names[0] == "Death"
    odd = np.bitwise_xor.reduce(sets >> np.uint64(1), axis=1)
    assert (odd == 0).all()  # every rank has as many cards as suits, an even number: pairs out leave it even


def test_bartender_deals_whole_hands_before_cards_are_replaced() -> None:
    _, sets = dealt("bartender")
    _, drafted = dealt("bartender", draft="none")
    assert (sets == drafted).all()
    assert bits(sets).max() <= 5
    assert bits(sets).min() >= 1


def test_oktoberfest_gives_seat_1_the_tops_of_the_piles() -> None:
    _, sets = dealt("oktoberfest", piles=3)
    assert not sets[:, 1:].any()
    assert set(bits(sets[:, 0])) <= {1, 2, 3}


def test_a_wish_is_dealt_and_held() -> None:
    name = games.add_file(pathlib.Path(__file__).parents[2] / "examples" / "plain_windfall.py")
    game, sets = dealt(name)
    table = game.lay_table(game.defaults, 4, game.read_parts(), [game.persona("careful")])
    rows = game.play(table, game.history(game.defaults), 5, 0, GAMES)
    assert (np.asarray(rows["parts"])[:, :4] == sets).all()


def test_festo_deals_nothing() -> None:
    game, sets = dealt("festo")
    assert game.dealt_when == ""
    assert not sets.any()
