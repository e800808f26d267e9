"""The page of `balancer cards`: what each part is worth, as charts and as a table that sorts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from balancer.analysis.figure import Figure
from balancer.reporting.document.model import (
    Block,
    Column,
    Document,
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
from balancer.reporting.numbers import DIFFERENCE
from balancer.reporting.page.bullet import bullet
from balancer.reporting.reports.cards_report import (
    COLUMNS,
    FIGURES,
    MARGIN,
    MEANINGS,
    TAKEN_MEANING,
    WAYS,
    CardsReport,
    PartWorth,
    Way,
)

MOST = 24
"""Parts in a chart: the first and the last of the ranking; the table has all."""

MAX_OPEN = 64  # rows of a table that is not folded


def page(report: CardsReport, files: Sequence[NamedFile]) -> Document:
    """The whole page."""
    sentences = report.sentences
    sections = [
        Section("answer", "The answer", [Text(sentences[0], "verdict"), Sentences(sentences[1:])]),
        Section("worth", "What each part is worth", [block for way in WAYS for block in _way(report, way)]),
        Section("parts", "Every part", [_table(report)]),
        *(
            [Section("taken", "Offered and taken", [Text(TAKEN_MEANING, "note"), _taken(report)])]
            if report.nodes
            else []
        ),
        reproduce(report.manifest, files),
    ]
    return Document(
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
        _frame([(row.part, *found.ends, MARGIN, found.certain) for row, found in drawn]),
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
    """All that is known of each part; the figures of a column are drawn on one scale."""
    shown = [(name, read) for name, read in COLUMNS if any(read(row) for row in report.parts)]
    varied = any(row.varied for row in report.parts)
    columns = [Column("part"), *(Column(name, MEANINGS.get(name, ""), number=True) for name, _ in shown)]
    cells = [[row.part for row in report.parts], *(_column(report.parts, name, read) for name, read in shown)]
    if varied:
        columns.append(Column("to vary it", "under axes: of the sweep: of a scenario"))
        cells.append([Markup("<code>{}</code>").format(_axis(row)) if row.varied else "" for row in report.parts])
    rows = [Row(row) for row in zip(*cells, strict=True)]
    return Table("Wins in percentage points", columns, rows, folded=_folded(rows))


def _taken(report: CardsReport) -> Table:
    """How often each part was offered, and taken, at each decision."""
    (part, *headings), rows = report.taken_table(with_offers=True)
    columns = [Column(part), *(Column(heading, number=True) for heading in headings)]
    return Table("Taken in per cent", columns, [Row(row) for row in rows], folded=_folded(rows))


def _folded(rows: Sequence[Any]) -> str:
    """Return the label under which a very long table is folded; '' for one that stays open."""
    return f"All {len(rows)} parts" if len(rows) > MAX_OPEN else ""


def _column(rows: Sequence[PartWorth], name: str, read: Callable[[PartWorth], str]) -> list[str]:
    """The cells of a column; worths are drawn, too, coloured by the side of the usual on which they are known to be."""
    worths = [found for row in rows if isinstance(found := FIGURES.get(name, _no_worth)(row), Figure)]
    scale = [end for one in worths for end in (one.low, one.high)]
    return [_cell(read(row), row.part, FIGURES.get(name, _no_worth)(row), scale) for row in rows]


def _no_worth(_: PartWorth) -> None:
    """What columns without intervals have."""


def _cell(text: str, part: str, found: Figure | None, scale: Sequence[float]) -> str:
    if found is None:
        return text
    side = "more" if found.low > 0 else "less" if found.high < 0 else "either"
    drawn = bullet(found.value, (found.low, found.high), (-MARGIN, MARGIN), label=part, scale=scale, css=f"cell {side}")
    return Markup("{}{}").format(text, drawn)


def _axis(row: PartWorth) -> str:
    """The axis of a sweep over a part's points, from one less to one more as far as its table allows."""
    low, high = row.varied or (0, 0)
    return f"{row.axis}: {{from: {low}, to: {high}}}"
