"""Why rules could not be compiled: the one line that says most of the many that numba says, and where it is.

Only what no game has come to yet is left to be told so: rules from outside are rehearsed as plain Python first.
"""

from __future__ import annotations

import pathlib
import re
import traceback
from typing import Any

PLACES = re.compile(r'File "([^"]+)", line (\d+)| at (\S+\.py) \((\d+)\)')
"""The two ways in which numba says where it was; the innermost place comes first."""

NOISE = ("Failed in ", "^", "File ", "During: ")


def place(room: pathlib.Path, error: BaseException) -> str:
    """``, at FILE, line N`` of what could not be compiled, as far as numba tells it; '' if it doesn't."""
    said = [(file or at, int(line or number)) for file, line, at, number in PLACES.findall(str(error))]
    seen = [(where.filename, where.line) for where in _seen(error)]
    for file, line in [*said, *reversed(seen)]:
        path = pathlib.Path(file).resolve()
        if path.is_relative_to(room.resolve()) and path.name != "batch.py":
            return f", at {path}, line {line}"
    return ""


def _seen(error: BaseException) -> list[Any]:
    """The places in rules that numba was busy with, the innermost last: it leaves them in its own variables."""
    found = []
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in list(frame.f_locals.values()):
            where = getattr(value, "loc", value)
            if type(where).__module__ == "numba.core.ir" and type(where).__name__ == "Loc":
                found.append(where)
    return found


def gist(error: BaseException) -> str:
    """What is wrong, in a line."""
    if isinstance(error, KeyError):  # numba looks up a record's fields in a dict
        return f"no record has a field {error.args[0]}"
    lines = [line.strip() for line in without_records(str(error)).splitlines()]
    telling = [line for line in lines if line and not line.startswith(NOISE)] or ["numba does not say why"]
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
