"""Worth of a position: the final score, or the win, regressed on the figures of each seat (least squares).

Both sides are differences from the mean of the seats in the same position.  The positions of one game share its
end, so the game is the unit: errors come from sums over games (Liang & Zeger 1986), and the explained share from
games that took no part in the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Floats, critical_t
from balancer.analysis.play.chances import ratio

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
