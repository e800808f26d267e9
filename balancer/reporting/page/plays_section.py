"""The section that compares plays of real people with the cells."""

from __future__ import annotations

from balancer.analysis.play.few_plays import DIFFERS
from balancer.reporting import numbers
from balancer.reporting.document.model import Item, Section, Sentences, Table, TableColumn, TableRow, Text
from balancer.reporting.reports.plays_report import COLUMNS
from balancer.reporting.reports.run_report import RunReport
from balancer.wording import plural


def summary(report: RunReport) -> str:
    """Return the part of the answer about real plays; '' without any."""
    real = report.real_plays
    return f"{real.summary} {real.named(DIFFERS)}".strip() if real else ""


def section(report: RunReport) -> Section:
    """Return the section: differences, plays without a dot, every figure; without items if no plays were given."""
    real = report.real_plays
    if real is None:
        return Section("plays", "Real plays", [])
    sure = numbers.confidence(report.spec.confidence)
    items: list[Item] = [Text(real.summary), Sentences(real.sentences)]
    items.append(Text(f"Diamonds on charts are real plays, with simultaneous intervals ({sure} confidence).", "note"))
    if rows := [TableRow(real.cells_of(row)) for row in real.figures]:
        columns = [TableColumn("where"), *COLUMNS]
        items.append(Table("Real plays and simulation", columns, rows, folded=f"All {plural(len(rows), 'figure')}"))
    return Section("plays", "Real plays", items)
