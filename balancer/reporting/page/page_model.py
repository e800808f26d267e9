"""What a page consists of: the kinds of items that its sections hold, as plain values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup, escape

from balancer.analysis.estimate import Estimate
from balancer.reporting.numbers import ERROR, NO_VALUE, VALUE, count, text, unit_of
from balancer.reporting.page.drawing import style
from balancer.reporting.page.drawing.svg import Drawing
from balancer.wording import capital


class Item:
    """Something on a page.  The template has a macro of the same name for each kind."""

    @property
    def kind(self) -> str:
        """The name of its macro."""
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Text(Item):
    """A paragraph; css: its class."""

    text: str
    css: str = ""


@dataclass(frozen=True)
class Heading(Item):
    """A heading within a section."""

    text: str


@dataclass(frozen=True)
class Sentences(Item):
    """A list of sentences."""

    sentences: Sequence[str]


@dataclass(frozen=True)
class Code(Item):
    """Something to be copied or read letter by letter; command: broken where it is wider than the page."""

    text: str
    command: bool = False


@dataclass(frozen=True)
class Pairs(Item):
    """Names and what belongs to them."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Group(Item):
    """Items that the style sheet places together; css: its class."""

    items: Sequence[Item]
    css: str = ""
    id: str = ""


@dataclass(frozen=True)
class Details(Item):
    """Items that are folded under a summary."""

    summary: str
    items: Sequence[Item]
    css: str = "more"
    open: bool = False


@dataclass(frozen=True)
class Finding(Item):
    """A part of the answer: what it is about, with its figure (item, value, uncertainty), and what was found."""

    heading: str
    lead: str
    sentences: Sequence[str]
    where: str = ""
    figure: tuple[str, str, str] | None = None


@dataclass(frozen=True)
class Word:
    """An entry of a glossary; name: as scenarios have it, '' where nothing links to the entry."""

    title: str
    meaning: str
    name: str = ""
    definition: str = ""


@dataclass(frozen=True)
class Glossary(Item):
    """What the words of a page mean."""

    words: Sequence[Word]


@dataclass(frozen=True)
class Mark:
    """A cell of a matrix; css: its class, which colours it; title: shown on hover."""

    symbol: str
    text: str
    css: str
    title: str
    link: str = ""


@dataclass(frozen=True)
class Matrix(Item):
    """Marks by row and column; label: for who hears the page; rows: name, link, marks; across: over the columns."""

    caption: str
    label: str
    corner: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, str, Sequence[Mark | None]]]
    across: str = ""
    css: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table; number: right-aligned; prose: at least readably wide; meaning: shown on hover."""

    heading: str
    meaning: str = ""
    number: bool = False
    prose: bool = False


@dataclass(frozen=True)
class Row:
    """A row; its first cell is its heading, which `link` makes a link."""

    cells: Sequence[str]
    marked: bool = False
    link: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Table(Item):
    """A table; folded: the label under which it is folded, '' if it is open."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    folded: str = ""


@dataclass(frozen=True)
class Chart:
    """A chart; name: of its file in charts/; label: for who hears the page; place: the cell it is of."""

    name: str
    drawing: Drawing
    label: str
    caption: str = ""
    place: str = ""

    @property
    def width(self) -> int:
        """Its natural width in CSS pixels."""
        return round(self.drawing.width)

    @property
    def large(self) -> bool:
        """Whether it is wider than a phone: it may then be scrolled sideways."""
        return self.width > style.WIDTH

    def file(self, basis: str = "") -> str:
        """Its SVG, which stands alone; basis: what was played."""
        played = "; ".join(filter(None, [self.place, basis]))
        return replace(self.drawing, notes=[note for note in (self.caption, played) if note]).svg()

    def svg(self, basis: str = "") -> str:
        """Its SVG as a part of a page; notes lie below what is seen, for the picture that a reader saves."""
        return inline(self.file(basis), self.label)


@dataclass(frozen=True)
class Command:
    """A command to copy, and why."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Block(Item):
    """Charts with the tables that belong to them; sentences: what they show, the most important first.

    folded: the words under which it is folded away, '' where it lies open; level: of its heading.
    """

    title: str
    text: str = ""
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[Command] = ()
    wide: bool = False
    sentences: Sequence[str] = ()
    folded: str = ""
    level: int = 3


@dataclass(frozen=True)
class CellView:
    """One cell of several; at: its value on each axis, as JSON for the picker."""

    id: str
    name: str
    at: str
    is_base: bool
    items: Sequence[Item]


@dataclass(frozen=True)
class Cells(Item):
    """Cells one of which is chosen; tag: what the base is called."""

    cells: Sequence[CellView]
    tag: str


FIGURE_COLUMNS = (
    Column("value", number=True),
    Column("±", "to the farther end of the interval in which the true value lies", number=True),
    Column("games", "the number of games behind it", number=True),
)


def figure_cells(found: Estimate) -> list[str]:
    """Return value, uncertainty and games of a figure, as table cells."""
    figure, unit = found.figure, unit_of(found.unit)
    if not figure.defined:
        return [found.note or NO_VALUE, "", ""]
    return [text(figure, unit, VALUE), text(figure, unit, ERROR), count(figure.games)]


def habits_words(habits: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Habits that differ from the game's usual ones."""
    return ", ".join(f"{name} {value}" for name, value in habits.items() if value != usual.get(name)) or "the usual"


NOT_ASSESSED = "not assessed"
"""How the note of a figure begins that a game of this kind does not have; such rows are left out."""


def figure_table(
    caption: str, heading: str, rows: Mapping[str, Estimate], meanings: Mapping[str, str], **more: Any
) -> Table:
    """A table of named figures, each with its uncertainty and the games behind it."""
    return Table(
        caption,
        [Column(heading), *FIGURE_COLUMNS],
        [
            Row([label, *figure_cells(figure)], meaning=meanings.get(label, ""))
            for label, figure in rows.items()
            if not figure.note.startswith(NOT_ASSESSED)
        ],
        **more,
    )


def link(href: str, text: str, title: str = "") -> Markup:
    """A link within a text; title: shown on hover."""
    more = Markup(' title="{}"').format(title) if title else ""
    return Markup('<a href="{}"{}>{}</a>').format(href, more, text)


# Charts in the page ---------------------------------------------------------------------------------------------------


def chart(
    name: str, title: str, draw: Callable[..., Drawing], *args: Any, caption: str = "", place: str = "", **kwargs: Any
) -> Chart:
    """Draw a chart; name: unique in the run, names its file; title: up to `;` stands above it, all of it is heard."""
    drawing = draw(*args, **kwargs)
    drawing.title = capital(title.partition(";")[0])
    return Chart(name, drawing, title, caption, place)


def inline(svg: str, title: str) -> str:
    """An SVG file as a part of a page: described, with the page's ink and fonts, without its header and notes."""
    svg = re.sub(r'viewBox="0 0 (\S+) (\S+)" data-seen="(\S+)"', r'viewBox="0 0 \1 \3" data-whole="\2"', svg, count=1)
    svg = re.sub(r' (?:xmlns|width|height|font-family)="[^"]*"', "", svg[: svg.index(">")]) + svg[svg.index(">") :]
    for colour, ours in PAGE_COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"{ours}"')
    return svg.strip().replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)


PAGE_COLOURS = {
    style.INK: "currentColor",
    style.GRID: "var(--line)",
    style.FAINT: "var(--soft)",
    style.PAPER: "var(--paper)",
    style.BLUE: "var(--blue)",
}
"""Colours that follow the page's, in daylight and in the dark."""
