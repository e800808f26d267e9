"""Worth of a part to the seats that have it, from the sums of a `WorthResult`.

The unit is the game.  Sums are lists of x, m, xx, xm, mm over games: x is the credit of the seats that have the
part (for a change: their gain), m the number of these seats.  `held.PART`: at the end; `dealt.PART`: by chance,
before any choice; `CHANGE_held.PART`, `CHANGE_dealt.PART`: gain of the same seats by the change;
`seats_held.PART` …: number of times that each seat had it; `seats`: the credit of each seat; `games`: their number.
Where points are played for, credits are scores; `scores`: the number of these, and the sum of their squares.
`taken_NODE.PART`: x is the number of times that the part was taken at a node, m the number of times that it was
offered.

Worth of a position: the final score, or the win, regressed on the figures of each seat (least squares).

Both sides are differences from the mean of the seats in the same position.  The positions of one game share its
end, so the game is the unit: errors come from sums over games (Liang & Zeger 1986), and the explained share from
games that took no part in the fit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer import sides
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import (
    Floats,
    Interval,
    RatioSums,
    credit_ratio_interval,
    critical_t,
    critical_z,
)
from balancer.analysis.intervals.mean_intervals import ratio_interval
from balancer.analysis.play.chances import ratio
from balancer.analysis.results import WorthResult

ANY_SCORE = Interval(None, None)  # bounds of the score of a game
SMALL_WORTH = 0.005  # a card whose interval lies within ± this does nothing
SMALL_SCORE = 0.01  # the same of scores, as a part of their root mean square


def lift(result: WorthResult, having: str, confidence: float, family: int) -> Figure | None:
    """Return the win share, or score, of seats that had a part (`held.PART`, `dealt.PART`) minus their usual one.

    family: number of simultaneous intervals.  None if nobody ever had the part; `games` of the figure: how often
    somebody had it.
    """
    sums, unit = result.sums, result.credit_unit
    sums_of_part = sums.get(having)
    if not sums_of_part or not sums_of_part[1]:
        return None
    x, m, xx, xm, mm = sums_of_part
    ratio = RatioSums(x, m, xx, xm, mm, unit)
    if result.aim == sides.SCORE:
        interval = ratio_interval(ratio, ANY_SCORE, confidence, family)
    else:
        # As the raw lift of a run: some of hundreds of parts occur in few games and may have won none.
        interval = Interval(*credit_ratio_interval(ratio, critical_z(confidence, family)))
    # Each seat's mean credit, weighted by how often the seat had the part.
    credit = sum(times * credit for times, credit in zip(sums[f"seats_{having}"], sums["seats"], strict=True))
    usual = credit / (result.games * unit * m)
    return _worth(ratio.ratio - usual, interval, usual, m, result.aim)


def gain(result: WorthResult, change: str, confidence: float, family: int) -> Figure | None:
    """Return the gain by a change of seats that had the part (`blank_held.PART` …); None if nobody ever had it."""
    sums, unit = result.sums.get(change), result.credit_unit
    if not sums or not sums[1]:
        return None
    x, m, xx, xm, mm = sums
    # A game can gain or lose a win: 1 is added to every gain, so that none is negative; of scores, so that the interval
    # has a width where nothing was gained.
    moved = RatioSums(x + unit * m, m, xx + 2 * unit * xm + unit**2 * mm, xm + unit * mm, mm, unit=unit)
    allowed = ANY_SCORE if result.aim == sides.SCORE else Interval(0.0, 2.0)
    return _worth(moved.ratio - 1, ratio_interval(moved, allowed, confidence, family), 1.0, m, result.aim)


def margin(result: WorthResult) -> float:
    """Return the largest worth that does not matter: 0.5 pp, or 1% of the usual size of scores, root mean square."""
    if result.aim != sides.SCORE:
        return SMALL_WORTH
    scores, squares = result.sums["scores"]
    return SMALL_SCORE * math.sqrt(squares / scores) / result.credit_unit


@dataclass(frozen=True)
class Taken:
    """The share of offers of a part at a node in which it was taken."""

    node: str
    share: Figure
    offered: float  # times in a game, to all seats together


def taken(result: WorthResult, node: str, part: str, confidence: float, family: int) -> Taken | None:
    """Return how often a part was taken when it was offered at a node; None if it never was."""
    sums = result.sums.get(f"taken_{node}.{part}")
    if not sums:
        return None
    x, m, xx, xm, mm = sums
    not_taken = RatioSums(m - x, m, mm - 2 * xm + xx, mm - xm, mm)  # whose interval is not empty where nothing is taken
    low, high = ratio_interval(RatioSums(*sums) if x else not_taken, Interval(0.0, 1.0), confidence, family)
    low, high = (0.0 if low is None else low), (1.0 if high is None else high)
    ends = (low, high) if x else (1 - high, 1 - low)
    return Taken(node, Figure(x / m, *ends, m), m / result.games)


def _worth(value: float, interval: Interval, less: float, times: int, aim: str) -> Figure | None:
    """Return a worth with its interval; None of a score that has no interval."""
    if aim == sides.SCORE and None in interval:
        return None
    low = -1.0 if interval.low is None else interval.low - less
    high = 1.0 if interval.high is None else interval.high - less
    return Figure(value, low, high, times)


def in_points(worth: Figure | None, point: Figure | None) -> tuple[float, float] | None:
    """Return a worth in points of the part, and its half-width; None where a point's worth may be 0.

    Delta method, each interval as if it were symmetric.
    """
    if worth is None or point is None or not point.certain:
        return None
    ratio = worth.value / point.value
    half = math.hypot((worth.high - worth.low) / 2, ratio * (point.high - point.low) / 2) / abs(point.value)
    return ratio, half


def share(result: WorthResult, having: str) -> float | None:
    """Return the share of all seats of all games that had a part; None if it is not counted."""
    counted = result.sums.get(having)
    return None if counted is None else counted[1] / (result.games * len(result.sums["seats"]))


SCORE, WIN = 0, 1  # targets of the regression: the final score, a share of the win
DEPENDENT = 1e-9  # remaining share of squares below which a column follows from others


@dataclass(frozen=True)
class Moments:
    """Sums over the positions and seats of each game, as deviations from the mean of the seats."""

    numbers: Floats  # int[games]
    products: Floats  # float[games, columns, columns]
    joint: Floats  # float[games, columns, 2]: products with the targets SCORE and WIN
    squares: Floats  # float[games, 2]: of the targets

    @classmethod
    def of(cls, number: int, values: Floats, ends: Floats) -> Moments:
        """Sum one game; values: float[looks, seats, columns]; ends: float[seats, 2]."""
        deviations, end_deviations = values - values.mean(axis=1, keepdims=True), ends - ends.mean(axis=0)
        products = np.einsum("lsi,lsj->ij", deviations, deviations)
        joint = deviations.sum(axis=0).T @ end_deviations
        return cls(np.array([number]), products[None], joint[None], len(values) * (end_deviations**2).sum(axis=0)[None])

    @classmethod
    def joined(cls, parts: Sequence[Moments]) -> Moments:
        """Join the sums of all games, in the order of their numbers."""
        names = ("numbers", "products", "joint", "squares")
        whole = cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
        return whole.chosen(np.argsort(whole.numbers))

    def chosen(self, games: npt.NDArray[Any]) -> Moments:
        """Return the sums of some of the games."""
        return Moments(self.numbers[games], self.products[games], self.joint[games], self.squares[games])

    def columns(self, chosen: Sequence[int]) -> Moments:
        """Return the sums of some of the columns."""
        products = self.products[:, chosen][:, :, chosen]
        return Moments(self.numbers, products, self.joint[:, chosen], self.squares)


def independent(moments: Moments) -> list[int]:
    """Return the columns that differ between seats and do not follow from those before them."""
    products = moments.products.sum(axis=0)
    columns: list[int] = []
    for column in range(len(products)):
        own, shared = products[column, column], products[columns, column]
        rest = own - (shared @ np.linalg.solve(products[np.ix_(columns, columns)], shared) if columns else 0.0)
        if rest > DEPENDENT * own:
            columns.append(column)
    return columns


def weights(moments: Moments, target: int) -> Floats:
    """Return the worth of one unit of each column, by least squares; the columns must be independent."""
    worths: Floats = np.linalg.solve(moments.products.sum(axis=0), moments.joint[:, :, target].sum(axis=0))
    return worths


def fitted(moments: Moments, target: int, confidence: float) -> list[Figure]:
    """Return the worth of one unit of each column with its own interval (cluster-robust; Liang & Zeger 1986)."""
    worths, (games, columns) = weights(moments, target), moments.joint.shape[:2]
    scores = moments.joint[:, :, target] - moments.products @ worths
    # The sandwich estimator of the covariance, with the games as clusters.
    bread = np.linalg.inv(moments.products.sum(axis=0))
    variances = np.diag(bread @ (scores.T @ scores) @ bread) * games / (games - columns)
    half_widths = critical_t(confidence, games - columns) * np.sqrt(variances)
    return [Figure.around(float(value), float(half), games) for value, half in zip(worths, half_widths, strict=True)]


def left(moments: Moments, target: int) -> Floats:
    """Return the residual squares of each game, predicted from the other half of the games: float[games]."""
    odd = moments.numbers % 2 == 1
    residuals = np.empty(len(odd))
    for half in (odd, ~odd):
        own, fit = moments.chosen(half), weights(moments.chosen(~half), target)
        residuals[half] = own.squares[:, target] - 2 * own.joint[:, :, target] @ fit + own.products @ fit @ fit
    return residuals


def explained(moments: Moments, columns: Sequence[int], target: int, confidence: float) -> Figure:
    """Return the share of the squares that some columns explain, by cross-validation."""
    squares = moments.squares[:, target]
    return ratio(squares - left(moments.columns(columns), target), squares, confidence)


def gained(moments: Moments, columns: Sequence[int], others: Sequence[int], target: int, confidence: float) -> Figure:
    """Return how much more of the squares some columns explain than others do, by cross-validation."""
    less = left(moments.columns(others), target) - left(moments.columns(columns), target)
    return ratio(less, moments.squares[:, target], confidence)
