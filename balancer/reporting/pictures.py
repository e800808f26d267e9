"""Pictures for slides and notebooks, by matplotlib: the charts of the page with title, intervals and footer.

Colours, markers and ticks are those of the page (`page/drawing`).  Only what draws imports this module: matplotlib
takes half a second.
"""

from __future__ import annotations

import contextlib
import io
import math
import pathlib
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as MplFigure

from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric_names import UnknownNameError, names_for, parse
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, joined_phrases
from balancer.reporting.drawing import style
from balancer.reporting.drawing.curves import apart
from balancer.reporting.drawing.ticks import named_places, places_of, tick_labels, value_ticks
from balancer.reporting.figure_reader import HeadlineFigure, headline_figure
from balancer.reporting.findings.axis_line import Items
from balancer.reporting.reports.run_report import RunReport
from balancer.simulation import store
from balancer.wording import capital

KINDS = ("png", "svg", "pdf")  # kinds of files, by their ending

FOLDER = "pictures"  # in a results folder

SIZE = (8.0, 4.5)  # inches: half a slide of 16 by 9
MAX_SERIES = 8  # lines in a picture; of more the first
ASIDE = 0.008  # share of the width of the plane by which lines are moved aside, or whiskers would hide one another
NAME_GAP = 0.055  # share of the height between the names of lines that end close together


class Picture(MplFigure):
    """A matplotlib figure that notebooks show by themselves."""

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()


@dataclass(frozen=True)
class Series:
    """A line: its name and figures along x, in the order of the axis."""

    name: str
    points: Sequence[tuple[Any, Figure]]


# What is drawn --------------------------------------------------------------------------------------------------------
def plot(report: RunReport, figure: str, x: str | None = None) -> Picture:
    """One figure over an axis of the sweep (the main one by itself), a line for each item, or value of another axis.

    figure: its dotted name; x: an axis as scenarios name it, with or without `rules.`.  Of a run without axes a dot for
    each item.  ValueError: the cells have no such figure, or there is no such axis.
    """
    return _picture(report, headline_figure(report.cells, _named(report, figure)), x)


def _named(report: RunReport, figure: str) -> FigureRef:
    """The figure of that name, in the first cell that has it: of a persona that sits at some tables only, too."""
    for cell in report.cells:
        with contextlib.suppress(UnknownNameError):
            return parse(names_for(cell), figure)
    return parse(names_for(report.cells[0]), figure)


def _picture(report: RunReport, headline: HeadlineFigure, x: str | None = None) -> Picture:
    items = headline.read(report.reader, report.cells, report.reader.confidence)
    if not report.sweep.axes or len(report.cells) == 1:
        return _rows(report, headline, capital(headline.label), [(item, values[0]) for item, values in items.items()])
    axis = _axis(report, x)
    second_axis = _beside(report, axis) if len(items) == 1 else None
    series = list(_series(report, items, axis, second_axis))
    title = f"{capital(headline.label)} by {report.sweep.axes[axis].label}"
    fixed = _held(report, axis, second_axis)
    if len(series) == 1 and not report.sweep.axes[axis].numeric:
        return _rows(report, headline, title, sorted(series[0].points, key=lambda point: point[1].value), fixed)
    return _lines(report, headline, title, axis, series, fixed)


def charts(report: RunReport) -> dict[str, Picture]:
    """A picture of each headline figure, by a name that speaks: `instant-by-win-threshold`."""
    sweep = report.sweep
    over = f"-by-{_slug(axis_label(sweep.axes[sweep.main_axis].name))}" if sweep.axes and len(report.cells) > 1 else ""
    return {
        f"{_slug(headline.ref.of or headline.ref.name)}{over}": _picture(report, headline)
        for headline in report.headline
    }


def write(report: RunReport, folder: pathlib.Path, kind: str) -> list[pathlib.Path]:
    """Write `charts` as files of a kind (`KINDS`) into `pictures` of a results folder; their paths.

    The same report gives the same bytes.  StoreError.
    """
    written = []
    dated = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    with mpl.rc_context({"svg.hashsalt": "balancer", "svg.fonttype": "none"}):
        for name, picture in charts(report).items():
            content, file = io.BytesIO(), f"{FOLDER}/{name}.{kind}"
            picture.savefig(content, format=kind, metadata=dated)
            store.write_inside(folder, file, content.getvalue())
            written.append(folder / file)
    return written


def _slug(text: str) -> str:
    return re.sub(r"[^\w]+|_", "-", text.lower()).strip("-")


def _axis(report: RunReport, x: str | None) -> int:
    names = [axis.name for axis in report.sweep.axes]
    if x is None:
        return report.sweep.main_axis
    places = [place for place, name in enumerate(names) if x in {name, axis_label(name)}]
    if not places:
        message = f"no axis {x!r}; the sweep has {', '.join(names)}"
        raise ValueError(message)
    return places[0]


def _beside(report: RunReport, axis: int) -> int | None:
    """The axis whose values are lines of their own; None where the cells lie on one line."""
    sweep = report.sweep
    if not sweep.other_lines(axis):
        return None
    return next((k for k in (sweep.second_axis, sweep.main_axis) if k not in (axis, None)), None)


def _held(report: RunReport, *shown: int | None) -> str:
    """Where a picture is on the axes that it does not show: ` (with ties won by the last seat)`."""
    sweep = report.sweep
    centre = sweep.places[sweep.centre]
    phrases = [axis.phrase(centre[k]) for k, axis in enumerate(sweep.axes) if k not in shown]
    return f" ({joined_phrases(phrases)})" if phrases else ""


def _series(report: RunReport, items: Items, axis: int, second_axis: int | None) -> Iterator[Series]:
    """A line for each item, or for each value of the axis beside; all other axes as in the central cell."""
    sweep = report.sweep
    lines = [("", sweep.line(axis))]
    if second_axis is not None:
        others = [k for k in range(len(sweep.axes)) if k not in (axis, second_axis)]
        centre = sweep.places[sweep.centre]
        crossing = [
            line
            for line in [sweep.line(axis), *sweep.other_lines(axis)]
            if all(sweep.places[line[0]][k] == centre[k] for k in others)
        ]
        crossing.sort(key=lambda line: sweep.axes[second_axis].order(sweep.places[line[0]][second_axis]))
        lines = [(sweep.axes[second_axis].named(sweep.places[line[0]][second_axis]), line) for line in crossing]
    for item, values in list(items.items())[:MAX_SERIES]:
        for name, line in lines[:MAX_SERIES]:
            points = [(sweep.value(cell, axis), values[cell]) for cell in line if values[cell].defined]
            if points:
                yield Series(item or name, points)


# Drawing --------------------------------------------------------------------------------------------------------------
def _lines(
    report: RunReport, headline: HeadlineFigure, title: str, axis: int, series: Sequence[Series], fixed: str
) -> Picture:
    """Figures over an axis, each with its interval, every line named at its end."""
    over = report.sweep.axes[axis]
    picture, axes = _plane(report, title, fixed)
    places = places_of([x for line in series for x, _ in line.points])
    joined = over.numeric
    ends = places.values()
    step = ASIDE * (max(ends, default=0.0) - min(ends, default=0.0) if joined else 10)
    for number, line in enumerate(series):
        aside = step * (number - (len(series) - 1) / 2)
        for words in (True, False):  # a special value, such as off, is no step along the axis
            points = [point for point in line.points if isinstance(point[0], str) == words]
            if not points:
                continue
            xs = [places[x] + aside for x, _ in points]
            _with_intervals(axes, xs, [figure for _, figure in points], number, joined=joined and not words)
    ticks, labels, name = _values(
        [figure for line in series for _, figure in line.points], headline.unit, headline.label
    )
    axes.set_ylim(ticks[0], ticks[-1])
    axes.set_yticks(ticks, labels)
    axes.set_ylabel(name, color=style.INK)
    across = named_places(places)
    axes.set_xticks([at for at, _ in across], [name if joined else textwrap.fill(name, 16) for _, name in across])
    axes.set_xlabel(capital(over.label), color=style.INK)
    if len(series) > 1:
        _names(axes, [(line.name, line.points[-1][1].value) for line in series], max(places.values()))
    return picture


def _rows(
    report: RunReport, headline: HeadlineFigure, title: str, figures: Sequence[tuple[str, Figure]], fixed: str = ""
) -> Picture:
    """A dot and its interval for each of several words, one above another."""
    picture, axes = _plane(report, title, fixed, "x")
    defined = [(name, figure) for name, figure in figures if figure.defined]
    _with_intervals(axes, list(range(len(defined))), [figure for _, figure in defined], 0, joined=False, turned=True)
    ticks, labels, name = _values([figure for _, figure in defined], headline.unit, headline.label)
    axes.set_xlim(ticks[0], ticks[-1])
    axes.set_xticks(ticks, labels)
    axes.set_xlabel(name, color=style.INK)
    axes.set_yticks(range(len(defined)), [textwrap.shorten(name, 40, placeholder="…") for name, _ in defined])
    axes.set_ylim(-0.6, len(defined) - 0.4)
    return picture


def _plane(report: RunReport, title: str, fixed: str, grid: Literal["x", "y"] = "y") -> tuple[Picture, Any]:
    """An empty plane with title, the question below it, and what was played in the footer."""
    picture = Picture(figsize=SIZE, dpi=150, layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    picture.suptitle(title, x=0.01, ha="left", fontsize=14, fontweight="bold", color=style.INK)
    axes.set_title(report.title + fixed, loc="left", fontsize=10, color=style.FAINT)
    picture.supxlabel(_footer(report), x=0.01, ha="left", fontsize=8, color=style.FAINT)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(style.FAINT)
    axes.tick_params(colors=style.INK, length=0)
    axes.grid(axis=grid, color=style.GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    return picture, axes


def _footer(report: RunReport) -> str:
    """`Oktoberfest; 20 000 games in each of 40 cells; 95% intervals; balancer 0.1.0`."""
    cells = report.cells
    each = f" in each of {len(cells)} cells" if len(cells) > 1 else ""
    games = f"{numbers.counts(cell.games for cell in cells)} games{each}".replace("\N{NARROW NO-BREAK SPACE}", " ")
    sure = f"{numbers.confidence(report.reader.confidence)} intervals"
    version = f"balancer {report.manifest.versions.get('balancer', '')}".strip()
    return f"{report.game_title}; {games}; {sure}; {version}"


def _with_intervals(
    axes: Any, xs: Sequence[float], figures: Sequence[Figure], number: int, *, joined: bool, turned: bool = False
) -> None:
    """Points with the bars of their intervals, in the colour and with the marker of a line on the page."""
    ends = [
        [figure.value - figure.low if math.isfinite(figure.low) else 0.0 for figure in figures],
        [figure.high - figure.value if math.isfinite(figure.high) else 0.0 for figure in figures],
    ]
    colour = style.SERIES[number % len(style.SERIES)]
    marker = style.MARKERS[number % len(style.MARKERS)]
    values = [figure.value for figure in figures]
    where = {"x": values, "y": xs, "xerr": ends} if turned else {"x": xs, "y": values, "yerr": ends}
    axes.errorbar(
        **where, color=colour, marker=marker, markersize=5, capsize=3,
        linewidth=1.6 if joined else 0.0, elinewidth=1.4,
    )  # fmt: skip


def _values(figures: Sequence[Figure], unit: str, label: str) -> tuple[list[float], list[str], str]:
    """The axis of values: ticks from below the lowest to above the highest interval, their labels, its name."""
    ticks = value_ticks([end for figure in figures for end in (figure.low, figure.high, figure.value)], unit)
    return ticks, tick_labels(ticks, unit), capital(numbers.with_unit(label, unit))


def _names(axes: Any, ends: Sequence[tuple[str, float]], right: float) -> None:
    """The name of each line right of its end, apart from one another."""
    low, high = axes.get_ylim()
    ranked = sorted(range(len(ends)), key=lambda number: ends[number][1])
    at = apart([ends[number][1] for number in ranked], low, high, NAME_GAP * (high - low))
    for number, y in zip(ranked, at, strict=True):
        name, end = ends[number]
        axes.annotate(
            name, (right, end), (1.02, y), xycoords="data", textcoords=axes.get_yaxis_transform(), va="center",
            color=style.SERIES[number % len(style.SERIES)], fontsize=9,
            arrowprops={"arrowstyle": "-", "color": style.GRID, "linewidth": 0.8},
        )  # fmt: skip
