"""Registry of the games: finds them by name, and imports a game only when it is loaded.

A game from outside this package is an entry point of the group ``balancer.games``: its name is the game's name, its
value is the package that holds the ``GAME``.  It is found if it is installed, or if the environment variable
BALANCER_GAMES names its project folder (whose pyproject.toml declares the entry point), so that a game can be tried
before it is installed.

A game of one plain Python file is found after that file has been named (`add_file`), a class after it has been
handed over (`add_class`).  A file that was not named is never run.  docs/your-own-game.md describes how to write a
game.
"""

from __future__ import annotations

import contextlib
import copyreg
import functools
import importlib
import importlib.metadata
import os
import pathlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.plain.lane import PlainGame

GROUP = PACKAGE = "balancer.games"  # the group of entry points, named like the package of the games here

HERE = pathlib.Path(__file__).parent

FOLDERS = "BALANCER_GAMES"  # environment variable with project folders of games, separated as in PATH


class BrokenGameError(Exception):
    """A game from outside that can't be played; the message names its plug-in and the error."""


class Plugin(NamedTuple):
    """A game from outside, not yet imported."""

    name: str
    value: str  # its place in Python: `package` or `module:GAME`
    origin: str  # the distribution or file that declares it
    folder: pathlib.Path | None = None  # its project folder, None if it is installed

    def __str__(self) -> str:
        """Return the plug-in in words, as messages call it."""
        return f"game {self.name} of {self.origin} ({self.value})"


# Names ----------------------------------------------------------------------------------------------------------------
def own_names() -> list[str]:
    """Return the names of the games in this package."""
    return list(_own_names())


# Looked up once: a search plays thousands of jobs, and each of them loads its game.
@functools.cache
def _own_names() -> tuple[str, ...]:
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(HERE)]) if module.ispkg))


def names() -> list[str]:
    """Return the names of all games here, in plug-ins and in named files, broken ones included; nothing is imported."""
    return sorted({*installed_names(), *_plain})


def is_plain(name: str) -> bool:
    """Return whether a game is one of plain Python that was named in this process."""
    return name in _plain


def installed_names() -> list[str]:
    """Return the names of the games here and in plug-ins, which no plain file may have."""
    return sorted({*own_names(), *(plugin.name for plugin in plugins())})


def plugins() -> list[Plugin]:
    """Return all games from outside; a project folder overrides an installed game of the same name."""
    from_folders = [plugin for folder in _folders() for plugin in _declared_games(folder)[0]]
    overridden = {plugin.name for plugin in from_folders}
    return from_folders + [plugin for plugin in _installed() if plugin.name not in overridden]


def plugin_problems() -> list[str]:
    """Return the problems of plug-ins that can be seen without importing them."""
    own, outside = own_names(), plugins()
    problems = [problem for folder in _folders() if (problem := _declared_games(folder)[1])]
    for name in sorted({plugin.name for plugin in outside}):
        same = [plugin for plugin in outside if plugin.name == name]
        if name in own:
            problems += [f"{plugin} is ignored: balancer has a game of that name; rename it" for plugin in same]
        elif len(same) > 1:
            problems.append(_clash(same))
    return problems


def _clash(same: list[Plugin]) -> str:
    return f"{' and '.join(map(str, same))} have the same name; uninstall one, or rename it"


def _installed() -> tuple[Plugin, ...]:
    """Return the plug-ins of installed packages, reading metadata again if a folder of the path has changed."""
    stamps = []
    for folder in sys.path:
        with contextlib.suppress(OSError):
            stamps.append((folder, pathlib.Path(folder or ".").stat().st_mtime_ns))
    return _installed_in(tuple(stamps))


@functools.lru_cache(maxsize=1)
def _installed_in(_: tuple[tuple[str, int], ...]) -> tuple[Plugin, ...]:
    by_entry = {}  # a folder may be on the path twice
    for entry in importlib.metadata.entry_points(group=GROUP):
        origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"
        by_entry[entry.name, entry.value, origin] = Plugin(entry.name, entry.value, origin)
    return tuple(by_entry.values())


def _folders() -> list[pathlib.Path]:
    paths = os.environ.get(FOLDERS, "").split(os.pathsep)
    return list(dict.fromkeys(pathlib.Path(path).absolute() for path in paths if path.strip()))


def _declared_games(folder: pathlib.Path) -> tuple[list[Plugin], str]:
    """Return the games that a project folder's pyproject.toml declares, and what is wrong with it ('' if nothing)."""
    import tomllib

    settings = folder / "pyproject.toml"
    try:
        entries = tomllib.loads(settings.read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
        return [Plugin(str(name), str(value), str(settings), folder) for name, value in entries.items()], ""
    except (OSError, ValueError) as error:
        return [], f"{FOLDERS}: {settings} can't be read: {getattr(error, 'strerror', None) or error}"
    except (AttributeError, KeyError, TypeError):
        return (
            [],
            f'{FOLDERS}: {settings} names no game; it needs [project.entry-points."{GROUP}"] and NAME = "PACKAGE"',
        )


# Loading --------------------------------------------------------------------------------------------------------------
def load(name: str) -> Game:
    """Return the game of that name; KeyError if there is none, BrokenGameError if a plug-in can't be played."""
    if name in own_names():
        game: Game = importlib.import_module(f"{PACKAGE}.{name}").GAME
        return game
    if name in _plain:
        return _plain[name]
    same = [plugin for plugin in plugins() if plugin.name == name]
    if not same:
        raise KeyError(name)
    if len(same) > 1:
        raise BrokenGameError(_clash(same))
    return _load_plugin(same[0])


_plain: dict[str, PlainGame] = {}  # the games of plain Python that have been named, by name


def add_file(path: pathlib.Path, contents: Mapping[str, bytes] | None = None, reads: Any = None) -> str:
    """Register the game of a plain file as the file is now, and return its name; BrokenGameError if it can't be loaded.

    contents: bytes of the game's files, if another process has sent the game; reads: what it had read there (see
    `Belongings`).
    """
    from balancer.plain.errors import PlainGameError
    from balancer.plain.files import load_file, name_of

    try:
        name, path = name_of(path), path.absolute()
        if not _is_up_to_date(_plain.get(name), path, contents):
            _refuse_clash(name, path)
            _plain[name] = _with_engine(load_file(path, contents, reads))
            copyreg.pickle(type(_plain[name]), _reduce)
    except PlainGameError as error:
        raise BrokenGameError(str(error)) from error
    return name


def _is_up_to_date(game: PlainGame | None, path: pathlib.Path, contents: Mapping[str, bytes] | None) -> bool:
    if game is None or game.made_of is None or game.made_of.path != path:
        return False
    belongings = game.made_of.belongings
    return belongings.is_current() if contents is None else belongings.kept == contents


# Pickle sends the game of a plain file with its file and modules as they were run; another process loads it from these.
def _reduce(game: PlainGame) -> tuple[Any, tuple[Any, ...]]:
    if game.shipped is None:
        raise BrokenGameError(f"the game {game.name} is in no file, so that no other process can play it")
    return _rebuild, game.shipped


def _rebuild(*shipped: Any) -> Game:
    return load(add_file(*shipped))


def _refuse_clash(name: str, path: pathlib.Path) -> None:
    """Raise a BrokenGameError if another game has the name: results of one could be taken for those of the other."""
    registered = _plain.get(name)
    if name in own_names():
        raise BrokenGameError(f"{path}: balancer has a game called {name}; rename the file")
    if any(plugin.name == name for plugin in plugins()):
        raise BrokenGameError(f"{path}: an installed game is called {name}; rename the file")
    if registered is not None and registered.made_of is not None and registered.made_of.path != path:
        raise BrokenGameError(f"{path} and {registered.made_of.path} have the same name; rename one of them")


def add_class(definition: type[Any]) -> str:
    """Register the game of a class, as in a notebook, and return its name; BrokenGameError if it can't be loaded.

    It is read again by every call: the constants and functions that it uses may have changed since.
    """
    from balancer.plain.errors import PlainGameError
    from balancer.plain.files import load_class

    try:
        game = load_class(definition)
    except PlainGameError as error:
        raise BrokenGameError(str(error)) from error
    if game.name in own_names():
        raise BrokenGameError(f"balancer has a game called {game.name}; call the class otherwise")
    _plain[game.name] = _with_engine(game)
    return game.name


def _with_engine(game: PlainGame) -> PlainGame:
    """Give a game the engine that compiles it if that is worth it, and return the game."""
    from balancer.compiler.engine import CompilingEngine
    from balancer.compiler.workshop import CompilerWorkshop

    game.use(CompilingEngine(game, CompilerWorkshop()))
    return game


def load_all() -> tuple[dict[str, Game], list[str]]:
    """Return all playable games by name, and the problems of the others."""
    playable, problems = {}, plugin_problems()
    for name in names():
        try:
            playable[name] = load(name)
        except BrokenGameError as error:
            problems.append(str(error))
    return playable, list(dict.fromkeys(problems))


def _load_plugin(plugin: Plugin) -> Game:
    """Import a plug-in and return its game; BrokenGameError if it is not a `Game` of that name."""
    from balancer.core.game import Game

    with _import_errors(plugin):
        game = _import_game(plugin)
    if not isinstance(game, Game):
        message = f"{plugin} holds a {type(game).__name__}, not a balancer.core.game.Game"
        raise BrokenGameError(message)
    if game.name != plugin.name:
        message = f"{plugin} calls itself {game.name!r} in its GAME; both names must be the same"
        raise BrokenGameError(message)
    return game


@contextlib.contextmanager
def _import_errors(plugin: Plugin) -> Iterator[None]:
    """Turn any error of a plug-in's import into a BrokenGameError that names the game."""
    from balancer.core.authoring.game_checks import GameError

    try:
        yield
    except BrokenGameError:
        raise
    except GameError as error:
        message = f"{plugin} is incomplete: {error}"
        raise BrokenGameError(message) from error
    except (Exception, SystemExit) as error:
        message = f"{plugin} can't be imported: {type(error).__name__}: {error}{_place(error)}"
        raise BrokenGameError(message) from error


def _import_game(plugin: Plugin) -> Any:
    """Return the object that the entry point names: a GAME, or the GAME of a package."""
    module_name, _, attribute = plugin.value.partition(":")
    with _first_on_path(plugin.folder):
        module = importlib.import_module(module_name.strip())
    file = getattr(module, "__file__", None)
    if plugin.folder and not (file and pathlib.Path(file).resolve().is_relative_to(plugin.folder.resolve())):
        message = f"{plugin} is not in {plugin.folder}: Python has another {module_name}, from {file or 'nowhere'}"
        raise BrokenGameError(message)
    attribute = attribute.strip() or "GAME"
    if not hasattr(module, attribute):
        message = f"{plugin} has no {attribute}; it needs GAME = Game.of(...) in {module.__file__ or module_name}"
        raise BrokenGameError(message)
    game = getattr(module, attribute)
    return getattr(game, "GAME", game)  # the attribute may be the package itself


@contextlib.contextmanager
def _first_on_path(folder: pathlib.Path | None) -> Iterator[None]:
    """Search a project folder first (its src, if it has one) while its game is being imported."""
    if folder is None:
        yield
        return
    home = str(folder / "src" if (folder / "src").is_dir() else folder)
    sys.path.insert(0, home)
    try:
        yield
    finally:
        sys.path.remove(home)


def _place(error: BaseException) -> str:
    """Return the place of an import error as ' (file, line)', or '' if the message has it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    not_the_game = (str(HERE.parent), str(pathlib.Path(importlib.__file__).parent))
    frames = [frame for frame in frames if not frame.filename.startswith(not_the_game)]
    if isinstance(error, SyntaxError) or not frames:
        return ""
    return f" ({frames[-1].filename}, line {frames[-1].lineno})"
