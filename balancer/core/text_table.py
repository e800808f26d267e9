"""Tables as text: the one reader of CSV files, of components and of logged plays alike.

Separated by commas, semicolons, tabs or ``|``, whichever fits most rows; cells in quotation marks may hold separators
and line breaks.  Above the header there may be comments (``#``), empty lines and titles; below it every row counts.
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

SEPARATORS = ("\t", ";", "|", ",")  # where two fit as many rows, the one that is rarer in texts comes first
SAMPLE_LINES = 200  # by which the separator is chosen
HEADER_ROWS = 50  # among which the header is sought
UTF_8, UTF_16, WINDOWS = "utf-8-sig", "utf-16", "cp1252"

_DECLARED = re.compile(r"sep=(.)[\r\n]+")  # Excel's own first line
_NUMBER_SIGN = re.compile(r"#\s*[,;\t|]")  # a header's first column, not a comment
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_BREAKS_WITHIN = re.compile("[\x0b\x0c\x85\u2028\u2029]")  # they end no line of a CSV file
_SPACES = re.compile(" *")
_TO_CLOSING_QUOTE = re.compile('(?:[^"]|"")*+')
_NO_NAME = re.compile(r"\W+")
_LINE_BREAK = re.compile("\r\n|\r|\n")


class Mistake(NamedTuple):
    """A mistake and its place; line and column count from 1, the column is that of the cell's first character.

    place: of a cell of a workbook, as in ``Cards!B3``; like: what mistakes of the same kind have in common.
    """

    line: int
    column: int
    message: str
    place: str = ""
    like: str = ""

    @classmethod
    def at(cls, line: int, message: str) -> Mistake:
        """Return a mistake of a whole row, by its line (`ParsedTable.line`)."""
        return cls(int(line), 1, message, getattr(line, "place", ""))

    def where(self) -> str:
        """Return ``3:9``, or ``Cards!B3``."""
        return self.place or f"{self.line}:{self.column}"


MAX_ALIKE = 3  # mistakes of one kind that are told one by one; more of them are one sentence


class TableError(ValueError):
    """A table that can't be used; `mistakes` lists every reason."""

    def __init__(self, path: pathlib.Path, mistakes: Sequence[Mistake]) -> None:
        """Name the table, and every error with its place."""
        self.path = path
        self.mistakes = sorted(mistakes)
        super().__init__("\n".join(f"{path}:{m.where()}: {m.message}" for m in self.told()))

    def told(self) -> list[Mistake]:
        """Return the mistakes as they are told: of many alike the first, with the places of the first three."""
        kinds: dict[str, list[Mistake]] = {}
        for mistake in self.mistakes:
            kinds.setdefault(mistake.like or mistake.message, []).append(mistake)
        told = []
        for alike in kinds.values():
            told += sum_up(alike, len(alike))
        return sorted(told)


def sum_up(alike: Sequence[Mistake], number: int) -> list[Mistake]:
    """Return mistakes of a kind, or one for all if there are many; alike: all or the first of them, number: of all."""
    if number <= MAX_ALIKE:
        return list(alike)
    places = ", ".join(mistake.where() for mistake in alike[:MAX_ALIKE])
    said, semicolon, advice = alike[0].message.partition(";")
    return [alike[0]._replace(message=f"{said} ({number} like it: {places} …){semicolon}{advice}")]


class EmptyTableError(TableError):
    """A table without a header, or of comments only."""

    def __init__(self, path: pathlib.Path, wanted: Collection[str]) -> None:
        """Name the columns that are expected."""
        header = f"the header {','.join(wanted)}" if wanted else "a header and rows below it"
        super().__init__(path, [Mistake(1, 1, f"empty; expected {header}")])


class Row(NamedTuple):
    """A row of a table: the texts of its cells, without spaces around them."""

    line: int  # of the file, from 1, on which it begins
    end: int  # and ends
    cells: list[str]


@dataclass(frozen=True)
class ParsedTable:
    """A header and the rows below it that are not empty; notes: what a reader should know, a sentence each."""

    path: pathlib.Path
    header: Row
    rows: list[Row]
    notes: tuple[str, ...]
    sheet: str = field(default="", kw_only=True)  # of a workbook

    def line(self, row: Row) -> int:
        """Return the line of a row, from 1, which knows its place in a workbook."""
        return row.line

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """Return a mistake at a cell of a row, by its number from 0, or at the row."""
        raise NotImplementedError

    def missing(self, row: Row, cell: int) -> str:
        """Return why a cell is empty in which a value seems to be; '' if none does."""
        del row, cell
        return ""


@dataclass(frozen=True)
class TextTable(ParsedTable):
    """The same, of text; lines: of the file, with their ends; encoding: as Python calls it."""

    separator: str
    encoding: str
    lines: list[str]

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """See `ParsedTable.mistake`."""
        line, column = (row.line, 1) if cell is None else self.place(row, cell)
        return Mistake(line, column, message, like=like)

    def place(self, row: Row, cell: int) -> tuple[int, int]:
        """Return line and column of the first character of a cell; quotation marks and spaces before it don't count."""
        return _place(self.lines, row.line, row.end, self.separator, cell)


def read_text_table(raw: bytes, path: pathlib.Path, wanted: Collection[str] = ()) -> TextTable:
    """Read a table; path: named in messages; wanted: names of columns, by which the header is found.

    TableError with all that is wrong.
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
        raise EmptyTableError(path, wanted)
    separator = declared[1] if declared else choose_separator(lines[first : first + SAMPLE_LINES], wanted)
    rows = _rows(lines, first, separator, path)
    while (
        rows and rows[0].cells[0].startswith("#") and not any(rows[0].cells[1:])
    ):  # spreadsheets put comments in quotes
        del rows[0]
    if not rows:
        raise EmptyTableError(path, wanted)
    header = find_header(rows, wanted)
    if header:
        notes = (*notes, f"the header is in line {rows[header].line}; what stands above it is not read")
    return TextTable(path, rows[header], rows[header + 1 :], notes, separator, encoding, lines)


# Characters -----------------------------------------------------------------------------------------------------------
def decode(raw: bytes, path: pathlib.Path) -> tuple[str, str, tuple[str, ...]]:
    """Return the text of a file, its encoding, and what is to be said about that; TableError."""
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
    said = (
        f"the file is not UTF-8, and is read as Windows-1252; if letters like {letter} are wrong, save it as CSV UTF-8"
    )
    return text, WINDOWS, (said,)


def _unicode(raw: bytes) -> str:
    """Return the Unicode encoding that a file seems to have: every other byte of English in UTF-16 is 0."""
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
    """Return whether a line above the header is empty or a comment; a header may begin with a column #."""
    return not line.strip(" ,;|\t\r\n") or (line.startswith("#") and not _NUMBER_SIGN.match(line))


def choose_separator(lines: Sequence[str], wanted: Collection[str]) -> str:
    """Return what separates cells: by it a row has most wanted names, and most rows have the same number of cells."""

    def fit(separator: str) -> tuple[int, int]:
        rows: list[list[str]] = []
        with contextlib.suppress(csv.Error):  # a cell of 131 072 characters; the rows before it tell enough
            rows.extend(row for row in csv.reader(lines, delimiter=separator, skipinitialspace=True) if any(row))
        widths = Counter(len(row) for row in rows if len(row) > 1)
        return max((count_wanted(row, wanted) for row in rows), default=0), max(widths.values(), default=0)

    best = max(SEPARATORS, key=fit)
    return best if fit(best)[1] else ","


def count_wanted(cells: Sequence[str], wanted: Collection[str]) -> int:
    """Return how many wanted names stand in a row, spelled as by `as_name`."""
    return len({as_name(cell) for cell in cells if cell} & {as_name(name) for name in wanted})


@functools.lru_cache(10_000)
def as_name(header: str) -> str:
    """Return the name of a column as Python writes and reads names: ``cost_gold`` of Cost (gold), ``m2`` of m²."""
    return _NO_NAME.sub("_", unicodedata.normalize("NFKC", header).lower()).strip("_")


def find_header(rows: Sequence[Row], wanted: Collection[str]) -> int:
    """Return the place of the header: the row with most wanted names, else the first that is no short title."""
    top = rows[:HEADER_ROWS]
    known = [count_wanted(row.cells, wanted) for row in top]
    if any(known):
        return known.index(max(known))
    widths = [sum(map(bool, row.cells)) for row in top]
    return next((place for place, width in enumerate(widths) if width > 1 and 2 * width > max(widths)), 0)


def _rows(lines: list[str], first: int, separator: str, path: pathlib.Path) -> list[Row]:
    """Return the rows from a line on that are not empty; TableError with all that are no lines of a CSV file."""
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
    """Return what csv finds wrong in some lines, at the quotation mark that is to blame."""
    text = "".join(lines[line - 1 : end])
    for begins, closes in _cells_in(text, separator):
        behind = text[closes + 1 : closes + 2]
        if closes == len(text):
            where, said = begins - 1, 'this quotation mark is never closed; close it, or write "" for one within a text'
        elif closes >= 0 and behind not in (separator, "\r", "\n", ""):
            where, said = closes, 'text behind a closing quotation mark; write "" for one within a text'
        else:
            continue
        return Mistake(*_within(lines, line, where), said)
    if "field larger" in error:
        return Mistake(line, 1, "a cell of more than 131 072 characters; shorten it, or close its quotation mark")
    return Mistake(line, 1, f"not a line of a CSV file ({error})")


def _place(lines: Sequence[str], line: int, end: int, separator: str, cell: int) -> tuple[int, int]:
    text = "".join(lines[line - 1 : end])
    begins = next(itertools.islice(_cells_in(text, separator), cell, None), (0, 0))[0]
    return _within(lines, line, begins)


def _within(lines: Sequence[str], line: int, at: int) -> tuple[int, int]:
    """Return line and column of a character, by its place in the text that begins with a line."""
    while at >= len(lines[line - 1]) and line < len(lines):
        at -= len(lines[line - 1])
        line += 1
    return line, at + 1


def _cells_in(text: str, separator: str) -> Iterator[tuple[int, int]]:
    """Yield for each cell of a row the place of its first character, and of its closing quotation mark.

    The latter is -1 where there is none, and the length of the text where it is missing.
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
    found = pattern.match(text, at)
    return found.end() if found else at
