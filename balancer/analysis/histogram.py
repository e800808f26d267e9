"""Quantiles and shape of a quantity of which the whole distribution is known: value -> number of games.

References
----------
Bonett (2006), Approximate confidence interval for standard deviation of nonnormal distributions, Comput. Stat. Data
Anal. 50, 775-782.
David & Nagaraja (2003), Order Statistics, 3rd ed., section 7.1 (distribution-free intervals for quantiles).
Hyndman & Fan (1996), Sample quantiles in statistical packages, Amer. Statist. 50, 361-365 (type 1).
Cramer (1946), Mathematical Methods of Statistics, chapter 27 (standard errors of moments and their functions).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from scipy import special

from balancer.analysis.intervals import NO_INTERVAL, Interval, critical_z

LEAST_FOR_SPREAD = 10
"""Games that the interval of a standard deviation takes."""


class Histogram:
    """A distribution: `values` ascending (in real units), `counts` of each, `n` observations.

    games: how many of them are independent.  Where a game gives several values (the scores of all seats), it is the
    number of games: the variance of a game's mean is at most that of one of its values, so intervals are safe.
    """

    def __init__(self, kept: Mapping[str, Any], games: int | None = None) -> None:
        unit = int(kept["unit"])
        pairs = sorted((int(value), int(count)) for value, count in kept["counts"].items() if count)
        self.values = [value / unit for value, _ in pairs]
        self.counts = [count for _, count in pairs]
        self.cumulated = list(accumulate(self.counts))
        self.n = self.cumulated[-1] if pairs else 0
        self.games = self.n if games is None else min(games, self.n)

    def at_rank(self, rank: int) -> float:
        """The rank-th smallest value, from 1."""
        return self.values[bisect_left(self.cumulated, rank)]

    def quantile(self, percent: int) -> float:
        """The smallest value that `percent` of the observations at least don't exceed (type 1 of Hyndman & Fan)."""
        return self.at_rank(max(1, -(-percent * self.n // 100)))

    def quantile_interval(self, percent: int, confidence: float, family: int = 1) -> Interval:
        """Order-statistic interval of a quantile: the ranks come from the binomial distribution, nothing is assumed.

        A side is None where there are too few games to bound it.
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
        """The central moment of that order, dividing by n."""
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

    def sd_interval(self, confidence: float) -> Interval:
        """Bonett's (2006) interval of the standard deviation: on its logarithm, for distributions of any shape."""
        return self._interval_of_log(self.sd, (self._bonett_kurtosis() - 1) / 4 if self.sd > 0 else 0.0, confidence)

    def cv_interval(self, confidence: float) -> Interval:
        """The same for sd / mean: the logarithms' variances and covariance, from mean, skewness and kurtosis."""
        if self.sd <= 0:
            return Interval(0.0, 0.0)
        skewness = self.central(3) / self.sd**3
        spread = (self._bonett_kurtosis() - 1) / 4 + self.cv**2 - skewness * self.cv
        return self._interval_of_log(self.cv, spread, confidence)

    def _interval_of_log(self, value: float, spread: float, confidence: float) -> Interval:
        """Of a positive statistic whose logarithm has the variance spread / games; Bonett's small-sample factor."""
        if self.games < LEAST_FOR_SPREAD:
            return NO_INTERVAL
        z = critical_z(confidence)
        factor = self.games / (self.games - z)
        half = z * factor * math.sqrt(max(0.0, spread) / (self.games - 1))
        centre = value * math.sqrt(factor)
        return Interval(centre * math.exp(-half), centre * math.exp(half))

    def _bonett_kurtosis(self) -> float:
        """The fourth moment about a trimmed mean over the squared variance: it underrates long tails less."""
        middle = self.trimmed_mean(1 / (2 * math.sqrt(self.games - 4))) if self.games > LEAST_FOR_SPREAD else self.mean
        fourth = math.fsum((v - middle) ** 4 * c for v, c in zip(self.values, self.counts, strict=True)) / self.n
        return fourth / self.central(2) ** 2 + 3 / self.games

    def trimmed_mean(self, share: float) -> float:
        """The mean without that share of the observations at either end (share < 1/2)."""
        cut = int(self.n * share)
        ends = zip(self.cumulated, self.counts, strict=True)
        kept = [max(0, min(end, self.n - cut) - max(end - count, cut)) for end, count in ends]
        return math.fsum(v * c for v, c in zip(self.values, kept, strict=True)) / sum(kept)

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
        """Interval of the tail ratio: the extremes over intervals of the three quantiles that hold together."""
        low10, high10 = self.quantile_interval(10, confidence, 3 * family)
        low50, high50 = self.quantile_interval(50, confidence, 3 * family)
        low90, high90 = self.quantile_interval(90, confidence, 3 * family)
        low = high = None
        if low90 is not None and high10 is not None and high50:
            low = max(0.0, low90 - high10) / high50
        if low10 is not None and high90 is not None and low50 is not None and low50 > 0:
            high = (high90 - low10) / low50
        return Interval(low, high)


def least_rank(n: int, q: float, probability: float) -> int:
    """The least k with P(Binomial(n, q) <= k) >= probability, by bisection."""
    low, high = -1, n
    while high - low > 1:
        middle = (low + high) // 2
        if special.bdtr(middle, n, q) >= probability:
            high = middle
        else:
            low = middle
    return high
