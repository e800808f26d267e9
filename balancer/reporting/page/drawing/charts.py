"""Charts: a DataFrame in, a drawing out; nothing is drawn without its uncertainty.

A frame of figures has the columns `value`, `low` and `high` (shares between 0 and 1, shown in percent) and what names a
row: `label`, or `x` and `series`.  Written as SVG by hand: a plotting library takes a hundred times as long per chart
and writes files five times as large.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.reporting import numbers
from balancer.reporting.page.drawing import style
from balancer.reporting.page.drawing.svg import Axes, Drawing, text_width
from balancer.reporting.page.drawing.ticks import named_places, places_of, round_ticks, tick_labels

if TYPE_CHECKING:
    import pandas as pd

ROW = 19.5
"""Height of a row with a label of one line."""
LINE = 12.0
"""Height of each further line of text."""
FOOT = 34.0
"""Room for ticks and the name of the axis below a chart."""
EDGE = 10.0
"""Room on the right."""
PLOT = 132.0
"""Height of the plane of a line chart."""
DASHED = "4 3"
LABEL_WIDTH = 24
"""Characters of a line in the label of a row."""


def intervals(
    frame: pd.DataFrame, *, unit: str, across: str, reference: float | None = None, said: str = ""
) -> Drawing:
    """A dot and its interval for each row, one under another; reference: a line to compare with; said: its name."""
    axes, rows = _rows(frame["label"], _reach(frame, reference), unit, across, top=17 if said else 5)
    if reference is not None:
        _reference_line(axes, reference, said)
    for row, y in _each(frame, rows):
        _interval(axes, row, y)
    _row_points(axes, frame, rows, unit)
    return axes.drawing


def forest(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """Differences: a dot and its interval for each row, hollow where `decided` is False, a band of +- `margin`.

    The bands are shown whole, so that what is far smaller than its margin looks so.
    """
    margins = frame["margin"].to_numpy(float)
    whole = frame.assign(low=np.fmin(frame["low"], -margins), high=np.fmax(frame["high"], margins))
    axes, rows = _rows(frame["label"], _reach(whole, 0.0), unit, across, top=5, bands=margins)
    _reference_line(axes, 0.0, "")
    for row, y in _each(frame, rows):
        _interval(axes, row, y, hollow=not row["decided"])
    _row_points(axes, frame, rows, unit)
    return axes.drawing


def bars(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """A bar from 0 for each row, with its interval."""
    longest = float(frame["high"].max())
    limits = (0.0, longest * 1.04 if longest > 0 else 1.0)
    axes, rows = _rows(frame["label"], limits, unit, across, top=5)
    for row, y in _each(frame, rows):
        axes.drawing.box(axes.x(0), y - 6, axes.x(row["value"]), y + 6, style.SKY)
        _whisker(axes, row["low"], row["high"], y)
    _row_points(axes, frame, rows, unit)
    return axes.drawing


def stacked(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """For each `label` a bar of its `series` end to end, each with its interval at its own end."""
    labels, series = list(dict.fromkeys(frame["label"])), list(dict.fromkeys(frame["series"]))
    begun = dict.fromkeys(labels, 0.0)
    known = frame[np.isfinite(frame["value"])]
    parts = []
    for number, name in enumerate(series):
        for row in known[known["series"] == name].to_dict("records"):
            left = begun[row["label"]]
            begun[row["label"]] = left + row["value"]
            parts.append((number, row, left))
    longest = max((left + max(row["high"], row["value"]) for _, row, left in parts), default=1.0)
    top = 5 + _legend_height(series, style.WIDTH)
    axes, rows = _rows(labels, (0.0, longest * 1.03 or 1.0), unit, across, top=top)
    at = dict(zip(labels, rows, strict=True))
    for number, row, left in parts:
        y, right = at[row["label"]], left + row["value"]
        axes.drawing.box(axes.x(left), y - 6.5, axes.x(right), y + 6.5, _colour(number))
        _whisker(axes, row["low"] + left, row["high"] + left, y)
        words = _words(f"{row['label']}, {row['series']}", row, unit)
        axes.drawing.point((axes.x(left) + axes.x(right)) / 2, y, words)
    _legend(axes.drawing, series, 10, squares=True)
    return axes.drawing


PANEL = 140.0
"""Height of a histogram with its axis."""


def distribution(frames: Mapping[str, pd.DataFrame], marks: Mapping[str, Mapping[str, float]]) -> Drawing:
    """Histograms one above another: name -> frame with `x`, `value`, `low`, `high`; marks: name -> {"median": x}."""
    drawing = Drawing(style.WIDTH, PANEL * len(frames))
    for number, (name, frame) in enumerate(frames.items()):
        _histogram(drawing, PANEL * number, frame, marks.get(name, {}), name)
    return drawing


Band = tuple[float | None, float | None]
"""The lowest and the highest value that a check allows."""


def lines(
    frame: pd.DataFrame, *, unit: str, across: str, up: str, reference: float | None = None, band: Band = (None, None)
) -> Drawing:
    """Values over one axis (`x`: numbers, or words in their order), a line for each `series`, with whiskers.

    band: what a check allows, shaded.
    """
    series = list(dict.fromkeys(frame["series"])) if "series" in frame else []
    places = places_of(frame["x"])
    width = max(style.WIDTH, 86 + 40 * len(places) if _all_words(places) else 0)
    top = 20 + _legend_height(series, width)
    limits = _up_limits(frame, reference, band)
    left = _left_of(limits, unit)
    foot = FOOT + _turned_height(places, width - left)
    drawing = Drawing(width, top + PLOT + foot)
    axes = Axes(drawing, (left, top, width - EDGE, top + PLOT), _across_limits(places), limits)
    if band != (None, None):
        low, high = (limits[k] if end is None else end for k, end in enumerate(band))
        drawing.box(axes.box[0], axes.y(low), axes.box[2], axes.y(high), style.GREEN, fill_opacity="0.13")
    _up_ticks(axes, unit)
    _plot(axes, frame, series, places, reference)
    _across_ticks(axes, places, across)
    drawing.text(2, 10, up, size=style.SMALL, fill=style.FAINT)
    _legend(drawing, series, 22)
    _line_points(axes, frame, places, unit, across)
    return drawing


def panels_of_lines(
    frame: pd.DataFrame, *, unit: str, across: str, reference: Mapping[str, float] | None = None
) -> Drawing:
    """`lines` once for each `panel`, side by side on the same scale; reference: panel -> a line to compare with."""
    names, series = list(dict.fromkeys(frame["panel"])), list(dict.fromkeys(frame["series"]))
    columns = min(len(names), 3)
    width, rows = 180.0 * columns, -(-len(names) // columns)
    titles = [textwrap.wrap(str(name), TITLE_WIDTH) or [""] for name in names]
    title = LINE * max(map(len, titles)) + 6
    top, height = 8 + _legend_height(series, width), title + 96 + 22
    drawing = Drawing(width, top + rows * height + 18)
    places = places_of(frame["x"])
    levels = list((reference or {}).values())
    limits = _up_limits(frame, max(levels) if levels else None, (min(levels), None) if levels else (None, None))
    left = _left_of(limits, unit)
    for number, name in enumerate(names):
        x, y = 180.0 * (number % columns), top + height * (number // columns)
        box = (x + left, y + title, x + 180 - 6, y + title + 96)
        axes = Axes(drawing, box, _across_limits(places), limits)
        for k, words in enumerate(titles[number]):
            drawing.text(x + left, y + 10 + LINE * k, words, size=style.SMALL, font_weight="bold")
        part = frame[frame["panel"] == name]
        _up_ticks(axes, unit)
        _plot(axes, part, series, places, (reference or {}).get(name))
        _across_ticks(axes, places, "", most=5)
        _line_points(axes, part, places, unit, across)
    drawing.text(width / 2, drawing.height - 5, across, anchor="middle")
    _legend(drawing, series, 10)
    return drawing


TITLE_WIDTH = 26
"""Characters of a line in the title of a panel."""

TILE = 36.0, 50.0
"""Height and least width of a tile of a heat map."""


def heatmap(frame: pd.DataFrame, *, unit: str, across: str, up: str, mark: tuple[Any, Any] | None = None) -> Drawing:
    """Values over two axes (`x`, `y`) as colours, each with its value and uncertainty written in; `mark` is framed.

    Optional columns of the frame: `verdict` (a passing cell gets a green frame), `link` (where a click leads).  Where
    values lie below zero, white is zero, blue below and orange above it, equally far on both sides.
    """
    xs, ys = list(dict.fromkeys(frame["x"])), list(dict.fromkeys(frame["y"]))
    left = 8 + max((text_width(str(y), style.SMALL) for y in ys), default=0)
    needed = max(TILE[1], *(text_width(str(x), style.SMALL) + 6 for x in xs)) if xs else TILE[1]
    width = max(style.WIDTH, left + needed * len(xs) + 4)
    top = 18.0
    drawing = Drawing(width, top + TILE[0] * len(ys) + FOOT)
    size = (width - left - 4) / max(len(xs), 1), TILE[0]
    known = frame["value"].dropna()
    ends = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    for row in frame.to_dict("records"):
        place = xs.index(row["x"]), ys.index(row["y"])
        middle = left + (place[0] + 0.5) * size[0], top + (place[1] + 0.5) * size[1]
        _tile(drawing, row, middle, size, ends, unit)
        if row.get("verdict") == "pass":
            _frame_tile(drawing, middle, size, style.GREEN, inset=3)
        if mark is not None and mark == (row["x"], row["y"]):
            _frame_tile(drawing, middle, size, style.VERMILION)
        words = _words(f"{across} {row['x']}, {up} {row['y']}", row, unit)
        drawing.point(*middle, words, str(row.get("link") or ""), (size[0] / 2 - 1, size[1] / 2 - 1))
    for number, x in enumerate(xs):
        drawing.text(left + (number + 0.5) * size[0], top + TILE[0] * len(ys) + 12, x, anchor="middle")
    for number, y in enumerate(ys):
        drawing.text(left - 5, top + (number + 0.5) * TILE[0] + 3, y, anchor="end")
    drawing.text(2, 10, up, fill=style.FAINT)
    drawing.text((left + width) / 2, drawing.height - 5, across, anchor="middle")
    return drawing


def to_svg(drawing: Drawing) -> str:
    """The chart as a file: the same chart gives the same bytes."""
    return drawing.svg()


# Rows -----------------------------------------------------------------------------------------------------------------


def _rows(
    labels: Iterable[str],
    limits: tuple[float, float],
    unit: str,
    across: str,
    *,
    top: float,
    bands: Iterable[float] = (),
) -> tuple[Axes, list[float]]:
    """A drawing for rows with labels on the left, grid and ticks drawn; the middle of every row.

    bands: half the width of a band around 0 for every row, under the grid; not finite where there is none.
    """
    wrapped = [textwrap.wrap(str(label), LABEL_WIDTH) or [""] for label in labels]
    left = 10 + max((text_width(line, style.SMALL) for one in wrapped for line in one), default=0)
    heights = [ROW + LINE * (len(one) - 1) for one in wrapped]
    bottom = top + max(sum(heights), 2 * ROW)
    drawing = Drawing(style.WIDTH, bottom + FOOT)
    axes = Axes(drawing, (left, top, style.WIDTH - EDGE, bottom), limits, (0.0, 1.0))
    starts = top + np.concatenate([[0.0], np.cumsum(heights)])
    middles = [float(start + height / 2) for start, height in zip(starts, heights, strict=False)]
    for band, y in zip(bands, middles, strict=False):
        if np.isfinite(band):
            drawing.box(axes.x(-band), y - 7, axes.x(band), y + 7, style.GRID)
    _value_ticks(axes, unit)
    for one, y in zip(wrapped, middles, strict=True):
        for k, line in enumerate(one):
            drawing.text(left - 6, y + 3.2 + LINE * (k - (len(one) - 1) / 2), line, anchor="end")
    drawing.line((left, bottom, style.WIDTH - EDGE, bottom), style.FAINT)
    drawing.text((left + style.WIDTH - EDGE) / 2, bottom + 28, across, anchor="middle")
    return axes, middles


def _each(frame: pd.DataFrame, rows: Sequence[float]) -> list[tuple[dict[Any, Any], float]]:
    """The rows that have a value, and where they are."""
    return [(row, y) for row, y in zip(frame.to_dict("records"), rows, strict=True) if np.isfinite(float(row["value"]))]


def _reach(frame: pd.DataFrame, reference: float | None) -> tuple[float, float]:
    """Limits with room left and right of the outermost interval."""
    ends = [frame["low"].min(), frame["high"].max(), *([] if reference is None else [reference])]
    known = [float(end) for end in ends if np.isfinite(end)]
    if not known:
        return 0.0, 1.0
    room = 0.06 * (max(known) - min(known)) or 0.01
    return min(known) - room, max(known) + room


def _interval(axes: Axes, row: Mapping[Any, Any], y: float, *, hollow: bool = False) -> None:
    if np.isfinite(row["low"]) and np.isfinite(row["high"]):
        ends = (axes.x(row["low"]), y, axes.x(row["high"]), y)
        axes.drawing.line(ends, style.BLUE, 3, stroke_opacity="0.55")
    axes.drawing.marker("o", axes.x(row["value"]), y, style.BLUE, style.PAPER if hollow else "")


def _whisker(axes: Axes, low: float, high: float, y: float) -> None:
    if np.isfinite(low) and np.isfinite(high):
        axes.drawing.line((axes.x(low), y, axes.x(high), y), style.INK, 1.6)


def _row_points(axes: Axes, frame: pd.DataFrame, rows: Sequence[float], unit: str) -> None:
    for row, y in _each(frame, rows):
        axes.drawing.point(axes.x(row["value"]), y, _words(str(row["label"]), row, unit))


def _words(name: str, row: Mapping[Any, Any], unit: str) -> str:
    """The words of a point, with all digits that the uncertainty allows: `4 players, 22: 0.97% ± 0.08 pp`."""
    return f"{name}: {numbers.Figure(row['value'], row['low'], row['high'], unit).short}"


NEAR_AN_END = 0.12
"""Of the width of a chart: words over it would be cut off there if they were centred."""


def _reference_line(axes: Axes, x: float, said: str) -> None:
    """A broken line to compare with, its name above, near an end written towards the middle."""
    at, (_, top, _, bottom) = axes.x(x), axes.box
    axes.drawing.line((at, top, at, bottom), style.FAINT, 1.2, stroke_dasharray=DASHED)
    where = (x - axes.xlim[0]) / (axes.xlim[1] - axes.xlim[0])
    side = "start" if where < NEAR_AN_END else "end" if where > 1 - NEAR_AN_END else "middle"
    if said:
        axes.drawing.text(at, top - 4, said, anchor=side, fill=style.FAINT)


# Axes -----------------------------------------------------------------------------------------------------------------


def _value_ticks(axes: Axes, unit: str) -> None:
    """Vertical grid lines, and the values below them."""
    ticks = round_ticks(*axes.xlim)
    _, top, _, bottom = axes.box
    for value, words in zip(ticks, tick_labels(ticks, unit), strict=True):
        axes.drawing.line((axes.x(value), top, axes.x(value), bottom), style.GRID)
        axes.drawing.text(axes.x(value), bottom + 13, words, anchor="middle")


def _up_ticks(axes: Axes, unit: str) -> None:
    """Horizontal grid lines, and the values left of them."""
    ticks = round_ticks(*axes.ylim)
    left, _, right, _ = axes.box
    for value, words in zip(ticks, tick_labels(ticks, unit), strict=True):
        axes.drawing.line((left, axes.y(value), right, axes.y(value)), style.GRID)
        axes.drawing.text(left - 5, axes.y(value) + 3.2, words, anchor="end")
    axes.frame()


def _left_of(limits: tuple[float, float], unit: str) -> float:
    """Room for the values left of an axis."""
    return 9 + max(text_width(words, style.SMALL) for words in tick_labels(round_ticks(*limits), unit))


def _up_limits(frame: pd.DataFrame, reference: float | None, band: Band) -> tuple[float, float]:
    """Limits of values with their intervals, and of what a check allows; values far away stay away."""
    ends = [*frame["low"], *frame["high"], *(end for end in (reference, *band) if end is not None)]
    known = [float(end) for end in ends if np.isfinite(end)]
    if not known:
        return 0.0, 1.0
    room = 0.05 * (max(known) - min(known)) or 0.01
    return min(known) - room, max(known) + room


def _all_words(places: Mapping[Any, float]) -> bool:
    return all(isinstance(place, str | bool) for place in places)


def _across_limits(places: Mapping[Any, float]) -> tuple[float, float]:
    """Limits with room for what is drawn at the ends."""
    ends = list(places.values())
    room = (0.3 if _all_words(places) else 0.06 * (max(ends) - min(ends))) or 0.5
    return min(ends) - room, max(ends) + room


def _turned_height(places: Mapping[Any, float], width: float) -> float:
    """The room that names of places need because they are turned; 0 where they lie side by side."""
    names = [words for _, words in named_places(dict(places))]
    widest = max(text_width(words, style.SMALL) for words in names)
    return 0.5 * widest if len(names) > 1 and widest > 0.95 * width / len(names) else 0.0


def _across_ticks(axes: Axes, places: Mapping[Any, float], across: str, most: int = 9) -> None:
    left, _, right, bottom = axes.box
    turned = _turned_height(places, right - left) if across else 0.0
    for place, words in named_places(dict(places), most):
        x = axes.x(place)
        axes.drawing.line((x, bottom, x, bottom + 3), style.FAINT)
        if turned:
            axes.drawing.text(x + 3, bottom + 11, words, anchor="end", turned=-28)
        else:
            axes.drawing.text(x, bottom + 13, words, anchor="middle")
    if across:
        axes.drawing.text((left + right) / 2, axes.drawing.height - 5, across, anchor="middle")


# Lines ----------------------------------------------------------------------------------------------------------------


def _plot(
    axes: Axes, frame: pd.DataFrame, series: Sequence[Any], places: Mapping[Any, float], reference: float | None
) -> None:
    """All lines of a plane, the reference under them."""
    left, _, right, _ = axes.box
    if reference is not None:
        y = axes.y(reference)
        axes.drawing.line((left, y, right, y), style.FAINT, 1.2, stroke_dasharray=DASHED)
    for number, name in enumerate(series or [""]):
        rows = frame[frame["series"] == name] if series else frame
        _line(axes, rows.to_dict("records"), places, number, max(len(series), 1))


def _line(axes: Axes, rows: Sequence[dict[Any, Any]], places: Mapping[Any, float], number: int, of: int) -> None:
    """One line with whiskers, moved aside a little so that the whiskers of several lines don't hide one another.

    Words have no order: their figures are not joined by a line; nor are words among numbers joined to these.
    """
    aside = (6.0 if _all_words(places) else 2.2) * (number - (of - 1) / 2) if of > 1 else 0.0
    known = sorted((row for row in rows if np.isfinite(row["value"])), key=lambda row: places[row["x"]])
    points = [(axes.x(places[row["x"]]) + aside, axes.y(row["value"]), row) for row in known]
    joined = [(x, y) for x, y, row in points if not isinstance(row["x"], str)]
    colour, drawing = _colour(number), axes.drawing
    if len(joined) > 1:
        drawing.path(joined, colour, 1.8)
    caps = ""
    for x, _, row in points:
        low, high = axes.y(min(row["low"], row["value"])), axes.y(max(row["high"], row["value"]))
        if low - high > 1:
            caps += f"M{x - 2.5:.1f} {low:.1f}h5m-2.5 0V{high:.1f}m-2.5 0h5"
    if caps:
        drawing.shapes.append(f'<path d="{caps}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    for x, y, _ in points:
        drawing.marker(style.MARKERS[number % len(style.MARKERS)], x, y, colour)


def _line_points(axes: Axes, frame: pd.DataFrame, places: Mapping[Any, float], unit: str, across: str) -> None:
    """A point for every figure of a line chart."""
    for row in frame.to_dict("records"):
        if np.isfinite(row["value"]):
            series = f"{row['series']}, " if row.get("series") else ""
            words = _words(f"{series}{across} {row['x']}", row, unit)
            axes.drawing.point(axes.x(places[row["x"]]), axes.y(row["value"]), words)


def _colour(number: int) -> str:
    return style.SERIES[number % len(style.SERIES)]


KEY = 22.0
"""Room of a sign before its name in a legend."""


def _legend_lines(series: Sequence[Any], width: float) -> list[list[tuple[int, float]]]:
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


def _legend_height(series: Sequence[Any], width: float) -> float:
    return 15.0 * len(_legend_lines(series, width)) if len(series) > 1 else 0.0


def _legend(drawing: Drawing, series: Sequence[Any], top: float, *, squares: bool = False) -> None:
    """The names of the lines above the chart, where they are read first and cover nothing."""
    if len(series) < 2:
        return
    for k, one in enumerate(_legend_lines(series, drawing.width)):
        y = top + 15.0 * k
        for number, x in one:
            colour = _colour(number)
            if squares:
                drawing.box(x + 4, y - 5, x + 16, y + 5, colour)
            else:
                drawing.line((x, y, x + 18, y), colour, 1.8)
                drawing.marker(style.MARKERS[number % len(style.MARKERS)], x + 9, y, colour)
            drawing.text(x + KEY, y + 3.2, series[number])


# Histograms and tiles -------------------------------------------------------------------------------------------------

MAX_WHISKERS = 40
"""Bars with a whisker each; over more a band is drawn."""


def _histogram(drawing: Drawing, top: float, frame: pd.DataFrame, marks: Mapping[str, float], name: str) -> None:
    xs = frame["x"].to_numpy(float)
    step = float(np.min(np.diff(xs))) if len(xs) > 1 else 1.0
    room = 0.75 * step if len(xs) > 1 else 1.0
    limits = 0.0, max(1.04 * float(frame["high"].max()), 1e-9)
    left = _left_of(limits, numbers.SHARE)
    box = (left, top + 18, drawing.width - EDGE, top + PANEL - FOOT)
    axes = Axes(drawing, box, (float(xs[0]) - room, float(xs[-1]) + room), limits)
    _up_ticks(axes, numbers.SHARE)
    half = 0.43 * (axes.x(float(xs[0]) + step) - axes.x(float(xs[0])))
    values, above, below = (
        [(axes.x(x), axes.y(y)) for x, y in zip(xs, frame[column], strict=True)] for column in ("value", "high", "low")
    )
    drawing.columns(values, axes.y(0), half, style.SKY)
    if len(xs) <= MAX_WHISKERS:
        drawing.segments([(*low, *high) for low, high in zip(below, above, strict=True)], style.INK, 1.6)
    else:
        drawing.area([*above, *reversed(below)], style.INK, fill_opacity="0.35")
    for words, at in _named_marks(marks, frame["x"]):
        _mark(axes, at, words)
    ticks = round_ticks(*axes.xlim, 7, whole=step >= 1)
    for value, words in zip(ticks, tick_labels(ticks, ""), strict=True):
        drawing.text(axes.x(value), box[3] + 13, words, anchor="middle")
    drawing.text((box[0] + box[2]) / 2, box[3] + 28, name, anchor="middle")
    drawing.text(2, top + 10, "games", fill=style.FAINT)


def _mark(axes: Axes, x: float, words: str) -> None:
    """A named place on a histogram."""
    at, (left, top, right, bottom) = axes.x(x), axes.box
    axes.drawing.line((at, top, at, bottom), style.VERMILION, 1.2, stroke_dasharray=DASHED)
    half = text_width(words, style.SMALL) / 2
    side = "start" if at - half < left + 30 else "end" if at + half > right else "middle"
    if words:
        axes.drawing.text(at, top - 4, words, anchor=side, fill=style.FAINT)


def _named_marks(marks: Mapping[str, float], xs: pd.Series) -> list[tuple[str, float]]:
    """Marks with names that don't overlap: those at one place share it, one near the median stays unnamed."""
    at: dict[float, str] = {}
    for name, x in marks.items():
        if np.isfinite(x):
            at[x] = f"{at[x]}, {name}" if x in at else name
    near = 0.17 * (float(xs.max() - xs.min()) or 1.0)
    middle = next((x for x, name in at.items() if "median" in name), None)
    return [("" if middle is not None and 0 < abs(x - middle) < near else name, x) for x, name in at.items()]


def _tile(
    drawing: Drawing,
    row: Mapping[Any, Any],
    middle: tuple[float, float],
    size: tuple[float, float],
    ends: tuple[float, float],
    unit: str,
) -> None:
    """One cell of a heat map: its colour, value and uncertainty."""
    (x, y), value = middle, row["value"]
    if not np.isfinite(value):
        drawing.text(x, y + 3, numbers.NO_VALUE, anchor="middle", fill=style.FAINT)
        return
    red, green, blue = _tile_colour(value, ends)
    half = size[0] / 2 - 1, size[1] / 2 - 1
    drawing.box(x - half[0], y - half[1], x + half[0], y + half[1], f"#{red:02x}{green:02x}{blue:02x}")
    ink = "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else "#000000"
    figure = numbers.Figure(value, row["low"], row["high"], numbers.SHARE if unit == numbers.SHARE else "", 0)
    if unit != numbers.SHARE:
        factor = numbers.scale(unit)
        figure = numbers.Figure(value * factor, row["low"] * factor, row["high"] * factor)
    drawing.text(x, y - 1, figure.rounded, anchor="middle", fill=ink, size=style.LETTERS)
    error = figure.rounded_uncertainty.replace(f"{numbers.PLUS_MINUS} ", numbers.PLUS_MINUS).removesuffix(" pp")
    if error:
        drawing.text(x, y + 11, error, anchor="middle", fill=ink, size=style.SMALL - 1)


def _tile_colour(value: float, ends: tuple[float, float]) -> tuple[int, int, int]:
    """The colour of a value between the lowest and the highest."""
    if ends[0] < 0:
        return style.shade_of_difference(value / max(-ends[0], ends[1]))
    return style.shade((value - ends[0]) / (ends[1] - ends[0]) if ends[1] > ends[0] else 0.5)


def _frame_tile(
    drawing: Drawing, middle: tuple[float, float], size: tuple[float, float], colour: str, inset: float = 1.0
) -> None:
    (x, y), (w, h) = middle, (size[0] / 2 - inset, size[1] / 2 - inset)
    drawing.box(x - w, y - h, x + w, y + h, "none", stroke=colour, stroke_width="2.4")
