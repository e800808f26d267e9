"""The tables of dishes and of events: what is read, and what is refused where."""

import pytest

from balancer.core.text_table import TableError
from balancer.games.festo import GAME

HEADER = "type,color,main,other,vp,count\n"
EVENTS = "name,effect,amount,text\n"


def errors(tmp_path, rows, header=HEADER, knob="dishes"):
    path = tmp_path / "table.csv"
    path.write_text(header + rows, encoding="utf-8")
    with pytest.raises(TableError) as refused:
        GAME.read_table(knob, path)
    return [(mistake.line, mistake.message) for mistake in refused.value.mistakes]


def test_the_printed_dishes():
    parts = GAME.read_parts()

    assert parts.names[:2] == ("meat drink", "honey drink")
    assert parts.names[-2:] == ("roast", "main course")
    assert {(dish.main, dish.other, dish.vp) for dish in parts.data["dishes"] if dish.type == 2} == {(3, 2, 11)}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("roast,meat,6,0,14,5\n", "a roast has the color 'meat'; allowed: any"),
        ("main,any,1,0,14,5\n", "a main has the color 'any'; allowed: each"),
        ("drink,any,2,1,6,1\n", "a drink has the color 'any'; allowed: meat, honey"),
        ("roast,any,6,1,14,5\n", "a roast needs no other colour: other is 1, not 0"),
        ("drink,meat,10,1,6,1\n", "main 10 is out of range 0..9"),
        ("drnk,meat,2,1,6,1\n", "'drnk' is not one of drink"),
        ("drink,meat,2,1,6,0\n", "no dish at all"),
    ],
)
def test_rows_that_are_refused(tmp_path, row, message):
    found = errors(tmp_path, row)

    assert [line for line, _ in found] == [2]
    assert message in found[0][1]


def test_a_second_row_of_roasts_is_refused(tmp_path):
    found = errors(tmp_path, "roast,any,6,0,14,2\nroast,any,5,0,12,2\n")

    assert "one row is enough" in found[0][1]


def test_too_many_of_a_type_are_refused(tmp_path):
    rows = "".join(f"drink,{colour},2,1,{vp},20\n" for colour in ("meat", "honey") for vp in (6, 7))

    assert "80 dishes of type drink; at most 60" in errors(tmp_path, rows)[0][1]


def test_events_that_are_refused(tmp_path):
    found = errors(tmp_path, "Storm,market_ad,1,\n", EVENTS, "events_table")
    assert "did you mean market_add?" in found[0][1]
    assert "41 rows; at most 40" in errors(tmp_path, "Storm,market_add,1,\n" * 41, EVENTS, "events_table")[0][1]


@pytest.mark.parametrize(
    ("knob", "text"),
    [("dishes", HEADER + "drink,meat,2,1,6,1\n"), ("events_table", EVENTS + "Storm,market_add,1,\n")],
)
def test_another_table_has_another_digest_and_leaves_the_other_as_it_is(knob, text, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    changed, printed = GAME.read_parts({knob: path}), GAME.read_parts()

    assert changed.digest != printed.digest
    assert [name for name in GAME.components if changed.data[name] != printed.data[name]] == [knob]


def test_words_beside_an_event_do_not_change_the_game(tmp_path):
    text = GAME.own_table("events_table").read_text(encoding="utf-8")
    path = tmp_path / "table.csv"
    path.write_text(text.replace("no abilities this round", "nobody uses an ability"), encoding="utf-8")

    assert GAME.read_parts({"events_table": path}).digest == GAME.read_parts().digest
