"""Dots of real plays on charts: a hollow diamond and its interval next to the simulated figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.drawing import style
from balancer.reporting.drawing.svg import Axes, Drawing

if TYPE_CHECKING:
    import pandas as pd

KEY = 15.0  # points: height of the line that names the dots
CAP = 2.5  # points: half the width of the ends of an interval
Ends = tuple[float, float, float, float]  # x1, y1, x2, y2 of a line
SIZE = 5.5  # points from the middle of a diamond to its corners; larger than any marker, which is seen inside


class Dots(NamedTuple):
    """Figures of real plays: rows like those of the chart's frame."""

    frame: pd.DataFrame
    name: str  # `real plays (n = 48)`

    def rows(self, **at: Any) -> list[dict[Any, Any]]:
        """Return the rows with these values; columns that the frame lacks are ignored."""
        rows = self.frame.to_dict("records")
        return [row for row in rows if all(row.get(name, value) == value for name, value in at.items())]


def room(dots: Dots | None) -> float:
    """Return the height of the line above a chart that names the dots, in points."""
    return KEY if dots else 0.0


def ends(dots: Dots | None) -> list[float]:
    """Return the values, which a scale must include; intervals of few plays would squeeze everything else."""
    return dots.frame["value"].tolist() if dots else []


def key(drawing: Drawing, dots: Dots | None, y: float) -> None:
    """Draw the legend of the dots at height y."""
    if dots:
        diamond(drawing, 11, y)
        drawing.text(22, y + 3.2, dots.name)


def diamond(
    drawing: Drawing, x: float, y: float, colour: str = style.INK, fill: str = "none", size: float = SIZE
) -> None:
    """Draw the mark of real plays; without a fill it hides nothing."""
    outline = [(x, y - size), (x + size, y), (x, y + size), (x - size, y)]
    drawing.area(outline, fill, stroke=colour, stroke_width="1.4")


def upright(axes: Axes, row: Mapping[Any, Any], x: float, words: str, colour: str) -> None:
    """Draw a dot with a vertical interval at x (points of the drawing); an end beyond the scale gets no cap."""
    y, low, high = (axes.y(row[name]) for name in ("value", "low", "high"))
    caps = [(x - CAP, axes.y(end), x + CAP, axes.y(end)) for end in _within(row, axes.ylim)]
    _mark(axes, (x, low, x, high), caps, (x, y), words, colour)


def level(axes: Axes, row: Mapping[Any, Any], y: float, words: str) -> None:
    """Draw a dot with a horizontal interval at y (points of the drawing); an end beyond the scale gets no cap."""
    x, low, high = (axes.x(row[name]) for name in ("value", "low", "high"))
    caps = [(axes.x(end), y - CAP, axes.x(end), y + CAP) for end in _within(row, axes.xlim)]
    _mark(axes, (low, y, high, y), caps, (x, y), words, style.INK)


def _mark(axes: Axes, line: Ends, caps: Sequence[Ends], at: tuple[float, float], words: str, colour: str) -> None:
    axes.drawing.line(line, colour, 1.2, stroke_dasharray="2 1.5")
    if caps:
        axes.drawing.segments(caps, colour, 1.2)
    diamond(axes.drawing, *at, colour)
    axes.drawing.point(*at, words)


def _within(row: Mapping[Any, Any], limits: tuple[float, float]) -> list[float]:
    return [row[name] for name in ("low", "high") if limits[0] <= row[name] <= limits[1]]


def cut(dots: Dots | None, ticks: Sequence[float]) -> str:
    """Return a note if an interval is wider than the scale, else ''."""
    beyond = dots and ((dots.frame["low"] < ticks[0]) | (dots.frame["high"] > ticks[-1])).any()
    return "Intervals of real plays that leave the chart are in the table." if beyond else ""


def words(name: str, row: Mapping[Any, Any], unit: str) -> str:
    """Return the words of a dot on hover: `real plays, 4 players: 32% ± 20 pp (n = 30)`."""
    figure = numbers.text(Figure.read(row), unit, numbers.CELL)
    return f"real plays, {name}: {figure} (n = {numbers.count(int(row['games']))})"


def heard(dots: Dots | None) -> str:
    """Return the part of a chart's title that explains its dots; '' without dots."""
    return f"diamonds: {dots.name}; " if dots else ""


def of_rows(at: Sequence[str], rows: Sequence[tuple[tuple[Any, ...], Figure]]) -> Dots | None:
    """Return dots for figures with their places in columns `at`; None without rows."""
    import pandas as pd

    if not rows:
        return None
    records = [(*place, figure.value, figure.low, figure.high, figure.games) for place, figure in rows]
    frame = pd.DataFrame(records, columns=[*at, "value", "low", "high", "games"])
    return Dots(frame, f"real plays (n = {numbers.counts(figure.games for _, figure in rows)})")
