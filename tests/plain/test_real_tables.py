"""Card tables as people have them are read as what they hold, or refused with a place and a next step."""

import pathlib
import re
from collections import Counter
from typing import Any

import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
from balancer.core.component_table import read_table_file
from balancer.core.text_table import TableError
from balancer.plain import Game, cards, optional
from balancer.plain.declared import Card, Kinds
from balancer.plain.errors import PlainError
from balancer.plain.loading.reading import tables_of
from balancer.plain.starter.card_table import Declaration
from tests.core.test_workbook import of_texts, open_document
from tests.plain.coins import written as game_written
from tests.plain.real_tables import made_table

PLACE = re.compile(r":([0-9]+:[0-9]+|('[^']+'|\w+)![A-Z]+[0-9]+): ")


MANY = "[card for card in self.kinds for _ in range(card.copies)]"


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


def kinds_of(path: pathlib.Path, **declared: Any) -> Any:
    """Return the cards of a table, as a game has them."""
    return kinds_as_declared(path, cards(path.name, **declared))


def kinds_as_declared(path: pathlib.Path, one: Any) -> Any:
    table = tables_of(type("AGame", (Game,), {"kinds": one}))["kinds"]
    return Kinds(Card.made(n, row, table.copies) for n, row in enumerate(table.read(path).data))


def written(folder: pathlib.Path, text: str) -> pathlib.Path:
    path = folder / "my cards.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("block", range(10))
def test_real_tables_are_read_as_what_they_hold_or_refused_with_a_place(block: int, tmp_path: pathlib.Path) -> None:
    for seed in range(20 * block, 20 * block + 20):
        made = made_table(tmp_path, seed)
        if made.wrong:
            with pytest.raises(TableError) as caught:
                kinds_of(made.path, **made.declared)
            assert made.wrong in str(caught.value), seed
            assert PLACE.search(str(caught.value)), seed
            continue
        kinds = kinds_of(made.path, **made.declared)
        assert Counter(map(str, kinds.deck())) == made.deck, seed
        assert {str(card): card.row.get("cost", card.row.get("cost_gold")) for card in kinds} == made.costs, seed


def test_rows_of_one_name_are_copies_where_they_are_the_same_and_kinds_where_they_differ(
    tmp_path: pathlib.Path,
) -> None:
    path = written(tmp_path, "name,cost,Notes\nScout,1,a\nScout,1,a\nScout,2,a\nScout,1,b\n")

    kinds = kinds_of(path, cost=range(9))

    assert [str(card) for card in kinds.deck()] == ["Scout", "Scout", "Scout (2)", "Scout (3)"]
    assert [card.cost for card in kinds] == [1, 2, 1]


def test_copies_of_rows_that_are_the_same_are_added_up(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, "name,cost,Qty\nScout,1,3\nScout,1,2\nSpy,2,0\n")

    assert Counter(map(str, kinds_of(path, copies="Qty", cost=range(9)).deck())) == {"Scout": 5}
    assert Counter(map(str, kinds_of(path, copies="Qty", Qty=range(9)).deck())) == {"Scout": 5}


def test_an_empty_text_is_a_text_and_an_empty_number_is_none_where_that_is_declared(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, "name,text,points,kind,weight\nA,,,,\nB,x,-3,red,0.5\n")
    kind = optional(("red", "blue"))

    one, two = kinds_of(path, text=str, points=optional(range(-5, 20)), kind=kind, weight=optional(float))

    assert (one.text, one.points, one.kind, one.weight) == ("", None, None, None)
    assert (two.text, two.points, two.kind, two.weight) == ("x", -3, "red", 0.5)
    with pytest.raises(
        TableError, match=r"2:4: points is empty; write one, or declare points=optional\(range\(-5, 20\)\)"
    ):
        kinds_of(path, points=range(-5, 20))


def test_columns_that_are_not_declared_are_texts_of_the_row(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, 'name,cost,Notes,Notes\nA,3,"two\nlines",x\n')

    (card,) = kinds_of(path, cost=range(9))

    assert card.row == {"name": "A", "cost": 3, "Notes": "two\nlines", "Notes (2)": "x"}


def test_a_column_may_be_called_row_copies_or_sheet(tmp_path: pathlib.Path) -> None:
    """As in games written before these had a meaning."""
    (card,) = kinds_of(written(tmp_path, "name,row,copies,sheet\nA,3,4,x\n"), row=range(9), copies=range(9), sheet=str)

    assert (card.row, card.copies, card.sheet) == (3, 4, "x")


def test_163_cells_alike_are_one_sentence_with_the_first_three_places(tmp_path: pathlib.Path) -> None:
    path = written(tmp_path, "name,cost\n" + "".join(f"{n},\n" for n in range(163)))

    with pytest.raises(TableError) as caught:
        kinds_of(path, cost=range(9))
    assert str(caught.value) == (
        f"{path}:2:3: cost is empty (163 like it: 2:3, 3:3, 4:4 …); write one, or declare cost=optional(range(0, 9))"
    ).replace("4:4", "4:3")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("Name,cost", 'the table has a column Name: write name="Name", or name=None to number the rows'),
        ("Card Name,cost", 'the table has a column Card Name: write name="Card Name"'),
        ("name,price", "column 'cost' is missing; the table has: name and price"),
        ("name,cots", "column 'cost' is missing; did you mean cots?"),
    ],
)
def test_a_column_that_is_missing_is_told_with_the_next_step(header: str, message: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(TableError) as caught:
        kinds_of(written(tmp_path, f"{header}\nA,3\n"), cost=range(9))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ({"cost": optional}, "the column cost is a range of whole numbers, float, a tuple of words, or str"),
        ({"name": range(3)}, 'name is the column of names, as in name="Card Name", or None'),
        ({"copies": "Qty", "count": range(9)}, "copies='Qty' is count for cards; declare one of copies and count"),
        ({"real": range(9)}, "a column can't be called real"),
    ],
)
def test_what_can_not_be_declared_is_refused(declared: dict[str, Any], message: str) -> None:
    with pytest.raises(PlainError, match=re.escape(message)):
        cards("a.csv", **declared)


def test_optional_is_of_something() -> None:
    with pytest.raises(PlainError, match="optional takes what a column is"):
        optional(3)


@pytest.mark.parametrize(
    ("cell", "message"),
    [("9" * 5000, "is not a whole number"), ('"', "never closed"), ("\0", "U\\+0000"), ("\u202e3", "is not a whole")],
    ids=["5000 digits", "quotation mark", "NUL", "bidirectional"],
)
def test_a_bad_cell_is_named_with_its_place(cell: str, message: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(TableError, match=rf"my cards.csv:3:3: .*{message}"):
        kinds_of(written(tmp_path, f"name,cost\nA,1\nB,{cell}\n"), cost=range(9))


# Declared by `balancer new --cards` ---------------------------------------------------------------------------------
def test_what_is_declared_from_a_table_reads_the_whole_of_it(tmp_path: pathlib.Path) -> None:
    for seed in range(60):
        made = made_table(tmp_path, seed)
        declaration = Declaration.of(read_table_file(made.path), made.path.name)

        one = eval(declaration.call, {"cards": cards, "optional": optional})  # noqa: S307  as the file of a game has it

        kinds = kinds_as_declared(made.path, one)
        assert len(kinds.deck()) == declaration.cards, seed
        assert made.wrong or len(kinds.deck()) == made.deck.total(), seed


def test_a_declaration_says_of_what_it_is_not_sure(tmp_path: pathlib.Path) -> None:
    rows = ["Deck of hats,,,,", "Hat,How many,Price (coins),class,Luck,x,x", "Fez,2,3,a,1", "Cap,3,,b,X", "Top,1,4,a,2"]
    path = written(tmp_path, "\n".join([*rows, "Total,6,,,"]))

    found = Declaration.of(read_table_file(path), "my cards.csv")

    assert found.call == (
        'cards("my cards.csv", name="Hat", copies="How many", price_coins=optional(range(0, 5)), luck=str)'
    )
    assert (found.rows, found.cards, found.worth) == (3, 6, "price_coins")
    assert found.doubts == [
        "the header is in line 2; the lines above it are not read",
        "6:1: the last row seems to be a total, and is no card: take it out of the table",
        "no column is called name: Hat is taken for it",
        "class can't be written as a name: it is text, card.row['class']",
        "Luck is a number in 2 of 3 rows, 'X' is none",
        "2:39: x stands there twice",
        "2:41: x stands there twice",
    ]


def test_the_game_around_a_table_runs(here: pathlib.Path) -> None:
    folder = here / "tables"
    folder.mkdir()
    (folder / "My hats.csv").write_text(
        "Title;Qty;Points;Effect\n" + "".join(f"Hat {n};2;{n};Draw {n}.\n" for n in range(1, 20)), encoding="utf-8"
    )

    commands = "balancer try hats.py, then balancer page hats.py"
    done = balance("new", "--game", "hats", "--cards", "tables/My hats.csv")

    assert (done.exit_code, done.stdout.splitlines()) == (
        0,
        [
            "hats.py",
            "hats.yaml",
            "test_hats.py",
            "tables/My hats.csv: 19 rows, 38 cards",
            f"Next: {commands}",
        ],
    )
    text = (here / "hats.py").read_text(encoding="utf-8")
    assert 'cards("tables/My hats.csv", name="Title", copies="Qty", points=range(0, 20), effect=str)' in text
    assert "return card.points\n" in text
    assert balancer.try_game(here / "hats.py").wrong == []
    assert balance("run", "hats.yaml", "--games", "20").exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--cards", "a.csv"), "--cards is for a new game: write --game NAME, too"),
        (("--game", "hats", "--sheet", "a"), "--sheet belongs to a workbook: write --cards FILE, too"),
        (("--game", "hats", "--cards", "a.csv"), "a.csv can't be read: No such file or directory"),
        (("--game", "hats", "--cards", "a.pdf"), "not a file that ends in .csv, .tsv, .xlsx, .xlsm, .xls or .ods"),
        (("--game", "hats", "--cards", "empty.csv"), "empty.csv:1:1: empty; expected a header and rows below it"),
        (("--game", "hats", "--cards", "head.csv"), "head.csv:1:1: no rows below the header"),
        (("--game", "hats", "--cards", "one.csv"), "--cards one.csv: a single card; a game needs two or more"),
    ],
)
def test_what_no_game_can_be_written_around_is_said(words: tuple[str, ...], message: str, here: pathlib.Path) -> None:
    (here / "empty.csv").write_text("", encoding="utf-8")
    (here / "head.csv").write_text("name,cost\n", encoding="utf-8")
    (here / "one.csv").write_text("name,cost\nA,3\n", encoding="utf-8")

    done = balance("new", *words)

    assert done.exit_code == 2
    assert message in " ".join(done.output.split())
    assert not (here / "hats.py").exists()


@pytest.mark.parametrize(
    ("file", "header", "row", "said"),
    [
        ("my_game.csv", "name,my_game", "A{n},3", ""),
        ("NET WORTH.csv", "NET WORTH name,HAND,WORTH", "A{n},3,4", ""),
        ("ab.csv", "name,Gro\u0308\u00dfe,\ufb01,m\u00b2,\u0130", "A{n},3,4,5,6", ""),  # as macOS writes it
        ("ab.csv", "name,name,cost", "A{n},B{n},5", "- 1:1: name stands there twice"),
        (
            "ab.csv",
            "name,Text,text",
            "A{n},1.5,t{n}",
            "- Text is spelled like another column: it is text, card.row['Text']",
        ),
        ("ab.csv", "a\u202eb,cost", "A{n},1", "- no column is called name: a?b is taken for it"),
        ("ab.csv", "name,Qty", "A{n},0", "- Qty looks like copies, and is 0 in every row"),
    ],
)
def test_a_game_around_odd_columns_runs(file: str, header: str, row: str, said: str, here: pathlib.Path) -> None:
    rows = [row.format(n=number) for number in range(9)]
    (here / file).write_text("\n".join([header, *rows, ""]), encoding="utf-8")

    done = balance("new", "--game", "castle", "--cards", file)

    assert said in " ".join(done.output.split())
    assert "\u202e" not in done.output
    assert balance("trace", "castle.py").exit_code == 0


# What `balancer try` and runs say of tables -------------------------------------------------------------------------
def test_try_lists_what_is_not_declared_and_what_looks_like_copies(here: pathlib.Path) -> None:
    coins = game_written(here, "coins", (", count=range(1, 9)", ""))
    coins.with_suffix(".csv").write_bytes("name,value,count,Notes\nlöw,2,4,\nhigh,7,30,x\n".encode("cp1252"))

    looks = [one.sentence for one in balancer.try_game(coins).findings if one.about == "cards"]

    encoding = "the file is not UTF-8, and is read as Windows-1252"
    assert looks == [
        f"coins.csv: {encoding}; if letters like ö are wrong, save it as CSV UTF-8",
        "coins.csv: not declared, and so texts in card.row: 'count' and 'Notes'",
        'coins.csv: the column count looks like copies, and deck() takes each card once; write copies="count"',
    ]
    assert f"note: {looks[0]}" in balance("run", "coins.py", "--games", "3").stderr


def test_a_column_that_the_rules_read_is_not_taken_for_forgotten_copies(here: pathlib.Path) -> None:
    coins = game_written(here, "coins", ("count=range(1, 9)", "copies=range(1, 9)"), ("self.kinds.deck()", MANY))
    coins.with_suffix(".csv").write_text("name,value,copies\nlow,2,4\nmiddle,4,4\nhigh,7,3\n", encoding="utf-8")

    assert not [one for one in balancer.try_game(coins).findings if one.about == "cards"]


def test_another_text_in_a_column_that_is_not_declared_is_another_table(tmp_path: pathlib.Path) -> None:
    """Rules may read it: results are not taken for those of other tables."""
    one = cards("my cards.csv", value=range(9))
    table = tables_of(type("AGame", (Game,), {"kinds": one}))["kinds"]

    digests = {table.read(written(tmp_path, f"name,value,Notes\nA,3,{note}\n")).digest for note in "abb"}

    assert len(digests) == 2


def test_the_columns_of_a_table_are_listed_as_the_file_calls_them_and_a_workbook_is_not_copied(
    here: pathlib.Path,
) -> None:
    coins = game_written(
        here, "coins", ('"coins.csv", value=range(1, 10)', '"coins.ods", name="Coin", value=optional(range(1, 10))')
    )
    text = coins.read_text(encoding="utf-8").replace("habit, knob\n", "habit, knob, optional\n")
    coins.write_text(text, encoding="utf-8")
    rows = "".join(of_texts(*cells.split(",")) for cells in ("Coin,value,count", "low,2,4", "middle,4,4", "high,7,3"))
    (here / "coins.ods").write_bytes(open_document(rows))

    listed = balance("games", "coins.py").stdout

    assert re.search(r"Coin +text +what it is called", listed)
    assert re.search(r"value +1\.\.9 or empty", listed)
    assert (
        "coins.ods is a workbook: copy it, or change it where it is"
        in balance("new", "coins.py", "a.yaml", "--parts").output
    )


def test_a_table_that_was_changed_is_read_again_in_the_same_process(here: pathlib.Path) -> None:
    """As in a notebook; and where the game declares other columns of the same file."""
    path = game_written(here, "coins")

    def mean_score() -> float:
        return float(balancer.run(path, games=20, seed=1).seats["score"].mean())

    before = mean_score()
    path.with_suffix(".csv").write_text(
        "name,value,count,worth\nlow,9,4,1\nmiddle,9,4,1\nhigh,9,3,1\n", encoding="utf-8"
    )
    changed = mean_score()
    rules = path.read_text(encoding="utf-8")
    path.write_text(rules.replace("value=range(1, 10)", "value=range(1, 10), worth=range(9)"), encoding="utf-8")

    assert changed > before
    assert mean_score() == changed
