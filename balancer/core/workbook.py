"""Excel workbooks (.xlsx) as the text of a CSV file, a line for each row of the first sheet.

openpyxl reads them; it is optional (`balancer[excel]`).
"""

from __future__ import annotations

import csv
import io
import itertools
import zipfile
from typing import Any

ENDING = ".xlsx"
MOST_ROWS, MOST_COLUMNS = 10_000, 100
"""The largest sheet that is read: far beyond any component table, and no trap for memory."""

TOO_LARGE = f"a sheet of more than {MOST_ROWS} rows or {MOST_COLUMNS} columns; delete what lies beyond the table"

MISSING = "an Excel workbook: pip install 'balancer[excel]' to read it, or save the sheet as CSV UTF-8"


def csv_of(raw: bytes) -> str:
    """The first sheet of a workbook as CSV; formulas as the values they had when it was saved.

    Line breaks in cells become spaces.  ValueError: it is no workbook, the sheet is too large, or openpyxl
    is missing.
    """
    try:
        import openpyxl
    except ImportError:
        raise ValueError(MISSING) from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        lines = book.worksheets[0].iter_rows(max_col=MOST_COLUMNS + 1, values_only=True)
        rows = [_without_empty_end(row) for row in itertools.islice(lines, MOST_ROWS + 1)]
    except (zipfile.BadZipFile, KeyError, IndexError, OSError, ValueError, TypeError, SyntaxError) as error:
        message = "no Excel workbook that can be read; save the sheet as CSV UTF-8"
        raise ValueError(message) from error
    if len(rows) > MOST_ROWS or max(map(len, rows), default=0) > MOST_COLUMNS:
        raise ValueError(TOO_LARGE)
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_text(cell) for cell in row] for row in rows])
    return text.getvalue()


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
