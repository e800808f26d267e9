"""A drawing in SVG: shapes and words in points, laid out without measuring fonts.

Text stays text.  Its width is taken from the metrics of DejaVu Sans, which is wider than what browsers usually put in
its place: a font missing on a computer moves nothing and lets nothing overlap.
"""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from balancer.reporting.drawing import style

_NARROW = {**dict.fromkeys("ijl|'", 0.28), **dict.fromkeys(" .,:;!/\\It", 0.35), **dict.fromkeys('fr()[]{}-"', 0.42)}
_WIDE = {**dict.fromkeys("mW%@", 0.98), **dict.fromkeys("wM+=±−<>~≤≥×→↑↓…", 0.84), "_": 0.5}
_CAPITAL, _LETTER, _IDEOGRAPH = 0.72, 0.62, 1.0


LINE = 12.5  # points: height of a line of the title and of the notes
BUTTON = 34.0  # points: room for the page's button on the right of the title


def text_width(text: str, size: float = style.LETTERS) -> float:
    """Return the greatest width of a line of text, in points."""
    return size * sum(_advance(letter) for letter in text)


def _advance(letter: str) -> float:
    width = _NARROW.get(letter) or _WIDE.get(letter)
    if width:
        return width
    if unicodedata.east_asian_width(letter) in "WF":
        return _IDEOGRAPH
    return _CAPITAL if letter.isupper() else _LETTER


def short(value: float) -> str:
    """Format a coordinate, to a tenth of a point."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@dataclass
class Drawing:
    """Shapes in the order they were drawn; (0, 0) is the upper left corner, units are points."""

    width: float
    height: float
    shapes: list[str] = field(default_factory=list)
    points: list[str] = field(default_factory=list)  # invisible shapes over the figures, with words on hover and tap
    axes: list[Axes] = field(default_factory=list)
    title: str = ""  # above the shapes
    notes: Sequence[str] = ()  # below them, in the file only: the page shows the same next to the chart

    def line(self, ends: Sequence[float], colour: str, width: float = 0.8, **more: Any) -> None:
        """Draw a straight line from (x1, y1) to (x2, y2)."""
        self.segments([ends], colour, width, **more)

    def segments(self, lines: Iterable[Sequence[float]], colour: str, width: float = 0.8, **more: Any) -> None:
        """Draw separate straight lines as one shape."""
        d = "".join("M{} {}L{} {}".format(*map(short, ends)) for ends in lines)
        self._add("path", d=d, stroke=colour, stroke_width=f"{width:g}", **more)

    def path(self, points: Iterable[tuple[float, float]], colour: str, width: float, **more: Any) -> None:
        """Draw straight lines from point to point."""
        d = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
        self._add("path", d=d, fill="none", stroke=colour, stroke_width=f"{width:g}", **more)

    def area(self, points: Iterable[tuple[float, float]], colour: str, **more: Any) -> None:
        """Fill an outline with a colour."""
        d = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points) + "Z"
        self._add("path", d=d, fill=colour, **more)

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, **more: Any) -> None:
        """Draw a rectangle between two corners."""
        x, y, w, h = (
            short(min(left, right)),
            short(min(top, bottom)),
            short(abs(right - left)),
            short(abs(bottom - top)),
        )
        self._add("rect", x=x, y=y, width=w, height=h, fill=fill, **more)

    def columns(self, tops: Iterable[tuple[float, float]], bottom: float, half: float, fill: str) -> None:
        """Draw columns on one base line as one shape; tops: the middle of each top, half: half their width."""
        d = "".join(
            f"M{short(x - half)} {short(bottom)}V{short(y)}h{short(2 * half)}V{short(bottom)}z" for x, y in tops
        )
        self._add("path", d=d, fill=fill)

    def text(self, x: float, y: float, words: Any, **more: Any) -> None:
        """Write words on a line whose baseline is at y; more: `anchor`, `size`, `fill`."""
        size, anchor = more.pop("size", style.SMALL), more.pop("anchor", "start")
        fill = more.pop("fill", style.INK)
        if anchor != "start":
            more["text_anchor"] = anchor
        start = self._start("text", x=short(x), y=short(y), font_size=f"{size:g}", fill=fill, **more)
        self.shapes.append(f"{start}>{escape(str(words))}</text>")

    def marker(self, kind: str, x: float, y: float, colour: str, fill: str = "") -> None:
        """Draw one of `style.MARKERS`; fill: its inside, by default the colour of its edge."""
        edge = {"stroke": colour, "stroke_width": "1.2"}
        if kind == "o":
            self._add("circle", cx=short(x), cy=short(y), r="2.8", fill=fill or colour, **edge)
            return
        outline = [(x + px, y + py) for px, py in MARKS[kind]]
        self.area(outline, fill or colour, **edge)

    def point(self, x: float, y: float, words: str, link: str = "", half: tuple[float, float] | None = None) -> None:
        """Add an invisible shape (a dot, or a box of twice `half`) with words on hover; link: opened on a click."""
        title = f"<title>{escape(str(words))}</title>"
        if half is None:
            shape = f'<circle class="pt" cx="{short(x)}" cy="{short(y)}" r="9" fill="none">{title}</circle>'
        else:
            left, top = short(x - half[0]), short(y - half[1])
            size = f'width="{short(2 * half[0])}" height="{short(2 * half[1])}"'
            shape = f'<rect class="pt" x="{left}" y="{top}" {size} fill="none">{title}</rect>'
        self.points.append(f'<a href="{escape(link)}">{shape}</a>' if link else shape)

    def _add(self, element: str, **attributes: Any) -> None:
        self.shapes.append(self._start(element, **attributes) + "/>")

    @staticmethod
    def _start(element: str, **attributes: Any) -> str:
        named = (f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items() if value != "")
        return f"<{element} {' '.join(named)}"

    def svg(self) -> str:
        """Return the drawing as a file: the same shapes give the same bytes."""
        titles, notes = self._lines([self.title], style.LETTERS), self._lines(self.notes, style.SMALL)
        top = LINE * len(titles) + 4 if titles else 0.0
        end = top + self.height
        whole = end + (LINE * len(notes) + 6 if notes else 0)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{short(self.width)}pt" height="{short(whole)}pt" '
            f'viewBox="0 0 {short(self.width)} {short(whole)}" data-seen="{short(end)}" font-family="{style.FONTS}">'
        )
        above, below = Drawing(self.width, top), Drawing(self.width, whole - end)
        for k, line in enumerate(titles):
            above.text(2, LINE * (k + 1) - 2, line, size=style.LETTERS, font_weight="bold")
        for k, line in enumerate(notes):
            below.text(2, LINE * (k + 1), line, fill=style.FAINT)
        shapes = [*self.shapes, *self.points]
        moved = [f'<g transform="translate(0 {short(top)})">', *shapes, "</g>"] if top else shapes
        hidden = [f'<g class="notes" transform="translate(0 {short(end)})">', *below.shapes, "</g>"] if notes else []
        return "\n".join([head, *above.shapes, *moved, *hidden, "</svg>", ""])

    def _lines(self, texts: Iterable[str], size: float) -> list[str]:
        """Wrap texts to the width of the drawing, less the page's button."""
        letters = int((self.width - BUTTON) / text_width("n", size))
        return [line for text in texts for line in textwrap.wrap(text, letters)]


def _star(arms: int, inner: float, outer: float, turn: float = 0.0) -> list[tuple[float, float]]:
    steps = (turn + k * math.pi / arms for k in range(2 * arms))
    radii = [outer, inner] * arms
    return [(r * math.sin(a), -r * math.cos(a)) for r, a in zip(radii, steps, strict=True)]


MARKS: dict[str, list[tuple[float, float]]] = {  # outlines of the markers of series, around (0, 0)
    "s": [(-2.6, -2.6), (2.6, -2.6), (2.6, 2.6), (-2.6, 2.6)],
    "^": [(0, -3.4), (3.1, 2.4), (-3.1, 2.4)],
    "D": [(0, -3.5), (3.5, 0), (0, 3.5), (-3.5, 0)],
    "v": [(0, 3.4), (3.1, -2.4), (-3.1, -2.4)],
    "P": _star(4, 1.4, 3.6),
    "X": _star(4, 1.4, 3.8, math.pi / 4),
    "<": [(-3.4, 0), (2.4, -3.1), (2.4, 3.1)],
    ">": [(3.4, 0), (-2.4, -3.1), (-2.4, 3.1)],
    "h": _star(5, 1.5, 3.8),
}


def _share_of(value: float, low: float, high: float) -> float:
    """Return the position of a value between two limits, from 0 to 1; beyond them, that of the nearer limit."""
    return min(max((value - low) / (high - low), 0.0), 1.0)


@dataclass
class Axes:
    """A plane within a drawing that maps data (x, y) to points; values beyond the limits are drawn at them."""

    drawing: Drawing
    box: tuple[float, float, float, float]
    xlim: tuple[float, float]
    ylim: tuple[float, float]

    def __post_init__(self) -> None:
        """Add these axes to the drawing."""
        self.drawing.axes.append(self)

    def x(self, value: float) -> float:
        """Return the position of a value along x."""
        left, _, right, _ = self.box
        return left + (right - left) * _share_of(value, *self.xlim)

    def y(self, value: float) -> float:
        """Return the position of a value along y."""
        _, top, _, bottom = self.box
        return bottom - (bottom - top) * _share_of(value, *self.ylim)

    def frame(self) -> None:
        """Draw the lines on the left and at the bottom."""
        left, top, right, bottom = self.box
        self.drawing.path([(left, top), (left, bottom), (right, bottom)], style.FAINT, 0.8)
