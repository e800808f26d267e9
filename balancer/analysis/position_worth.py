"""What a position is worth: the final score, or the win, explained by least squares by what lies before each seat.

Both sides are differences from the mean of the seats in the same position.  The positions of one game share its end, so
the game is the unit: errors come from sums over games (Liang & Zeger 1986), and what is explained from games that took
no part in the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer.analysis.chances import ratio
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Floats, critical_t

SCORE, WIN = 0, 1  # what is explained: the final score, a share of the win
DEPENDENT = 1e-9  # columns follow from others below this remaining share of squares


@dataclass(frozen=True)
class Moments:
    """Sums over the positions and seats of each game, the mean of the seats taken off.

    numbers: int[games]; products: float[games, columns, columns]; joint: float[games, columns, 2], with what comes of
    the game, `SCORE` and `WIN`; squares: float[games, 2], of that.
    """

    numbers: Floats
    products: Floats
    joint: Floats
    squares: Floats

    @classmethod
    def of(cls, number: int, values: Floats, ends: Floats) -> Moments:
        """One game; values: float[looks, seats, columns]; ends: float[seats, 2]."""
        away, apart = values - values.mean(axis=1, keepdims=True), ends - ends.mean(axis=0)
        products = np.einsum("lsi,lsj->ij", away, away)
        joint = away.sum(axis=0).T @ apart
        return cls(np.array([number]), products[None], joint[None], len(values) * (apart**2).sum(axis=0)[None])

    @classmethod
    def joined(cls, parts: Sequence[Moments]) -> Moments:
        """All games, in the order of their numbers."""
        names = ("numbers", "products", "joint", "squares")
        whole = cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
        return whole.chosen(np.argsort(whole.numbers))

    def chosen(self, games: npt.NDArray[Any]) -> Moments:
        """Some of the games."""
        return Moments(self.numbers[games], self.products[games], self.joint[games], self.squares[games])

    def columns(self, kept: Sequence[int]) -> Moments:
        """The same of some columns."""
        products = self.products[:, kept][:, :, kept]
        return Moments(self.numbers, products, self.joint[:, kept], self.squares)


def independent(moments: Moments) -> list[int]:
    """The columns that differ between seats and do not follow from those before them."""
    products = moments.products.sum(axis=0)
    kept: list[int] = []
    for column in range(len(products)):
        own, shared = products[column, column], products[kept, column]
        left = own - (shared @ np.linalg.solve(products[np.ix_(kept, kept)], shared) if kept else 0.0)
        if left > DEPENDENT * own:
            kept.append(column)
    return kept


def weights(moments: Moments, target: int) -> Floats:
    """What one of each column is worth; the columns are independent."""
    found: Floats = np.linalg.solve(moments.products.sum(axis=0), moments.joint[:, :, target].sum(axis=0))
    return found


def fitted(moments: Moments, target: int, confidence: float) -> list[Figure]:
    """What one of each column is worth, with intervals, each for itself."""
    found, (games, columns) = weights(moments, target), moments.joint.shape[:2]
    scores = moments.joint[:, :, target] - moments.products @ found
    bread = np.linalg.inv(moments.products.sum(axis=0))
    variances = np.diag(bread @ (scores.T @ scores) @ bread) * games / (games - columns)
    wide = critical_t(confidence, games - columns) * np.sqrt(variances)
    return [Figure.around(float(value), float(half), games) for value, half in zip(found, wide, strict=True)]


def left(moments: Moments, target: int) -> Floats:
    """Squares that are left in each game by the weights of the other half of the games: float[games]."""
    odd = moments.numbers % 2 == 1
    found = np.empty(len(odd))
    for half in (odd, ~odd):
        own, by = moments.chosen(half), weights(moments.chosen(~half), target)
        found[half] = own.squares[:, target] - 2 * own.joint[:, :, target] @ by + own.products @ by @ by
    return found


def explained(moments: Moments, columns: Sequence[int], target: int, confidence: float) -> Figure:
    """The share of the squares that some columns explain, in games held out."""
    squares = moments.squares[:, target]
    return ratio(squares - left(moments.columns(columns), target), squares, confidence)


def gained(moments: Moments, columns: Sequence[int], others: Sequence[int], target: int, confidence: float) -> Figure:
    """By how much more some columns explain than others do, in the same games held out."""
    less = left(moments.columns(others), target) - left(moments.columns(columns), target)
    return ratio(less, moments.squares[:, target], confidence)
