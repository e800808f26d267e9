"""Charts: a DataFrame in, a matplotlib Figure out; nothing is drawn without its uncertainty.

A frame of figures has the columns `value`, `low` and `high` (shares between 0 and 1, shown in percent) and what names a
row: `label`, or `x` and `series`.  No pyplot, hence no state: a chart depends on its arguments alone.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import Normalize
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import FuncFormatter, MaxNLocator

from balancer.reporting import numbers
from balancer.reporting.page import style
from balancer.reporting.page.chart_points import Point, add_points, figure_text, overlay

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

LINE_OF_TEXT = 0.27  # inches a row of labels takes
MAX_DECIMALS = 9
"""Decimals of tick labels."""


def intervals(
    frame: pd.DataFrame, *, unit: str, across: str, reference: float | None = None, said: str = ""
) -> Drawing:
    """A dot and its interval for each row, one under another; reference: a line to compare with; said: its name."""
    drawing, axes = _rows_drawing(frame["label"], top=0.24 if said else 0.06)
    rows = np.arange(len(frame))
    if reference is not None:
        axes.axvline(reference, color=style.FAINT, linewidth=1.2, linestyle=(0, (4, 3)))
        if said:
            _note_above(axes, reference, said)
    axes.hlines(rows, frame["low"], frame["high"], color=style.BLUE, linewidth=3, alpha=0.55)
    axes.plot(frame["value"], rows, "o", color=style.BLUE)
    _rows_of_labels(axes, frame["label"])
    _value_axis(axes.xaxis, unit)
    _widen(axes, frame, reference)
    axes.set_xlabel(across)
    axes.grid(axis="x")
    add_points(drawing, _row_points(axes, frame, unit))
    return drawing


def _row_points(axes: Axes, frame: pd.DataFrame, unit: str) -> Iterator[Point]:
    """A point for every row of a chart of intervals."""
    for place, row in enumerate(frame.to_dict("records")):
        if np.isfinite(row["value"]):
            text = figure_text(str(row["label"]), row["value"], row["low"], row["high"], unit)
            yield Point(axes, row["value"], place, text)


def forest(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """Differences: a dot and its interval for each row, hollow where `decided` is False, a band of +- `margin`.

    The bands are shown whole, so that what is far smaller than its margin looks so.
    """
    drawing, axes = _rows_drawing(frame["label"], top=0.06)
    rows = np.arange(len(frame))
    axes.axvline(0, color=style.FAINT, linewidth=1.2, linestyle=(0, (4, 3)))
    margins = frame["margin"].to_numpy(float)
    for row in np.flatnonzero(np.isfinite(margins)):
        axes.barh(row, 2 * margins[row], left=-margins[row], height=0.7, color=style.GRID, zorder=0)
    axes.hlines(rows, frame["low"], frame["high"], color=style.BLUE, linewidth=3, alpha=0.55)
    for decided, filled in ((True, style.BLUE), (False, "white")):
        these = (frame["decided"] == decided).to_numpy()
        axes.plot(frame["value"][these], rows[these], "o", color=style.BLUE, markerfacecolor=filled)
    _rows_of_labels(axes, frame["label"])
    _value_axis(axes.xaxis, unit)
    _widen(axes, frame.assign(low=np.fmin(frame["low"], -margins), high=np.fmax(frame["high"], margins)), 0.0)
    axes.set_xlabel(across)
    axes.grid(axis="x")
    add_points(drawing, _row_points(axes, frame, unit))
    return drawing


def bars(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """A bar from 0 for each row, with its interval."""
    drawing, axes = _rows_drawing(frame["label"], top=0.06)
    rows = np.arange(len(frame))
    axes.barh(rows, frame["value"], height=0.62, color=style.SKY)
    _whiskers(axes, frame["value"], rows, frame, sideways=True)
    _rows_of_labels(axes, frame["label"])
    _value_axis(axes.xaxis, unit)
    longest = float(frame["high"].max())
    axes.set_xlim(0, longest * 1.04 if longest > 0 else 1.0)
    axes.set_xlabel(across)
    axes.grid(axis="x")
    return drawing


def stacked(frame: pd.DataFrame, *, unit: str, across: str) -> Drawing:
    """For each `label` a bar of its `series` end to end, each with its interval at its own end."""
    labels, series = list(dict.fromkeys(frame["label"])), list(dict.fromkeys(frame["series"]))
    height = LINE_OF_TEXT * sum(max(1.35, _wrapped(label).count("\n") + 1.2) for label in labels)
    drawing, axes = _drawing(height + 0.6 + 0.22 * _legend_rows(series, 5))
    begun = dict.fromkeys(labels, 0.0)
    for number, name in enumerate(series):
        part = frame[frame["series"] == name]
        rows = [labels.index(label) for label in part["label"]]
        left = np.array([begun[label] for label in part["label"]])
        colour = style.SERIES[number % len(style.SERIES)]
        axes.barh(rows, part["value"], left=left, height=0.66, color=colour, label=str(name))
        low_and_high = part.assign(low=part["low"] + left, high=part["high"] + left)
        _whiskers(axes, part["value"] + left, rows, low_and_high, sideways=True)
        begun |= dict(zip(part["label"], left + part["value"], strict=True))
    _rows_of_labels(axes, labels)
    _value_axis(axes.xaxis, unit)
    axes.set_xlim(left=0)
    axes.set_xlabel(across)
    axes.grid(axis="x")
    _legend(drawing, [axes], series, 5)
    return drawing


def distribution(frames: Mapping[str, pd.DataFrame], marks: Mapping[str, Mapping[str, float]]) -> Drawing:
    """Histograms one above another: name -> frame with `x`, `value`, `low`, `high`; marks: name -> {"median": x}."""
    height = 1.95 * len(frames)
    drawing = Drawing(figsize=(style.WIDTH, height))
    panels = drawing.subplots(len(frames))
    drawing.subplots_adjust(
        left=0.68 / style.WIDTH, right=1 - 0.1 / style.WIDTH, top=1 - 0.24 / height, bottom=0.48 / height, hspace=0.62
    )
    for axes, (name, frame) in zip(np.atleast_1d(panels), frames.items(), strict=True):
        _histogram(axes, frame, marks.get(name, {}))
        axes.set_xlabel(name)
    return drawing


def lines(
    frame: pd.DataFrame, *, unit: str, across: str, up: str, reference: float | None = None, band: Band = (None, None)
) -> Drawing:
    """Values over one axis (`x`: numbers, or words in their order), a line for each `series`, with whiskers.

    band: what a check allows, shaded.
    """
    series = list(dict.fromkeys(frame["series"])) if "series" in frame else []
    places = _places(frame["x"])
    width = max(style.WIDTH, 1.2 + 0.55 * len(places))
    drawing, axes = _drawing(2.9 + 0.22 * _legend_rows(series), width=width)
    if reference is not None:
        axes.axhline(reference, color=style.FAINT, linewidth=1.2, linestyle=(0, (4, 3)))
    for number, (_, rows) in enumerate(_groups(frame, series)):
        _line(axes, rows, places, number, len(series))
    _shade(axes, frame, band)
    _name_places(axes, places)
    _value_axis(axes.yaxis, unit)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.grid(axis="y")
    _legend(drawing, [axes], series)
    add_points(drawing, _points_of(axes, frame, places, unit, across))
    return drawing


Band = tuple[float | None, float | None]
"""The lowest and the highest value that a check allows."""


def _shade(axes: Axes, frame: pd.DataFrame, band: Band) -> None:
    """Shade what a check allows, as far as the chart reaches; values far away stay away."""
    if band == (None, None):
        return
    least, most = float(frame["low"].min()), float(frame["high"].max())
    room = 0.06 * (most - least) or 0.01
    low, high = (end for end in band)
    bottom, top = least - room if low is None else low, most + room if high is None else high
    axes.axhspan(bottom, top, color=style.GREEN, alpha=0.13, linewidth=0, zorder=0)
    axes.set_ylim(min(least, bottom) - room / 2, max(most, top) + room / 2)


def _points_of(axes: Axes, frame: pd.DataFrame, places: Mapping[Any, float], unit: str, across: str) -> Iterator[Point]:
    """A point for every figure of a line chart."""
    for row in frame.to_dict("records"):
        series = f"{row['series']}, " if row.get("series") else ""
        text = figure_text(f"{series}{across} {row['x']}", row["value"], row["low"], row["high"], unit)
        yield Point(axes, places[row["x"]], row["value"], text)


def panels_of_lines(
    frame: pd.DataFrame, *, unit: str, across: str, reference: Mapping[str, float] | None = None
) -> Drawing:
    """`lines` once for each `panel`, side by side on the same scale; reference: panel -> a line to compare with."""
    names = list(dict.fromkeys(frame["panel"]))
    series = list(dict.fromkeys(frame["series"]))
    columns = min(len(names), 3)
    rows = -(-len(names) // columns)
    drawing, grid = _drawing(
        (1.75 + 0.16 * _title_rows(names)) * rows + 0.5 + 0.22 * _legend_rows(series, 2 * columns),
        rows=rows,
        columns=columns,
        width=2.5 * columns,
        shared=True,
    )
    cells = np.atleast_1d(grid).ravel()
    places = _places(frame["x"])
    for axes, name in zip(cells, names, strict=False):
        part = frame[frame["panel"] == name]
        level = reference.get(name) if reference else None
        if level is not None:
            axes.axhline(level, color=style.FAINT, linewidth=1, linestyle=(0, (4, 3)))
        for label, lines_of in _groups(part, series):
            _line(axes, lines_of, places, series.index(label), len(series))
        axes.set_title("\n".join(textwrap.wrap(str(name), TITLE_WIDTH)), fontsize=style.SMALL)
        add_points(drawing, _points_of(axes, part, places, unit, across))
        _name_places(axes, places, most=5)
        _value_axis(axes.yaxis, unit)
        axes.grid(axis="y")
    for axes in cells[len(names) :]:
        axes.set_visible(False)
    for axes in cells[max(0, len(names) - columns) : len(names)]:
        axes.tick_params(labelbottom=True)  # also where the panel below is missing
    drawing.supxlabel(across, fontsize=style.LETTERS)
    _legend(drawing, cells[: len(names)], series, columns=2 * columns)
    return drawing


TITLE_WIDTH = 26
"""Characters of a line in the title of a panel."""


def _title_rows(names: Iterable[str]) -> int:
    return max((len(textwrap.wrap(str(name), TITLE_WIDTH)) for name in names), default=1)


def heatmap(frame: pd.DataFrame, *, unit: str, across: str, up: str, mark: tuple[Any, Any] | None = None) -> Drawing:
    """Values over two axes (`x`, `y`) as colours, each with its value and uncertainty written in; `mark` is framed.

    Optional columns of the frame: `verdict` (a passing cell gets a green frame), `link` (where a click leads).
    """
    xs, ys = list(dict.fromkeys(frame["x"])), list(dict.fromkeys(frame["y"]))
    longest = max((len(str(y)) for y in ys), default=1)
    width = max(style.WIDTH, 0.9 + 0.085 * longest + 0.78 * len(xs))
    drawing, axes = _drawing(1.0 + 0.5 * len(ys), width=width)
    known = frame["value"].dropna()
    norm = Normalize(float(known.min()), float(known.max())) if len(known) else Normalize(0, 1)
    colours = colormaps[style.MAP]
    for row in frame.to_dict("records"):
        _tile(
            axes,
            xs.index(row["x"]),
            ys.index(row["y"]),
            cast("Mapping[str, Any]", row),
            (norm, colours, unit),
        )
    for row in frame.to_dict("records"):
        x, y = xs.index(row["x"]), ys.index(row["y"])
        if row.get("verdict") == "pass":
            _frame_tile(axes, x, y, style.GREEN, inset=0.05)
        name = f"{across} {row['x']}, {up} {row['y']}"
        text = figure_text(name, row["value"], row["low"], row["high"], unit)
        add_points(drawing, [Point(axes, x, y, text, str(row.get("link") or ""), (0.48, 0.47))])
    if mark is not None and mark[0] in xs and mark[1] in ys:
        _frame_tile(axes, xs.index(mark[0]), ys.index(mark[1]), style.VERMILION)
    axes.set_xlim(-0.5, len(xs) - 0.5)
    axes.set_ylim(-0.5, len(ys) - 0.5)
    axes.set_xticks(range(len(xs)), [str(x) for x in xs])
    axes.set_yticks(range(len(ys)), [str(y) for y in ys])
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    return drawing


# Parts of charts ------------------------------------------------------------------------------------------------------


def _rows_drawing(labels: Iterable[str], top: float) -> tuple[Drawing, Axes]:
    """A drawing for rows with labels on the left; margins by the letters of the labels: quicker than measuring."""
    lines = [line for label in labels for line in _wrapped(label).split("\n")]
    left = 0.16 + 0.081 * max((len(line) for line in lines), default=1)
    height = top + LINE_OF_TEXT * max(len(lines), 2) + 0.52
    drawing = Drawing(figsize=(style.WIDTH, height))
    drawing.subplots_adjust(
        left=left / style.WIDTH, right=1 - 0.16 / style.WIDTH, top=1 - top / height, bottom=0.52 / height
    )
    return drawing, drawing.subplots()


def _wrapped(label: str, width: int = 24) -> str:
    return "\n".join(textwrap.wrap(str(label), width)) or str(label)


def _drawing(
    height: float, *, width: float = style.WIDTH, rows: int = 1, columns: int = 1, shared: bool = False
) -> tuple[Drawing, Any]:
    drawing = Drawing(figsize=(width, height), layout="constrained")
    return drawing, drawing.subplots(rows, columns, sharex=shared, sharey=shared)


def _whiskers(axes: Axes, x: Any, y: Any, frame: pd.DataFrame, *, sideways: bool = False) -> None:
    """Thin lines for the intervals of bars."""
    if sideways:
        axes.hlines(y, frame["low"], frame["high"], color=style.INK, linewidth=1.6)
    else:
        axes.vlines(x, frame["low"], frame["high"], color=style.INK, linewidth=1.6)


def _rows_of_labels(axes: Axes, labels: Iterable[str]) -> None:
    names = [_wrapped(label) for label in labels]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


NEAR_AN_END = 0.12
"""Of the width of a chart: words over it would be cut off there if they were centred."""


def _note_above(axes: Axes, x: float, text: str) -> None:
    """A word over a reference line, within the chart: near an end it is written towards the middle."""
    left, right = axes.get_xlim()
    where = (x - left) / (right - left)
    side = "left" if where < NEAR_AN_END else "right" if where > 1 - NEAR_AN_END else "center"
    axes.annotate(
        text, (x, 1), xycoords=("data", "axes fraction"), xytext=(0, 3), textcoords="offset points",
        ha=side, va="bottom", color=style.FAINT, fontsize=style.SMALL,
    )  # fmt: skip


def _value_axis(axis: Any, unit: str) -> None:
    """Ticks written in the unit, all with the same decimals."""
    axis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    factor, end = numbers.scale(unit), numbers.suffix(unit)

    def write(value: float, _place: int | None) -> str:
        ticks = np.asarray(axis.get_majorticklocs()) * factor
        step = float(np.min(np.diff(ticks))) if len(ticks) > 1 else 1.0
        return numbers.fixed(value * factor, _decimals_of_step(step)) + end

    axis.set_major_formatter(FuncFormatter(write))


def _decimals_of_step(step: float) -> int:
    for decimals in range(MAX_DECIMALS):
        if abs(step * 10**decimals - round(step * 10**decimals)) < 1e-6 * step * 10**decimals:
            return decimals
    return MAX_DECIMALS


def _widen(axes: Axes, frame: pd.DataFrame, reference: float | None) -> None:
    """Room left and right of the outermost interval."""
    ends = [frame["low"].min(), frame["high"].max(), *([] if reference is None else [reference])]
    known = [float(end) for end in ends if np.isfinite(end)]
    if not known:
        return
    room = 0.06 * (max(known) - min(known)) or 0.01
    axes.set_xlim(min(known) - room, max(known) + room)


def _histogram(axes: Axes, frame: pd.DataFrame, marks: Mapping[str, float]) -> None:
    step = float(np.min(np.diff(frame["x"]))) if len(frame) > 1 else 1.0
    axes.bar(frame["x"], frame["value"], width=0.86 * step, color=style.SKY)
    if len(frame) <= 40:
        _whiskers(axes, frame["x"], frame["value"], frame)
    else:
        axes.fill_between(frame["x"], frame["low"], frame["high"], step="mid", color=style.INK, alpha=0.35, linewidth=0)
    if len(frame) == 1:
        axes.set_xlim(float(frame["x"].iloc[0]) - 1, float(frame["x"].iloc[0]) + 1)
    for name, x in _named_marks(marks, frame["x"]):
        axes.axvline(x, color=style.VERMILION, linewidth=1.2, linestyle=(0, (4, 3)))
        _note_above(axes, x, name)
    _value_axis(axes.xaxis, "")
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=step >= 1))
    axes.set_ylim(bottom=0)
    _value_axis(axes.yaxis, numbers.SHARE)
    axes.set_ylabel("games")
    axes.grid(axis="y")


def _named_marks(marks: Mapping[str, float], xs: pd.Series) -> list[tuple[str, float]]:
    """Marks with names that don't overlap: those at one place share it, one near the median stays unnamed."""
    at: dict[float, str] = {}
    for name, x in marks.items():
        if np.isfinite(x):
            at[x] = f"{at[x]}, {name}" if x in at else name
    near = 0.17 * (float(xs.max() - xs.min()) or 1.0)
    middle = next((x for x, name in at.items() if "median" in name), None)
    return [("" if middle is not None and 0 < abs(x - middle) < near else name, x) for x, name in at.items()]


def _places(xs: Iterable[Any]) -> dict[Any, float]:
    """The position of each x: numbers at their value, words in sequence; words among numbers come before them."""
    distinct = list(dict.fromkeys(xs))
    numeric = sorted(x for x in distinct if not isinstance(x, str | bool))
    if len(numeric) == len(distinct):
        return {x: float(x) for x in numeric}
    if len(numeric) < 2:
        return {x: float(place) for place, x in enumerate(distinct)}
    words = [x for x in distinct if isinstance(x, str)]
    step = max(float(np.median(np.diff(numeric))), (numeric[-1] - numeric[0]) / 8)
    aside = {word: float(numeric[0]) - step * (len(words) - k) for k, word in enumerate(words)}
    return {**aside, **{x: float(x) for x in numeric}}


def _name_places(axes: Axes, places: Mapping[Any, float], most: int = 9) -> None:
    """Ticks at the values played; where they are many or close, at some of them."""
    names = list(places)
    values = [x for x in names if not isinstance(x, str)]
    numeric = len(values) == len(names)
    if not numeric and len(values) > 1:
        _name_mixed(axes, places, most)
        return
    if numeric and (len(names) > most or _crowded(list(places.values()))):
        axes.xaxis.set_major_locator(MaxNLocator(min(6, most), integer=all(isinstance(x, int) for x in names)))
        return
    labels = [str(name) for name in names]
    axes.set_xticks(list(places.values()), labels)
    if sum(len(label) + 1 for label in labels) > 46:
        axes.tick_params(axis="x", rotation=28, rotation_mode="anchor")
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    ends = list(places.values())
    room = (0.06 if numeric else 0.3) * (max(ends) - min(ends)) / (1 if numeric else max(len(ends) - 1, 1)) or 0.5
    axes.set_xlim(min(ends) - room, max(ends) + room)


def _name_mixed(axes: Axes, places: Mapping[Any, float], most: int) -> None:
    """Ticks of an axis of numbers with a few words before them: all words, and as many numbers as there is room for."""
    words = [x for x in places if isinstance(x, str)]
    numeric = [x for x in places if not isinstance(x, str)]
    every = -(-len(numeric) // max(most - 2 * len(words), 2))
    last_word = max(places[word] for word in words)
    room = (max(places.values()) - min(places.values())) / most
    ticks = [*words, *(x for x in numeric[::-every] if places[x] - last_word >= room)]
    axes.set_xticks([places[x] for x in ticks], [str(x) for x in ticks])


def _crowded(places: Sequence[float]) -> bool:
    gaps = np.diff(places)
    return bool(len(gaps)) and float(np.min(gaps)) < 0.07 * (places[-1] - places[0])


def _groups(frame: pd.DataFrame, series: Sequence[Any]) -> list[tuple[Any, pd.DataFrame]]:
    if not series:
        return [("", frame)]
    return [(name, frame[frame["series"] == name]) for name in series if (frame["series"] == name).any()]


def _line(axes: Axes, rows: pd.DataFrame, places: Mapping[Any, float], number: int, of: int) -> None:
    """One line with whiskers, moved aside a little so that the whiskers of several lines don't hide one another.

    Words have no order: their figures are not joined by a line.
    """
    words = all(isinstance(place, str) for place in places)
    span = 4.0 if words else max(places.values()) - min(places.values()) or 1.0
    aside = (0.016 if words else 0.007) * span * (number - (of - 1) / 2) if of > 1 else 0.0
    label = str(rows["series"].iloc[0]) if of else None
    apart = rows["x"].map(lambda value: isinstance(value, str)) & (not words)
    for some, joined, named in ((rows[~apart], not words, label), (rows[apart], False, None)):
        if some.empty:
            continue
        x = np.array([places[value] for value in some["x"]])
        order = np.argsort(x, kind="stable")
        part = some.iloc[order]
        reach = np.vstack([(part["value"] - part["low"]).clip(lower=0), (part["high"] - part["value"]).clip(lower=0)])
        axes.errorbar(
            x[order] + aside,
            part["value"],
            yerr=reach,
            color=style.SERIES[number % len(style.SERIES)],
            marker=style.MARKERS[number % len(style.MARKERS)],
            linestyle="-" if joined else "none",
            label=named,
            elinewidth=1.4,
            capsize=3,
            capthick=1.2,
        )


def _legend_rows(series: Sequence[Any], columns: int = 3) -> int:
    return -(-len(series) // columns) if len(series) > 1 else 0


def _legend(drawing: Drawing, panels: Iterable[Axes], series: Sequence[Any], columns: int = 3) -> None:
    """The names of the lines above the chart, where they are read first and cover nothing."""
    if len(series) < 2:
        return
    drawn = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    labels = [str(name) for name in series if str(name) in drawn]
    handles = [drawn[label] for label in labels]
    columns = min(columns, len(labels))
    drawing.legend(handles, labels, loc="outside upper left", ncols=columns, handlelength=1.6, columnspacing=1.2)


def _tile(axes: Axes, x: int, y: int, row: Mapping[str, Any], how: tuple[Any, ...]) -> None:
    from matplotlib.patches import Rectangle

    norm, colours, unit = how
    value = row["value"]
    if not np.isfinite(value):
        axes.text(x, y, numbers.NO_VALUE, ha="center", va="center", color=style.FAINT)
        return
    colour = colours(norm(value) if norm.vmax > norm.vmin else 0.5)
    axes.add_patch(Rectangle((x - 0.48, y - 0.47), 0.96, 0.94, facecolor=colour, linewidth=0))
    ink = "#ffffff" if 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2] < 0.55 else "#000000"
    figure = numbers.Figure(value, row["low"], row["high"], numbers.SHARE if unit == numbers.SHARE else "", 0)
    if unit != numbers.SHARE:
        factor = numbers.scale(unit)
        figure = numbers.Figure(value * factor, row["low"] * factor, row["high"] * factor)
    axes.text(x, y + 0.16, figure.rounded, ha="center", va="center", color=ink, fontsize=style.LETTERS)
    error = figure.rounded_uncertainty.replace(f"{numbers.PLUS_MINUS} ", numbers.PLUS_MINUS).removesuffix(" pp")
    axes.text(x, y - 0.22, error, ha="center", va="center", color=ink, fontsize=style.SMALL - 1)


def _frame_tile(axes: Axes, x: int, y: int, colour: str, inset: float = 0.0) -> None:
    from matplotlib.patches import Rectangle

    corner, size = (x - 0.48 + inset, y - 0.47 + inset), (0.96 - 2 * inset, 0.94 - 2 * inset)
    frame = Rectangle(corner, *size, facecolor="none", edgecolor=colour, linewidth=2.6)
    frame.set_clip_on(False)
    axes.add_patch(frame)


# SVG ------------------------------------------------------------------------------------------------------------------

_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def to_svg(drawing: Drawing) -> str:
    """The chart as a file: without date, identifiers that follow from its content, letters as letters."""
    file = io.StringIO()
    drawing.savefig(file, format="svg", metadata=_NO_METADATA)
    svg = re.sub(r"\n <metadata>.*?</metadata>", "", file.getvalue(), flags=re.DOTALL)
    head, end, _ = svg.rpartition("</svg>")
    return f"{head}{overlay(drawing)}{end}\n"
