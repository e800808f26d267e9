"""A sweep of one axis at a time as a tornado: what every single change does to a figure, the largest first."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from balancer.analysis.intervals.elementary import bonferroni
from balancer.reporting import numbers
from balancer.reporting.numbers import Figure
from balancer.reporting.page import charts
from balancer.reporting.page.page_model import Chart, Column, Row, Table, chart
from balancer.reporting.sampled_effects import Effects
from balancer.reporting.sentences.axis_line import Headline
from balancer.reporting.sentences.trends import Difference, difference
from balancer.reporting.sweep_grid import Sweep

MAX_BARS = 24
"""Changes drawn; the table has all."""


@dataclass(frozen=True)
class Change:
    """One cell against the base cell; all changes of a figure hold simultaneously."""

    cell: int
    axis: str
    value: str
    figure: Figure
    gap: Difference
    margin: float | None

    @property
    def verdict(self) -> str:
        """What the change is, by its margin."""
        if self.margin is not None and self.gap.largest <= self.margin:
            return "equivalent"
        return "moved" if self.gap.certain else "no clear change"


def applies(sweep: Sweep) -> bool:
    """Whether the cells are single changes of a base that was played."""
    return sweep.mode == "one_at_a_time" and len(sweep.axes) > 1 and sweep.base_played


def changes(headline: Headline, sweep: Sweep, confidence: float) -> list[Change]:
    """Every cell against the base: certain changes first, then by size.  Of a headline with one figure per cell."""
    figures = next(iter(headline.figures_at(bonferroni(confidence, max(1, len(sweep.cells) - 1))).values()))
    made = []
    for cell, at in enumerate(sweep.places):
        varied = [k for k, place in enumerate(at) if place != sweep.places[sweep.base][k]]
        if len(varied) != 1 or not figures[cell].defined:
            continue
        axis = sweep.axes[varied[0]]
        gap = difference(figures[sweep.base], figures[cell])
        made.append(Change(cell, axis.label, axis.shown(at[varied[0]]), figures[cell], gap, headline.margin))
    return sorted(made, key=lambda one: (not one.gap.certain, -abs(one.gap.value)))


def chart_and_table(name: str, headline: Headline, sweep: Sweep, confidence: float) -> tuple[list[Chart], Table]:
    """The tornado of a figure, and its table."""
    ranked = changes(headline, sweep, confidence)
    columns = [
        Column("rule"),
        Column("value"),
        *(Column(head, number=True) for head in ("figure", "change", "verdict")),
    ]
    rows = [Row([one.axis, one.value, one.figure.short, one.gap.text, one.verdict]) for one in ranked]
    table = Table(f"What every change does to {headline.phrase}", columns, rows)
    drawn = [one for one in ranked if one.figure.known][:MAX_BARS]
    if not drawn:
        return [], table
    frame = pd.DataFrame(
        [
            (
                f"{one.axis} {one.value}", one.gap.value, one.gap.low, one.gap.high, one.gap.certain,
                float("nan") if one.margin is None else one.margin,
            )
            for one in drawn
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )  # fmt: skip
    unit = drawn[0].gap.unit
    across = "change against the base" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"{headline.phrase} under every single change; the figures are in the table beside it"
    caption = "Dot and simultaneous interval of every change against the base; hollow: no clear change."
    made = chart(name, title, charts.forest, frame, unit=numbers.as_difference(unit), across=across, caption=caption)
    return [made], table


def of_sample(name: str, headline: Headline, found: Effects) -> tuple[list[Chart], Table]:
    """The effects of the axes of a sample as a tornado, and their table."""

    def verdict(change: Difference) -> str:
        if headline.margin is not None and change.largest <= headline.margin:
            return "equivalent"
        return "moves it" if change.certain else "no clear effect"

    rows = [
        Row([one.axis.label, f"{one.first} → {one.last}", one.change.text, verdict(one.change)]) for one in found.ranked
    ]
    columns = [Column("rule"), Column("values"), Column("effect", number=True), Column("verdict")]
    table = Table(f"Average effect of every axis on {headline.of(found.item)}", columns, rows)
    margin = float("nan") if headline.margin is None else headline.margin
    frame = pd.DataFrame(
        [
            (f"{one.axis.label} {one.first} → {one.last}", *one.change[:3], one.change.certain, margin)
            for one in found.ranked[:MAX_BARS]
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )
    unit = found.ranked[0].change.unit
    across = "average effect" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"average effect of every axis on {headline.of(found.item)}; the figures are in the table beside it"
    caption = "Dot and simultaneous interval of every axis, on average over the others; hollow: no clear effect."
    return [chart(name, title, charts.forest, frame, unit=unit, across=across, caption=caption)], table
