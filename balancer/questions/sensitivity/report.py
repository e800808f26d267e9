"""The report of `balancer sensitivity`: the effect of each change of one rule, the largest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import EQUIVALENT
from balancer.reporting import numbers
from balancer.reporting.axis import SweepAxis, seated_words, words_of
from balancer.reporting.document.model import Block, Document, Item, Matrix, Section, Text
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.findings.effect_words import figure_words, value_words
from balancer.reporting.findings.single_changes import CHANGES, KnobEffect, SingleChanges
from balancer.reporting.page import glance, tornado
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.reporting.sweep_grid import RuleChange
from balancer.wording import capital, listed, plural, titled

MAX_ROWS = 12  # per figure in a terminal


@dataclass(frozen=True)
class SensitivityReport(ScenarioReport):
    """The pairs of all changes, with the manifest."""

    pairs: Sequence[PairResult]

    @cached_property
    def changes(self) -> SingleChanges:
        """The effects of all changes."""
        changes = []
        for pair in self.pairs:
            knob, _, value = pair.name.partition(" ")
            words = words_of(f"rules.{knob}", self.card.knobs)
            axis = SweepAxis(knob, (int(value) if value.lstrip("-").isdigit() else value,), words=words)
            changes.append(RuleChange(knob, value, axis.noun, axis.phrase(0)))
        return SingleChanges(self.spec, self.pairs, changes)

    @property
    def refused(self) -> Mapping[str, str]:
        """Changes that the game does not allow with the other rules: name -> why."""
        return self.manifest.part("refused")

    def answer(self) -> list[str]:
        """Return the largest effects on each figure, the changes without effect, and those that are not allowed."""
        sentences = self.changes.sentences
        if self.refused:
            names = listed(list(self.refused))
            sentences.append(f"Not possible together with the other rules: {names}.")
        return sentences

    def document(self) -> Document:
        """Return the report as people read it."""
        base, sentences = self.pairs[0].base, self.answer()
        sure = numbers.plain(self.spec.confidence, numbers.SHARE, 0)
        games = numbers.count(min(pair.games for pair in self.pairs))
        return Document(
            titled(self.question.title, "each rule separately"),
            [
                answer_section(sentences),
                Section("glance", "Rules and figures", self._glance(), brief=False),
                Section("figures", "Figure by figure", [self._block(*row) for row in enumerate(self.changes.figures)]),
                reproduced(self.manifest, [CHANGES], self.card.summary),
            ],
            kicker=self.card.title or base.title,
            about="the effect of each rule, changed separately",
            description=sentences[0],
            facts=[
                plural(base.players, "player"),
                seated_words(base),
                f"{games} pairs of games with each of {len(self.pairs)} changes",
                f"seed {base.seed}",
                f"simultaneous {sure} intervals",
            ],
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _glance(self) -> list[Item]:
        """Return a matrix with a row per change that clearly moves a figure, the largest effect (in margins) first."""
        figures = self.changes.figures[: glance.MAX_FIGURES]
        by_change: dict[tuple[str, str], dict[str, KnobEffect]] = {}
        for effect in self.changes.effects:
            by_change.setdefault((effect.rule.knob, effect.rule.value), {})[effect.name] = effect
        moving = [effects for effects in by_change.values() if any(map(_matters, effects.values()))]
        if not moving:
            return []
        moving.sort(key=lambda effects: -max(map(_weight, effects.values())))
        rows = [
            (next(iter(effects.values())).rule.label, "", [glance.mark(effects.get(figure)) for figure in figures])
            for effects in moving
        ]
        columns = [glance.heading(self.changes.ranked(figure)[0]) for figure in figures]
        left = len(by_change) - len(rows)
        note = f" {plural(left, 'other change')} moved none of them clearly." if left else ""
        caption = "Effects of single changes"
        matrix = Matrix(caption, caption, "rule", columns, rows, css="glance")
        return [matrix, Text(f"{glance.LEGEND}{note}", "note")]

    def _block(self, place: int, figure: str) -> Block:
        """Return the effects of all changes on a figure, the largest first."""
        first = self.changes.ranked(figure)[0]
        picture, table = tornado.of_changes(f"tornado-{place}", self.changes, [figure])
        title = f"{capital(figure_words(first))} (base: {value_words(first, first.base.value)})"
        return Block(title, "", picture, [replace(table, most=MAX_ROWS)])

    def tables(self) -> list[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return [(CHANGES, self.changes.all_effects)]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`: the answer, and one row per change and figure."""
        return {
            "answer": self.answer(),
            "dead": self.changes.dead,
            "refused": dict(self.refused),
            "changes": self.changes.rows(),
        }


def _matters(effect: KnobEffect) -> bool:
    return effect.certain and effect.verdict != EQUIVALENT


def _weight(effect: KnobEffect) -> float:
    return effect.size / effect.margin if _matters(effect) and effect.margin else 0.0
