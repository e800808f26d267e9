"""Errors in the rules of a game: how rules note them, and how they are reported to the author of the rules.

As plain Python, a rule that notes an error raises it, and the traceback names file, line and rule.  Compiled rules know
no exceptions (these few would cost Black Death 8 % of its speed): there the table keeps the error, the row of the game
contains it, and the tally reports it with the game's number.
"""

from __future__ import annotations

import functools
import pathlib
import re
import sysconfig
import traceback
import types
from typing import Any

from balancer.core.jit import PLAIN, rule
from balancer.wording import hint

NOT_BEGUN = -1  # a table's number of the game while its rules are being compiled
MAX_TURNS = 2**20  # of a game: games have hundreds, thousands at most; more is an endless loop

NONE, NO_OPTION, NOTHING_OFFERED, STANDINGS, TOO_LONG, STUCK, ANOTHER_COURSE = range(7)
"""What a table's `mistake` can be."""

WORDS = (
    "nothing is wrong",
    "a choice among 0 options; a node is only for a player who has one at least",
    "a choice of which no option was offered; does the loop of decisions.choose_... find the options it counted?",
    "standings are taken once per round, after the last one too, and no round begins after max_rounds",
    "turns without end: does the loop of turns end when the game has ended?",
    "a turn without end: a loop in it never stops",
    "a game took another course when it was played again; do the rules keep something outside the table?",
)


PACKAGE = pathlib.Path(__file__).parents[1]

LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
"""Folders that contain neither a game nor its tests."""


class MistakeError(Exception):
    """An error noted by rules that run as plain Python."""


def words(mistake: int) -> str:
    """What is wrong, in a sentence for the author of the rules."""
    return WORDS[mistake] if 0 <= mistake < len(WORDS) else f"unknown mistake {mistake}"


def _raise(table, mistake):
    raise MistakeError(words(mistake))


def _keep(table, mistake):
    table.mistake = mistake


note = _raise if PLAIN else rule(_keep)  # note(table, mistake): report an error, one of NO_OPTION ... TOO_LONG


class RuleError(RuntimeError):
    """A game can't be played because of its rules; the message names game, place and error.

    game: the game's name; number: the game that was being played, None where the rules could not even be compiled.
    """

    def __init__(self, game: str, message: str, number: int | None = None) -> None:
        """Make the error with its `message`."""
        super().__init__(message)
        self.game, self.number = game, number


def rule_error(name: str, folder: pathlib.Path, table: Any, seed: int, error: BaseException) -> RuleError:
    """One sentence on the error that stopped the game in `folder` while it was played at `table`."""
    if isinstance(error, RuleError):
        return error
    number = int(table.game_number)
    if number == NOT_BEGUN:
        return RuleError(
            name, f"{name} can't be compiled{place_not_compiled(folder, error)}: {why_not_compiled(error)}"
        )
    where = f"{name}, game {number} of seed {seed}, round {int(table.rounds)}, turn {int(table.turn)}"
    return RuleError(name, f"{where}{place_of(folder, error)}: {what(error)}", number)


def failed(name: str, function: str, folder: pathlib.Path, error: BaseException) -> RuleError:
    """An error in a game's `check` or `prepare`, before any game was played."""
    return RuleError(name, f"{function} of {name} fails{place_of(folder, error)}: {what(error)}")


def what(error: BaseException) -> str:
    """An error in words, with the name in a module or among numbers (`ENDING.X`) that was perhaps meant."""
    try:
        words = str(error)
    except BaseException as other:  # an error of the rules' own, whose text can't be made
        if isinstance(other, KeyboardInterrupt):
            raise
        words = f"an error that can't be written: its __str__ raises {type(other).__name__}"
    if isinstance(error, MistakeError):
        return words
    sentence = f"{type(error).__name__}: {words}"
    if isinstance(error, AttributeError):
        known = vars(error.obj) if isinstance(error.obj, types.ModuleType) else getattr(error.obj, "_fields", ())
        sentence += hint(error.name or "", known)
    return sentence


def place_of(folder: pathlib.Path | None, error: BaseException) -> str:
    """``, at FILE, line N, in RULE``: the author's last line that was running; '' where rules are compiled."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _authored(folder, frame.filename)]
    return f", at {frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


@functools.cache
def author_folder(folder: pathlib.Path) -> pathlib.Path:
    """The folder whose lines are the author's: a game's own, or all of a package from outside."""
    if not folder.is_relative_to(PACKAGE):
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
    return folder


def _within(folder: pathlib.Path, file: str) -> bool:
    return pathlib.Path(file).resolve().is_relative_to(folder.resolve())


def _authored(folder: pathlib.Path | None, file: str) -> bool:
    """Whether a file belongs to the author of the game: its package, its tests, any code but ours and libraries."""
    if folder is not None and _within(folder, file):
        return True
    return not file.startswith(("<", *LIBRARIES)) and not _within(PACKAGE, file)


# Rules that cannot be compiled ----------------------------------------------------------------------------------------
COMPILER_PLACES = re.compile(r'File "([^"]+)", line (\d+)| at (\S+\.py) \((\d+)\)')
"""The two ways in which numba names a place; the innermost comes first."""

COMPILER_NOISE = ("Failed in ", "^", "File ", "During: ")


def place_not_compiled(folder: pathlib.Path, error: BaseException) -> str:
    """``, at FILE, line N`` of what could not be compiled; '' where numba does not name it."""
    named = [(file or at, int(line or number)) for file, line, at, number in COMPILER_PLACES.findall(str(error))]
    seen = [(where.filename, where.line) for where in _seen(error)]
    for file, line in [*named, *reversed(seen)]:
        path = pathlib.Path(file).resolve()
        if path.is_relative_to(folder.resolve()):
            return f", at {path}, line {line}"
    return ""


def _seen(error: BaseException) -> list[Any]:
    """The places in rules that numba was compiling, the innermost last: they are left in its own variables."""
    found = []
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in list(frame.f_locals.values()):
            where = getattr(value, "loc", value)
            if type(where).__module__ == "numba.core.ir" and type(where).__name__ == "Loc":
                found.append(where)
    return found


def why_not_compiled(error: BaseException) -> str:
    """The one line that says most of the many that numba writes."""
    if isinstance(error, KeyError):  # numba looks up a record's fields in a dict
        return f"no record has a field {error.args[0]}"
    lines = [line.strip() for line in without_records(str(error)).splitlines()]
    telling = [line for line in lines if line and not line.startswith(COMPILER_NOISE)] or ["numba does not say why"]
    more = telling[1].removeprefix(">>> ") if telling[0].endswith(":") and len(telling) > 1 else ""
    return " ".join(filter(None, (telling[0], more)))


def without_records(text: str) -> str:
    """The same with ``Record(...)``, a screenful of fields, as ``record``."""
    found = ""
    while "Record(" in text:
        before, _, text = text.partition("Record(")
        depth, end = 1, 0
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        found, text = f"{found}{before}record", text[end:]
    return found + text
