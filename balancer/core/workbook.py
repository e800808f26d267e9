"""Workbooks (.xlsx, .xls, .ods) as tables: python-calamine reads the sheet that is named, or that has the header.

What python-calamine does not report is read from the parts of the file: the size of a sheet, before memory is taken for
it, and the cells without a value because a formula was never calculated or failed.
"""

from __future__ import annotations

import datetime as dt
import io
import pathlib
import posixpath
import re
import zipfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from balancer.core.text_table import EmptyTableError, Mistake, ParsedTable, Row, TableError, count_columns, find_header
from balancer.wording import did_you_mean, listed

MAX_ROWS, MAX_COLUMNS = 10_000, 1_000  # of a sheet: more than any component table has, and safe for memory
MAX_UNPACKED = 20_000_000  # sum of the bytes of a workbook's parts; packed, hundreds of MB take 500 kB

TOO_LARGE = f"a sheet of more than {MAX_ROWS} rows or {MAX_COLUMNS} columns; delete everything outside the table"
UNPACKED = f"a workbook of more than {MAX_UNPACKED:_} bytes unpacked; save the sheet as CSV UTF-8"
UNREADABLE = "the workbook can't be read; save the sheet as CSV UTF-8"
NOT_CALCULATED = "a formula without a value; open the file in a spreadsheet program and save it there"

_REFERENCE = re.compile("([A-Z]{1,3})([0-9]{1,7})")

Span = tuple[tuple[int, int], tuple[int, int]]  # first and last row and column of merged cells, from 0


class _RefusedError(ValueError):
    """A workbook that is not read for a reason that its user can fix."""


class _Sheet(NamedTuple):
    name: str
    rows: list[Row]
    merged: Sequence[Span]
    failed: Mapping[tuple[int, int], str]


class SheetLine(int):
    """The number of a row of a sheet, with the place of its first cell: ``Cards!A3``."""

    place = ""


@dataclass(frozen=True)
class SheetTable(ParsedTable):
    """A table on a sheet."""

    merged: Sequence[Span]
    failed: Mapping[tuple[int, int], str]  # explanations for formulas without a value, by row and column from 0

    def line(self, row: Row) -> SheetLine:
        """Return the number of a row, with its place as Excel writes it."""
        line = SheetLine(row.line)
        line.place = self._place(row, 0)
        return line

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """Return a mistake at a cell, or at the first one; its place as Excel writes it: Cards!B3."""
        return Mistake(row.line, (cell or 0) + 1, message, self._place(row, cell or 0), like)

    def _place(self, row: Row, cell: int) -> str:
        name = self.sheet if self.sheet.isalnum() else f"'{self.sheet}'"
        return f"{name}!{reference(row.line - 1, cell)}"

    def missing(self, row: Row, cell: int) -> str:
        """Return why a cell is empty: it belongs to merged cells, or its formula has no value; '' for other reasons."""
        place = row.line - 1, cell
        for first, last in self.merged:
            if place != first and first[0] <= place[0] <= last[0] and first[1] <= place[1] <= last[1]:
                span = f"{reference(*first)}:{reference(*last)}"
                return f"it belongs to the merged cells {span}; take them apart and write the value into each"
        return self.failed.get(place, "")


def reference(row: int, column: int) -> str:
    """Return the reference of a cell as in Excel, by row and column from 0: ``B3``."""
    name, column = "", column + 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return f"{name}{row + 1}"


def read_workbook(raw: bytes, path: pathlib.Path, columns: Collection[str] = (), sheet: str = "") -> SheetTable:
    """Read the table on a sheet; formulas have the values from when the workbook was saved.  TableError.

    sheet: its name; '': the visible sheet with most of the columns, the first of several.
    """
    try:
        chosen, notes = _chosen(raw, columns, sheet)
    except _RefusedError as error:
        raise TableError(path, [Mistake(1, 1, str(error))]) from None
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a damaged file may fail anywhere, with any error; a panic of Rust is no Exception
        raise TableError(path, [Mistake(1, 1, UNREADABLE)]) from error
    if not chosen.rows:
        raise EmptyTableError(path, columns)
    header = find_header(chosen.rows, columns)
    if header:
        notes.append(f"the header is in row {chosen.rows[header].line}; the rows above it are not read")
    rows = chosen.rows[header + 1 :]
    return SheetTable(path, chosen.rows[header], rows, tuple(notes), chosen.merged, chosen.failed, sheet=chosen.name)


def _chosen(raw: bytes, columns: Collection[str], name: str) -> tuple[_Sheet, list[str]]:
    """Return the sheet to read, and notes for the reader about the choice."""
    sheets, refused = _worksheets(raw, name)
    fits = [_fit(sheet.rows, columns) for sheet in sheets]
    most = max(fits, default=-1)
    if refused and most <= 0:
        raise refused[0]
    if not sheets:
        raise _RefusedError("a workbook without worksheets")
    chosen = sheets[fits.index(most)]
    alike = [sheet.name for sheet, fit in zip(sheets, fits, strict=True) if fit == most > 0]
    if columns and len(alike) > 1:
        note = f"the sheets {listed(alike)} have the same columns; {chosen.name} is read, sheet= names another"
    elif columns:
        note = f"the sheet {chosen.name} is read, because it has the header" if chosen is not sheets[0] else ""
    else:
        others = listed([sheet.name for sheet in sheets if sheet is not chosen])
        note = f"the sheet {chosen.name} is read, because it has most cells, and not {others}" if others else ""
    return chosen, [note] if note else []


def _fit(rows: Sequence[Row], columns: Collection[str]) -> int:
    """Return the number of columns that a sheet contains; if none are given, its number of cells from the header on."""
    if not rows:
        return -1
    header = find_header(rows, columns)
    return (
        count_columns(rows[header].cells, columns)
        if columns
        else sum(sum(map(bool, row.cells)) for row in rows[header:])
    )


def _worksheets(raw: bytes, name: str) -> tuple[list[_Sheet], list[_RefusedError]]:
    """Return the sheet of a name, or all visible sheets, and the reasons why others are not read."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    archive = _whole_archive(raw) if raw.startswith(b"PK") else None
    is_open_document = archive is not None and "content.xml" in archive.namelist()
    if archive and is_open_document:
        _check_open_document(archive.read("content.xml"))
    book = CalamineWorkbook.from_filelike(io.BytesIO(raw))
    worksheets = [each for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    names = [each.name for each in worksheets]
    visible = [each.name for each in worksheets if each.visible == SheetVisibleEnum.Visible]
    if name and name not in names:
        advice = did_you_mean(name, names) or f"it has {listed(names)}"
        raise _RefusedError(f"the workbook has no sheet {name!r}; {advice}")
    sheets, refused = [], []
    for each in [name] if name else visible or names:
        try:  # the size is checked before memory is taken for a sheet
            failed = _failed_cells(_part_of(archive, each)) if archive and not is_open_document else {}
            sheets.append(_read_sheet(book.get_sheet_by_name(each), failed))
        except _RefusedError as error:
            refused.append(error)
    return sheets, refused


def _whole_archive(raw: bytes) -> zipfile.ZipFile:
    """Open a zipped workbook; _RefusedError if it is too large, BadZipFile if a part is damaged."""
    archive = zipfile.ZipFile(io.BytesIO(raw))
    if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
        raise _RefusedError(UNPACKED)
    if archive.testzip() is not None:  # a sheet with a damaged name would be skipped
        raise zipfile.BadZipFile
    return archive


# Cells ----------------------------------------------------------------------------------------------------------------
def _read_sheet(sheet: Any, failed: Mapping[tuple[int, int], str]) -> _Sheet:
    """Return the rows of a sheet that are not empty, below its comments."""
    last = sheet.end or (0, 0)
    if last[0] >= MAX_ROWS or last[1] >= MAX_COLUMNS:
        raise _RefusedError(TOO_LARGE)
    rows: list[Row] = []
    for number, cells in enumerate(sheet.to_python(skip_empty_area=False), 1):
        texts = [_text(cell) for cell in cells]
        is_comment = not rows and texts[0].startswith("#") and not any(texts[1:])
        if any(texts) and not is_comment:
            rows.append(Row(number, number, texts))
    return _Sheet(sheet.name, rows, sheet.merged_cell_ranges or (), failed)


def _text(cell: Any) -> str:
    """Return the text of a cell as a CSV file would contain it."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, dt.datetime):
        return cell.isoformat(" ")
    return "\n".join(str(cell).split("\r\n")).strip()


# Parts of the file ----------------------------------------------------------------------------------------------------
def _part_of(archive: zipfile.ZipFile, sheet: str) -> bytes:
    """Return the XML of a sheet of an .xlsx file, which its workbook.xml names by an id, and this by a file."""
    parts = (archive.read(f"xl/{part}") for part in ("workbook.xml", "_rels/workbook.xml.rels"))
    book, links = map(ET.fromstring, parts)
    identity = next(
        value
        for element in book.iter()
        if _tag(element) == "sheet" and element.get("name") == sheet
        for key, value in element.items()
        if key.endswith("}id")
    )
    target = next(link.get("Target", "") for link in links if link.get("Id") == identity)
    return archive.read(posixpath.normpath(posixpath.join("/xl", target)).lstrip("/"))


def _failed_cells(xml: bytes) -> dict[tuple[int, int], str]:
    """Return explanations for the cells of a sheet whose formula has no value, by row and column; _RefusedError."""
    failed, line = {}, 0
    for _, element in ET.iterparse(io.BytesIO(xml)):  # noqa: S314  bounded, and expat bounds entities
        if _tag(element) == "c":
            parts = {_tag(part): "".join(part.itertext()) for part in element}
            value = parts.get("v") or parts.get("is")
            cell = _REFERENCE.fullmatch(element.get("r", "A1"))
            if not cell:
                raise _RefusedError(UNREADABLE)
            row, column = int(cell[2]) - 1, _column(cell[1])
            if value and (row >= MAX_ROWS or column >= MAX_COLUMNS):
                raise _RefusedError(TOO_LARGE)
            if element.get("t") == "e":
                failed[row, column] = f"the error {value} of the spreadsheet; correct the formula"
            elif "f" in parts and not value:
                failed[row, column] = NOT_CALCULATED
        elif _tag(element) == "row":
            line = int(element.get("r", line + 1))
            if line > MAX_ROWS and any("".join(cell.itertext()) for cell in element):
                raise _RefusedError(TOO_LARGE)
            element.clear()
    return failed


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _check_open_document(xml: bytes) -> None:
    """Refuse an .ods file whose repeated cells go far beyond any table; empty cells repeat to the end of a sheet."""
    rows = columns = last = 0
    for _, element in ET.iterparse(io.BytesIO(xml)):  # noqa: S314  as above
        named = {key.rpartition("}")[2]: value for key, value in element.items()}
        if _tag(element) in ("table-cell", "covered-table-cell"):
            columns += int(named.get("number-columns-repeated", 1))
            if "value-type" in named or "".join(element.itertext()):
                last = columns
        elif _tag(element) == "table-row":
            rows += int(named.get("number-rows-repeated", 1))
            if last and (rows > MAX_ROWS or last > MAX_COLUMNS):
                raise _RefusedError(TOO_LARGE)
            columns = last = 0
            element.clear()
        elif _tag(element) == "table":
            rows = 0


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
