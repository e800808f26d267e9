"""Files that hold a table, of components or of logged plays: text or a workbook, by the ending of the name."""

from __future__ import annotations

import pathlib
from collections.abc import Collection

from balancer.core.text_table import ParsedTable, read_text_table

WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xls", ".ods")
TABLE_ENDINGS = (".csv", ".tsv", *WORKBOOK_ENDINGS)


def read_table_file(path: pathlib.Path, wanted: Collection[str] = (), sheet: str = "") -> ParsedTable:
    """Read the table in a file; wanted: names of columns, by which sheet and header are found; sheet: of a workbook.

    TableError with all that is wrong, OSError.
    """
    return read_table_bytes(path.read_bytes(), path, wanted, sheet)


def read_table_bytes(raw: bytes, path: pathlib.Path, wanted: Collection[str] = (), sheet: str = "") -> ParsedTable:
    """Read the table that a file holds; path: says by its ending what it is.  TableError."""
    if path.suffix.lower() in WORKBOOK_ENDINGS:
        from balancer.core import workbook  # libraries that most games do without

        return workbook.read_workbook(raw, path, wanted, sheet)
    return read_text_table(raw, path, wanted)
