"""The section of a page about tables of other players."""

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
from balancer.reporting.reports.run_report import RunReport

MAX_CHARTS = 3
MAX_LINES = 8  # tables drawn in a chart, that as set up among them

NOTE = (
    "The same rules, played by other competent players, each persona alone and the mixture on which players settle. A "
    "persona is competent if it wins at least 80% of an equal share against that mixture, or if nobody gains by "
    "leaving its own table (`balancer tournament` says more); by the base rules, and for changes along an axis also at "
    "an end of it. A figure differs where the whole interval of the difference is beyond the scenario's margin "
    "(without one 2 pp of a share, a tenth of anything else); it is the same where that interval is within. All "
    "comparisons hold together."
)

FEW = (
    "All players of this line-up are weak: among the best each surely gets less than 80% of an equal share, and the "
    "best among them more than one. So the best persona alone plays the same rules, with few games; `robustness: "
    "personas` under `report:` plays at the tables of all competent ones. A figure differs where the whole interval of "
    "the difference is beyond the scenario's margin (without one 2 pp of a share, a tenth of anything else). All "
    "comparisons hold together."
)


def short(report: RunReport, number: int) -> str:
    """At which tables a headline figure, or its change along an axis, differs; '' where none does for certain.

    Of a persona's figure what its habits are worth among good players.
    """
    if report.robustness is None:
        return ""
    one = report.headline[number]
    clause = report.robustness.counterpart(one.ref.of) if one.offer.metric.of == NOT_FOR else ""
    differing = [one.sentence for one in report.robustness.of_headline(number) if one.verdict == DIFFERS]
    return " ".join([f"{clause}."] if clause else differing)


def summary(report: RunReport) -> str:
    """What the answer says about other players: only what differs."""
    robustness = report.robustness
    if robustness is None or not robustness.difference:
        return ""
    first = robustness.with_verdict(DIFFERS)[0]
    return f"{robustness.difference} {first.sentence}"


def section(report: RunReport) -> Section:
    """The section; without items where no other tables were played."""
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
    """Conclusions as set up (own: what that column is called) and at other tables (others: which)."""
    columns = [
        TableColumn("figure"),
        TableColumn(own, "± is about dice", number=True),
        TableColumn("lowest", f"over the {others}: about people", number=True),
        TableColumn("highest", f"over the {others}: about people", number=True),
        TableColumn("verdict"),
        TableColumn("where", prose=True),
    ]
    rows = [
        TableRow(
            [
                one.label,
                text(one.as_set_up, one.unit, CELL),
                *(text(end, one.unit, VALUE) for end in one.ends),
                one.verdict,
                one.where,
            ]
        )
        for one in conclusions
    ]
    return Table(caption, columns, rows, folded)


def _conclusions(robustness: Robustness) -> Block:
    differing, every = robustness.with_verdict(DIFFERS), robustness.conclusions
    named = "as set up", "other tables that count"
    tables = [table("What differs among other players", differing, *named)] if differing else []
    tables.append(table("Figures at other tables", every, *named, f"All {len(every)} figures"))
    return Block("What differs", "", (), tables, wide=True)


def _tables(robustness: Robustness) -> Block:
    rows = [TableRow([t.words, "yes" if t.competent else "no", t.reason]) for t in robustness.tables]
    table = Table(
        "Who else played", [TableColumn("table"), TableColumn("competent"), TableColumn("why", prose=True)], rows
    )
    games = numbers.count(robustness.record["games"])
    text = f"Up to {games} games at each table in each cell."
    return Block("The tables", text, (), [table], wide=True, folded="Who else played")


def _lines(report: RunReport, robustness: Robustness) -> list[Block]:
    """Each headline figure along the main axis, a line per table."""
    if not report.sweep.axes:
        return []
    main = report.sweep.main_axis
    axis, line = report.sweep.axes[main], report.sweep.line(main)
    if len(line) < 3 or not axis.numeric:
        return []
    drawn = [
        made
        for number, one in enumerate(report.headline)
        if not one.per_item and robustness.of_headline(number)
        for made in [_chart(report, robustness, number, one, main, line)]
    ][:MAX_CHARTS]
    text = "The same figure as set up and among other players, all other rules as in the base."
    title = f"Along {axis.noun}"
    return [Block(title, text, drawn, (), wide=True, folded=f"{title}, among other players")] if drawn else []


def _chart(
    report: RunReport, robustness: Robustness, number: int, one: HeadlineFigure, main: int, line: list[int]
) -> Chart:
    import pandas as pd

    reader, sweep = report.reader, report.sweep
    tables = {t.words: t for t in robustness.along(main)[: MAX_LINES - 1]}
    rows = []
    for name in ("as set up", *tables):
        table = tables.get(name)
        figures = one.read(reader, table.cells if table else report.cells, reader.confidence).get("", [])
        for cell in line:
            played = table is None or table.played is None or cell in table.played
            if played and figures and figures[cell].known:
                rows.append((sweep.value(cell, main), name, *figures[cell].ends))
    frame = pd.DataFrame(rows, columns=["x", "series", "value", "low", "high"])
    across = sweep.axes[main].label
    title = f"{numbers.with_unit(one.label, one.unit)} along {sweep.axes[main].noun}, as set up and among other players"
    return chart(f"players-{number + 1}", title, charts.lines, frame, unit=one.unit, across=across)
