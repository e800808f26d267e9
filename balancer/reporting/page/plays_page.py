"""The page of `balancer plays`: plays of real people beside what is simulated."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.reporting.page.drawing import charts
from balancer.reporting.page.page_model import Block, Column, Item, Row, Sentences, Table, Text, chart
from balancer.reporting.page.skeleton import NamedFile, Page, Section, footer, reproduce
from balancer.reporting.reports.plays_report import DIFFERS, HEADINGS, PlaysReport

MARGINS = "margins"
"""The unit in which figures of different units stand in one chart."""


def page(report: PlaysReport, files: Sequence[NamedFile]) -> Page:
    """The whole page."""
    first, *more = [*report.sentences(), *report.remarks()]
    sections = [
        Section("answer", "The answer", [Text(first, "verdict"), Sentences(more)]),
        Section("figures", "Figure by figure", list(_figures(report))),
        Section("players", "Who plays like them", list(_players(report))),
        reproduce(report.manifest, files),
    ]
    return Page(
        f"{report.question.title}: real plays",
        sections,
        kicker=report.card.title,
        about="plays of real people beside the simulation",
        description=first,
        facts=[report.played_words],
        footer=footer(report.manifest.versions.get("balancer", "")),
        scripts=["page.js"],
    )


def _figures(report: PlaysReport) -> list[Item]:
    """Each figure of the plays against the simulation: differences in margins as a chart, values as a table."""
    import pandas as pd

    figures = report.answer.figures
    if not figures:
        return []
    rows = [
        (
            one.label,
            one.setup.difference / one.margin,
            (one.setup.difference - one.setup.half) / one.margin,
            (one.setup.difference + one.setup.half) / one.margin,
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
    columns = [Column(heading, number=0 < place < len(HEADINGS) - 1) for place, heading in enumerate(HEADINGS)]
    table = Table("Real plays and simulation", columns, [Row(cells) for cells in report.rows()])
    return [Block("", "", [drawn], [table], wide=True)]


def _players(report: PlaysReport) -> list[Item]:
    """Tables with mistakes, the one that plays most like these people first."""
    players = report.answer.players
    best = min((one.fit.deviance for one in players), default=0.0)
    rows = [
        Row([one.name, f"{fit.rate:.0%}", f"{fit.low:.0%} to {fit.high:.0%}", f"{fit.deviance - best:.1f}"])
        for one in players
        for fit in [one.fit]
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
