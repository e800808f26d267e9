"""The verdicts of `balancer check` as Markdown, for a pull request or a job's summary."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.verdicts import NEW, PASS
from balancer.checks.judge import Outcome
from balancer.reporting.check_lines import elsewhere_words
from balancer.reporting.check_lines import lines as lines_of
from balancer.reporting.reports.check_report import (
    CHECK_HEADINGS,
    DRIFT_HEADINGS,
    SHOWN,
    Row,
    baseline_words,
    bound_words,
    checks_and_drifts,
    drift_counts,
    new_words,
    played_words,
    row,
)
from balancer.reporting.reports.markdown import safe, table
from balancer.simulation.ownership import comment

MAX_ROWS = 50
"""Rows of a baseline table in Markdown; the others are counted, and are in the CSV."""


def markdown(outcomes: Sequence[Outcome]) -> str:
    """Tables for a pull request or a job's summary."""
    lines = [comment(), ""]
    for outcome in outcomes:
        own, drifts = checks_and_drifts(outcome)
        lines += [
            f"## {safe(outcome.scenario.name)}: {SHOWN[outcome.verdict]}",
            "",
            f"{safe(outcome.scenario.title)}",
            "",
            safe(played_words(outcome)),
            "",
        ]
        if own:
            lines += [*_markdown_table(CHECK_HEADINGS, [row(result) for result in own]), ""]
        lines += _elsewhere(outcome)
        lines += [f"- {safe(text)}" for text in (*baseline_words(outcome), *outcome.notes)] + [""]
        if drifts:
            moved = [row(result) for result in drifts if result.verdict not in {PASS, NEW}]
            lines += [f"{drift_counts(drifts)}.", *map(safe, new_words(drifts)), ""]
            if moved:
                lines += [*_markdown_table(DRIFT_HEADINGS, moved[:MAX_ROWS]), ""]
            if len(moved) > MAX_ROWS:
                lines += [f"… and {len(moved) - MAX_ROWS} more.", ""]
    return "\n".join(lines)


def _elsewhere(outcome: Outcome) -> list[str]:
    """Where each check holds at tables of other players; [] where none played."""
    rows = [
        [f"{line.name} {bound_words(line.results[0])}", elsewhere_words(played)]
        for line in lines_of(outcome)
        if (played := line.demanded or line.reported)
    ]
    return [*table(["check", "at tables of other players"], rows), ""] if rows else []


def _markdown_table(headings: Sequence[str], rows: Sequence[Row]) -> list[str]:
    head = [*headings, "note"] if any(one.note for one in rows) else list(headings)
    return table(head, [[*one.cells, one.note][: len(head)] for one in rows])
