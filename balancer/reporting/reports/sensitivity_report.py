"""The results of `balancer sensitivity`: what every knob changes by itself, the largest effect first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.results import PairResult
from balancer.reporting import numbers
from balancer.reporting.axis import Axis, words_of
from balancer.reporting.console import Console
from balancer.reporting.findings.effect_words import figure_words, value_words
from balancer.reporting.findings.single_changes import HEADINGS, SingleChanges
from balancer.reporting.report import ScenarioReport
from balancer.reporting.sweep_grid import Change
from balancer.wording import listed, plural

MAX_ROWS = 12
"""Rows on the terminal; the page has all."""


@dataclass(frozen=True)
class Sensitivity(ScenarioReport):
    """Manifest and pairs of a look at all knobs."""

    pairs: Sequence[PairResult]

    @cached_property
    def changes(self) -> SingleChanges:
        """The effects of all changes."""
        named = [pair.name.partition(" ") for pair in self.pairs]
        return SingleChanges(self.spec, self.pairs, [self._change(knob, value) for knob, _, value in named])

    def _change(self, knob: str, value: str) -> Change:
        """A change with the words that the game declares for it."""
        words = words_of(f"rules.{knob}", self.card.knobs)
        axis = Axis(knob, (int(value) if value.lstrip("-").isdigit() else value,), words=words)
        return Change(knob, value, axis.noun, axis.phrase(0))

    @property
    def refused(self) -> Mapping[str, str]:
        """Changes that the game does not allow with the other rules, and why."""
        return self.manifest.part("refused")

    @property
    def sentences(self) -> list[str]:
        """The answer, then what could not be played."""
        made = self.changes.sentences
        if self.refused:
            names = listed(list(self.refused))
            made.append(f"{plural(len(self.refused), 'change')} the other rules do not allow: {names}.")
        return made

    @property
    def played_words(self) -> str:
        """What was played, and the confidence of the intervals."""
        games = numbers.count(min(pair.games for pair in self.pairs))
        base = self.pairs[0].base
        sure = numbers.plain(self.spec.confidence, numbers.SHARE, 0)
        changes = f"{games} pairs of games with each of {len(self.pairs)} changes"
        return (
            f"{base.title}, {base.players} players, {changes}, seed {base.seed}; "
            f"all intervals hold simultaneously with {sure} confidence"
        )

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`: the answer, and one row per change and figure."""
        return {
            "answer": self.sentences,
            "dead": self.changes.dead,
            "refused": dict(self.refused),
            "changes": self.changes.rows(),
        }

    def show(self, console: Console) -> None:
        """Print the answer and the largest effects."""
        console.title(self.question.title)
        console.paragraph(self.played_words)
        console.paragraph("")
        for sentence in self.sentences:
            console.paragraph(sentence)
        for figure in self.changes.figures:
            rows = self.changes.ranked(figure)
            console.title(f"{figure_words(rows[0])} (base: {value_words(rows[0], rows[0].base.value)})")
            console.table(HEADINGS, [one.row for one in rows[:MAX_ROWS]], wrapped=(1,))
            if len(rows) > MAX_ROWS:
                console.paragraph(f"… {len(rows) - MAX_ROWS} more on the page")
