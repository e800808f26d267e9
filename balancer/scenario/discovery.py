"""Which scenario files are in sight.  Imports nothing heavy: errors and help use it."""

from __future__ import annotations

import pathlib

FOLDER = pathlib.Path("scenarios")
SUFFIXES = ("*.yaml", "*.yml")


def found_scenarios() -> list[str]:
    """Scenario files here and in ``scenarios/``, sorted."""
    return sorted({str(path) for folder in (pathlib.Path(), FOLDER) for s in SUFFIXES for path in folder.glob(s)})
