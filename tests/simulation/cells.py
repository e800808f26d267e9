"""Cells for tests, made by hand so that they depend on no scenario file."""

from typing import Any

from balancer import games
from balancer.scenario.plan import Cell

LINEUP = ("middler", "baiter", "reader", "even")


def cell(**changes: Any) -> Cell:
    """A small cell of Black Death, the printed rules but for `changes`."""
    game = games.load(changes.get("game", "black_death"))
    lineup = changes.get("lineup", LINEUP)
    fields: dict[str, Any] = {
        "axes": {},
        "game": game.name,
        "players": 4,
        "lineup": lineup,
        "personas": {name: game.persona(name) for name in lineup},
        "seating": "rotate",
        "rules": {**game.defaults, **changes.pop("rules", {})},
        "parts_path": None,
        "tables": (),
        "seed": 1,
        "games": 3000,
        "precision": None,
        "max_games": None,
        "confidence": 0.95,
    }
    return Cell(**{**fields, **changes})
