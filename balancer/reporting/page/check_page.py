"""The page of `balancer check`: every figure against its allowed band, and against its accepted value."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED
from balancer.checks.judge import Outcome, Result
from balancer.reporting import check_lines
from balancer.reporting.document.model import (
    Code,
    Column,
    Details,
    Document,
    Item,
    Row,
    Section,
    Sentences,
    Table,
    Text,
    link,
)
from balancer.reporting.document.parts import footer
from balancer.reporting.page.bullet import bullet
from balancer.reporting.reports import check_report

SYMBOLS = {PASS: "●", UNDECIDED: "○", FAIL: "✕", NEW: "+"}
REPORTED = "for information: not demanded of other players"

CLASSES = {PASS: "pass", UNDECIDED: "open", FAIL: "bad", NEW: "moved"}


def page(outcome: Outcome, command: str = "", version: str = "", players: Sequence[str] = ()) -> Document:
    """The whole page; command: the command line that made the outcome; players: what is said of them."""
    _, drifts = check_report.checks_and_drifts(outcome)
    answer = check_lines.summary(outcome)
    notes = [*outcome.notes, *check_report.new_words(drifts)]
    tables = [link(f"{name}.csv", f"{name}.csv") for name in ("checks", "columns")]
    beside = Markup("Tables beside this page: {}, {}.").format(*tables)
    sections = [
        Section("answer", "The answer", [Text(answer, "verdict"), Sentences([*players, *notes])]),
        Section("checks", "Checks", [_check(line) for line in check_lines.lines(outcome)]),
        Section("baseline", "Since the baseline was accepted", _baseline(outcome, drifts)),
        Section("reproduce", "Reproduce it", [Code(command, command=True), Text(beside)]),
    ]
    return Document(
        outcome.scenario.title,
        sections,
        kicker=outcome.scenario.game.title,
        about="checks",
        name=f"{outcome.scenario.title}: checks",
        description=answer,
        facts=[check_report.played_words(outcome)],
        footer=footer(version),
        scripts=["page.js"],
        navigation=False,
    )


def _check(line: check_lines.CheckLine) -> Details:
    """A check, folded where it passes."""
    mark = Markup('<span class="verdict-mark {}">{} {}</span> {}')
    summary = mark.format(CLASSES[line.verdict], SYMBOLS[line.verdict], line.verdict, line.text)
    rows = [*map(_check_row, line.results), *(_check_row(one, REPORTED) for one in line.reported)]
    return Details(summary, [_figures(line.text, "allowed", rows)], open=line.verdict != PASS)


def _baseline(outcome: Outcome, drifts: Sequence[Result]) -> list[Item]:
    """What has changed since the baseline was accepted; [] without one."""
    if outcome.baseline is None:
        return []
    moved, kept = (
        [_drift_row(one) for one in drifts if (one.verdict in {PASS, NEW}) == same] for same in (False, True)
    )
    items: list[Item] = [Sentences(check_report.baseline_words(outcome))]
    items += [Text(f"{check_report.drift_counts(drifts)}.")] if drifts else []
    items += [_figures("Figures that moved, or may have", "margin", moved)] if moved else []
    folded = f"{len(kept)} figures that did not move"
    return [*items, *([_figures("Figures that did not move", "margin", kept, folded)] if kept else [])]


def _figures(caption: str, allowed: str, rows: Sequence[Row], folded: str = "") -> Table:
    columns = [
        Column("figure"),
        Column("where"),
        Column("verdict"),
        Column("value", number=True),
        Column("against what is allowed"),
        Column(allowed, number=True),
        Column("note"),
    ]
    return Table(caption, columns, rows, folded)


def _check_row(result: Result, note: str = "") -> Row:
    _, figure, where, value, allowed = check_report.row(result).cells
    found = (check_lines.games_words(result).removeprefix("; "), result.note)
    drawn = bullet(result.now.value, (result.now.low, result.now.high), result.claim.bound[:2], label=figure)
    return Row([figure, where, _mark(result), value, drawn, allowed, note or "; ".join(filter(None, found))])


def _drift_row(result: Result) -> Row:
    _, figure, where, value, _, margin = check_report.row(result).cells
    drift = result.drift or (None, None)
    drawn = bullet(result.change, drift, result.claim.bound[:2], label=f"change of {figure}")
    games = check_lines.games_words(result).removeprefix("; ")
    return Row([figure, where, _mark(result), value, drawn, margin, games])


def _mark(result: Result) -> Markup:
    words = Markup('<span class="{}">{} {}</span>')
    return words.format(CLASSES[result.verdict], SYMBOLS[result.verdict], result.verdict)
