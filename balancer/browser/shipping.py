"""The modules of the games that come with balancer, in its wheel.

`make browser` writes them (__main__.py), `make dist` packs them.  They are no part of the sources, which they would
double within two hundred changes; where they are missing or stale, pages compile.  Each bears the hash of all sources
that it is compiled from (core/cache/sources.py), which is the same in every Python and in every folder.
"""

from __future__ import annotations

import hashlib
import pathlib

from balancer.core.cache import sources
from balancer.core.game import Game

FOLDER = pathlib.Path(__file__).with_name("modules")

MAX_BYTES = 300_000  # the largest module that may be shipped: a page holds it as text, a third larger

COMPILERS = ("balancer.browser.compiling", "balancer.browser.linking")


def path_of(game: Game) -> pathlib.Path:
    """Where the module of a game lies if it is shipped, compiled from the sources as they are."""
    made_from = f"{game.sources} {sources.of_modules(*COMPILERS)}"
    return FOLDER / f"{game.name}-{hashlib.sha256(made_from.encode()).hexdigest()[:16]}.wasm"


def shipped(game: Game) -> bytes | None:
    """The module that came with balancer; None where there is none, or it is of other sources."""
    try:
        return path_of(game).read_bytes()
    except OSError:
        return None
