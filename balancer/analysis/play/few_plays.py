"""Few real plays compared with simulated games: which figures differ, and which line-up plays most alike.

Plays are rows of figures, NaN where one is unknown: float[plays, figures].  The simulated games of their settings
lie in pools, float[games, figures]; `group` holds the pool of each play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import critical_t

Floats = npt.NDArray[np.float64]

SAMPLES, BATCH = 10_000, 250  # samples of as many games as plays, drawn from the pools; samples per batch
RATES = np.arange(0, 1001, 5)  # candidate rates of mistakes, per mille
INSIDE = 3.841  # excess deviance of the ends of the 95% interval: chi-square, one degree of freedom

MUCH = 2  # ratio to the simulated spread at which people's own spread counts: few plays may well vary more

UNSEEN = 3  # an event that none of n plays shows occurs in less than 3 / n of them, at 95%

DIFFERS, FITS, OPEN = "differs", "fits", "not known yet"  # verdicts on a figure of plays
TINY = 1e-9  # relative rounding error
RIDGE = 1e-3  # added to the diagonal of correlations, so that redundant figures do no harm


class ComparedFigure(NamedTuple):
    """A figure of plays, and the same figure of simulated games."""

    plays: int
    value: float
    expected: float
    half: float  # half-width of the difference; the intervals of all figures are simultaneous

    @property
    def difference(self) -> Figure:
        """Figure of the plays minus that of the simulation."""
        return Figure.around(self.value - self.expected, self.half, self.plays)

    @property
    def differs(self) -> bool:
        """Whether the difference exceeds chance."""
        return abs(self.difference.value) > self.half + TINY


class Verdict(NamedTuple):
    """The verdict on a figure of few plays."""

    difference: Figure  # from the simulation; of a share at least as uncertain as an unseen event
    half: float  # half-width of its interval
    verdict: str  # DIFFERS, FITS (the interval lies within the margin) or OPEN
    plays_needed: float  # plays that can tell the margin from no difference


def judge_figure(figure: ComparedFigure, margin: float, *, is_share: bool) -> Verdict:
    """Judge whether a figure of plays differs from the simulation, fits within a margin, or is undecided.

    An event that none of n plays shows occurs in less than UNSEEN / n of games: for a share that does not differ, this
    is the smallest half-width.
    """
    half = max(figure.half, UNSEEN / figure.plays) if is_share and not figure.differs else figure.half
    plays_needed = max(UNSEEN / margin if is_share else 1.0, figure.plays * (figure.half / margin) ** 2)
    gap = figure.difference.value
    verdict = DIFFERS if figure.differs else FITS if abs(gap) + half <= margin else OPEN
    return Verdict(Figure.around(gap, half, figure.plays), half, verdict, plays_needed)


class Fit(NamedTuple):
    """The likeliest rate of mistakes (0 to 1) of a line-up with its 95% interval, and how badly it fits."""

    rate: Figure
    deviance: float


# Comparing ------------------------------------------------------------------------------------------------------------
def compare_plays(
    plays: Floats, group: npt.NDArray[np.int64], pools: Sequence[Floats], error: float
) -> list[ComparedFigure]:
    """Compare every figure of plays with the pools; error: the probability that any of them differs by chance.

    The bounds come from samples of whole games in place of the plays, which preserves the dependence of the figures
    and, for few plays, their skewness (Westfall & Young 1993, by the smallest p-value).  If people vary more than MUCH
    times the simulation, the interval is as wide as the spread of their plays requires.
    """
    counts = np.sum(~np.isnan(plays), axis=0)
    means = [mean_of(pool) for pool in pools]
    expected = _pool_means(plays, group, means)
    values = mean_of(plays)
    wider = np.sqrt(1 + counts / min(len(pool) for pool in pools))  # for the error of the pools' own means
    deviations = np.abs(_draw_samples(plays, group, pools) - expected) * wider
    ordered = np.sort(deviations, axis=0)
    smallest_p = np.ones(len(deviations))
    for k in range(plays.shape[1]):
        smallest_p = np.minimum(
            smallest_p, 1 - np.searchsorted(ordered[:, k], deviations[:, k] - TINY) / len(deviations)
        )
    single_error = _largest_below(smallest_p, error)
    ranks = np.minimum(len(deviations) - 1, np.ceil((1 - single_error) * len(deviations)).astype(int))
    own = _spread_errors(plays - np.array(means)[group], counts)
    deviates = np.array([critical_t(1 - max(single_error, 1 / len(deviations)), max(1, int(n) - 1)) for n in counts])
    sampled = ordered[ranks]
    halves = np.where(
        own > MUCH * np.sqrt(np.mean(deviations**2, axis=0)), np.maximum(sampled, deviates * own), sampled
    )
    return [
        ComparedFigure(int(n), float(value), float(mean), float(half))
        for n, value, mean, half in zip(counts, values, expected, halves, strict=True)
    ]


def _spread_errors(deviations: Floats, counts: npt.NDArray[np.int64]) -> Floats:
    squares = np.nansum((deviations - mean_of(deviations)) ** 2, axis=0)
    errors: Floats = np.sqrt(squares / np.maximum(1, counts * (counts - 1)))
    return errors


def _largest_below(smallest_p: Floats, error: float) -> float:
    """Return the largest p-value that at most a share `error` of the samples reach in any figure."""
    ordered = np.sort(smallest_p)
    end = int(error * len(ordered))
    below = ordered[:end]
    return float(below[-1]) if ordered[end] > below[-1] else float(np.max(below[below < ordered[end]], initial=0.0))


def mean_of(rows: Floats) -> Floats:
    """Return the mean of each figure over the rows that have it, 0 if none has."""
    means: Floats = np.nansum(rows, axis=0) / np.maximum(1, np.sum(~np.isnan(rows), axis=0))
    return means


def _pool_means(plays: Floats, group: npt.NDArray[np.int64], means: Sequence[Floats]) -> Floats:
    return mean_of(np.where(np.isnan(plays), np.nan, np.array(means)[group]))


def _draw_samples(plays: Floats, group: npt.NDArray[np.int64], pools: Sequence[Floats]) -> Floats:
    """Draw SAMPLES samples of games and return their figures: float[SAMPLES, figures]."""
    dice = np.random.Generator(np.random.PCG64(1))
    missing, samples = np.isnan(plays), []
    for _ in range(SAMPLES // BATCH):
        total, count = np.zeros((BATCH, plays.shape[1])), np.zeros((BATCH, plays.shape[1]))
        for k, pool in enumerate(pools):
            mine = missing[group == k]
            patterns, numbers = np.unique(mine, axis=0, return_counts=True)
            if len(mine) > len(patterns) * len(pool):  # counts of each game take less memory than the draws themselves
                for pattern, number in zip(patterns, numbers, strict=True):
                    has_value = ~np.isnan(pool) & ~pattern
                    drawings = dice.multinomial(number, np.full(len(pool), 1 / len(pool)), size=BATCH)
                    total += drawings @ np.where(has_value, pool, 0)
                    count += drawings @ has_value
                continue
            games = pool[dice.integers(len(pool), size=(BATCH, len(mine)))]
            games[:, mine] = np.nan
            total += np.nansum(games, axis=1)
            count += np.sum(~np.isnan(games), axis=1)
        samples.append(total / np.maximum(1, count))
    return np.concatenate(samples)


# Fitting --------------------------------------------------------------------------------------------------------------
class PoolMoments(NamedTuple):
    """Means and covariances of the figures of a pool, and its number of games."""

    mean: Floats
    covariance: Floats
    games: int

    @classmethod
    def of(cls, pool: Floats) -> PoolMoments:
        """Return the moments of a pool; if a game lacks a figure, the mean takes its place."""
        mean = mean_of(pool)
        return cls(mean, np.atleast_2d(np.cov(np.where(np.isnan(pool), mean, pool), rowvar=False)), len(pool))


def fit_mistakes(
    plays: Floats, group: npt.NDArray[np.int64], rates: Sequence[int], tables: Sequence[Sequence[PoolMoments]]
) -> Fit:
    """Estimate the rate of mistakes at which the means of plays are likeliest.

    rates: per mille, ascending; tables: for each of them the moments of the pools.  Means of plays are assumed to be
    normal, and moments between two rates are interpolated linearly.
    """
    expected = [_expected_means(plays, group, moments) for moments in tables]
    place = np.interp(RATES, rates, np.arange(len(rates)))
    below_index = np.minimum(place.astype(int), len(rates) - 2)
    weights = place - below_index
    value, smallest_sd = mean_of(plays), 1 / np.sum(~np.isnan(plays), axis=0)  # rare events: one play more or less
    deviance_by_rate = []
    for k, weight in zip(below_index, weights, strict=True):
        mean, covariance = (
            (1 - weight) * below + weight * above for below, above in zip(expected[k], expected[k + 1], strict=True)
        )
        deviance_by_rate.append(_deviance(value, mean, covariance, smallest_sd))
    deviances = np.array(deviance_by_rate)
    inside = RATES[deviances <= deviances.min() + INSIDE]
    best = RATES[deviances.argmin()]
    return Fit(Figure(best / 1000, inside[0] / 1000, inside[-1] / 1000, len(plays)), float(deviances.min()))


def _expected_means(
    plays: Floats, group: npt.NDArray[np.int64], moments: Sequence[PoolMoments]
) -> tuple[Floats, Floats]:
    """Return the expected means of the plays, and their covariance."""
    has_value = (~np.isnan(plays)).astype(float)
    counts = has_value.sum(axis=0)
    covariance = np.zeros((plays.shape[1],) * 2)
    for k, pool in enumerate(moments):
        mine = has_value[group == k]
        covariance += pool.covariance * (mine.T @ mine) * (1 + len(mine) / pool.games)
    return _pool_means(plays, group, [pool.mean for pool in moments]), covariance / np.outer(counts, counts)


def _deviance(value: Floats, mean: Floats, covariance: Floats, smallest_sd: Floats) -> float:
    """Return minus twice the log likelihood of normal means, with standard deviations of at least `smallest_sd`."""
    scale = np.maximum(np.sqrt(np.diag(covariance)), smallest_sd)
    correlation = covariance / np.outer(scale, scale)
    np.fill_diagonal(correlation, 1 + RIDGE)
    standardised = (value - mean) / scale
    return float(
        np.linalg.slogdet(correlation)[1]
        + 2 * np.log(scale).sum()
        + standardised @ np.linalg.solve(correlation, standardised)
    )


class Pace(NamedTuple):
    """The pace of real play."""

    seconds: Figure  # of a decision, from so many plays
    minutes: float  # of a game at that pace

    def to_json(self) -> dict[str, float]:
        """Return the pace as `--json` prints it."""
        seconds = {"seconds": self.seconds.value, "low": self.seconds.low, "high": self.seconds.high}
        return {"plays": self.seconds.games, **seconds, "minutes": self.minutes}


def pace(minutes: Floats, rounds: Floats, pools: Sequence[Floats], column: int, confidence: float) -> Pace:
    """Estimate the time of a decision.

    minutes, rounds: float[plays], rounds NaN if a play does not record them; pools: for each play the simulated games
    of its setting, float[games, figures], with their rounds in `column` and their decisions in the last one.  The
    decisions of a play are the mean of games with its rounds, by a straight line.
    """
    decisions = np.array([_expected_decisions(own, pool, column) for own, pool in zip(rounds, pools, strict=True)])
    value, error = per_decision(minutes, decisions)
    half = critical_t(confidence, len(minutes) - 1) * error
    seconds = Figure(value, max(0.0, value - half), value + half, len(minutes))
    return Pace(seconds, value / 60 * float(np.mean(decisions)))


def _expected_decisions(rounds: float, pool: Floats, column: int) -> float:
    mean, spread = pool.mean(axis=0), float(np.var(pool[:, column]))
    slope = float(np.cov(pool[:, column], pool[:, -1])[0, 1]) / spread if spread else 0.0
    return float(mean[-1] + (0.0 if np.isnan(rounds) else slope * (rounds - mean[column])))


def per_decision(minutes: Floats, decisions: Floats) -> tuple[float, float]:
    """Return seconds per decision and their standard error: all minutes over all decisions of the plays."""
    seconds, n = 60 * minutes, len(minutes)
    pace = float(seconds.sum() / decisions.sum())
    error = float(np.std(seconds - pace * decisions, ddof=1) * np.sqrt(n) / decisions.sum()) if n > 1 else np.inf
    return pace, error
