"""A question put to a cell, the answer, and what all answers need."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from balancer.analysis.catalogue import Metric
from balancer.analysis.intervals import (
    LEAST_GAMES,
    Interval,
    critical_z,
    wilson,
)

Cell = Mapping[str, Any]
Ends = tuple[float | None, float | None]
LEAST_COMPARED = 2
"""A comparison takes two seats, or two personas."""


@dataclass(frozen=True)
class Estimate:
    """A figure: value, standard error, interval, games behind it, unit; value None where it is undefined (see note).

    low, high: None where no bound can be given.  games: those in which the figure is defined.
    """

    value: float | None
    se: float | None
    low: float | None
    high: float | None
    games: int
    unit: str
    note: str = ""


@dataclass(frozen=True)
class Asked:
    """What is asked of a cell: one metric, of what, which statistic, how sure; `family` intervals hold together."""

    cell: Cell
    metric: Metric
    of: str | None
    stat: str
    confidence: float
    family: int
    seconds_per_decision: float | None

    @property
    def tally(self) -> Mapping[str, Any]:
        """The cell's sums."""
        tally: Mapping[str, Any] = self.cell["tally"]
        return tally

    @property
    def players(self) -> int:
        """Players at the table."""
        return int(self.cell["players"])

    @property
    def fair(self) -> float:
        """A seat's fair part of the victories."""
        return 1 / self.players

    @property
    def z(self) -> float:
        """The normal deviate of the intervals asked for."""
        return critical_z(self.confidence, self.family)

    def estimate(self, value: float, se: float | None, interval: Ends, games: int, note: str = "") -> Estimate:
        """An estimate in the metric's unit; one game says nothing of how far games differ."""
        return Estimate(value, se if games >= LEAST_GAMES else None, *interval, games, self.metric.unit, note)


class UndefinedError(Exception):
    """The figure has no value in this cell; the message says why."""


def mapped(found: Estimate, function: Callable[[float], float], slope: float) -> Estimate:
    """The estimate of an increasing (slope > 0) or decreasing straight-line function of a quantity."""
    low, high = (None if end is None else function(end) for end in (found.low, found.high))
    if slope < 0:
        low, high = high, low
    value = None if found.value is None else function(found.value)
    se = None if found.se is None else found.se * abs(slope)
    return replace(found, value=value, se=se, low=low, high=high)


def clipped(interval: Interval, least: float = 0.0, most: float = 1.0) -> Interval:
    """The interval without what can't be."""
    return Interval(*(None if end is None else min(max(end, least), most) for end in interval))


def share_of(asked: Asked, count: int, games: int, note: str = "") -> Estimate:
    """A share of games, by Wilson."""
    share = count / games
    return asked.estimate(share, math.sqrt(share * (1 - share) / games), wilson(share, games, asked.z), games, note)
