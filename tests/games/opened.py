"""A table of any game on which positions are laid out."""

from collections.abc import Sequence
from typing import Any

from balancer.core.game import Game
from balancer.testing import cases


def opened(game: Game, players: int, lineup: Sequence[str], number: int = 0, **knobs: Any) -> Any:
    """Return a table by rules that can be played, with a game of seed 1 opened on it; the line-up begins at seat 0."""
    complete = {**game.defaults, **knobs}
    parts = cases.parts_of(game, complete)
    assert game.problems(complete, players, parts) == []
    table = game.lay_table(complete, players, parts, [game.persona(name) for name in lineup], seating="fixed")
    game.open_game(table, 1, number)
    return table


def set_habit(table: Any, seat: int, name: str, value: int) -> None:
    """Give the persona that plays a seat another habit; what the rule `habits_of` hands out, compiled, is a copy."""
    setattr(table.lineup[table.entry[seat]].habits, name, value)
