"""Markdown for a pull request or a job's summary: the answer of a sweep, the verdicts of a check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from balancer.analysis.verdicts import NEW, PASS
from balancer.checks.judge import Outcome
from balancer.reporting import check_lines, numbers
from balancer.reporting.document.markdown import safe, table_lines
from balancer.reporting.findings import verdict_matrix
from balancer.reporting.reports import check_report
from balancer.simulation.ownership import comment
from balancer.wording import capital

if TYPE_CHECKING:
    from balancer.reporting.reports.run_report import Report


MAX_ROWS = 50
"""Rows of a baseline table in Markdown; the others are counted, and are in the CSV."""


def of_sweep(report: Report) -> str:
    """The answer of a sweep, the verdict of every cell, and its headline figures."""
    played = f"{report.game_title}, {numbers.count(report.games)} games, seed {report.cells[0].seed}"
    first, *others = report.answer() or [report.title]
    lines = [comment(), "", f"## {safe(report.title)}", "", safe(played), "", f"**{safe(first)}**", ""]
    lines += [*(f"- {safe(sentence)}" for sentence in others), ""]
    for matrix in verdict_matrix.matrices(report.verdicts):
        heads = matrix.named if len(matrix.columns) > 1 else matrix.columns
        rows = [[name, *("" if one is None else one.text for one in cells)] for name, cells in matrix.rows]
        lines += [*([f"{safe(capital(matrix.facet))}:", ""] if matrix.facet else [])]
        lines += [*table_lines([matrix.down, *heads], rows), ""]
    return "\n".join([*lines, *_figures(report)])


def _figures(report: Report) -> list[str]:
    """The headline figures of every cell."""
    headings, columns = ["cell"], []
    for one in report.headline:
        for item, figures in one.read(report.reader, report.cells, report.reader.confidence).items():
            headings.append(f"{one.label} {item}".strip())
            columns.append([numbers.text(figure, one.unit, numbers.CELL) for figure in figures])
    names = [report.sweep.name(cell) for cell in range(len(report.cells))]
    return [*table_lines(headings, [[name, *(column[k] for column in columns)] for k, name in enumerate(names)]), ""]


def of_checks(outcomes: Sequence[Outcome], who_plays: Sequence[Sequence[str]] = ()) -> str:
    """The verdicts of `balancer check`: tables for a pull request or a job's summary.

    who_plays: sentences about the players of each outcome, '' for nothing.
    """
    lines = [comment(), ""]
    for outcome, said in zip(outcomes, who_plays or [()] * len(outcomes), strict=True):
        own, drifts = check_report.checks_and_drifts(outcome)
        lines += [
            f"## {safe(outcome.scenario.name)}: {check_report.SHOWN[outcome.verdict]}",
            "",
            f"{safe(outcome.scenario.title)}",
            "",
            safe(check_report.played_words(outcome)),
            "",
        ]
        lines += [line for text in said if text for line in (safe(text), "")]
        if own:
            lines += [*_with_notes(check_report.CHECK_HEADINGS, [check_report.row(result) for result in own]), ""]
        lines += _elsewhere(outcome)
        lines += [f"- {safe(text)}" for text in (*check_report.baseline_words(outcome), *outcome.notes)] + [""]
        if drifts:
            moved = [check_report.row(result) for result in drifts if result.verdict not in {PASS, NEW}]
            lines += [f"{check_report.drift_counts(drifts)}.", *map(safe, check_report.new_words(drifts)), ""]
            if moved:
                lines += [*_with_notes(check_report.DRIFT_HEADINGS, moved[:MAX_ROWS]), ""]
            if len(moved) > MAX_ROWS:
                lines += [f"… and {len(moved) - MAX_ROWS} more.", ""]
    return "\n".join(lines)


def _elsewhere(outcome: Outcome) -> list[str]:
    """Where each check holds at tables of other players; [] where none played."""
    rows = [
        [f"{line.name} {check_report.bound_words(line.results[0])}", check_lines.elsewhere_words(played)]
        for line in check_lines.lines(outcome)
        if (played := line.demanded or line.reported)
    ]
    return [*table_lines(["check", "at tables of other players"], rows), ""] if rows else []


def _with_notes(headings: Sequence[str], rows: Sequence[check_report.Row]) -> list[str]:
    head = [*headings, "note"] if any(one.note for one in rows) else list(headings)
    return table_lines(head, [[*one.cells, one.note][: len(head)] for one in rows])
