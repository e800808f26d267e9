"""Estimates, the queries they answer, and the helpers that all estimators share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from balancer.analysis.estimates.metric import ITSELF, PER_PLAYER, RATIOS, LinearMap, Metric
from balancer.analysis.figure import Figure, Measured
from balancer.analysis.intervals.elementary import MIN_GAMES, Interval, Sums, critical_z, share_interval
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally, TallyQuantity, tally_of

Ends = tuple[float | None, float | None]


@dataclass(frozen=True)
class Estimate(Measured):
    """A figure with its standard error and interval; value None if it is undefined (see note)."""

    value: float | None
    se: float | None
    low: float | None  # None if no bound can be given
    high: float | None
    games: int  # in which the figure is defined
    unit: str
    note: str = ""

    @property
    def figure(self) -> Figure:
        """The value with its interval: NaN in place of None."""
        value, low, high = (math.nan if end is None else float(end) for end in (self.value, self.low, self.high))
        return Figure(value, low, high, self.games)


class Level(NamedTuple):
    """Confidence of an interval in a family of simultaneous intervals."""

    confidence: float
    family: int = 1  # number of simultaneous intervals

    @property
    def z(self) -> float:
        """Normal deviate of an interval at this level."""
        return critical_z(self.confidence, self.family)


@dataclass(slots=True)
class AnyLevel:
    """An estimate at any level: interval and note follow from the level, all else is computed once.

    The sentences of a large sweep read one figure at twenty levels.
    """

    value: float | None
    se: float | None
    games: int
    unit: str
    ends: Callable[[Level], Ends]
    note: Callable[[Ends], str] | str = ""  # by the interval
    moved: tuple[Callable[[Ends], Ends], ...] = ()  # applied to the interval in turn
    last: tuple[Level, Estimate] | None = None  # the latest result, which is often requested again

    def at(self, level: Level) -> Estimate:
        """Return the estimate with its interval at a level."""
        if self.last is None or self.last[0] != level:
            ends, note = self.ends(level), self.note
            words = note if isinstance(note, str) else note(ends)
            for move in self.moved:
                ends = move(ends)
            self.last = level, Estimate(self.value, self.se, *ends, self.games, self.unit, words)
        return self.last[1]


class UndefinedError(Exception):
    """The figure has no value in this cell; the message gives the reason."""


@dataclass(frozen=True)
class Query:
    """One figure of a cell to be estimated."""

    cell: CellResult
    metric: Metric
    item: str | None  # seat, persona ...; None: the game as a whole
    stat: str
    pace: float | None = None  # seconds per decision

    @property
    def tally(self) -> CellTally:
        """Sums over all games of the cell."""
        return tally_of(self.cell)

    @property
    def quantity(self) -> TallyQuantity:
        """Quantity that the figure rests on."""
        return self.metric.quantity_of(self.item)

    @property
    def players(self) -> int:
        """Number of players of the cell."""
        return self.cell.players

    @property
    def fair(self) -> float:
        """Equal share of the wins in games that somebody wins; 1 without rivals."""
        return 1 / self.cell.side_count

    def moment(self, quantity: TallyQuantity) -> Sums:
        """Return number, sum and sum of squares of a quantity; UndefinedError if no game has it."""
        sums = self.tally.moment(quantity)
        if not sums.n:
            raise UndefinedError(self.metric.undefined)
        return sums

    def estimate(
        self,
        value: float,
        se: float | None,
        ends: Callable[[Level], Ends],
        games: int,
        note: Callable[[Ends], str] | str = "",
    ) -> AnyLevel:
        """Return an estimate in the metric's unit; a single game has no standard error."""
        return AnyLevel(value, se if games >= MIN_GAMES else None, games, self.metric.unit_of(self.stat), ends, note)

    def share_of_games(self, count: int, games: int, note: str = "") -> AnyLevel:
        """Return the estimate of a share of games, with Wilson's interval (`share_interval`)."""
        share = count / games
        return self.estimate(
            share, share_se(share, games), lambda level: share_interval(share, games, level.z), games, note
        )

    def on_line(self, estimate: AnyLevel, line: LinearMap) -> AnyLevel:
        """Apply a linear map to an estimate; ratios to the mean do not change."""
        if self.stat in RATIOS or line is ITSELF:
            return estimate
        n, pace = self.players if line is PER_PLAYER else self.cell.side_count, self.pace or 0.0
        slope = line.slope(n, pace)

        def along(ends: Ends) -> Ends:
            low, high = (None if x is None else line.at(x, n, pace) for x in ends)
            return (high, low) if slope < 0 else (low, high)

        estimate.value = None if estimate.value is None else line.at(estimate.value, n, pace)
        estimate.se = None if estimate.se is None else estimate.se * abs(slope)
        estimate.moved += (along,)
        return estimate


def share_se(share: float, games: int) -> float | None:
    """Return the standard error of a share of games; None from a single one."""
    return math.sqrt(share * (1 - share) / games) if games >= MIN_GAMES else None


def share_estimate(count: int, games: int, z: float, unit: str = "share", note: str = "") -> Estimate:
    """Return the estimate of a share of games, with Wilson's interval; z: its normal deviate.

    A single game has no standard error.
    """
    share = count / games
    return Estimate(share, share_se(share, games), *share_interval(share, games, z), games, unit, note)


def limit_of_unseen(games: float, confidence: float) -> float:
    """Return the upper limit of the share of an event that none of that many games has shown."""
    return share_interval(0.0, games, critical_z(confidence)).high


def clipped(interval: Ends, least: float = 0.0, most: float = 1.0) -> Interval:
    """Return the part of an interval within limits."""
    return Interval(*(None if end is None else min(max(end, least), most) for end in interval))
