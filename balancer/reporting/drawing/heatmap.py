"""Heat maps: values over two axes as colours, with a colour bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.drawing import dots, style
from balancer.reporting.drawing.svg import Drawing, text_width
from balancer.reporting.drawing.ticks import frame_ticks, tick_labels

if TYPE_CHECKING:
    import pandas as pd

TILE = 26.0, 34.0  # points: height and least width of a tile
BAR = 80.0, 8.0  # points: width and height of the colour bar
STEPS = 20  # colours of the bar
DARK_LUMINANCE = 140  # of 255: on darker tiles words are white
BRIGHT = 62  # percent of the scale: in the dark, words on brighter tiles are black


def heatmap(
    frame: pd.DataFrame,
    *,
    unit: str,
    across: str,
    up: str,
    mark: tuple[Any, Any] | None = None,
    ticks: Sequence[float] = (),
    middle: float | None = None,
) -> Drawing:
    """Draw values over two axes (`x`, `y`) as coloured tiles with the value in each, its interval shown on hover.

    Optional columns of the frame: `verdict` (a passing cell gets a green frame), `link` (where a click leads), `real`
    (words about real plays; the tile gets their diamond).  mark: (x, y) of the tile that is framed.  middle: the value
    that is white, with blue below and orange above; by default 0 if there are values below it.
    """
    xs, ys = list(dict.fromkeys(frame["x"])), list(dict.fromkeys(frame["y"]))
    ticks = ticks or frame_ticks(frame.assign(low=frame["value"], high=frame["value"]), unit)
    middle = 0.0 if middle is None and ticks[0] < 0 else middle
    ends = ticks[0], ticks[-1]
    # The values are as exact as their intervals allow; the colour bar shows the unit.
    factor = 1.0 if unit == numbers.SHARE else numbers.scale(unit)
    figures = [Figure(*(row[k] * factor for k in ("value", "low", "high"))) for row in frame.to_dict("records")]
    written = [numbers.text(figure, unit if unit == numbers.SHARE else "", numbers.SHORT) for figure in figures]
    left = 8 + max((text_width(str(y), style.SMALL) for y in ys), default=0)
    widths = [TILE[1], *(text_width(words, style.LETTERS) + 10 for words in written)]
    widths += [text_width(str(x), style.SMALL) + 6 for x in xs]
    width = max(style.WIDTH, left + max(widths) * len(xs) + 4)
    drawing = Drawing(width, 0)
    top = _head(drawing, up, ends, tick_labels(ends, unit), middle)
    drawing.height = top + TILE[0] * len(ys) + style.FOOT
    size = (width - left - 4) / max(len(xs), 1), TILE[0]
    for row, words in zip(frame.to_dict("records"), written, strict=True):
        at = left + (xs.index(row["x"]) + 0.5) * size[0], top + (ys.index(row["y"]) + 0.5) * size[1]
        _tile(drawing, words, at, size, _colour(row["value"], ends, middle), _dark(row["value"], ends, middle))
        if row.get("verdict") == "pass":
            _frame_tile(drawing, at, size, style.GREEN, inset=3)
        if mark is not None and mark == (row["x"], row["y"]):
            _frame_tile(drawing, at, size, style.VERMILION)
        figure = numbers.text(Figure.read(row), unit, numbers.CELL)
        hover = f"{across} {row['x']}, {up} {row['y']}: {figure}"
        if real := row.get("real"):
            hover = f"{hover}; {real}"
            dots.diamond(drawing, at[0] + size[0] / 2 - 8, at[1], fill=style.PAPER, size=4)
        drawing.point(*at, hover, str(row.get("link") or ""), (size[0] / 2 - 1, size[1] / 2 - 1))
    _names(drawing, xs, ys, (left, top), size)
    drawing.text((left + width) / 2, drawing.height - 5, across, anchor="middle")
    return drawing


def _names(
    drawing: Drawing, xs: Sequence[Any], ys: Sequence[Any], corner: tuple[float, float], size: tuple[float, float]
) -> None:
    """Write the names of columns below, of rows on the left."""
    left, top = corner
    for number, x in enumerate(xs):
        drawing.text(left + (number + 0.5) * size[0], top + size[1] * len(ys) + 12, x, anchor="middle")
    for number, y in enumerate(ys):
        drawing.text(left - 5, top + (number + 0.5) * size[1] + 3, y, anchor="end")


def _head(drawing: Drawing, up: str, ends: tuple[float, float], labels: Sequence[str], middle: float | None) -> float:
    """Draw the name of the vertical axis and the colour bar, side by side if there is room; return their end."""
    right = drawing.width - 4 - text_width(labels[1], style.SMALL) - 4
    needed = text_width(labels[0], style.SMALL) + 4 + BAR[0]
    top = 4.0 if text_width(up, style.SMALL) + 12 < right - needed else 18.0
    for k in range(STEPS):
        x = right - BAR[0] + BAR[0] * k / STEPS
        value = ends[0] + (ends[1] - ends[0]) * (k + 0.5) / STEPS
        colour, dark = _colour(value, ends, middle), _dark(value, ends, middle)
        drawing.box(x, top, x + BAR[0] / STEPS + 0.3, top + BAR[1], _hex(colour), **dark)
    if middle is not None and ends[0] < middle < ends[1]:
        x = right - BAR[0] + BAR[0] * (middle - ends[0]) / (ends[1] - ends[0])
        drawing.line((x, top, x, top + BAR[1]), "#000000", 1.2)
    drawing.text(right - BAR[0] - 4, top + 7.5, labels[0], anchor="end", fill=style.FAINT)
    drawing.text(right + 4, top + 7.5, labels[1], fill=style.FAINT)
    drawing.text(2, 10 if top < 10 else 11, up, fill=style.FAINT)
    return top + BAR[1] + 8


def _tile(
    drawing: Drawing,
    words: str,
    middle: tuple[float, float],
    size: tuple[float, float],
    colour: Colour,
    dark: Mapping[str, Any],
) -> None:
    """Draw the colour and value of a cell."""
    ink, more = style.FAINT, {}
    if colour:
        _frame_tile(drawing, middle, size, "none", fill=_hex(colour), **dark)
        red, green, blue = colour
        ink = "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < DARK_LUMINANCE else "#000000"
        more = {"class": "heat-ink bright" if float(dark["style"].strip("-s:%")) > BRIGHT else "heat-ink"}
    drawing.text(middle[0], middle[1] + 3.7, words, anchor="middle", fill=ink, size=style.LETTERS, **more)


def _frame_tile(
    drawing: Drawing,
    middle: tuple[float, float],
    size: tuple[float, float],
    colour: str,
    inset: float = 1.0,
    fill: str = "none",
    **more: Any,
) -> None:
    (x, y), (w, h) = middle, (size[0] / 2 - inset, size[1] / 2 - inset)
    edge = {} if colour == "none" else {"stroke": colour, "stroke_width": "2.4"}
    drawing.box(x - w, y - h, x + w, y + h, fill, **edge, **more)


Colour = tuple[int, int, int] | None


def _colour(value: float, ends: tuple[float, float], middle: float | None) -> Colour:
    """Return the colour of a value between the ends of the scale; None for no value."""
    if not np.isfinite(value):
        return None
    if middle is None:
        return style.shade((value - ends[0]) / (ends[1] - ends[0]))
    return style.shade_of_difference((value - middle) / max(middle - ends[0], ends[1] - middle))


def _dark(value: float, ends: tuple[float, float], middle: float | None) -> dict[str, Any]:
    """Return class and share of the scale; with them the style sheet of a page mixes the colour in dark mode."""
    if not np.isfinite(value):
        return {}
    if middle is None:
        kind, share = "heat", (value - ends[0]) / (ends[1] - ends[0])
    else:
        share = (value - middle) / max(middle - ends[0], ends[1] - middle)
        kind = "heat over" if share > 0 else "heat"
    return {"class": kind, "style": f"--s:{100 * min(abs(share), 1.0):.0f}%"}


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour) if colour else "none"
