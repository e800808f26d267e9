"""Which games have passed `balancer try`: a mark in the cache for each hash of a game's sources."""

from __future__ import annotations

import contextlib
import pathlib

from balancer import games
from balancer.core.cache.kernel_cache import kernel_folder
from balancer.core.game import Game

FOLDER = "tried"


def path_of(game: Game) -> pathlib.Path:
    """The mark of a game's sources as they are now."""
    return kernel_folder().parent / FOLDER / game.sources


def mark(game: Game) -> None:
    """Note that nothing is wrong with a game; where the cache can't be written, nothing is noted."""
    with contextlib.suppress(OSError):
        path_of(game).parent.mkdir(parents=True, exist_ok=True)
        path_of(game).touch()


def never_tried(game: Game) -> bool:
    """Whether a game from outside has never passed as it is now: those of this package are tested."""
    return game.name not in games.own_names() and not path_of(game).exists()
