"""Intervals of ratios of sums over games, as options per decision, that stay valid if only few games differ.

Sums of x, m, xx, xm and mm give the mean and variance of the deviations d = x - ratio * m, whose mean is 0 (delta
method; Cochran 1977, 6.4).  The interval of the ratio is that of the mean of d (`mean_intervals`) over the mean of
m, with three corrections that Student's interval lacks:

- The number of games is Kish's effective number: of 2000 games, perhaps only ten had the decision at all.
- One extreme game is added: USUAL_REACH standard deviations away, and if deviations are rare, as far as a single
  game would lie that makes up their whole sum of squares.  x and m are whole numbers, so d is at least about 1 in a
  game that differs, and a small sum of squares means few such games.
- There is no interval from a single game, and if all games are alike it is as wide as an unseen game may make it.
"""

from __future__ import annotations

import math

from balancer.analysis.intervals.elementary import MIN_GAMES, NO_INTERVAL, Interval, RatioSums
from balancer.analysis.intervals.mean_intervals import MEAN_WEIGHT, USUAL_REACH, MeanEnds, Shape

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
