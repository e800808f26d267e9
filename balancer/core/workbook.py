"""Excel workbooks (.xlsx) as the text of a CSV file, a line for each row of the first sheet.

openpyxl reads them; it is optional (`balancer[excel]`).
"""

from __future__ import annotations

import csv
import io
import itertools
import warnings
import zipfile
from typing import Any

ENDING = ".xlsx"
MOST_ROWS, MOST_COLUMNS = 10_000, 100
"""The largest sheet that is read: far beyond any component table, and no trap for memory."""

MOST_UNPACKED = 5_000_000
"""The most bytes of a workbook's parts together; packed, hundreds of MB take 500 kB."""

TOO_LARGE = f"a sheet of more than {MOST_ROWS} rows or {MOST_COLUMNS} columns; delete what lies beyond the table"

UNPACKED = f"a workbook of more than {MOST_UNPACKED:_} bytes unpacked; save the sheet as CSV UTF-8"

UNREADABLE = "no Excel workbook that can be read; save the sheet as CSV UTF-8"

MISSING = "an Excel workbook: pip install 'balancer[excel]' to read it, or save the sheet as CSV UTF-8"


def csv_of(raw: bytes) -> str:
    """The first sheet of a workbook as CSV; formulas as the values they had when it was saved.

    Line breaks in cells become spaces.  ValueError: it is no workbook or a damaged one, it is too large, or openpyxl
    is missing.
    """
    try:
        small = _is_small_and_whole(raw)
        rows = _rows(raw) if small else []
    except ImportError:
        raise ValueError(MISSING) from None
    except Exception as error:  # what is damaged fails anywhere, and as anything, in zipfile, zlib and openpyxl
        raise ValueError(UNREADABLE) from error
    if not small:
        raise ValueError(UNPACKED)
    if len(rows) > MOST_ROWS or max(map(len, rows), default=0) > MOST_COLUMNS:
        raise ValueError(TOO_LARGE)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_text(cell) for cell in row] for row in rows])
    return text.getvalue()


def _is_small_and_whole(raw: bytes) -> bool:
    """Whether a workbook may be unpacked; zipfile.BadZipFile and others where a part of it is damaged."""
    with zipfile.ZipFile(io.BytesIO(raw)) as parts:
        if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
            return False
        if parts.testzip() is not None:  # openpyxl passes over a sheet whose name is damaged, and takes the next
            raise zipfile.BadZipFile
    return True


def _rows(raw: bytes) -> list[tuple[Any, ...]]:
    """The first sheet's rows: at most one row and one column more than are allowed."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles, validations and the like, which no table needs
        sheet = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True).worksheets[0]
        sheet.reset_dimensions()  # some programs write a wrong size, beyond which openpyxl would read nothing
        lines = itertools.islice(sheet.iter_rows(values_only=True), MOST_ROWS + 1)
        return [_without_empty_end(row)[: MOST_COLUMNS + 1] for row in lines]


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return " ".join(str(cell).splitlines())


def _without_empty_end(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The cells of a row up to the last that is not empty."""
    filled = [place for place, cell in enumerate(row) if cell is not None]
    return row[: filled[-1] + 1] if filled else ()
