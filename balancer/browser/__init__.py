"""The page that plays: compiled games as WebAssembly, and the engine that plays them in a browser."""

from __future__ import annotations

import contextlib
import hashlib
import pathlib
from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any

from balancer.core.cache import kernel_cache, reach
from balancer.core.game import Game
from balancer.scenario.resolved import Scenario

__all__ = ["NoModuleError", "Step", "description_of", "is_shipped", "module_of", "scripts"]

Step = Callable[[str], contextlib.AbstractContextManager[Any]]  # says that something takes seconds, while it does


class NoModuleError(RuntimeError):
    """A game that can't be played in a page; the message is a sentence."""


def description_of(scenario: Scenario, step: Step = contextlib.nullcontext) -> dict[str, Any]:
    """All that the engine knows of the game and the base setting of a scenario; NoModuleError."""
    from balancer.browser import describing, preparing

    _require_compiled(scenario.game)
    if thinkers := [name for name, persona in scenario.base.seated.items() if persona.search]:
        message = f"{', '.join(thinkers)} can't play in a page: a page has nobody who thinks ahead"
        raise NoModuleError(f"{message}; give a line-up of others (--lineup)")
    try:
        return describing.description_of(scenario, step)
    except preparing.NotPreparedError as error:
        raise NoModuleError(str(error)) from None


def is_shipped(game: Game) -> bool:
    """Whether the WebAssembly of a game came with balancer, so that nothing has to be compiled for a page."""
    from balancer.browser import shipping

    return not game.is_plain and shipping.path_of(game).is_file()


def module_of(game: Game, step: Step = contextlib.nullcontext) -> bytes:
    """The WebAssembly of a game: shipped, kept from an earlier time, or compiled now (a quarter of a minute).

    NoModuleError.
    """
    from balancer.browser import compiling, shipping

    _require_compiled(game)
    if (found := shipping.shipped(game)) is not None:
        return found
    path = _path(game, compiling.kernels(game))
    found = kernel_cache.read(path) if path else None
    if found is None:
        try:
            with step(f"compiling {game.title} for browsers: 15 to 60 s, once"):
                found = compiling.compiled_module(game)
        except compiling.NotCompiledError as error:
            raise NoModuleError(str(error)) from None
        if path:
            kernel_cache.write(path, found)
    return found


def _require_compiled(game: Game) -> None:
    if game.is_plain:
        message = f"{game.title} is a game of plain Python, which a page can't play yet: it takes compiled rules"
        raise NoModuleError(f"{message} (docs/compiled-game.md)")


def _path(game: Game, kernels: Mapping[str, tuple[Any, Any]]) -> pathlib.Path | None:
    """Where the module is kept: by all that it is compiled from; None where that is not known."""
    digests = [reach.digest(function) for function, _ in kernels.values()]
    if None in digests:
        return None
    parts = [*digests, *map(str, kernel_cache.tools()), *(str(types) for _, types in kernels.values())]
    name = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]
    return kernel_cache.kernel_folder() / f"{kernel_cache.PAGE}{game.name}-{name}.wasm"


def scripts() -> dict[str, str]:
    """The scripts of the engine: that of the page, and that of its workers."""
    folder = resources.files(__name__)
    return {name: folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in ("engine", "worker")}
