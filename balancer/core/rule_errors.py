"""Errors in the rules of a game: how rules note them, and how they are reported to the author of the rules.

In plain Python, a rule that notes an error raises an exception, and the traceback names file, line and rule.  Compiled
rules have no exceptions (these few would cost Black Death 8 % of its speed): there the table stores the error, the row
of the game contains it, and the tally reports it with the game's number.
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

NOT_BEGUN = -1  # `table.game_number` while rules are being compiled
MAX_TURNS = 2**20  # of a game; games have hundreds, rarely thousands, so this is an endless loop

NONE, NO_OPTION, NOTHING_OFFERED, STANDINGS, TOO_LONG, STUCK, ANOTHER_COURSE = range(7)  # values of a table's `mistake`

WORDS = (
    "nothing is wrong",
    "a choice among 0 options; a node needs a player with at least one",
    "a choice without any offered option; does the loop of decisions.choose_... find the options it counted?",
    "standings are taken once per round, also after the last one, and no round begins after max_rounds",
    "turns without end: does the loop of turns end when the game has ended?",
    "a turn without end: a loop in it never stops",
    "a game took another course when it was replayed; do the rules store anything outside the table?",
)


PACKAGE = pathlib.Path(__file__).parents[1]

# folders that contain neither a game nor its tests
LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))


class MistakeError(Exception):
    """An error noted by rules that run as plain Python."""


def words(mistake: int) -> str:
    """Return a mistake as a sentence for the author of the rules."""
    return WORDS[mistake] if 0 <= mistake < len(WORDS) else f"unknown mistake {mistake}"


def _raise(table, mistake):
    raise MistakeError(words(mistake))


def _store(table, mistake):
    table.mistake = mistake


note = _raise if PLAIN else rule(_store)  # note(table, mistake): report an error, one of NO_OPTION ... TOO_LONG


class RuleError(RuntimeError):
    """A game can't be played because of its rules; the message names game, place and error."""

    def __init__(self, game: str, message: str, number: int | None = None) -> None:
        """Store the game's name, and the number of the game that was being played, None if rules can't be compiled."""
        super().__init__(message)
        self.game, self.number = game, number


def rule_error(name: str, folder: pathlib.Path, table: Any, seed: int, error: BaseException) -> RuleError:
    """Return the error that stopped the game in `folder` while it was played at `table`, as one sentence."""
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
    """Return an error in a game's `check` or `prepare`, before any game was played."""
    return RuleError(name, f"{function} of {name} fails{place_of(folder, error)}: {what(error)}")


def what(error: BaseException) -> str:
    """Return an error in words, with the name in a module or among numbers (`ENDING.X`) that was probably meant."""
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
        names = vars(error.obj) if isinstance(error.obj, types.ModuleType) else getattr(error.obj, "_fields", ())
        sentence += hint(error.name or "", names)
    return sentence


def place_of(folder: pathlib.Path | None, error: BaseException) -> str:
    """Return ``, at FILE, line N, in RULE`` for the author's last line that was running; '' if rules are compiled."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _authored(folder, frame.filename)]
    return f", at {frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else ""


@functools.cache
def author_folder(folder: pathlib.Path) -> pathlib.Path:
    """Return the folder of the author's code: the game's own, or the whole package of a game that is not included."""
    if not folder.is_relative_to(PACKAGE):
        while (folder.parent / "__init__.py").is_file():
            folder = folder.parent
    return folder


def _within(folder: pathlib.Path, file: str) -> bool:
    return pathlib.Path(file).resolve().is_relative_to(folder.resolve())


def _authored(folder: pathlib.Path | None, file: str) -> bool:
    # A game's own package and its tests, or any code except balancer and libraries
    if folder is not None and _within(folder, file):
        return True
    return not file.startswith(("<", *LIBRARIES)) and not _within(PACKAGE, file)


# Rules that cannot be compiled ----------------------------------------------------------------------------------------
# the two forms in which numba names a place, the innermost place first
COMPILER_PLACES = re.compile(r'File "([^"]+)", line (\d+)| at (\S+\.py) \((\d+)\)')

COMPILER_NOISE = ("Failed in ", "^", "File ", "During: ")


def place_not_compiled(folder: pathlib.Path, error: BaseException) -> str:
    """Return ``, at FILE, line N`` for code that could not be compiled; '' if numba does not name it."""
    named = [(file or at, int(line or number)) for file, line, at, number in COMPILER_PLACES.findall(str(error))]
    being_compiled = [(place.filename, place.line) for place in _places_being_compiled(error)]
    for file, line in [*named, *reversed(being_compiled)]:
        path = pathlib.Path(file).resolve()
        if path.is_relative_to(folder.resolve()):
            return f", at {path}, line {line}"
    return ""


def _places_being_compiled(error: BaseException) -> list[Any]:
    """Return the places in rules that numba was compiling, the innermost last; its local variables contain them."""
    places = []
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in list(frame.f_locals.values()):
            where = getattr(value, "loc", value)
            if type(where).__module__ == "numba.core.ir" and type(where).__name__ == "Loc":
                places.append(where)
    return places


def why_not_compiled(error: BaseException) -> str:
    """Return the most informative one of the many lines that numba writes."""
    if isinstance(error, KeyError):  # numba looks up a record's fields in a dict
        return f"no record has a field {error.args[0]}"
    lines = [line.strip() for line in without_records(str(error)).splitlines()]
    informative = [line for line in lines if line and not line.startswith(COMPILER_NOISE)] or ["numba does not say why"]
    more = informative[1].removeprefix(">>> ") if informative[0].endswith(":") and len(informative) > 1 else ""
    return " ".join(filter(None, (informative[0], more)))


def without_records(text: str) -> str:
    """Return the text with ``record`` instead of each ``Record(...)``, a screenful of fields."""
    shortened = ""
    while "Record(" in text:
        before, _, text = text.partition("Record(")
        depth, end = 1, 0
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        shortened, text = f"{shortened}{before}record", text[end:]
    return shortened + text
