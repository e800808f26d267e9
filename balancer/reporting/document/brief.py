"""The short form of a document, for terminals, Markdown and the cells of notebooks.

It consists of headings, paragraphs, lists, lines, code and tables in plain text, so that a renderer needs to know no
other kinds of items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from markupsafe import Markup

from balancer.reporting.document.model import (
    Block,
    Brief,
    Chart,
    Code,
    Details,
    Document,
    Finding,
    Heading,
    Item,
    ItemGroup,
    Lines,
    Matrix,
    Pairs,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
)
from balancer.reporting.numbers import NO_VALUE

ANSWER = "answer"  # id of the section that needs no heading: it follows the title

Part = Heading | Text | Sentences | Code | Lines | Table | Chart


def brief_sections(document: Document, *, charts: bool = False) -> Iterator[tuple[str, list[Part]]]:
    """Yield the heading of each section that is shown ('' for none) and its parts; charts: these, too."""
    for section in document.sections:
        parts = [part for part in brief_parts(section.items) if charts or not isinstance(part, Chart)]
        if parts and section.brief:
            yield "" if section.unseen or section.id == ANSWER else section.title, parts


def sentences_of(document: Document) -> dict[str, list[str]]:
    """Return the sentences of the short form by the heading of their section, ANSWER where it needs none."""
    by_heading: dict[str, list[str]] = {}
    for heading, parts in brief_sections(document):
        texts = [
            [part.text] if isinstance(part, Text) else part.sentences
            for part in parts
            if isinstance(part, Text | Sentences)
        ]
        by_heading.setdefault(heading or ANSWER, []).extend(sentence for text in texts for sentence in text)
    return {heading: sentences for heading, sentences in by_heading.items() if sentences}


def brief_parts(items: Iterable[Item]) -> Iterator[Part]:
    """Yield the parts of items that are shown; what is empty is left out."""
    for item in items:
        if item.brief:
            yield from _parts_of(item)


def _parts_of(item: Item) -> Iterator[Part]:
    match item:
        case Brief() | ItemGroup():
            yield from brief_parts(item.items)
        case Details():
            yield Heading(plain(item.summary))
            yield from brief_parts(item.items)
        case Finding():
            yield Heading(": ".join(filter(None, [plain(item.heading), item.where])))
            yield from brief_parts([Text(item.lead), Sentences(item.sentences)])
        case Block():
            yield from _parts_of_block(item)
        case Matrix():
            yield from _parts_of(_table_of(item))
        case Table() if item.rows:
            yield _shortened(item)
        case Pairs():
            yield Sentences([f"{plain(name)}: {plain(text)}" for name, text in item.pairs])
        case Sentences() if item.sentences:
            yield Sentences([plain(sentence) for sentence in item.sentences])
        case Text() if item.text:
            yield Text(plain(item.text), item.css)
        case Heading() | Code() | Lines():
            yield item
        case Sentences() | Text() | Table():  # empty ones
            pass
        case _:
            message = f"{type(item).__name__} has no short form: it needs brief=False"
            raise TypeError(message)


def _parts_of_block(block: Block) -> Iterator[Part]:
    """Yield the parts of a block; its tables have the figures of its charts."""
    if block.title:
        yield Heading(plain(block.title))
    yield from block.charts
    # The title stands for the caption of an only table.
    tables = block.tables
    if block.title and len(tables) == 1:
        tables = [replace(tables[0], caption="")]
    yield from brief_parts([*tables, Text(block.text), Sentences(block.sentences)])
    for command in block.commands:
        yield Text(f"{plain(command.title)} {plain(command.text)}")
        yield Code(command.command)


def _table_of(matrix: Matrix) -> Table:
    """Return a matrix as a table of the texts of its marks."""
    rows = [
        TableRow([name, *(NO_VALUE if mark is None else mark.text for mark in marks)]) for name, _, marks in matrix.rows
    ]
    return Table(matrix.caption, [TableColumn(heading) for heading in (matrix.corner, *matrix.columns)], rows)


def _shortened(table: Table) -> Table:
    """Return the part of a table that is shown; a row says how many are left out where it stands."""
    shown = [place for place, column in enumerate(table.columns) if column.brief]
    rows = [TableRow([plain(row.cells[place]) for place in shown]) for row in table.rows]
    if left := max(0, len(rows) - table.most):
        below = table.most // 2 if table.both_ends else 0
        above = table.most - below
        rows[above : above + left] = [TableRow([f"… {left} more", *[""] * (len(shown) - 1)])]
    caption = "" if table.caption == table.folded else plain(table.caption)
    return Table(caption, [table.columns[place] for place in shown], rows, table.folded)


def plain(text: str) -> str:
    """Return a text without the markup that only a page shows: links, small drawings."""
    return text.striptags() if isinstance(text, Markup) else str(text)
