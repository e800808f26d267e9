"""Main effects in a sampled sweep: what each axis does to a figure on average over all the others.

Cells of a sample share no lines, so a straight line is fitted through all of them at once: for an axis of numbers the
change from its lowest to its highest value, for one of words the largest change between two of them.  What the line
leaves unexplained (interplay, curves, dice) is its error, so intervals allow for all of that.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import Floats
from balancer.reporting import numbers
from balancer.reporting.axis import Axis
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.sweep_grid import Sweep
from balancer.wording import capital, listed

SAMPLE = "sample"
LEAST_LEFT = 3
"""Cells that the fit must leave over to judge its error."""


@dataclass(frozen=True)
class AxisEffect:
    """What one axis does to a figure: the change between two of its values, on average over the other axes."""

    axis: Axis
    first: str
    last: str
    change: Figure

    @property
    def ends(self) -> str:
        """`from 2 to 6`."""
        return f"from {self.first} to {self.last}"


@dataclass(frozen=True)
class Effects:
    """The effects of all axes on one figure, the certain ones first, then by size; explained: share of the variance."""

    item: str
    ranked: tuple[AxisEffect, ...]
    explained: float

    @property
    def certain(self) -> list[AxisEffect]:
        """Effects whose interval excludes 0."""
        return [one for one in self.ranked if one.change.certain]


def effects(headline: Headline, sweep: Sweep, confidence: float) -> Effects | None:
    """The effects on a headline figure; of several seats, on the one that moves most; None: too few cells."""
    found = [_effects_on(item, figures, sweep, confidence) for item, figures in headline.figures_at(confidence).items()]
    known = [one for one in found if one is not None]
    return max(known, key=lambda one: max((e.change.smallest for e in one.ranked), default=0.0), default=None)


def _effects_on(item: str, figures: Sequence[Figure], sweep: Sweep, confidence: float) -> Effects | None:
    cells = [cell for cell, figure in enumerate(figures) if figure.defined]
    columns = [_columns(axis, [sweep.places[cell][k] for cell in cells]) for k, axis in enumerate(sweep.axes)]
    design = np.hstack([np.ones((len(cells), 1)), *columns]) if cells else np.zeros((0, 1))
    left = len(cells) - design.shape[1]
    if left < LEAST_LEFT or np.linalg.matrix_rank(design) < design.shape[1]:
        return None
    values = np.array([figures[cell].value for cell in cells])
    inverse = np.linalg.inv(design.T @ design)
    fitted = inverse @ design.T @ values
    residual = values - design @ fitted
    variance = float(residual @ residual) / left
    total = float(((values - values.mean()) ** 2).sum())
    made, begin = [], 1
    for axis, some in zip(sweep.axes, columns, strict=True):
        own = slice(begin, begin + some.shape[1])
        begin = own.stop
        error = (1 - confidence) / len(sweep.axes)
        made.append(_effect(axis, fitted[own], inverse[own, own] * variance, (error, left)))
    ranked = sorted(made, key=lambda one: (not one.change.certain, -abs(one.change.value)))
    return Effects(item, tuple(ranked), 1 - float(residual @ residual) / total if total > 0 else 1.0)


def _columns(axis: Axis, places: Sequence[int]) -> Floats:
    """The columns of an axis in the design: its value over its range, and one for every word or special number."""
    numbers_, words = _kinds(axis)
    found = [[1.0 if place == word else 0.0 for place in places] for word in words[0 if numbers_ else 1 :]]
    if numbers_:
        low, high = (float(axis.values[pick(numbers_, key=axis.order)]) for pick in (min, max))
        middle, width = (low + high) / 2, (high - low) or 1.0
        scaled = [(float(axis.values[p]) - middle) / width if p in numbers_ else 0.0 for p in places]
        found.insert(0, scaled)
    return np.array(found, float).T.reshape(len(places), len(found))


def _kinds(axis: Axis) -> tuple[list[int], list[int]]:
    """Places of numbers (two at least) and of words or special numbers."""
    every = list(range(len(axis.values)))
    measured = [place for place in every if axis.numeric and not axis.apart(place)]
    return (measured, [p for p in every if p not in measured]) if len(measured) > 1 else ([], every)


def _effect(axis: Axis, fitted: Floats, covariance: Floats, error_and_left: tuple[float, int]) -> AxisEffect:
    error, left = error_and_left
    measured, words = _kinds(axis)
    if measured:
        ends = sorted(measured, key=axis.order)
        half = _quantile(error, left) * math.sqrt(max(0.0, float(covariance[0, 0])))
        change = Figure.around(float(fitted[0]), half)
        return AxisEffect(axis, axis.shown(ends[0]), axis.shown(ends[-1]), change)
    level = np.concatenate([[0.0], fitted])
    spread = np.zeros((len(level), len(level)))
    spread[1:, 1:] = covariance
    pairs = list(itertools.combinations(range(len(words)), 2)) or [(0, 0)]
    a, b = max(pairs, key=lambda pair: abs(level[pair[1]] - level[pair[0]]))
    value = float(level[b] - level[a])
    variance = float(spread[a, a] + spread[b, b] - 2 * spread[a, b])
    half = _quantile(error / len(pairs), left) * math.sqrt(max(0.0, variance))
    return AxisEffect(axis, axis.shown(words[a]), axis.shown(words[b]), Figure.around(value, half))


def _quantile(error: float, left: int) -> float:
    """Two-sided quantile of Student's distribution."""
    return float(scipy.special.stdtrit(left, 1 - error / 2))


def sentences(headline: Headline, sweep: Sweep, confidence: float) -> list[str]:
    """The axes that matter, the largest effect first; those that don't; how much all of it explains."""
    found = effects(headline, sweep, confidence)
    if found is None:
        return [f"Too few cells to tell the effects on {headline.phrase} apart: write more under `cells:`."]

    def change(effect: AxisEffect) -> str:
        return numbers.text(effect.change, headline.unit, numbers.CHANGE)

    subject = capital(headline.of(found.item))
    certain = found.certain
    made = []
    if certain:
        first = certain[0]
        made.append(
            f"{subject} depends most on {first.axis.noun}: {change(first)} {first.ends}, on average over the others."
        )
    made += [f"{capital(one.axis.noun)}: {change(one)} {one.ends}." for one in certain[1:]]
    unclear = [one for one in found.ranked if not one.change.certain]
    if unclear:
        most = max(one.change.largest for one in unclear)
        what = "" if certain else f" on {headline.of(found.item)}"
        nouns = listed([one.axis.noun for one in unclear], last="or")
        made.append(f"No clear effect of {nouns}{what} (at most {numbers.amount(most, headline.unit)}).")
    share = numbers.plain(max(0.0, found.explained), numbers.SHARE, 0)
    return [*made, f"These effects explain {share} of the differences between cells; the rest is interplay and dice."]
