"""Reads a game from the file that its designer wrote, or from a class in a notebook."""

from __future__ import annotations

import itertools
import pathlib
import sys
import traceback
from types import ModuleType

from balancer.core.cache import sources
from balancer.core.declarations import NAME, NAME_RULE
from balancer.plain import reading
from balancer.plain.errors import PlainError, PlainGameError
from balancer.plain.game import Game
from balancer.plain.lane import File, PlainGame, game_of, own_classes

_numbers = itertools.count()


def name_of(path: pathlib.Path) -> str:
    """The name of the game in a file; PlainGameError if it can't be one."""
    if not NAME.fullmatch(path.stem):
        raise PlainGameError(f"{path}: {path.stem!r} can't be the name of a game ({NAME_RULE}); rename the file")
    return path.stem


def load_file(path: pathlib.Path, content: bytes | None = None) -> PlainGame:
    """The game in a file, which is run; content: of the file, read without it.  PlainGameError names the place."""
    name = name_of(path)
    path = path.absolute()
    if content is None:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise PlainGameError(f"{path} can't be read: {error.strerror or error}") from error
    module = ModuleType(f"balancer_game_{name}_{next(_numbers)}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look it up
    sys.path.append(str(path.parent))  # behind everything else: a file beside it shadows no module
    try:
        code = compile(content, str(path), "exec")
        exec(code, vars(module))  # noqa: S102  the user's own code, which the user named
        digest = sources.of_file(content, path, pathlib.Path(__file__).parent)
        return game_of(_definition(module, path), name, File(path, content, code, digest))
    except PlainGameError:
        raise
    except SyntaxError as error:
        place = f"{error.filename}:{error.lineno}:{error.offset or 1}"
        raise PlainGameError(f"{place}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise PlainGameError(f"{_place(path, error)}: {_words(error)}") from error
    finally:
        sys.path.remove(str(path.parent))


def load_class(definition: type[Game]) -> PlainGame:
    """The game of a class that is in no file of its own, as in a notebook; PlainGameError."""
    return game_of(definition, reading.snake(definition.__name__))


def _definition(module: ModuleType, path: pathlib.Path) -> type[Game]:
    """The only class of a game in a file that no other is made from."""
    found = own_classes(module, Game)
    found = [each for each in found if not any(each in other.__mro__[1:] for other in found)]
    if not found:
        raise PlainGameError(f"{path} holds no game: write a class of Game, as in `class MyGame(Game):`")
    if len(found) > 1:
        names = ", ".join(each.__name__ for each in found)
        raise PlainGameError(f"{path} holds {len(found)} games, {names}; one file holds one game")
    only: type[Game] = found[0]
    return only


def _words(error: BaseException) -> str:
    return str(error) if isinstance(error, PlainError) else f"{type(error).__name__}: {error}"


def _place(path: pathlib.Path, error: BaseException) -> str:
    """The file and the last of its lines that was running."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{path}, line {lines[-1]}" if lines else str(path)
