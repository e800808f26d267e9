"""Component tables in Excel workbooks are read as the same table in CSV; mistakes name the row."""

import pathlib
import sys
from typing import Any

import openpyxl
import pytest

from balancer.core import workbook
from balancer.core.component_table import Column, TableError, read_table

COLUMNS = (
    Column("name", "what it is called"),
    Column("suit", "its suit", choices=("food", "music")),
    Column("value", "its worth", low=0, high=9),
)


def written(path: pathlib.Path, rows: list[list[Any]], first_sheet: str = "cards") -> pathlib.Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = first_sheet
    for row in rows:
        sheet.append(row)
    book.create_sheet("notes").append(["not a table"])
    book.save(path)
    return path


def test_a_sheet_is_read_as_csv_is(tmp_path: pathlib.Path) -> None:
    """Numbers with or without a fraction of 0, comments, empty rows and columns, commas, quotes, line breaks."""
    rows: list[list[Any]] = [
        ["# my cards, for a try"],
        [],
        ["name", "suit", "value", None, None],
        ["Pretzel", "food", 3.0],
        ["Polka, fast", "music", 9, None, ""],
        ['The "Oompah"\nBand', "music", "7"],
    ]
    path = written(tmp_path / "cards.xlsx", rows)

    assert read_table(path, COLUMNS) == [
        (4, {"name": "Pretzel", "suit": "food", "value": 3}),
        (5, {"name": "Polka, fast", "suit": "music", "value": 9}),
        (6, {"name": 'The "Oompah" Band', "suit": "music", "value": 7}),
    ]


def test_mistakes_name_the_row(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path / "cards.xlsx", [["name", "suit", "value"], ["Pretzel", "foo", 3], ["Polka", "music", 2.5]])

    with pytest.raises(TableError) as caught:
        read_table(path, COLUMNS)
    assert [(m.line, m.message.split(";")[0]) for m in caught.value.mistakes] == [
        (2, "'foo' is not one of food, music"),
        (3, "value '2.5' is not a whole number"),
    ]


@pytest.mark.parametrize("raw", [b"", b"name,suit,value\n", b"PK\x03\x04 and rubbish", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_workbook_is_refused(tmp_path: pathlib.Path, raw: bytes) -> None:
    path = tmp_path / "cards.xlsx"
    path.write_bytes(raw)

    with pytest.raises(TableError, match=r"cards\.xlsx:1:1: no Excel workbook that can be read; save the sheet as CSV"):
        read_table(path, COLUMNS)


def test_without_openpyxl_the_message_says_what_to_do(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "cards.xlsx", [["name", "suit", "value"], ["Pretzel", "food", 3]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)

    with pytest.raises(TableError, match=r"pip install 'balancer\[excel\]' to read it, or save the sheet as CSV UTF-8"):
        read_table(path, COLUMNS)


@pytest.mark.parametrize("far", ["A10001", "CW1", "ZZ900000"])
def test_a_sheet_that_is_too_large_is_refused(tmp_path: pathlib.Path, far: str) -> None:
    """Nothing of it is left out in silence, nor is all between the table and a cell far away read."""
    book = openpyxl.Workbook()
    book.active["A1"] = "name"
    book.active[far] = "far"
    book.save(tmp_path / "cards.xlsx")

    with pytest.raises(ValueError, match="more than 10000 rows or 100 columns; delete what lies beyond the table"):
        workbook.csv_of((tmp_path / "cards.xlsx").read_bytes())


def test_the_largest_sheet_is_read(tmp_path: pathlib.Path) -> None:
    book = openpyxl.Workbook()
    book.active["A10000"] = "last row"
    book.active["CV1"] = "last column"
    book.save(tmp_path / "cards.xlsx")

    lines = workbook.csv_of((tmp_path / "cards.xlsx").read_bytes()).splitlines()
    assert (len(lines), lines[0], lines[-1]) == (10_000, 99 * "," + "last column", "last row")
