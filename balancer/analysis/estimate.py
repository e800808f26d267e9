"""An estimate, the query it answers, and what all estimators share."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from balancer.analysis.intervals.elementary import LEAST_GAMES, Interval, Measured, Sums, critical_z, share_interval
from balancer.analysis.metric import ITSELF, RATIOS, Line, Metric
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally, Quantity, tally_of

Ends = tuple[float | None, float | None]


@dataclass(frozen=True)
class Estimate(Measured):
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


class UndefinedError(Exception):
    """The figure has no value in this cell; the message says why."""


@dataclass(frozen=True)
class Query:
    """One figure of a cell: a metric, of whom or what, which statistic, and with what certainty.

    family: number of intervals that hold simultaneously with `confidence`; pace: seconds per decision.
    """

    cell: CellResult
    metric: Metric
    of: str | None
    stat: str
    confidence: float
    family: int = 1
    pace: float | None = None

    @property
    def tally(self) -> CellTally:
        """The cell's sums."""
        return tally_of(self.cell)

    @property
    def quantity(self) -> Quantity:
        """The quantity that the figure rests on."""
        return self.metric.quantity_of(self.of)

    @property
    def players(self) -> int:
        """Number of players."""
        return self.cell.players

    @property
    def fair(self) -> float:
        """An equal share of the victories."""
        return 1 / self.players

    @property
    def z(self) -> float:
        """The normal deviate of the intervals."""
        return critical_z(self.confidence, self.family)

    def moment(self, quantity: Quantity) -> Sums:
        """Number, sum and sum of squares of a quantity; UndefinedError where no game has it."""
        sums = self.tally.moment(quantity)
        if not sums.n:
            raise UndefinedError(self.metric.undefined)
        return sums

    def estimate(self, value: float, se: float | None, interval: Ends, games: int, note: str = "") -> Estimate:
        """An estimate in the metric's unit; a single game has no standard error."""
        unit = self.metric.unit_of(self.stat)
        return Estimate(value, se if games >= LEAST_GAMES else None, *interval, games, unit, note)

    def share_of_games(self, count: int, games: int, note: str = "") -> Estimate:
        """A share of games, by Wilson."""
        return share_estimate(count, games, self.z, self.metric.unit_of(self.stat), note)

    def on_line(self, found: Estimate, line: Line) -> Estimate:
        """The estimate of a straight line's value at a figure; ratios to the mean are the same along it."""
        if self.stat in RATIOS or line is ITSELF:
            return found
        n, pace = self.players, self.pace or 0.0
        slope = line.slope(n, pace)
        value, low, high = (None if x is None else line.at(x, n, pace) for x in (found.value, found.low, found.high))
        if slope < 0:
            low, high = high, low
        return replace(found, value=value, se=None if found.se is None else found.se * abs(slope), low=low, high=high)


def share_estimate(count: int, games: int, z: float, unit: str = "share", note: str = "") -> Estimate:
    """A share of games, by Wilson; z: the normal deviate of its interval.  A single game has no standard error."""
    share = count / games
    se = math.sqrt(share * (1 - share) / games) if games >= LEAST_GAMES else None
    return Estimate(share, se, *share_interval(share, games, z), games, unit, note)


def clipped(interval: Ends, least: float = 0.0, most: float = 1.0) -> Interval:
    """The part of an interval within limits."""
    return Interval(*(None if end is None else min(max(end, least), most) for end in interval))
