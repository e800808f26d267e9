"""Component tables: CSV files that a designer may replace, read and checked cell by cell.

A header, above which there may be comments (``#``), then one row per component.  Every error is reported at once, with
line and column, or sheet and cell.  What spreadsheets add is taken for what it means: empty columns at the end, 7.0
for 7 (core/text_table.py, core/workbook.py).

A game declares its table as ``COMPONENTS = ComponentTable(...)`` in components.py, beside its components.csv; several
as a dict by the knobs that name them.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.table_file import read_table_bytes
from balancer.core.text_table import Mistake, ParsedTable, TableError, as_name
from balancer.core.text_table import Row as WrittenRow
from balancer.wording import forbidden_character, hint, listed, plural

MAX_BYTES = 10_000_000  # of a component table; far more than any game needs
MAX_WRITTEN_ROWS = 100_000  # of it, many of which may be copies of one

WORD_PARTS = 64  # kinds of part per word of a set; games with more use several words (core/part_sets.py)
MAX_PARTS = 1024  # the most kinds of part (by name) whose lift a game may report
OTHERS = ""  # the key of a row's cells that are in no declared column: texts by the names of their columns

_WHOLE = re.compile(r"([-+]?[0-9]+)(\.0*)?")
_DECIMAL = re.compile(r"[-+]?([0-9]+[.,]?[0-9]*|[.,][0-9]+)(e[-+]?[0-9]{1,2})?", re.IGNORECASE)
_GROUPED = re.compile(r"([-+]?[0-9]{1,3})((?:[ ,.'\N{RIGHT SINGLE QUOTATION MARK}\xa0\u202f][0-9]{3})+)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( 00:00:00)?")

COPIES_NAMES = {  # names by which designers call the column of copies, spelled as by `as_name`
    *("qty", "quantity", "num", "copies", "count", "amount", "how_many", "anzahl", "cantidad"),
    *("number_of_copies", "of_copies", "no_of_copies", "num_copies", "copies_in_deck"),
}

LONGEST_QUOTED = 60  # the most characters of a cell that a message quotes: with the rest, a line or two of the terminal


@dataclass(frozen=True)
class ComponentColumn:
    """A column of a table: whole numbers from `low` to `high`, or one of `choices`, or (neither given) any text."""

    name: str
    meaning: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False  # an empty cell is an empty text, or None where the others are numbers or choices
    decimal: bool = False  # any number, with a decimal point
    keeps_lines: bool = False  # line breaks in a text; otherwise they are spaces
    title: str = ""  # its name in the file, where that is another one
    may_be_missing: bool = False  # all cells are None where the table has no such column
    is_declared: bool = False  # in a file of plain Python: messages say what to declare instead

    @property
    def called(self) -> str:
        """Its name in the file."""
        return self.title or self.name

    @property
    def limits(self) -> str:
        """What is allowed: ``0..9``."""
        if self.low is None:
            return ", ".join(self.choices) or ("numbers" if self.decimal else "text")
        return f"{self.low}..{self.high}"

    def read(self, text: str) -> tuple[Any, str]:
        """Return the cell's value and what is wrong with it ('' if nothing)."""
        is_text = not self.choices and not self.decimal and self.low is None
        if not text and (self.may_be_empty or (is_text and self.keeps_lines)):
            return "" if is_text else None, ""
        if not text and (is_text or self.is_declared):
            return None, f"{self.called} is empty{self._instead_of_nothing()}"
        if self.choices:
            wrong = f"{quoted(text)} is not one of {', '.join(self.choices)}{hint(text, self.choices)}"
            return text, "" if text in self.choices else wrong
        if is_text:
            text = text if self.keeps_lines else " ".join(text.splitlines())
            odd = forbidden_character(text, "\n\t")
            return text, f"the character U+{ord(odd):04X} is not allowed in {self.called}; delete it" if odd else ""
        return self._read_decimal(text) if self.decimal else self._read_whole(text)

    def _read_whole(self, text: str) -> tuple[Any, str]:
        digits = _WHOLE.fullmatch(_with_ascii_minus(text)) if len(text) <= LONGEST_QUOTED else None
        if not digits or self.low is None or self.high is None:
            return None, f"{self.called} {quoted(text)} is not a whole number{_as_number(text) or self._instead(text)}"
        number = int(digits[1], 10)
        wrong = f"{self.called} {brief(str(number))} is out of range {self.limits}{self._wider()}"
        return number, "" if self.low <= number <= self.high else wrong

    def _read_decimal(self, text: str) -> tuple[Any, str]:
        written = _with_ascii_minus(text)
        if len(text) > LONGEST_QUOTED or not _DECIMAL.fullmatch(written) or ("," in text and _GROUPED.fullmatch(text)):
            return None, f"{self.called} {quoted(text)} is not a number{_as_number(text) or self._instead(text)}"
        return float(written.replace(",", ".")), ""

    def _instead_of_nothing(self) -> str:
        if not self.is_declared:
            return ""
        if self.name == NAME:
            return "; write one, or declare name=None and rows are numbered"
        kind = "float" if self.decimal else repr(self.choices or range(self.low or 0, (self.high or 0) + 1))
        return f"; write one, or declare {self.name}=optional({kind})"

    def _wider(self) -> str:
        return f"; write another, or declare a wider range for {self.called}" if self.is_declared else ""

    def _instead(self, text: str) -> str:
        if not self.is_declared:
            return ""
        if len(text) > LONGEST_QUOTED:
            return f"; write one of at most {LONGEST_QUOTED} digits"
        kind = "float" if _DECIMAL.fullmatch(text) and not self.decimal else "str"
        return f"; write a number, or declare {self.name}={kind}"


def _with_ascii_minus(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def _as_number(text: str) -> str:
    """Return how to write what was meant as a number, as the end of a sentence."""
    if len(text) <= LONGEST_QUOTED and (grouped := _GROUPED.fullmatch(text)):
        digits = grouped[1] + "".join(letter for letter in grouped[2] if letter.isdigit())
        return f"; write {digits}, without a separator of thousands"
    if _DATE.fullmatch(text):
        return "; a spreadsheet made a date of it: give the cell the format of a number or a text, and write it again"
    if text.startswith(("\N{EN DASH}", "\N{EM DASH}")) and _WHOLE.fullmatch(text[1:]):
        return f"; write -{text[1:]}"
    return ""


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


Row = dict[str, Any]  # the values of a row by column name
Line = tuple[int, Row]  # a row with its line in the file


NAME = "name"  # the column that names a row, in tables whose rows have names
COUNT = "count"  # the column of copies, where no other is named
Changes = tuple[tuple[str, str, Any], ...]  # changed figures of a table: (name of the rows, column, value)


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
    columns: tuple[ComponentColumn, ...]
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
    is_open: bool = False  # other columns are allowed, and rows of one name are kinds, or copies, of their own
    sheet: str = ""  # of a workbook; '': the one with the header

    def read(self, path: pathlib.Path, changes: Changes = ()) -> Parts:
        """The parts of the table at `path` with some figures changed; TableError with every error, OSError."""
        return self.made(path, self.lines(path, changes))

    def made(self, path: pathlib.Path, lines: Sequence[Line]) -> Parts:
        """The parts that lines of the table at `path` are; TableError with every error."""
        rows = [row for _, row in lines]
        mistakes = [Mistake.at(line, message) for line, row in lines for message in self.row_errors(row)]
        mistakes += self._duplicates(lines)
        mistakes = mistakes or [_placed(lines, error) for error in self._whole_errors(rows)]
        if mistakes:
            raise TableError(path, mistakes)
        names, data = self.build(rows)
        return Parts(names=tuple(names), data=data, digest=_digest((tuple(names), data)))

    def lines(self, path: pathlib.Path, changes: Changes = ()) -> list[Line]:
        """The rows of the table at `path`, some figures changed, with their lines in the file; TableError, OSError."""
        lines = list(self.written(path).lines)
        return self.with_changes(told_apart(lines, self.copies) if self.is_open else lines, changes)

    def written(self, path: pathlib.Path) -> WrittenTable:
        """Return the table at `path` as it is written; TableError, OSError."""
        return _read(path, _content(path), self.columns, self.sheet, is_open=self.is_open)

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
                yield Mistake.at(line, f"the same {', '.join(self.unique)} as line {first[key]}; delete one of them")
            elif key:
                first[key] = line

    def _whole_errors(self, rows: list[Row]) -> Iterator[str | tuple[int, str]]:
        wrong = list(self.table_errors(rows))
        copies = sum(row.get(self.copies or COUNT, 1) for row in rows) if self.copies or self.is_open else 0
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
    return Mistake.at(lines[place][0], message)


def brief(text: str) -> str:
    """A text as it is, or the beginning of a very long one: for messages."""
    return text if len(text) <= LONGEST_QUOTED else text[: LONGEST_QUOTED - 3] + "..."


def quoted(text: str) -> str:
    """The same between quotation marks, invisible letters made visible."""
    return brief(repr(text))


@dataclass(frozen=True)
class WrittenTable:
    """Rows as they were read: who reads the same content again gets the same ones, and copies them before a change.

    others: columns that are not declared; notes: what is to be said of how the file was read.
    """

    lines: tuple[Line, ...]
    others: tuple[str, ...]
    notes: tuple[str, ...]


def read_table(path: pathlib.Path, columns: Sequence[ComponentColumn]) -> list[Line]:
    """Return the rows of a component table as (line number, values by column name).

    TableError with every mistake, OSError where the file can't be read.
    """
    return list(_read(path, _content(path), tuple(columns), "", is_open=False).lines)


def _content(path: pathlib.Path) -> bytes:
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise TableError(path, [Mistake(1, 1, f"too large for a component table; at most {MAX_BYTES:_} bytes")])
    return raw


@functools.lru_cache(maxsize=64)  # the same few tables are read for every table that is laid
def _read(
    path: pathlib.Path, raw: bytes, columns: tuple[ComponentColumn, ...], sheet: str, *, is_open: bool
) -> WrittenTable:
    table = read_table_bytes(raw, path, [column.called for column in columns], sheet)
    header = list(table.header.cells)
    while header and not header[-1]:
        header.pop()
    places = {column.name: _place_of(column, header, is_open=is_open) for column in columns}
    others = {place: name for place, name in enumerate(header) if place not in places.values()}
    mistakes = [
        table.mistake(table.header, None, message)
        for message in _header_mistakes(header, columns, places, [] if is_open else [*others.values()])
    ]
    if len(table.rows) > MAX_WRITTEN_ROWS:
        raise TableError(path, [Mistake(1, 1, f"{len(table.rows)} rows; at most {MAX_WRITTEN_ROWS}")])
    if not table.rows and not mistakes:
        mistakes = [table.mistake(table.header, None, "no rows below the header")]
    if mistakes:
        raise TableError(path, mistakes)
    others = {place: _nth(name, header[:place].count(name) + 1) for place, name in others.items() if name}
    reader = _RowReader(table, len(header), columns, places, others)
    lines = tuple((table.line(row), reader.read(row)) for row in table.rows)
    if reader.mistakes:
        raise TableError(path, reader.mistakes)
    notes = list(table.notes)
    if is_open and places.get(NAME, -1) < 0:
        notes.append("there is no column of names; cards are called Card 1, Card 2 ...")
    return WrittenTable(lines, tuple(others.values()), tuple(notes))


def _place_of(column: ComponentColumn, header: Sequence[str], *, is_open: bool) -> int:
    """Return which column of the file is meant, -1: none; where others are allowed, Cost (gold) may be cost_gold."""
    name = column.called
    if name in header or not is_open or column.name == NAME:
        return header.index(name) if name in header else -1
    alike = [place for place, other in enumerate(header) if as_name(other) == as_name(name)]
    return alike[0] if len(alike) == 1 else -1


def _header_mistakes(
    header: Sequence[str], columns: Sequence[ComponentColumn], places: Mapping[str, int], unknown: Sequence[str]
) -> Iterator[str]:
    names = [column.called for column in columns]
    yield from (f"unknown column {quoted(name)}{hint(name, names)}" for name in unknown if name not in names)
    for column, name in zip(columns, names, strict=True):
        if header.count(name) > 1:
            yield f"duplicate column {name!r}"
        if places[column.name] >= 0:
            continue
        near = near_name(header) if column.name == NAME else hint(name, header).removeprefix("; ")
        there = f"the table has: {listed([brief(other) for other in header if other])}"
        if column.name == NAME and column.may_be_missing and near:
            yield f'the table has a column {near}: write name="{near}", or name=None to number the rows'
        elif not column.may_be_missing:
            yield f"column {name!r} is missing" + (f"; {near or there}" if not unknown else "")


def near_name(header: Sequence[str]) -> str:
    """Return the column that seems to hold names; '' if none does."""
    spelled = {as_name(name): name for name in reversed(header)}
    exact = [
        spelled[word] for word in ("name", "title", "card", "card_title", "cards", "nombre", "nom") if word in spelled
    ]
    return next(iter([*exact, *(name for name in header if "name" in name.lower())]), "")


@dataclass
class _RowReader:
    """Reads the cells of rows; places: of declared columns, by name, -1: there is none; others: of further ones."""

    table: ParsedTable
    width: int
    columns: Sequence[ComponentColumn]
    places: Mapping[str, int]
    others: Mapping[int, str]
    mistakes: list[Mistake] = field(default_factory=list)

    def read(self, row: WrittenRow) -> Row:
        """Return the values of a row by the names of columns; what is wrong is added to the mistakes."""
        cells = row.cells
        if not any(cells[self.width :]):
            cells = cells[: self.width]
        lacking = [column for column in self.columns if self.places[column.name] >= len(cells)]
        if len(cells) > self.width or any(column.read("")[1] for column in lacking):
            message = f"{plural(len(cells), 'cell')} where the header has {self.width}"
            self.mistakes.append(self.table.mistake(row, None, message, f"cells, not {self.width}"))
            return {}
        values = {column.name: self._value(row, column, self.places[column.name]) for column in self.columns}
        if self.others:
            filled = {name: cells[place] if place < len(cells) else "" for place, name in self.others.items()}
            values[OTHERS] = filled
        return values

    def _value(self, row: WrittenRow, column: ComponentColumn, place: int) -> Any:
        if place < 0:
            return None
        text = row.cells[place] if place < len(row.cells) else ""
        value, wrong = column.read(text)
        if not text and (missing := self.table.missing(row, place)):
            wrong = f"{column.called} is empty: {missing}"
        if wrong:
            like = wrong.replace(quoted(text), "").replace(f" {text} ", " ")
            self.mistakes.append(self.table.mistake(row, place, wrong, f"{column.name}: {like}"))
        return value


def _nth(name: str, number: int) -> str:
    """Return the name of the second and further of one name: ``Scout (2)``."""
    return name if number == 1 else f"{name} ({number})"


def told_apart(lines: Sequence[Line], copies: str) -> list[Line]:
    """Return rows of which each has a name of its own.

    The same row again is one more copy of it (copies: the column of their number, '': count); another row of that name
    is another kind, ``Scout (2)``; a row without a name is called by its place, ``Card 7``.
    """
    apart: dict[str, Line] = {}
    same: dict[str, str] = {}
    kinds: dict[str, Iterator[int]] = {}
    copies = copies or COUNT
    for number, (line, written) in enumerate(lines, 1):
        row = {**written, NAME: written.get(NAME) or f"Card {number}"}
        content = repr({name: value for name, value in row.items() if name != copies})
        if content in same:
            known = apart[same[content]][1]
            known[copies] = known.get(copies, 1) + row.get(copies, 1)
            continue
        name = row[NAME]
        row[NAME] = next(
            kind for n in kinds.setdefault(name, itertools.count(1)) if (kind := _nth(name, n)) not in apart
        )
        same[content] = row[NAME]
        apart[row[NAME]] = line, row
    return list(apart.values())
