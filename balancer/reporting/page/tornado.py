"""Tornado charts: effects of every single change, or of every axis of a sample, on a figure, the largest first."""

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
    """Return the tornado of the figures of one headline (of each seat, persona ...), and its table."""
    several = len(figures) > 1
    ranked = [effect for figure in figures for effect in changes.ranked(figure)]
    ranked.sort(key=lambda effect: (not effect.certain, -effect.size))
    what = capital(figure_words(ranked[0])).partition(":" if several else "\0")[0]
    columns = [TableColumn(heading, number=k in {2, 3}) for k, heading in enumerate(HEADINGS)]
    rows = []
    for effect in ranked:
        knob, value, figure, *rest = effect.row
        cells = [knob, value, f"{_item(effect)} {figure}" if several else figure, *rest]
        rows.append(TableRow(cells, meaning=effect.rule.label))
    folded = f"All {len(rows)} changes" if len(rows) > OPEN_ROWS else ""
    table = Table(f"{what}: every single change", columns, rows, folded)
    moving = [effect for effect in ranked if not effect.identical and effect.value is not None][:MAX_BARS]
    return ([_tornado(name, what, moving, several=several)] if moving else []), table


def _item(effect: KnobEffect) -> str:
    return figure_words(effect).partition(": ")[2]


def _tornado(name: str, what: str, effects: Sequence[KnobEffect], *, several: bool) -> Chart:
    import pandas as pd

    first = effects[0]
    unit = numbers.unit_of(first.unit)
    frame = pd.DataFrame(
        [
            (
                effect.rule.label + (f": {_item(effect)}" if several else ""),
                effect.value,
                *(math.nan if end is None else end for end in effect.interval),
                effect.certain,
                effect.margin,
            )
            for effect in effects
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )
    frame = frame.fillna({"low": frame["value"], "high": frame["value"]})
    across = "change" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"{what} under every single change; the figures are in the table next to it"
    base = "" if several else f" ({value_words(first, first.base.value)})"
    caption = (
        f"Change against the base{base}, in pairs on the same dice, simultaneous intervals; hollow: no clear change."
    )
    unit = numbers.as_difference(unit)
    return chart(name, title, charts.forest, frame, unit=unit, across=across, caption=caption)


def of_sample(name: str, headline: Headline, effects: AxisEffects) -> tuple[list[Chart], Table]:
    """Return the effects of the axes of a sample as a tornado and a table."""
    import pandas as pd

    def verdict(change: Figure) -> str:
        if headline.margin is not None and change.largest <= headline.margin:
            return "equivalent"
        return "moves it" if change.certain else "no clear effect"

    rows = [
        TableRow(
            [
                effect.axis.label,
                f"{effect.first} → {effect.last}",
                numbers.text(effect.change, headline.unit, numbers.CHANGE),
                verdict(effect.change),
            ],
            meaning=effect.axis.name,
        )
        for effect in effects.ranked
    ]
    columns = [TableColumn("rule"), TableColumn("values"), TableColumn("effect", number=True), TableColumn("verdict")]
    table = Table(f"Average effect of every axis on {headline.of(effects.item)}", columns, rows)
    margin = float("nan") if headline.margin is None else headline.margin
    frame = pd.DataFrame(
        [
            (f"{effect.axis.label} {effect.first} → {effect.last}", gap.value, *gap.interval, gap.certain, margin)
            for effect in effects.ranked[:MAX_BARS]
            for gap in [effect.change]
        ],
        columns=["label", "value", "low", "high", "decided", "margin"],
    )
    unit = numbers.as_difference(headline.unit)
    across = "average effect" + ("" if numbers.suffix(unit) or not unit else f" ({unit})")
    title = f"average effect of every axis on {headline.of(effects.item)}; the figures are in the table next to it"
    caption = "Dot and simultaneous interval of every axis, on average over the others; hollow: no clear effect."
    return [chart(name, title, charts.forest, frame, unit=unit, across=across, caption=caption)], table
