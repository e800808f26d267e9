"""Modules of balancer's own games, which its wheel contains.

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


def path_of(game: Game) -> pathlib.Path:
    """Return the path of a game's shipped module, if it is compiled from the present sources."""
    digests = f"{game.sources} {sources.of_modules(*COMPILERS)}"
    return FOLDER / f"{game.name}-{hashlib.sha256(digests.encode()).hexdigest()[:16]}.wasm"


def shipped(game: Game) -> bytes | None:
    """Return the module that came with balancer, None if there is none or it is of other sources."""
    try:
        return path_of(game).read_bytes()
    except OSError:
        return None
