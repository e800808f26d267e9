"""The renderers, on documents made by hand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from balancer.reporting.console import Console
from balancer.reporting.document.html import to_fragment, to_html
from balancer.reporting.document.markdown import to_markdown
from balancer.reporting.document.model import (
    Block,
    Brief,
    Code,
    Details,
    Document,
    Finding,
    Glossary,
    Item,
    Lines,
    Mark,
    Matrix,
    Pairs,
    Rich,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    Word,
    chart,
    link,
)
from balancer.reporting.document.terminal import print_document
from balancer.reporting.drawing.svg import Drawing

FIGURES = Table(
    "Wins in percent",
    [TableColumn("seat"), TableColumn("won", number=True), TableColumn("seen on pages only", brief=False)],
    [TableRow([f"seat {k}", Rich(f"{k} ± 1", f"<b>{k}</b>"), "folded"]) for k in range(1, 5)],
)


def document(*items: Item) -> Document:
    """Return a document with these items in its one section beside the answer."""
    answer = Section("answer", "The answer", [Text("Seat 1 wins.", "verdict"), Sentences(["Seat 2 loses."])])
    sections = [answer, Section("rest", "The rest", items), Section("more", "Folded", [Text("Long.")], brief=False)]
    return Document("Who wins?", sections, kicker="Chess", facts=["2 players", "9 games"])


def printed(made: Document, width: int = 80) -> list[str]:
    """Return the lines of a document on a terminal of that width."""
    console = Console()
    console.rich.width = width
    print_document(made, console)
    return console.lines


def test_the_answer_follows_what_was_played_and_needs_no_heading() -> None:
    lines = printed(document(Text("So it is.")))
    assert lines == [
        "Who wins?", "Chess; 2 players; 9 games", "", "Seat 1 wins.", "- Seat 2 loses.", "", "The rest", "So it is.",
    ]  # fmt: skip
    assert to_markdown(document(Text("So_it is."))).split("\n\n")[1:] == [
        "## Who wins?", "Chess; 2 players; 9 games", "**Seat 1 wins.**", "- Seat 2 loses.", "### The rest",
        "So\\_it is.\n",
    ]  # fmt: skip


def test_a_terminal_has_no_heading_without_a_line_below() -> None:
    """The name of a section that begins with a heading of its own is left out: both would look alike."""
    made = document(Block("In short", "So it is."))
    assert printed(made)[-3:] == ["", "In short", "So it is."]
    assert "The rest" not in printed(made)
    assert "### The rest\n\n#### In short" in to_markdown(made)


def test_where_there_is_room_all_is_shown_else_what_is_brief() -> None:
    made = document(
        FIGURES, Text("Only on pages.", brief=False), Brief([Text("Not on pages.")]), Glossary([Word("a", "b")])
    )
    for brief in ("\n".join(printed(made)), to_markdown(made)):
        assert "Not on pages." in brief
        for absent in ("Only on pages.", "seen on pages only", "folded", "Long.", "<b>"):
            assert absent not in brief
    page = to_html(made)
    assert "Not on pages." not in page
    for present in ("Only on pages.", "seen on pages only", "folded", "Long.", "<b>3</b>"):
        assert present in page


def test_every_kind_of_item_has_a_form_where_there_is_little_room() -> None:
    mark = Mark("●", "all pass", "pass", "title")
    lines = printed(
        document(
            Pairs([("claim", "wins fast")]),
            Finding(link("#one", "Length"), "It is long.", ["It ends."], "base"),
            Matrix("Checks", "label", "players", ["2", "3"], [("offer", "", [mark, None])]),
            Block("Chart", "It shows.", (), [FIGURES], sentences=["Seat 4 wins."]),
            Details("Folded away", [Code("balancer run")], brief=True),
            Lines([("by   hand", "bold")]),
        )
    )
    text = "\n".join(lines[6:])
    for words in (
        "The rest\n- claim: wins fast\n\nLength: base\nIt is long.\n- It ends.\n\nChecks\nplayers  2         3\n",
        "\noffer    all pass  –\n\nChart\nseat      won\n─────────────\nseat 1  1 ± 1\n",
        "seat 4  4 ± 1\n\nIt shows.\n- Seat 4 wins.\n\nFolded away\n  balancer run\nby   hand",
    ):
        assert words in text
    unknown = type("Unknown", (Item,), {})()
    with pytest.raises(TypeError, match="Unknown has no short form: it needs brief=False"):
        printed(document(unknown))


@pytest.mark.parametrize(("both_ends", "shown"), [(False, "0123…"), (True, "01…89")])
def test_of_a_long_table_the_rows_that_fit_are_shown_and_the_others_counted(both_ends: bool, shown: str) -> None:
    table = Table(
        "",
        [TableColumn("row"), TableColumn("value", number=True)],
        [TableRow([str(k), "1"]) for k in range(10)],
        most=4,
    )
    lines = printed(document(Table("", table.columns, table.rows, most=4, both_ends=both_ends)))
    assert "".join(line[0] for line in lines[9:]) == shown
    assert "… 6 more" in [line.strip() for line in lines]


def table(headings: Sequence[str], cells: Sequence[str], width: int) -> list[str]:
    columns = [TableColumn(heading, number=place > 0) for place, heading in enumerate(headings)]
    return printed(document(Table("", columns, [TableRow(cells)] * 2)), width)[7:]


def test_a_table_too_wide_breaks_headings_then_texts_and_figures_never() -> None:
    headings, cells = ("what is said of it", "change of it", "interval"), ("quite a long text", "+1 ± 2 pp", "0 to 3")
    assert " ".join(table(headings, cells, 80)[0].split()) == "what is said of it change of it interval"
    for width in range(36, 80):
        lines = table(headings, cells, width)
        assert max(map(len, lines)) <= width
        assert all(any(figure in line for line in lines) for figure in cells[1:])
        assert all(any(word in line.split() for line in lines) for word in cells[0].split())


def test_a_table_far_too_wide_is_printed_in_parts_each_with_the_first_column() -> None:
    lines = table(["player", *(f"figure {k}" for k in range(12))], ["bully", *["+10 ± 2 pp"] * 12], 60)
    assert max(map(len, lines)) <= 60
    assert sum(line.count("+10 ± 2 pp") for line in lines) == 24
    assert all(line.startswith("bully ") for line in lines if "±" in line)
    assert "" in lines


def test_charts_and_links_are_no_part_of_plain_text() -> None:
    text = Text(link("#there", "See <there>"))
    assert printed(document(text))[-1] == "See <there>"
    assert '<a href="#there">See &lt;there&gt;</a>' in to_html(document(text))


def test_a_notebook_has_the_charts_besides_and_folds_their_tables() -> None:
    drawn = chart("wins", "wins by seat; of two", lambda: Drawing(360.0, 20.0))
    made = document(Block("", "It shows.", [drawn], [replace(FIGURES, folded="The same in figures")]))
    shown = to_fragment(made)

    assert shown.count("<svg ") == 1
    assert "<summary>The same in figures</summary>" in shown
    assert "It shows." in shown
    for absent in ("<html", "Long.", "folded</td>"):
        assert absent not in shown
    assert "<svg" not in to_markdown(made)
