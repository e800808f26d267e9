"""How long games last along an axis of a sweep: their distributions one under another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from balancer.analysis.metric import STATISTICS
from balancer.reporting import numbers
from balancer.reporting.figure_reader import bin_width
from balancer.reporting.findings.length_change import QUANTITIES, LengthChange, counts_of, length_change
from balancer.reporting.page.drawing.curves import ridges
from balancer.reporting.page.page_model import Block, Chart, Column, Row, Table, chart
from balancer.reporting.reports.run_report import Report
from balancer.wording import capital

MAX_ROWS = 12
"""Values of the axis that are drawn; of more, some evenly spread, the ends among them."""
MAX_BINS = 48
SHOWN = {"mean": "mean", "p5": "5%", "p25": "25%", "median": "median", "p75": "75%", "p95": "95%"}
"""Statistics of the table, and their headings."""


def block(report: Report, held: Callable[[int], str]) -> Block | None:
    """The block, folded under the sentence that says what changes; None where nothing does.

    held: number of an axis -> the values of all others, in words.
    """
    sweep = report.sweep
    found = length_change(sweep, report.reader.confidence)
    if found is None:
        return None
    label = sweep.axes[found.axis].label
    title = f"{found.quantity.capitalize()} of a game over {label}"
    sentence = found.sentence(sweep)
    at = capital(held(found.axis))
    return Block(title, f"{at}." if at else "", [_chart(report, found)], [_table(report, found)], folded=sentence)


def _drawn(found: LengthChange) -> list[int]:
    """The cells that are drawn."""
    places = np.linspace(0, len(found.cells) - 1, min(MAX_ROWS, len(found.cells))).round().astype(int)
    return [found.cells[place] for place in places]


def _chart(report: Report, found: LengthChange) -> Chart:
    sweep, cells = report.sweep, _drawn(found)
    axis = sweep.axes[found.axis]
    counts = {cell: counts_of(sweep.cells[cell], found.quantity) for cell in cells}
    lengths = [length for one in counts.values() for length in one]
    width = bin_width(max(lengths) - min(lengths) + 1, MAX_BINS, 1)
    rows = []
    for cell in cells:
        frame = report.reader.histogram(sweep.cells[cell], found.quantity, width=width)
        rows.append(frame.assign(label=axis.shown(sweep.places[cell][found.axis]), said=_words(report, found, cell)))
    title = f"distributions of the {found.quantity} of a game over {axis.label}; the figures are in the table beside it"
    return chart(
        "sweep-length",
        title,
        ridges,
        pd.concat(rows, ignore_index=True),
        across=f"{found.quantity} of a game",
        up=axis.label,
        medians={axis.shown(sweep.places[cell][found.axis]): _value(report, found, cell, "median") for cell in cells},
        caption="Red marks: medians.",
        mark=(found.by + 0.5, f"by {QUANTITIES[found.quantity]} {found.by}"),
    )


def _value(report: Report, found: LengthChange, cell: int, stat: str) -> float:
    return report.reader.figure(report.sweep.cells[cell], found.quantity, stat=stat).value


def _words(report: Report, found: LengthChange, cell: int) -> str:
    """What a row says when it is pointed at."""
    few, half, most = (numbers.fixed(_value(report, found, cell, stat), 0) for stat in ("p5", "median", "p95"))
    named = report.sweep.axes[found.axis].named(report.sweep.places[cell][found.axis])
    over = f"{found.over[cell].short} over by {found.by}"
    return f"{named}: half of the games by {half} {found.quantity}, nine of ten within {few} to {most}; {over}"


def _table(report: Report, found: LengthChange) -> Table:
    """Quantiles for each value of the axis, and the share of games over by the length where they differ most."""
    sweep, reader = report.sweep, report.reader
    axis = sweep.axes[found.axis]
    columns = [Column(axis.label, axis.name)]
    columns += [Column(heading, STATISTICS[stat], number=True) for stat, heading in SHOWN.items()]
    columns.append(Column(f"over by {found.by}", "simultaneous over all rounds and rows", number=True))
    rows = []
    for cell in found.cells:
        figures = [reader.figure(sweep.cells[cell], found.quantity, stat=stat).short for stat in SHOWN]
        texts = [axis.shown(sweep.places[cell][found.axis]), *figures, found.over[cell].short]
        rows.append(Row(texts, marked=cell == sweep.base))
    caption = f"{found.quantity.capitalize()} of a game over {axis.label}"
    return Table(caption, columns, rows, folded="The figures of the distributions")
