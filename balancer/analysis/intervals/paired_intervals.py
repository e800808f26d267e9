"""Intervals of differences between two settings whose games were played in pairs, on the same dice.

A pair of games is the unit.  Every mean, share and ratio is (sum of x) / (sum of m) over games; the delta method's
variance of a difference of two such figures needs the sums of products of x and m within pairs, all of them exact whole
numbers (`balancer.core.tallies.paired_tally` keeps them).

References
----------
Agresti & Min (2005), Simple improved confidence intervals for comparing matched proportions, Stat. Med. 24, 729-740.
Cochran (1977), Sampling Techniques, 3rd ed., sections 6.4, 6.19 (variance of a ratio, of a difference of ratios).
Glasserman (2003), Monte Carlo Methods in Financial Engineering, sections 4.2, 7.1 (common random numbers).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from balancer.analysis.intervals.elementary import (
    MIN_GAMES,
    NO_INTERVAL,
    Bounds,
    Floats,
    Interval,
    RatioSums,
    critical_t,
    critical_z,
)
from balancer.analysis.intervals.histogram import Histogram
from balancer.analysis.intervals.mean_intervals import Distribution, gamma_quantile
from balancer.analysis.results import PairResult
from balancer.analysis.tally import Group, TallyQuantity, tally_of


class Variances(NamedTuple):
    """Variances of the base's figure, of the variant's, and of their difference within pairs."""

    base: float
    variant: float
    paired: float

    @property
    def unpaired(self) -> float:
        """Variance that the difference would have on independent dice."""
        return self.base + self.variant

    @property
    def correlation(self) -> float:
        """Correlation of the two figures; 0 if one of them never varied."""
        if self.base <= 0 or self.variant <= 0:
            return 0.0
        return max(-1.0, min(1.0, (self.unpaired - self.paired) / (2 * math.sqrt(self.base * self.variant))))

    @property
    def gain(self) -> float | None:
        """Games without pairs / games with pairs for the same precision; None if no pair differed."""
        return self.unpaired / self.paired if self.paired > 0 else None


class PairedSums(NamedTuple):
    """Sums of two ratios x/m over the same games, and of the products of x, m with the variant's x', m'."""

    games: int
    base: RatioSums
    variant: RatioSums
    xx: int
    xm: int  # x of the base, m of the variant
    mx: int
    mm: int

    @property
    def difference(self) -> float:
        """The variant's ratio minus the base's, rounded once."""
        return float(self._ratio(self.variant) - self._ratio(self.base))

    @staticmethod
    def _ratio(sums: RatioSums) -> Fraction:
        return Fraction(sums.x, sums.m * sums.unit)

    @property
    def variances(self) -> Variances:
        """Variances of the two ratios and of their difference (delta method), exact until the last step.

        They are in units of one game's residual (x - r m) / (mean of m); the estimated ratios cost one game.
        """
        a, b = self.base, self.variant
        ra, rb = Fraction(a.x, a.m), Fraction(b.x, b.m)
        own_a = (a.xx - 2 * ra * a.xm + ra * ra * a.mm) / (a.m * a.unit) ** 2
        own_b = (b.xx - 2 * rb * b.xm + rb * rb * b.mm) / (b.m * b.unit) ** 2
        cross = (self.xx - rb * self.xm - ra * self.mx + ra * rb * self.mm) / (a.m * b.m * a.unit * b.unit)
        lost = Fraction(self.games, max(1, self.games - 1))
        return Variances(float(own_a * lost), float(own_b * lost), float((own_a + own_b - 2 * cross) * lost))

    @property
    def informative(self) -> float:
        """The smaller effective number of games (Kish) of the two figures."""
        return min(self.base.games, self.variant.games)


def moments_interval(
    difference: float, variances: Variances, pairs: int, confidence: float, family: int, differing: int
) -> Interval:
    """Return the interval of a difference of two means or ratios over pairs; there is none from one pair.

    differing: pairs that are not identical throughout.  If they are few, the difference is a sum of few jumps, whose
    quantiles are those of a gamma distribution skewed to either side (`mean_intervals`).  One more pair is added whose
    games have nothing in common: its squared difference is the sum of the two variances.
    """
    if pairs < MIN_GAMES:
        return NO_INTERVAL
    jumps = float(differing) + 1
    tail = (1 - confidence) / (2 * family)
    z = critical_z(confidence, family)
    few = max(1.0, gamma_quantile(jumps, tail, z, skewed_up=True) / z) if z > 0 else 1.0
    student = critical_t(confidence, pairs - 1, family)
    half = few * student * math.sqrt(max(0.0, variances.paired) + variances.unpaired / pairs)
    return Interval(difference - half, difference + half)


def joint_mean_interval(
    base: Histogram, variant: Histogram, joint: Mapping[str, Any], confidence: float, family: int = 1
) -> Interval | None:
    """Return the interval of the mean difference variant - base, from the joint distribution of both values.

    It is that of any mean (`mean_intervals`) over the differences of the pairs; the added pair has an extreme value on
    one side.  None if values are binned, or some games have none.
    """
    cells = joint["counts"]
    if joint["width"] > 1 or any(a is None or b is None for a, b, _ in cells):
        return None
    unit = int(joint["unit"])
    counts: Counter[int] = Counter()
    for a, b, count in cells:
        counts[b - a] += count
    (low_a, high_a), (low_b, high_b) = base.distribution.reach, variant.distribution.reach
    differences = Distribution(
        [difference / unit for difference in sorted(counts)],
        [counts[difference] for difference in sorted(counts)],
        min(base.games, variant.games),
        step=1 / unit,
        supposed=(min(low_b - base.mean, variant.mean - high_a), max(high_b - base.mean, variant.mean - low_a)),
    )
    return differences.mean_interval(confidence, family)


def share_difference_interval(sums: PairedSums, z: float, most: float = 1.0) -> Bounds:
    """Return the interval of a difference of two shares (or mean credits in 0..1) over pairs.

    It is that of Agresti & Min (2005) for matched proportions: two pairs are added, and base and variant get half of
    them each.  If a share is of fewer (or more) seats or games than there are pairs, the effective number of pairs
    counts.  most: the largest possible credit (`most_credit`).
    """
    # The variance of one pair, divided by n as theirs is, not by n - 1.
    one_pair = sums.variances.paired * sums.informative * max(1, sums.games - 1) / sums.games
    low, high = matched_interval(sums.difference / most, one_pair / most**2, sums.informative, z)
    return Bounds(most * low, most * high)


def most_credit(pair: PairResult) -> float:
    """Return the largest credit of a seat: 1, or each survivor's share if one player loses and all others win."""
    sides = pair.base, pair.variant
    return max(1 / (side.players - 1) if side.one_loses else 1.0 for side in sides)


def matched_interval(difference: float, variance: float, pairs: float, z: float) -> Bounds:
    """Return the same interval from the difference, the variance of one pair's difference and the number of pairs."""
    low, high = matched_ends(np.array(difference), np.array(variance), pairs, z)
    return Bounds(float(low), float(high))


def matched_ends(difference: Floats, variance: Floats, pairs: float, z: float) -> tuple[Floats, Floats]:
    """Return both ends of that interval, elementwise."""
    centre = difference * pairs / (pairs + 2)
    square = (pairs * (variance + difference**2) + 1) / (pairs + 2) - centre**2
    half = z * np.sqrt(np.maximum(0.0, square) / (pairs + 2))
    return np.maximum(-1.0, centre - half), np.minimum(1.0, centre + half)


# From a pair of cells ------------------------------------------------------------------------------------------------
def paired_sums(pair: PairResult, quantity: TallyQuantity) -> PairedSums:
    """Return the sums of a quantity; m is 0 on both sides if one side never has it."""
    joint = pair.pairs
    base, variant = (tally_of(side).sums(quantity) for side in (pair.base, pair.variant))
    if quantity.group is Group.PLAYER:
        n, m = pair.base.players, pair.variant.players
        both = sum(map(sum, joint["credit"]))
        return PairedSums(joint["games"], base, variant, both, m * base.x, n * variant.x, n * m * joint["games"])
    xx, xm, mx, mm = joint["products"][quantity.key]
    if quantity.group is Group.NODE_DECISIONS:
        xx, xm, mx, mm = mm, base.x, variant.x, joint["games"]
    return PairedSums(joint["games"], base, variant, xx, xm, mx, mm)


def credit_sums(pair: PairResult, seat: int) -> PairedSums:
    """Return the sums of a seat's credit in base and variant; seats count from 0."""
    return seats_sums(pair, seat, seat)


def advantage_sums(pair: PairResult, seat: int) -> PairedSums:
    """Return the sums of a seat's credit beyond an equal part: n c[s] - sum over t of c[t]; seats count from 0."""
    sides, games, cross = (pair.base, pair.variant), pair.pairs["games"], np.array(pair.pairs["credit"], object)
    weights = [np.array([n * (s == seat) - 1 for s in range(n)], object) for n in (side.players for side in sides)]
    sums = []
    for side, weight in zip(sides, weights, strict=True):
        x = int(weight @ np.array(side.tally["credit"], object))
        xx = int(weight @ np.array(side.tally["credit_products"], object) @ weight)
        sums.append(RatioSums(x, games, xx, x, games, side.tally["credit_unit"] * side.players))
    base, variant = sums
    return PairedSums(games, base, variant, int(weights[0] @ cross @ weights[1]), base.x, variant.x, games)


def seats_sums(pair: PairResult, seat: int, other: int) -> PairedSums:
    """Return the sums of the credit of one seat of the base and another seat of the variant."""
    joint = pair.pairs
    base, variant = pair.base.tally, pair.variant.tally
    games, a, b = joint["games"], base["credit"][seat], variant["credit"][other]
    base_sums = RatioSums(a, games, base["credit_products"][seat][seat], a, games, base["credit_unit"])
    variant_sums = RatioSums(b, games, variant["credit_products"][other][other], b, games, variant["credit_unit"])
    return PairedSums(games, base_sums, variant_sums, joint["credit"][seat][other], a, b, games)
