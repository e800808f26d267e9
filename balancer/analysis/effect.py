"""A figure that changes from one setting to another: the difference with its interval, its verdict and margin."""

from __future__ import annotations

from dataclasses import dataclass

from balancer.analysis.estimate import Estimate
from balancer.analysis.figure import Measured
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric_names import Offer
from balancer.analysis.verdicts import UNDECIDED


@dataclass(frozen=True)
class Difference(Measured):
    """The variant's figure minus the base's, from pairs of games.

    base, variant: the two figures, each with its own interval; value: the difference, None where it is undefined (see
    note); se: its standard error, None where the method gives none; low, high: its interval, None where no bound can be
    given; gain: how many times fewer games the pairs took than dice of their own would have (the variance-reduction
    factor), None where it is not assessed or no pair ever differed; pairs: how many pairs of games were played.
    """

    base: Estimate
    variant: Estimate
    value: float | None
    se: float | None
    low: float | None
    high: float | None
    gain: float | None
    pairs: int
    unit: str
    note: str = ""

    @property
    def estimate(self) -> Estimate:
        """The change as a figure of its own, whose games are the pairs."""
        return Estimate(self.value, self.se, self.low, self.high, self.pairs, self.unit, self.note)


@dataclass(frozen=True, kw_only=True)
class Effect(Difference):
    """The effect of a change of rules on one figure: its difference, and what that means.

    name: its dotted name; main: whether it belongs to the main table; family: number of intervals that hold
    simultaneously with its own, itself included; margin: the scenario's, or the usual one (`margin_given` tells).
    """

    ref: FigureRef
    offer: Offer
    verdict: str
    margin: float
    better: str
    main: bool
    family: int
    margin_given: bool = False

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
        """Whether the scenario gives it a margin, and more games may decide whether it is kept."""
        return self.margin_given and self.verdict == UNDECIDED and self.value is not None

    @property
    def size(self) -> float:
        """The size of the change; 0 where it has no value."""
        return abs(self.value or 0.0)
