"""Intervals of means, ratios, standard deviations and coefficients of variation, valid if only few games differ.

If one game in a thousand ends early, a sample of a few hundred contains two such games, one or none, and Student's
t interval depends on that: far too narrow, or of no width at all.  Three corrections mend it.

*Third moment.*  Near its ends an interval must know how the variance grows with the mean.  The sum of the games is
approximated by a gamma distribution with the mean, variance and third moment of the sample, in which

    b = k3 / k2         size of a jump        (k2, k3: central moments)
    K = n k2^3 / k3^2   effective number of jumps

and the mean's end on the side of the tail is mean + b (G - K) / n, with G a quantile of the gamma distribution of
shape K.  For jumps of one size this is the exact Poisson limit; for K -> infinity it is the normal limit, with the
correct first term in the skewness (Hall).  It is the interval of Fay & Feuer for sums of unequal jumps, for
deviations of both signs.

*One extreme game added.*  A fraction of one game (`MEAN_WEIGHT`, `SPREAD_WEIGHT`) is added at the far end of the
possible values: beyond the observed extreme, and the further out, the fewer games differ from the commonest value
(`Distribution.reach`).  Half a game gives the Poisson mid-P limits (Fay & Kim).

*One extreme game removed.*  The end is also at least as far out as that of the sample without the game farthest on
the other side, at twice the error: that game may itself have been a chance in a thousand.

A standard deviation is the root of a mean of squared deviations, and a coefficient of variation is the root of a
mean of its first-order expansion, so the same interval serves all three.

*Ratios of sums*, as options per decision.  Sums of x, m, xx, xm and mm give the mean and variance of the deviations
d = x - ratio * m, whose mean is 0 (delta method; Cochran 1977, 6.4).  The interval of the ratio is that of the mean of
d over the mean of m, with three corrections that Student's interval lacks:

- The number of games is Kish's effective number: of 2000 games, perhaps only ten had the decision at all.
- One extreme game is added: USUAL_REACH standard deviations away, and if deviations are rare, as far as a single
  game would lie that makes up their whole sum of squares.  x and m are whole numbers, so d is at least about 1 in a
  game that differs, and a small sum of squares means few such games.
- There is no interval from a single game, and if all games are alike it is as wide as an unseen game may make it.

Measured on Oktoberfest (`docs/make_coverage.py`), where one game in 100 ends early (threshold 22) or one in 1400
(26).  In 6000 samples of 200 and of 2000 games, intervals at 95 % of rounds and decisions covered the mean in 94.8
to 100 % and the sd in 96 to 99.8 %; Student's t covered the mean of rounds in 12 to 92 %, Bonett's interval the sd
in 8 to 91 %.  At 99.8 % they covered it in 99.5 to 100 %.  Suites of 31 checks whose bounds all lie exactly at the
truth failed in 1 to 2 %.  For quantities that vary without rare games, the interval of a mean is wider than the
normal one by 5 to 12 % at 200 games and by 1 to 5 % at 2000.

No interval of a mean is valid for every distribution (Bahadur & Savage): these do not foresee an unseen event in a
quantity that varies anyway, if no rare ending announces it.

References
----------
Bahadur & Savage (1956), The nonexistence of certain statistical procedures in nonparametric problems, AMS 27, 1115.
Cramer (1946), Mathematical Methods of Statistics, chapters 27, 28 (functions of moments).
Fay & Feuer (1997), Confidence intervals for directly standardized rates: a method based on the gamma distribution,
Stat. Med. 16, 791-801.
Fay & Kim (2017), Confidence intervals for directly standardized rates using mid-p gamma intervals, Biom. J. 59,
377.
Hall (1992), On the removal of skewness by transformation, J. R. Stat. Soc. B 54, 221-228.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import scipy

from balancer.analysis.intervals.elementary import (
    MIN_GAMES,
    NO_INTERVAL,
    Floats,
    Interval,
    RatioSums,
    Sums,
    critical_t,
    critical_z,
)

MEAN_WEIGHT = 0.5  # fraction of one extreme game that is added to a mean
SPREAD_WEIGHT = 1.0  # the same for squared deviations, whose tails are heavier
FAR = 15.0  # assumed distance of a game of an unseen ending, in standard deviations, where values may lie so far out
USUAL_REACH = 4.0  # assumed range of games around the mean, in standard deviations, if only moments are kept
MIN_GAMES_FOR_SPREAD = 10  # games that the interval of a standard deviation needs
MANY_JUMPS = 1e4  # effective jumps above which the gamma quantile is expanded (error < 1e-4 standard errors)
UNBOUNDED = Interval(None, None)  # a quantity that the rules do not bound


class Shape(NamedTuple):
    """Games, mean, central moments (divided by n) and extremes of a sample: the input of an interval of a mean.

    at_low, at_high: games at the extremes.  Where the observed extremes are not kept, the possible ones take their
    place, with no games at them.
    """

    n: float
    mean: float
    k2: float
    k3: float
    low: float
    high: float
    at_low: float = 0.0
    at_high: float = 0.0

    @classmethod
    def of(cls, values: Floats, counts: Floats) -> Shape:
        """Return the shape of a sample; counts: games with each value, float[k] above 0."""
        n = float(counts.sum())
        mean = float(values @ counts) / n
        deviations = values - mean
        squares = deviations * deviations * counts
        low, high = int(values.argmin()), int(values.argmax())
        return cls(
            n,
            mean,
            float(squares.sum()) / n,
            float(squares @ deviations) / n,
            float(values[low]),
            float(values[high]),
            float(counts[low]),
            float(counts[high]),
        )

    def mirrored(self) -> Shape:
        """Return the shape of the negated values."""
        n, mean, k2, k3, low, high, at_low, at_high = self
        return Shape(n, -mean, k2, -k3, -high, -low, at_high, at_low)

    def without_lowest(self) -> Shape:
        """Return the shape without one game of the lowest value (or the fraction of a game at it)."""
        removed = min(1.0, self.at_low)
        rest = self.n - removed
        # Moments about the old mean first, then moved to the new one.
        deviation = self.low - self.mean
        shift = -removed * deviation / rest
        k2 = (self.n * self.k2 - removed * deviation * deviation) / rest
        k3 = (self.n * self.k3 - removed * deviation**3) / rest - 3 * shift * k2 + 2 * shift**3
        return Shape(rest, self.mean + shift, max(0.0, k2 - shift * shift), k3, *self[4:])


# The interval of a mean ----------------------------------------------------------------------------------------------
class GammaEnd(NamedTuple):
    """The upper end of an interval from three moments, before an error is chosen."""

    mean: float
    shift: float
    error: float
    jumps: float
    degrees: int
    skewed_up: bool

    @classmethod
    def of(cls, shape: Shape, far: float, weight: float) -> GammaEnd:
        """Add `weight` of a game at `far` and return the end."""
        n = shape.n
        beyond = max(0.0, far - shape.mean)
        k2 = shape.k2 + weight * beyond**2 / n
        if k2 <= 0:
            return cls(shape.mean, 0.0, 0.0, math.inf, 1, skewed_up=False)
        k3 = shape.k3 + weight * beyond**3 / n
        jumps = n * k2**3 / k3**2 if k3 * k3 > 0 else math.inf
        return cls(shape.mean, weight * beyond / n, math.sqrt(k2 / n), jumps, max(1, round(n) - 1), k3 > 0)

    def at(self, tail: float) -> float:
        """Return the end; tail: the probability that the mean lies above it."""
        if not self.error:
            return self.mean
        z = critical_z(1 - 2 * tail)
        student = critical_t(1 - 2 * tail, self.degrees) / z if z > 0 else 1.0
        quantile = gamma_quantile(self.jumps, tail, z, skewed_up=self.skewed_up)
        return self.mean + max(0.0, self.shift + student * self.error * quantile)


class UpperEnd(NamedTuple):
    """The upper end of the interval of a mean, and the end without one game of the lowest value (None: not needed)."""

    whole: GammaEnd
    without_lowest: GammaEnd | None

    @classmethod
    def of(cls, shape: Shape, far: float, weight: float) -> UpperEnd:
        """Add `weight` of a game at `far` and return the end."""
        skip = not shape.at_low or shape.n - 1 < MIN_GAMES or shape.low >= shape.mean
        return cls(GammaEnd.of(shape, far, weight), None if skip else GammaEnd.of(shape.without_lowest(), far, weight))

    def at(self, tail: float) -> float:
        """Return the end; tail: the probability that the mean lies above it."""
        end, other = self.whole.at(tail), self.without_lowest
        # Twice the error: the removed game may itself have been an unlikely one.
        return end if other is None else max(end, other.at(min(2 * tail, 0.5)))


class MeanEnds(NamedTuple):
    """Both ends of the interval of a mean, before an error is chosen."""

    below: UpperEnd
    above: UpperEnd

    @classmethod
    def of(cls, shape: Shape, far: tuple[float, float], weight: float) -> MeanEnds:
        """Return the ends.

        far: where the added game lies, below and above; weight: the fraction of a game that it counts.
        """
        return cls(UpperEnd.of(shape.mirrored(), -far[0], weight), UpperEnd.of(shape, far[1], weight))

    def at(self, tail: float) -> tuple[float, float]:
        """Return the ends; tail: the probability of error on each side."""
        return -self.below.at(tail), self.above.at(tail)


def gamma_quantile(jumps: float, tail: float, z: float, *, skewed_up: bool) -> float:
    """Return the upper quantile of a standardised gamma distribution of shape `jumps`, or of its mirror image."""
    if jumps > MANY_JUMPS:
        skewness = (z * z - 1) / (3 * math.sqrt(jumps))  # Cornish & Fisher's first term; 0 for infinitely many jumps
        return z + (skewness if skewed_up else -skewness)
    root = math.sqrt(jumps)
    if skewed_up:
        return (float(scipy.special.gammainccinv(jumps, tail)) - jumps) / root
    return (jumps - float(scipy.special.gammaincinv(jumps, tail))) / root


def sums_interval(sums: Sums, confidence: float, low: float, high: float, family: int = 1) -> Interval:
    """Return the interval of a mean from two moments; every game lies within low .. high.

    The extreme game is added at the ends of that range.  There is no interval from one game.
    """
    if sums.n < MIN_GAMES:
        return NO_INTERVAL
    k2 = max(0.0, sums.variance * (sums.n - 1) / sums.n)
    shape = Shape(sums.n, sums.mean, k2, 0.0, low, high)
    least, most = MeanEnds.of(shape, (low, high), MEAN_WEIGHT).at((1 - confidence) / (2 * family))
    return Interval(max(low, least), min(high, most))


# A whole distribution ------------------------------------------------------------------------------------------------
class Distribution:
    """A distribution, ready for intervals of its mean and spread.

    values: float[k], ascending, in real units; counts: float[k], observations of each value; games: independent
    observations (fewer than counted if a game gives several values); step: the smallest difference of two values;
    allowed: bounds of a value by the rules; rare: games of all endings but the commonest, None if the rules have one
    ending only; supposed: the extreme values that a game is assumed to have (None: see `possible`); endless: the value
    of a game that never ends, None if the rules end every game.
    """

    def __init__(
        self,
        values: Sequence[float] | Floats,
        counts: Sequence[int] | Floats,
        games: int,
        *,
        step: float = 1.0,
        allowed: Interval = UNBOUNDED,
        rare: int | None = None,
        supposed: tuple[float, float] | None = None,
        endless: float | None = None,
    ) -> None:
        """Take a distribution of one observation at least."""
        self.values = np.asarray(values, np.float64)
        weights = np.asarray(counts, np.float64)
        self.counts: Floats = weights * (games / float(weights.sum()))
        self.games, self.step, self.allowed, self.rare = games, step, allowed, rare
        self.supposed, self.endless = supposed, endless
        self.shape = Shape.of(self.values, self.counts)

    @property
    def certain(self) -> bool:
        """Whether the rules leave a single value."""
        low, high = self.allowed
        return low is not None and low == high

    def possible(self) -> tuple[float, float]:
        """Return the extreme values that a game is assumed to have: the bounds of the rules.

        Without a bound, they extend from 0 to twice the commonest value and include all observed values.
        """
        if self.supposed is not None:
            return min(self.supposed[0], self.shape.low), max(self.supposed[1], self.shape.high)
        common = float(self.values[self.counts.argmax()])
        low, high = self.allowed
        seen_low, seen_high = self.shape.low, self.shape.high
        return (
            min(0.0, 2 * common, seen_low) if low is None else low,
            max(self.step if common == 0 else 0.0, 2 * common, seen_high) if high is None else high,
        )

    @functools.cached_property
    def reach(self) -> tuple[float, float]:
        """Values of the added extreme game, below and above.

        They are the ends of the possible values if all games are alike.  If e games differ from the commonest value,
        the next such game lies beyond all of them with probability 1 / (e + 1): the added game moves towards the
        observed extremes as 2 / (2 + e).
        """
        low, high = self.possible()
        unlike = self.games - float(self.counts.max())
        near = 2 / (2 + unlike)
        seen_low, seen_high = self.shape.low, self.shape.high
        return seen_low + min(0.0, low - seen_low) * near, seen_high + max(0.0, high - seen_high) * near

    def spread_reach(self) -> float:
        """Return the distance from the mean of the extreme game that is added to the spread.

        It is that of `reach`, and up to FAR standard deviations where endings are rare or unseen: a game that ends in
        another way also differs in what varies anyway.  Where games may be endless, it extends to these: one in ten
        thousand, which few samples contain, makes up a tenth of the variance.
        """
        mean, sd = self.shape.mean, math.sqrt(self.shape.k2)
        low, high = self.reach
        beyond = max(mean - low, high - mean)
        if self.endless is not None:
            beyond = max(beyond, self.endless - mean)
        if self.rare is None:
            return beyond
        least, most = self.possible()
        utmost = min(FAR * sd, max(mean - least, most - mean))
        return beyond + max(0.0, utmost - beyond) * 2 / (2 + self.rare)

    # Intervals --------------------------------------------------------------------------------------------------------
    @functools.cached_property
    def _mean_ends(self) -> MeanEnds:
        return MeanEnds.of(self.shape, self.reach, MEAN_WEIGHT)

    def mean_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of the mean; there is none from one game."""
        if self.certain:
            return Interval(self.shape.mean, self.shape.mean)
        if self.games < MIN_GAMES:
            return NO_INTERVAL
        low, high = self._mean_ends.at((1 - confidence) / (2 * family))
        least, most = self.allowed
        return Interval(low if least is None else max(least, low), high if most is None else min(most, high))

    def sd_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of the standard deviation, the root of that of the mean squared deviation.

        There is none from fewer than MIN_GAMES_FOR_SPREAD games.
        """
        return self._spread(lambda d: d * d, confidence, family)

    def cv_interval(self, confidence: float, family: int = 1) -> Interval:
        """Return the interval of sd / mean, by the first-order expansion of its square (Cramer 1946, 27.7); mean > 0.

        With d the deviation of a game, m the mean and v the variance, (d^2 - 2 v d / m) / m^2 has the mean v / m^2, and
        its variance over n is that of (sd / mean)^2.
        """
        mean, variance = self.shape.mean, self.shape.k2
        return self._spread(lambda d: (d * d - 2 * variance / mean * d) / mean**2, confidence, family)

    def _spread(self, square: Callable[[Floats], Floats], confidence: float, family: int) -> Interval:
        """Return the root of the interval of a mean of squared deviations."""
        if self.certain:
            return Interval(0.0, 0.0)
        if self.games < MIN_GAMES_FOR_SPREAD:
            return NO_INTERVAL
        squares = square(self.values - self.shape.mean)
        far = float(square(np.array([-1.0, 1.0]) * self.spread_reach()).max())
        shape = Shape.of(squares, self.counts)
        mean_ends = MeanEnds.of(shape, (shape.low, max(far, shape.high)), SPREAD_WEIGHT)
        ends = mean_ends.at((1 - confidence) / (2 * family))
        unbiased = self.games / (self.games - 1)
        low, high = (math.sqrt(max(0.0, end) * unbiased) for end in ends)
        return Interval(low, high)


RARELY_UNLIKE = 0.1  # sum of squared deviations per game below which only few games can deviate


def ratio_interval(sums: RatioSums, allowed: Interval, confidence: float, family: int = 1) -> Interval:
    """Return the interval of a ratio; allowed: the bounds that the rules set to the ratio of a single game."""
    games = sums.games
    if round(games) < MIN_GAMES:
        return NO_INTERVAL
    ratio, size = sums.ratio, sums.m / games
    far = _reach(sums)
    below = -far if allowed.low is None else max(-far, (allowed.low - ratio) * size)
    above = far if allowed.high is None else min(far, (allowed.high - ratio) * size)
    shape = Shape(games, 0.0, max(0.0, sums.residual) / games, 0.0, below, above)
    low, high = MeanEnds.of(shape, (below, above), MEAN_WEIGHT).at((1 - confidence) / (2 * family))
    least, most = allowed
    low, high = ratio + low / size, ratio + high / size
    return Interval(low if least is None else max(least, low), high if most is None else min(most, high))


def _reach(sums: RatioSums) -> float:
    """Return the distance from 0 of the added game's deviation."""
    residual, games = max(0.0, sums.residual), sums.games
    if residual <= 0:
        return sums.x / (sums.unit * games)
    return math.sqrt(residual if residual < RARELY_UNLIKE * games else USUAL_REACH**2 * residual / games)
