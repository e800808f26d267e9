"""Lines of a plain file that no observed game has reached, so that no comparison of both engines covers them."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

from balancer.compiler.observing import SEED, tables
from balancer.core.rule_errors import RuleError
from balancer.plain.lane import PlainGame

GAMES = 20  # of each table
MAX_SECONDS = 2.0  # of processor time, after which one game of each table must do


def unreached_lines(game: PlainGame) -> list[int]:
    """Play games of every number of players, by random players and personas; return the lines that none has reached.

    Only lines of functions in the game's own file count: all others run when the file is loaded.
    """
    if game.made_of is None:
        return []
    file = str(game.made_of.path)
    reached: set[int] = set()

    def note(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        if event == "line":
            reached.add(frame.f_lineno)
        return note

    before, began = sys.gettrace(), time.thread_time()
    for table in tables(game, None):
        games = GAMES if time.thread_time() < began + MAX_SECONDS else 1
        sys.settrace(note)
        try:
            for number in range(games):
                game.played(table, SEED, number)
        except RuleError:
            continue
        finally:
            sys.settrace(before)
    return sorted(_lines_of(game.made_of.code) - reached)


def _lines_of(code: CodeType) -> set[int]:
    """Return the lines of all functions in a code."""
    lines = set()
    if code.co_flags & inspect.CO_OPTIMIZED and code.co_name != "<lambda>":
        lines = {line for _, _, line in code.co_lines() if line and line > code.co_firstlineno}
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            lines |= _lines_of(inner)
    return lines


def ranges(lines: list[int]) -> Iterator[str]:
    """Yield ``12``, ``14-17`` for lines that follow each other."""
    begin = None
    for line, after in zip(lines, [*lines[1:], 0], strict=False):
        begin = line if begin is None else begin
        if after != line + 1:
            yield str(line) if begin == line else f"{begin}-{line}"
            begin = None
