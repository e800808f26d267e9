"""Pictures of a comparison for slides: the main changes of each variant, with its finding as title."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from balancer.analysis.figure import Figure
from balancer.analysis.verdicts import UNDECIDED
from balancer.questions.compare.report import charted
from balancer.reporting import numbers, pictures
from balancer.reporting.findings.effect_words import figure_words
from balancer.reporting.findings.variant import lead
from balancer.wording import hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balancer.analysis.comparisons.effect import Effect
    from balancer.analysis.results import PairResult
    from balancer.questions.compare.report import CompareReport


def plot(report: CompareReport, figure: str) -> pictures.Picture:
    """Return a picture of what each variant changes of a figure; of all seats (personas …) where it names none.

    figure: its dotted name, as in `differences.csv`.  ValueError: no such figure, or it has no value.
    """
    changes = [
        (pair.name, effect)
        for pair, effects in zip(report.pairs, report.effects, strict=True)
        for effect in effects
        if figure in {effect.name, effect.ref.of_any.name} and effect.value is not None
    ]
    if not changes:
        names = list(dict.fromkeys(effect.name for effects in report.effects for effect in effects))
        raise ValueError(f"no figure {figure!r} was compared{hint(figure, names)}")
    first = changes[0][1]
    single = all(effect.name == figure for _, effect in changes)
    title = f"Change of {figure_words(first) if single else first.offer.metric.title}"
    rows = [_row(effect, name if single else f"{name}: {effect.ref.of or 'all'}") for name, effect in changes]
    words = pictures.PictureWords(title, "By variant, against the base rules", _footer(report, report.pairs))
    return pictures.ranking(words, rows, numbers.unit_of(first.unit), hollow="undecided")


def charts(report: CompareReport) -> dict[str, pictures.Picture]:
    """Return pictures of each variant's main changes, one for each unit, by a name for its file: `late-rounds`."""
    pictures_by_name = {}
    for number, pair in enumerate(report.pairs):
        footer, change = _footer(report, [pair]), f"{pair.name}, {report.rules_words(number)}"
        for unit, effects in charted([effect for effect in report.effects[number] if effect.main]):
            of_seats = effects[0].offer.metric.of == "seat"
            kind = "seats" if of_seats else "shares" if unit == numbers.DIFFERENCE else unit or "values"
            rows = [_row(effect, figure_words(effect)) for effect in effects]
            finding = lead(effects, [effect.ref for effect in effects]).sentence
            words = pictures.PictureWords(f"{change}: {finding}", f"Changed: {report.changes_words(number)}", footer)
            name = pictures.slug(f"{pair.name} {kind}")
            pictures_by_name[name] = pictures.ranking(words, rows, unit, hollow="undecided")
    return pictures_by_name


def _footer(report: CompareReport, pairs: Sequence[PairResult]) -> str:
    games = f"{numbers.counts(pair.base.games for pair in pairs)} pairs of games on the same dice"
    return pictures.footer(report.question.title, report.card.title, games, report.confidence, report.manifest.versions)


def _row(effect: Effect, label: str) -> pictures.RankedChange:
    low, high = (end if end is not None else math.nan for end in (effect.low, effect.high))
    figure = Figure(effect.value or 0.0, low, high)
    return pictures.RankedChange(label, figure, effect.verdict != UNDECIDED, effect.margin)
