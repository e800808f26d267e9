"""The difference that a change of setting makes to a figure, with its interval, verdict and margin."""

from __future__ import annotations

from dataclasses import dataclass

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric_names import Offer
from balancer.analysis.figure import Measured
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.verdicts import UNDECIDED


@dataclass(frozen=True)
class Difference(Measured):
    """The variant's figure minus the base's, from pairs of games."""

    base: Estimate  # with its own interval
    variant: Estimate
    value: float | None  # the difference; None if it is undefined (see note)
    se: float | None  # None if the method gives none
    low: float | None  # None if no bound can be given
    high: float | None
    gain: float | None  # variance without pairs / variance with pairs; None if not assessed or no pair ever differed
    pairs: int  # of games
    unit: str
    note: str = ""

    @property
    def estimate(self) -> Estimate:
        """The difference as a figure of its own, whose games are the pairs."""
        return Estimate(self.value, self.se, self.low, self.high, self.pairs, self.unit, self.note)


@dataclass(frozen=True, kw_only=True)
class Effect(Difference):
    """The effect of a change of rules on one figure: the difference and its verdict."""

    ref: FigureRef
    offer: Offer
    verdict: str  # one of `verdicts.EFFECTS`
    margin: float  # the largest difference that does not matter
    better: str  # "lower", "higher" or ''
    main: bool  # it belongs to the main table
    family: int  # simultaneous intervals, its own included
    margin_given: bool = False  # by the scenario; else the margin is the usual one

    @property
    def name(self) -> str:
        """The dotted name of the figure."""
        return self.ref.name

    @property
    def stat(self) -> str:
        """The statistic, named even where it is the usual one."""
        return self.ref.stat or self.offer.metric.stat

    @property
    def undecided(self) -> bool:
        """Whether the scenario gives it a margin, and more games may decide whether it lies within."""
        return self.margin_given and self.verdict == UNDECIDED and self.value is not None

    @property
    def size(self) -> float:
        """The size of the change; 0 where it has no value."""
        return abs(self.value or 0.0)
