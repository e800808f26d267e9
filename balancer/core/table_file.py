"""Files with a table, of components or of logged plays: text or a workbook, by the file's extension."""

from __future__ import annotations

import pathlib
from collections.abc import Collection

from balancer.core.text_table import ParsedTable, read_text_table

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
