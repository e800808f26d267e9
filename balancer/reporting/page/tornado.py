"""Tornado charts: what every single change, or every axis of a sample, does to a figure, the largest effect first."""

from __future__ import annotations

import math
from collections.abc import Sequence

from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.document.model import Chart, Table, TableColumn, TableRow, chart
from balancer.reporting.drawing import charts
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.findings.effect_words import figure_words, value_words
from balancer.reporting.findings.sampled_effects import AxisEffects
from balancer.reporting.findings.single_changes import HEADINGS, KnobEffect, SingleChanges
from balancer.wording import capital

MAX_BARS = 24  # changes drawn; the table has all
OPEN_ROWS = 12  # longer tables are folded away


def of_changes(name: str, changes: SingleChanges, figures: Sequence[str]) -> tuple[list[Chart], Table]:
    """The tornado of a figure, or of those of one headline (of each seat, persona ...) together, and its table."""
    several = len(figures) > 1
    ranked = [(figure, one) for figure in figures for one in changes.ranked(figure)]
    ranked.sort(key=lambda pair: (not pair[1].certain, -pair[1].size))
    what = capital(figure_words(ranked[0][1])).partition(":" if several else "\0")[0]
    columns = [TableColumn(heading, number=k in {2, 3}) for k, heading in enumerate(HEADINGS)]
    rows = [_row(one, several=several) for _, one in ranked]
    folded = f"All {len(rows)} changes" if len(rows) > OPEN_ROWS else ""
    table = Table(f"{what}: every single change", columns, rows, folded)
    drawn = [one for _, one in ranked if not one.identical and one.value is not None][:MAX_BARS]
    return ([_tornado(name, what, drawn, several=several)] if drawn else []), table


def _row(one: KnobEffect, *, several: bool) -> TableRow:
    knob, value, figure, *rest = one.row
    return TableRow([knob, value, f"{_item(one)} {figure}" if several else figure, *rest], meaning=one.rule.label)


def _item(one: KnobEffect) -> str:
    """Whose figure it is: `reader`."""
    return figure_words(one).partition(": ")[2]


def _tornado(name: str, what: str, drawn: Sequence[KnobEffect], *, several: bool) -> Chart:
    import pandas as pd

    first = drawn[0]
    unit = numbers.unit_of(first.unit)
    frame = pd.DataFrame(
        [
            (
                one.rule.label + (f": {_item(one)}" if several else ""),
                one.value,
                *(math.nan if end is None else end for end in one.interval),
                one.certain,
                one.margin,
            )
            for one in drawn
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )
    frame = frame.fillna({"low": frame["value"], "high": frame["value"]})
    across = "change" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"{what} under every single change; the figures are in the table beside it"
    base = "" if several else f" ({value_words(first, first.base.value)})"
    caption = (
        f"Change against the base{base}, by pairs on the same dice, intervals simultaneous; hollow: no clear change."
    )
    unit = numbers.as_difference(unit)
    return chart(name, title, charts.forest, frame, unit=unit, across=across, caption=caption)


def of_sample(name: str, headline: Headline, found: AxisEffects) -> tuple[list[Chart], Table]:
    """The effects of the axes of a sample as a tornado, and their table."""
    import pandas as pd

    def verdict(change: Figure) -> str:
        if headline.margin is not None and change.largest <= headline.margin:
            return "equivalent"
        return "moves it" if change.certain else "no clear effect"

    rows = [
        TableRow(
            [
                one.axis.label,
                f"{one.first} → {one.last}",
                numbers.text(one.change, headline.unit, numbers.CHANGE),
                verdict(one.change),
            ],
            meaning=one.axis.name,
        )
        for one in found.ranked
    ]
    columns = [TableColumn("rule"), TableColumn("values"), TableColumn("effect", number=True), TableColumn("verdict")]
    table = Table(f"Average effect of every axis on {headline.of(found.item)}", columns, rows)
    margin = float("nan") if headline.margin is None else headline.margin
    frame = pd.DataFrame(
        [
            (f"{one.axis.label} {one.first} → {one.last}", gap.value, *gap.interval, gap.certain, margin)
            for one in found.ranked[:MAX_BARS]
            for gap in [one.change]
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )
    unit = numbers.as_difference(headline.unit)
    across = "average effect" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"average effect of every axis on {headline.of(found.item)}; the figures are in the table beside it"
    caption = "Dot and simultaneous interval of every axis, on average over the others; hollow: no clear effect."
    return [chart(name, title, charts.forest, frame, unit=unit, across=across, caption=caption)], table
