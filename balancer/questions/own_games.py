"""A designer's own game before it is played: if it has passed `balancer try`, and how its component tables were read.

A game that has passed has a mark in the cache, by the hash of its sources.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
from collections.abc import Iterator

from balancer import games
from balancer.core.cache.kernel_cache import kernel_folder
from balancer.core.component_table import ComponentTable, WrittenTable
from balancer.core.game import Game
from balancer.scenario.resolved import Scenario

FOLDER = "tried"


def path_of(game: Game) -> pathlib.Path:
    """Return the file that marks a game, with its sources as they are now, as tried."""
    return kernel_folder().parent / FOLDER / game.sources


def mark(game: Game) -> None:
    """Note that nothing is wrong with a game; where the cache can't be written, nothing is noted."""
    with contextlib.suppress(OSError):
        path_of(game).parent.mkdir(parents=True, exist_ok=True)
        path_of(game).touch()


def never_tried(game: Game) -> bool:
    """Tell whether a game has never passed as it is now; those of this package are tested."""
    return game.name not in games.own_names() and not path_of(game).exists()


def table_notes(scenario: Scenario) -> Iterator[str]:
    """Yield what is to be said of how the tables of the base rules were read, a sentence each."""
    for file, _, written in written_tables(scenario):
        yield from (f"{file}: {note}" for note in written.notes)


def written_tables(scenario: Scenario) -> Iterator[tuple[str, ComponentTable, WrittenTable]]:
    """Yield the component tables of the base rules, each with its file."""
    for knob, table in scenario.game.components.items():
        path = scenario.base.table_files.get(knob) or scenario.game.own_table(knob)
        yield os.path.relpath(path), table, table.written(path)
