"""References to figures (metric, item, statistic), and the report specification of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

CONFIDENCE = 0.95  # confidence of intervals where a scenario names none
WHERE, EFFECT, RANKING = ANSWERS = ("where", "effect", "ranking")  # where checks pass, a change, what matters most

Value = TypeVar("Value")


@dataclass(frozen=True)
class FigureRef:
    """A reference to one figure; scenarios, tables, checks and reports share it.

    `metric_names.parse` reads the dotted name, `name` writes it.
    """

    metric: str
    of: str = ""  # seat (from 1), persona, ending ...; '': the game as a whole, or each item of a metric per seat ...
    stat: str = ""  # '' for the usual statistic, so that each figure has one reference

    @property
    def name(self) -> str:
        """The dotted name: ``ending_share.instant``, ``rounds.p90``, ``seat_spread``."""
        return ".".join(filter(None, (self.metric, self.of, self.stat)))

    @property
    def of_any(self) -> FigureRef:
        """The same statistic of the metric, without the item."""
        return FigureRef(self.metric, "", self.stat)

    def to_json(self) -> dict[str, str]:
        """Return the reference in the form of manifests and JSON files."""
        return {"metric": self.metric, "of": self.of, "stat": self.stat}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Return the reference that `to_json` wrote; `of` and `stat` may be missing."""
        return cls(str(content["metric"]), str(content.get("of") or ""), str(content.get("stat") or ""))


@dataclass(frozen=True)
class ReportSpec:
    """The `report` section of a scenario: the figures to show, and the differences that count as none."""

    confidence: float = CONFIDENCE
    headline: tuple[FigureRef, ...] = ()  # figures that the answer is about; () for the usual ones
    better: Mapping[str, str] = field(default_factory=dict)  # dotted name -> "lower" or "higher"
    margins: Mapping[str, float] = field(default_factory=dict)  # dotted name -> the difference that counts as none
    seconds_per_decision: float | None = None  # pace that minutes follow from; None if unknown
    robustness: tuple[str, ...] | None = None  # personas of other line-ups; () for all competent, None for none
    answer: str = ""  # kind of the first sentence, one of ANSWERS; '' for the kind that suits the scenario
    skill: bool = True  # runs play a few skill levels and report whether the players are weak

    def margin_of(self, ref: FigureRef) -> float | None:
        """Return the margin of a figure: its own, else that of its metric for any item; None if there is none."""
        return _named(self.margins, ref)

    def better_of(self, ref: FigureRef) -> str:
        """Return the good direction of a figure, own or its metric's: "lower", "higher" or ''."""
        return _named(self.better, ref) or ""

    def to_json(self) -> dict[str, Any]:
        """Return the specification in the form of manifests."""
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
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Return the specification that `to_json` wrote; missing entries have their defaults."""
        return cls(
            confidence=float(content.get("confidence") or CONFIDENCE),
            headline=tuple(FigureRef.from_json(ref) for ref in content.get("headline") or ()),
            better=dict(content.get("better") or {}),
            margins={name: float(margin) for name, margin in (content.get("margins") or {}).items()},
            seconds_per_decision=content.get("seconds_per_decision"),
            robustness=None if content.get("robustness") is None else tuple(content["robustness"]),
            answer=str(content.get("answer") or ""),
            skill=bool(content.get("skill", True)),
        )


def _named(values: Mapping[str, Value], ref: FigureRef) -> Value | None:
    return values.get(ref.name, values.get(ref.of_any.name))
