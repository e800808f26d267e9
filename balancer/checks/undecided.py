"""How many more games decide a figure whose interval holds a bound: by predictive power.

The games after which today's interval, only narrower, would no longer hold the bound decide in about half of the cases:
the estimate itself moves.  Where nothing but today's games is known of a figure, its estimate after t times as many is
normal around today's with variance s² (1 - 1/t), s the standard error today (Spiegelhalter, Freedman & Blackburn 1986,
Controlled Clinical Trials 7, 8-17).  So it is known how likely that estimate lies so far from the bound that its
interval, narrower by the root of t, decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from balancer.analysis.estimate import Estimate
from balancer.analysis.intervals.elementary import critical_z
from balancer.analysis.verdicts import Bound

LIKELY = 0.8  # how likely the number of games that is given decides
MOST_TIMES = 1000  # a figure that would take more than so many times the games played counts as lying on its bound
HALVINGS = 30  # steps in which the number of games is enclosed


@dataclass(frozen=True)
class Undecided:
    """A figure that the games played do not decide.

    now: the figure with its interval at `confidence`; games: played; look: the number of today's look, where further
    looks share the error, else 0; reducible: the part of the variance that more games make smaller.
    """

    now: Estimate
    bound: Bound
    confidence: float
    games: int
    look: int = 0
    reducible: float = 1.0

    @property
    def decidable(self) -> bool:
        """Whether more games may decide it: it has an interval that narrows, and does not equal its bound.

        A figure of whole numbers that equals its bound stays there.
        """
        now = self.now
        known = None not in (now.value, now.low, now.high) and now.low != now.high
        return known and self.reducible > 0 and now.value not in self.bound[:2]

    def chance(self, times: float) -> float:
        """How likely it is decided after `times` the games played; times > 1, and the figure has an interval."""
        value, below, above = self._figure
        narrower = self._deviate(times) / critical_z(self.confidence)
        narrower *= math.sqrt(self.reducible / times + 1 - self.reducible)
        error = (below + above) / 2 / critical_z(self.confidence)
        later = NormalDist(value, error * math.sqrt(self.reducible * (1 - 1 / times)))
        least = -math.inf if self.bound.low is None else self.bound.low
        most = math.inf if self.bound.high is None else self.bound.high
        passes = later.cdf(most - above * narrower) - later.cdf(least + below * narrower)
        return max(0.0, passes) + later.cdf(least - above * narrower) + 1 - later.cdf(most + below * narrower)

    @property
    def _figure(self) -> tuple[float, float, float]:
        """Its value, and how far the ends of its interval are below and above."""
        value, low, high = self.now.value, self.now.low, self.now.high
        assert value is not None and low is not None and high is not None  # noqa: S101, PT018
        return value, value - low, high - value

    def _deviate(self, times: float) -> float:
        """The normal deviate of the look after so many times the games, each look after twice as many."""
        if not self.look:
            return critical_z(self.confidence)
        later = self.look + 1 + math.log2(times)
        error = (1 - self.confidence) * self.look * (self.look + 1) / (later * (later + 1))
        return NormalDist().inv_cdf(1 - error / 2)


def games_to_decide(figures: Sequence[Undecided]) -> float | None:
    """The games per place after which all these figures are decided, with the probability `LIKELY`.

    The probabilities of staying undecided are added up.  None where there are no figures, or no number would do.
    """
    if not figures or not all(one.decidable for one in figures):
        return None

    def likely(times: float) -> bool:
        return sum(1 - one.chance(times) for one in figures) <= 1 - LIKELY

    low, high = 1.0, float(MOST_TIMES)
    if not likely(high):
        return None
    for _ in range(HALVINGS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if likely(middle) else (middle, high)
    return max(one.games for one in figures) * high
