"""The report of `balancer check`: every figure against the band that its check allows, and against the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED
from balancer.checks.baseline import Acceptance
from balancer.checks.judge import Outcome, Result
from balancer.questions import check_results
from balancer.questions.check import lines as check_lines
from balancer.questions.check_results import CHECKS, SHOWN
from balancer.reporting.document.model import (
    Brief,
    Details,
    Document,
    Item,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
)
from balancer.reporting.document.parts import footer, reproduced, table_of_words
from balancer.reporting.findings import who_plays
from balancer.reporting.page.bullet import bullet
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.reporting.run_report import RunReport
from balancer.wording import titled

SYMBOLS = {PASS: "●", UNDECIDED: "○", FAIL: "✕", NEW: "+"}
REPORTED = "for information: it need not pass with other line-ups"

CLASSES = {PASS: "pass", UNDECIDED: "open", FAIL: "bad", NEW: "moved"}


@dataclass(frozen=True)
class CheckReport(ScenarioReport):
    """The verdicts on one scenario."""

    outcome: Outcome
    players: RunReport | None = None  # the base rules with who plays best; None where the scenario wants none
    figures: bool = False  # every figure also where there is little room

    @property
    def weak(self) -> str:
        """A sentence that nobody in the line-up beats random players, or that all are weak; '' otherwise."""
        players = self.players
        if players is None:
            return who_plays.no_better_than_dice(self.manifest)
        verdict = players.weak.verdict if players.weak else ""
        base = [f"By the base rules, {verdict[0].lower()}{verdict[1:]}"] if verdict else []
        return " ".join([*players.weak_sentences, *base])

    @property
    def skill(self) -> list[str]:
        """Sentences on how the first figures change with skill, and on the cost of mistakes."""
        return self.players.ladder.brief if self.players and self.players.ladder else []

    def answer(self) -> list[str]:
        """Return the number of each verdict, then sentences on the players and on skill."""
        return [check_lines.summary(self.outcome), *filter(None, [self.weak]), *self.skill]

    def document(self) -> Document:
        """Return the report as people read it."""
        document = document_of(self.outcome, self.weak, self.skill, figures=self.figures)
        return replace(
            document,
            sections=[*document.sections, reproduced(self.manifest, [CHECKS])],
            footer=footer(self.manifest.versions.get("balancer", "")),
        )

    def tables(self) -> list[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return [(CHECKS, self.outcome.results)]

    @property
    def players_json(self) -> dict[str, Any]:
        """The part of `--json` on the players."""
        sentences = [self.weak] if self.weak else []
        return {} if self.players is None else {"weak_players": sentences, **self.players.players_json}

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`, which is that of a suite of one scenario."""
        return check_results.to_json([self.outcome], [self.players_json])


@dataclass(frozen=True)
class AcceptReport(ScenarioReport):
    """The figures to accept as a baseline."""

    accepted: Acceptance


def document_of(outcome: Outcome, weak: str = "", skill: Sequence[str] = (), *, figures: bool = False) -> Document:
    """Return an outcome as people read it.

    weak, skill: sentences on the players.  figures: whether a terminal shows every figure, too.
    """
    own, drifts = check_results.checks_and_drifts(outcome)
    answer = check_lines.summary(outcome)
    notes = [*outcome.notes, *check_results.new_words(drifts)]
    sentences: list[Item] = [Text(answer, "verdict")]
    sentences += [Text(weak, "verdict weak")] if weak else []
    sentences.append(Sentences([*skill, *notes]))
    lines = ["\n".join([f"{SHOWN[line.verdict]} {line.text}", *line.below]) for line in check_lines.lines(outcome)]
    rows = [check_results.row(result) for result in own] if figures else []
    headings = [*check_results.CHECK_HEADINGS, *(["note"] if any(row.note for row in rows) else [])]
    table = table_of_words("", headings, [[*row.cells, row.note][: len(headings)] for row in rows])
    brief = [Sentences(lines), *([table] if figures else [])]
    return Document(
        f"{outcome.scenario.name}: {outcome.scenario.title}",
        [
            Section("answer", "The answer", sentences),
            Section("checks", "Checks", [*map(_check, check_lines.lines(outcome)), Brief(brief)]),
            Section("baseline", "Since the baseline was accepted", _baseline(outcome, drifts, figures=figures)),
        ],
        kicker=outcome.scenario.game.title,
        about="checks",
        name=titled(outcome.scenario.title, "checks"),
        description=answer,
        facts=check_results.played_words(outcome),
        scripts=["page.js"],
        navigation=False,
    )


def _check(line: check_lines.CheckLine) -> Details:
    """Return a check with its figures, folded if it passes."""
    mark = Markup('<span class="verdict-mark {}">{} {}</span> {}')
    summary = mark.format(CLASSES[line.verdict], SYMBOLS[line.verdict], line.verdict, line.text)
    rows = [*map(_check_row, line.results), *(_check_row(result, REPORTED) for result in line.reported)]
    return Details(summary, [_figures(line.text, "allowed", rows)], open=line.verdict != PASS)


def _baseline(outcome: Outcome, drifts: Sequence[Result], *, figures: bool) -> list[Item]:
    """Return what has changed since the baseline was accepted; [] without one.  figures: in a terminal all figures."""
    if outcome.baseline is None:
        return []
    moved, unmoved = (
        [_drift_row(drift) for drift in drifts if (drift.verdict in {PASS, NEW}) == same] for same in (False, True)
    )
    items: list[Item] = [Sentences(check_results.baseline_words(outcome))]
    items += [Text(f"{check_results.drift_counts(drifts)}.")] if drifts else []
    items += [_figures("Figures that moved, or may have", "margin", moved)] if moved else []
    folded = f"{len(unmoved)} figures that did not move"
    items += [_figures("Figures that did not move", "margin", unmoved, folded)] if unmoved else []
    listed_drifts = [drift for drift in drifts if figures or drift.verdict not in {PASS, NEW}]
    return [*items, Brief([Sentences(check_lines.drift_lines(listed_drifts))])]


def _figures(caption: str, allowed: str, rows: Sequence[TableRow], folded: str = "") -> Table:
    columns = [
        TableColumn("figure"),
        TableColumn("where"),
        TableColumn("verdict"),
        TableColumn("value", number=True),
        TableColumn("against what is allowed"),
        TableColumn(allowed, number=True),
        TableColumn("note"),
    ]
    return Table(caption, columns, rows, folded, brief=False)


def _check_row(result: Result, note: str = "") -> TableRow:
    _, figure, where, value, allowed = check_results.row(result).cells
    remarks = (check_lines.games_words(result).removeprefix("; "), result.note)
    picture = bullet(result.now.value, (result.now.low, result.now.high), result.claim.bound[:2], label=figure)
    return TableRow([figure, where, _mark(result), value, picture, allowed, note or "; ".join(filter(None, remarks))])


def _drift_row(result: Result) -> TableRow:
    _, figure, where, value, _, margin = check_results.row(result).cells
    drift = result.drift or (None, None)
    picture = bullet(result.change, drift, result.claim.bound[:2], label=f"change of {figure}")
    games = check_lines.games_words(result).removeprefix("; ")
    return TableRow([figure, where, _mark(result), value, picture, margin, games])


def _mark(result: Result) -> Markup:
    words = Markup('<span class="{}">{} {}</span>')
    return words.format(CLASSES[result.verdict], SYMBOLS[result.verdict], result.verdict)
