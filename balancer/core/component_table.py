"""Component tables: CSV files or workbooks that a designer may replace, read and checked cell by cell.

They contain a header, above which comments (``#``) are allowed, then one row per component.  All mistakes are reported
at once, with line and column, or sheet and cell.  Additions by spreadsheets are accepted: empty columns at the end, 7.0
for 7 (core/text_table.py, core/workbook.py).

A game declares its table as ``COMPONENTS = ComponentTable(...)`` in components.py, next to its components.csv; several
tables as a dict by the knobs that name them.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import pathlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.text_table import Mistake, ParsedTable, TableError, as_name, read_text_table
from balancer.core.text_table import Row as WrittenRow
from balancer.wording import forbidden_character, hint, listed, plural

WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")
TABLE_ENDINGS = (".csv", ".tsv", *WORKBOOK_ENDINGS)


def read_table_file(path: pathlib.Path, columns: Collection[str] = (), sheet: str = "") -> ParsedTable:
    """Read the table in a file; TableError with all mistakes, OSError.

    columns: names that identify the sheet and the header; sheet: its name, in a workbook.
    """
    return read_table_bytes(path.read_bytes(), path, columns, sheet)


def read_table_bytes(raw: bytes, path: pathlib.Path, columns: Collection[str] = (), sheet: str = "") -> ParsedTable:
    """Read the table in the bytes of a file, whose kind the extension of `path` says; TableError."""
    if path.suffix.lower() in WORKBOOK_ENDINGS:
        from balancer.core import workbook  # libraries that most games do without

        return workbook.read_workbook(raw, path, columns, sheet)
    return read_text_table(raw, path, columns)


MAX_BYTES = 10_000_000  # of a component table
MAX_WRITTEN_ROWS = 100_000  # of a component table; many may be copies of one row

WORD_PARTS = 64  # kinds of part per word of a set; games with more use several words (core/part_sets.py)
MAX_PARTS = 1024  # kinds of part (by name) whose lift a game reports
OTHERS = ""  # key of a row's texts in columns that are not declared, by the names of these

_WHOLE = re.compile(r"([-+]?[0-9]+)(\.0*)?")
_DECIMAL = re.compile(r"[-+]?([0-9]+[.,]?[0-9]*|[.,][0-9]+)(e[-+]?[0-9]{1,2})?", re.IGNORECASE)
_GROUPED = re.compile(r"([-+]?[0-9]{1,3})((?:[ ,.'\N{RIGHT SINGLE QUOTATION MARK}\xa0\u202f][0-9]{3})+)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}( 00:00:00)?")

COPIES_NAMES = {  # names that designers give to the column of copies, spelled as by `as_name`
    *("qty", "quantity", "num", "copies", "count", "amount", "how_many", "anzahl", "cantidad"),
    *("number_of_copies", "of_copies", "no_of_copies", "num_copies", "copies_in_deck"),
}

MAX_QUOTED = 60  # characters of a cell in a message


@dataclass(frozen=True)
class ComponentColumn:
    """A column of a table: whole numbers from `low` to `high`, one of `choices`, or (if neither is given) any text."""

    name: str
    meaning: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    may_be_empty: bool = False  # an empty cell means an empty text, or None in a column of numbers or choices
    decimal: bool = False  # any number, with a decimal point
    keeps_lines: bool = False  # line breaks in a text; otherwise they are spaces
    title: str = ""  # its name in the file, if that differs
    may_be_missing: bool = False  # if the table has no such column, all its cells are None
    is_declared: bool = False  # in a file of plain Python: messages suggest other declarations

    @property
    def called(self) -> str:
        """Its name in the file."""
        return self.title or self.name

    @property
    def limits(self) -> str:
        """The allowed values in words: ``0..9``."""
        if self.low is None:
            return ", ".join(self.choices) or ("numbers" if self.decimal else "text")
        return f"{self.low}..{self.high}"

    def read(self, text: str) -> tuple[Any, str]:
        """Return the value of a cell and its fault ('' if there is none)."""
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
        digits = _WHOLE.fullmatch(_with_ascii_minus(text)) if len(text) <= MAX_QUOTED else None
        if not digits or self.low is None or self.high is None:
            return None, f"{self.called} {quoted(text)} is not a whole number{_as_number(text) or self._instead(text)}"
        number = int(digits[1], 10)
        wider = f"; write another, or declare a wider range for {self.called}" if self.is_declared else ""
        wrong = f"{self.called} {brief(str(number))} is out of range {self.limits}{wider}"
        return number, "" if self.low <= number <= self.high else wrong

    def _read_decimal(self, text: str) -> tuple[Any, str]:
        written = _with_ascii_minus(text)
        if len(text) > MAX_QUOTED or not _DECIMAL.fullmatch(written) or ("," in text and _GROUPED.fullmatch(text)):
            return None, f"{self.called} {quoted(text)} is not a number{_as_number(text) or self._instead(text)}"
        return float(written.replace(",", ".")), ""

    def _instead_of_nothing(self) -> str:
        """Return advice for an empty cell, as the end of a sentence."""
        if not self.is_declared:
            return ""
        if self.name == NAME:
            return "; write one, or declare name=None and rows are numbered"
        kind = "float" if self.decimal else repr(self.choices or range(self.low or 0, (self.high or 0) + 1))
        return f"; write one, or declare {self.name}=optional({kind})"

    def _instead(self, text: str) -> str:
        """Return advice for a text that is not a number, as the end of a sentence."""
        if not self.is_declared:
            return ""
        if len(text) > MAX_QUOTED:
            return f"; write one of at most {MAX_QUOTED} digits"
        kind = "float" if _DECIMAL.fullmatch(text) and not self.decimal else "str"
        return f"; write a number, or declare {self.name}={kind}"


def _with_ascii_minus(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def _as_number(text: str) -> str:
    """Return advice on writing what was meant as a number, as the end of a sentence."""
    if len(text) <= MAX_QUOTED and (grouped := _GROUPED.fullmatch(text)):
        digits = grouped[1] + "".join(letter for letter in grouped[2] if letter.isdigit())
        return f"; write {digits}, without a separator of thousands"
    if _DATE.fullmatch(text):
        return "; a spreadsheet made a date of it: give the cell the format of a number or a text, and write it again"
    if text.startswith(("\N{EN DASH}", "\N{EM DASH}")) and _WHOLE.fullmatch(text[1:]):
        return f"; write -{text[1:]}"
    return ""


@dataclass(frozen=True)
class Parts:
    """The content of component tables."""

    names: tuple[str, ...]  # of the parts whose lift is reported, in the order of their numbers
    data: Any  # the game's own, for its `check` and `prepare`; of several tables a dict by their knobs
    digest: str  # of the content

    @classmethod
    def joined(cls, tables: Mapping[str, Parts]) -> Parts:
        """Return the parts of all tables of a game, by their knobs; those of a single table unchanged."""
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


NAME = "name"  # the column with the names of rows, if they have names
COUNT = "count"  # the column of copies, unless another is named
Changes = tuple[tuple[str, str, Any], ...]  # changed figures of a table: (name of the rows, column, value)


def _none_wrong(_: Any) -> Iterable[str]:
    return ()


def _named(row: Row) -> str:
    return str(row.get(NAME, ""))


@dataclass(frozen=True, kw_only=True)
class ComponentTable:
    """A component table of a game: its columns, its limits, and how the game reads its rows."""

    file: str = "components.csv"  # the game's own table, in the game's folder
    columns: tuple[ComponentColumn, ...]
    # rows -> (part names, the game's own data, whose `repr` depends only on the content)
    build: Callable[[list[Row]], tuple[Sequence[str], Any]]
    unique: tuple[str, ...] = ()  # columns; no two rows have the same values in all of them
    max_rows: int = WORD_PARTS
    max_parts: int = WORD_PARTS  # part names of all tables of the game, up to MAX_PARTS
    copies: str = ""  # column with the number of copies of a row
    max_copies: int = 0  # sum of the copies
    called: Callable[[Row], str] = _named  # the name of a row, '' if rows have no names
    points: str = ""  # column with the value of a row
    blank: Mapping[str, Any] = field(default_factory=dict)  # figures of a row that does nothing
    row_errors: Callable[[Row], Iterable[str]] = _none_wrong  # further mistakes of a row
    # Further mistakes of valid rows together: (index of the row, message), or only a message, at the last row
    table_errors: Callable[[list[Row]], Iterable[str | tuple[int, str]]] = _none_wrong
    is_open: bool = False  # other columns are allowed, and rows with the same name are several kinds, or copies
    sheet: str = ""  # of a workbook; '': the one with the header

    def read(self, path: pathlib.Path, changes: Changes = ()) -> Parts:
        """Return the parts of the table at `path`, with changed figures; TableError with all mistakes, OSError."""
        return self.parts_of(path, self.lines(path, changes))

    def parts_of(self, path: pathlib.Path, lines: Sequence[Line]) -> Parts:
        """Return the parts in rows of the table at `path`; TableError with all mistakes."""
        rows = [row for _, row in lines]
        mistakes = [Mistake.at(line, message) for line, row in lines for message in self.row_errors(row)]
        mistakes += self._duplicates(lines)
        mistakes = mistakes or [_table_mistake(lines, error) for error in self._whole_errors(rows)]
        if mistakes:
            raise TableError(path, mistakes)
        names, data = self.build(rows)
        return Parts(names=tuple(names), data=data, digest=_digest((tuple(names), data)))

    def lines(self, path: pathlib.Path, changes: Changes = ()) -> list[Line]:
        """Return the rows of the table at `path`, with changed figures, and their lines; TableError, OSError."""
        lines = list(self.written(path).lines)
        return self.with_changes(with_unique_names(lines, self.copies) if self.is_open else lines, changes)

    def written(self, path: pathlib.Path) -> WrittenTable:
        """Return the table at `path` as it is written; TableError, OSError."""
        return _read(path, _content(path), self.columns, self.sheet, is_open=self.is_open)

    def with_changes(self, lines: Sequence[Line], changes: Changes) -> list[Line]:
        """Return copies of the rows, with changed figures."""
        copies = [(line, dict(row)) for line, row in lines]
        for (_, copy), (_, row) in zip(copies, lines, strict=True):
            copy.update({column: value for name, column, value in changes if name == self.called(row)})
        return copies

    def rows(self, path: pathlib.Path) -> dict[str, list[Row]]:
        """Return the rows of a valid table by the name of their card (tile ...); {} if rows have no names."""
        rows: dict[str, list[Row]] = {}
        for _, row in self.lines(path):
            if name := self.called(row):
                rows.setdefault(name, []).append(row)
        return rows

    def _duplicates(self, lines: Sequence[Line]) -> Iterator[Mistake]:
        first: dict[tuple[Any, ...], int] = {}
        for line, row in lines:
            key = tuple(row[column] for column in self.unique)
            if key in first:
                yield Mistake.at(line, f"the same {', '.join(self.unique)} as line {first[key]}; delete one of them")
            elif key:
                first[key] = line

    def _whole_errors(self, rows: list[Row]) -> Iterator[str | tuple[int, str]]:
        """Yield the mistakes of valid rows together, in the form of `table_errors`."""
        wrong = list(self.table_errors(rows))
        copies = sum(row.get(self.copies or COUNT, 1) for row in rows) if self.copies or self.is_open else 0
        if len(rows) > self.max_rows:
            yield f"{len(rows)} rows; at most {self.max_rows}"
        elif not wrong and len(names := self.build(rows)[0]) > self.max_parts:
            yield f"{len(names)} part names; at most {self.max_parts}"
        if copies > self.max_copies:
            yield f"{copies} cards in all; at most {self.max_copies}"
        yield from wrong


def _table_mistake(lines: Sequence[tuple[int, Row]], error: str | tuple[int, str]) -> Mistake:
    place, message = (-1, error) if isinstance(error, str) else error  # -1: the last row
    return Mistake.at(lines[place][0], message)


def brief(text: str) -> str:
    """Return a text, or the beginning of a very long one, for messages."""
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 3] + "..."


def quoted(text: str) -> str:
    """Return the same in quotation marks, with invisible letters made visible."""
    return brief(repr(text))


@dataclass(frozen=True)
class WrittenTable:
    """A table as it was read.

    Reading the same content again returns the same object, so rows must be copied before a change.
    """

    lines: tuple[Line, ...]
    others: tuple[str, ...]  # columns that are not declared
    notes: tuple[str, ...]  # sentences for the reader on how the file was read


def read_table(path: pathlib.Path, columns: Sequence[ComponentColumn]) -> list[Line]:
    """Return the rows of a component table as (line number, values by column name).

    TableError with all mistakes, OSError if the file can't be read.
    """
    return list(_read(path, _content(path), tuple(columns), "", is_open=False).lines)


def _content(path: pathlib.Path) -> bytes:
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise TableError(path, [Mistake(1, 1, f"too large for a component table; at most {MAX_BYTES:_} bytes")])
    return raw


@functools.lru_cache(maxsize=64)  # the same few files are read for every game table that is laid
def _read(
    path: pathlib.Path, raw: bytes, columns: tuple[ComponentColumn, ...], sheet: str, *, is_open: bool
) -> WrittenTable:
    """Read a table and check its header and rows; TableError with all mistakes."""
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
    """Return the number of a column in the file, -1 if it is missing; in open tables, cost_gold may be Cost (gold)."""
    name = column.called
    if name in header or not is_open or column.name == NAME:
        return header.index(name) if name in header else -1
    alike = [place for place, other in enumerate(header) if as_name(other) == as_name(name)]
    return alike[0] if len(alike) == 1 else -1


def _header_mistakes(
    header: Sequence[str], columns: Sequence[ComponentColumn], places: Mapping[str, int], unknown: Sequence[str]
) -> Iterator[str]:
    """Yield the mistakes of a header: unknown, repeated and missing columns."""
    names = [column.called for column in columns]
    yield from (f"unknown column {quoted(name)}{hint(name, names)}" for name in unknown if name not in names)
    for column, name in zip(columns, names, strict=True):
        if header.count(name) > 1:
            yield f"duplicate column {name!r}"
        if places[column.name] >= 0:
            continue
        near = near_name(header) if column.name == NAME else hint(name, header).removeprefix("; ")
        columns_there = f"the table has: {listed([brief(other) for other in header if other])}"
        if column.name == NAME and column.may_be_missing and near:
            yield f'the table has a column {near}: write name="{near}", or name=None to number the rows'
        elif not column.may_be_missing:
            yield f"column {name!r} is missing" + (f"; {near or columns_there}" if not unknown else "")


def near_name(header: Sequence[str]) -> str:
    """Return the column that seems to contain names; '' if none does."""
    spelled = {as_name(name): name for name in reversed(header)}
    exact = [
        spelled[word] for word in ("name", "title", "card", "card_title", "cards", "nombre", "nom") if word in spelled
    ]
    return next(iter([*exact, *(name for name in header if "name" in name.lower())]), "")


@dataclass
class _RowReader:
    """A reader of the cells of rows, which collects their mistakes."""

    table: ParsedTable
    width: int
    columns: Sequence[ComponentColumn]
    places: Mapping[str, int]  # of declared columns by name, -1: missing
    others: Mapping[int, str]  # names of further columns by place
    mistakes: list[Mistake] = field(default_factory=list)

    def read(self, row: WrittenRow) -> Row:
        """Return the values of a row by column name, and add its faults to the mistakes."""
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
    return name if number == 1 else f"{name} ({number})"


def with_unique_names(lines: Sequence[Line], copies: str) -> list[Line]:
    """Return rows with unique names.

    An identical row counts as one more copy (copies: the column of their number, '': count).  Another row with the same
    name is another kind, ``Scout (2)``; a row without a name is named after its position, ``Card 7``.
    """
    named: dict[str, Line] = {}
    names: dict[str, str] = {}  # by content
    numbers: dict[str, Iterator[int]] = {}  # of the kinds with a name
    copies = copies or COUNT
    for number, (line, written) in enumerate(lines, 1):
        row = {**written, NAME: written.get(NAME) or f"Card {number}"}
        content = repr({name: value for name, value in row.items() if name != copies})
        if content in names:
            first = named[names[content]][1]
            first[copies] = first.get(copies, 1) + row.get(copies, 1)
            continue
        name = row[NAME]
        row[NAME] = next(
            kind for n in numbers.setdefault(name, itertools.count(1)) if (kind := _nth(name, n)) not in named
        )
        names[content] = row[NAME]
        named[row[NAME]] = line, row
    return list(named.values())
