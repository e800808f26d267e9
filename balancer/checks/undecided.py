"""The number of games that will decide a figure whose interval contains its bound, by predictive power.

It is not enough to ask when today's interval would have narrowed until it excludes the bound: the estimate itself
moves, so that this decides in about half of the cases.  Given only today's games, the estimate after t times as
many is normal around today's with variance s² (1 - 1/t), where s is today's standard error (Spiegelhalter, Freedman
& Blackburn 1986, Controlled Clinical Trials 7, 8-17).  This gives the probability that the later interval, narrower
by the root of t, excludes the bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.verdicts import Bound

LIKELY = 0.8  # probability that the number of games reported decides
MAX_TIMES = 1000  # a figure that would take more than this multiple of the games played counts as lying on its bound
HALVINGS = 30  # steps of the bisection for the number of games


@dataclass(frozen=True)
class Undecided:
    """A figure that the games played leave undecided."""

    now: Estimate  # the figure with its interval at `confidence`
    bound: Bound
    confidence: float
    games: int  # played
    look: int = 0  # number of today's look, if later looks share the error; else 0
    reducible: float = 1.0  # share of the variance that more games reduce

    @property
    def decidable(self) -> bool:
        """Whether more games can decide it: it has an interval that narrows, and does not equal its bound.

        A figure of whole numbers that equals its bound stays there.
        """
        now = self.now
        has_interval = None not in (now.value, now.low, now.high) and now.low != now.high
        return has_interval and self.reducible > 0 and now.value not in self.bound[:2]

    def chance(self, times: float) -> float:
        """Return the probability that `times` (> 1) the games played decide the figure, which has an interval."""
        value, below, above = self._value_and_widths
        narrower = self._deviate(times) / critical_z(self.confidence)
        narrower *= math.sqrt(self.reducible / times + 1 - self.reducible)
        error = (below + above) / 2 / critical_z(self.confidence)
        later = NormalDist(value, error * math.sqrt(self.reducible * (1 - 1 / times)))
        least = -math.inf if self.bound.low is None else self.bound.low
        most = math.inf if self.bound.high is None else self.bound.high
        passes = later.cdf(most - above * narrower) - later.cdf(least + below * narrower)
        return max(0.0, passes) + later.cdf(least - above * narrower) + 1 - later.cdf(most + below * narrower)

    @property
    def _value_and_widths(self) -> tuple[float, float, float]:
        value, low, high = self.now.value, self.now.low, self.now.high
        assert value is not None and low is not None and high is not None  # noqa: S101, PT018
        return value, value - low, high - value

    def _deviate(self, times: float) -> float:
        """Return the normal deviate of the interval after `times` the games; each look doubles their number."""
        if not self.look:
            return critical_z(self.confidence)
        # Look n gets 1 / (n (n + 1)) of the error (`sequential`).
        later = self.look + 1 + math.log2(times)
        error = (1 - self.confidence) * self.look * (self.look + 1) / (later * (later + 1))
        return NormalDist().inv_cdf(1 - error / 2)


def games_to_decide(figures: Sequence[Undecided]) -> float | None:
    """Return the games per setting that decide all these figures with probability LIKELY.

    The probabilities of staying undecided are added up (Bonferroni).  None: no figures, or no number would do.
    """
    if not figures or not all(figure.decidable for figure in figures):
        return None

    def likely(times: float) -> bool:
        return sum(1 - figure.chance(times) for figure in figures) <= 1 - LIKELY

    low, high = 1.0, float(MAX_TIMES)
    if not likely(high):
        return None
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if likely(middle) else (middle, high)
    return max(figure.games for figure in figures) * high
