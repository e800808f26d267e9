"""Component tables in workbooks are read as the same table in CSV; mistakes name sheet and cell."""

import io
import pathlib
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
import python_calamine

from balancer.core import workbook
from balancer.core.component_table import ComponentColumn, read_table
from balancer.core.text_table import TableError

COLUMNS = (
    ComponentColumn("name", "what it is called"),
    ComponentColumn("suit", "its suit", choices=("food", "music")),
    ComponentColumn("value", "its worth", low=0, high=9),
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


def cells_of(raw: bytes) -> list[list[str]]:
    table = workbook.read_workbook(raw, pathlib.Path("cards.xlsx"))
    return [table.header.cells, *(row.cells for row in table.rows)]


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


def test_mistakes_name_the_cell(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path / "cards.xlsx", [["name", "suit", "value"], ["Pretzel", "foo", 3], ["Polka", "music", 2.5]])

    with pytest.raises(TableError) as caught:
        read_table(path, COLUMNS)
    assert str(caught.value).splitlines() == [
        f"{path}:cards!B2: 'foo' is not one of food, music; did you mean food?",
        f"{path}:cards!C3: value '2.5' is not a whole number",
    ]


@pytest.mark.parametrize("raw", [b"", b"name,suit,value\n", b"PK\x03\x04 and rubbish", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_workbook_is_refused(tmp_path: pathlib.Path, raw: bytes) -> None:
    path = tmp_path / "cards.xlsx"
    path.write_bytes(raw)

    with pytest.raises(TableError, match=r"cards\.xlsx:1:1: the workbook can't be read; save the sheet as CSV"):
        read_table(path, COLUMNS)


@pytest.mark.parametrize("far", ["A10001", "ALM1", "ZZZ1", "ZZ900000"])
def test_a_sheet_that_is_too_large_is_refused(tmp_path: pathlib.Path, far: str) -> None:
    """Nothing of it is left out in silence, nor is all between the table and a cell far away read."""
    book = openpyxl.Workbook()
    book.active["A1"] = "name"
    book.active[far] = "far"
    book.save(tmp_path / "cards.xlsx")

    with pytest.raises(ValueError, match="more than 10000 rows or 1000 columns; delete everything outside the table"):
        cells_of((tmp_path / "cards.xlsx").read_bytes())


def test_the_largest_sheet_is_read(tmp_path: pathlib.Path) -> None:
    book = openpyxl.Workbook()
    book.active["A10000"] = "last row"
    book.active["ALL1"] = "last column"
    book.save(tmp_path / "cards.xlsx")

    first, last = cells_of((tmp_path / "cards.xlsx").read_bytes())
    assert (first[-1], len(first), last[0]) == ("last column", 1000, "last row")


# What people have in their workbooks ----------------------------------------------------------------------------------
def test_the_sheet_with_the_header_is_read_behind_a_cover(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "cards.xlsx"
    book = openpyxl.Workbook()
    book.active.append(["My game - change log"])
    book.active.append(["name", "what was changed"])
    for row in ([], ["Our cards"], ["name", "suit", "value"], ["Pretzel", "food", 3]):
        (book["My cards"] if "My cards" in book.sheetnames else book.create_sheet("My cards")).append(row)
    book.save(path)

    table = workbook.read_workbook(path.read_bytes(), path, ("name", "suit", "value"))
    assert [row.cells for row in table.rows] == [["Pretzel", "food", "3"]]
    assert table.notes == (
        "the sheet My cards is read, because it has the header",
        "the header is in row 3; the rows above it are not read",
    )
    assert table.mistake(table.rows[0], 1, "").where() == "'My cards'!B4"


def test_of_two_sheets_alike_the_first_is_read_aloud_and_each_may_be_named(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "cards.xlsx"
    book = openpyxl.Workbook()
    for name in ("new", "old", "hidden"):
        sheet = book.create_sheet(name)
        sheet.append(["name", "value"])
        sheet.append([name, 1])
    book["hidden"].sheet_state = "hidden"
    book.save(path)
    wanted = ("name", "value")

    table = workbook.read_workbook(path.read_bytes(), path, wanted)
    assert table.notes == ("the sheets new and old have the same columns; new is read, sheet= names another",)
    for name in ("old", "hidden"):
        assert workbook.read_workbook(path.read_bytes(), path, wanted, name).rows[0].cells == [name, "1"]
    with pytest.raises(TableError, match="the workbook has no sheet 'olde'; did you mean old"):
        workbook.read_workbook(path.read_bytes(), path, wanted, "olde")


def test_a_cell_without_a_value_is_named_as_what_it_is(tmp_path: pathlib.Path) -> None:
    """A merged cell, a formula that no program has calculated, a formula that failed."""
    path = written(tmp_path / "cards.xlsx", [["name", "suit", "value"], ["A", "food", 3], ["B", None, "=1+1"]])
    book = openpyxl.load_workbook(path)
    book["cards"].merge_cells("B2:B3")
    book["cards"].append(["C", "food", "#REF!"])
    book.save(path)

    with pytest.raises(TableError) as caught:
        read_table(path, COLUMNS)
    assert [(m.where(), m.message) for m in caught.value.mistakes] == [
        (
            "cards!B3",
            "suit is empty: it belongs to the merged cells B2:B3; take them apart and write the value into each",
        ),
        ("cards!C3", f"value is empty: {workbook.NOT_CALCULATED}"),
        ("cards!C4", "value is empty: the error #REF! of the spreadsheet; correct the formula"),
    ]


def test_a_check_box_is_what_a_csv_file_has_for_it(tmp_path: pathlib.Path) -> None:
    columns = (ComponentColumn("name", ""), ComponentColumn("unique", "", choices=("TRUE", "FALSE")))
    path = written(tmp_path / "cards.XLSX", [["name", "unique"], ["A", True], ["B", False]])

    assert [row["unique"] for _, row in read_table(path, columns)] == ["TRUE", "FALSE"]


OPEN_DOCUMENT = (
    '<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Cards">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def open_document(rows: str) -> bytes:
    """Return a workbook as LibreOffice writes it."""
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    entry = f'<m:file-entry m:full-path="/" m:media-type="{kind}"/>'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{space}">{entry}</m:manifest>')
        archive.writestr("content.xml", OPEN_DOCUMENT.format(rows))
    return packed.getvalue()


def of_texts(*texts: str, times: int = 1, to_the_end: int = 16_000) -> str:
    cells = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>' for text in texts
    )
    rest = f'<table:table-cell table:number-columns-repeated="{to_the_end}"/>'
    return f'<table:table-row table:number-rows-repeated="{times}">{cells}{rest}</table:table-row>'


def test_a_workbook_of_libreoffice_is_read(tmp_path: pathlib.Path) -> None:
    """Its empty cells are repeated to the end of the sheet."""
    path = tmp_path / "cards.ods"
    path.write_bytes(
        open_document(of_texts("name", "suit", "value") + of_texts("A", "food", "3") + of_texts(times=10**6))
    )

    assert read_table(path, COLUMNS) == [(2, {"name": "A", "suit": "food", "value": 3})]


@pytest.mark.parametrize(
    "rows", [of_texts("A", times=10**9), of_texts("A", to_the_end=10**9) + of_texts(times=10**9) + of_texts("B")]
)
def test_cells_repeated_without_end_are_refused_before_they_are_read(
    rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred million of them would take gigabytes."""
    monkeypatch.setattr(python_calamine, "CalamineWorkbook", None)
    with pytest.raises(TableError, match="more than 10000 rows"):
        workbook.read_workbook(open_document(rows), pathlib.Path("cards.ods"))


# Programs that write other workbooks than Excel does ------------------------------------------------------------------
CARDS: list[list[Any]] = [["name", "suit", "value"], *([f"Pretzel {n}", "food", n % 10] for n in range(30))]


def packed_anew(raw: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """Return a workbook whose parts are changed, by name and content; the archive is whole."""
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
    assert cells_of(stated) == [[*map(str, row)] for row in CARDS]


def test_a_small_file_that_unpacks_to_much_is_not_unpacked(tmp_path: pathlib.Path) -> None:
    raw = written(tmp_path / "cards.xlsx", CARDS).read_bytes()
    many = packed_anew(raw, lambda name, part: part + b" " * 21_000_000 * name.endswith("sheet1.xml"))

    assert len(many) < 50_000
    with pytest.raises(ValueError, match="more than 20_000_000 bytes unpacked; save the sheet as CSV UTF-8"):
        cells_of(many)


def test_what_a_library_has_to_remark_is_not_said(tmp_path: pathlib.Path) -> None:
    """Here that a date is out of range; warnings fail a test."""
    book = openpyxl.Workbook()
    book.active["A1"] = 1e9
    book.active["A1"].number_format = "yyyy-mm-dd"
    book.save(tmp_path / "cards.xlsx")

    assert cells_of((tmp_path / "cards.xlsx").read_bytes()) == [["1000000000"]]


# Damage ---------------------------------------------------------------------------------------------------------------
def damaged(raw: bytes, rng: random.Random) -> bytes:
    """Return bytes with one of them changed, their end cut off, or a stretch of them missing, repeated or blank."""
    first, length = rng.randrange(len(raw)), rng.randrange(1, 40)
    before, piece, after = raw[:first], raw[first : first + length], raw[first + length :]
    others = [before, before + after, before + piece + piece + after, before + bytes(len(piece)) + after]
    flipped = before + bytes([raw[first] ^ (1 << rng.randrange(8))]) + raw[first + 1 :]
    return rng.choice([flipped] * 4 + others)


def read_or_refused(raw: bytes) -> str:
    """Return the cells of the sheet, or the message that refuses it: no other error, and no warning."""
    try:
        return str(cells_of(raw))
    except TableError as error:
        return error.mistakes[0].message


def test_a_damaged_file_is_read_as_it_was_or_refused(tmp_path: pathlib.Path) -> None:
    """What is read has a checksum."""
    whole, rng = written(tmp_path / "cards.xlsx", CARDS).read_bytes(), random.Random(1)
    raw = packed_anew(whole, lambda _, part: re.sub(rb"20..-..-..T..:..:..Z", b"2026-01-01T00:00:00Z", part))

    found = {read_or_refused(damaged(raw, rng)) for _ in range(120)}

    assert workbook.UNREADABLE in found
    assert found <= {str(cells_of(raw)), workbook.UNREADABLE, workbook.UNPACKED}


@pytest.mark.parametrize("name", [b"xl/worksheets/sheet9.xml", bytes(24)])
def test_a_sheet_whose_name_is_damaged_is_not_passed_over(tmp_path: pathlib.Path, name: bytes) -> None:
    """In the directory at the end of an archive; the second sheet would be read in its place."""
    raw = written(tmp_path / "cards.xlsx", CARDS).read_bytes()
    before, _, after = raw.rpartition(b"xl/worksheets/sheet1.xml")

    assert read_or_refused(before + name + after) == workbook.UNREADABLE


def test_damaged_parts_of_a_whole_archive_are_read_or_refused(tmp_path: pathlib.Path) -> None:
    """Whatever the reader makes of what a program has written wrongly."""
    raw, rng = written(tmp_path / "cards.xlsx", CARDS).read_bytes(), random.Random(2)
    parts = ("sheet1.xml", "workbook.xml", "workbook.xml.rels", "styles.xml", "[Content_Types].xml")

    def hit(number: int) -> bytes:
        part = parts[number % len(parts)]
        return packed_anew(raw, lambda name, old: damaged(old, rng) if name.endswith(part) else old)

    found = [read_or_refused(hit(number)) for number in range(80)]

    assert {str(cells_of(raw)), workbook.UNREADABLE} <= set(found), "some are read, some refused"
