"""The figures of a chart as invisible shapes that show their words on hover and tap, and lead to a cell."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from balancer.reporting import numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

POINTS_PER_INCH = 72


class Point(NamedTuple):
    """A figure in a chart that shows its words on hover and tap; half: half its box in data units, None for a dot."""

    axes: Axes
    x: float
    y: float
    text: str
    link: str = ""
    half: tuple[float, float] | None = None


POINT_RADIUS = 9.0
"""Of the invisible dot over a figure, in points."""


def add_points(drawing: Drawing, points: Iterable[Point]) -> None:
    """Keep the points of a chart for `to_svg`."""
    _POINTS.setdefault(drawing, []).extend(points)


_POINTS: weakref.WeakKeyDictionary[Drawing, list[Point]] = weakref.WeakKeyDictionary()


def figure_text(name: str, value: float, low: float, high: float, unit: str) -> str:
    """The words of a point, with all digits that the uncertainty allows: `4 players, 22: 0.97% ± 0.08 pp`."""
    return f"{name}: {numbers.Figure(value, low, high, unit).short}"


def overlay(drawing: Drawing) -> str:
    """The points as invisible shapes with a title each; the drawing must have been laid out."""
    height = drawing.get_figheight() * POINTS_PER_INCH
    scale = POINTS_PER_INCH / drawing.dpi
    return "".join(_shape(point, scale, height) for point in _POINTS.get(drawing, ()))


def _shape(point: Point, scale: float, height: float) -> str:
    x, y = (float(end) * scale for end in point.axes.transData.transform((point.x, point.y)))
    title = f"<title>{_escaped(point.text)}</title>"
    if point.half is None:
        shape = f'<circle class="pt" cx="{x:.1f}" cy="{height - y:.1f}" r="{POINT_RADIUS:g}">{title}</circle>'
    else:
        corner = (point.x + point.half[0], point.y + point.half[1])
        right, top = (float(end) * scale for end in point.axes.transData.transform(corner))
        w, h = right - x, top - y
        box = f'x="{x - w:.1f}" y="{height - top:.1f}" width="{2 * w:.1f}" height="{2 * h:.1f}"'
        shape = f'<rect class="pt" {box}>{title}</rect>'
    return f'<a href="{_escaped(point.link)}">{shape}</a>' if point.link else shape


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
