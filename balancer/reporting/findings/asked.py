"""The beginning of an answer: where the checks pass, what a change does, or which rule matters most."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from balancer.analysis.conclusions.ranking import Ranking, rank
from balancer.analysis.estimates.equal_share import equal_share_of_players
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import EFFECT, RANKING, WHERE
from balancer.reporting import numbers
from balancer.reporting.findings import among_best
from balancer.reporting.findings.effect_words import change_with_unit
from balancer.reporting.findings.headline_findings import HeadlineFinding
from balancer.reporting.findings.lead import with_reservation
from balancer.reporting.findings.robustness import Robustness
from balancer.reporting.findings.single_changes import SingleChanges
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.numbers import text
from balancer.reporting.reading import Reading
from balancer.wording import capital, listed

MAX_RANKED = 4  # changes that a sentence ranks
MIN_RANKED = 3  # figures of one kind that are worth ranking
MIN_COMMON = 8  # letters with which the labels of figures of one kind begin
SHARES = ("persona_win_rate", "persona_loss_rate")  # metrics whose size says something only beside an equal share


def asked(reading: Reading, verdicts: VerdictAnswer, changes: SingleChanges | None) -> str:
    """Return the question that the answer begins with: WHERE, RANKING or EFFECT.

    The scenario may name it.  Otherwise the question is WHERE if the checks pass in some settings and fail in others.
    """
    if reading.spec.answer or len(reading.cells) == 1:
        return reading.spec.answer or WHERE
    if verdicts.failed and (verdicts.passed or verdicts.undecided):
        return WHERE
    return RANKING if changes else EFFECT


@dataclass(frozen=True)
class Leads:
    """The sentences on the headline that lead an answer, or follow the verdict."""

    reading: Reading
    findings: Sequence[HeadlineFinding]
    changes: SingleChanges | None
    players: Robustness | None  # other line-ups

    def sentences(self, question: str) -> list[str]:
        """Return the sentences that answer a question: WHERE, RANKING or EFFECT."""
        if question == RANKING and self.changes:
            figure = self.changes.of_headline(self.reading.headline[0].ref)
            ranked = ranking(self.changes, figure[0]) if figure else ""
            lead = with_reservation(ranked or self.findings[0].lead, self._reservation(0))
            return [lead, *filter(None, map(kind_sentence, kinds(self.reading)))]
        return [self._effect(number) for number in self._order(question)]

    def _order(self, question: str) -> list[int]:
        """Return the figures that lead: one that certainly changes, and the first of the headline."""
        first, *others = self.findings
        changed = [number for number, finding in enumerate(others, 1) if finding.moves][:1]
        if first.moves is not False or question != EFFECT:
            return [0, *changed] if first.at_base_only else [0]
        # A scenario that names its question asks about its first figure; otherwise the news comes first.
        return [0, *changed] if self.reading.spec.answer else [*changed, 0]

    def _effect(self, number: int) -> str:
        """Return the largest change of a figure; for a persona how often it wins, next to an equal share."""
        finding, ref = self.findings[number], self.reading.headline[number].ref
        if ref.metric not in SHARES or not ref.of:
            return with_reservation(finding.lead, self._reservation(number))
        rate = self.reading.headlines[number].figures_at(self.reading.reader.confidence)[""][self.reading.sweep.base]
        if not rate.defined:
            return finding.lead
        fair = equal_share_of_players(self.reading.base)
        equal = f"; an equal share is {numbers.plain(fair, numbers.SHARE)}" if fair is not None else ""
        good = self.players.rate_among_best(ref.of) if self.players else ""
        return f"{finding.at_base.removesuffix('.')}{f'; {good}' if good else ''}{equal}."

    def _reservation(self, number: int) -> str:
        if self.findings[number].at_base_only:
            return among_best.of_value(self.players, number)
        return among_best.of_change(self.players, number, self.findings[number].step)


def ranking(changes: SingleChanges, figure: str) -> str:
    """Rank the changes that move a figure most; '' where none certainly does."""
    ranked = changes.ranked(figure)
    moved = [change for change in ranked if change.certain]
    if not moved:
        return ""
    named = [f"{change_with_unit(change)} {change.rule.phrase}" for change in moved[:MAX_RANKED]]
    more, unclear = len(moved) - len(named), len(ranked) - len(moved)
    rest = [f"{more} more {'moves' if more == 1 else 'move'} it"] if more else []
    rest += [f"{unclear} {'shows' if unclear == 1 else 'show'} no clear change"] if unclear else []
    others = f" Of the {len(ranked)} changes {listed(rest)}." if rest else ""
    return f"What moves {moved[0].phrase} most: {'; '.join(named)}.{others}"


# Figures of one kind --------------------------------------------------------------------------------------------------
JOINING = ("at", "by", "in", "of", "the", "with")  # words between what figures share and the item of each


@dataclass(frozen=True)
class FigureKind:
    """Figures of one kind, such as the points of each character."""

    common: str  # what their labels begin with
    unit: str
    ranking: Ranking  # each by what it is of


def kinds(reading: Reading) -> list[FigureKind]:
    """Return the kinds that the headline has several figures of, such as the points of each character."""
    numbers_of: dict[tuple[str, str], list[int]] = {}  # by the first word of the metric and its unit
    for number, figure in enumerate(reading.headline):
        if not figure.per_item and not figure.ref.of:
            key = figure.ref.metric.partition("_")[0], figure.offer.metric.unit
            numbers_of.setdefault(key, []).append(number)
    candidates = (_kind(reading, some) for some in numbers_of.values() if len(some) >= MIN_RANKED)
    return [kind for kind in candidates if kind]


def _kind(reading: Reading, some: Sequence[int]) -> FigureKind | None:
    labels = [reading.headline[number].label for number in some]
    common = _common([label.split(" ") for label in labels])

    def read(number: int, confidence: float) -> Figure:
        return reading.headlines[number].figures_at(confidence)[""][reading.sweep.base]

    by_label = {label.removeprefix(common): partial(read, number) for label, number in zip(labels, some, strict=True)}
    ranked = rank(by_label, reading.reader.confidence) if len(common) >= MIN_COMMON else None
    return FigureKind(common, reading.headline[some[0]].unit, ranked) if ranked else None


def _common(labels: Sequence[Sequence[str]]) -> str:
    # the first words of all labels, with a space after each
    alike = itertools.takewhile(lambda words: len(set(words)) == 1, zip(*labels, strict=False))
    return "".join(f"{word} " for word, *_ in alike)


def kind_name(common: str) -> str:
    """Return the words that labels share as a name: `points per helper` for `points per helper at the `."""
    words = common.split()
    while len(words) > 1 and words[-1] in JOINING:
        words.pop()
    return " ".join(words)


def kind_sentence(kind: FigureKind) -> str:
    """Return the highest and the lowest figure of a kind; '' where neither is certain.

    `Points per helper at the elf: 2.65 ± 0.14 points, the highest of 7 (troll is not clearly lower); the lowest: ...`
    """
    ranked, unit = kind.ranking, kind.unit
    if not ranked.is_certain:
        return ""
    names = list(ranked.figures)
    best, last = (text(ranked.figures[name], unit) for name in (names[0], names[-1]))
    most = (
        f"{capital(kind.common)}{names[0]}: {best}, the highest of {len(names)}{_not_clearly('lower', ranked.as_high)}"
    )
    return f"{most}; the lowest: {names[-1]}, {last}{_not_clearly('higher', ranked.as_low)}."


def _not_clearly(way: str, names: Sequence[str]) -> str:
    return f" ({listed(list(names))} {'is' if len(names) == 1 else 'are'} not clearly {way})" if names else ""
