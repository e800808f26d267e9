"""Component tables: CSV files that a designer may replace, read and checked cell by cell.

The first lines may be comments (``#``); then a header; then one row per component.  Every error is reported at once,
with line and column.  What spreadsheets add is taken for what it means: a byte order mark, empty columns at the end,
comments in quotation marks, 7.0 for 7.

A game declares its table as ``COMPONENTS = ComponentTable(...)`` in components.py, beside its components.csv; several
as a dict by the knobs that name them.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.core import workbook
from balancer.wording import forbidden_character, hint, plural

MOST_BYTES = 500_000
"""The largest component table; far more than any game needs."""

WORD_PARTS = 64
"""Kinds of part in one word of a set of parts: a game of more keeps such sets in several words (core/part_sets.py)."""

MAX_PARTS = 1024
"""The most kinds of part (by name) whose lift a game may report."""

_WHOLE = re.compile(r"([-+]?[0-9]+)(\.0*)?")

LONGEST_QUOTED = 60
"""The most characters of a cell that a message quotes: with the rest, a line or two of the terminal."""


class Mistake(NamedTuple):
    """One error in a table: line and column (from 1; column of the cell's first character) and what is wrong."""

    line: int
    column: int
    message: str


class TableError(ValueError):
    """A component table that can't be used; `mistakes` lists every reason."""

    def __init__(self, path: pathlib.Path, mistakes: Sequence[Mistake]) -> None:
        """Name the table, and every error with its place."""
        self.path = path
        self.mistakes = sorted(mistakes)
        super().__init__("\n".join(f"{path}:{m.line}:{m.column}: {m.message}" for m in self.mistakes))


@dataclass(frozen=True)
class Column:
    """A column of a table: whole numbers from `low` to `high`, or one of `choices`, or (neither given) any text.

    may_be_empty: whether a cell of text or of a number may be empty; an empty number is None.
    """

    name: str
    meaning: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False

    def read(self, text: str) -> tuple[Any, str]:
        """The cell's value and what is wrong with it ('' if nothing)."""
        if self.choices:
            return (
                text,
                ""
                if text in self.choices
                else f"{quoted(text)} is not one of {', '.join(self.choices)}{hint(text, self.choices)}",
            )
        if self.low is None or self.high is None:
            odd = forbidden_character(text)
            wrong = f"the character U+{ord(odd):04X} is not allowed in {self.name}; delete it" if odd else ""
            return text, wrong if text or self.may_be_empty else f"{self.name} is empty"
        if self.may_be_empty and not text:
            return None, ""
        digits = _WHOLE.fullmatch(text) if len(text) <= LONGEST_QUOTED else None
        if not digits:
            return None, f"{self.name} {quoted(text)} is not a whole number"
        number = int(digits[1], 10)
        right = self.low <= number <= self.high
        return number, "" if right else f"{self.name} {brief(str(number))} is out of range {self.low}..{self.high}"


@dataclass(frozen=True)
class Parts:
    """Component tables as read: the names whose lift is reported, and the game's own data.

    names: part names in the order of their numbers; data: what the game makes of the rows, for its `check` and
    `prepare`, of several tables a dict by their knobs; digest: of the content.
    """

    names: tuple[str, ...]
    data: Any
    digest: str

    @classmethod
    def joined(cls, tables: Mapping[str, Parts]) -> Parts:
        """The parts of all tables of a game, by their knobs; one table alone stays as it is."""
        if len(tables) == 1:
            return next(iter(tables.values()))
        return cls(
            names=tuple(name for table in tables.values() for name in table.names),
            data={knob: table.data for knob, table in tables.items()},
            digest=_digest({knob: table.digest for knob, table in tables.items()}),
        )


def _digest(content: Any) -> str:
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


Row = dict[str, Any]
"""The values of a row by column name."""

Line = tuple[int, Row]
"""A row with its line in the file."""


NAME = "name"
"""The column that names a row, in tables whose rows have names."""

Changes = tuple[tuple[str, str, Any], ...]
"""Figures that differ from those of a table: (name of the rows, column, value)."""


def _none_wrong(_: Any) -> Iterable[str]:
    return ()


def _named(row: Row) -> str:
    return str(row.get(NAME, ""))


@dataclass(frozen=True, kw_only=True)
class ComponentTable:
    """A component table of a game: its columns, its limits, and what the game makes of its rows.

    file: the game's own table, in the game's folder.
    build: rows -> (part names, the game's own data, with a `repr` that depends on the content alone).
    unique: columns whose values together appear in one row only.
    copies: the column with the number of copies of a row, '' if there is none; max_copies: the limit of their sum.
    called: what a row is called, '' where rows have no names: by its column `name` unless the game says otherwise.
    max_parts: the most part names, those of the game's other tables included; up to MAX_PARTS.
    points: the column that says what a row is worth, '' if there is none; blank: figures of a row that does nothing.
    row_errors, table_errors: what else is wrong with a row, and with all rows together; the latter is called only where
    every row is right, and names a row by its place in the list: (place, message); a message alone is of the last row.
    """

    file: str = "components.csv"
    columns: tuple[Column, ...]
    build: Callable[[list[Row]], tuple[Sequence[str], Any]]
    unique: tuple[str, ...] = ()
    max_rows: int = WORD_PARTS
    max_parts: int = WORD_PARTS
    copies: str = ""
    max_copies: int = 0
    called: Callable[[Row], str] = _named
    points: str = ""
    blank: Mapping[str, Any] = field(default_factory=dict)
    row_errors: Callable[[Row], Iterable[str]] = _none_wrong
    table_errors: Callable[[list[Row]], Iterable[str | tuple[int, str]]] = _none_wrong

    def read(self, path: pathlib.Path, changes: Changes = ()) -> Parts:
        """The parts of the table at `path` with some figures changed; TableError with every error, OSError."""
        return self.made(path, self.lines(path, changes))

    def made(self, path: pathlib.Path, lines: Sequence[Line]) -> Parts:
        """The parts that lines of the table at `path` are; TableError with every error."""
        rows = [row for _, row in lines]
        mistakes = [Mistake(line, 1, message) for line, row in lines for message in self.row_errors(row)]
        mistakes += self._duplicates(lines)
        mistakes = mistakes or [_placed(lines, error) for error in self._whole_errors(rows)]
        if mistakes:
            raise TableError(path, mistakes)
        names, data = self.build(rows)
        return Parts(names=tuple(names), data=data, digest=_digest((tuple(names), data)))

    def lines(self, path: pathlib.Path, changes: Changes = ()) -> list[Line]:
        """The rows of the table at `path`, some figures changed, with their lines in the file; TableError, OSError."""
        return self.with_changes(read_table(path, self.columns), changes)

    def with_changes(self, lines: Sequence[Line], changes: Changes) -> list[Line]:
        """The same lines with some figures changed."""
        found = [(line, dict(row)) for line, row in lines]
        for row, was in zip(found, lines, strict=True):
            row[1].update({column: value for name, column, value in changes if name == self.called(was[1])})
        return found

    def rows(self, path: pathlib.Path) -> dict[str, list[Row]]:
        """The rows of a sound table by the name of their card (tile ...); {} where the table names none."""
        found: dict[str, list[Row]] = {}
        for _, row in self.lines(path):
            if name := self.called(row):
                found.setdefault(name, []).append(row)
        return found

    def _duplicates(self, lines: Sequence[Line]) -> Iterator[Mistake]:
        first: dict[tuple[Any, ...], int] = {}
        for line, row in lines:
            key = tuple(row[column] for column in self.unique)
            if key in first:
                yield Mistake(line, 1, f"the same {', '.join(self.unique)} as line {first[key]}; delete one of them")
            elif key:
                first[key] = line

    def _whole_errors(self, rows: list[Row]) -> Iterator[str | tuple[int, str]]:
        wrong = list(self.table_errors(rows))
        copies = sum(row[self.copies] for row in rows) if self.copies else 0
        if len(rows) > self.max_rows:
            yield f"{len(rows)} rows; at most {self.max_rows}"
        elif not wrong and len(names := self.build(rows)[0]) > self.max_parts:
            yield f"{len(names)} part names; at most {self.max_parts}"
        if copies > self.max_copies:
            yield f"{copies} cards in all; at most {self.max_copies}"
        yield from wrong


def _placed(lines: Sequence[tuple[int, Row]], error: str | tuple[int, str]) -> Mistake:
    """An error of the table as a whole, at the row that it names, or at the last."""
    place, message = (-1, error) if isinstance(error, str) else error
    return Mistake(lines[place][0], 1, message)


def brief(text: str) -> str:
    """A text as it is, or the beginning of a very long one: for messages."""
    return text if len(text) <= LONGEST_QUOTED else text[: LONGEST_QUOTED - 3] + "..."


def quoted(text: str) -> str:
    """The same between quotation marks, invisible letters made visible."""
    return brief(repr(text))


def read_table(path: pathlib.Path, columns: Sequence[Column]) -> list[tuple[int, dict[str, Any]]]:
    """The rows of a component table as (line number, values by column name); raises TableError with every mistake.

    OSError where the file can't be read.  Who reads the same content again gets the same rows: copy before a change.
    """
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise TableError(path, [Mistake(1, 1, f"too large for a component table; at most {MOST_BYTES:_} bytes")])
    return _rows(path, raw, tuple(columns))


@functools.lru_cache(maxsize=64)  # the same few tables are read for every table that is laid
def _rows(path: pathlib.Path, raw: bytes, columns: tuple[Column, ...]) -> list[Line]:
    text = decoded(path, raw)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not is_comment(line)]
    if not lines:
        raise TableError(path, [Mistake(1, 1, f"empty; expected the header {','.join(c.name for c in columns)}")])
    header, mistakes = cells_of(*lines[0])
    while header and not header[-1]:
        header.pop()
    mistakes = _separators(*lines[0], columns) or mistakes or _header_mistakes(lines[0][0], header, columns)
    if mistakes:
        raise TableError(path, mistakes)
    rows = []
    for number, line in lines[1:]:
        values, wrong = _read_row(number, line, header, columns)
        mistakes += wrong
        rows.append((number, values))
    if not rows and not mistakes:
        mistakes = [Mistake(lines[0][0], 1, "no rows below the header")]
    if mistakes:
        raise TableError(path, mistakes)
    return rows


def decoded(path: pathlib.Path, raw: bytes) -> str:
    """The text of a table, or of the first sheet of a workbook; TableError."""
    if path.suffix == workbook.ENDING:
        try:
            return workbook.csv_of(raw)
        except ValueError as error:
            raise TableError(path, [Mistake(1, 1, str(error))]) from error
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        message = f"not UTF-8 text (byte {raw[error.start]:#04x}); save the table as CSV UTF-8"
        raise TableError(path, [Mistake(line, column, message)]) from None


def is_comment(line: str) -> bool:
    """Whether a line is empty or a comment; spreadsheets put a comment that holds commas in quotation marks."""
    return not line.strip(" ,") or line.startswith(("#", '"#'))


def _separators(line: int, text: str, columns: Sequence[Column]) -> list[Mistake]:
    """One error for a spreadsheet's way of writing CSV: semicolons, tabs or the like instead of commas."""
    names = {column.name for column in columns}
    for separator, called in ((";", "semicolons"), ("\t", "tabs"), ("|", "|")):
        cells = [cell.strip(' "') for cell in text.split(separator)]
        if len(cells) > 1 and len(names) > 1 and len(names.intersection(cells)) > 1:
            message = f"cells are separated by {called}; separate them with commas, here and in every line below"
            return [Mistake(line, text.index(separator) + 1, message)]
    return []


def _header_mistakes(line: int, header: list[str], columns: Sequence[Column]) -> list[Mistake]:
    names = [column.name for column in columns]
    unknown = [name for name in header if name not in names]
    mistakes = [Mistake(line, 1, f"unknown column {quoted(name)}{hint(name, names)}") for name in unknown]
    mistakes += [Mistake(line, 1, f"column {name!r} is missing") for name in names if name not in header]
    mistakes += [Mistake(line, 1, f"duplicate column {name!r}") for name in names if header.count(name) > 1]
    return mistakes


def _read_row(
    line: int, text: str, header: list[str], columns: Sequence[Column]
) -> tuple[dict[str, Any], list[Mistake]]:
    cells, mistakes = cells_of(line, text)
    if mistakes:
        return {}, mistakes
    if not any(cells[len(header) :]):
        cells = cells[: len(header)]
    if len(cells) != len(header):
        return {}, [Mistake(line, 1, f"{plural(len(cells), 'cell')} where the header has {len(header)}")]
    by_name = {column.name: column for column in columns}
    values = {}
    for name, cell, at in zip(header, cells, beginnings(text), strict=False):  # empty cells may follow
        values[name], wrong = by_name[name].read(cell)
        if wrong:
            mistakes.append(Mistake(line, at, wrong))
    return values, mistakes


def cells_of(line: int, text: str) -> tuple[list[str], list[Mistake]]:
    """The cells of a line, stripped of spaces."""
    try:
        cells = next(csv.reader([text], skipinitialspace=True, strict=True))
    except csv.Error as error:
        return [], [Mistake(line, 1, f"not a line of a CSV file ({error})")]
    return [cell.strip() for cell in cells], []


def beginnings(text: str) -> list[int]:
    """The column of each cell's first character, from 1; spaces and a quotation mark before it don't count."""
    found, at = [], 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip(" "))
        quoted = text[at : at + 1] == '"'
        found.append(at + 1 + quoted)
        if quoted:
            at = _closing(text, at + 1)
        at = text.find(",", at) + 1
        if at == 0:
            return found


def _closing(text: str, at: int) -> int:
    """Where the quotation marks close that opened before `at`; two in a row stand for one inside."""
    while text[at : at + 2] == '""' or text[at] != '"':
        at += 2 if text[at] == '"' else 1
    return at
