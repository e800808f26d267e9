"""Markdown of reports: the parts they share, and the answer of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from balancer.reporting import numbers
from balancer.reporting.findings import verdict_matrix
from balancer.simulation.ownership import comment
from balancer.wording import capital

if TYPE_CHECKING:
    from balancer.reporting.reports.run_report import Report


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    lines = [f"| {' | '.join(map(safe, headings))} |", f"|{' --- |' * len(headings)}"]
    return lines + [f"| {' | '.join(map(safe, row))} |" for row in rows]


def safe(text: str) -> str:
    """Text with the letters escaped that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in "\\&|*_<>`[]" else letter for letter in " ".join(text.split()))


def of_sweep(report: Report) -> str:
    """The answer of a sweep, the verdict of every cell, and its headline figures."""
    played = f"{report.game_title}, {numbers.count(report.games)} games, seed {report.cells[0].seed}"
    first, *others = report.answer or [report.title]
    lines = [comment(), "", f"## {safe(report.title)}", "", safe(played), "", f"**{safe(first)}**", ""]
    lines += [*(f"- {safe(sentence)}" for sentence in others), ""]
    for matrix in verdict_matrix.matrices(report.verdicts):
        heads = matrix.named if len(matrix.columns) > 1 else matrix.columns
        rows = [[name, *("" if one is None else one.text for one in cells)] for name, cells in matrix.rows]
        lines += [*([f"{safe(capital(matrix.facet))}:", ""] if matrix.facet else [])]
        lines += [*table([matrix.down, *heads], rows), ""]
    return "\n".join([*lines, *_figures(report)])


def _figures(report: Report) -> list[str]:
    """The headline figures of every cell."""
    headings, columns = ["cell"], []
    for one in report.headline:
        for item, figures in one.read(report.reader, report.cells, report.reader.confidence).items():
            headings.append(f"{one.label} {item}".strip())
            columns.append([figure.short for figure in figures])
    names = [report.sweep.name(cell) for cell in range(len(report.cells))]
    return [*table(headings, [[name, *(column[k] for column in columns)] for k, name in enumerate(names)]), ""]
