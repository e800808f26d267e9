"""Search for scenario files.  Imports nothing heavy: errors and help use it."""

from __future__ import annotations

import pathlib
import re

FOLDER = pathlib.Path("scenarios")
SUFFIXES = ("*.yaml", "*.yml")

GAME = re.compile(rb"^[\"']?game[\"']?\s*:", re.MULTILINE)  # the key that tells scenarios from other programs' settings
READ = 100_000  # first bytes of a file that are searched for the key


def found_scenarios() -> list[str]:
    """Return the scenario files here and in ``scenarios/``, sorted."""
    return sorted(
        str(path)
        for folder in (pathlib.Path(), FOLDER)
        for suffix in SUFFIXES
        for path in folder.glob(suffix)
        if _names_a_game(path)
    )


def _names_a_game(path: pathlib.Path) -> bool:
    """Return whether a file looks like a scenario."""
    try:
        with path.open("rb") as file:
            return bool(GAME.search(file.read(READ)))
    except OSError:
        return False
