"""What there is to play: scenario files in sight and games, by name.  Imports nothing heavy: errors and help use it."""

from __future__ import annotations

import pathlib

from balancer import games

FOLDER = pathlib.Path("scenarios")
SUFFIXES = ("*.yaml", "*.yml")


def found_scenarios() -> list[str]:
    """Scenario files here and in ``scenarios/``, sorted."""
    return sorted({str(path) for folder in (pathlib.Path(), FOLDER) for s in SUFFIXES for path in folder.glob(s)})


def game_names() -> list[str]:
    """Names of all games."""
    return games.names()
