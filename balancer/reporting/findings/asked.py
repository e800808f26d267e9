"""What an answer says first: where the checks hold, what a change does, or what matters most."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from balancer.analysis.conclusions.ranking import Ranking, rank
from balancer.analysis.equal_share import equal_share
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import EFFECT, RANKING, WHERE
from balancer.reporting import numbers
from balancer.reporting.findings.effect_words import change_with_unit
from balancer.reporting.findings.headline_findings import HeadlineFinding
from balancer.reporting.findings.single_changes import SingleChanges
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.numbers import text
from balancer.reporting.reading import Reading
from balancer.wording import capital, listed

MAX_RANKED = 4  # changes that a sentence ranks
LEAST_RANKED = 3  # figures of one kind that are worth ranking
LEAST_COMMON = 8  # letters with which the labels of figures of one kind begin
SHARES = ("persona_win_rate", "persona_loss_rate")  # metrics whose size says something only beside an equal share


def asked(reading: Reading, verdicts: VerdictAnswer, changes: SingleChanges | None) -> str:
    """Return what the scenario asks: as it says, else by its shape; checks that split the cells ask where they hold."""
    if reading.spec.answer or len(reading.cells) == 1:
        return reading.spec.answer or WHERE
    if verdicts.failed and (verdicts.passed or verdicts.undecided):
        return WHERE
    return RANKING if changes else EFFECT


def leads(
    reading: Reading, question: str, findings: Sequence[HeadlineFinding], changes: SingleChanges | None
) -> list[str]:
    """Return sentences on the first headline figure, with which the answer begins, or which it has after the verdict.

    question: as `asked` returns it.  Where nothing changes that figure, the next one that does change follows.
    """
    first, *others = findings
    if question == RANKING and changes:
        figure = changes.of_headline(reading.headline[0].ref)
        ranked = ranking(changes, figure[0]) if figure else ""
        return [ranked or first.lead, *filter(None, map(kind_sentence, kinds(reading)))]
    changed = [one.lead for one in others if one.moves] if first.moves is False and question == EFFECT else []
    return [effect(reading, first), *changed[:1]]


def effect(reading: Reading, finding: HeadlineFinding) -> str:
    """Return the largest change of the first figure; of one persona how often it wins, beside an equal share."""
    figure = reading.headline[0]
    if figure.ref.metric not in SHARES or not figure.ref.of:
        return finding.lead
    known = reading.headlines[0].figures_at(reading.reader.confidence)[""][reading.sweep.base]
    if not known.defined:
        return finding.lead
    equal = numbers.plain(equal_share(reading.base), numbers.SHARE)
    return f"{finding.at_base.removesuffix('.')}, where {equal} is equal."


def ranking(changes: SingleChanges, figure: str) -> str:
    """The changes that move a figure most, each with its size; '' where none does for certain."""
    ranked = changes.ranked(figure)
    moved = [one for one in ranked if one.certain]
    if not moved:
        return ""
    named = [f"{change_with_unit(one)} {one.rule.phrase}" for one in moved[:MAX_RANKED]]
    more = len(moved) - len(named)
    rest = [f"{more} more of {len(ranked)} changes move it"] if more else []
    unclear = len(ranked) - len(moved)
    rest += [f"{unclear} of {len(ranked)} show no clear change"] if unclear else []
    return f"What moves {moved[0].phrase} most: {'; '.join(named)}{f' ({listed(rest)})' if rest else ''}."


# Figures of one kind --------------------------------------------------------------------------------------------------
JOINING = ("at", "by", "in", "of", "the", "with")  # words between what figures share and the item of each


@dataclass(frozen=True)
class FigureKind:
    """Figures of one kind."""

    common: str  # what their labels begin with
    unit: str
    ranking: Ranking  # each by what it is of


def kinds(reading: Reading) -> list[FigureKind]:
    """Return the figures of the headline that are of one kind, such as the points of each character, at the base."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(reading.headline):
        if not one.per_item and not one.ref.of:
            found.setdefault((one.ref.metric.partition("_")[0], one.offer.metric.unit), []).append(number)
    made = (_kind(reading, some) for some in found.values() if len(some) >= LEAST_RANKED)
    return [kind for kind in made if kind]


def _kind(reading: Reading, some: Sequence[int]) -> FigureKind | None:
    labels = [reading.headline[number].label for number in some]
    common = _common([label.split(" ") for label in labels])

    def read(number: int, confidence: float) -> Figure:
        return reading.headlines[number].figures_at(confidence)[""][reading.sweep.base]

    by_label = {label.removeprefix(common): partial(read, number) for label, number in zip(labels, some, strict=True)}
    ranked = rank(by_label, reading.reader.confidence) if len(common) >= LEAST_COMMON else None
    return FigureKind(common, reading.headline[some[0]].unit, ranked) if ranked else None


def _common(labels: Sequence[Sequence[str]]) -> str:
    """The first words of all labels, with a space after each."""
    alike = itertools.takewhile(lambda words: len(set(words)) == 1, zip(*labels, strict=False))
    return "".join(f"{word} " for word, *_ in alike)


def kind_name(common: str) -> str:
    """`points per helper` for `points per helper at the `."""
    words = common.split()
    while len(words) > 1 and words[-1] in JOINING:
        words.pop()
    return " ".join(words)


def kind_sentence(kind: FigureKind) -> str:
    """`Points per helper at the elf: 2.65 ± 0.14 points, the highest of 7 (troll may be as high); the lowest: ...`.

    '' where no order of them is certain.
    """
    ranked, unit = kind.ranking, kind.unit
    if not ranked.is_certain:
        return ""
    names = list(ranked.figures)
    best, last = (text(ranked.figures[name], unit) for name in (names[0], names[-1]))
    most = f"{capital(kind.common)}{names[0]}: {best}, the highest of {len(names)}{_may_be(ranked.as_high, 'high')}"
    return f"{most}; the lowest: {names[-1]}, {last}{_may_be(ranked.as_low, 'low')}."


def _may_be(names: Sequence[str], way: str) -> str:
    return f" ({listed(list(names))} may be as {way})" if names else ""
