"""Component tables: every error is reported at once, with line and column."""

import pytest

from balancer.core.component_table import ComponentColumn, read_table
from balancer.core.text_table import TableError

COLUMNS = (
    ComponentColumn("name", "what it is called"),
    ComponentColumn("suit", "its suit", choices=("food", "music")),
    ComponentColumn("value", "its worth", low=0, high=9),
)


def read(tmp_path, text):
    path = tmp_path / "cards.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_table(path, COLUMNS)


def mistakes(tmp_path, text):
    with pytest.raises(TableError) as caught:
        read(tmp_path, text)
    path = tmp_path / "cards.csv"
    assert str(caught.value) == "\n".join(f"{path}:{m.line}:{m.column}: {m.message}" for m in caught.value.mistakes)
    return [mistake[:3] for mistake in caught.value.mistakes]


def test_rows_come_with_their_line_numbers(tmp_path):
    """A comment, empty lines, spaces around cells, columns in any order, quotes, a byte order mark: all as expected."""
    text = '\ufeff# reconstructed\n\nvalue, suit ,name\n3,food,Pretzel\n\n,,\n 9 ,music,"Polka, fast"\r\n'

    assert read(tmp_path, text) == [
        (4, {"value": 3, "suit": "food", "name": "Pretzel"}),
        (7, {"value": 9, "suit": "music", "name": "Polka, fast"}),
    ]


def test_every_mistake_at_once(tmp_path):
    text = "name,suit,value\nPretzel,foo,3\nPolka,music,ten\n,food,10\nOompah,music\nBeer,food,-1\n"

    assert mistakes(tmp_path, text) == [
        (2, 9, "'foo' is not one of food, music; did you mean food?"),
        (3, 13, "value 'ten' is not a whole number"),
        (4, 1, "name is empty"),
        (4, 7, "value 10 is out of range 0..9"),
        (5, 1, "2 cells where the header has 3"),
        (6, 11, "value -1 is out of range 0..9"),
    ]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ('"Pretzel",foo,3', 11),
        ('"Say ""O""", foo ,3', 14),
        ("Pretzel,  foo,3", 11),
        ('Pretzel,"foo",3', 10),
        ("Brezn ü,foo,3", 9),
    ],
    ids=["after quotes", "after doubled quotes", "after spaces", "in quotes", "after a letter of two bytes"],
)
def test_a_column_is_that_of_the_first_character(tmp_path, line, column):
    """Where an editor would put the cursor, counted from 1."""
    assert [m[:2] for m in mistakes(tmp_path, f"name,suit,value\n{line}\n")] == [(2, column)]


@pytest.mark.parametrize(
    ("header", "messages"),
    [
        ("name,suite,value", ["column 'suit' is missing", "unknown column 'suite'; did you mean suit?"]),
        ("name,suit", ["column 'value' is missing; the table has: name and suit"]),
        ("name,suit,value,suit", ["duplicate column 'suit'"]),
        ("name,,suit,value", ["unknown column ''"]),
    ],
)
def test_mistakes_of_the_header(tmp_path, header, messages):
    assert mistakes(tmp_path, f"# a comment\n{header}\nx,food,1\n") == [(2, 1, message) for message in messages]


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_what_countries_with_a_decimal_comma_write_is_read(tmp_path, separator):
    assert read(tmp_path, "name,suit,value\nx,food,1\n".replace(",", separator)) == [
        (2, {"name": "x", "suit": "food", "value": 1})
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name,suit,value,,\nx,food,1,,\n,,,,\n",
        '"# a comment, with commas",,\nname,suit,value\nx,food,1\n',
        "\ufeffname,suit,value\r\nx,food,1\r\n",
        "name,suit,value\nx,food,1.0\n",
        "name,suit,value\nx,food,1.\n",
    ],
    ids=["empty columns and rows", "quoted comment", "byte order mark", "decimal", "point"],
)
def test_what_spreadsheets_write_means_the_same(tmp_path, text):
    assert [row for _, row in read(tmp_path, text)] == [{"name": "x", "suit": "food", "value": 1}]


@pytest.mark.parametrize("text", ["name,suit,value\nx,food,1.5\n", "name,suit,value\nx,food,1_0\n"])
def test_what_is_no_whole_number_is_none(tmp_path, text):
    ((line, column, message),) = mistakes(tmp_path, text)

    assert (line, column) == (2, 8)
    assert "not a whole number" in message


def test_cells_beyond_the_header_are_not_lost(tmp_path):
    assert mistakes(tmp_path, "name,suit,value,\nx,food,1,2\n") == [(2, 1, "4 cells where the header has 3")]


@pytest.mark.parametrize("text", ["", "\n\n", "# only comments\n"])
def test_an_empty_table(tmp_path, text):
    assert mistakes(tmp_path, text) == [(1, 1, "empty; expected the header name,suit,value")]


def test_a_header_without_rows(tmp_path):
    assert mistakes(tmp_path, "# comment\nname,suit,value\n") == [(2, 1, "no rows below the header")]


def test_a_file_of_another_encoding(tmp_path):
    assert read(tmp_path, "name,suit,value\nBrünn,food,3\n".encode("cp1252"))[0][1]["name"] == "Brünn"


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_table(tmp_path / "nowhere.csv", COLUMNS)


def test_a_cell_longer_than_csv_readers_like(tmp_path):
    """A mistake like any other, not a crash: 200,000 characters in one cell."""
    assert mistakes(tmp_path, f"name,suit,value\nx,{'y' * 200_000},3\n")[0][0] == 2


@pytest.mark.parametrize("line", ['x,food,"3', '"x"y,food,3'], ids=["never closed", "something after"])
def test_stray_quotation_marks(tmp_path, line):
    (mistake,) = mistakes(tmp_path, f"name,suit,value\n{line}\n")

    assert mistake[:2] == (2, 8 if line.startswith("x") else 3)
    assert 'write "" for one within a text' in mistake[2]


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        ("1 000", "write 1000, without a separator of thousands"),
        ("1,000", "write 1000, without a separator of thousands"),
        ("1.000.000", "write 1000000, without a separator of thousands"),
        ("1\u202f000", "write 1000, without a separator of thousands"),
        ("\u20133", "write -3"),
        ("2026-02-01", "a spreadsheet made a date of it"),
    ],
)
def test_what_was_meant_as_a_number_is_told_how_to_write_it(tmp_path, number, advice):
    ((line, column, message),) = mistakes(tmp_path, f'name,suit,value\nx,food,"{number}"\n')

    assert (line, column) == (2, 9)
    assert message.partition("; ")[2].startswith(advice)


def test_a_typographic_minus_is_a_minus():
    assert ComponentColumn("change", "", low=-9, high=9).read("\N{MINUS SIGN}3") == (-3, "")


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.5", 0.5), ("-2", -2.0), ("1,25", 1.25), (".5", 0.5), ("1e3", 1000.0), ("\N{MINUS SIGN}1.5", -1.5)],
)
def test_decimals(text, value):
    assert ComponentColumn("weight", "", decimal=True).read(text) == (value, "")


@pytest.mark.parametrize("text", ["1,500", "nan", "inf", "x", "1.5.2", "9" * 5000, "1e999"])
def test_what_is_no_decimal(text):
    assert "weight" in ComponentColumn("weight", "", decimal=True).read(text)[1]


@pytest.mark.parametrize("cell", ["z" * 5000, "9" * 4000, "9" * 5000])
def test_messages_quote_the_beginning_of_what_is_very_long(cell, tmp_path):
    header = "name,suit,value\n"
    for text in (f"name,suit,{cell}\n", f"{header}Pretzel,{cell},3\n", f"{header}Pretzel,food,{cell}\n"):
        records = [message for _, _, message in mistakes(tmp_path, text) if cell[:9] in message]
        assert records
        assert all(len(message) < 200 and "..." in message for message in records)
