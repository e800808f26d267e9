"""Which figure is meant: a metric, of whom or what, which statistic; and what a report shows of such figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

CONFIDENCE = 0.95  # confidence of intervals where a scenario names none
WHERE, EFFECT, RANKING = ANSWERS = ("where", "effect", "ranking")  # where checks hold, a change, what matters most

Value = TypeVar("Value")


@dataclass(frozen=True)
class FigureRef:
    """A reference to one figure, as scenarios, tables, checks and reports use it.

    of: the seat (from 1), persona, ending ...; '' for the game as a whole, or, of a metric that exists per seat
    (persona ...), for all of them.  stat: '' for the metric's usual statistic: each figure has one reference.
    `metric_names.parse` reads the dotted name, `name` writes it.
    """

    metric: str
    of: str = ""
    stat: str = ""

    @property
    def name(self) -> str:
        """The dotted name: ``ending_share.instant``, ``rounds.p90``, ``seat_spread``."""
        return ".".join(filter(None, (self.metric, self.of, self.stat)))

    @property
    def of_any(self) -> FigureRef:
        """The same statistic of the metric, whomever it is of."""
        return FigureRef(self.metric, "", self.stat)

    def to_json(self) -> dict[str, str]:
        """As manifests and JSON files hold it."""
        return {"metric": self.metric, "of": self.of, "stat": self.stat}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The reference that `to_json` wrote; `of` and `stat` may be missing."""
        return cls(str(kept["metric"]), str(kept.get("of") or ""), str(kept.get("stat") or ""))


@dataclass(frozen=True)
class ReportSpec:
    """What a report shows, and what counts as the same: a scenario's `report` section.

    headline: the figures the answer is about, () for the usual ones; better: dotted name -> "lower" or "higher";
    margins: dotted name -> the difference that counts as none; seconds_per_decision: the pace from which minutes
    follow, None if unknown; robustness: personas of whom other tables are played, () for all that think, None for no
    other tables; skill: whether runs have a small ladder of skill, and say whether the players are weak; answer: what
    its first sentence says, one of ANSWERS, '' for what the scenario's shape suggests.
    """

    confidence: float = CONFIDENCE
    headline: tuple[FigureRef, ...] = ()
    better: Mapping[str, str] = field(default_factory=dict)
    margins: Mapping[str, float] = field(default_factory=dict)
    seconds_per_decision: float | None = None
    robustness: tuple[str, ...] | None = None
    answer: str = ""
    skill: bool = True

    def margin_of(self, ref: FigureRef) -> float | None:
        """The margin of a figure: its own, else that of its metric whomever it is of; None if there is none."""
        return _named(self.margins, ref)

    def better_of(self, ref: FigureRef) -> str:
        """Which way a figure is good, looked up likewise: "lower", "higher" or ''."""
        return _named(self.better, ref) or ""

    def to_json(self) -> dict[str, Any]:
        """As manifests hold it."""
        return {
            "confidence": self.confidence,
            "headline": [ref.to_json() for ref in self.headline],
            "better": dict(self.better),
            "margins": dict(self.margins),
            "seconds_per_decision": self.seconds_per_decision,
            **({} if self.robustness is None else {"robustness": list(self.robustness)}),
            **({} if self.skill else {"skill": False}),
            **({"answer": self.answer} if self.answer else {}),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The specification that `to_json` wrote; whatever is missing has its default."""
        return cls(
            confidence=float(kept.get("confidence") or CONFIDENCE),
            headline=tuple(FigureRef.from_json(one) for one in kept.get("headline") or ()),
            better=dict(kept.get("better") or {}),
            margins={name: float(margin) for name, margin in (kept.get("margins") or {}).items()},
            seconds_per_decision=kept.get("seconds_per_decision"),
            robustness=None if kept.get("robustness") is None else tuple(kept["robustness"]),
            answer=str(kept.get("answer") or ""),
            skill=bool(kept.get("skill", True)),
        )


def _named(values: Mapping[str, Value], ref: FigureRef) -> Value | None:
    return values.get(ref.name, values.get(ref.of_any.name))
