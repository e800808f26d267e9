"""Effects of single rule changes on the headline figures, the largest first; from pairs on the same dice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.comparisons import comparison
from balancer.analysis.comparisons.effect import Effect
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.results import PairResult
from balancer.analysis.sheet import Sheet, column
from balancer.analysis.verdicts import EQUIVALENT, UNDECIDED
from balancer.reporting import numbers, phrases
from balancer.reporting.findings.axis_line import AxisStep
from balancer.reporting.findings.effect_words import (
    change_with_unit,
    change_words,
    unit_words,
    value_words,
    value_words_of,
)
from balancer.reporting.findings.variant import SHOWN_VERDICTS
from balancer.reporting.sweep_grid import RuleChange, Sweep
from balancer.wording import capital, listed

HEADINGS = ("rule", "value", "figure", "change", "verdict")

MAX_NAMED = 4
MAX_LEVEL = 3  # rules whose changes may be the largest, with their changes


@dataclass(frozen=True, kw_only=True)
class KnobEffect(Effect):
    """The effect on one figure of changing one rule only."""

    rule: RuleChange
    identical: bool  # no game changed
    one_loses: bool

    @property
    def noun(self) -> str:
        """The rule in a sentence."""
        return self.rule.noun

    @property
    def phrase(self) -> str:
        """The figure as the subject of a sentence."""
        return phrases.phrase(self.offer, self.ref, one_loses=self.one_loses)

    @property
    def is_off(self) -> bool:
        """Whether the figure is 0 in every game with the change: what it counts cannot happen there."""
        # A share of 0 is different: a rare event may merely not have been seen.
        counted = numbers.unit_of(self.unit) not in {numbers.SHARE, numbers.DIFFERENCE}
        return counted and self.variant.value == self.variant.low == 0

    @property
    def verdict_words(self) -> str:
        """The verdict; `no clear change` where nothing is certain."""
        if self.identical:
            return "same games"
        return "no clear change" if self.verdict == UNDECIDED else self.verdict

    @property
    def row(self) -> tuple[str, ...]:
        """Entries of a table row, in the order of HEADINGS."""
        words = "0" if self.identical else change_words(self)
        verdict = SHOWN_VERDICTS.get(self.verdict_words, self.verdict_words)
        return self.rule.knob, self.rule.value, value_words(self, self.variant.value), words, verdict


CHANGES = Sheet(
    "changes",
    "one row per change of a rule and figure: base, now, change with its interval, verdict",
    (
        column("knob", "the rule that is changed", "rule.knob"),
        column("value", "what it is changed to", "rule.value"),
        column("figure", "dotted name of the figure", "name"),
        column("base", "the figure under the base rules", "base.value"),
        column("now", "the figure with the change", "variant.value"),
        column("change", "its difference from the base, from pairs of games on the same dice", "value"),
        column("low", "lower end of the interval of the difference; all intervals hold simultaneously", "low"),
        column("high", "its upper end", "high"),
        column(
            "verdict",
            "better, worse, moved, equivalent (within the margin), no clear change, or same games",
            "verdict_words",
        ),
        column("games", "pairs of games", "pairs"),
    ),
)


@dataclass(frozen=True)
class SingleChanges:
    """Pairs of the base with single changes, and the changes in the same order."""

    spec: ReportSpec
    pairs: Sequence[PairResult]
    changes: Sequence[RuleChange]

    @cached_property
    def effects(self) -> list[KnobEffect]:
        """The main figures under every change.

        All intervals are simultaneous, over all figures and changes: the largest effect is chosen because it is large.
        """
        effects = comparison.main_effects_together(self.pairs, self.spec)
        return [
            KnobEffect(
                **vars(effect), rule=rule, identical=pair.pairs["first_apart"] is None, one_loses=pair.base.one_loses
            )
            for pair, rule, of_pair in zip(self.pairs, self.changes, effects, strict=True)
            for effect in of_pair
        ]

    @cached_property
    def figures(self) -> list[str]:
        """Dotted names of the headline's figures in its order; without a headline all main figures."""
        names = list(dict.fromkeys(effect.name for effect in self.effects))
        headline = [name for ref in self.spec.headline for name in names if self._belongs(name, ref)]
        return list(dict.fromkeys(headline)) or names

    @staticmethod
    def _belongs(name: str, ref: FigureRef) -> bool:
        return name == ref.name or (not ref.of and name.partition(".")[0] == ref.metric and not ref.stat)

    def of_headline(self, ref: FigureRef) -> list[str]:
        """Return the figures of one headline entry (itself, or one for each seat or persona), the most moved first."""
        mine = [name for name in self.figures if self._belongs(name, ref)]
        first = {name: self.ranked(name)[0] for name in mine}
        return sorted(mine, key=lambda name: (not first[name].certain, -first[name].size))

    def ranked(self, figure: str) -> list[KnobEffect]:
        """Return the changes of one figure, certain ones first, then by size."""
        mine = [effect for effect in self.effects if effect.name == figure]
        return sorted(mine, key=lambda effect: (not effect.certain, -effect.size))

    @cached_property
    def dead(self) -> list[str]:
        """Rules without effect: none of their values changed a single game."""
        live = {effect.noun for effect in self.effects if not effect.identical}
        return _nouns(effect for effect in self.effects if effect.noun not in live)

    @cached_property
    def weak(self) -> list[str]:
        """Rules that change games, but no headline figure for certain and beyond its margin."""
        strong = {effect.noun for effect in self.effects if effect.certain and effect.verdict != EQUIVALENT}
        return _nouns(effect for effect in self.effects if effect.noun not in strong and effect.noun not in self.dead)

    # Sentences --------------------------------------------------------------------------------------------------------
    def sentence(self, figure: str) -> str:
        """Say which rule moves a figure most, and which others do; '' if none certainly does beyond the margin."""
        moved = [effect for effect in self.ranked(figure) if effect.certain and effect.verdict != EQUIVALENT]
        if not moved:
            return ""
        if moved[0].is_off:
            where = listed([effect.rule.phrase for effect in moved if effect.is_off], last="or")
            base = numbers.text(moved[0].base.figure, numbers.unit_of(moved[0].unit))
            return f"{capital(moved[0].phrase)} is {base} under the base rules, and 0 by definition {where}."
        # Changes whose intervals reach the largest change may be as large: they are named together.
        strongest = {effect.noun: effect for effect in reversed(moved)}  # by rule
        nouns = _nouns(moved)
        most = [strongest[noun] for noun in nouns if strongest[noun].largest >= moved[0].size][:MAX_LEVEL]
        others = [noun for noun in nouns if strongest[noun] not in most]
        beyond = [f"{len(others) - MAX_NAMED} more"] if len(others) > MAX_NAMED else []
        followed = f"; then on {listed([*others[:MAX_NAMED], *beyond])}"
        rest = followed if others else "; no other rule clearly moves it beyond its margin"
        changes = listed([f"{change_with_unit(effect)} {effect.rule.phrase}" for effect in most])
        rules = listed([effect.noun for effect in most])
        return f"{capital(moved[0].phrase)} depends most on {rules}: {changes}{rest}."

    def step(self, figure: str, sweep: Sweep) -> AxisStep | None:
        """Return the change that `sentence` is about; None if that is a value, or one of several seats or personas."""
        if figure not in {ref.name for ref in self.spec.headline} or self.is_off(figure):
            return None
        cell = self.changes.index(self.ranked(figure)[0].rule) + 1  # the base is cell 0
        at, base = sweep.places[cell], sweep.places[sweep.base]
        return AxisStep(next(k for k in range(len(at)) if at[k] != base[k]), "", sweep.base, cell)

    def is_off(self, figure: str) -> bool:
        """Return whether the largest change of a figure is by definition: then `sentence` is about its base value."""
        return any(effect.certain and effect.is_off for effect in self.ranked(figure)[:1])

    def flat_sentence(self, figure: str) -> str:
        """Say that no change certainly moves a figure, and how far one still might."""
        name = self.ranked(figure)[0].phrase
        uncertain = [effect for effect in self.ranked(figure) if math.isfinite(effect.largest) and not effect.identical]
        if not uncertain:
            return f"No single change clearly moves {name}."
        if all(effect.verdict == EQUIVALENT for effect in uncertain):
            return f"No rule varied here moves {name} beyond its margin."
        most = max(uncertain, key=lambda effect: effect.largest)
        largest = value_words_of(most.largest, most) + unit_words(most)
        none = f"{capital(name)} shows no clear change with any rule varied here"
        return f"{none}; too few games to tell: a change could still be as large as {largest}."

    @property
    def dead_sentence(self) -> str:
        """A sentence on the rules without effect; '' if there are none."""
        if not self.dead:
            return ""
        rules = listed(self.dead)
        return f"Not a single game differs with {rules} changed: no effect under these rules, with these players."

    @property
    def sentences(self) -> list[str]:
        """The answer: for each figure the rule that moves it most, then the rules without effect."""
        answer = [text for figure in self.figures if (text := self.sentence(figure))]
        if not answer:
            answer.append("No rule certainly changes a figure of the headline: play more games.")
        if self.weak:
            answer.append(f"No clear effect, or none that matters: {listed(self.weak)}.")
        return [*answer, *([self.dead_sentence] if self.dead else [])]

    @property
    def all_effects(self) -> list[KnobEffect]:
        """All effects, figure by figure."""
        return [effect for figure in self.figures for effect in self.ranked(figure)]

    def rows(self) -> list[dict[str, Any]]:
        """Return the same as plain values, for `--json`."""
        return [CHANGES.row(effect) for effect in self.all_effects]


def _nouns(effects: Iterable[KnobEffect]) -> list[str]:
    return list(dict.fromkeys(effect.noun for effect in effects))
