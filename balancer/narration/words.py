"""The words of a compiled game: its narration.py, or names and numbers if it has none."""

from __future__ import annotations

import importlib
import importlib.util
import types
from typing import TYPE_CHECKING, Any

from balancer.core.authoring.game_checks import NARRATION, hook_of

if TYPE_CHECKING:
    from balancer.core.game import Game


def words_of(game: Game) -> Any:
    """Return a game's functions `setup_words`, `option_words`, `standing_words`, and others of its narration."""
    name = f"{game.package.__name__}.{NARRATION}"
    if importlib.util.find_spec(name) is not None:
        return importlib.import_module(name)
    return types.SimpleNamespace(
        setup_words=lambda _: [],
        option_words=lambda _table, _seat, _node, option: f"option {option}",
        standing_words=lambda table: standing_words(game, table),
    )


def standing_words(game: Game, table: Any) -> list[str]:
    """Return ``seat 2 17`` for every seat."""
    standing_of = hook_of(game.package.__name__, "standing_of")
    return [f"seat {seat + 1} {standing_of(table, seat)}" for seat in range(table.seats)]
