"""Parts that several documents have: the answer, charts with their tables, how to reproduce it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure import Figure
from balancer.analysis.sheet import Sheet
from balancer.plain.loading.reading import STYLE
from balancer.reporting.document.model import (
    Block,
    Code,
    Details,
    Item,
    NamedFile,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    chart,
    link,
)
from balancer.reporting.drawing.svg import Drawing
from balancer.reporting.numbers import ERROR, NO_VALUE, VALUE, count, text, unit_of

if TYPE_CHECKING:
    from balancer.simulation.manifest import Manifest

ANY_MACHINE = "The same command gives the same figures on any machine, with any number of threads"
SAME_FIGURES = f"{ANY_MACHINE}: every game has its number, and its dice follow from seed and number."


def answer_section(sentences: Sequence[str], *more: Item) -> Section:
    """Return the first section of a document: the lead, the other sentences, further items."""
    return Section("answer", "The answer", [Text(sentences[0], "verdict"), Sentences(sentences[1:]), *more])


def charted(
    name: str,
    title: str,
    draw: Callable[..., Drawing],
    figures: Mapping[str, Figure],
    table: Table,
    *,
    text: str = "",
    **words: Any,
) -> Block:
    """Return a chart of labelled figures with its table folded below it.

    words: further arguments of the drawing, such as unit and across.
    """
    import pandas as pd

    rows = [(label, *figure.ends) for label, figure in figures.items() if figure.defined]
    frame = pd.DataFrame(rows, columns=["label", "value", "low", "high"])
    folded = "The same in figures"
    table = replace(table, caption=table.caption or folded, folded=folded)
    return Block("", text, [chart(name, title, draw, frame, **words)], [table], wide=True)


def table_of_words(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]], **more: Any) -> Table:
    """Return a table whose first column is text, and whose others are figures."""
    columns = [TableColumn(heading, number=place > 0) for place, heading in enumerate(headings)]
    return Table(caption, columns, [TableRow(row) for row in rows], **more)


# How to reproduce it --------------------------------------------------------------------------------------------------
def reproduced_by(command: str, sheets: Iterable[Sheet]) -> Section:
    """Return the section with the command and links to the tables."""
    items = [Text(SAME_FIGURES), Code(command, command=True), tables_beside(sheets)]
    return Section("reproduce", "Reproduce it", items, brief=False)


def tables_beside(sheets: Iterable[Sheet]) -> Text:
    """Return links to the CSV files that `writer.write` makes of these tables."""
    return Text(Markup("Tables in the folder of this page: {}.").format(links(files_of(sheets))))


def files_of(sheets: Iterable[Sheet]) -> list[NamedFile]:
    """Return the CSV files of tables, and that of their columns."""
    columns = NamedFile("columns.csv", "the meaning of every column of the other tables")
    return [*(NamedFile(f"{sheet.name}.csv", sheet.about) for sheet in sheets), columns]


def reproduced(manifest: Manifest, sheets: Iterable[Sheet], text: str = SAME_FIGURES) -> Section:
    """Return the section with the command, the scenario and links to the tables."""
    items = [Text(text), Code(manifest.command, command=True), *scenario(manifest), tables_beside(sheets)]
    return Section("reproduce", "Reproduce it", items, brief=False)


def scenario(manifest: Manifest) -> list[Item]:
    """Return the folded text of the scenario; [] for a run without one."""
    text, file = (manifest.scenario_text or "").rstrip(), manifest.scenario_file
    summary = Markup("The scenario, <code>{}</code>").format(file) if file else "The scenario"
    return [Details(summary, [Code(text)])] if text else []


def links(files: Sequence[NamedFile]) -> Markup:
    """Return a list of links to files."""
    return Markup(", ").join(link(file.name, file.name, file.meaning) for file in files)


def footer(version: str, games: str = "") -> str:
    """Return the last line of a page: the version that made it, and from how many games."""
    maker = f"Made by balancer {version}" if version else "Made by balancer"
    return f"{maker} from {games} simulated games." if games else f"{maker}."


# Tables of named figures ----------------------------------------------------------------------------------------------
FIGURE_COLUMNS = (
    TableColumn("value", number=True),
    TableColumn("±", "half-width of the interval, to its farther end", number=True),
    TableColumn("games", "number of games behind the figure", number=True),
)


def figure_cells(estimate: Estimate) -> list[str]:
    """Return value, uncertainty and games of a figure, as table cells."""
    figure, unit = estimate.figure, unit_of(estimate.unit)
    if not figure.defined:
        return [estimate.note or NO_VALUE, "", ""]
    return [text(figure, unit, VALUE), text(figure, unit, ERROR), count(figure.games)]


def habits_words(habits: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Return the habits that differ from the game's usual ones, without the engine's own (STYLE)."""
    own = {name: value for name, value in habits.items() if value != usual.get(name) and name != STYLE}
    return ", ".join(f"{name} {value}" for name, value in own.items()) or "the usual"


NOT_ASSESSED = "not assessed"  # begins the note of a figure that games of this kind lack; its row is left out


def figure_table(
    caption: str, heading: str, rows: Mapping[str, Estimate], meanings: Mapping[str, str], **more: Any
) -> Table:
    """Return a table of named figures, each with its uncertainty and its number of games."""
    return Table(
        caption,
        [TableColumn(heading), *FIGURE_COLUMNS],
        [
            TableRow([label, *figure_cells(figure)], meaning=meanings.get(label, ""))
            for label, figure in rows.items()
            if not figure.note.startswith(NOT_ASSESSED)
        ],
        **more,
    )
