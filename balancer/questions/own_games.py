"""Checks of a designer's own game before it is played: whether it has passed `balancer try`, notes on its tables.

A game that has passed is marked in the cache by the hash of its sources.
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
    """Return the file that marks a game, with its present sources, as tried."""
    return kernel_folder().parent / FOLDER / game.sources


def mark(game: Game) -> None:
    """Mark a game as tried, if the cache can be written."""
    with contextlib.suppress(OSError):
        path_of(game).parent.mkdir(parents=True, exist_ok=True)
        path_of(game).touch()


def never_tried(game: Game) -> bool:
    """Return whether a game has never passed as it is now; games of this package are tested."""
    return game.name not in games.own_names() and not path_of(game).exists()


def table_notes(scenario: Scenario) -> Iterator[str]:
    """Yield notes on how the component tables of the base rules were read."""
    for file, _, written in written_tables(scenario):
        yield from (f"{file}: {note}" for note in written.notes)


def written_tables(scenario: Scenario) -> Iterator[tuple[str, ComponentTable, WrittenTable]]:
    """Yield the component tables of the base rules, each with its file."""
    for knob, table in scenario.game.components.items():
        path = scenario.base.table_files.get(knob) or scenario.game.own_table(knob)
        yield os.path.relpath(path), table, table.written(path)
