"""The results of `balancer sensitivity`: what every knob changes by itself, the largest effect first."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis import comparison
from balancer.analysis.comparison import Effect
from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import EQUIVALENT, UNDECIDED
from balancer.reporting import numbers
from balancer.reporting.compare_report import change_words, figure_words, value_words
from balancer.reporting.run_report import ScenarioReport
from balancer.wording import capital, listed, plural

HEADINGS = ("rule", "value", "figure", "base", "now", "change", "verdict")
MAX_ROWS = 12
"""Rows on the terminal; the page has all."""
MAX_NAMED = 4


@dataclass(frozen=True)
class KnobEffect:
    """One figure under one knob changed alone."""

    knob: str
    value: str
    effect: Effect
    identical: bool

    @property
    def size(self) -> float:
        """The size of the change; 0 where it has no value."""
        return abs(self.effect.difference.value or 0.0)

    @property
    def certain(self) -> bool:
        """Whether the interval excludes zero."""
        low, high = self.effect.difference.interval
        return (low is not None and low > 0) or (high is not None and high < 0)

    @property
    def verdict(self) -> str:
        """Its verdict; `no change seen` where nothing is known against that."""
        if self.identical:
            return "same games"
        return "no clear change" if self.effect.verdict == UNDECIDED else self.effect.verdict

    @property
    def row(self) -> tuple[str, ...]:
        """Cells as HEADINGS name them."""
        change = self.effect.difference
        return (
            self.knob, self.value, figure_words(self.effect), value_words(change, change.base.value),
            value_words(change, change.variant.value), change_words(change), self.verdict,
        )  # fmt: skip


@dataclass(frozen=True)
class Sensitivity(ScenarioReport):
    """Manifest and pairs of a look at all knobs."""

    pairs: Sequence[PairResult]

    @cached_property
    def effects(self) -> list[KnobEffect]:
        """The headline figures under every change, the largest certain change of each figure first.

        All intervals hold simultaneously, over all figures and changes: the largest is picked by looking at them.
        """
        spec = dataclasses.replace(self.spec, confidence=bonferroni(self.spec.confidence, len(self.pairs)))
        found = []
        for pair in self.pairs:
            knob, _, value = pair.name.partition(" ")
            identical = pair.pairs["first_apart"] is None
            found += [KnobEffect(knob, value, one, identical) for one in comparison.main_effects(pair, spec)]
        return found

    @cached_property
    def figures(self) -> list[str]:
        """The figures of the headline by dotted name, in its order."""
        names = list(dict.fromkeys(one.effect.name for one in self.effects))
        headline = [ref.name for ref in self.spec.headline]
        mine = [name for name in names if name in headline or name.partition(".")[0] in headline]
        return mine or names

    def ranked(self, figure: str) -> list[KnobEffect]:
        """The changes of one figure, certain ones first, then by size."""
        mine = [one for one in self.effects if one.effect.name == figure]
        return sorted(mine, key=lambda one: (not one.certain, -one.size))

    @cached_property
    def dead(self) -> list[str]:
        """Knobs none of whose values changed a single game."""
        live = {one.knob for one in self.effects if not one.identical}
        return list(dict.fromkeys(one.knob for one in self.effects if one.knob not in live))

    @cached_property
    def weak(self) -> list[str]:
        """Knobs that change games, but no figure of the headline for certain, or only within its margin."""
        strong = {one.knob for one in self.effects if one.certain and one.effect.verdict != EQUIVALENT}
        return list(
            dict.fromkeys(one.knob for one in self.effects if one.knob not in strong and one.knob not in self.dead)
        )

    @property
    def refused(self) -> Mapping[str, str]:
        """Changes that the game does not allow with the other rules, and why."""
        return self.manifest.get("refused") or {}

    @property
    def sentences(self) -> list[str]:
        """The answer: per figure what moves it most, then what moves nothing."""
        made = []
        for figure in self.figures:
            moved = [one for one in self.ranked(figure) if one.certain]
            if not moved:
                continue
            first, others = moved[0], list(dict.fromkeys(one.knob for one in moved if one.knob != moved[0].knob))
            rest = f"; then {listed(others[:MAX_NAMED])}" if others else "; nothing else clearly does"
            name, change = capital(figure_words(first.effect)), change_words(first.effect.difference)
            made.append(f"{name} depends most on {first.knob}: {change} with {first.value}{rest}.")
        if not made:
            made.append("No knob changes a figure of the headline for certain: play more games.")
        if self.weak:
            made.append(f"No clear effect: {listed(self.weak)}.")
        if self.dead:
            dead = listed(self.dead)
            made.append(f"Not a single game differs with {dead} changed: dead under these rules and players.")
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
        rows = [
            {
                "knob": one.knob,
                "value": one.value,
                "figure": one.effect.name,
                "base": one.effect.difference.base.value,
                "now": one.effect.difference.variant.value,
                "change": one.effect.difference.value,
                "low": one.effect.difference.low,
                "high": one.effect.difference.high,
                "verdict": one.verdict,
                "games": one.effect.difference.pairs,
            }
            for figure in self.figures
            for one in self.ranked(figure)
        ]
        return {"answer": self.sentences, "dead": self.dead, "refused": dict(self.refused), "changes": rows}


def show(console: Any, report: Sensitivity, page: str) -> None:
    """Print the answer and the largest effects; console: a `cli.console.Words`."""
    console.title(str(report.scenario["title"]))
    console.paragraph(report.played_words)
    console.paragraph("")
    for sentence in report.sentences:
        console.paragraph(sentence)
    for figure in report.figures:
        rows = report.ranked(figure)
        console.title(figure_words(rows[0].effect))
        short = [(one.row[0], one.row[1], *one.row[3:]) for one in rows[:MAX_ROWS]]
        console.table((*HEADINGS[:2], *HEADINGS[3:]), short, wrapped=(1,))
        if len(rows) > MAX_ROWS:
            console.paragraph(f"… {len(rows) - MAX_ROWS} more on the page")
    if page:
        console.paragraph("")
        console.paragraph(f"Page: {page}")
