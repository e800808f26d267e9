"""Differences between figures of several cells: which are certain, and how a metric behaves along an axis.

Two cells differ if the interval of their difference excludes 0.  Cells count as independent, though playing the same
dice usually makes similar rules vary together: so this errs on the careful side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from balancer.analysis.estimate import Estimate
from balancer.analysis.intervals.elementary import bonferroni
from balancer.analysis.intervals.paired_quantiles import recovered_interval
from balancer.reporting.numbers import Figure, change


class Difference(NamedTuple):
    """A difference of two figures with its interval."""

    value: float
    low: float
    high: float
    unit: str

    @property
    def certain(self) -> bool:
        """Whether the two figures surely differ."""
        return self.low > 0 or self.high < 0

    @property
    def largest(self) -> float:
        """The largest size it may have."""
        return max(abs(self.low), abs(self.high))

    @property
    def smallest(self) -> float:
        """The smallest size it may have."""
        return max(self.low, -self.high, 0.0)

    @property
    def text(self) -> str:
        """`+3.1 ± 0.2 pp`."""
        return change(self.value, max(self.high - self.value, self.value - self.low), self.unit)


def difference(a: Figure, b: Figure) -> Difference:
    """`b` minus `a`; unbounded where one of them has no interval."""
    value = b.value - a.value
    if not (a.known and b.known):
        return Difference(value, -math.inf, math.inf, a.unit)
    low, high = recovered_interval(_estimate(a), _estimate(b), correlation=0.0)
    return Difference(value, -math.inf if low is None else low, math.inf if high is None else high, a.unit)


def _estimate(figure: Figure) -> Estimate:
    return Estimate(figure.value, None, figure.low, figure.high, figure.games, figure.unit)


def pairwise_confidence(confidence: float, cells: int, lines: int = 1) -> float:
    """The confidence of figures at which the differences of every two of `cells`, on each line, hold simultaneously."""
    return bonferroni(confidence, max(lines * cells * (cells - 1) // 2, 1))


def any_certain(figures: Sequence[Figure]) -> bool:
    """Whether any two figures surely differ."""
    return any(difference(a, b).certain for k, a in enumerate(figures) for b in figures[k + 1 :])


def indistinguishable(figures: Sequence[Figure], k: int) -> list[int]:
    """The figures that do not surely differ from figure k."""
    return [other for other in range(len(figures)) if other != k and not difference(figures[k], figures[other]).certain]


def widest(figures: Sequence[Figure]) -> Difference:
    """The difference between the lowest and the highest."""
    return difference(min(figures, key=lambda f: f.value), max(figures, key=lambda f: f.value))


def largest_possible(figures: Sequence[Figure]) -> float:
    """The largest difference that two of them may have."""
    return max(difference(a, b).largest for k, a in enumerate(figures) for b in figures[k + 1 :])


def pattern(figures: Sequence[Figure]) -> str:
    """Pattern of unordered figures: unknown, flat or differs; only certain differences count."""
    if not all(figure.known for figure in figures):
        return "unknown"
    return "differs" if any_certain(figures) else "flat"


def trend(figures: Sequence[Figure]) -> str:
    """Pattern of ordered figures: unknown, flat, rises, falls, peak, valley or wavy; only certain differences count."""
    if not all(figure.known for figure in figures):
        return "unknown"
    pairs = [(a, b, difference(figures[a], figures[b])) for b in range(len(figures)) for a in range(b)]
    ups = [(a, b) for a, b, gap in pairs if gap.low > 0]
    downs = [(a, b) for a, b, gap in pairs if gap.high < 0]
    if not ups or not downs:
        return "rises" if ups else "falls" if downs else "flat"
    values = [figure.value for figure in figures]
    top, bottom = values.index(max(values)), values.index(min(values))
    if all(a < top for a, _ in ups) and all(b > top for _, b in downs):
        return "peak"
    if all(a < bottom for a, _ in downs) and all(b > bottom for _, b in ups):
        return "valley"
    return "wavy"
