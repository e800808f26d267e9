"""Charts: a DataFrame in, a drawing out; nothing is drawn without its uncertainty.

A frame of figures has the columns `value`, `low` and `high` (shares between 0 and 1, shown in percent) and what names a
row: `label`, or `x` and `series`.  Where several charts show one figure they get the same `ticks` for its values; else
a chart has its own.  Written as SVG by hand: a plotting library takes a hundred times as long per chart and writes
files five times as large.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.drawing import dots, legend, style
from balancer.reporting.drawing.curves import LINE as LINE_OF_NAMES
from balancer.reporting.drawing.curves import STEM, End, names_at_ends
from balancer.reporting.drawing.dots import Dots
from balancer.reporting.drawing.svg import Axes, Drawing, text_width
from balancer.reporting.drawing.ticks import (
    frame_ticks,
    named_places,
    places_of,
    tick_labels,
    value_ticks,
)

if TYPE_CHECKING:
    import pandas as pd

ROW = 19.5  # points: height of a row with a label of one line
LINE = 12.0  # points: height of each further line of text
EDGE = 10.0  # points: room on the right, if the last value of the axis needs no more
PLOT = 132.0  # points: height of the plane of a line chart
LABEL_WIDTH = 24  # characters of a line in the label of a row
BELOW = 5.5  # points from the figure of a row down to the dot of real plays


def intervals(
    frame: pd.DataFrame,
    *,
    unit: str,
    across: str,
    reference: float | None = None,
    reference_name: str = "",
    ticks: Sequence[float] = (),
    real: Dots | None = None,
) -> Drawing:
    """Draw a dot and its interval for each row.

    reference: a value to compare with, a broken line that bears `reference_name`.  real: dots of real plays by `label`,
    each below that of its row.
    """
    ticks = ticks or frame_ticks(frame, unit, reference, *dots.ends(real))
    axes, rows = _rows(frame["label"], ticks, unit, across, top=(17 if reference_name else 5) + dots.room(real))
    if reference is not None:
        _reference_line(axes, reference, reference_name)
    for row, y in _each(frame, rows):
        _interval(axes, row, y)
    _row_points(axes, frame, rows, unit)
    _row_dots(axes, real, frame["label"], rows, unit)
    return axes.drawing


def forest(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """Draw differences: a dot and its interval for each row, hollow if not `decided`, over a band of +- `margin`.

    The scale includes the whole bands, so that a difference far smaller than its margin looks small.
    """
    margins = frame["margin"].to_numpy(float)
    ticks = frame_ticks(frame, unit, 0.0, *margins, *-margins)
    axes, rows = _rows(frame["label"], ticks, unit, across, top=5, bands=margins)
    _reference_line(axes, 0.0, "")
    for row, y in _each(frame, rows):
        _interval(axes, row, y, hollow=not row["decided"])
    _row_points(axes, frame, rows, unit)
    return axes.drawing


def bars(frame: pd.DataFrame, *, unit: str, across: str, real: Dots | None = None) -> Drawing:
    """Draw a bar from 0 for each row, with its interval; real: dots of real plays, by `label`."""
    ticks = frame_ticks(frame, unit, 0.0, *dots.ends(real))
    axes, rows = _rows(frame["label"], ticks, unit, across, top=5 + dots.room(real))
    for row, y in _each(frame, rows):
        axes.drawing.box(axes.x(0), y - 6, axes.x(row["value"]), y + 6, style.SKY)
        _whisker(axes, row["low"], row["high"], y)
    _row_points(axes, frame, rows, unit)
    _row_dots(axes, real, frame["label"], rows, unit)
    return axes.drawing


def stacked(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """Draw a bar for each `label`, its `series` end to end, each with its interval at its own end."""
    labels, series = list(dict.fromkeys(frame["label"])), list(dict.fromkeys(frame["series"]))
    lengths = dict.fromkeys(labels, 0.0)  # of the bars so far
    finite = frame[np.isfinite(frame["value"])]
    parts = []
    for number, name in enumerate(series):
        for row in finite[finite["series"] == name].to_dict("records"):
            left = lengths[row["label"]]
            lengths[row["label"]] = left + row["value"]
            parts.append((number, row, left))
    ends = [left + max(row["high"], row["value"]) for _, row, left in parts]
    top = 5 + legend.height(series, style.WIDTH)
    axes, rows = _rows(labels, value_ticks([0.0, *ends], unit), unit, across, top=top)
    at = dict(zip(labels, rows, strict=True))
    for number, row, left in parts:
        y, right = at[row["label"]], left + row["value"]
        axes.drawing.box(axes.x(left), y - 6.5, axes.x(right), y + 6.5, style.colour(number))
        _whisker(axes, row["low"] + left, row["high"] + left, y)
        words = _words(f"{row['label']}, {row['series']}", row, unit)
        axes.drawing.point((axes.x(left) + axes.x(right)) / 2, y, words)
    legend.draw(axes.drawing, series, 10, squares=True)
    return axes.drawing


Band = tuple[float | None, float | None]  # the lowest and the highest value that a check allows


def lines(
    frame: pd.DataFrame,
    *,
    unit: str,
    across: str,
    reference: float | None = None,
    band: Band = (None, None),
    ticks: Sequence[float] = (),
    steps: Collection[str] = (),
    real: Dots | None = None,
) -> Drawing:
    """Draw values over one axis (`x`: numbers, or words in their order), a line for each `series`, with whiskers.

    band: the range that a check allows, shaded.  steps: words that follow one another, so that a line joins them as it
    joins numbers.  real: dots of real plays.  Lines are named at their ends if there is room, else in a legend.
    """
    series = list(dict.fromkeys(frame["series"])) if "series" in frame else []
    places = places_of(frame["x"])
    width = style.WIDTH
    if _all_words(places):  # no word of a name is broken
        longest = max(40.0, *(text_width(word, style.SMALL) + 6 for name in places for word in str(name).split()))
        width = max(width, 86 + longest * len(places))
    names_width = _names_width(series, sum(_is_joined(x, steps) for x in places))
    named = 0 if names_width else legend.height(series, width)
    top = 8 + named + dots.room(real)
    ticks = ticks or frame_ticks(frame, unit, reference, *band, *dots.ends(real))
    left, right = left_of(ticks, unit), width - (names_width or EDGE)
    names = _tick_names(places, right - left)
    drawing = Drawing(width, top + PLOT + style.FOOT + _more_lines(names))
    axes = Axes(drawing, (left, top, right, top + PLOT), _across_limits(places), (ticks[0], ticks[-1]))
    if band != (None, None):
        _band(axes, band)
    up_ticks(axes, ticks, unit)
    _plot(axes, frame, series, places, reference, steps)
    _across_ticks(axes, names, across)
    if names_width:
        _names(axes, frame, series, places)
    else:
        legend.draw(drawing, series, 10)
    _line_points(axes, frame, places, unit, across)
    dots.key(drawing, real, 10 + named)
    _line_dots(axes, real, series, places, unit, across, steps)
    return drawing


def panels_of_lines(
    frame: pd.DataFrame,
    *,
    unit: str,
    across: str,
    reference: Mapping[str, float] | None = None,
    real: Dots | None = None,
) -> Drawing:
    """Draw `lines` for each `panel`, side by side on one scale; reference: panel -> a value to compare with.

    real: dots of real plays, by `panel`.
    """
    names, series = list(dict.fromkeys(frame["panel"])), list(dict.fromkeys(frame["series"]))
    columns = 2 if len(names) == 4 else min(len(names), 3)
    width, rows = 180.0 * columns, -(-len(names) // columns)
    titles = [textwrap.wrap(str(name), TITLE_WIDTH) or [""] for name in names]
    title = LINE * max(map(len, titles)) + 6
    places = places_of(frame["x"])
    ticks = frame_ticks(frame, unit, *(reference or {}).values(), *dots.ends(real))
    left = left_of(ticks, unit)
    ticked = _tick_names(places, 180 - left - 6, most=5)
    named = legend.height(series, width)
    top, height = 8 + named + dots.room(real), title + 96 + 22 + _more_lines(ticked)
    drawing = Drawing(width, top + rows * height + 18)
    for number, name in enumerate(names):
        x, y = 180.0 * (number % columns), top + height * (number // columns)
        box = (x + left, y + title, x + 180 - 6, y + title + 96)
        axes = Axes(drawing, box, _across_limits(places), (ticks[0], ticks[-1]))
        for k, words in enumerate(titles[number]):
            drawing.text(x + left, y + 10 + LINE * k, words, size=style.SMALL, font_weight="bold")
        part = frame[frame["panel"] == name]
        up_ticks(axes, ticks, unit)
        _plot(axes, part, series, places, (reference or {}).get(name))
        _across_ticks(axes, ticked)
        _line_points(axes, part, places, unit, across)
        _line_dots(axes, real, series, places, unit, across, panel=name)
    drawing.text(width / 2, drawing.height - 5, across, anchor="middle")
    legend.draw(drawing, series, 10)
    dots.key(drawing, real, 10 + named)
    return drawing


TITLE_WIDTH = 26  # characters of a line in the title of a panel


# Rows -----------------------------------------------------------------------------------------------------------------


def _rows(
    labels: Iterable[str], ticks: Sequence[float], unit: str, across: str, *, top: float, bands: Iterable[float] = ()
) -> tuple[Axes, list[float]]:
    """Start a drawing of labelled rows: labels, grid and ticks; return its axes and the middle (y) of every row.

    bands: for each row half the width of a band around 0, under the grid; not finite for none.
    """
    wrapped = [textwrap.wrap(str(label), LABEL_WIDTH) or [""] for label in labels]
    left = 10 + max((text_width(line, style.SMALL) for label_lines in wrapped for line in label_lines), default=0)
    heights = [ROW + LINE * (len(label_lines) - 1) for label_lines in wrapped]
    bottom = top + max(sum(heights), 2 * ROW)
    drawing = Drawing(style.WIDTH, bottom + style.FOOT)
    right = style.WIDTH - max(EDGE, text_width(tick_labels(ticks, unit)[-1], style.SMALL) / 2 + 1)
    axes = Axes(drawing, (left, top, right, bottom), (ticks[0], ticks[-1]), (0.0, 1.0))
    starts = top + np.concatenate([[0.0], np.cumsum(heights)])
    middles = [float(start + height / 2) for start, height in zip(starts, heights, strict=False)]
    for band, y in zip(bands, middles, strict=False):
        if np.isfinite(band):
            drawing.box(axes.x(-band), y - 7, axes.x(band), y + 7, style.GRID)
    _value_ticks(axes, ticks, unit)
    for label_lines, y in zip(wrapped, middles, strict=True):
        for k, line in enumerate(label_lines):
            drawing.text(left - 6, y + 3.2 + LINE * (k - (len(label_lines) - 1) / 2), line, anchor="end")
    drawing.line((left, bottom, right, bottom), style.FAINT)
    drawing.text((left + right) / 2, bottom + 28, across, anchor="middle")
    return axes, middles


def _each(frame: pd.DataFrame, rows: Sequence[float]) -> list[tuple[dict[Any, Any], float]]:
    return [(row, y) for row, y in zip(frame.to_dict("records"), rows, strict=True) if np.isfinite(float(row["value"]))]


def _interval(axes: Axes, row: Mapping[Any, Any], y: float, *, hollow: bool = False) -> None:
    if np.isfinite(row["low"]) and np.isfinite(row["high"]):
        ends = (axes.x(row["low"]), y, axes.x(row["high"]), y)
        axes.drawing.line(ends, style.BLUE, 3, stroke_opacity="0.6")
    axes.drawing.marker("o", axes.x(row["value"]), y, style.BLUE, style.PAPER if hollow else "")


def _whisker(axes: Axes, low: float, high: float, y: float) -> None:
    if np.isfinite(low) and np.isfinite(high):
        axes.drawing.line((axes.x(low), y, axes.x(high), y), style.INK, 1.6)


def _row_points(axes: Axes, frame: pd.DataFrame, rows: Sequence[float], unit: str) -> None:
    for row, y in _each(frame, rows):
        axes.drawing.point(axes.x(row["value"]), y, _words(str(row["label"]), row, unit))


def _row_dots(axes: Axes, real: Dots | None, labels: Iterable[str], rows: Sequence[float], unit: str) -> None:
    """Draw the dots of real plays, each below the figure of its row."""
    dots.key(axes.drawing, real, 8)
    for label, y in zip(labels, rows, strict=True):
        for row in real.rows(label=label) if real else []:
            dots.level(axes, row, y + BELOW, dots.words(str(label), row, unit))


def _words(name: str, row: Mapping[Any, Any], unit: str) -> str:
    return f"{name}: {numbers.text(Figure.read(row), unit, numbers.CELL)}"


NEAR_AN_END = 0.12  # share of the width of a chart: words closer to an end would be cut off if they were centred


def _reference_line(axes: Axes, x: float, name: str) -> None:
    """Draw a broken line to compare with, and its name above; near an end the name extends towards the middle."""
    at, (_, top, _, bottom) = axes.x(x), axes.box
    axes.drawing.line((at, top, at, bottom), style.FAINT, 1.2, stroke_dasharray=style.DASHED)
    where = (x - axes.xlim[0]) / (axes.xlim[1] - axes.xlim[0])
    side = "start" if where < NEAR_AN_END else "end" if where > 1 - NEAR_AN_END else "middle"
    if name:
        axes.drawing.text(at, top - 4, name, anchor=side, fill=style.FAINT)


# Axes -----------------------------------------------------------------------------------------------------------------


def _value_ticks(axes: Axes, ticks: Sequence[float], unit: str) -> None:
    """Draw vertical grid lines, and below them the values that have room."""
    _, top, _, bottom = axes.box
    end = -np.inf
    for value, words in zip(ticks, tick_labels(ticks, unit), strict=True):
        x, half = axes.x(value), text_width(words, style.SMALL) / 2
        axes.drawing.line((x, top, x, bottom), style.GRID)
        if x - half > end:
            axes.drawing.text(x, bottom + 13, words, anchor="middle")
            end = x + half


def up_ticks(axes: Axes, ticks: Sequence[float], unit: str) -> None:
    """Draw horizontal grid lines, with their values on the left."""
    left, _, right, _ = axes.box
    for value, words in zip(ticks, tick_labels(ticks, unit), strict=True):
        axes.drawing.line((left, axes.y(value), right, axes.y(value)), style.GRID)
        axes.drawing.text(left - 5, axes.y(value) + 3.2, words, anchor="end")
    axes.frame()


def left_of(ticks: Sequence[float], unit: str) -> float:
    """Return the width of the values left of an axis, in points."""
    return 9 + max(text_width(words, style.SMALL) for words in tick_labels(ticks, unit))


MIN_BAND = 3.0  # points: height of the narrowest band that can still be seen


def _band(axes: Axes, band: Band) -> None:
    low, high = (axes.y(axes.ylim[k] if end is None else end) for k, end in enumerate(band))
    more = max(0.0, MIN_BAND - (low - high)) / 2
    axes.drawing.box(axes.box[0], low + more, axes.box[2], high - more, style.GREEN, fill_opacity="0.22")


def _all_words(places: Mapping[Any, float]) -> bool:
    return all(isinstance(place, str | bool) for place in places)


def _across_limits(places: Mapping[Any, float]) -> tuple[float, float]:
    ends = list(places.values())
    room = (0.3 if _all_words(places) else 0.06 * (max(ends) - min(ends))) or 0.5
    return min(ends) - room, max(ends) + room


TickNames = list[tuple[float, list[str]]]  # places along an axis and the lines of their names


def _tick_names(places: Mapping[Any, float], width: float, most: int = 9) -> TickNames:
    """Return the names of places, wrapped where they have no room side by side on a plane of this width."""
    named = named_places(dict(places), most)
    room = width / len(named)
    letters = max(1, int(room / text_width("n", style.SMALL)))

    def broken(name: str) -> list[str]:
        return textwrap.wrap(name, letters, break_long_words=False) if text_width(name, style.SMALL) > room else [name]

    return [(place, broken(name)) for place, name in named]


def _more_lines(names: TickNames) -> float:
    return LINE * (max(len(lines_) for _, lines_ in names) - 1)


def _across_ticks(axes: Axes, names: TickNames, across: str = "") -> None:
    left, _, right, bottom = axes.box
    for place, lines_ in names:
        x = axes.x(place)
        axes.drawing.line((x, bottom, x, bottom + 3), style.FAINT)
        for k, words in enumerate(lines_):
            axes.drawing.text(x, bottom + 13 + LINE * k, words, anchor="middle")
    if across:
        axes.drawing.text((left + right) / 2, axes.drawing.height - 5, across, anchor="middle")


# Lines ----------------------------------------------------------------------------------------------------------------


def _plot(
    axes: Axes,
    frame: pd.DataFrame,
    series: Sequence[Any],
    places: Mapping[Any, float],
    reference: float | None,
    steps: Collection[str] = (),
) -> None:
    """Draw all lines of a plane, the reference under them."""
    left, _, right, _ = axes.box
    if reference is not None:
        y = axes.y(reference)
        axes.drawing.line((left, y, right, y), style.FAINT, 1.2, stroke_dasharray=style.DASHED)
    for number, name in enumerate(series or [""]):
        rows = frame[frame["series"] == name] if series else frame
        _line(axes, rows.to_dict("records"), places, steps, number, max(len(series), 1))


def _is_joined(x: Any, steps: Collection[str]) -> bool:
    return not isinstance(x, str) or x in steps  # other words have no order that a line could follow


def _line(
    axes: Axes,
    rows: Sequence[dict[Any, Any]],
    places: Mapping[Any, float],
    steps: Collection[str],
    number: int,
    lines: int,
) -> None:
    """Draw one line with whiskers, shifted a little so that the whiskers of several lines don't hide one another.

    number: of the line, from 0.  lines: how many the plane has.
    """
    shift = _shift(places, steps, number, lines)
    finite = sorted((row for row in rows if np.isfinite(row["value"])), key=lambda row: places[row["x"]])
    points = [(axes.x(places[row["x"]]) + shift, axes.y(row["value"]), row) for row in finite]
    joined = [(x, y) for x, y, row in points if _is_joined(row["x"], steps)]
    colour, drawing = style.colour(number), axes.drawing
    if len(joined) > 1:
        drawing.path(joined, colour, 1.8)
    caps = ""
    for x, _, row in points:
        low, high = axes.y(min(row["low"], row["value"])), axes.y(max(row["high"], row["value"]))
        if low - high > 1:
            caps += f"M{x - 2.5:.1f} {low:.1f}h5m-2.5 0V{high:.1f}m-2.5 0h5"
    if caps:
        faint = ' stroke-opacity="0.45"' if lines > MANY else ""
        drawing.shapes.append(f'<path d="{caps}" fill="none" stroke="{colour}" stroke-width="1.2"{faint}/>')
    for x, y, _ in points:
        drawing.marker(style.MARKERS[number % len(style.MARKERS)], x, y, colour)


def _shift(places: Mapping[Any, float], steps: Collection[str], number: int, lines: int) -> float:
    gap = 6.0 if _all_words(places) and not steps else 2.2
    return gap * (number - (lines - 1) / 2)


def _line_dots(
    axes: Axes,
    real: Dots | None,
    series: Sequence[Any],
    places: Mapping[Any, float],
    unit: str,
    across: str,
    steps: Collection[str] = (),
    **at: str,
) -> None:
    """Draw the dots of real plays, each on its line; at: the panel."""
    for number, name in enumerate(series or [""]):
        for row in real.rows(series=name, **at) if real else []:
            x = axes.x(places[row["x"]]) + _shift(places, steps, number, max(len(series), 1))
            words = dots.words(f"{name}, " * bool(name) + f"{across} {row['x']}", row, unit)
            dots.upright(axes, row, x, words, style.colour(number) if len(series) > 1 else style.INK)


MANY = 4  # lines in a plane; the whiskers of more are fainter, or they would hide the lines


def _line_points(axes: Axes, frame: pd.DataFrame, places: Mapping[Any, float], unit: str, across: str) -> None:
    """Add an invisible point with its words for every figure of a line chart."""
    for row in frame.to_dict("records"):
        if np.isfinite(row["value"]):
            series = f"{row['series']}, " if row.get("series") else ""
            words = _words(f"{series}{across} {row['x']}", row, unit)
            axes.drawing.point(axes.x(places[row["x"]]), axes.y(row["value"]), words)


MAX_NAMES = 0.3  # share of the width of a chart for the names of its lines; longer ones go into a legend


def _names_width(series: Sequence[Any], joined: int) -> float:
    """Return the width of the lines' names at their ends, in points; 0 if they go into a legend.

    joined: number of places that the lines join.  Without lines, only markers tell series apart, which a legend shows.
    """
    widest = STEM + 6 + max((text_width(str(name), style.SMALL) for name in series), default=0.0)
    short = len(series) > 1 and widest <= MAX_NAMES * style.WIDTH and len(series) * LINE_OF_NAMES <= PLOT
    return widest if short and joined > 1 else 0.0


def _names(axes: Axes, frame: pd.DataFrame, series: Sequence[Any], places: Mapping[Any, float]) -> None:
    """Write the name of each line at its last figure."""
    ends = []
    for number, name in enumerate(series):
        finite = frame[(frame["series"] == name) & np.isfinite(frame["value"])]
        if len(finite):
            last = max(finite.to_dict("records"), key=lambda row: places[row["x"]])
            ends.append(End(axes.y(last["value"]), axes.x(places[last["x"]]), str(name), style.colour(number)))
    names_at_ends(axes, ends)
