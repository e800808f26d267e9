"""Whether a room holds what its card on the door promises: the files and functions that are looked for by name."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from types import ModuleType

from balancer.core.game import Game
from balancer.wording import hint

WORDS = ("setup_words", "option_words", "event_words", "standing_words")
"""The functions of narration.py."""

MODULES = ("decisions", "narration", "table")


def misfits(game: Game) -> list[str]:
    """What `balancer trace`, tests and the loop over games would look for in vain; each is told with its file.

    Raises whatever the room's modules raise when they are imported.
    """
    room = game.room.__name__
    missing = [module for module in MODULES if importlib.util.find_spec(f"{room}.{module}") is None]
    if missing:
        return [f"there is no {module}.py beside {game.room.__file__}" for module in missing]
    moves, words, table = (importlib.import_module(f"{room}.{module}") for module in MODULES)
    return [*_choosers(game, moves), *_words(words), *_nodes(game, table), *_extras(game, table)]


def _choosers(game: Game, moves: ModuleType) -> Iterator[str]:
    """Each node has a chooser, and each chooser a node."""
    wanted = [f"choose_{node.name}" for node in game.nodes]
    found = [name for name in vars(moves) if name.startswith("choose_")]
    for name in wanted:
        if name not in found:
            spare = [other for other in found if other not in wanted]
            yield f"{moves.__file__} has no {name}, for the node {name[len('choose_') :]} of GAME{hint(name, spare)}"
    for name in found:
        if name not in wanted:
            node = name[len("choose_") :]
            yield f"{moves.__file__} has {name}, but GAME has no node {node}{hint(node, game_nodes(game))}"


def _words(words: ModuleType) -> Iterator[str]:
    for name in WORDS:
        if not hasattr(words, name):
            yield f"{words.__file__} has no {name}{hint(name, list(vars(words)))}"


def _nodes(game: Game, table: ModuleType) -> Iterator[str]:
    """What the rules call by number stands in the same order in GAME, as far as table.py tells."""
    nodes = game_nodes(game)
    number = getattr(table, "N_NODES", len(nodes))
    if number != len(nodes):
        yield f"{table.__file__}: N_NODES is {number}, but GAME has {len(nodes)} nodes ({', '.join(nodes)})"
        return
    named = [name.lower() for name in getattr(getattr(table, "NODE", ()), "_fields", ())]
    if named and named != nodes:
        yield f"{table.__file__}: NODE has {', '.join(named)}, but GAME.nodes are {', '.join(nodes)}"


def _extras(game: Game, table: ModuleType) -> Iterator[str]:
    names = [extra.name for extra in game.extras]
    extras = getattr(table, "EXTRA", None)
    for field in getattr(extras, "_fields", ()):
        number, name = getattr(extras, field), field.lower()
        if name in names and names.index(name) != number:
            there = names.index(name)
            yield f"{table.__file__}: EXTRA.{field} is {number}, but {name} is number {there} of GAME.extras"
        elif not 0 <= number < len(names):
            yield f"{table.__file__}: EXTRA.{field} is {number}, but GAME has {len(names)} extras"


def game_nodes(game: Game) -> list[str]:
    """The names of a game's nodes."""
    return [node.name for node in game.nodes]
