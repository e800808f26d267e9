"""A document: title, facts and sections of items, as plain values; a renderer for each output lays them out.

Items are made for the page, which has room for all of them.  Where there is little room (terminal, Markdown, cells of
a notebook), what has `brief=False` is left out, and the items of a `Brief` stand in its place.
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

    brief: bool = True  # also where there is little room

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
    """A list of sentences; a terminal begins a new line where one has several."""

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
class Brief(Item):
    """Items for where there is little room; a page leaves them out."""

    items: Sequence[Item]


@dataclass(frozen=True)
class Lines(Item):
    """Lines laid out by hand, each with its style on a terminal; '' for none."""

    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class ItemGroup(Item):
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
    brief: bool = field(default=False, kw_only=True)


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
    brief: bool = field(default=False, kw_only=True)


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
class TableColumn:
    """A column of a table; number: right-aligned; prose: at least readably wide; meaning: shown on hover."""

    heading: str
    meaning: str = ""
    number: bool = False
    prose: bool = False
    brief: bool = True  # also where there is little room


@dataclass(frozen=True)
class TableRow:
    """A row; its first cell is its heading, which `link` makes a link."""

    cells: Sequence[str]
    marked: bool = False
    link: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Table(Item):
    """A table; folded: the label under which it is folded, '' if it is open."""

    caption: str
    columns: Sequence[TableColumn]
    rows: Sequence[TableRow]
    folded: str = ""
    most: int = 64  # rows where there is little room ...
    both_ends: bool = False  # ... the first and the last ones


@dataclass(frozen=True)
class Chart:
    """A chart; name: of its file in charts/; label: for who hears the page; place: the cell it is of."""

    name: str
    draw: Callable[[], Drawing]
    label: str  # up to `;` it stands above the drawing
    caption: str = ""
    place: str = ""

    kind: ClassVar[str] = "chart"  # the macro of the template

    @cached_property
    def drawing(self) -> Drawing:
        """Return what is drawn, when it is needed: terminals never do."""
        drawing = self.draw()
        drawing.title = capital(self.label.partition(";")[0])
        return drawing

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


@dataclass(frozen=True)
class Command:
    """A command to copy, and why."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Block(Item):
    """Charts with the tables of what they draw, which stand for them where nothing is drawn.

    sentences: what they show, the most important first; folded: the words under which it is folded away, '' where it
    lies open; level: of its heading.
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
    brief: bool = field(default=False, kw_only=True)


# The document ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class NamedFile:
    """A file beside the page."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Section:
    """A section under a heading; without a title it has none, without items it is left out.

    named: what the navigation calls it; unseen: its heading is only heard; half: it shares a row with its neighbour.
    """

    id: str
    title: str
    items: Sequence[Item]
    named: str = ""
    unseen: bool = False
    half: bool = False
    brief: bool = True  # also where there is little room


@dataclass(frozen=True)
class Document:
    """What people read of a report; name: of its window; kicker and about: what stands above its title.

    facts: what was played; description: the answer in a line, for lists and previews; page_sections: makes further
    sections, which only a page has.
    """

    title: str
    sections: Sequence[Section]
    kicker: str = ""
    about: str = ""
    name: str = ""
    description: str = ""
    facts: Sequence[str] = ()
    footer: str = ""
    scripts: Sequence[str] = ()
    navigation: bool = True
    page_sections: Callable[[], Sequence[Section]] = tuple

    @cached_property
    def paged(self) -> list[Section]:
        """Return the sections that have something for a page."""
        sections = [*self.sections, *self.page_sections()]
        return [section for section in sections if any(not isinstance(item, Brief) for item in section.items)]

    @property
    def basis(self) -> str:
        """Return what was played in one line, for little room and for pictures that leave the page."""
        return "; ".join(filter(None, [self.kicker, *self.facts]))

    @property
    def charts(self) -> list[Chart]:
        """All charts in it."""
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
        made = super().__new__(cls, text)
        made.html = html
        return made

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
    """Make a chart; name: unique in the run, names its file; title: up to `;` stands above it, all of it is heard."""
    return Chart(name, partial(draw, *args, **kwargs), title, caption, place)
