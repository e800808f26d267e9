"""A few plays held against games that were simulated: which figures differ, and which of several tables plays alike.

Plays are rows of figures, NaN where one is not known: float[plays, figures].  What is simulated by their settings lies
in pools, float[games, figures]; `group` says by play which pool is its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_t

Floats = npt.NDArray[np.float64]

SAMPLES, AT_ONCE = 10_000, 250  # samples of as many games as plays, drawn from the pools; batch size
RATES = np.arange(0, 1001, 5)  # mistakes, per mille, among which the likeliest are looked for
INSIDE = 3.841  # deviance within which a rate is in the 95% interval: chi-square, one degree of freedom

MUCH = 2
"""How many times as much as simulated people vary where their own spread counts: a few plays may well vary more."""

UNSEEN = 3  # an event that none of n plays shows occurs in less than 3 / n of them, at 95%

DIFFERS, FITS, OPEN = "differs", "fits", "not known yet"  # verdicts on a figure of plays
TINY = 1e-9  # relative rounding error
RIDGE = 1e-3  # added to correlations, so that figures that say the same twice do no harm


class ComparedFigure(NamedTuple):
    """A figure of plays, and the same figure of simulated games."""

    plays: int
    value: float
    expected: float
    half: float  # of the interval of the difference; the intervals of all figures hold together

    @property
    def difference(self) -> Figure:
        """Plays less simulation."""
        return Figure.around(self.value - self.expected, self.half, self.plays)

    @property
    def differs(self) -> bool:
        """Whether chance hardly explains the difference."""
        return abs(self.difference.value) > self.half + TINY


class Verdict(NamedTuple):
    """What a few plays say of a figure and its margin."""

    difference: Figure  # from the simulation; of a share at least as uncertain as what no play has shown
    half: float  # of its interval
    verdict: str  # DIFFERS, FITS (the interval lies within the margin) or OPEN
    wanted: float  # plays that can tell the margin from no difference


def judged(held: ComparedFigure, margin: float, *, is_share: bool) -> Verdict:
    """Return whether a figure of plays differs from the simulation, fits within a margin, or is not known yet.

    An event that none of n plays shows occurs in less than UNSEEN / n of them: of a share that does not differ that is
    half of the interval at least.
    """
    half = max(held.half, UNSEEN / held.plays) if is_share and not held.differs else held.half
    wanted = max(UNSEEN / margin if is_share else 1.0, held.plays * (held.half / margin) ** 2)
    gap = held.difference.value
    verdict = DIFFERS if held.differs else FITS if abs(gap) + half <= margin else OPEN
    return Verdict(Figure.around(gap, half, held.plays), half, verdict, wanted)


class Fit(NamedTuple):
    """The likeliest rate of mistakes (0 to 1) of a table with its 95% interval, and how badly it fits."""

    rate: Figure
    deviance: float


# Comparing ------------------------------------------------------------------------------------------------------------
def held_against(
    plays: Floats, group: npt.NDArray[np.int64], pools: Sequence[Floats], false: float
) -> list[ComparedFigure]:
    """Every figure of plays against the pools; false: how likely any of them differs by chance alone.

    The bounds come from samples of games in place of the plays, drawn whole, so that figures keep what they have to do
    with each other, and few plays their skewness (Westfall & Young 1993, by the least p-value).  Where people vary MUCH
    more than what is simulated, the interval is as wide as their plays make it.
    """
    counts = np.sum(~np.isnan(plays), axis=0)
    means = [mean_of(pool) for pool in pools]
    expected = _means(plays, group, means)
    values = mean_of(plays)
    wider = np.sqrt(1 + counts / min(len(pool) for pool in pools))  # for pools know their means no better
    away = np.abs(_sampled(plays, group, pools) - expected) * wider
    ordered = np.sort(away, axis=0)
    least = np.ones(len(away))
    for k in range(plays.shape[1]):
        least = np.minimum(least, 1 - np.searchsorted(ordered[:, k], away[:, k] - TINY) / len(away))
    chance = _largest_below(least, false)
    places = np.minimum(len(away) - 1, np.ceil((1 - chance) * len(away)).astype(int))
    own = _own_errors(plays - np.array(means)[group], counts)
    deviates = np.array([critical_t(1 - max(chance, 1 / len(away)), max(1, int(n) - 1)) for n in counts])
    sampled = ordered[places]
    halves = np.where(own > MUCH * np.sqrt(np.mean(away**2, axis=0)), np.maximum(sampled, deviates * own), sampled)
    return [
        ComparedFigure(int(n), float(value), float(mean), float(half))
        for n, value, mean, half in zip(counts, values, expected, halves, strict=True)
    ]


def _own_errors(away: Floats, counts: npt.NDArray[np.int64]) -> Floats:
    """Standard errors of the means of what plays are away from simulation, by their own spread."""
    squares = np.nansum((away - mean_of(away)) ** 2, axis=0)
    errors: Floats = np.sqrt(squares / np.maximum(1, counts * (counts - 1)))
    return errors


def _largest_below(least: Floats, false: float) -> float:
    """The largest p-value that at most a share `false` of the samples reach anywhere."""
    ordered = np.sort(least)
    end = int(false * len(ordered))
    below = ordered[:end]
    return float(below[-1]) if ordered[end] > below[-1] else float(np.max(below[below < ordered[end]], initial=0.0))


def mean_of(rows: Floats) -> Floats:
    """The mean of each figure over the rows that have it, 0 where none has."""
    found: Floats = np.nansum(rows, axis=0) / np.maximum(1, np.sum(~np.isnan(rows), axis=0))
    return found


def _means(plays: Floats, group: npt.NDArray[np.int64], means: Sequence[Floats]) -> Floats:
    """The mean of each figure over the plays that have it, each as its pool has it."""
    return mean_of(np.where(np.isnan(plays), np.nan, np.array(means)[group]))


def _sampled(plays: Floats, group: npt.NDArray[np.int64], pools: Sequence[Floats]) -> Floats:
    """The figures of SAMPLES samples: float[SAMPLES, figures]."""
    dice = np.random.Generator(np.random.PCG64(1))
    missing, found = np.isnan(plays), []
    for _ in range(SAMPLES // AT_ONCE):
        total, count = np.zeros((AT_ONCE, plays.shape[1])), np.zeros((AT_ONCE, plays.shape[1]))
        for k, pool in enumerate(pools):
            mine = missing[group == k]
            patterns, numbers = np.unique(mine, axis=0, return_counts=True)
            if len(mine) > len(patterns) * len(pool):  # how often each game is drawn is less than the draws themselves
                for pattern, number in zip(patterns, numbers, strict=True):
                    known = ~np.isnan(pool) & ~pattern
                    drawings = dice.multinomial(number, np.full(len(pool), 1 / len(pool)), size=AT_ONCE)
                    total += drawings @ np.where(known, pool, 0)
                    count += drawings @ known
                continue
            drawn = pool[dice.integers(len(pool), size=(AT_ONCE, len(mine)))]
            drawn[:, mine] = np.nan
            total += np.nansum(drawn, axis=1)
            count += np.sum(~np.isnan(drawn), axis=1)
        found.append(total / np.maximum(1, count))
    return np.concatenate(found)


# Fitting --------------------------------------------------------------------------------------------------------------
class PoolMoments(NamedTuple):
    """Means and covariances of the figures of a pool, and its number of games."""

    mean: Floats
    covariance: Floats
    games: int

    @classmethod
    def of(cls, pool: Floats) -> PoolMoments:
        """Those of a pool; where a game lacks a figure its mean stands."""
        mean = mean_of(pool)
        return cls(mean, np.atleast_2d(np.cov(np.where(np.isnan(pool), mean, pool), rowvar=False)), len(pool))


def fitted(
    plays: Floats, group: npt.NDArray[np.int64], rates: Sequence[int], tables: Sequence[Sequence[PoolMoments]]
) -> Fit:
    """The rate of mistakes at which the means of plays are likeliest.

    rates: per mille, ascending; tables: at each of them the moments of the pools.  Means of plays are taken for
    normal, and moments between two rates lie on a line.
    """
    known = [_of_means(plays, group, moments) for moments in tables]
    place = np.interp(RATES, rates, np.arange(len(rates)))
    left = np.minimum(place.astype(int), len(rates) - 2)
    part = place - left
    value, least = mean_of(plays), 1 / np.sum(~np.isnan(plays), axis=0)  # rare events: one play more or less
    found = []
    for k, w in zip(left, part, strict=True):
        mean, covariance = ((1 - w) * below + w * above for below, above in zip(known[k], known[k + 1], strict=True))
        found.append(_deviance(value, mean, covariance, least))
    deviances = np.array(found)
    inside = RATES[deviances <= deviances.min() + INSIDE]
    best = RATES[deviances.argmin()]
    return Fit(Figure(best / 1000, inside[0] / 1000, inside[-1] / 1000, len(plays)), float(deviances.min()))


def _of_means(plays: Floats, group: npt.NDArray[np.int64], moments: Sequence[PoolMoments]) -> tuple[Floats, Floats]:
    """Mean and covariance of the means of the plays."""
    known = (~np.isnan(plays)).astype(float)
    counts = known.sum(axis=0)
    covariance = np.zeros((plays.shape[1],) * 2)
    for k, one in enumerate(moments):
        mine = known[group == k]
        covariance += one.covariance * (mine.T @ mine) * (1 + len(mine) / one.games)
    return _means(plays, group, [one.mean for one in moments]), covariance / np.outer(counts, counts)


def _deviance(value: Floats, mean: Floats, covariance: Floats, least: Floats) -> float:
    """Minus twice the log likelihood of normal means, whose standard deviations are `least` at least."""
    scale = np.maximum(np.sqrt(np.diag(covariance)), least)
    correlation = covariance / np.outer(scale, scale)
    np.fill_diagonal(correlation, 1 + RIDGE)
    away = (value - mean) / scale
    return float(
        np.linalg.slogdet(correlation)[1] + 2 * np.log(scale).sum() + away @ np.linalg.solve(correlation, away)
    )


class Pace(NamedTuple):
    """How fast people play."""

    seconds: Figure  # of a decision, from so many plays
    minutes: float  # of a game at that pace

    def to_json(self) -> dict[str, float]:
        """Return it as `--json` prints it."""
        seconds = {"seconds": self.seconds.value, "low": self.seconds.low, "high": self.seconds.high}
        return {"plays": self.seconds.games, **seconds, "minutes": self.minutes}


def pace(minutes: Floats, rounds: Floats, pools: Sequence[Floats], column: int, confidence: float) -> Pace:
    """Return how long a decision takes.

    minutes, rounds: float[plays], rounds NaN where a play does not know them; pools: of each play the games simulated
    by its setting, float[games, figures], with their rounds in a column and their decisions in the last.  A play has as
    many decisions as games with its rounds have on average, by a straight line.
    """
    decisions = np.array([_expected(own, pool, column) for own, pool in zip(rounds, pools, strict=True)])
    value, error = per_decision(minutes, decisions)
    half = critical_t(confidence, len(minutes) - 1) * error
    seconds = Figure(value, max(0.0, value - half), value + half, len(minutes))
    return Pace(seconds, value / 60 * float(np.mean(decisions)))


def _expected(rounds: float, pool: Floats, column: int) -> float:
    """Return the decisions of a game with so many rounds; the mean where these are not known."""
    mean, spread = pool.mean(axis=0), float(np.var(pool[:, column]))
    slope = float(np.cov(pool[:, column], pool[:, -1])[0, 1]) / spread if spread else 0.0
    return float(mean[-1] + (0.0 if np.isnan(rounds) else slope * (rounds - mean[column])))


def per_decision(minutes: Floats, decisions: Floats) -> tuple[float, float]:
    """Return seconds of a decision, and its standard error: all minutes over all decisions of the plays."""
    seconds, n = 60 * minutes, len(minutes)
    pace = float(seconds.sum() / decisions.sum())
    error = float(np.std(seconds - pace * decisions, ddof=1) * np.sqrt(n) / decisions.sum()) if n > 1 else np.inf
    return pace, error
