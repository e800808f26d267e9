"""The results of `balancer compare` in words, for terminal and page, and as JSON."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis import comparison
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.comparison import Effect
from balancer.analysis.estimate import Estimate
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.verdicts import BETTER, EQUIVALENT, MOVED, UNDECIDED, WORSE
from balancer.reporting import numbers
from balancer.reporting.axis import axis_label, shown
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words, value_words_of
from balancer.reporting.findings.other_players import EffectsElsewhere, elsewhere
from balancer.reporting.reports.run_report import ScenarioReport
from balancer.reporting.text_output import TextOutput
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

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`; docs/compare.md explains every key."""
        content = comparison.all_to_json(self.question.to_json(), self.pairs)
        found = {pair.name: self.elsewhere(number) for number, pair in enumerate(self.pairs)}
        known = {name: one.to_json() for name, one in found.items() if one is not None}
        return {**content, "robustness": known} if known else content

    # Words ------------------------------------------------------------------------------------------------------------
    def played_words(self) -> str:
        """What was played, and the confidence of the intervals."""
        games = sorted({pair.games for pair in self.pairs})
        many = numbers.count(games[0]) + (f" to {numbers.count(games[-1])}" if len(games) > 1 else "")
        each = f" with each of {len(self.pairs)} variants" if len(self.pairs) > 1 else ""
        base = self.pairs[0].base
        sure = numbers.plain(self.confidence, numbers.SHARE, 0)
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

    def show(self, console: TextOutput, page: str) -> None:
        """Print all variants as tables; page: path of the page, '' if there is none."""
        console.title(self.question.title)
        console.paragraph(self.played_words())
        for number, pair in enumerate(self.pairs):
            known = self.effects[number]
            console.title(f"{pair.name}: {self.changes_words(number)}")
            console.paragraph(headline(known))
            console.table(HEADINGS, [row(one) for one in known if one.main], wrapped=(0,))
            others = most_certain(known)
            if others:
                named = "; ".join(f"{figure_words(one)} {change_words(one.difference)}" for one in others[:MAX_OTHERS])
                more = f"; and {len(others) - MAX_OTHERS} more" if len(others) > MAX_OTHERS else ""
                console.paragraph(f"Other metrics that changed: {named}{more}")
            for sentence in (*games_words(pair, self.confidence), *not_compared(self, pair)):
                console.paragraph(sentence)
            for place, sentence in enumerate(divergence_words(pair)):
                console.paragraph(sentence, 2 if place else 0)
            found = self.elsewhere(number)
            for sentence in [] if found is None else ["Other players:", *found.sentences, found.note]:
                console.paragraph(sentence)
        if page:
            console.paragraph("")
            console.paragraph(f"Page: {page}")


def seated_words(cell: CellResult) -> str:
    """The line-up and its seating: `rusher, builder rotating through the seats`."""
    how = "rotating through the seats" if cell.seating == "rotate" else "in fixed seats"
    return f"{shown(cell.lineup)} {how}"


# A figure -------------------------------------------------------------------------------------------------------------
def row(one: Effect) -> tuple[str, ...]:
    """Cells as `HEADINGS` name them."""
    change = one.difference
    verdict = verdict_words(one) if change.value is not None else numbers.NO_VALUE
    base, variant = change.base.value, change.variant.value
    return figure_words(one), value_words(change, base), value_words(change, variant), change_words(change), verdict


NOT_SEEN = "no change seen"


def verdict_words(one: Effect) -> str:
    """Its verdict; where the whole interval lies within the margin and holds zero, that no change was seen."""
    return NOT_SEEN if one.verdict == EQUIVALENT and not one.difference.certain else one.verdict


def gain_words(gain: float | None) -> str:
    """The variance-reduction factor of the pairs: ``5.6 ×``."""
    return numbers.NO_VALUE if gain is None else f"{gain:.3g} ×"


def most_certain(known: Sequence[Effect]) -> list[Effect]:
    """Further metrics that changed: who wins, how it ends, how long, how close, the rest."""
    main = {one.offer.metric.title for one in known if one.main}
    moved = [one for one in known if not one.main and one.verdict in {BETTER, WORSE, MOVED}]
    titles: set[str] = set()
    for one in sorted(moved, key=lambda one: one.offer.metric.number == 0):  # a game's own name for a metric comes last
        key = one.offer.metric.title.replace("'s", "")
        if one.offer.metric.number == 0 and key in titles | main:
            moved.remove(one)
        titles.add(key)
    return sorted(moved, key=lambda one: (care(one), -size(one)))


CARE = ("win", "loss", "spread", "lift", "advantage", "ending", "rounds", "turns", "minutes", "margin", "lead", "tie")
"""Words in the names of metrics, in the order in which designers care for them."""


def care(one: Effect) -> int:
    """The place of a figure in that order."""
    return next((place for place, word in enumerate(CARE) if word in one.ref.metric), len(CARE))


def size(one: Effect) -> float:
    """A change in margins, so that figures of all units can be ranked."""
    return abs(one.difference.value or 0.0) / (one.margin or math.inf)


MAX_IN_HEADLINE = 3


def headline(known: Sequence[Effect]) -> str:
    """What a variant changes most, in a sentence: at most one figure of every kind, the largest first."""
    main = [one for one in known if one.main and one.difference.value is not None]
    moved = sorted((one for one in main if one.verdict in {BETTER, WORSE, MOVED}), key=lambda one: -size(one))
    named: dict[str, str] = {}
    for one in moved:
        named.setdefault(one.ref.metric, _changed_words(one))
    if named:
        rest = len(named) - MAX_IN_HEADLINE
        more = (
            f"; {rest} more kinds of figures changed"
            if rest > 1
            else f"; {rest} more kind of figure changed"
            if rest > 0
            else ""
        )
        return f"{', '.join(list(named.values())[:MAX_IN_HEADLINE])}{more}."
    unsure = [one for one in main if one.verdict == UNDECIDED]
    if not unsure:
        return "No change seen in any main figure."
    widest = max(unsure, key=lambda one: one.difference.half_width / (one.margin or math.inf))
    return (
        f"No main figure clearly changes; least certain is {figure_words(widest)}, {change_words(widest.difference)}."
    )


def _changed_words(one: Effect) -> str:
    """`instant 4% → 27%`, `1.6 rounds shorter`, `seat spread 6 pp → 10 pp (worse)`."""
    change, label = one.difference, figure_words(one)
    way = f" ({one.verdict})" if one.better else ""
    if one.ref.metric in LENGTHS and not one.ref.stat:
        longer = "longer" if (change.value or 0) > 0 else "shorter"
        text = value_words_of(abs(change.value or 0.0), change)
        return f"{text} {one.ref.metric} {longer}{way}"
    base, variant = value_words(change, change.base.value), value_words(change, change.variant.value)
    return f"{label.removeprefix('endings: ')} {base} → {variant}{way}"


# The games ------------------------------------------------------------------------------------------------------------
def games_words(pair: PairResult, confidence: float) -> list[str]:
    """The effect of the change game by game; one sentence each."""
    known = pair.pairs
    if known["first_apart"] is None:
        return [f"All {numbers.count(known['games'])} pairs of games are identical in every figure: no effect."]
    alike, changed = (comparison.share_of_pairs(pair, count, confidence) for count in ("alike", "winner_changed"))
    sentences = [
        f"{_share_words(changed)} of the pairs have other winners; {_share_words(alike)} are identical throughout.",
    ]
    if known["first_winner_changed"] is None:
        sentences.append(
            f"The winners are the same in every pair; game {known['first_apart']} is the first that differs."
        )
    return sentences


def _share_words(share: Estimate) -> str:
    return numbers.written(share.value or 0.0, share.half_width, numbers.SHARE)


def divergence_words(pair: PairResult) -> list[str]:
    """Where the first pair of games with other winners diverges; one sentence each, [] if there is none."""
    known = pair.divergence
    if not known:
        return []
    which = "the first with another winner" if known["winner_changed"] else "the first that differs"
    if known["error"]:
        return [f"Game {known['game']} is {which}; it could not be narrated: {known['error']}"]
    sentences = [f"Game {known['game']} is {which}. The two games diverge {known['where']}:"]
    if known["same"]:
        sentences += [f"the last decision was the same: {known['decision'][0]}"] if known["decision"] else []
        sentences += [f"then base: {known['then'][0]}", f"then variant: {known['then'][1]}"]
    else:
        sentences += [f"base: {known['decision'][0]}", f"variant: {known['decision'][1]}"]
    return sentences


def not_compared(report: Compared, pair: PairResult) -> list[str]:
    """What exists on one side only; a sentence, or []."""
    alone = [*comparison.missing(pair), *comparison.unused_names(pair, report.spec)]
    return [f"Not compared: {'; '.join(alone)}."] if alone else []
