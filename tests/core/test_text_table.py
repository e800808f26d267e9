"""The reader of tables that are text: whatever a program or a person writes is read, or refused with its place."""

import pathlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.text_table import Mistake, TableError, read_text_table

PATH = pathlib.Path("cards.csv")
WANTED = ("name", "cost")


def read(text, wanted=WANTED):
    return read_text_table(text if isinstance(text, bytes) else text.encode(), PATH, wanted)


def rows_of(text):
    table = read(text)
    return [table.header.cells, *(row.cells for row in table.rows)]


def errors(text):
    with pytest.raises(TableError) as caught:
        read(text)
    return [(m.line, m.column, m.message) for m in caught.value.mistakes]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_that_which_fits(separator):
    """Cells of text hold other separators, more of them than there are columns."""
    text = "\n".join(separator.join(cells) for cells in (["name", "cost"], ['"a, b; c | d\te"', "1"], ["B", '"1,5"']))

    assert rows_of(text) == [["name", "cost"], ["a, b; c | d\te", "1"], ["B", "1,5"]]


def test_a_decimal_comma_does_not_make_commas_the_separator():
    assert rows_of("name;cost\nA;1,5\nB;2,5\nC;3,5\n")[1] == ["A", "1,5"]


def test_the_first_line_of_excel_names_the_separator():
    assert rows_of("sep=;\nname;cost\nA, B;1\n") == [["name", "cost"], ["A, B", "1"]]


@pytest.mark.parametrize(
    ("encoding", "note"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", "the file is UTF-16 text and is read as such"),
        ("utf-16-le", "the file is UTF-16 text and is read as such"),
        ("utf-16-be", "the file is UTF-16 text and is read as such"),
        (
            "cp1252",
            "the file is not UTF-8, and is read as Windows-1252; if letters like ü are wrong, save it as CSV UTF",
        ),
    ],
)
def test_what_programs_write_is_decoded_and_what_is_no_utf_8_is_said(encoding, note):
    table = read("name,cost\nBrünn,3 €\n".encode(encoding))

    assert table.rows[0].cells == ["Brünn", "3 €"]
    assert [said[: len(note)] for said in table.notes] == [note] * bool(note)


def test_a_byte_of_no_encoding_has_a_place():
    assert errors(b"name,cost\nBr\xfcnn,\x81\n") == [(2, 3, "not UTF-8 text (byte 0xfc); save the table as CSV UTF-8")]


def test_a_workbook_by_another_name_is_named_as_one():
    assert errors(b"PK\x03\x04rest") == [(1, 1, "a workbook, not text; rename the file so that it ends in .xlsx")]


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_line_breaks_stay_in_their_cells(line_break):
    """Rows keep their lines of the file."""
    table = read(line_break.join(["name,cost", '"Two', 'lines",1', "", "B,2"]))

    assert [(row.line, row.end, row.cells) for row in table.rows] == [(2, 3, ["Two\nlines", "1"]), (5, 5, ["B", "2"])]


@pytest.mark.parametrize("letter", "\u2028\u2029\x85\x0b\x0c")
def test_what_only_python_takes_for_a_line_break_is_a_space(letter):
    assert rows_of(f"name,cost\nOne{letter}row,1\n")[1] == ["One row", "1"]


def test_comments_stand_above_the_header_only():
    """Spreadsheets put quotation marks around them; a row may be called #1."""
    above = '# what, "odd\n\n"# a comment, with commas",,\n'

    assert rows_of(f"{above}name,cost\n#1 Fan,9\n# more,1\n") == [["name", "cost"], ["#1 Fan", "9"], ["# more", "1"]]


def test_a_header_may_begin_with_a_number_sign():
    assert rows_of("#,name,cost\n1,A,3\n")[0] == ["#", "name", "cost"]


def test_titles_above_the_header_are_passed_over_aloud():
    table = read("My game, third try\nby me,,\n\nName,Cost\nA,1\n")

    assert table.header.cells == ["Name", "Cost"]
    assert table.notes == ("the header is in line 4; the lines above it are not read",)


def test_the_header_is_known_by_the_names_that_are_wanted():
    """Rows above it may be as wide."""
    assert read("Author,Version\nme,4\nName,Cost\nA,1\n").header.cells == ["Name", "Cost"]


def test_without_names_to_go_by_the_header_is_the_first_row_of_several_cells():
    assert read("My game\n\nTitle,Price\nA,1\n", wanted=()).header.cells == ["Title", "Price"]


def test_rows_of_empty_cells_are_none():
    assert rows_of("name,cost,,\nA,1,,\n,,,\n \n;\n")[1:] == [["A", "1", "", ""], [";"]]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('name,cost\nA,1\nB,"2\n', (3, 3)),
        ('name,cost\n"A\nB", "C" D\n', (3, 7)),
        ('name,cost\nA,"B ""C"" D" E,3\n', (2, 13)),
        ('name,cost\n"x"y,1\n', (2, 3)),
    ],
)
def test_a_lone_quotation_mark_has_a_place(text, place):
    ((line, column, message),) = errors(text)

    assert (line, column) == place
    assert 'write "" for one within a text' in message


def test_several_lines_that_are_no_csv_are_told_together():
    assert [place[:2] for place in errors('name,cost\n"x"y,1\nA,2\n"x"z,1\n')] == [(2, 3), (4, 3)]


@pytest.mark.parametrize(("text", "place"), [("name\0,cost", (1, 5)), ("name,cost\r\nA\x07,1", (2, 2))])
def test_a_control_character_has_a_place(text, place):
    ((line, column, message),) = errors(text)

    assert (line, column) == place
    assert "is not allowed in a table; delete it" in message


@pytest.mark.parametrize("text", ["", "\n\n", "# only comments\n", ",,\n"])
def test_nothing_is_said_to_be_empty(text):
    assert errors(text) == [(1, 1, "empty; expected the header name,cost")]


def test_a_cell_that_is_too_long_is_named_with_its_row():
    assert errors(f"name,cost\nA,{'9' * 200_000}\n")[0][0] == 2


def test_mistakes_of_one_kind_are_one_sentence():
    mistakes = [Mistake(line, 3, f"cost '{line}x' is no number; write one", like="cost") for line in range(2, 165)]
    error = TableError(PATH, [*mistakes, Mistake(9, 1, "name is empty")])

    assert str(error) == (
        "cards.csv:2:3: cost '2x' is no number (163 like it: 2:3, 3:3, 4:3 …); write one\ncards.csv:9:1: name is empty"
    )
    assert len(error.mistakes) == 164


@given(st.text('a" ,;\t3\n\r#|', max_size=30))
def test_no_text_is_too_odd(text):
    """It is read with every cell in its place, or refused with a place in it."""
    lines = text.splitlines() or [""]
    try:
        table = read(text, ())
        places = [
            (*table.place(row, n), cell) for row in (table.header, *table.rows) for n, cell in enumerate(row.cells)
        ]
    except TableError as error:
        places = [(m.line, m.column, "") for m in error.mistakes]
    for line, column, cell in places:
        assert line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
        assert "\n".join([lines[line - 1][column - 1 :], *lines[line:]]).lstrip().startswith(cell[:1])


def test_many_rows_take_seconds():
    raw = b"name,cost\n" + b"A,1\n" * 300_000
    begun = time.process_time()

    assert len(read(raw).rows) == 300_000
    assert time.process_time() - begun < 6
