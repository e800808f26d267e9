"""Whether the effects of a changed rule are the same at tables of other competent players."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.analysis.comparison import Effect, main_effects
from balancer.analysis.differences import Difference
from balancer.players.other_tables import unfinished
from balancer.reporting import numbers, phrases
from balancer.reporting.findings.robustness import DEPENDS, NOT_FOR, Conclusion, Table, competence
from balancer.reporting.numbers import Figure
from balancer.wording import listed

if TYPE_CHECKING:
    from balancer.analysis.figure_ref import ReportSpec
    from balancer.analysis.results import PairResult

VANISHING = 0.25
"""Part of the effect as set up below which the whole interval at another table counts as no such effect."""


@dataclass(frozen=True)
class EffectsElsewhere:
    """The effects of one variant, as set up and at other tables; unclear: those that no other table decides."""

    tables: Sequence[Table]
    conclusions: Sequence[Conclusion]
    unclear: Sequence[str] = ()

    @property
    def sentences(self) -> list[str]:
        """The effects that depend on the players, a sentence each; then the robust ones in one."""
        depend = [one.sentence for one in self.conclusions if one.verdict == DEPENDS]
        robust = [f"{one.label} ({one.range_words}{_open(one)})" for one in self.conclusions if one.verdict != DEPENDS]
        same = f"The same way among other competent players, with the range over them: {'; '.join(robust)}."
        return [*depend, *([same] if robust else []), *self.open_sentence]

    @property
    def open_sentence(self) -> list[str]:
        """The effects that no other table decides, in a sentence; none where all are decided."""
        return [f"Undecided at other tables, more games would tell: {'; '.join(self.unclear)}."] if self.unclear else []

    @property
    def note(self) -> str:
        """Which tables count."""
        weak = [table.words for table in self.tables if not table.competent]
        left = f"; not counted: {listed(weak)}" if weak else ""
        count = [table.words for table in self.tables if table.competent]
        return f"Other competent tables: {listed(count) or 'none'}{left}; compared: effects certain as set up."

    def to_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "tables": [{"name": t.name, "competent": t.competent, "reason": t.reason} for t in self.tables],
            "effects": [one.to_json() for one in self.conclusions],
        }


def elsewhere(
    pair: PairResult,
    others: Mapping[str, PairResult],
    record: Mapping[str, Any],
    effects: Sequence[Effect],
    spec: ReportSpec,
) -> EffectsElsewhere:
    """The certain main effects of a variant at other tables; others: table's name -> the same pair there."""
    one_loses = pair.base.one_loses
    tables = []
    for name, other in others.items():
        cut = max(unfinished(other.base), unfinished(other.variant))
        counts, reason = competence(record, name, cut, one_loses=one_loses)
        tables.append(Table(name, (), counts, reason))
    found = {t.words: {one.name: one for one in main_effects(others[t.name], spec)} for t in tables if t.competent}
    conclusions, unclear = [], []
    for effect in effects:
        own = _figure(effect.difference)
        if not effect.main or effect.offer.metric.of == NOT_FOR or own is None or not _direction(own):
            continue
        figures = {
            table: figure
            for table, known in found.items()
            if effect.name in known and (figure := _figure(known[effect.name].difference)) is not None
        }
        label = phrases.label(effect.offer, effect.ref)
        conclusion = compared(label, own, figures)
        if conclusion is not None:
            conclusions.append(conclusion)
        elif figures:
            unclear.append(label)
    return EffectsElsewhere(tables, conclusions, unclear)


def compared(label: str, own: Figure, figures: Mapping[str, Figure]) -> Conclusion | None:
    """An effect as set up held against that at other tables; None where none of them decides."""
    apart = tuple(table for table, figure in figures.items() if _contradicts(own, figure))
    agreeing = {table for table, figure in figures.items() if _direction(figure) == _direction(own)}
    decided = {table: figure for table, figure in figures.items() if table in apart or table in agreeing}
    undecided = tuple(table for table in figures if table not in decided)
    return Conclusion("effect", -1, label, own, decided, apart, "goes the same way", undecided) if decided else None


def _open(one: Conclusion) -> str:
    """The tables that do not decide it; '' without any."""
    return f"; undecided at {listed(one.undecided)}" if one.undecided else ""


def _figure(found: Difference) -> Figure | None:
    """A difference as a figure; None without an interval."""
    if found.value is None or found.low is None or found.high is None:
        return None
    if not math.isfinite(found.low) or not math.isfinite(found.high):
        return None
    return Figure(found.value, found.low, found.high, numbers.as_difference(numbers.unit_of(found.unit)))


def _direction(figure: Figure) -> int:
    return (figure.low > 0) - (figure.high < 0)


def _contradicts(own: Figure, other: Figure) -> bool:
    """Whether an effect goes the other way, or is all but gone."""
    gone = max(abs(other.low), abs(other.high)) < VANISHING * abs(own.value)
    return _direction(other) == -_direction(own) or gone
