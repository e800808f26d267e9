"""A game in a page: its rules as WebAssembly, and the engine that plays them in a browser."""

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

Step = Callable[[str], contextlib.AbstractContextManager[Any]]  # shows a message while something takes seconds


class NoModuleError(RuntimeError):
    """Raised for a game that a page can't play; the message is a sentence."""


def description_of(scenario: Scenario, step: Step = contextlib.nullcontext) -> dict[str, Any]:
    """Return all that the engine needs of the game and the base setting of a scenario; NoModuleError."""
    from balancer.browser import describing, preparing

    _require_compiled(scenario.game)
    if thinkers := [name for name, persona in scenario.base.seated.items() if persona.search]:
        message = f"{', '.join(thinkers)} can't play in a page, which has no personas that think ahead"
        raise NoModuleError(f"{message}; choose others with --lineup")
    try:
        return describing.description_of(scenario, step)
    except preparing.NotPreparedError as error:
        raise NoModuleError(str(error)) from None


def is_shipped(game: Game) -> bool:
    """Return whether the WebAssembly of a game came with balancer, so that a page needs no compiling."""
    from balancer.browser import shipping

    return not game.is_plain and shipping.path_of(game).is_file()


def module_of(game: Game, step: Step = contextlib.nullcontext) -> bytes:
    """Return the WebAssembly of a game: shipped, stored earlier, or compiled now (15 to 60 s); NoModuleError."""
    from balancer.browser import compiling, shipping

    _require_compiled(game)
    if (module := shipping.shipped(game)) is not None:
        return module
    path = _path(game, compiling.kernels(game))
    module = kernel_cache.read(path) if path else None
    if module is None:
        try:
            with step(f"compiling {game.title} for browsers: 15 to 60 s, once"):
                module = compiling.compiled_module(game)
        except compiling.NotCompiledError as error:
            raise NoModuleError(str(error)) from None
        if path:
            kernel_cache.write(path, module)
    return module


def _require_compiled(game: Game) -> None:
    if game.is_plain:
        message = f"{game.title} is a game of plain Python, which a page can't play yet: it takes compiled rules"
        raise NoModuleError(f"{message} (docs/compiled-game.md)")


def _path(game: Game, kernels: Mapping[str, tuple[Any, Any]]) -> pathlib.Path | None:
    """Return the path that stores the module, named by all that it is compiled from; None if that is unknown."""
    digests = [reach.digest(function) for function, _ in kernels.values()]
    if None in digests:
        return None
    parts = [*digests, *map(str, kernel_cache.tools()), *(str(types) for _, types in kernels.values())]
    name = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]
    return kernel_cache.kernel_folder() / f"{kernel_cache.PAGE}{game.name}-{name}.wasm"


def scripts() -> dict[str, str]:
    """Return the scripts of the engine: of the page, and of its workers."""
    folder = resources.files(__name__)
    return {name: folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in ("engine", "worker")}
