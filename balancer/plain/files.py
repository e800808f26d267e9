"""Reads a game from the file that its designer wrote, or from a class in a notebook."""

from __future__ import annotations

import pathlib
import threading
import traceback
from collections.abc import Mapping
from types import ModuleType

from balancer.core.declarations import NAME, NAME_RULE
from balancer.core.rule_errors import what
from balancer.plain.errors import PlainError, PlainGameError
from balancer.plain.game import Game
from balancer.plain.lane import PlainGame, game_of, own_classes
from balancer.plain.loading import reading
from balancer.plain.loading.belongings import Belongings
from balancer.plain.loading.outside import Reads, begin_watching
from balancer.plain.playable import File

_one_at_a_time = threading.RLock()  # a file may change what all of a process shares while it is loaded


def name_of(path: pathlib.Path) -> str:
    """Return the name of the game in a file; PlainGameError if it can't be one."""
    if not NAME.fullmatch(path.stem):
        raise PlainGameError(f"{path}: {path.stem!r} can't be the name of a game ({NAME_RULE}); rename the file")
    return path.stem


def load_file(path: pathlib.Path, sources: Mapping[str, bytes] | None = None, reads: Reads | None = None) -> PlainGame:
    """Run a file and return its game; PlainGameError names the place.

    sources, reads: the sources and hashes of another process that sent the game (`Belongings`); no source is read then.
    """
    name = name_of(path)
    path = path.absolute()
    if sources is None:
        try:
            sources = {str(path): path.read_bytes()}
        except OSError as error:
            raise PlainGameError(f"{path} can't be read: {error.strerror or error}") from error
    content, belongings = sources[str(path)], Belongings(path, sources, reads)
    definition: type[Game] | None = None
    try:
        with _one_at_a_time, belongings.loading():
            module = belongings.module(name)
            code = compile(content, str(path), "exec")
            exec(code, vars(module))  # noqa: S102  the user's own code, which the user named
            definition = _definition(module, path)
            return game_of(definition, name, File(path, code, belongings))
    except PlainGameError:
        raise
    except SyntaxError as error:
        is_file = error.filename and pathlib.Path(error.filename).is_file()  # not what is handed to `eval`
        place = f"{error.filename}:{error.lineno}:{error.offset or 1}" if is_file else _place(path, error)
        raise PlainGameError(f"{place}: {error.msg}") from error
    except PlainError as error:
        place = _place(path, error)
        if definition and (line := reading.line_of(content, definition.__name__, error.about)):
            place = f"{path}, line {line}"
        raise PlainGameError(f"{place}: {error}" if str(path) not in str(error) else str(error)) from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the file raises, `sys.exit()` too
        words = str(error) if isinstance(error, PlainError) else what(error)
        raise PlainGameError(f"{_place(path, error)}: {belongings.in_words(words)}") from error


def load_class(definition: type[Game]) -> PlainGame:
    """Return the game of a class that is in no file of its own, as in a notebook; PlainGameError."""
    begin_watching()
    try:
        return game_of(definition, reading.snake(definition.__name__))
    except PlainError as error:
        raise PlainGameError(f"{definition.__name__}: {error}") from error


def _definition(module: ModuleType, path: pathlib.Path) -> type[Game]:
    """Return the only game class of a file that has no subclass there."""
    classes = own_classes(module, Game)
    classes = [each for each in classes if not any(each in other.__mro__[1:] for other in classes)]
    if not classes:
        raise PlainGameError(f"{path} holds no game: write a class of Game, as in `class MyGame(Game):`")
    if len(classes) > 1:
        names = ", ".join(each.__name__ for each in classes)
        raise PlainGameError(f"{path} holds {len(classes)} games, {names}; one file holds one game")
    only: type[Game] = classes[0]
    return only


def _place(path: pathlib.Path, error: BaseException) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{path}, line {lines[-1]}" if lines else str(path)
