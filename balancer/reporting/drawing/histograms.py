"""Histograms of single games one above another, with named places and real plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from balancer.reporting import numbers
from balancer.reporting.drawing import dots, style
from balancer.reporting.drawing.charts import EDGE, left_of, up_ticks
from balancer.reporting.drawing.dots import Dots
from balancer.reporting.drawing.svg import Axes, Drawing, text_width
from balancer.reporting.drawing.ticks import frame_ticks, round_ticks, tick_labels

if TYPE_CHECKING:
    import pandas as pd

PANEL = 144.0  # points: height of a histogram with its axis
MAX_WHISKERS = 40  # bars with a whisker each; over more a band is drawn


def distribution(
    frames: Mapping[str, pd.DataFrame],
    marks: Mapping[str, Mapping[str, float]],
    real: Mapping[str, Dots] = MappingProxyType({}),
) -> Drawing:
    """Draw histograms one above another; frames: name -> frame with `x`, `value`, `low`, `high`.

    marks: name -> {"median": x}.  real: name -> the mean of real plays, drawn at the top of its plane.
    """
    drawing, top = Drawing(style.WIDTH, 0), 0.0
    for name, frame in frames.items():
        _histogram(drawing, top, frame, marks.get(name, {}), name, real.get(name))
        top += PANEL + dots.room(real.get(name))
    drawing.height = top
    return drawing


def _histogram(
    drawing: Drawing,
    top: float,
    frame: pd.DataFrame,
    marks: Mapping[str, float],
    name: str,
    real: Dots | None = None,
) -> None:
    xs = frame["x"].to_numpy(float)
    step = float(np.min(np.diff(xs))) if len(xs) > 1 else 1.0
    room = 0.75 * step if len(xs) > 1 else 1.0
    up = frame_ticks(frame, numbers.SHARE, 0.0)
    left = left_of(up, numbers.SHARE)
    first = top + dots.room(real)
    box = (left, first + 22, drawing.width - EDGE, first + PANEL - style.FOOT)
    reach = [float(xs[0]), float(xs[-1]), *dots.ends(real)]
    axes = Axes(drawing, box, (min(reach) - room, max(reach) + room), (up[0], up[-1]))
    up_ticks(axes, up, numbers.SHARE)
    half = 0.43 * (axes.x(float(xs[0]) + step) - axes.x(float(xs[0])))
    values, above, below = (
        [(axes.x(x), axes.y(y)) for x, y in zip(xs, frame[column], strict=True)] for column in ("value", "high", "low")
    )
    drawing.columns(values, axes.y(0), half, style.SKY)
    shown = [len(xs) <= MAX_WHISKERS or value > 0 for value in frame["value"]]
    if sum(shown) <= MAX_WHISKERS:
        whiskers = [(*low, *high) for low, high, is_shown in zip(below, above, shown, strict=True) if is_shown]
        drawing.segments(whiskers, style.INK, 1.6)
    else:
        drawing.area([*above, *reversed(below)], style.INK, fill_opacity="0.35")
    for words, at in _named_marks(marks, frame["x"]):
        _mark(axes, at, words)
    ticks = round_ticks(*axes.xlim, 7, whole=step >= 1)
    for value, words in zip(ticks, tick_labels(ticks, ""), strict=True):
        drawing.text(axes.x(value), box[3] + 13, words, anchor="middle")
    drawing.text((box[0] + box[2]) / 2, box[3] + 28, name, anchor="middle")
    drawing.text(2, first + 10, "games", fill=style.FAINT)
    dots.key(drawing, real, top + 8)
    for row in real.rows() if real else []:
        dots.level(axes, row, box[1] + 7, dots.words(f"mean of {name}", row, ""))


def _mark(axes: Axes, x: float, words: str) -> None:
    """Draw a named place on a histogram."""
    at, (left, top, right, bottom) = axes.x(x), axes.box
    axes.drawing.line((at, top, at, bottom), style.VERMILION, 1.2, stroke_dasharray=style.DASHED)
    half = text_width(words, style.SMALL) / 2
    side = "start" if at - half < left + 30 else "end" if at + half > right else "middle"
    if words:
        axes.drawing.text(at, top - 4, words, anchor=side, fill=style.FAINT)


def _named_marks(marks: Mapping[str, float], xs: pd.Series) -> list[tuple[str, float]]:
    """Return marks whose names don't overlap: marks at one place share theirs, one near the median gets none."""
    at: dict[float, str] = {}
    for name, x in marks.items():
        if np.isfinite(x):
            at[x] = f"{at[x]}, {name}" if x in at else name
    near = 0.17 * (float(xs.max() - xs.min()) or 1.0)
    middle = next((x for x, name in at.items() if "median" in name), None)
    return [("" if middle is not None and 0 < abs(x - middle) < near else name, x) for x, name in at.items()]
