"""Mistakes in the rules of a game: how rules note them, and how they are told to whoever wrote the rules.

As plain Python, whatever notes a mistake raises it, and the traceback names file, line and rule.  Compiled rules know
no exceptions (these few would cost Black Death 8 % of its speed): there the table keeps the mistake, the row of the
game says so, and whoever adds up rows tells it with the game's number.  What never ends writes no row; see playing.py.
"""

from __future__ import annotations

import functools
import pathlib
import sysconfig
import traceback
import types
from typing import Any

from balancer.core import uncompiled
from balancer.core.compile import PLAIN, rule
from balancer.wording import hint

NOT_BEGUN = -1
"""A table's number of the game while its rules are being compiled."""

MAX_TURNS = 2**20
"""The most turns a game may take (games have hundreds, thousands at most): more is a loop without an end."""

NONE, NO_OPTION, NOTHING_OFFERED, STANDINGS, TOO_LONG, STUCK = range(6)
"""What a table's `mistake` says."""

WORDS = (
    "nothing is wrong",
    "a choice among 0 options; a node is asked only of who has one at least",
    "a choice of which no option was offered; does the loop of moves.choose_... find the options it counted?",
    "standings are noted once a round begun, the last one too, and no round begins after max_rounds",
    "turns without end: does the loop of turns look at whether the game has ended?",
    "a turn goes on without end: a loop in it never stops",
)


PACKAGE = pathlib.Path(__file__).parents[1]

LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
"""Where neither a room nor its tests are."""


class MistakeError(Exception):
    """Something that right rules never do, where they run as plain Python."""


def words(mistake: int) -> str:
    """What is wrong, for whoever wrote the rules."""
    return WORDS[mistake] if 0 <= mistake < len(WORDS) else f"unknown mistake {mistake}"


def _raise(table, mistake):
    raise MistakeError(words(mistake))


def _keep(table, mistake):
    table.mistake = mistake


note = _raise if PLAIN else rule(_keep)
"""note(table, mistake): the rules have made a mistake, one of NO_OPTION ... TOO_LONG."""


class RuleError(RuntimeError):
    """A game can't be played because of its rules; the message names game, place and mistake.

    game: the game's name; number: the game that was being played, None where the rules could not even be compiled.
    """

    def __init__(self, game: str, message: str, number: int | None = None) -> None:
        """Tell `message`."""
        super().__init__(message)
        self.game, self.number = game, number


def rule_error(
    name: str,
    room: pathlib.Path,
    table: Any,
    seed: int,
    error: Exception,
    frame: types.FrameType | None = None,
) -> RuleError:
    """What went wrong while the room at `room` was playing at `table`, in one sentence.

    frame: where the rules stand, if they are running still.
    """
    if isinstance(error, RuleError):
        return error
    number = int(table.game_number)
    if number == NOT_BEGUN:
        return RuleError(name, f"{name} can't be compiled{uncompiled.place(room, error)}: {uncompiled.gist(error)}")
    where = f"{name}, game {number} of seed {seed}, round {int(table.rounds)}, turn {int(table.turn)}"
    return RuleError(name, f"{where}{place_of(room, error) or place_in_frame(room, frame)}: {what(error)}", number)


def failed(name: str, function: str, room: pathlib.Path, error: Exception) -> RuleError:
    """What went wrong in a room's `check` or `lay`, before any game."""
    return RuleError(name, f"{function} of {name} fails{place_of(room, error)}: {what(error)}")


def what(error: Exception) -> str:
    """An error in words, with the name in a module or among numbers (`EVENT.X`) that was perhaps meant."""
    if isinstance(error, MistakeError):
        return str(error)
    told = f"{type(error).__name__}: {error}"
    if isinstance(error, AttributeError):
        known = vars(error.obj) if isinstance(error.obj, types.ModuleType) else getattr(error.obj, "_fields", ())
        told += hint(error.name or "", known)
    return told


def place_of(room: pathlib.Path | None, error: BaseException) -> str:
    """``, at FILE, line N, in RULE``: the author's last line that was running; '' where rules are compiled."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _authored(room, frame.filename)]
    return f", at {frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


def place_in_frame(room: pathlib.Path, frame: types.FrameType | None) -> str:
    """The same of a thread that is running, whose innermost frame is `frame`."""
    while frame and not _authored(room, frame.f_code.co_filename):
        frame = frame.f_back
    return f", at {frame.f_code.co_filename}, line {frame.f_lineno}, in {frame.f_code.co_name}" if frame else ""


@functools.cache
def room_of(folder: pathlib.Path) -> pathlib.Path:
    """The folder whose lines are the author's: a game's own, or all of a package from outside."""
    if not folder.is_relative_to(PACKAGE):
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
    return folder


def _within(folder: pathlib.Path, file: str) -> bool:
    return pathlib.Path(file).resolve().is_relative_to(folder.resolve())


def _authored(room: pathlib.Path | None, file: str) -> bool:
    """Whether a line of that file was written by who wrote the room: there, in tests of it, in any code but ours."""
    if room is not None and _within(room, file):
        return True
    return not file.startswith(("<", *LIBRARIES)) and not _within(PACKAGE, file)
