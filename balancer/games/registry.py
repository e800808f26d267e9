"""Finds games by name; a game is imported only when it is loaded.

A game from outside this package is an entry point of the group ``balancer.games``: its name is the game's, its value
the game's package, which holds a ``GAME``.  It is found if it is installed, or if its project folder is named in the
environment variable BALANCER_GAMES (by the entry points of pyproject.toml), so that a game can be tried before it is
installed.

A game of one plain Python file is found once that file has been named (`add_file`), a class once it has been handed
over (`add_class`).  No file is run that was not named.  docs/your-own-game.md describes how to write a game.
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
    """A game from outside, not yet imported: its name and its place in Python (``package`` or ``module:GAME``).

    origin: the distribution or file that declares it; folder: its project folder, None if it is installed.
    """

    name: str
    value: str
    origin: str
    folder: pathlib.Path | None = None

    def __str__(self) -> str:
        """The plug-in in words."""
        return f"game {self.name} of {self.origin} ({self.value})"


# Names ----------------------------------------------------------------------------------------------------------------
def own_names() -> list[str]:
    """Names of the games in this package."""
    return list(_own_names())


@functools.cache
def _own_names() -> tuple[str, ...]:
    """The same, looked for once: a search plays thousands of jobs, each of which loads its game."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(HERE)]) if module.ispkg))


def names() -> list[str]:
    """Names of all games, here, in plug-ins and named files, including broken ones (nothing is imported)."""
    return sorted({*installed_names(), *_plain})


def is_plain(name: str) -> bool:
    """Whether a game is one of plain Python that was named in this process."""
    return name in _plain


def installed_names() -> list[str]:
    """Names of the games here and in plug-ins, which no plain file may have."""
    return sorted({*own_names(), *(plugin.name for plugin in plugins())})


def plugins() -> list[Plugin]:
    """All games from outside; a project folder in BALANCER_GAMES overrides an installed game of the same name."""
    from_folders = [plugin for folder in _folders() for plugin in _described(folder)[0]]
    tried = {plugin.name for plugin in from_folders}
    return from_folders + [plugin for plugin in _installed() if plugin.name not in tried]


def plugin_problems() -> list[str]:
    """Problems of plug-ins that can be seen without importing them."""
    own, outside = own_names(), plugins()
    wrong = [fault for folder in _folders() if (fault := _described(folder)[1])]
    for name in sorted({plugin.name for plugin in outside}):
        same = [plugin for plugin in outside if plugin.name == name]
        if name in own:
            wrong += [f"{plugin} is ignored: balancer has a game of that name; rename it" for plugin in same]
        elif len(same) > 1:
            wrong.append(_clash(same))
    return wrong


def _clash(same: list[Plugin]) -> str:
    return f"{' and '.join(map(str, same))} have the same name; uninstall one, or rename it"


def _installed() -> tuple[Plugin, ...]:
    """Those of installed packages; metadata is read again where a folder of the path has changed."""
    stamps = []
    for folder in sys.path:
        with contextlib.suppress(OSError):
            stamps.append((folder, pathlib.Path(folder or ".").stat().st_mtime_ns))
    return _installed_in(tuple(stamps))


@functools.lru_cache(maxsize=1)
def _installed_in(_: tuple[tuple[str, int], ...]) -> tuple[Plugin, ...]:
    by_entry = {}
    for entry in importlib.metadata.entry_points(group=GROUP):
        origin = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"
        by_entry[entry.name, entry.value, origin] = Plugin(
            entry.name, entry.value, origin
        )  # a folder may be on the path twice
    return tuple(by_entry.values())


def _folders() -> list[pathlib.Path]:
    words = os.environ.get(FOLDERS, "").split(os.pathsep)
    return list(dict.fromkeys(pathlib.Path(word).absolute() for word in words if word.strip()))


def _described(folder: pathlib.Path) -> tuple[list[Plugin], str]:
    """The games that a project folder's pyproject.toml declares, and what is wrong with it ('' if nothing)."""
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
    """The game of that name; KeyError if there is none, BrokenGameError if a plug-in can't be played."""
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
    return _loaded(same[0])


_plain: dict[str, PlainGame] = {}  # the games of plain Python that have been named, by name


def add_file(path: pathlib.Path, kept: Mapping[str, bytes] | None = None, reads: Any = None) -> str:
    """Let the game of a plain file be found, as the file is now; its name.  BrokenGameError names what is wrong.

    kept, reads: see `Belongings`, of a game that another process has sent.
    """
    from balancer.plain.errors import PlainGameError
    from balancer.plain.files import load_file, name_of

    try:
        name, path = name_of(path), path.absolute()
        if not _is_known(_plain.get(name), path, kept):
            _refuse_clash(name, path)
            _plain[name] = _with_engine(load_file(path, kept, reads))
            copyreg.pickle(type(_plain[name]), _as_sent)
    except PlainGameError as error:
        raise BrokenGameError(str(error)) from error
    return name


def _is_known(game: PlainGame | None, path: pathlib.Path, kept: Mapping[str, bytes] | None) -> bool:
    """Whether a game was made from the file at a path and from all else that belongs to it, as they are now."""
    if game is None or game.made_of is None or game.made_of.path != path:
        return False
    return game.made_of.belongings.is_current() if kept is None else game.made_of.belongings.kept == kept


def _as_sent(game: PlainGame) -> tuple[Any, tuple[Any, ...]]:
    """Return how pickle sends a game of a plain file to another process: with its file and modules as they were run."""
    if game.shipped is None:
        raise BrokenGameError(f"the game {game.name} is in no file, so that no other process can play it")
    return _arrived, game.shipped


def _arrived(*shipped: Any) -> Game:
    """The game of a file that another process has read."""
    return load(add_file(*shipped))


def _refuse_clash(name: str, path: pathlib.Path) -> None:
    """BrokenGameError: another game has the name, so that their results could be taken for each other's."""
    known = _plain.get(name)
    if name in own_names():
        raise BrokenGameError(f"{path}: balancer has a game called {name}; rename the file")
    if any(plugin.name == name for plugin in plugins()):
        raise BrokenGameError(f"{path}: an installed game is called {name}; rename the file")
    if known is not None and known.made_of is not None and known.made_of.path != path:
        raise BrokenGameError(f"{path} and {known.made_of.path} have the same name; rename one of them")


def add_class(definition: type[Any]) -> str:
    """Let the game of a class be found, as in a notebook; its name.  BrokenGameError names what is wrong."""
    from balancer.plain.errors import PlainGameError
    from balancer.plain.files import load_class

    try:
        game = load_class(definition)
    except PlainGameError as error:
        raise BrokenGameError(str(error)) from error
    known = _plain.get(game.name)
    if known is None or known.definition is not definition:
        if game.name in own_names():
            raise BrokenGameError(f"balancer has a game called {game.name}; call the class otherwise")
        _plain[game.name] = _with_engine(game)
    return game.name


def _with_engine(game: PlainGame) -> PlainGame:
    """Let a game be compiled where that is worth it; return it."""
    from balancer.compiler.engine import Engine
    from balancer.compiler.workshop import Workshop

    game.use(Engine(game, Workshop()))
    return game


def load_all() -> tuple[dict[str, Game], list[str]]:
    """All playable games by name, and the problems of the others."""
    playable, wrong = {}, plugin_problems()
    for name in names():
        try:
            playable[name] = load(name)
        except BrokenGameError as error:
            wrong.append(str(error))
    return playable, list(dict.fromkeys(wrong))


def _loaded(plugin: Plugin) -> Game:
    """The game of a plug-in, imported and checked; BrokenGameError."""
    from balancer.core.game import Game

    with _import_errors(plugin):
        game = _imported(plugin)
    if not isinstance(game, Game):
        message = f"{plugin} holds a {type(game).__name__}, not a balancer.core.game.Game"
        raise BrokenGameError(message)
    if game.name != plugin.name:
        message = f"{plugin} calls itself {game.name!r} in its GAME; both names must be the same"
        raise BrokenGameError(message)
    return game


@contextlib.contextmanager
def _import_errors(plugin: Plugin) -> Iterator[None]:
    """Turn any error of a plug-in's import into a BrokenGameError with the game's name."""
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


def _imported(plugin: Plugin) -> Any:
    """The object that the entry point names: a GAME, or the GAME of a package."""
    module_name, _, attribute = plugin.value.partition(":")
    with _first_on_path(plugin.folder):
        module = importlib.import_module(module_name.strip())
    if plugin.folder and not _is_in(module, plugin.folder):
        there = getattr(module, "__file__", None) or "nowhere"
        message = f"{plugin} is not in {plugin.folder}: Python has another {module_name}, from {there}"
        raise BrokenGameError(message)
    wanted = attribute.strip() or "GAME"
    if not hasattr(module, wanted):
        message = f"{plugin} has no {wanted}; it needs GAME = Game.of(...) in {module.__file__ or module_name}"
        raise BrokenGameError(message)
    named = getattr(module, wanted)
    return getattr(named, "GAME", named)  # the attribute may be the package itself


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


def _is_in(module: Any, folder: pathlib.Path) -> bool:
    file = getattr(module, "__file__", None)
    return file is not None and pathlib.Path(file).resolve().is_relative_to(folder.resolve())


def _place(error: BaseException) -> str:
    """Place of an import error: ' (file, line)'; '' where the message has it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    elsewhere = (str(HERE.parent), str(pathlib.Path(importlib.__file__).parent))
    frames = [frame for frame in frames if not frame.filename.startswith(elsewhere)]
    if isinstance(error, SyntaxError) or not frames:
        return ""
    return f" ({frames[-1].filename}, line {frames[-1].lineno})"
