"""Estimators and their uncertainty, each by a published method.

Everything starts from whole-number sums over games (number, sum, sum of squares, ...), so that differences of large
sums are exact: only the last step is a floating-point division.  The unit is the game throughout.

References
----------
Agresti & Min (2005), Simple improved confidence intervals for comparing matched proportions, Stat. Med. 24, 729-740.
Brown, Cai & DasGupta (2001), Interval estimation for a binomial proportion, Statist. Sci. 16, 101-133.
Clopper & Pearson (1934), The use of confidence or fiducial limits illustrated in the case of the binomial,
Biometrika 26, 404-413.
Cochran (1977), Sampling Techniques, 3rd ed., chapter 6 (ratio estimators).
David & Nagaraja (2003), Order Statistics, 3rd ed., section 7.1 (intervals for quantiles).
Goodman (1965), On simultaneous confidence intervals for multinomial proportions, Technometrics 7, 247-254.
Kish (1965), Survey Sampling, chapter 8 (design effect, effective sample size).
Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22, 209-212.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy  # not `special` from it, which loads for a quarter of a second: here it does so at its first use

MIN_GAMES = 2  # games that a variance needs
RARE_TAILS = 1.6  # error of a rare event's one-sided limit, in tails of the two-sided interval (`share_interval`)

Floats = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """A confidence interval; None: no bound on that side can be given."""

    low: float | None
    high: float | None


class Bounds(NamedTuple):
    """A confidence interval that always has both ends."""

    low: float
    high: float


NO_INTERVAL = Interval(None, None)


def direction(interval: tuple[float | None, float | None]) -> int:
    """Return 1 if the whole interval lies above 0, -1 if below, else 0."""
    low, high = interval
    if low is not None and low > 0:
        return 1
    return -1 if high is not None and high < 0 else 0


class Sums(NamedTuple):
    """Games, sum and sum of squares of a quantity that is measured in whole numbers of 1 / unit."""

    n: int
    total: int
    squares: int
    unit: int = 1

    @property
    def mean(self) -> float:
        """The mean; n > 0."""
        return self.total / (self.n * self.unit)

    @property
    def variance(self) -> float:
        """The unbiased variance; n > 1."""
        return (self.n * self.squares - self.total**2) / (self.n * (self.n - 1) * self.unit**2)

    @property
    def se(self) -> float | None:
        """The standard error of the mean; None from one game."""
        return math.sqrt(self.variance / self.n) if self.n >= MIN_GAMES else None


class RatioSums(NamedTuple):
    """Sums over games of x, m, xx, xm, mm, for the ratio (sum of x) / (sum of m); x in whole numbers of 1 / unit."""

    x: int
    m: int
    xx: int
    xm: int
    mm: int
    unit: int = 1

    @property
    def ratio(self) -> float:
        """Sum of x / sum of m; m > 0."""
        return self.x / (self.m * self.unit)

    @property
    def residual(self) -> float:
        """Sum over games of (x - ratio * m)^2, from exact whole numbers."""
        return (self.xx * self.m**2 - 2 * self.x * self.m * self.xm + self.x**2 * self.mm) / (self.m * self.unit) ** 2

    @property
    def games(self) -> float:
        """Effective number of games, (sum of m)^2 / sum of mm (Kish): the number of games if m is the same in all."""
        return self.m**2 / self.mm

    def of_denominators(self, games: int) -> RatioSums:
        """Return the sums of m itself, as those of a mean over `games` games."""
        return RatioSums(self.m, games, self.mm, self.m, games)


# Critical values -----------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1024)
def critical_z(confidence: float, family: int = 1) -> float:
    """Return the normal deviate of a two-sided interval that is simultaneous with `family` - 1 others (Bonferroni)."""
    return -NormalDist().inv_cdf((1 - confidence) / (2 * family))


@lru_cache(maxsize=1024)
def critical_t(confidence: float, degrees: int, family: int = 1) -> float:
    """Return Student's deviate with that many degrees of freedom, for a family as in `critical_z`."""
    return -float(scipy.special.stdtrit(degrees, (1 - confidence) / (2 * family)))


def bonferroni(confidence: float, family: int) -> float:
    """Return the confidence of each interval of a family whose simultaneous confidence is given."""
    return 1 - (1 - confidence) / family


# Shares --------------------------------------------------------------------------------------------------------------
def wilson(share: float, games: float, z: float) -> Bounds:
    """Return Wilson's score interval of a share observed in `games` games (Wilson 1927; Brown, Cai & DasGupta 2001).

    With z of a family of k (`critical_z`) it is Goodman's (1965) simultaneous interval of k multinomial shares.
    `games` need not be whole: it may be an effective number.
    """
    spread = z * z / games
    centre = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Bounds(0.0 if share <= 0 else max(0.0, centre - half), 1.0 if share >= 1 else min(1.0, centre + half))


def share_interval(share: float, games: float, z: float) -> Bounds:
    """Return Wilson's interval of a share, widened where the event or its opposite is rare.

    Near 0 and 1 Wilson's end is too close: with one event in 1000 games, intervals at 95 % cover the share in 84 % of
    samples and those at 99.998 % in 95 %.  As Brown, Cai & DasGupta (2001, 4.1.1) do for one to three events, the end
    on that side is then the exact one-sided binomial limit (Clopper & Pearson 1934), wherever it lies further out.  Its
    error is that of almost both tails (`RARE_TAILS`), because the other end can hardly err there.  Computed over all
    shares, coverage at 95 % is 93.8 % at least (200 and 2000 games), at 99.8 % it is 99.75 %; except for rare events
    the width is Wilson's.  If the event was seen in no game or in all, the only end is the exact limit of one tail,
    which is closer than Wilson's end: by 3 % at 95 %, by a quarter at 99.8 %.
    """
    one_sided = share in {0, 1}
    low, high = (share, share) if one_sided else wilson(share, games, z)
    error = (1 if one_sided else RARE_TAILS) * float(scipy.special.ndtr(-z))
    count = share * games
    if share > 0:
        low = min(low, float(scipy.special.betaincinv(count, games - count + 1, error)))
    if share < 1:
        high = max(high, float(scipy.special.betaincinv(count + 1, games - count, 1 - error)))
    return Bounds(low, high)


def effective_games(share: float, variance: float, games: float) -> float:
    """Return the number of all-or-nothing games that would estimate a mean credit as precisely: n p (1-p) / s^2.

    share: mean credit p; variance: s^2, the mean of (credit - p)^2 over games.  Shared victories make s^2 smaller than
    p (1-p).  One game of variance p (1-p) is added, so that s^2 = 0 (one game; nothing but ties) does not promise
    certainty.  If all credits are 0 or 1 the result is `games`.
    """
    whole = share * (1 - share)
    if whole <= 0:
        return games
    return games * whole * (games + 1) / (games * variance + whole)


def credit_interval(credit: Sums, z: float) -> Bounds:
    """Return the interval of a mean credit in [0, 1], where ties share: Wilson's with the effective number of games."""
    share = credit.mean
    variance = (credit.n * credit.squares - credit.total**2) / (credit.n * credit.unit) ** 2
    return share_interval(share, effective_games(share, variance, credit.n), z)


def credit_ratio_interval(sums: RatioSums, z: float) -> Bounds:
    """Return the interval of a mean credit per seat, where a game has m seats of the kind (a persona, card holders).

    It is Wilson's, with the effective number of games from the ratio estimator's variance; for m = 1 it equals
    `credit_interval`.
    """
    games = sums.games
    variance = games * sums.residual / sums.m**2
    return share_interval(sums.ratio, effective_games(sums.ratio, variance, games), z)


# Means and ratios ----------------------------------------------------------------------------------------------------
def ratio_se(sums: RatioSums, games: int) -> float | None:
    """Return the standard error of a ratio of sums over games (delta method; Cochran 1977, 6.4); None from one game."""
    if games < MIN_GAMES:
        return None
    return math.sqrt(max(0.0, sums.residual) * games / (games - 1)) / sums.m


# Differences between seats -------------------------------------------------------------------------------------------
def covariance(credit: Sequence[int], products: Sequence[Sequence[int]], games: int, unit: int) -> Floats:
    """Return the covariance of the credits of one game, float[n, n], from the exact sums of c[s] and of c[s] c[t]."""
    n = len(credit)
    scale = (games * unit) ** 2
    exact = [[(games * products[s][t] - credit[s] * credit[t]) / scale for t in range(n)] for s in range(n)]
    return np.array(exact, dtype=np.float64)


class SeatContrasts(NamedTuple):
    """Differences p[a] - p[b] of all seats a, b; float[n, n] each."""

    value: Floats
    se: Floats
    centre: Floats  # of the intervals
    half: Floats  # half-width of the intervals per unit of z

    def low(self, confidence: float) -> Floats:
        """Return the lower ends of simultaneous intervals (Bonferroni over the n (n-1) / 2 pairs), float[n, n].

        The upper end of p[a] - p[b] is the lower end of p[b] - p[a], negated.
        """
        n = len(self.value)
        low: Floats = self.centre - critical_z(confidence, max(1, n * (n - 1) // 2)) * self.half
        return low

    def spread_interval(self, confidence: float) -> Bounds:
        """Return the interval of the largest minus the smallest of the seats' rates.

        It is uncertain which seats are extreme.  The spread is the largest of all differences, so it is at least the
        largest lower end and at most the largest upper end of simultaneous intervals.
        """
        low = self.low(confidence)  # the diagonal, a seat against itself, is never extreme
        return Bounds(max(0.0, float(low.max())), min(1.0, -float(low.min())))


def contrasts(credit: Sequence[int], products: Sequence[Sequence[int]], games: int, unit: int) -> SeatContrasts:
    """Return the differences of the seats' win rates.

    The intervals are those of Agresti & Min (2005) for matched proportions: two games are added, and each seat of the
    pair wins half of them.  The variance is that of the difference within a game, so it includes the dependence of the
    seats (one wins, the others don't).
    """
    n = len(credit)
    total = np.array([[(credit[a] - credit[b]) / unit for b in range(n)] for a in range(n)], dtype=np.float64)
    square = np.array(
        [[(products[a][a] - 2 * products[a][b] + products[b][b]) / unit**2 for b in range(n)] for a in range(n)],
        dtype=np.float64,
    )
    value = total / games
    se = np.sqrt(np.maximum(square / games - value**2, 0) / games)
    centre = total / (games + 2)
    half = np.sqrt(np.maximum((square + 1) / (games + 2) - centre**2, 0) / (games + 2))
    return SeatContrasts(value, se, centre, half)


# Entropy -------------------------------------------------------------------------------------------------------------
def entropy(shares: Floats) -> float:
    """Return -sum p ln p / ln(number) of shares that sum to 1: 1 if all are equal, 0 if one share is 1."""
    return float(np.sum(scipy.special.entr(shares)) / math.log(len(shares)))


def entropy_interval(low: Floats, high: Floats) -> Bounds:
    """Return the bounds of the entropy of shares that lie within simultaneous intervals and sum to 1.

    The delta method would promise certainty at even shares, where the entropy is largest and its gradient vanishes; the
    image of a region of shares remains valid there.  Entropy is concave, so its maximum is found by levelling the
    shares as far as the intervals allow.  Its minimum is bounded by Lagrange duality: for any multiplier the relaxed
    minimum splits into single shares and lies below the true one.
    """
    scale = math.log(len(low))
    return Bounds(
        max(0.0, _least_entropy(low, high) / scale),
        min(1.0, float(np.sum(scipy.special.entr(_levelled(low, high)))) / scale),
    )


def _least_entropy(low: Floats, high: Floats) -> float:
    at_low, at_high = scipy.special.entr(low), scipy.special.entr(high)
    width = high - low
    multipliers = np.divide(at_high - at_low, width, out=np.zeros_like(width), where=width > 0)
    relaxed = [float(np.minimum(at_low - slope * low, at_high - slope * high).sum() + slope) for slope in multipliers]
    return max(relaxed)


def _levelled(low: Floats, high: Floats) -> Floats:
    """Return the most even shares within the intervals: all at one level, clipped where an interval ends."""
    below, above = 0.0, 1.0
    for _ in range(60):
        level = (below + above) / 2
        if float(np.clip(level, low, high).sum()) < 1:
            below = level
        else:
            above = level
    shares: Floats = np.clip(above, low, high)
    return shares
