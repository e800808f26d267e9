"""What single changes of a base do to the headline figures, the largest effect first; from pairs on the same dice."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis import comparison
from balancer.analysis.effect import Effect
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.results import PairResult
from balancer.analysis.sheet import Sheet, column
from balancer.analysis.verdicts import EQUIVALENT, UNDECIDED
from balancer.reporting import phrases
from balancer.reporting.findings.effect_words import (
    change_with_unit,
    change_words,
    unit_words,
    value_words,
    value_words_of,
)
from balancer.reporting.sweep_grid import RuleChange
from balancer.wording import capital, listed

HEADINGS = ("rule", "value", "figure", "change", "verdict")

MAX_NAMED = 4


@dataclass(frozen=True, kw_only=True)
class KnobEffect(Effect):
    """The effect on one figure of one rule changed alone; identical: whether no game changed."""

    rule: RuleChange
    identical: bool
    one_loses: bool

    @property
    def noun(self) -> str:
        """The rule as sentences name it."""
        return self.rule.noun

    @property
    def phrase(self) -> str:
        """The figure as the subject of a sentence."""
        return phrases.phrase(self.offer, self.ref, one_loses=self.one_loses)

    @property
    def verdict_words(self) -> str:
        """Its verdict; `no clear change` where nothing is known against that."""
        if self.identical:
            return "same games"
        return "no clear change" if self.verdict == UNDECIDED else self.verdict

    @property
    def row(self) -> tuple[str, ...]:
        """Cells as HEADINGS name them."""
        words = "0" if self.identical else change_words(self)
        return self.rule.knob, self.rule.value, value_words(self, self.variant.value), words, self.verdict_words


CHANGES = Sheet(
    "changes",
    "one row per change of a rule and figure: base, now, change with its interval, verdict",
    (
        column("knob", "the rule that is changed alone", "rule.knob"),
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
    """Pairs of the base with single changes, in the same order."""

    spec: ReportSpec
    pairs: Sequence[PairResult]
    changes: Sequence[RuleChange]

    @cached_property
    def effects(self) -> list[KnobEffect]:
        """The main figures under every change.

        All intervals hold simultaneously, over all figures and changes: the largest is picked by looking at them.
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
        """The figures of the headline by dotted name, in its order; without a headline all main figures."""
        names = list(dict.fromkeys(one.name for one in self.effects))
        found = [name for ref in self.spec.headline for name in names if self._belongs(name, ref)]
        return list(dict.fromkeys(found)) or names

    @staticmethod
    def _belongs(name: str, ref: FigureRef) -> bool:
        return name == ref.name or (not ref.of and name.partition(".")[0] == ref.metric and not ref.stat)

    def of_headline(self, ref: FigureRef) -> list[str]:
        """The figures of one headline: itself, or that of each seat (persona ...), the most moved first."""
        mine = [name for name in self.figures if self._belongs(name, ref)]
        first = {name: self.ranked(name)[0] for name in mine}
        return sorted(mine, key=lambda name: (not first[name].certain, -first[name].size))

    def ranked(self, figure: str) -> list[KnobEffect]:
        """The changes of one figure, certain ones first, then by size."""
        mine = [one for one in self.effects if one.name == figure]
        return sorted(mine, key=lambda one: (not one.certain, -one.size))

    @cached_property
    def dead(self) -> list[str]:
        """Rules, as sentences name them, none of whose values changed a single game."""
        live = {one.noun for one in self.effects if not one.identical}
        return _nouns(one for one in self.effects if one.noun not in live)

    @cached_property
    def weak(self) -> list[str]:
        """Rules that change games, but no figure of the headline for certain, or only within its margin."""
        strong = {one.noun for one in self.effects if one.certain and one.verdict != EQUIVALENT}
        return _nouns(one for one in self.effects if one.noun not in strong and one.noun not in self.dead)

    # Sentences --------------------------------------------------------------------------------------------------------
    def sentence(self, figure: str) -> str:
        """What moves a figure most, then what else does; '' where nothing does for certain."""
        moved = [one for one in self.ranked(figure) if one.certain]
        if not moved:
            return ""
        first, *others = _nouns(moved)
        beyond = [f"{len(others) - MAX_NAMED} more"] if len(others) > MAX_NAMED else []
        followed = f"; then on {listed([*others[:MAX_NAMED], *beyond])}"
        rest = followed if others else "; no other rule clearly changes it"
        name, change = capital(moved[0].phrase), change_with_unit(moved[0])
        return f"{name} depends most on {first}: {change} {moved[0].rule.phrase}{rest}."

    def flat_sentence(self, figure: str) -> str:
        """That no change moves a figure for certain, and by how much one may."""
        name = self.ranked(figure)[0].phrase
        known = [one for one in self.ranked(figure) if math.isfinite(one.largest) and not one.identical]
        if not known:
            return f"No single change clearly moves {name}."
        most = max(known, key=lambda one: one.largest)
        largest = value_words_of(most.largest, most) + unit_words(most)
        none = f"{capital(name)} shows no clear change with any rule varied here"
        return f"{none}; changes of up to {largest} are still possible."

    @property
    def dead_sentence(self) -> str:
        """The knobs that change nothing at all; '' without any."""
        if not self.dead:
            return ""
        return f"Not a single game differs with {listed(self.dead)} changed: dead under these rules and players."

    @property
    def sentences(self) -> list[str]:
        """The answer: per figure what moves it most, then what moves nothing."""
        made = [sentence for figure in self.figures if (sentence := self.sentence(figure))]
        if not made:
            made.append("No knob changes a figure of the headline for certain: play more games.")
        if self.weak:
            made.append(f"No clear effect, or none that matters: {listed(self.weak)}.")
        return [*made, *([self.dead_sentence] if self.dead else [])]

    @property
    def all_effects(self) -> list[KnobEffect]:
        """One change and figure of the headline after the other."""
        return [one for figure in self.figures for one in self.ranked(figure)]

    def rows(self) -> list[dict[str, Any]]:
        """The same as `--json` holds it."""
        return [CHANGES.row(one) for one in self.all_effects]


def _nouns(effects: Iterable[KnobEffect]) -> list[str]:
    return list(dict.fromkeys(one.noun for one in effects))
