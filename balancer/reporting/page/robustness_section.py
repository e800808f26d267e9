"""The section on line-ups of other players."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.conclusions.sameness import DIFFERS
from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Chart,
    Details,
    Item,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    chart,
)
from balancer.reporting.drawing import charts
from balancer.reporting.figure_reader import HeadlineFigure
from balancer.reporting.findings.robustness import NOT_FOR, Conclusion, Robustness
from balancer.reporting.numbers import CELL, VALUE, text
from balancer.reporting.run_report import RunReport

OWN = "scenario's line-up"
MAX_CHARTS = 3
MAX_LINES = 8  # line-ups in a chart, the scenario's own among them

DIFFERENT = (
    "A figure differs if the whole interval of the difference is beyond the scenario's margin (if it has none, 2 pp "
    "of a share, a tenth of any other figure), and is the same if the interval is within. All are simultaneous."
)

NOTE = (
    "The same rules, played by other competent players: one persona in all seats, or the mixture that adapting players "
    "reach. A persona is competent if it wins at least 80% of an equal share against that mixture, or if nobody gains "
    "by deviating when all seats play it (see `balancer tournament`). This is judged under the base rules, and for "
    f"changes along an axis also at its ends. {DIFFERENT}"
)

FEW = (
    "All players of this line-up are weak: among the best players, each gets clearly less than 80% of an equal share. "
    "So the best persona plays the same rules in all seats, with few games; `robustness: personas` under `report:` "
    f"plays all competent line-ups. {DIFFERENT}"
)


def short(report: RunReport, number: int) -> str:
    """Return a sentence on the line-ups whose headline figure, or its change along an axis, differs; '' if none does.

    For a persona's figure: a sentence on the worth of its habits among good players.
    """
    if report.robustness is None:
        return ""
    headline = report.headline[number]
    clause = report.robustness.counterpart(headline.ref.of) if headline.offer.metric.of == NOT_FOR else ""
    conclusions = report.robustness.of_headline(number)
    differing = [conclusion.sentence for conclusion in conclusions if conclusion.verdict == DIFFERS]
    return " ".join([f"{clause}."] if clause else differing)


def summary(report: RunReport) -> str:
    """Return the part of the answer about other players: the figures that differ."""
    robustness = report.robustness
    if robustness is None or not robustness.difference:
        return ""
    first, *others = robustness.with_verdict(DIFFERS)
    return f"{robustness.difference} {'For example: ' if others else ''}{first.sentence}"


def section(report: RunReport) -> Section:
    """Return the section; without items if no other line-ups were played."""
    robustness = report.robustness
    items: list[Item] = []
    if robustness is not None:
        items = [
            Details(
                "When figures count as different", [Text(FEW if robustness.record.get("unasked") else NOTE, "note")]
            )
        ]
        items += [Sentences(robustness.counterparts)] if robustness.counterparts else []
        items += [_conclusions(robustness), *_lines(report, robustness), _tables(robustness)]
    return Section("players", "Other players", items)


def table(caption: str, conclusions: Sequence[Conclusion], own: str, others: str, folded: str = "") -> Table:
    """Return a table of conclusions: with the scenario's line-up (own: its heading) and with others (others: which)."""
    columns = [
        TableColumn("figure"),
        TableColumn(own, "± covers chance only", number=True),
        TableColumn("lowest", f"over the {others}: other players", number=True),
        TableColumn("highest", f"over the {others}: other players", number=True),
        TableColumn("verdict"),
        TableColumn("where", prose=True),
    ]
    rows = [
        TableRow(
            [
                conclusion.label,
                text(conclusion.as_set_up, conclusion.unit, CELL),
                *(text(end, conclusion.unit, VALUE) for end in conclusion.ends),
                conclusion.verdict,
                conclusion.where,
            ]
        )
        for conclusion in conclusions
    ]
    return Table(caption, columns, rows, folded)


def _conclusions(robustness: Robustness) -> Block:
    differing, every = robustness.with_verdict(DIFFERS), robustness.conclusions
    named = OWN, "other competent line-ups"
    tables = [table("Figures that differ among other players", differing, *named)] if differing else []
    tables.append(table("Figures with other line-ups", every, *named, f"All {len(every)} figures"))
    return Block("What differs", "", (), tables, wide=True)


def _tables(robustness: Robustness) -> Block:
    rows = [TableRow([t.shown, "yes" if t.competent else "no", t.reason]) for t in robustness.tables]
    table = Table(
        "Line-ups compared", [TableColumn("line-up"), TableColumn("competent"), TableColumn("why", prose=True)], rows
    )
    text = f"Up to {numbers.count(robustness.record['games'])} games per line-up and setting."
    return Block("Line-ups compared", text, (), [table], wide=True, folded="Line-ups compared")


def _lines(report: RunReport, robustness: Robustness) -> list[Block]:
    """Return charts of headline figures along the main axis, a line per line-up."""
    if not report.sweep.axes:
        return []
    main = report.sweep.main_axis
    axis, line = report.sweep.axes[main], report.sweep.line(main)
    if len(line) < 3 or not axis.numeric:
        return []
    drawings = [
        drawing
        for number, headline in enumerate(report.headline)
        if not headline.per_item and robustness.of_headline(number)
        for drawing in [_chart(report, robustness, number, headline, main, line)]
    ][:MAX_CHARTS]
    text = "The same figure with the scenario's line-up and with others; all other rules as in the base."
    title = f"Along {axis.noun}"
    return [Block(title, text, drawings, (), wide=True, folded=f"{title}, among other players")] if drawings else []


def _chart(
    report: RunReport, robustness: Robustness, number: int, headline: HeadlineFigure, main: int, line: list[int]
) -> Chart:
    import pandas as pd

    reader, sweep = report.reader, report.sweep
    tables = {t.shown: t for t in robustness.along(main)[: MAX_LINES - 1]}
    rows = []
    for name in (OWN, *tables):
        table = tables.get(name)
        figures = headline.read(reader, table.cells if table else report.cells, reader.confidence).get("", [])
        for cell in line:
            played = table is None or table.played is None or cell in table.played
            if played and figures and figures[cell].known:
                rows.append((sweep.value(cell, main), name, *figures[cell].ends))
    frame = pd.DataFrame(rows, columns=["x", "series", "value", "low", "high"])
    across = sweep.axes[main].label
    title = f"{numbers.with_unit(headline.label, headline.unit)} along {sweep.axes[main].noun} for several line-ups"
    return chart(f"players-{number + 1}", title, charts.lines, frame, unit=headline.unit, across=across)
