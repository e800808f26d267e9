"""What the page's template shows: plain values, no logic left but loops."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.reporting.numbers import NO_VALUE, Figure, count
from balancer.reporting.page.drawing import charts, style


@dataclass(frozen=True)
class Column:
    """A column of a table; number: right-aligned; prose: at least readably wide; meaning: shown on hover."""

    heading: str
    meaning: str = ""
    number: bool = False
    prose: bool = False


@dataclass(frozen=True)
class Row:
    """A row; its first cell is its heading."""

    cells: Sequence[str]
    marked: bool = False
    link: str = ""
    meaning: str = ""


@dataclass(frozen=True)
class Table:
    """A table; folded: the label under which it is folded, '' if it is open."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    folded: str = ""


@dataclass(frozen=True)
class Chart:
    """A chart in the page: its SVG and its natural width in CSS pixels; name: of its file in charts/."""

    name: str
    svg: str
    width: int
    caption: str = ""
    file: str = ""

    @property
    def large(self) -> bool:
        """Whether it is wider than a phone: it may then be scrolled sideways."""
        return self.width > style.WIDTH


@dataclass(frozen=True)
class Command:
    """A command to copy, and why."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Block:
    """Charts with the tables that belong to them; sentences: what they show, the most important first.

    folded: the words under which it is folded away, '' where it lies open.
    """

    title: str
    text: str = ""
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()
    commands: Sequence[Command] = ()
    wide: bool = False
    sentences: Sequence[str] = ()
    folded: str = ""


@dataclass(frozen=True)
class CellView:
    """One cell in detail."""

    number: int
    name: str
    at: str
    is_base: bool
    blocks: Sequence[Block] = field(default_factory=list)


FIGURE_COLUMNS = (
    Column("value", number=True),
    Column("±", "half the width of the interval in which the true value lies", number=True),
    Column("games", "the number of games behind it", number=True),
)


def figure_cells(figure: Figure) -> list[str]:
    """Value, uncertainty and games of a figure, as table cells."""
    if not figure.defined:
        return [figure.note or NO_VALUE, "", ""]
    return [figure.value_text, figure.uncertainty_text.removeprefix("± "), count(figure.games)]


NOT_ASSESSED = "not assessed"
"""How the note of a figure begins that a game of this kind does not have; such rows are left out."""


def figure_table(
    caption: str, heading: str, rows: Mapping[str, Figure], meanings: Mapping[str, str], **more: Any
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


# Charts in the page ---------------------------------------------------------------------------------------------------


def chart(name: str, title: str, draw: Callable[..., Any], *args: Any, caption: str = "", **kwargs: Any) -> Chart:
    """Draw a chart and make it ready for the page; name: unique in the run, names its file."""
    svg = charts.to_svg(draw(*args, **kwargs))
    return Chart(name, inline(svg, title), _width(svg), caption, svg)


def _width(svg: str) -> int:
    found = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
    return round(float(found[1])) if found else 0


def inline(svg: str, title: str) -> str:
    """An SVG file as a part of a page: described, with the page's ink and fonts, without its header."""
    svg = re.sub(r' (?:xmlns|width|height|font-family)="[^"]*"', "", svg[: svg.index(">")]) + svg[svg.index(">") :]
    for colour, ours in PAGE_COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"{ours}"')
    label = title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return svg.strip().replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


PAGE_COLOURS = {
    style.INK: "currentColor",
    style.GRID: "var(--line)",
    style.FAINT: "var(--soft)",
    style.PAPER: "var(--paper)",
}
"""Colours that follow the page's, in daylight and in the dark."""
