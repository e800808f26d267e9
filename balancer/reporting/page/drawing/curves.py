"""Charts whose lines and rows bear their own names: the arc of a game, and distributions one under another."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from balancer.reporting import numbers
from balancer.reporting.page.drawing import style
from balancer.reporting.page.drawing.svg import Axes, Drawing, text_width
from balancer.reporting.page.drawing.ticks import round_ticks, tick_labels

if TYPE_CHECKING:
    import pandas as pd

DASHED = "4 3"
EDGE = 8.0
"""Room at the edges of a drawing."""
FOOT = 34.0
"""Room for ticks and the name of the axis below."""
ARC_HEIGHT = 132.0
LINE = 11.5
"""Height of a line of text."""
STEM = 9.0
"""From the end of a line to its name."""


def arc(frame: pd.DataFrame, *, reference: float, said: str, across: str, up: str) -> Drawing:
    """Shares over the course of a game, a line for each `series` with its interval as a band, named at its end.

    frame: columns series, x (0 to 1), value, low, high; reference: a share to compare with; said: its name.
    """
    series = list(dict.fromkeys(frame["series"]))
    widest = max(text_width(name, style.SMALL) for name in [*series, said])
    drawing = Drawing(style.WIDTH, 18 + ARC_HEIGHT + FOOT)
    left, right = 32.0, style.WIDTH - widest - STEM - 6
    axes = Axes(drawing, (left, 18, right, 18 + ARC_HEIGHT), (float(frame["x"].min()), 1.0), (0.0, 1.0))
    _grid(axes)
    drawing.line((left, axes.y(reference), right, axes.y(reference)), style.FAINT, 1.2, stroke_dasharray=DASHED)
    ends = [(axes.y(reference), said, style.FAINT)]
    for number, name in enumerate(series):
        rows = frame[frame["series"] == name]
        _curve(axes, rows, style.SERIES[number])
        ends.append((axes.y(float(rows["value"].iloc[-1])), name, style.SERIES[number]))
    _names_at_ends(axes, ends)
    drawing.text(2, 10, up, fill=style.FAINT)
    drawing.text((left + right) / 2, drawing.height - 5, across, anchor="middle")
    for row in frame.to_dict("records"):
        share = numbers.plain(row["x"], numbers.SHARE, 0)
        figure = numbers.Figure(row["value"], row["low"], row["high"], numbers.SHARE)
        drawing.point(axes.x(row["x"]), axes.y(row["value"]), f"{row['series']}, at {share}: {figure.short}")
    return drawing


def _grid(axes: Axes) -> None:
    """Shares along both axes, with lines across."""
    left, _, right, bottom = axes.box
    ticks = round_ticks(0.0, 1.0)
    levels = [(left, axes.y(value), right, axes.y(value)) for value in ticks]
    axes.drawing.segments(levels, style.GRID)
    for value, words in zip(ticks, tick_labels(ticks, numbers.SHARE), strict=True):
        axes.drawing.text(left - 5, axes.y(value) + 3.2, words, anchor="end")
        if value >= axes.xlim[0]:
            axes.drawing.text(axes.x(value), bottom + 13, words, anchor="middle")
    axes.frame()


def _curve(axes: Axes, rows: pd.DataFrame, colour: str) -> None:
    """A line over its band."""
    value, low, high = ([(axes.x(x), axes.y(y)) for x, y in zip(rows["x"], rows[k], strict=True)] for k in ENDS)
    axes.drawing.area([*high, *reversed(low)], colour, fill_opacity="0.25")
    axes.drawing.path(value, colour, 1.8)


ENDS = ("value", "low", "high")


def _names_at_ends(axes: Axes, ends: Sequence[tuple[float, str, str]]) -> None:
    """Names right of the lines, moved apart where lines end close together, each with a stem to its line."""
    _, top, right, bottom = axes.box
    ranked = sorted(ends)
    for (y, name, colour), at in zip(ranked, apart([y for y, _, _ in ranked], top, bottom), strict=True):
        axes.drawing.line((right, y, right + STEM, at), colour, 1.2)
        axes.drawing.text(right + STEM + 3, at + 3.2, name)


def apart(places: Sequence[float], least: float, most: float, gap: float = LINE) -> list[float]:
    """Ascending places moved as little as needed to be `gap` apart, from `least` to `most` if there is room."""
    moved = list(places)
    for k, place in enumerate(moved):
        moved[k] = max(place, moved[k - 1] + gap if k else least)
    ceiling = most
    for k in reversed(range(len(moved))):
        moved[k] = min(moved[k], ceiling)
        ceiling = moved[k] - gap
    return moved


RIDGE = 23.0
"""Height of a row of a chart of distributions."""
TALLEST = 1.35
"""The highest bar in rows: it may reach into the row above."""
LEAST_BAR = 0.2
"""Height of a bar, in points, below which it can't be seen and is left out."""
LABEL_WIDTH = 22
"""Characters of a line in the label of a row."""


def ridges(
    frame: pd.DataFrame, *, across: str, up: str, medians: Mapping[str, float], mark: tuple[float, str]
) -> Drawing:
    """Distributions one under another on one scale, each named on the left, its median marked.

    frame: columns label, said (words of the row), x, value (share), low, high; medians: label -> median; mark: a place
    marked through all rows, and its name.
    """
    labels = {str(name): textwrap.wrap(str(name), LABEL_WIDTH) or [""] for name in dict.fromkeys(frame["label"])}
    height = max(RIDGE, 3 + LINE * max(map(len, labels.values())))
    left = 10 + max(text_width(line, style.SMALL) for lines in labels.values() for line in lines)
    steps = np.diff(np.sort(frame["x"].unique().astype(float)))
    step = float(np.min(steps)) if len(steps) else 1.0
    scale = RIDGE * TALLEST / float(frame["value"].max())
    frame = frame[frame["value"] * scale >= LEAST_BAR]
    top = 18 + RIDGE * (TALLEST - 1) + LINE
    drawing = Drawing(style.WIDTH, top + height * len(labels) + FOOT)
    box = (left, top, style.WIDTH - EDGE, top + height * len(labels))
    axes = Axes(drawing, box, (float(frame["x"].min()) - step, float(frame["x"].max()) + step), (0.0, 1.0))
    _value_grid(axes, whole=step >= 1)
    for number, (name, lines) in enumerate(labels.items()):
        rows, base = frame[frame["label"] == name], top + height * (number + 1)
        _ridge(axes, rows, base, scale, 0.46 * step)
        drawing.line((axes.x(medians[name]), base, axes.x(medians[name]), base - 9), style.VERMILION, 2)
        for k, line in enumerate(lines):
            drawing.text(left - 6, base - 3 + LINE * (k - (len(lines) - 1)), line, anchor="end")
        middle, half = (left + box[2]) / 2, (box[2] - left) / 2
        drawing.point(middle, base - height / 2, str(rows["said"].iloc[0]), half=(half, height / 2))
    _marked(axes, *mark)
    drawing.text(2, 10, up, fill=style.FAINT)
    drawing.text((left + box[2]) / 2, drawing.height - 5, across, anchor="middle")
    return drawing


def _value_grid(axes: Axes, *, whole: bool) -> None:
    """Values below the rows, with lines up."""
    _, top, _, bottom = axes.box
    ticks = round_ticks(*axes.xlim, 7, whole=whole)
    axes.drawing.segments([(axes.x(value), top, axes.x(value), bottom) for value in ticks], style.GRID)
    for value, words in zip(ticks, tick_labels(ticks, ""), strict=True):
        axes.drawing.text(axes.x(value), bottom + 13, words, anchor="middle")


def _ridge(axes: Axes, rows: pd.DataFrame, base: float, scale: float, half: float) -> None:
    """The bars of one distribution with their intervals."""
    left, _, right, _ = axes.box
    wide = axes.x(axes.xlim[0] + half) - axes.x(axes.xlim[0])
    tops = [(axes.x(x), base - scale * share) for x, share in zip(rows["x"], rows["value"], strict=True)]
    axes.drawing.columns(tops, base, wide, style.SKY)
    whiskers = [
        (axes.x(x), base - scale * low, axes.x(x), base - scale * high)
        for x, low, high in zip(rows["x"], rows["low"], rows["high"], strict=True)
        if scale * (high - low) >= VISIBLE_WHISKER
    ]
    if whiskers:
        axes.drawing.segments(whiskers, style.INK, 1.2)
    axes.drawing.line((left, base, right, base), style.FAINT)


VISIBLE_WHISKER = 0.5
"""Points below which a whisker is no more than a dot on its bar."""


def _marked(axes: Axes, value: float, words: str) -> None:
    """A broken line through all rows, named above."""
    left, top, right, bottom = axes.box
    at, half = axes.x(value), text_width(words, style.SMALL) / 2
    axes.drawing.line((at, top - 2, at, bottom), style.FAINT, 1.2, stroke_dasharray=DASHED)
    side = "start" if at - half < left else "end" if at + half > right else "middle"
    axes.drawing.text(at, top - 5, words, anchor=side, fill=style.FAINT)
