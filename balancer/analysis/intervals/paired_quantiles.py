"""Differences of quantiles and of spread, from the joint distribution of both values of a pair of games.

References
----------
Agresti & Min (2005), Simple improved confidence intervals for comparing matched proportions, Stat. Med. 24,
729-740.
Cramer (1946), Mathematical Methods of Statistics, chapter 27 (functions of moments).
David & Nagaraja (2003), Order Statistics, 3rd ed., section 7.1 (intervals for quantiles).
Zou (2007), Toward using confidence intervals to compare correlations, Psychol. Methods 12, 399-413 (MOVER).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.figure import Measured
from balancer.analysis.intervals.elementary import NO_INTERVAL, Floats, Interval, critical_z
from balancer.analysis.intervals.histogram import Histogram
from balancer.analysis.intervals.paired_intervals import Variances

STATEMENTS = 4  # statements that a difference of quantiles rests on; each may be wrong with a quarter of the error


def quantile_difference_interval(
    base: Histogram,
    variant: Histogram,
    joint: Mapping[str, Any] | None,
    percent: int,
    confidence: float,
    family: int = 1,
) -> Interval:
    """Return the interval of the variant's quantile minus the base's; nothing is assumed about the distributions.

    With u and v the true quantiles, four statements are true with `confidence` together (Bonferroni): u lies in its
    order-statistic interval, v in its own; and since F(u - 1) < p <= G(v) and G(v - 1) < p <= F(u) by the definition of
    a quantile, neither F(u - 1) - G(v) nor G(v - 1) - F(u) is significantly above 0 in the test of pairs (Agresti & Min
    2005).  The interval spans v - u over all (u, v) that contradict none of them.  The first two bind if a quantity has
    few values (rounds), the others if it has many (turns, scores) and pairs stay similar.

    joint: `PairTally.to_dict()["joint"][quantity]`, None if values can't be paired.  A side is None if there are too
    few games to bound it.
    """
    error = (1 - confidence) / family
    low_u, high_u = base.quantile_interval(percent, 1 - error / STATEMENTS)
    low_v, high_v = variant.quantile_interval(percent, 1 - error / STATEMENTS)
    if low_u is None or high_u is None or low_v is None or high_v is None or joint is None:
        return Interval(
            None if low_v is None or high_u is None else low_v - high_u,
            None if high_v is None or low_u is None else high_v - low_u,
        )
    cumulated = Cumulated(joint, min(base.games, variant.games))
    us = cumulated.whole([value for value in base.values if low_u <= value <= high_u])
    vs = cumulated.whole([value for value in variant.values if low_v <= value <= high_v])
    z = critical_z(1 - 2 * error / STATEMENTS)
    spans = [span for u in us if (span := cumulated.possible(u, vs, z)) is not None]
    return Interval(min(low for low, _ in spans) / cumulated.unit, max(high for _, high in spans) / cumulated.unit)


class Cumulated:
    """Joint cumulated counts: pairs with a base value up to one bound and a variant's value up to another.

    games: independent pairs (fewer than counted if a game gives several values).
    """

    def __init__(self, joint: Mapping[str, Any], games: int) -> None:
        """Cumulate the counts of a joint distribution."""
        self.unit, self.width, self.games = int(joint["unit"]), int(joint["width"]), games
        cells = joint["counts"]
        self.base = sorted({a for a, _, _ in cells if a is not None})
        self.variant = sorted({b for _, b, _ in cells if b is not None})
        rows = {value: place for place, value in enumerate(self.base)}
        columns = {value: place for place, value in enumerate(self.variant)}
        counts = np.zeros((len(rows) + 1, len(columns) + 1))  # the last row and column: games without a value
        for a, b, count in cells:
            counts[rows.get(a, len(rows)), columns.get(b, len(columns))] += count
        self.of_base, self.of_variant = counts[:-1].sum(), counts[:, :-1].sum()
        self.of_both = counts[:-1, :-1].sum()
        self.scale = games / counts.sum()
        cumulated = np.zeros((len(rows) + 2, len(columns) + 2))
        cumulated[1:, 1:] = counts.cumsum(axis=0).cumsum(axis=1)
        self.up_to = cumulated
        self.base_only = np.concatenate([[0.0], counts.sum(axis=1)[:-1].cumsum()])
        self.variant_only = np.concatenate([[0.0], counts.sum(axis=0)[:-1].cumsum()])
        self.base_with_variant = np.concatenate([[0.0], counts[:-1, :-1].sum(axis=1).cumsum()])
        self.variant_with_base = np.concatenate([[0.0], counts[:-1, :-1].sum(axis=0).cumsum()])

    def whole(self, values: list[float]) -> list[int]:
        """Return values in whole units."""
        return [round(value * self.unit) for value in values]

    def possible(self, u: int, vs: list[int], z: float) -> tuple[int, int] | None:
        """Return the smallest and largest v - u that the pairs do not contradict; None if they contradict all."""
        v = np.array(vs)
        # If values are binned, the end of the bin counts that makes the test more cautious.
        below_u = np.searchsorted(self.base, self._bin(u), side="left")
        up_to_u = np.searchsorted(self.base, self._bin(u), side="right")
        below_v = np.searchsorted(self.variant, self._bin(v), side="left")
        up_to_v = np.searchsorted(self.variant, self._bin(v), side="right")
        ahead = self._lowest(np.full(len(v), below_u), up_to_v, 1, z) > 0
        behind = self._lowest(np.full(len(v), up_to_u), below_v, -1, z) > 0
        allowed = v[~(ahead | behind)]
        return (int(allowed.min()) - u, int(allowed.max()) - u) if len(allowed) else None

    def _bin(self, value: Any) -> Any:
        return value // self.width * self.width

    def _lowest(self, i: Any, j: Any, sign: int, z: float) -> Floats:
        """Return the lower end of sign * (F - G); F: base's share up to its i-th value, G: variant's up to its j-th."""
        f, g = self.base_only[i] / self.of_base, self.variant_only[j] / self.of_variant
        both = self.up_to[i, j]
        # Products of residuals, summed over pairs in which both games have a value: games without one add nothing.
        cross = both - g * self.base_with_variant[i] - f * self.variant_with_base[j] + f * g * self.of_both
        variance = f * (1 - f) / self.of_base + g * (1 - g) / self.of_variant
        variance = (variance - 2 * cross / (self.of_base * self.of_variant)) / self.scale
        pairs = min(self.of_base, self.of_variant) * self.scale
        difference = sign * (f - g)
        centre = difference * pairs / (pairs + 2)
        square = (pairs * (variance * pairs + difference**2) + 1) / (pairs + 2) - centre**2
        lowest: Floats = centre - z * np.sqrt(np.maximum(square, 0) / (pairs + 2))
        return lowest


# Spread --------------------------------------------------------------------------------------------------------------
class Spread(NamedTuple):
    """Variances of both sd (or cv) and of their difference; correlation: the smallest that the pairs allow."""

    variances: Variances
    correlation: float


def spread_of_pairs(
    base: Histogram, variant: Histogram, joint: Mapping[str, Any], games: int, stat: str, z: float
) -> Spread | None:
    """Return how the sd (or cv) of both sides vary jointly, from influence functions; None if values are binned.

    games: independent pairs; z: normal deviate of the lower end of the correlation.  Few games underrate how a long
    tail moves only one side, so the correlation's own error (delta method) is subtracted.

    The influence of a value with standardised deviation d is sd (d^2 - 1) / 2 on the sd, cv ((d^2 - 1) / 2 - cv d) on
    sd / mean (Cramer 1946, 27.7 and 28.3).
    """
    if joint["width"] > 1:
        return None
    counts = np.array([count for _, _, count in joint["counts"]], float)
    mine = _influences(base, [a for a, _, _ in joint["counts"]], counts, joint["unit"], stat)
    theirs = _influences(variant, [b for _, b, _ in joint["counts"]], counts, joint["unit"], stat)
    shares = counts / counts.sum()
    variances = Variances(*(float(shares @ square) / games for square in (mine**2, theirs**2, (theirs - mine) ** 2)))
    if variances.base <= 0 or variances.variant <= 0:
        return Spread(variances, 0.0)
    x, y = mine / math.sqrt(float(shares @ mine**2)), theirs / math.sqrt(float(shares @ theirs**2))
    own = x * y - variances.correlation * (x**2 + y**2) / 2
    error = math.sqrt(float(shares @ own**2) / games)
    return Spread(variances, max(-1.0, variances.correlation - z * error))


def _influences(histogram: Histogram, values: list[int | None], counts: Floats, unit: int, stat: str) -> Floats:
    """Return each value's influence on sd or cv, 0 for no value; the mean square is the variance of one game."""
    has_value = np.array([value is not None for value in values])
    at = np.array([0 if value is None else value for value in values], float) / unit
    sd, mean = math.sqrt(histogram.central(2)), histogram.mean
    if sd <= 0:
        return np.zeros(len(at))
    deviation = (at - mean) / sd
    influence = sd * (deviation**2 - 1) / 2
    if stat == "cv":
        influence = sd / mean * ((deviation**2 - 1) / 2 - sd / mean * deviation)
    influences: Floats = np.where(has_value, influence, 0.0) * (counts.sum() / counts[has_value].sum())
    return influences


def recovered_interval(base: Measured, variant: Measured, correlation: float) -> Interval:
    """Return the interval of variant - base from an interval of each and their correlation (Zou 2007, MOVER).

    Each end's distance from its figure serves as a standard error on that side, which preserves skewness.  There is no
    interval if an end is missing.
    """
    a, low_a, high_a = base.value, base.low, base.high
    b, low_b, high_b = variant.value, variant.low, variant.high
    if a is None or b is None or low_a is None or high_a is None or low_b is None or high_b is None:
        return NO_INTERVAL
    return Interval(
        b - a - _joined(b - low_b, high_a - a, correlation), b - a + _joined(high_b - b, a - low_a, correlation)
    )


def _joined(left: float, right: float, correlation: float) -> float:
    return math.sqrt(max(0.0, left**2 + right**2 - 2 * correlation * left * right))
