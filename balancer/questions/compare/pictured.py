"""Pictures of a comparison for slides: the main changes of each variant, with its finding as title."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from balancer.analysis.figure import Figure
from balancer.analysis.verdicts import UNDECIDED
from balancer.questions.compare.report import charted
from balancer.reporting import numbers, pictures
from balancer.reporting.findings.effect_words import figure_words

if TYPE_CHECKING:
    from balancer.analysis.effect import Effect
    from balancer.questions.compare.report import CompareReport


def charts(report: CompareReport) -> dict[str, pictures.Picture]:
    """Return pictures of each variant's main changes, one for each unit, by a name for its file: `late-rounds`."""
    drawn = {}
    for number, (pair, lead) in enumerate(zip(report.pairs, report.answer(), strict=True)):
        games = f"{numbers.counts([pair.base.games])} pairs of games on the same dice"
        footer = pictures.footer(
            report.question.title, report.card.title, games, report.confidence, report.manifest.versions
        )
        words = pictures.PictureWords(lead, f"Changed: {report.changes_words(number)}", footer)
        for unit, effects in charted([effect for effect in report.effects[number] if effect.main]):
            of_seats = effects[0].offer.metric.of == "seat"
            kind = "seats" if of_seats else "shares" if unit == numbers.DIFFERENCE else unit or "values"
            rows = [_row(effect) for effect in effects]
            drawn[pictures.slug(f"{pair.name} {kind}")] = pictures.ranking(words, rows, unit, hollow="undecided")
    return drawn


def _row(effect: Effect) -> pictures.RankedChange:
    low, high = (end if end is not None else math.nan for end in (effect.low, effect.high))
    figure = Figure(effect.value or 0.0, low, high)
    return pictures.RankedChange(figure_words(effect), figure, effect.verdict != UNDECIDED, effect.margin)
