"""Main effects in a sampled sweep: the effect of each factor on a figure, averaged over all other factors.

Cells of a sample share no lines, so a linear model is fitted to all of them at once (least squares).  The effect of a
numeric factor is the change from its lowest to its highest value, that of a factor of words the largest change between
two of them.  The residual (interplay, curvature, dice) is the error of the model, so intervals allow for all of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import scipy

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Floats

MIN_LEFT = 3  # cells that the fit must leave over to judge its error


@dataclass(frozen=True)
class Factor:
    """A varied rule: its places, some of them numbers, the others words or special numbers."""

    numbers: Mapping[int, float]  # place -> number: two at least, or none
    words: Sequence[int]

    @classmethod
    def of(cls, numbers: Mapping[int, float], places: int) -> Self:
        """Return a factor with this number of places; a single number is one more word."""
        measured = numbers if len(numbers) > 1 else {}
        return cls(measured, [place for place in range(places) if place not in measured])

    def columns(self, places: Sequence[int]) -> Floats:
        """Return float[cells, columns] of the design: the number over its range, and an indicator of every word.

        Without numbers the first word is what the others are compared with.
        """
        indicated = self.words[0 if self.numbers else 1 :]
        columns = [[1.0 if place == word else 0.0 for place in places] for word in indicated]
        if self.numbers:
            low, high = min(self.numbers.values()), max(self.numbers.values())
            middle, width = (low + high) / 2, (high - low) or 1.0
            scaled = [(self.numbers[place] - middle) / width if place in self.numbers else 0.0 for place in places]
            columns.insert(0, scaled)
        return np.array(columns, float).T.reshape(len(places), len(columns))


class MainEffect(NamedTuple):
    """The effect of a factor: the change between two of its places, averaged over the other factors."""

    factor: int
    first: int
    last: int
    change: Figure


@dataclass(frozen=True)
class MainEffects:
    """The effects of all factors, certain ones first, then by size."""

    ranked: tuple[MainEffect, ...]
    explained: float  # share of the variance between cells


def main_effects(
    values: Sequence[float], factors: Sequence[Factor], places: Sequence[Sequence[int]], confidence: float
) -> MainEffects | None:
    """Fit the effects of all factors on a figure; None if there are too few cells to separate them.

    values: the figure of each cell; places: for each cell its place on every factor.  The intervals of all factors are
    simultaneous.
    """
    columns = [factor.columns([own[number] for own in places]) for number, factor in enumerate(factors)]
    design = np.hstack([np.ones((len(values), 1)), *columns]) if values else np.zeros((0, 1))
    left = len(values) - design.shape[1]
    if left < MIN_LEFT or np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    figures = np.array(values)
    inverse = np.linalg.inv(design.T @ design)
    fitted = inverse @ design.T @ figures
    residual = figures - design @ fitted
    variance = float(residual @ residual) / left
    total = float(((figures - figures.mean()) ** 2).sum())
    error = (1 - confidence) / len(factors)
    effects, begin = [], 1
    for number, (factor, own_columns) in enumerate(zip(factors, columns, strict=True)):
        own = slice(begin, begin + own_columns.shape[1])
        begin = own.stop
        first, last, change = _effect(factor, fitted[own], inverse[own, own] * variance, (error, left))
        effects.append(MainEffect(number, first, last, change))
    ranked = sorted(effects, key=lambda effect: (not effect.change.certain, -abs(effect.change.value)))
    return MainEffects(tuple(ranked), 1 - float(residual @ residual) / total if total > 0 else 1.0)


def _effect(
    factor: Factor, fitted: Floats, covariance: Floats, error_and_left: tuple[float, int]
) -> tuple[int, int, Figure]:
    error, left = error_and_left
    if factor.numbers:
        ends = sorted(factor.numbers, key=factor.numbers.__getitem__)
        half = _quantile(error, left) * math.sqrt(max(0.0, float(covariance[0, 0])))
        return ends[0], ends[-1], Figure.around(float(fitted[0]), half)
    level = np.concatenate([[0.0], fitted])
    spread = np.zeros((len(level), len(level)))
    spread[1:, 1:] = covariance
    # The largest difference is picked by looking at all of them, so that its interval holds for each pair.
    pairs = list(itertools.combinations(range(len(factor.words)), 2)) or [(0, 0)]
    first, last = max(pairs, key=lambda pair: abs(level[pair[1]] - level[pair[0]]))
    variance = float(spread[first, first] + spread[last, last] - 2 * spread[first, last])
    half = _quantile(error / len(pairs), left) * math.sqrt(max(0.0, variance))
    return factor.words[first], factor.words[last], Figure.around(float(level[last] - level[first]), half)


def _quantile(error: float, left: int) -> float:
    return float(scipy.special.stdtrit(left, 1 - error / 2))
