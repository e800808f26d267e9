"""Mistakes in the rules of a game: how rules note them, and how they are told to whoever wrote the rules.

As plain Python, whatever notes a mistake raises it, and the traceback names file, line and rule.  Compiled rules know
no exceptions (these few would cost Black Death 8 % of its speed): there the table keeps the mistake, the row of the
game says so, and whoever adds up rows tells it with the game's number.  What never ends writes no row; see playing.py.
"""

from __future__ import annotations

import pathlib
import re
import traceback
import types
from typing import Any

from balancer.core.compile import PLAIN, rule

MAX_TURNS = 2**20
"""The most turns a game may take; more is a loop without an end (what is played has hundreds, thousands at most)."""

NONE, NO_OPTION, NOTHING_OFFERED, STANDINGS, TOO_LONG, STUCK = range(6)
"""What a table's `mistake` says."""

WORDS = (
    "nothing is wrong",
    "a choice among 0 options; a node is asked only of who has one at least",
    "a choice of which no option was offered; does the loop of moves.choose_... find the options it counted?",
    "standings are noted once a round begun, the last one too, and no round begins after max_rounds",
    f"more than {MAX_TURNS:_} turns: does the loop of turns look at whether the game has ended?",
    "a turn goes on without end: a loop in it never stops",
)


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
    if type(error).__module__.startswith("numba"):
        return RuleError(name, f"{name} can't be compiled{place_in_text(room, str(error))}: {gist(str(error))}")
    number = int(table.game_number)
    where = f"{name}, game {number} of seed {seed}, round {int(table.rounds)}, turn {int(table.turn)}"
    what = str(error) if isinstance(error, MistakeError) else f"{type(error).__name__}: {error}"
    return RuleError(name, f"{where}{place_of(room, error) or place_in_frame(room, frame)}: {what}", number)


def place_of(room: pathlib.Path, error: BaseException) -> str:
    """``, at FILE, line N, in RULE``: the last line of the room that was running; '' where rules are compiled."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _within(room, frame.filename)]
    return f", at {frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


def place_in_frame(room: pathlib.Path, frame: types.FrameType | None) -> str:
    """The same of a thread that is running, whose innermost frame is `frame`."""
    while frame and not _within(room, frame.f_code.co_filename):
        frame = frame.f_back
    return f", at {frame.f_code.co_filename}, line {frame.f_lineno}, in {frame.f_code.co_name}" if frame else ""


def place_in_text(room: pathlib.Path, text: str) -> str:
    """The same, as far as numba's words tell it."""
    found = re.findall(r'File "([^"]+)", line (\d+)', text)
    inside = [(file, line) for file, line in found if _within(room, file)]
    return f", at {inside[-1][0]}, line {inside[-1][1]}" if inside else ""


def _within(room: pathlib.Path, file: str) -> bool:
    return pathlib.Path(file).resolve().is_relative_to(room.resolve())


def gist(text: str) -> str:
    """The line of numba's long answer that says most: the last that is neither a place nor an advice."""
    lines = [line.strip() for line in text.splitlines()]
    noise = ("", "^", "-", "File ", "During: ", "Enable ", "This is ", "https:", "<source", "For more", "If you ")
    telling = [line for line in lines if line and not line.startswith(noise[1:])]
    errors = [line for line in telling if re.match(r"(\w+Error|Unknown attribute|Undecided|Invalid|Cannot|No )", line)]
    return (errors or telling or ["numba does not say why"])[-1]
