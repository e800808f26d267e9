"""The names of the games; a room is imported only when its game is asked for.

A game from outside this package registers itself as an entry point of the group ``balancer.games``: its name is the
game's, its value the room's package, which holds a ``GAME``.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from balancer.core.game import Game

GROUP = "balancer.games"


def own_names() -> list[str]:
    """Names of the rooms in this package."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def names() -> list[str]:
    """Names of all games: the rooms here and those of plug-ins."""
    plugged = {entry.name for entry in importlib.metadata.entry_points(group=GROUP)}
    return sorted({*own_names(), *plugged})


def load(name: str) -> Game:
    """The game of that name; KeyError if there is none."""
    if name in own_names():
        game: Game = importlib.import_module(f"{__name__}.{name}").GAME
        return game
    for entry in importlib.metadata.entry_points(group=GROUP, name=name):
        game = entry.load()
        return game if not hasattr(game, "GAME") else game.GAME  # the package, or the Game itself
    raise KeyError(name)
