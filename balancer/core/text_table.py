"""Tables as text: the only reader of CSV files, for components and logged plays.

Cells are separated by commas, semicolons, tabs or ``|``, whichever fits most rows; cells in quotation marks may contain
separators and line breaks.  Above the header, comments (``#``), empty lines and titles are allowed; below it every row
counts.
"""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import itertools
import pathlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

SEPARATORS = ("\t", ";", "|", ",")  # rarest in texts first, which decides if two fit equally well
SAMPLE_LINES = 200  # used to find the separator
HEADER_ROWS = 50  # searched for the header
UTF_8, UTF_16, WINDOWS = "utf-8-sig", "utf-16", "cp1252"

_DECLARED = re.compile(r"sep=(.)[\r\n]+")  # Excel's own first line
_NUMBER_SIGN = re.compile(r"#\s*[,;\t|]")  # a header's first column, not a comment
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_BREAKS_WITHIN = re.compile("[\x0b\x0c\x85\u2028\u2029]")  # they do not end a line of a CSV file
_SPACES = re.compile(" *")
_TO_CLOSING_QUOTE = re.compile('(?:[^"]|"")*+')
_NO_NAME = re.compile(r"\W+")
_LINE_BREAK = re.compile("\r\n|\r|\n")


class Mistake(NamedTuple):
    """A mistake and its place."""

    line: int  # from 1
    column: int  # from 1, of the cell's first character
    message: str
    place: str = ""  # of a cell of a workbook: ``Cards!B3``
    like: str = ""  # equal for mistakes of one kind; '': the message is

    @classmethod
    def at(cls, line: int, message: str) -> Mistake:
        """Return a mistake of a whole row, by its line (`ParsedTable.line`)."""
        return cls(int(line), 1, message, getattr(line, "place", ""))

    def where(self) -> str:
        """Return the place as text: ``3:9``, or ``Cards!B3``."""
        return self.place or f"{self.line}:{self.column}"


MAX_ALIKE = 3  # mistakes of one kind that are listed one by one; more of them are one sentence


class TableError(ValueError):
    """A table that can't be used; `mistakes` lists all reasons."""

    def __init__(self, path: pathlib.Path, mistakes: Sequence[Mistake]) -> None:
        """Write a line for each mistake, or for several of one kind."""
        self.path = path
        self.mistakes = sorted(mistakes)
        super().__init__("\n".join(f"{path}:{m.where()}: {m.message}" for m in self.summary()))

    def summary(self) -> list[Mistake]:
        """Return the mistakes for a message; more than MAX_ALIKE of a kind become one, with the first places."""
        kinds: dict[str, list[Mistake]] = {}
        for mistake in self.mistakes:
            kinds.setdefault(mistake.like or mistake.message, []).append(mistake)
        summary = []
        for alike in kinds.values():
            summary += sum_up(alike, len(alike))
        return sorted(summary)


def sum_up(alike: Sequence[Mistake], number: int) -> list[Mistake]:
    """Return mistakes of one kind, or one for all if there are many; alike: at least the first ones, number: of all."""
    if number <= MAX_ALIKE:
        return list(alike)
    places = ", ".join(mistake.where() for mistake in alike[:MAX_ALIKE])
    fault, semicolon, advice = alike[0].message.partition(";")
    return [alike[0]._replace(message=f"{fault} ({number} like it: {places} …){semicolon}{advice}")]


class EmptyTableError(TableError):
    """A table without a header, or with only comments."""

    def __init__(self, path: pathlib.Path, columns: Collection[str]) -> None:
        """Name the expected columns in the message."""
        header = f"the header {','.join(columns)}" if columns else "a header and rows below it"
        super().__init__(path, [Mistake(1, 1, f"empty; expected {header}")])


class Row(NamedTuple):
    """A row of a table: the texts of its cells, stripped."""

    line: int  # its first line in the file, from 1
    end: int  # its last line
    cells: list[str]


@dataclass(frozen=True)
class ParsedTable:
    """A header and the rows below it that are not empty."""

    path: pathlib.Path
    header: Row
    rows: list[Row]
    notes: tuple[str, ...]  # sentences for the reader on how the file was read
    sheet: str = field(default="", kw_only=True)  # of a workbook

    def line(self, row: Row) -> int:
        """Return the line of a row, from 1; in a workbook, a `SheetLine`, which contains its place."""
        return row.line

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """Return a mistake at a cell of a row, from 0, or (None) at the row."""
        raise NotImplementedError

    def missing(self, row: Row, cell: int) -> str:
        """Return why an empty cell seems to contain a value; '' if it does not."""
        del row, cell
        return ""


@dataclass(frozen=True)
class TextTable(ParsedTable):
    """A table in a text file."""

    separator: str
    encoding: str  # Python's name
    lines: list[str]  # of the file, with their ends

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """Return a mistake at a cell, or at the beginning of the row."""
        line, column = (row.line, 1) if cell is None else self.place(row, cell)
        return Mistake(line, column, message, like=like)

    def place(self, row: Row, cell: int) -> tuple[int, int]:
        """Return line and column of the first character of a cell, after quotation mark and spaces."""
        text = "".join(self.lines[row.line - 1 : row.end])
        begins = next(itertools.islice(_cells_in(text, self.separator), cell, None), (0, 0))[0]
        return _within(self.lines, row.line, begins)


def read_text_table(raw: bytes, path: pathlib.Path, columns: Collection[str] = ()) -> TextTable:
    """Read a table; TableError with all mistakes.

    path: its file, for messages; columns: names that identify the header.
    """
    text, encoding, notes = decode(raw, path)
    if control := _CONTROL.search(text):
        line, column = _line_and_column(text, control.start())
        message = f"the character U+{ord(control[0]):04X} is not allowed in a table; delete it"
        raise TableError(path, [Mistake(line, column, message)])
    text = _BREAKS_WITHIN.sub(" ", text)
    declared = _DECLARED.match(text)
    lines = list(io.StringIO(text, newline=""))  # str.splitlines would break within cells
    first = next((n for n, line in enumerate(lines[bool(declared) :], bool(declared)) if not _is_comment(line)), None)
    if first is None:
        raise EmptyTableError(path, columns)
    separator = declared[1] if declared else choose_separator(lines[first : first + SAMPLE_LINES], columns)
    rows = _rows(lines, first, separator, path)
    while rows and rows[0].cells[0].startswith("#") and not any(rows[0].cells[1:]):  # spreadsheets quote comments
        del rows[0]
    if not rows:
        raise EmptyTableError(path, columns)
    header = find_header(rows, columns)
    if header:
        notes = (*notes, f"the header is in line {rows[header].line}; the lines above it are not read")
    return TextTable(path, rows[header], rows[header + 1 :], notes, separator, encoding, lines)


# Characters -----------------------------------------------------------------------------------------------------------
def decode(raw: bytes, path: pathlib.Path) -> tuple[str, str, tuple[str, ...]]:
    """Return the text of a file, its encoding, and notes for the reader about that; TableError."""
    if raw.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        ending = ".xlsx" if raw.startswith(b"PK") else ".xls"
        raise TableError(path, [Mistake(1, 1, f"a workbook, not text; rename the file so that it ends in {ending}")])
    encoding = _unicode(raw)
    notes: tuple[str, ...] = ()
    if encoding != UTF_8:
        notes = ("the file is UTF-16 text and is read as such",)
    try:
        return raw.decode(encoding), encoding, notes
    except UnicodeDecodeError as error:
        wrong = error
    try:
        if encoding != UTF_8:
            raise wrong
        text = raw.decode(WINDOWS)
    except UnicodeDecodeError:
        before = raw[: wrong.start]
        line, column = before.count(b"\n") + 1, wrong.start - before.rfind(b"\n")
        message = f"not UTF-8 text (byte {raw[wrong.start]:#04x}); save the table as CSV UTF-8"
        raise TableError(path, [Mistake(line, column, message)]) from None
    letter = next(letter for letter in text if not letter.isascii())
    note = (
        f"the file is not UTF-8, and is read as Windows-1252; if letters like {letter} are wrong, save it as CSV UTF-8"
    )
    return text, WINDOWS, (note,)


def _unicode(raw: bytes) -> str:
    """Guess the Unicode encoding of a file: in UTF-16, every other byte of English text is 0."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return UTF_16
    even, odd = raw[:1000:2].count(0), raw[1:1000:2].count(0)
    if max(even, odd) <= len(raw[:1000]) / 4:
        return UTF_8
    return "utf-16-be" if even > odd else "utf-16-le"


def _line_and_column(text: str, at: int) -> tuple[int, int]:
    line, begins = 1, 0
    for line_break in _LINE_BREAK.finditer(text, 0, at):
        line, begins = line + 1, line_break.end()
    return line, at - begins + 1


# Rows -----------------------------------------------------------------------------------------------------------------
def _is_comment(line: str) -> bool:
    # A header may begin with a column named #.
    return not line.strip(" ,;|\t\r\n") or (line.startswith("#") and not _NUMBER_SIGN.match(line))


def choose_separator(lines: Sequence[str], columns: Collection[str]) -> str:
    """Return the separator that gives a row with most of the columns, and most rows the same number of cells."""

    def fit(separator: str) -> tuple[int, int]:
        rows: list[list[str]] = []
        with contextlib.suppress(csv.Error):  # a cell of 131 072 characters; the rows before it suffice
            rows.extend(row for row in csv.reader(lines, delimiter=separator, skipinitialspace=True) if any(row))
        widths = Counter(len(row) for row in rows if len(row) > 1)
        return max((count_columns(row, columns) for row in rows), default=0), max(widths.values(), default=0)

    best = max(SEPARATORS, key=fit)
    return best if fit(best)[1] else ","


def count_columns(cells: Sequence[str], columns: Collection[str]) -> int:
    """Return the number of columns whose names are in a row, spelled as by `as_name`."""
    return len({as_name(cell) for cell in cells if cell} & {as_name(name) for name in columns})


@functools.lru_cache(10_000)
def as_name(header: str) -> str:
    """Return the name of a column as a Python name: ``cost_gold`` for Cost (gold), ``m2`` for m²."""
    return _NO_NAME.sub("_", unicodedata.normalize("NFKC", header).lower()).strip("_")


def find_header(rows: Sequence[Row], columns: Collection[str]) -> int:
    """Return the index of the header: the row with most of the columns, else the first that is not a short title."""
    top = rows[:HEADER_ROWS]
    counts = [count_columns(row.cells, columns) for row in top]
    if any(counts):
        return counts.index(max(counts))
    widths = [sum(map(bool, row.cells)) for row in top]
    return next((place for place, width in enumerate(widths) if width > 1 and 2 * width > max(widths)), 0)


def _rows(lines: list[str], first: int, separator: str, path: pathlib.Path) -> list[Row]:
    """Return the rows from a line on that are not empty; TableError with all lines that are not CSV."""
    reader = csv.reader(itertools.islice(lines, first, None), delimiter=separator, skipinitialspace=True, strict=True)
    rows, mistakes, before = list[Row](), list[Mistake](), first
    while True:
        try:
            for cells in reader:
                texts = [cell.strip() for cell in cells]
                if any(texts):
                    rows.append(Row(before + 1, first + reader.line_num, texts))
                before = first + reader.line_num
        except csv.Error as error:
            mistakes.append(_syntax_mistake(lines, before + 1, first + reader.line_num, separator, str(error)))
            before = first + reader.line_num
            continue
        break
    if mistakes:
        raise TableError(path, mistakes)
    for row in rows:
        if row.end > row.line:
            row.cells[:] = [_LINE_BREAK.sub("\n", cell) for cell in row.cells]
    return rows


def _syntax_mistake(lines: Sequence[str], line: int, end: int, separator: str, error: str) -> Mistake:
    """Return the mistake that csv finds in some lines, at the quotation mark that causes it."""
    text = "".join(lines[line - 1 : end])
    for begins, closes in _cells_in(text, separator):
        behind = text[closes + 1 : closes + 2]
        if closes == len(text):
            where, fault = (
                begins - 1,
                'this quotation mark is never closed; close it, or write "" for one within a text',
            )
        elif closes >= 0 and behind not in (separator, "\r", "\n", ""):
            where, fault = closes, 'text behind a closing quotation mark; write "" for one within a text'
        else:
            continue
        return Mistake(*_within(lines, line, where), fault)
    if "field larger" in error:
        return Mistake(line, 1, "a cell of more than 131 072 characters; shorten it, or close its quotation mark")
    return Mistake(line, 1, f"not a line of a CSV file ({error})")


def _within(lines: Sequence[str], line: int, at: int) -> tuple[int, int]:
    """Return line and column of a character, by its index in the text that begins with a line."""
    while at >= len(lines[line - 1]) and line < len(lines):
        at -= len(lines[line - 1])
        line += 1
    return line, at + 1


def _cells_in(text: str, separator: str) -> Iterator[tuple[int, int]]:
    """Yield for each cell of a row the index of its first character, and that of its closing quotation mark.

    The latter is -1 for a cell without quotation marks, and the length of the text if it is missing.
    """
    at = 0
    while True:
        at = _match_end(_SPACES, text, at)
        quoted = text[at : at + 1] == '"'
        closes = _match_end(_TO_CLOSING_QUOTE, text, at + 1) if quoted else -1
        yield at + quoted, closes
        at = text.find(separator, max(at, closes + 1)) + 1
        if at == 0:
            return


def _match_end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
