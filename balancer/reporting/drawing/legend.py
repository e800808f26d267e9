"""The legend above a chart: the names of its series, where they are read first and cover nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import Drawing, text_width

KEY = 22.0  # points: room of a sign before its name


def _lines(series: Sequence[Any], width: float) -> list[list[tuple[int, float]]]:
    """Which series are named in which line of a legend, and where: [(number, x)]."""
    found: list[list[tuple[int, float]]] = [[]]
    x = 2.0
    for number, name in enumerate(series):
        needed = KEY + text_width(str(name), style.SMALL) + 10
        if found[-1] and x + needed > width:
            found.append([])
            x = 2.0
        found[-1].append((number, x))
        x += needed
    return found


def height(series: Sequence[Any], width: float) -> float:
    """The room that a legend takes: none for a single series."""
    return 15.0 * len(_lines(series, width)) if len(series) > 1 else 0.0


def draw(drawing: Drawing, series: Sequence[Any], top: float, *, squares: bool = False) -> None:
    """Write the names from `top` on; squares: of areas, not of lines."""
    if len(series) < 2:
        return
    for k, one in enumerate(_lines(series, drawing.width)):
        y = top + 15.0 * k
        for number, x in one:
            colour = style.colour(number)
            if squares:
                drawing.box(x + 4, y - 5, x + 16, y + 5, colour)
            else:
                drawing.line((x, y, x + 18, y), colour, 1.8)
                drawing.marker(style.MARKERS[number % len(style.MARKERS)], x + 9, y, colour)
            drawing.text(x + KEY, y + 3.2, series[number])
