"""The page of `balancer plays`, plays of real people beside what is simulated; and their section of other pages."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.few_plays import DIFFERS
from balancer.reporting import numbers
from balancer.reporting.document.model import (
    Block,
    Column,
    Document,
    Item,
    NamedFile,
    Row,
    Section,
    Sentences,
    Table,
    Text,
    chart,
)
from balancer.reporting.document.parts import footer, reproduce
from balancer.reporting.drawing import charts
from balancer.reporting.reports.plays_report import HEADINGS, PlaysReport
from balancer.reporting.reports.run_report import Report
from balancer.wording import plural

MARGINS = "margins"
"""The unit in which figures of different units stand in one chart."""


def page(report: PlaysReport, files: Sequence[NamedFile]) -> Document:
    """The whole page."""
    first, *more = [*report.sentences(), *report.remarks()]
    sections = [
        Section("answer", "The answer", [Text(first, "verdict"), Sentences(more)]),
        Section("figures", "Figure by figure", list(_figures(report))),
        Section("players", "Who plays like them", list(_players(report))),
        reproduce(report.manifest, files),
    ]
    return Document(
        f"{report.question.title}: real plays",
        sections,
        kicker=report.card.title,
        about="plays of real people beside the simulation",
        description=first,
        facts=[report.played_words],
        footer=footer(report.manifest.versions.get("balancer", "")),
        scripts=["page.js"],
    )


# Beside the cells of a run or a sweep ---------------------------------------------------------------------------------
def summary(report: Report) -> str:
    """What the answer says of real plays; '' without any."""
    real = report.real_plays
    return f"{real.summary} {real.named(DIFFERS)}".strip() if real else ""


def section(report: Report) -> Section:
    """The section: what differs, what has no dot, every figure; without items where no plays were given."""
    real = report.real_plays
    if real is None:
        return Section("plays", "Real plays", [])
    sure = numbers.confidence(report.spec.confidence)
    items: list[Item] = [Text(real.summary), Sentences(real.sentences)]
    items.append(
        Text(f"Diamonds on charts are real plays; {sure} confidence for all their intervals together.", "note")
    )
    if rows := [Row(real.cells_of(row)) for row in real.figures]:
        columns = [Column("where"), *_columns()]
        items.append(Table("Real plays and simulation", columns, rows, folded=f"All {plural(len(rows), 'figure')}"))
    return Section("plays", "Real plays", items)


# The page of the plays alone ------------------------------------------------------------------------------------------
def _columns() -> list[Column]:
    return [Column(heading, number=0 < place < len(HEADINGS) - 1) for place, heading in enumerate(HEADINGS)]


def _figures(report: PlaysReport) -> list[Item]:
    """Each figure of the plays against the simulation: differences in margins as a chart, values as a table."""
    import pandas as pd

    figures = report.answer.figures
    if not figures:
        return []
    rows = [
        (
            one.label,
            *(end / one.margin for end in one.judged.difference.ends),
            1.0,
            one.verdict == DIFFERS,
        )
        for one in figures
    ]
    drawn = chart(
        "plays",
        "real plays less simulation, in margins; with intervals that hold together",
        charts.forest,
        pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"]),
        unit=MARGINS,
        across="real plays less simulation, in margins",
        caption="Dots: real plays, filled where they differ. Line: the simulation. Band: the margin, which is none.",
    )
    table = Table("Real plays and simulation", _columns(), [Row(cells) for cells in report.rows()])
    return [Block("", "", [drawn], [table], wide=True)]


def _players(report: PlaysReport) -> list[Item]:
    """Tables with mistakes, the one that plays most like these people first."""
    players = report.answer.players
    best = min((one.fit.deviance for one in players), default=0.0)
    rows = [
        Row([one.name, f"{rate.value:.0%}", f"{rate.low:.0%} to {rate.high:.0%}", f"{one.fit.deviance - best:.1f}"])
        for one in players
        for rate in [one.fit.rate]
    ]
    columns = [
        Column("table"),
        Column("mistakes", "decisions taken at random", number=True),
        Column("interval", number=True),
        Column(
            "deviance", "how much less likely the plays are with it than with the best fit; 0 fits best", number=True
        ),
    ]
    return [Table("Tables with mistakes, the one most like these people first", columns, rows)] if rows else []
