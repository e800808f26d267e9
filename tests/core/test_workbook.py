"""Component tables in Excel workbooks are read as the same table in CSV; mistakes name the row."""

import io
import pathlib
import random
import re
import sys
import zipfile
from collections.abc import Callable
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


@pytest.mark.parametrize("far", ["A10001", "CW1", "ZZ1", "ZZ900000"])
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


# Programs that write other workbooks than Excel does ------------------------------------------------------------------
CARDS: list[list[Any]] = [["name", "suit", "value"], *([f"Pretzel {n}", "food", n % 10] for n in range(30))]


def packed_anew(raw: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A workbook whose parts are changed, by name and content; the archive is whole."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(packed, "w") as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), change(name, old.read(name)), zipfile.ZIP_DEFLATED)  # without a date
    return packed.getvalue()


@pytest.mark.parametrize("wrong", [b"A1:C12", b"A1:B31", b"A1", b"B2:C3"])
def test_a_sheet_that_states_a_wrong_size_is_read_to_its_end(tmp_path: pathlib.Path, wrong: bytes) -> None:
    raw = written(tmp_path / "cards.xlsx", CARDS).read_bytes()
    stated = packed_anew(raw, lambda _, part: part.replace(b'ref="A1:C31"', b'ref="' + wrong + b'"'))

    assert stated != packed_anew(raw, lambda _, part: part)
    assert workbook.csv_of(stated).splitlines() == [",".join(map(str, row)) for row in CARDS]


def test_a_small_file_that_unpacks_to_much_is_not_unpacked(tmp_path: pathlib.Path) -> None:
    raw = written(tmp_path / "cards.xlsx", CARDS).read_bytes()
    many = packed_anew(raw, lambda name, part: part + b" " * 6_000_000 * name.endswith("sheet1.xml"))

    assert len(many) < 50_000
    with pytest.raises(ValueError, match="more than 5_000_000 bytes unpacked; save the sheet as CSV UTF-8"):
        workbook.csv_of(many)


def test_what_a_library_has_to_remark_is_not_said(tmp_path: pathlib.Path) -> None:
    """Here that a date is out of range; warnings fail a test."""
    book = openpyxl.Workbook()
    book.active["A1"] = 1e9
    book.active["A1"].number_format = "yyyy-mm-dd"
    book.save(tmp_path / "cards.xlsx")

    assert workbook.csv_of((tmp_path / "cards.xlsx").read_bytes()) == "#VALUE!\n"


# Damage ---------------------------------------------------------------------------------------------------------------
def damaged(raw: bytes, rng: random.Random) -> bytes:
    """Some bytes with one of them changed, their end cut off, or a stretch of them missing, repeated or blank."""
    first, length = rng.randrange(len(raw)), rng.randrange(1, 40)
    before, piece, after = raw[:first], raw[first : first + length], raw[first + length :]
    others = [before, before + after, before + piece + piece + after, before + bytes(len(piece)) + after]
    flipped = before + bytes([raw[first] ^ (1 << rng.randrange(8))]) + raw[first + 1 :]
    return rng.choice([flipped] * 4 + others)


def read_or_refused(raw: bytes) -> str:
    """The sheet as CSV, or the message that refuses it: no other error, and no warning."""
    try:
        return workbook.csv_of(raw)
    except ValueError as error:
        return str(error)


def test_a_damaged_file_is_read_as_it_was_or_refused(tmp_path: pathlib.Path) -> None:
    """What is read has a checksum."""
    whole, rng = written(tmp_path / "cards.xlsx", CARDS).read_bytes(), random.Random(1)
    raw = packed_anew(whole, lambda _, part: re.sub(rb"20..-..-..T..:..:..Z", b"2026-01-01T00:00:00Z", part))

    found = {read_or_refused(damaged(raw, rng)) for _ in range(120)}

    assert workbook.UNREADABLE in found
    assert found <= {workbook.csv_of(raw), workbook.UNREADABLE, workbook.UNPACKED}


@pytest.mark.parametrize("name", [b"xl/worksheets/sheet9.xml", bytes(24)])
def test_a_sheet_whose_name_is_damaged_is_not_passed_over(tmp_path: pathlib.Path, name: bytes) -> None:
    """In the directory at the end of an archive; the second sheet would be read in its place."""
    raw = written(tmp_path / "cards.xlsx", CARDS).read_bytes()
    before, _, after = raw.rpartition(b"xl/worksheets/sheet1.xml")

    assert read_or_refused(before + name + after) == workbook.UNREADABLE


def test_damaged_parts_of_a_whole_archive_are_read_or_refused(tmp_path: pathlib.Path) -> None:
    """Whatever openpyxl makes of what a program has written wrongly."""
    raw, rng = written(tmp_path / "cards.xlsx", CARDS).read_bytes(), random.Random(2)
    parts = ("sheet1.xml", "workbook.xml", "workbook.xml.rels", "styles.xml", "[Content_Types].xml")

    def hit(number: int) -> bytes:
        part = parts[number % len(parts)]
        return packed_anew(raw, lambda name, old: damaged(old, rng) if name.endswith(part) else old)

    found = [read_or_refused(hit(number)) for number in range(80)]

    assert {workbook.csv_of(raw), workbook.UNREADABLE} < set(found), "some are read, some refused"
