"""The results of `balancer compare` in words, for terminal and page, and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis import comparison
from balancer.analysis.effect import Effect
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import BETTER, EQUIVALENT, MOVED, UNDECIDED, WORSE
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, seated_words, shown
from balancer.reporting.console import Console
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words
from balancer.reporting.findings.other_players import EffectsElsewhere, elsewhere
from balancer.reporting.findings.variant import divergence_words, games_words, headline, most_certain, verdict_words
from balancer.reporting.report import ScenarioReport
from balancer.scenario.levers import differing

HEADINGS = ("figure", "base", "variant", "change", "verdict")

MAX_OTHERS = 6
"""Further metrics that the terminal names, the most certain first."""

MEANINGS = {
    BETTER: "the whole interval lies on the good side of zero (report: better)",
    WORSE: "the whole interval lies on the bad side of zero (report: better)",
    MOVED: "the interval excludes zero; the scenario does not say which direction is good",
    EQUIVALENT: "the whole interval lies within the margin (report: margins), or the rules are the same",
    UNDECIDED: "the interval contains zero and exceeds the margin: more games may decide (not: no difference)",
}
"""The meaning of each verdict."""


@dataclass(frozen=True)
class Compared(ScenarioReport):
    """Manifest and pairs of a comparison."""

    pairs: Sequence[PairResult]
    tables: Sequence[PairResult] = ()

    def elsewhere(self, number: int) -> EffectsElsewhere | None:
        """The effects of a variant at tables of other players; None where none were played, or it changes who plays."""
        if not self.tables or "lineup" in self.changed(number):
            return None
        record = self.manifest.part("tables")
        size = len(self.pairs)
        others = {name: self.tables[size * place + number] for place, name in enumerate(record["names"])}
        return elsewhere(self.pairs[number], others, record, self.effects[number], self.spec)

    def changed(self, number: int) -> Mapping[str, list[Any]]:
        """What a variant changes: name -> [base value, its own]."""
        return differing(self.question.base, self.question.variants[self.pairs[number].name])

    @property
    def confidence(self) -> float:
        """The simultaneous confidence of all intervals of a table."""
        return self.spec.confidence

    @cached_property
    def effects(self) -> list[list[Effect]]:
        """Every figure of each variant."""
        return [comparison.effects(pair, self.spec) for pair in self.pairs]

    @property
    def answer(self) -> list[str]:
        """What each variant does to the main figures, a sentence each."""
        return [f"{pair.name}: {headline(known)}" for pair, known in zip(self.pairs, self.effects, strict=True)]

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`; docs/compare.md explains every key."""
        content = comparison.all_to_json(self.question.to_json(), self.pairs)
        found = {pair.name: self.elsewhere(number) for number, pair in enumerate(self.pairs)}
        known = {name: one.to_json() for name, one in found.items() if one is not None}
        return {**content, "robustness": known} if known else content

    # Words ------------------------------------------------------------------------------------------------------------
    def played_words(self) -> str:
        """What was played, and the confidence of the intervals."""
        many = numbers.counts(pair.games for pair in self.pairs)
        each = f" with each of {len(self.pairs)} variants" if len(self.pairs) > 1 else ""
        base = self.pairs[0].base
        sure = numbers.confidence(self.confidence)
        return (
            f"{base.title}, {base.players} players, {seated_words(base)}, {many} pairs of games{each}, "
            f"seed {base.seed}; all intervals of a table hold simultaneously with {sure} confidence"
        )

    def changes(self, number: int) -> list[str]:
        """The changes a variant makes, one phrase each: `win_threshold 22 → 14`."""
        changed = self.changed(number).items()
        return [f"{axis_label(name)} {shown(one)} → {shown(two)}" for name, (one, two) in changed]

    def changes_words(self, number: int) -> str:
        """The same as a sentence."""
        return "; ".join(self.changes(number)) or "no change, both sides have the same rules"

    def trace_commands(self, number: int, game: int) -> list[str]:
        """The commands that narrate a game of each side."""
        targets = list(self.manifest.facts.get("targets") or [str(self.manifest.scenario_file)])
        carried = self.carried_options()
        words = ["balancer", "trace", targets[0], *carried, "--game", str(game)]
        if len(targets) > 1:
            return [
                shlex.join(words),
                shlex.join(["balancer", "trace", targets[1], *self._seeded(carried), *words[-2:]]),
            ]
        return [shlex.join(words), shlex.join([*words, "--variant", str(self.pairs[number].name)])]

    def _seeded(self, carried: Sequence[str]) -> list[str]:
        """Options for the second scenario, which was played with the seed of the first."""
        given = any(word.partition("=")[0] == "--seed" for word in carried)
        return [*carried, *([] if given else ["--seed", str(self.question.seed)])]

    def show(self, console: Console) -> None:
        """Print all variants as tables."""
        console.title(self.question.title)
        console.paragraph(self.played_words())
        for number, pair in enumerate(self.pairs):
            known = self.effects[number]
            console.title(f"{pair.name}: {self.changes_words(number)}")
            console.paragraph(headline(known))
            console.table(HEADINGS, [row(one) for one in known if one.main], wrapped=(0,))
            others = most_certain(known)
            if others:
                named = "; ".join(f"{figure_words(one)} {change_words(one)}" for one in others[:MAX_OTHERS])
                more = f"; and {len(others) - MAX_OTHERS} more" if len(others) > MAX_OTHERS else ""
                console.paragraph(f"Other metrics that changed: {named}{more}")
            for sentence in (*games_words(pair, self.confidence), *not_compared(self, pair)):
                console.paragraph(sentence)
            for place, sentence in enumerate(divergence_words(pair)):
                console.paragraph(sentence, 2 if place else 0)
            found = self.elsewhere(number)
            for sentence in [] if found is None else ["Other players:", *found.sentences, found.note]:
                console.paragraph(sentence)


# A figure -------------------------------------------------------------------------------------------------------------
def row(one: Effect) -> tuple[str, ...]:
    """Cells as `HEADINGS` name them."""
    verdict = verdict_words(one) if one.value is not None else numbers.NO_VALUE
    base, variant = (value_words(one, side.value) for side in (one.base, one.variant))
    return figure_words(one), base, variant, change_words(one), verdict


def gain_words(gain: float | None) -> str:
    """The variance-reduction factor of the pairs: ``5.6 ×``."""
    return numbers.NO_VALUE if gain is None else f"{gain:.3g} ×"


def not_compared(report: Compared, pair: PairResult) -> list[str]:
    """What exists on one side only; a sentence, or []."""
    alone = [*comparison.missing(pair), *comparison.unused_names(pair, report.spec)]
    return [f"Not compared: {'; '.join(alone)}."] if alone else []
