"""Positions of games of plain Python, as core/thinking/positions.py notes those of compiled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.core.thinking.positions import OWN, Positions
from balancer.plain.course import Listener
from balancer.plain.errors import PlainError
from balancer.plain.rows import rows_of

if TYPE_CHECKING:
    from balancer.plain.game import Game
    from balancer.plain.playable import PlayableGame
    from balancer.plain.table import PlainTable


class Notes(Listener):
    """A listener that notes the position when a round begins, but the first: what the round before has left."""

    def __init__(self, names: list[str]) -> None:
        """Listen to one game; names: of the quantities, filled in by the first position of all games."""
        self.names = names
        self.looks: list[list[list[int]]] = []

    def on_round(self, game: Game) -> None:
        """Note the positions of all seats."""
        if game.rounds > 1:
            self.looks.append([self._position(game, player) for player in game._course.seats])  # noqa: SLF001  the engine's own

    def _position(self, game: Game, player: Any) -> list[int]:
        quantities, standing = game.quantities(player), int(game.standing(player))
        self.names[:] = self.names or quantities
        if list(quantities) != self.names:
            raise PlainError(
                f"quantities(self, player) names {list(quantities)}, before it named {self.names}", "quantities"
            )
        return [standing, standing, *(int(value) for value in quantities.values())]


def noted(game: PlayableGame, table: PlainTable, seed: int, first: int, count: int) -> Positions:
    """Play games first .. first+count-1 and return them with their positions; standings are their worth, too."""
    names: list[str] = []
    games, played = [], []
    for number in range(first, first + count):
        table.listener = notes = Notes(names)
        played.append(game.played(table, seed, number)[1])
        games.append(notes.looks)
    table.listener = None
    lengths = np.array([len(rounds) for rounds in games], np.int64)
    values = np.zeros((count, max(1, *lengths), table.seats, OWN + len(names)), np.int64)
    for rounds, positions in zip(values, games, strict=True):
        rounds[: len(positions)] = np.array(positions, np.int64).reshape(-1, *rounds.shape[1:])
    return Positions(rows_of(played, first, table, game), values, lengths, names)
