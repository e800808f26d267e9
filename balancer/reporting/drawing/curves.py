"""Charts whose lines bear their own names: the arc of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import Axes, Drawing, text_width
from balancer.reporting.drawing.ticks import outer_ticks, tick_labels

if TYPE_CHECKING:
    import pandas as pd

ARC_HEIGHT = 132.0
TOP = 22.0  # points: room for the name of the axis above
LINE = 11.5  # points: height of a line of text
STEM = 9.0  # points from the end of a line to its name


def arc(frame: pd.DataFrame, *, reference: float, reference_name: str, across: str, up: str) -> Drawing:
    """Draw shares over the course of a game, a line for each `series` with its interval as a band, named at its end.

    frame: columns series, x (0 to 1), value, low, high.  reference: a share to compare with, a broken line that bears
    `reference_name`.
    """
    series = list(dict.fromkeys(frame["series"]))
    widest = max(text_width(name, style.SMALL) for name in [*series, reference_name])
    drawing = Drawing(style.WIDTH, TOP + ARC_HEIGHT + style.FOOT)
    left, right = 32.0, style.WIDTH - widest - STEM - 6
    axes = Axes(drawing, (left, TOP, right, TOP + ARC_HEIGHT), (float(frame["x"].min()), 1.0), (0.0, 1.0))
    _grid(axes)
    drawing.line((left, axes.y(reference), right, axes.y(reference)), style.FAINT, 1.2, stroke_dasharray=style.DASHED)
    ends = [End(axes.y(reference), right, reference_name, style.FAINT)]
    for number, name in enumerate(series):
        rows = frame[frame["series"] == name]
        _curve(axes, rows, style.SERIES[number], dashed=number == 1)  # it may lie on the first one
        ends.append(End(axes.y(float(rows["value"].iloc[-1])), right, name, style.SERIES[number]))
    names_at_ends(axes, ends)
    drawing.text(2, 10, up, fill=style.FAINT)
    drawing.text((left + right) / 2, drawing.height - 5, across, anchor="middle")
    for row in frame.to_dict("records"):
        share = numbers.plain(row["x"], numbers.SHARE, 0)
        figure = numbers.text(Figure.read(row), numbers.SHARE, numbers.CELL)
        drawing.point(axes.x(row["x"]), axes.y(row["value"]), f"{row['series']}, at {share}: {figure}")
    return drawing


def _grid(axes: Axes) -> None:
    """Draw shares along both axes, and lines across."""
    left, _, right, bottom = axes.box
    ticks = outer_ticks(0.0, 1.0)
    levels = [(left, axes.y(value), right, axes.y(value)) for value in ticks]
    axes.drawing.segments(levels, style.GRID)
    for value, words in zip(ticks, tick_labels(ticks, numbers.SHARE), strict=True):
        axes.drawing.text(left - 5, axes.y(value) + 3.2, words, anchor="end")
        if value >= axes.xlim[0]:
            axes.drawing.text(axes.x(value), bottom + 13, words, anchor="middle")
    axes.frame()


def _curve(axes: Axes, rows: pd.DataFrame, colour: str, *, dashed: bool) -> None:
    """Draw a line over the band of its intervals."""
    value, low, high = ([(axes.x(x), axes.y(y)) for x, y in zip(rows["x"], rows[k], strict=True)] for k in ENDS)
    ends = []
    for (x, bottom), (_, top) in zip(low, high, strict=True):
        more = max(0.0, MIN_BAND - (bottom - top)) / 2
        ends.append(((x, bottom + more), (x, top - more)))
    axes.drawing.area([*(end for _, end in ends), *(end for end, _ in reversed(ends))], colour, fill_opacity="0.3")
    axes.drawing.path(value, colour, 1.8, stroke_dasharray="6 4" if dashed else "")


ENDS = ("value", "low", "high")
MIN_BAND = 4.4  # points: height of the narrowest interval that can be seen on both sides of its line


class End(NamedTuple):
    """The end of a line, with its name and colour; points of the drawing."""

    y: float
    x: float
    name: str
    colour: str


def names_at_ends(axes: Axes, ends: Sequence[End]) -> None:
    """Write names right of the lines, moved apart if lines end close together, each with a stem to its line."""
    _, top, right, bottom = axes.box
    ranked = sorted(ends)
    for end, at in zip(ranked, apart([end.y for end in ranked], top, bottom), strict=True):
        axes.drawing.line((end.x, end.y, right + STEM, at), end.colour, 1.2)
        axes.drawing.text(right + STEM + 3, at + 3.2, end.name)


def apart(places: Sequence[float], least: float, most: float, gap: float = LINE) -> list[float]:
    """Move ascending places as little as needed to be `gap` apart, between `least` and `most` if there is room."""
    moved = list(places)
    for k, place in enumerate(moved):
        moved[k] = max(place, moved[k - 1] + gap if k else least)
    ceiling = most
    for k in reversed(range(len(moved))):
        moved[k] = min(moved[k], ceiling)
        ceiling = moved[k] - gap
    return moved
