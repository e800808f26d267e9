"""Failed and undecided checks as GitHub Actions show them: at their lines of the scenario.

The form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from collections.abc import Sequence

from balancer.analysis.verdicts import FAIL, UNDECIDED
from balancer.checks.judge import Outcome, Result
from balancer.reporting.reports import check_report
from balancer.scenario.file import yaml_source

LEVELS = {FAIL: "error", UNDECIDED: "warning"}


def of_checks(outcomes: Sequence[Outcome]) -> list[str]:
    """One line for each check or figure of a baseline that fails or is undecided."""
    return [_line(outcome, result) for outcome in outcomes for result in outcome.results if result.verdict in LEVELS]


def _line(outcome: Outcome, result: Result) -> str:
    file = outcome.scenario.file
    place = f" file={_word(file.as_posix())},line={line_of(outcome, result)}" if file else ""
    row = check_report.drift_row(result) if result.claim.accepted else check_report.check_row(result)
    headings = check_report.DRIFT_HEADINGS if result.claim.accepted else check_report.CHECK_HEADINGS
    figures = "; ".join(f"{name}: {cell}" for name, cell in zip(headings[3:], row.cells[3:], strict=True))
    return f"::{LEVELS[result.verdict]}{place}::{_text(f'{row.cells[0]}: {row.cells[1]}, {row.cells[2]}. {figures}')}"


def line_of(outcome: Outcome, result: Result) -> int:
    """The line of the check in its file, from 1; 1 for figures of a baseline."""
    scenario = outcome.scenario
    if scenario.file is None or not isinstance(scenario.given, str):
        return 1
    document = yaml_source.parse(scenario.given, scenario.file.name, scenario.file.parent)
    places = {yaml_source.spelled(path): mark.line for path, mark in document.marks.items()}
    return places.get(result.claim.where, 1)


def _text(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _word(text: str) -> str:
    return _text(text).replace(":", "%3A").replace(",", "%2C")
