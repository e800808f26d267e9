"""Pictures for slides and notebooks, by matplotlib: charts of the page, each with its finding as title and a footer.

Colours, markers and ticks are those of the page (`drawing`).  Only code that draws imports this module: matplotlib
takes half a second.
"""

from __future__ import annotations

import contextlib
import io
import math
import pathlib
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as MplFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from balancer.analysis.estimates.equal_share import share_of_player
from balancer.analysis.estimates.metric_names import UnknownNameError, names_for, parse
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, joined_phrases
from balancer.reporting.drawing import style
from balancer.reporting.drawing.curves import apart
from balancer.reporting.drawing.ticks import named_places, places_of, tick_labels, value_ticks
from balancer.reporting.figure_reader import HeadlineFigure, headline_figure
from balancer.reporting.findings.axis_line import Items
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.page.sweep_section import allowed_band
from balancer.reporting.run_report import RunReport
from balancer.simulation import store
from balancer.wording import capital, listed

KINDS = ("png", "svg", "pdf")  # kinds of files, by their ending

FOLDER = "pictures"  # in a results folder

SIZE = (8.0, 4.5)  # inches: half a slide of 16 by 9
MAX_SERIES = 8  # lines in a picture; of more the first
MAX_CHANGES = 16  # changes in a ranking; of more those with the largest effects
LETTERS = {13: 64, 11: 76, 9: 100, 8: 112}  # font size in points -> letters in a line from the plane to the right edge
WIDE_LEFT = 0.16  # share of the width: if the plane begins farther right, the texts begin at the left edge
SHIFT = 0.008  # share of the width by which lines are shifted, or their whiskers would hide one another
NAME_GAP = 0.055  # share of the height between the names of lines that end close together
RING = 130  # square points: area of the ring around the base
RATES = ("seat_win_rate", "seat_loss_rate", "persona_win_rate", "persona_loss_rate")  # compared with an equal share

Band = tuple[float | None, float | None]


class Picture(MplFigure):
    """A matplotlib figure that notebooks show by themselves."""

    above: Sequence[Any] = ()  # title and footer
    subtitle: Any = None

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()


@dataclass(frozen=True)
class Series:
    """A line: its name, and figures along x in the order of the axis."""

    name: str
    points: Sequence[tuple[Any, Figure]]
    cells: Sequence[int]  # the cell of each point


@dataclass(frozen=True)
class PictureWords:
    """The texts of a picture."""

    title: str  # the finding, or the name of the figure
    subtitle: str
    footer: str
    notes: Sequence[str] = ()  # legend of band, ring and broken line


@dataclass(frozen=True)
class RankedChange:
    """A row of a ranking: the difference that one change makes."""

    label: str
    figure: Figure
    decided: bool
    margin: float  # not finite for none


# Pictures of a run ----------------------------------------------------------------------------------------------------
def plot(report: RunReport, figure: str, x: str | None = None) -> Picture:
    """Draw one figure over an axis of the sweep (by default the main one), a line for each item or second value.

    figure: its dotted name.  x: an axis as scenarios name it, with or without `rules.`.  A run without axes has a dot
    for each item.  ValueError: the cells have no such figure, or there is no such axis.
    """
    return _picture(report, headline_figure(report.cells, _named(report, figure)), x)


def _named(report: RunReport, figure: str) -> FigureRef:
    for cell in report.cells:  # some cells may lack a persona
        with contextlib.suppress(UnknownNameError):
            return parse(names_for(cell), figure)
    return parse(names_for(report.cells[0]), figure)


def _picture(report: RunReport, headline: HeadlineFigure, x: str | None = None) -> Picture:
    items = headline.read(report.reader, report.cells, report.reader.confidence)
    if not report.sweep.axes or len(report.cells) == 1:
        cells = [0] * len(items)
        rows = Series("", [(item, values[0]) for item, values in items.items()], cells)
        return _rows(report, headline, _words(report, headline, capital(headline.label)), rows)
    figures = report.changes.of_headline(headline.ref) if report.changes and x is None else []
    if figures:
        return _ranking(report, headline, figures)
    axis = _axis(report, x)
    second_axis = _second_axis(report, axis) if len(items) == 1 else None
    series = list(_series(report, items, axis, second_axis))
    subtitle = f"{capital(headline.label)} by {report.sweep.axes[axis].label}{_fixed(report, axis, second_axis)}"
    words = _words(report, headline, subtitle)
    if len(series) == 1 and not report.sweep.axes[axis].numeric:
        order = sorted(range(len(series[0].points)), key=lambda k: -series[0].points[k][1].value)
        ranked = Series("", [series[0].points[k] for k in order], [series[0].cells[k] for k in order])
        return _rows(report, headline, words, ranked)
    return _lines(report, headline, words, axis, series)


def charts(report: RunReport) -> dict[str, Picture]:
    """Return a picture of each headline figure, by a name for its file: `instant-by-win-threshold`."""
    sweep = report.sweep
    over = ""
    if sweep.axes and len(report.cells) > 1:
        over = "-by-change" if report.changes else f"-by-{slug(axis_label(sweep.axes[sweep.main_axis].name))}"
    names = {f"{slug(headline.ref.of or headline.ref.name)}{over}": headline for headline in report.headline}
    return {name: _picture(report, headline) for name, headline in names.items()}


def write(pictures: Mapping[str, Picture], folder: pathlib.Path, kind: str) -> list[pathlib.Path]:
    """Write pictures as files of a kind (`KINDS`) into `pictures` of a results folder; return their paths.

    The same pictures give the same bytes.  StoreError: the folder can't be written.
    """
    written = []
    undated = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
    with mpl.rc_context({"svg.hashsalt": "balancer", "svg.fonttype": "none"}):
        for name, picture in pictures.items():
            content, file = io.BytesIO(), f"{FOLDER}/{name}.{kind}"
            picture.savefig(content, format=kind, metadata=undated)
            store.write_inside(folder, file, content.getvalue())
            written.append(folder / file)
    return written


def slug(text: str) -> str:
    """Return a text as part of a file name: `win-threshold`."""
    return re.sub(r"[^\w]+|_", "-", text.lower()).strip("-")


def _words(report: RunReport, headline: HeadlineFigure, subtitle: str) -> PictureWords:
    """Return the texts of a picture; its title is the finding on a headline figure."""
    numbers_of = {figure.ref: number for number, figure in enumerate(report.headline)}
    number = numbers_of.get(headline.ref)
    lead = report.findings[number].lead if number is not None else ""
    return PictureWords(lead or subtitle, subtitle if lead else "", _footer(report))


def _axis(report: RunReport, x: str | None) -> int:
    names = [axis.name for axis in report.sweep.axes]
    if x is None:
        return report.sweep.main_axis
    places = [place for place, name in enumerate(names) if x in {name, axis_label(name)}]
    if not places:
        message = f"no axis {x!r}; the sweep has {', '.join(names)}"
        raise ValueError(message)
    return places[0]


def _second_axis(report: RunReport, axis: int) -> int | None:
    """Return the axis that has a line for each value; None if all cells are on one line."""
    sweep = report.sweep
    if not sweep.other_lines(axis):
        return None
    return next((k for k in (sweep.second_axis, sweep.main_axis) if k not in (axis, None)), None)


def _fixed(report: RunReport, *shown: int | None) -> str:
    """Return the values of the axes that a picture does not show: ` (with ties won by the last seat)`."""
    sweep = report.sweep
    centre = sweep.places[sweep.centre]
    phrases = [axis.phrase(centre[k]) for k, axis in enumerate(sweep.axes) if k not in shown]
    return f" ({joined_phrases(phrases)})" if phrases else ""


def _series(report: RunReport, items: Items, axis: int, second_axis: int | None) -> Iterator[Series]:
    """Yield a line for each item, or for each value of the second axis; other axes stay as in the central cell."""
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
            cells = [cell for cell in line if values[cell].defined]
            if cells:
                yield Series(item or name, [(sweep.value(cell, axis), values[cell]) for cell in cells], cells)


def _footer(report: RunReport) -> str:
    """Return `Where should …?; Oktoberfest; 20 000 games in each of 40 settings; 95% intervals; balancer 0.1.0`."""
    cells = report.cells
    each = f" in each of {len(cells)} settings" if len(cells) > 1 else ""
    games = f"{numbers.counts(cell.games for cell in cells)} games{each}"
    versions = report.manifest.versions
    return footer(report.title, report.game_title, games, report.reader.confidence, versions)


def footer(title: str, game: str, games: str, confidence: float, versions: Mapping[str, Any]) -> str:
    """Return the question, the game, the games behind the figures, the confidence, and the version."""
    level = f"{numbers.confidence(confidence)} intervals"
    version = f"balancer {versions.get('balancer', '')}".strip()
    return f"{title} – {game}; {games}; {level}; {version}".replace("\N{NARROW NO-BREAK SPACE}", " ")


# Drawing --------------------------------------------------------------------------------------------------------------
def _lines(
    report: RunReport, headline: HeadlineFigure, words: PictureWords, axis: int, series: Sequence[Series]
) -> Picture:
    """Draw figures over an axis, each with its interval, every line named at its end."""
    over, base = report.sweep.axes[axis], report.sweep.base
    band = allowed_band(report, headline)
    references = _references(report, headline, series)
    picture, axes = _plane(_with_notes(words, series, base, band, references))
    places = places_of([x for line in series for x, _ in line.points])
    joined = over.numeric
    xs_at = places.values()
    step = SHIFT * (max(xs_at, default=0.0) - min(xs_at, default=0.0) if joined else 10)
    figures = [figure for line in series for _, figure in line.points]
    ticks, labels, name = _values(
        figures, headline.unit, headline.label, *band, *(y for _, ys in references for y in ys)
    )
    _draw_band(axes.axhspan, band, ticks)
    for _, ys in references:
        xs = [places[x] for x, _ in series[0].points]
        line_of = ([min(xs), max(xs)], [ys[0]] * 2) if len(set(ys)) == 1 else (xs, ys)
        axes.plot(*line_of, color=style.FAINT, linestyle="--", linewidth=1.2, zorder=1)
    for number, line in enumerate(series):
        shift = step * (number - (len(series) - 1) / 2)
        for is_word in (True, False):  # a special value, such as off, is no step along the axis
            points = [point for point in line.points if isinstance(point[0], str) == is_word]
            if points:
                xs = [places[x] + shift for x, _ in points]
                figures = [figure for _, figure in points]
                _with_intervals(axes, xs, figures, number, joined=joined and not is_word)
        if base in line.cells:
            x, figure = line.points[line.cells.index(base)]
            _ring(axes, places[x] + shift, figure.value)
    axes.set_ylim(ticks[0], ticks[-1])
    axes.set_yticks(ticks, labels)
    axes.set_ylabel(name, color=style.INK)
    across = named_places(places)
    axes.set_xticks([at for at, _ in across], [name if joined else textwrap.fill(name, 16) for _, name in across])
    axes.set_xlabel(capital(over.label), color=style.INK)
    if len(series) > 1:
        _names(axes, [(line.name, line.points[-1][1].value) for line in series], max(places.values()))
    return _aligned(picture, axes)


def _rows(report: RunReport, headline: HeadlineFigure, words: PictureWords, rows: Series) -> Picture:
    """Draw a dot and its interval for each of several words, the first on top."""
    defined = [k for k, (_, figure) in enumerate(rows.points) if figure.defined]
    rows = Series("", [rows.points[k] for k in defined], [rows.cells[k] for k in defined])
    band, base = allowed_band(report, headline), report.sweep.base
    references = _references(report, headline, [rows])
    ringed = len(set(rows.cells)) > 1
    words = _with_notes(words, [rows] if ringed else [], base, band, references)
    picture, axes = _plane(words, "x")
    figures = [figure for _, figure in rows.points]
    ticks, labels, name = _values(
        figures, headline.unit, headline.label, *band, *(y for _, ys in references for y in ys)
    )
    _draw_band(axes.axvspan, band, ticks)
    for _, values in references:
        if len(set(values)) == 1:
            axes.axvline(values[0], color=style.FAINT, linestyle="--", linewidth=1.2, zorder=1)
    _with_intervals(axes, list(range(len(figures))), figures, 0, joined=False, turned=True)
    if ringed and base in rows.cells:
        _ring(axes, rows.points[rows.cells.index(base)][1].value, rows.cells.index(base))
    axes.set_xlim(ticks[0], ticks[-1])
    axes.set_xticks(ticks, labels)
    axes.set_xlabel(name, color=style.INK)
    axes.set_yticks(range(len(figures)), [textwrap.shorten(str(name), 40, placeholder="…") for name, _ in rows.points])
    axes.set_ylim(len(figures) - 0.4, -0.6)
    return _aligned(picture, axes)


def _ranking(report: RunReport, headline: HeadlineFigure, figures: Sequence[str]) -> Picture:
    """Draw the effects of all single changes on the figures of a headline, the largest on top."""
    assert report.changes is not None  # noqa: S101 - asked by the caller
    ranked = [effect for figure in figures for effect in report.changes.ranked(figure) if effect.value is not None]
    ranked.sort(key=lambda effect: (not effect.certain, -effect.size))
    several = len(figures) > 1
    rows = []
    for effect in ranked:
        if not effect.identical:
            low, high = (math.nan if end is None else end for end in effect.interval)
            label = effect.rule.label + (f": {figure_words(effect).partition(': ')[2]}" if several else "")
            figure = Figure(effect.value or 0.0, low, high)
            rows.append(RankedChange(label, figure, effect.certain, effect.margin))
    subtitle = f"{capital(headline.label)}: change against the base rules, in pairs on the same dice"
    return ranking(_words(report, headline, subtitle), rows, headline.unit)


def ranking(
    words: PictureWords,
    changes: Sequence[RankedChange],
    unit: str,
    *,
    hollow: str = "no clear change",
) -> Picture:
    """Draw differences with their intervals, one under another in the given order; hollow: the meaning of open dots."""
    changes, unit = changes[:MAX_CHANGES], numbers.as_difference(unit)
    margins = [change.margin for change in changes if math.isfinite(change.margin)]
    notes = [*words.notes, f"Hollow: {hollow}.", *(["Grey band: the margin."] if margins else [])]
    picture, axes = _plane(PictureWords(words.title, words.subtitle, words.footer, notes), "x")
    figures = [change.figure for change in changes]
    ticks, labels, name = _values(figures, unit, "change", 0.0, *margins, *(-margin for margin in margins))
    axes.axvline(0.0, color=style.FAINT, linestyle="--", linewidth=1.2, zorder=1)
    for row, change in enumerate(changes):
        if math.isfinite(change.margin):
            half = change.margin
            axes.fill_between([-half, half], row - 0.36, row + 0.36, color=style.GRID, linewidth=0, zorder=0.5)
        _with_intervals(axes, [row], [change.figure], 0, joined=False, turned=True, hollow=not change.decided)
    axes.set_xlim(ticks[0], ticks[-1])
    axes.set_xticks(ticks, labels)
    axes.set_xlabel(name, color=style.INK)
    axes.set_yticks(range(len(changes)), [textwrap.shorten(change.label, 44, placeholder="…") for change in changes])
    axes.set_ylim(len(changes) - 0.4, -0.6)
    return _aligned(picture, axes)


def _references(report: RunReport, headline: HeadlineFigure, series: Sequence[Series]) -> list[tuple[str, list[float]]]:
    """Return the broken lines of the page (name, value at each point): an equal share; a base that is off the axes."""
    if not series:
        return []
    cells = series[0].cells
    if headline.offer.metric.name in RATES and all(report.cells[cell].has_equal_players for cell in cells):
        return [("an equal share", [share_of_player(report.cells[cell]) for cell in cells])]
    if report.sweep.base_apart and len(series) == 1:
        items = headline.read(report.reader, report.cells, report.reader.confidence)
        base = next(iter(items.values()))[report.sweep.base]
        return [(f"the base ({report.sweep.base_values})", [base.value] * len(cells))] if base.defined else []
    return []


def _with_notes(
    words: PictureWords, series: Sequence[Series], base: int, band: Band, references: Sequence[tuple[str, list[float]]]
) -> PictureWords:
    notes = ["Green band: what the check allows."] if band != (None, None) else []
    notes += [f"Broken line: {listed([name for name, _ in references])}."] if references else []
    notes += ["Ring: the base rules."] if any(base in line.cells for line in series) else []
    return PictureWords(words.title, words.subtitle, words.footer, notes)


def _plane(words: PictureWords, grid: Literal["x", "y"] = "y") -> tuple[Picture, Any]:
    """Return an empty plane with its title, notes above it, and the footer."""
    picture = Picture(figsize=SIZE, dpi=150, layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1))
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    size = 13 if len(textwrap.wrap(numbers.unbroken(words.title), LETTERS[13])) < 3 else 11
    title = "\n".join(textwrap.wrap(numbers.unbroken(words.title), LETTERS[size]))
    above = "\n".join([*textwrap.wrap(words.subtitle, LETTERS[9]), *textwrap.wrap(" ".join(words.notes), LETTERS[9])])
    below = "\n".join(textwrap.wrap(words.footer, LETTERS[8]))
    picture.above = [
        picture.suptitle(title, ha="left", fontsize=size, fontweight="bold", color=style.INK),
        picture.supxlabel(below, ha="left", fontsize=8, color=style.FAINT),
    ]
    picture.subtitle = axes.set_title(above, loc="left", fontsize=9, color=style.FAINT)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(style.FAINT)
    axes.tick_params(colors=style.INK, length=0)
    axes.grid(axis=grid, color=style.GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    return picture, axes


def _aligned(picture: Picture, axes: Any) -> Picture:
    """Align title, subtitle and footer with the plane, whose place is known only once the layout is done."""
    picture.draw_without_rendering()
    box = axes.get_position()
    left = box.x0 if box.x0 < WIDE_LEFT else 0.02
    for words in picture.above:
        words.set_x(left)
    picture.subtitle.set_x((left - box.x0) / box.width)
    return picture


def _draw_band(span: Any, band: Band, ticks: Sequence[float]) -> None:
    if band != (None, None):
        low, high = (ticks[k] if end is None else end for k, end in ((0, band[0]), (-1, band[1])))
        span(low, high, color=style.GREEN, alpha=0.2, linewidth=0, zorder=0)


def _ring(axes: Any, x: float, y: float) -> None:
    axes.scatter([x], [y], s=RING, facecolors="none", edgecolors=style.VERMILION, linewidths=1.8, zorder=4)


def _with_intervals(
    axes: Any,
    xs: Sequence[float],
    figures: Sequence[Figure],
    number: int,
    *,
    joined: bool,
    turned: bool = False,
    hollow: bool = False,
) -> None:
    """Draw points with the bars of their intervals, in the colour and with the marker of a line on the page."""
    ends = [
        [figure.value - figure.low if math.isfinite(figure.low) else 0.0 for figure in figures],
        [figure.high - figure.value if math.isfinite(figure.high) else 0.0 for figure in figures],
    ]
    colour = style.SERIES[number % len(style.SERIES)]
    marker = style.MARKERS[number % len(style.MARKERS)]
    values = [figure.value for figure in figures]
    where = {"x": values, "y": xs, "xerr": ends} if turned else {"x": xs, "y": values, "yerr": ends}
    axes.errorbar(
        **where, color=colour, marker=marker, markersize=5, capsize=3, markerfacecolor="white" if hollow else colour,
        linewidth=1.6 if joined else 0.0, elinewidth=1.4, zorder=3,
    )  # fmt: skip


def _values(
    figures: Sequence[Figure], unit: str, label: str, *more: float | None
) -> tuple[list[float], list[str], str]:
    """Return the axis of values: ticks that enclose all intervals and further values, their labels, its name."""
    ticks = value_ticks([*(end for figure in figures for end in (figure.low, figure.high, figure.value)), *more], unit)
    return ticks, tick_labels(ticks, unit), capital(numbers.with_unit(label, unit))


def _names(axes: Any, ends: Sequence[tuple[str, float]], right: float) -> None:
    """Write the name of each line right of its end, apart from one another."""
    low, high = axes.get_ylim()
    ranked = sorted(range(len(ends)), key=lambda number: ends[number][1])
    at = apart([ends[number][1] for number in ranked], low, high, NAME_GAP * (high - low))
    for number, y in zip(ranked, at, strict=True):
        name, end = ends[number]
        colour = style.SERIES[number % len(style.SERIES)]
        axes.annotate(
            name, (right, end), (1.02, y), xycoords="data", textcoords=axes.get_yaxis_transform(), va="center",
            color=colour, fontsize=9,
            # The stem ends before the last marker.
            arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "alpha": 0.6, "shrinkA": 1, "shrinkB": 8},
        )  # fmt: skip
