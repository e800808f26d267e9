"""Lines of a plain file that no observed game has reached, so that no comparison of both engines covers them."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import inspect
import sys
import time
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any, NamedTuple

from balancer.compiler.observing import SEED, tables
from balancer.core.authoring import ways
from balancer.core.knobs import TableKnob
from balancer.core.rule_errors import RuleError
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

GAMES = 20  # of each table
TEXT_METHODS = ("__str__", "__repr__", "__format__", "picture")
MAX_SECONDS = 2.0  # of processor time, after which one game of each table must do


class UnreachedLines(NamedTuple):
    """Lines that the compared games have not reached."""

    by_values: dict[str, list[int]]  # those that games with another value of a rule or habit reach, by the value
    never: list[int]


def unreached_lines(game: PlainGame) -> UnreachedLines:
    """Play the compared games, then games with other values of rules and habits; return the lines not reached.

    Only lines of functions in the game's own file count that don't run while the file is loaded.  Lines that only make
    text do not count either, as compiled games make none, nor bodies that are `...` or `pass`.
    """
    if game.made_of is None:
        return UnreachedLines({}, [])
    began = time.thread_time()
    missing = _lines_of(game.made_of.code) - _lines_of_texts(game.made_of.path.read_text(encoding="utf-8"))
    missing -= _lines_loaded(game)
    for table in tables(game, None):
        missing -= _lines_run(game, table, GAMES if time.thread_time() < began + MAX_SECONDS else 1)
    by_values: dict[str, list[int]] = {}
    for value, table in _tables_with_values(game):
        if not missing or time.thread_time() > began + 2 * MAX_SECONDS:
            break
        if reached := missing & _lines_run(game, table, GAMES):
            by_values[value] = sorted(reached)
            missing -= reached
    return UnreachedLines(by_values, sorted(missing))


def _lines_run(game: PlainGame, table: PlainTable, games: int) -> set[int]:
    """Play games at a table, until one fails; return the lines of the game's file that they reach."""
    with _noting_lines(game) as reached, contextlib.suppress(RuleError):
        for number in range(games):
            game.played(table, SEED, number)
    return reached


def _lines_loaded(game: PlainGame) -> set[int]:
    """Run the game's file again; return the lines of functions that it calls while it is loaded."""
    assert game.made_of is not None  # noqa: S101  a game of a file
    with _noting_lines(game) as reached, contextlib.suppress(Exception):
        exec(game.made_of.code, {"__name__": "again", "__file__": str(game.made_of.path)})  # noqa: S102  as import does
    return reached


@contextlib.contextmanager
def _noting_lines(game: PlainGame) -> Iterator[set[int]]:
    """Yield a set into which the lines of the game's file come as they run."""
    assert game.made_of is not None  # noqa: S101  a game of a file
    file, reached, before = str(game.made_of.path), set[int](), sys.gettrace()

    def note(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        if event == "line":
            reached.add(frame.f_lineno)
        return note

    sys.settrace(note)
    try:
        yield reached
    finally:
        sys.settrace(before)


def _tables_with_values(game: PlainGame) -> Iterator[tuple[str, PlainTable]]:
    """Yield tables at which one rule, or one habit of all personas, has another value, with that value in words."""
    parts, players = game.read_parts(), game.usual_players
    thinking = [persona for persona in game.personas if not persona.search and not persona.at_random]
    everybody = [*thinking, game.persona("random")]
    for knob in game.knobs:
        for value in [] if isinstance(knob, TableKnob) else ways.noted_values(knob):
            rules = {**game.defaults, knob.name: value}
            if value != game.defaults[knob.name] and not game.problems(rules, players, parts):
                yield f"{knob.name} {plain_value(value)}", game.lay_table(rules, players, parts, everybody)
    for habit in game.habits:
        for number in (habit.low, habit.high):
            changed = [dataclasses.replace(each, habits={**each.habits, habit.name: number}) for each in thinking]
            yield f"the habit {habit.name} {number}", game.lay_table(game.defaults, players, parts, changed)


def plain_value(value: Any) -> str:
    """Return a value of a rule as scenarios write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lines_of_texts(source: str) -> set[int]:
    """Return the lines of statements and functions that only make text, or do nothing: `say`, `__str__`, `pass`."""
    texts = [
        node
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.FunctionDef) and node.name in TEXT_METHODS)
        or isinstance(node, ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Attribute)
            and node.value.func.attr == "say"
        )
    ]
    return {line for node in texts for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


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
