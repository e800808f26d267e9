"""A document: title, facts and sections of items, as plain values; a renderer for each output lays them out.

A page shows all items.  The short form (terminal, Markdown, cells of a notebook) leaves out items with `brief=False`
and shows those of a `Brief` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from markupsafe import Markup

from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import Drawing
from balancer.wording import capital


@dataclass(frozen=True, kw_only=True)
class Item:
    """A part of a section.  The template of pages has a macro of the same name for each kind."""

    brief: bool = True  # also in the short form

    @property
    def kind(self) -> str:
        """The name of its macro."""
        return type(self).__name__.lower()


@dataclass(frozen=True)
class Text(Item):
    """A paragraph of plain text."""

    text: str
    css: str = ""  # its class


@dataclass(frozen=True)
class Heading(Item):
    """A heading within a section."""

    text: str


@dataclass(frozen=True)
class Sentences(Item):
    """A list of sentences; a terminal begins a new line where one has several."""

    sentences: Sequence[str]


@dataclass(frozen=True)
class Code(Item):
    """Text to copy or to read letter by letter."""

    text: str
    command: bool = False  # it is wrapped if it is wider than the page


@dataclass(frozen=True)
class Pairs(Item):
    """Names with their descriptions, as a definition list."""

    pairs: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Brief(Item):
    """Items of the short form only."""

    items: Sequence[Item]


@dataclass(frozen=True)
class Lines(Item):
    """Lines laid out by hand, each with its style on a terminal; '' for none."""

    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class ItemGroup(Item):
    """Items that the style sheet places together."""

    items: Sequence[Item]
    css: str = ""  # its class
    id: str = ""


@dataclass(frozen=True)
class Details(Item):
    """Items that are folded under a summary."""

    summary: str
    items: Sequence[Item]
    css: str = "more"
    open: bool = False
    brief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Finding(Item):
    """A part of the answer: a figure with sentences about it."""

    heading: str
    lead: str
    sentences: Sequence[str]
    where: str = ""
    figure: tuple[str, str, str] | None = None  # item, value, uncertainty


@dataclass(frozen=True)
class Word:
    """An entry of a glossary."""

    title: str
    meaning: str
    name: str = ""  # in scenarios; '' if nothing links to the entry
    definition: str = ""


@dataclass(frozen=True)
class Glossary(Item):
    """The words of a page with their meanings."""

    words: Sequence[Word]
    brief: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Mark:
    """A cell of a matrix."""

    symbol: str
    text: str
    css: str  # its class, which colours it
    title: str  # shown on hover
    link: str = ""


@dataclass(frozen=True)
class Matrix(Item):
    """Marks by row and column."""

    caption: str
    label: str  # for screen readers
    corner: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, str, Sequence[Mark | None]]]  # name, link, marks
    across: str = ""  # above the columns
    css: str = ""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table."""

    heading: str
    meaning: str = ""  # shown on hover
    number: bool = False  # right-aligned
    prose: bool = False  # wide enough to read sentences
    brief: bool = True  # also in the short form


@dataclass(frozen=True)
class TableRow:
    """A row; its first cell is its heading, which `link` makes a link."""

    cells: Sequence[str]
    marked: bool = False
    link: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Table(Item):
    """A table with a caption."""

    caption: str
    columns: Sequence[TableColumn]
    rows: Sequence[TableRow]
    folded: str = ""  # the summary under which it is folded, '' if it is open
    most: int = 64  # rows in the short form ...
    both_ends: bool = False  # ... the first and the last ones


@dataclass(frozen=True)
class Chart:
    """A chart, drawn when it is needed."""

    name: str  # of its file in charts/
    draw: Callable[[], Drawing]
    label: str  # for screen readers; up to `;` it is also shown above the drawing
    caption: str = ""
    place: str = ""  # the cell that it shows

    kind: ClassVar[str] = "chart"  # the macro of the template

    @cached_property
    def drawing(self) -> Drawing:
        """The drawing, made when it is first needed: terminals show none."""
        drawing = self.draw()
        drawing.title = capital(self.label.partition(";")[0])
        return drawing

    @property
    def width(self) -> int:
        """Its natural width in CSS pixels."""
        return round(self.drawing.width)

    @property
    def large(self) -> bool:
        """True if it is wider than a phone; it may then be scrolled sideways."""
        return self.width > 1.1 * style.WIDTH

    def file(self, basis: str = "") -> str:
        """Return its SVG as a file; basis: a line on the games behind it."""
        origin = "; ".join(filter(None, [self.place, basis]))
        return replace(self.drawing, notes=[note for note in (self.caption, origin) if note]).svg()


@dataclass(frozen=True)
class Command:
    """A command to copy, with its title and purpose."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Block(Item):
    """Charts with tables of their figures, which replace them where nothing is drawn."""

    title: str
    text: str = ""
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[Command] = ()
    wide: bool = False
    sentences: Sequence[str] = ()  # findings, the most important first
    folded: str = ""  # the summary under which it is folded, '' if it is open
    level: int = 3  # of its heading

    @property
    def narrow(self) -> bool:
        """True if nothing stands next to its chart: two such blocks share a row of a wide page."""
        return bool(self.charts) and not self.wide and all(table.folded for table in self.tables)


@dataclass(frozen=True)
class CellView:
    """One of the cells that the reader chooses from."""

    id: str
    name: str
    at: str  # its value on each axis, as JSON for the picker
    is_base: bool
    items: Sequence[Item]


@dataclass(frozen=True)
class Cells(Item):
    """Cells, shown one at a time: the reader chooses."""

    cells: Sequence[CellView]
    tag: str  # the label of the base
    brief: bool = field(default=False, kw_only=True)


# The document ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class NamedFile:
    """A file in the folder of the page."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Section:
    """A section under a heading; without items it is left out."""

    id: str
    title: str  # '' for no heading
    items: Sequence[Item]
    named: str = ""  # its name in the navigation
    unseen: bool = False  # its heading is for screen readers only
    half: bool = False  # it shares a row with its neighbour
    brief: bool = True  # also in the short form


@dataclass(frozen=True)
class Document:
    """The text of a report for people."""

    title: str
    sections: Sequence[Section]
    kicker: str = ""  # above the title: the game
    about: str = ""  # above the title: the kind of report
    name: str = ""  # of the window
    description: str = ""  # the answer in one line, for lists and previews
    facts: Sequence[str] = ()  # games, players, seed
    footer: str = ""
    scripts: Sequence[str] = ()
    navigation: bool = True
    page_sections: Callable[[], Sequence[Section]] = tuple  # makes further sections, which only a page has

    @cached_property
    def paged(self) -> list[Section]:
        """The sections that a page shows."""
        sections = [*self.sections, *self.page_sections()]
        return [section for section in sections if any(not isinstance(item, Brief) for item in section.items)]

    @property
    def basis(self) -> str:
        """Game and facts in one line, for the short form and for charts that leave the page."""
        return "; ".join(filter(None, [self.kicker, *self.facts]))

    @property
    def charts(self) -> list[Chart]:
        """All charts of the document."""
        return [chart for section in self.paged for chart in _charts(section.items)]


def _charts(items: Iterable[Item]) -> Iterator[Chart]:
    for item in items:
        match item:
            case Block():
                yield from item.charts
            case ItemGroup() | Details():
                yield from _charts(item.items)
            case Cells():
                for cell in item.cells:
                    yield from _charts(cell.items)


# Made of other values -------------------------------------------------------------------------------------------------
class Rich(str):
    """A text that a page shows as HTML; everywhere else it is the text."""

    __slots__ = ("html",)
    html: str

    def __new__(cls, text: str, html: str) -> Self:
        """Make it of both forms; html is trusted."""
        rich = super().__new__(cls, text)
        rich.html = html
        return rich

    def __html__(self) -> str:
        """Return what a page shows."""
        return self.html


def link(href: str, text: str, title: str = "") -> Markup:
    """Make a link within a text; title: shown on hover."""
    more = Markup(' title="{}"').format(title) if title else ""
    return Markup('<a href="{}"{}>{}</a>').format(href, more, text)


def chart(
    name: str, title: str, draw: Callable[..., Drawing], *args: Any, caption: str = "", place: str = "", **kwargs: Any
) -> Chart:
    """Make a chart; name: unique in the run, names its file; title: up to `;` it is shown above the chart."""
    return Chart(name, partial(draw, *args, **kwargs), title, caption, place)
