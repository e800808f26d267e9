"""Modules of balancer's own games, and of the sums of plain files, which its wheel contains.

`make browser` writes them (__main__.py), `make dist` packs them.  They are not among the sources, whose size they
would double within two hundred commits; where they are missing or stale, pages compile.  Each has the hash of all
its sources in its name (core/cache/sources.py); the hash is the same in every Python and in every folder.
"""

from __future__ import annotations

import hashlib
import pathlib

from balancer.core.cache import sources
from balancer.core.game import Game

FOLDER = pathlib.Path(__file__).with_name("modules")

MAX_BYTES = 300_000  # of a shipped module; a page contains it as text, a third larger

COMPILERS = ("balancer.browser.compiling", "balancer.browser.linking")
SUMMING = (*COMPILERS, "balancer.plain.rows", "balancer.core.tallies.reduction", "balancer.core.tallies.paired_tally")


def path_of(game: Game) -> pathlib.Path:
    """Return the path of a game's shipped module, if it is compiled from the present sources."""
    return _path(game.name, f"{game.sources} {sources.of_modules(*COMPILERS)}")


def path_of_sums(words: int) -> pathlib.Path:
    """Return the path of the shipped module that sums up the games of plain files; words: of their sets of parts."""
    return _path(f"sums_{words}", sources.of_modules(*SUMMING))


def read(path: pathlib.Path) -> bytes | None:
    """Return the module that came with balancer, None if there is none or it is of other sources."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def _path(name: str, digests: str) -> pathlib.Path:
    return FOLDER / f"{name}-{hashlib.sha256(digests.encode()).hexdigest()[:16]}.wasm"
