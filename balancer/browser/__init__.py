"""A game in a page: its rules as WebAssembly, and the engine that plays them in a browser."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import pathlib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from balancer.compiler.errors import NotCompilable
from balancer.core.cache import kernel_cache, reach
from balancer.core.game import Game
from balancer.scenario.resolved import Scenario

__all__ = [
    "NoModuleError",
    "Step",
    "description_of",
    "encoded",
    "is_shipped",
    "module_of",
    "modules_of",
    "scripts",
    "sums_module",
]

Step = Callable[[str], contextlib.AbstractContextManager[Any]]  # shows a message while something takes seconds


class NoModuleError(RuntimeError):
    """Raised for a game that a page can't play; the message is a sentence."""


def description_of(scenario: Scenario, step: Step = contextlib.nullcontext) -> dict[str, Any]:
    """Return all that the engine needs of the game and the base setting of a scenario; NoModuleError."""
    from balancer.browser import describing, preparing

    if thinkers := [name for name, persona in scenario.base.seated.items() if persona.search]:
        message = f"{', '.join(thinkers)} can't play in a page, which has no personas that think ahead"
        raise NoModuleError(f"{message}; choose others with --lineup")
    try:
        return describing.description_of(scenario, step)
    except preparing.NotPreparedError as error:
        raise NoModuleError(str(error)) from None
    except NotCompilable as error:
        raise _refused(scenario.game, error) from None


def modules_of(scenario: Scenario, step: Step = contextlib.nullcontext) -> list[bytes]:
    """Return the WebAssembly that plays a scenario's game; NoModuleError.

    Rules and sums of a compiled game are one module.  Games of plain files share a module of sums, which comes first.
    """
    from balancer.browser import compiling, describing

    game = scenario.game
    if not game.is_plain:
        return [module_of(game, step)]
    from balancer.compiler.machine_code import NoCompilerError

    try:
        lowered, words = describing.lowered_of(scenario)
    except NotCompilable as error:
        raise _refused(game, error) from None
    sums = sums_module(words, step)
    path = _path(game.name, lowered.source, sorted(lowered.constants.items()))
    with step(f"compiling {game.title} for browsers"):
        try:
            return [sums, _kept(path, lambda: compiling.own_rules(lowered))]
        except NoCompilerError as error:
            raise NoModuleError(f"the page can't play {game.title}: {error}") from None


def is_shipped(game: Game) -> bool:
    """Return whether the WebAssembly of a game came with balancer, so that a page needs no compiling."""
    from balancer.browser import shipping

    return not game.is_plain and shipping.path_of(game).is_file()


def module_of(game: Game, step: Step = contextlib.nullcontext) -> bytes:
    """Return the module of a compiled game: shipped, stored earlier, or compiled now (15 to 60 s); NoModuleError."""
    from balancer.browser import compiling, shipping

    return shipping.read(shipping.path_of(game)) or _compiled(game.target, game.title, compiling.kernels(game), step)


def sums_module(words: int, step: Step = contextlib.nullcontext) -> bytes:
    """Return the module that sums up the games of plain files; words: of their sets of parts.  NoModuleError."""
    from balancer.browser import compiling, shipping

    shipped = shipping.read(shipping.path_of_sums(words))
    return shipped or _compiled(str(words), "what sums up games", compiling.sums(words), step)


def encoded(modules: Sequence[bytes]) -> str:
    """Return modules as a page contains them."""
    return " ".join(base64.b64encode(module).decode() for module in modules)


def scripts() -> dict[str, str]:
    """Return the scripts of the engine: of the page, and of its workers."""
    folder = resources.files(__name__)
    return {name: folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in ("engine", "worker")}


def _compiled(target: str, title: str, kernels: Mapping[str, tuple[Any, tuple[Any, ...]]], step: Step) -> bytes:
    """Return a module of kernels, stored earlier or compiled now; target: see `compiling.compiled_module`."""
    from balancer.browser import compiling

    digests = [reach.digest(function) for function, _ in kernels.values()]
    parts = [*digests, *map(str, kernel_cache.tools()), *(str(types) for _, types in kernels.values())]
    path = None if None in digests else _path(pathlib.Path(target).stem, *parts)

    def make() -> bytes:
        try:
            with step(f"compiling {title} for browsers: 15 to 60 s, once"):
                return compiling.compiled_module(target)
        except compiling.NotCompiledError as error:
            raise NoModuleError(str(error)) from None

    return _kept(path, make)


def _path(name: str, *made_of: Any) -> pathlib.Path:
    """Return the path that stores a module, named by all that it is compiled from."""
    digest = hashlib.sha256("\n".join(map(str, made_of)).encode()).hexdigest()[:32]
    return kernel_cache.kernel_folder() / f"{kernel_cache.PAGE}{name}-{digest}.wasm"


def _kept(path: pathlib.Path | None, make: Callable[[], bytes]) -> bytes:
    """Return a module that is stored, or made now and then stored; path: None where it can't be."""
    module = kernel_cache.read(path) if path else None
    if module is None:
        module = make()
        if path:
            kernel_cache.write(path, module)
    return module


def _refused(game: Game, error: NotCompilable) -> NoModuleError:
    return NoModuleError(f"{game.target}: a page plays compiled rules, and these can't be compiled: {error}")
