"""The page of `balancer cards`: what each part is worth, as charts and as a table that sorts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from balancer.reporting.numbers import DIFFERENCE
from balancer.reporting.page.drawing import charts
from balancer.reporting.page.page_model import Block, Code, Column, Item, Row, Sentences, Table, Text, chart
from balancer.reporting.page.skeleton import NamedFile, Page, Section, footer, reproduce
from balancer.reporting.reports.cards_report import COLUMNS, MARGIN, MEANINGS, WAYS, CardsReport, PartWorth, Way

MOST = 24
"""Parts in a chart: the first and the last of the ranking; the table has all."""


def page(report: CardsReport, files: Sequence[NamedFile]) -> Page:
    """The whole page."""
    sentences = report.sentences
    sections = [
        Section("answer", "The answer", [Text(sentences[0], "verdict"), Sentences(sentences[1:])]),
        Section("worth", "What each part is worth", [block for way in WAYS for block in _way(report, way)]),
        Section("parts", "Every part", [_table(report), *_varied(report)]),
        reproduce(report.manifest, files),
    ]
    return Page(
        f"{report.question.title}: cards",
        sections,
        kicker=report.card.title,
        about="what each card is worth to who has it",
        description=sentences[0],
        facts=[report.played_words],
        footer=footer(report.manifest.versions.get("balancer", "")),
        scripts=["page.js"],
    )


def _way(report: CardsReport, way: Way) -> Iterator[Block]:
    """What one way of finding out says of each part, the one worth most first."""
    known = [(row, found) for row in report.parts if (found := way.figure(row))]
    if not known:
        return
    ranked = sorted(known, key=lambda one: -one[1].value)
    drawn = ranked if len(ranked) <= MOST else [*ranked[: MOST // 2], *ranked[-(MOST // 2) :]]
    left = f"; {MOST} of {len(ranked)} parts, the highest and the lowest" if len(drawn) < len(ranked) else ""
    picture = chart(
        way.name,
        f"{way.short.lower()}: worth of each part, with intervals{left}",
        charts.forest,
        _frame([(row.part, found.value, found.low, found.high, MARGIN, found.differs) for row, found in drawn]),
        unit=DIFFERENCE,
        across=way.across,
        caption="Filled: it makes a difference. The band: too little to matter.",
    )
    yield Block(way.short, way.meaning.format(when=report.dealt_when), [picture])


def _frame(rows: Sequence[tuple[Any, ...]]) -> Any:
    """Rows as charts take them."""
    import pandas as pd

    return pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"])


def _table(report: CardsReport) -> Table:
    """All that is known of each part."""
    shown = [(name, read) for name, read in COLUMNS if any(read(row) for row in report.parts)]
    columns = [Column("part"), *(Column(name, MEANINGS.get(name, ""), number=True) for name, _ in shown)]
    rows = [Row([row.part, *(read(row) for _, read in shown)]) for row in report.parts]
    return Table("Wins in percentage points", columns, rows)


def _varied(report: CardsReport) -> list[Item]:
    """How the points of a part are varied, for the one that is worth most of those that have any."""
    named = next((row for row in report.parts if row.axis), None)
    return [] if named is None else [Text("To vary what a part says, in a scenario:"), Code(_axis(named))]


def _axis(row: PartWorth) -> str:
    """The sweep of a part's points, from one less to one more."""
    points = row.points or 0
    return f"sweep:\n  axes:\n    {row.axis}: {{from: {points - 1}, to: {points + 1}}}"
