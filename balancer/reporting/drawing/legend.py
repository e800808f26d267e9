"""The legend above a chart: the names of its series, which are read first there and cover nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import Drawing, text_width

KEY = 22.0  # points: room of a sign before its name


def _lines(series: Sequence[Any], width: float) -> list[list[tuple[int, float]]]:
    """Return the series in each line of a legend: [(number, x)]."""
    lines: list[list[tuple[int, float]]] = [[]]
    x = 2.0
    for number, name in enumerate(series):
        needed = KEY + text_width(str(name), style.SMALL) + 10
        if lines[-1] and x + needed > width:
            lines.append([])
            x = 2.0
        lines[-1].append((number, x))
        x += needed
    return lines


def height(series: Sequence[Any], width: float) -> float:
    """Return the height of a legend in points; 0 for a single series."""
    return 15.0 * len(_lines(series, width)) if len(series) > 1 else 0.0


def draw(drawing: Drawing, series: Sequence[Any], top: float, *, squares: bool = False) -> None:
    """Write the names from `top` on; squares: of areas, not of lines."""
    if len(series) < 2:
        return
    for k, entries in enumerate(_lines(series, drawing.width)):
        y = top + 15.0 * k
        for number, x in entries:
            colour = style.colour(number)
            if squares:
                drawing.box(x + 4, y - 5, x + 16, y + 5, colour)
            else:
                drawing.line((x, y, x + 18, y), colour, 1.8)
                drawing.marker(style.MARKERS[number % len(style.MARKERS)], x + 9, y, colour)
            drawing.text(x + KEY, y + 3.2, series[number])
