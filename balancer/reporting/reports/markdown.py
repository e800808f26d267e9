"""Markdown for a pull request or a job's summary: the verdicts of a check."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.verdicts import NEW, PASS
from balancer.checks.judge import Outcome
from balancer.reporting import check_lines
from balancer.reporting.document.markdown import safe, table_lines
from balancer.reporting.reports import check_report
from balancer.simulation.ownership import comment

MAX_ROWS = 50
"""Rows of a baseline table in Markdown; the others are counted, and are in the CSV."""


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
