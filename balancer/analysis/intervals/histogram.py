"""Quantiles and shape of a quantity whose whole distribution is kept: value -> number of games.

References
----------
David & Nagaraja (2003), Order Statistics, 3rd ed., section 7.1 (distribution-free intervals for quantiles).
Hyndman & Fan (1996), Sample quantiles in statistical packages, Amer. Statist. 50, 361-365 (type 1).
Cramer (1946), Mathematical Methods of Statistics, chapter 27 (standard errors of moments and their functions).
"""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any

import scipy

from balancer.analysis.intervals.elementary import Interval
from balancer.analysis.intervals.mean_intervals import UNBOUNDED, Distribution


class Histogram:
    """A distribution: `values` ascending (in real units), `counts` of each, `n` observations.

    games: the number of independent observations.  If a game gives several values (the scores of all seats), it is the
    number of games: the variance of a game's mean is at most that of one of its values, so the intervals are wide
    enough.
    """

    def __init__(
        self,
        stored: Mapping[str, Any],
        games: int | None = None,
        allowed: Interval = UNBOUNDED,
        rare: int | None = None,
        pace: float | None = None,
    ) -> None:
        """Read a distribution of a tally; allowed, rare: see `Distribution`.

        pace: the value of a game that never ends, as a multiple of the mean; None if the rules end every game.
        """
        self.unit = unit = int(stored["unit"])
        self.allowed, self.rare, self.pace = allowed, rare, pace
        pairs = sorted((int(value), int(count)) for value, count in stored["counts"].items() if count)
        self.values = [value / unit for value, _ in pairs]
        self.counts = [count for _, count in pairs]
        self.cumulated = list(accumulate(self.counts))
        self.n = self.cumulated[-1] if pairs else 0
        self.games = self.n if games is None else min(games, self.n)

    def at_rank(self, rank: int) -> float:
        """Return the rank-th smallest value, from 1."""
        return self.values[bisect_left(self.cumulated, rank)]

    def share_from(self, least: float) -> float:
        """Return the share of the values that are `least` or more."""
        below = bisect_left(self.values, least)
        return 1 - self.cumulated[below - 1] / self.n if below else 1.0

    def quantile(self, percent: int) -> float:
        """Return the smallest value that `percent` % of the observations do not exceed (type 1, Hyndman & Fan)."""
        return self.at_rank(max(1, -(-percent * self.n // 100)))

    def quantile_interval(self, percent: int, confidence: float, family: int = 1) -> Interval:
        """Return the order-statistic interval of a quantile, whose ranks come from the binomial distribution.

        Nothing is assumed about the distribution.  A side is None if there are too few games to bound it.
        """
        tail = (1 - confidence) / (2 * family)
        lower = least_rank(self.games, percent / 100, tail)
        upper = least_rank(self.games, percent / 100, 1 - tail) + 1
        low = self.at_rank(max(1, lower * self.n // self.games)) if lower >= 1 else None
        high = self.at_rank(-(-upper * self.n // self.games)) if upper <= self.games else None
        return Interval(low, high)

    # Moments ----------------------------------------------------------------------------------------------------------
    @property
    def mean(self) -> float:
        """The mean; n > 0."""
        return math.fsum(v * c for v, c in zip(self.values, self.counts, strict=True)) / self.n

    def central(self, order: int) -> float:
        """Return the central moment of that order, divided by n."""
        mean = self.mean
        return math.fsum((v - mean) ** order * c for v, c in zip(self.values, self.counts, strict=True)) / self.n

    @property
    def sd(self) -> float:
        """The standard deviation (unbiased variance); n > 1."""
        return math.sqrt(self.central(2) * self.n / (self.n - 1))

    @property
    def mean_se(self) -> float:
        """Standard error of the mean; games > 1."""
        return math.sqrt(self.central(2) / (self.games - 1))

    @property
    def sd_se(self) -> float:
        """Standard error of the standard deviation (delta method; Cramer 1946, 28.3): from the fourth moment."""
        variance = self.central(2)
        if variance <= 0:
            return 0.0
        return math.sqrt(max(0.0, self.central(4) - variance**2) / (4 * variance * self.games))

    @cached_property
    def distribution(self) -> Distribution:
        """The same values, ready for intervals of mean and spread."""
        return Distribution(
            self.values,
            self.counts,
            self.games,
            step=1 / self.unit,
            allowed=self.allowed,
            rare=self.rare,
            endless=None if self.pace is None else self.pace * self.mean,
        )

    def mean_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of the mean, which is valid also if only few games differ (`Distribution`)."""
        return self.distribution.mean_interval(confidence, family)

    def sd_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of the standard deviation."""
        return self.distribution.sd_interval(confidence, family)

    def cv_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of sd / mean; mean > 0."""
        return self.distribution.cv_interval(confidence, family)

    @property
    def cv(self) -> float:
        """The coefficient of variation, sd / mean; mean > 0."""
        return self.sd / self.mean

    @property
    def cv_se(self) -> float:
        """Standard error of sd / mean (delta method in mean and variance; Cramer 1946, 27.7)."""
        mean, variance = self.mean, self.central(2)
        if variance <= 0:
            return 0.0
        sd = math.sqrt(variance)
        by_mean, by_variance = -sd / mean**2, 1 / (2 * sd * mean)
        spread = (
            by_mean**2 * variance
            + 2 * by_mean * by_variance * self.central(3)
            + by_variance**2 * (self.central(4) - variance**2)
        )
        return math.sqrt(max(0.0, spread) / self.games)

    # Tail ratio ------------------------------------------------------------------------------------------------------
    @property
    def tail_ratio(self) -> float:
        """(p90 - p10) / p50; median > 0."""
        return (self.quantile(90) - self.quantile(10)) / self.quantile(50)

    def tail_ratio_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of the tail ratio: its extremes over simultaneous intervals of the three quantiles."""
        low10, high10 = self.quantile_interval(10, confidence, 3 * family)
        low50, high50 = self.quantile_interval(50, confidence, 3 * family)
        low90, high90 = self.quantile_interval(90, confidence, 3 * family)
        low = high = None
        if low90 is not None and high10 is not None and high50:
            low = max(0.0, low90 - high10) / high50
        if low10 is not None and high90 is not None and low50 is not None and low50 > 0:
            high = (high90 - low10) / low50
        return Interval(low, high)


@functools.lru_cache(maxsize=4096)
def least_rank(n: int, q: float, probability: float) -> int:
    """Return the least k with P(Binomial(n, q) <= k) >= probability, by bisection."""
    low, high = -1, n
    while high - low > 1:
        middle = (low + high) // 2
        if scipy.special.bdtr(middle, n, q) >= probability:
            high = middle
        else:
            low = middle
    return high
