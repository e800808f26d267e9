"""An estimate, the query it answers, and what all estimators share."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from balancer.analysis.figure import Figure, Measured
from balancer.analysis.intervals.elementary import MIN_GAMES, Interval, Sums, critical_z, share_interval
from balancer.analysis.metric import ITSELF, RATIOS, LinearMap, Metric
from balancer.analysis.results import CellResult
from balancer.analysis.tally import CellTally, TallyQuantity, tally_of

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

    @property
    def figure(self) -> Figure:
        """The value with its interval: NaN in place of None."""
        value, low, high = (math.nan if end is None else float(end) for end in (self.value, self.low, self.high))
        return Figure(value, low, high, self.games)


class Level(NamedTuple):
    """How certain an interval is; family: number of intervals that hold simultaneously with `confidence`."""

    confidence: float
    family: int = 1

    @property
    def z(self) -> float:
        """The normal deviate."""
        return critical_z(self.confidence, self.family)


@dataclass(slots=True)
class AnyLevel:
    """An estimate at any level: its interval and note follow from the level, all else is computed once.

    ends: level -> interval; note: interval -> note; moved: what then becomes of the interval.  The sentences of a
    large sweep read a figure at twenty levels.
    """

    value: float | None
    se: float | None
    games: int
    unit: str
    ends: Callable[[Level], Ends]
    note: Callable[[Ends], str] | str = ""
    moved: tuple[Callable[[Ends], Ends], ...] = ()
    last: tuple[Level, Estimate] | None = None

    def at(self, level: Level) -> Estimate:
        """The estimate with its interval at a level."""
        if self.last is None or self.last[0] != level:
            ends, note = self.ends(level), self.note
            words = note if isinstance(note, str) else note(ends)
            for move in self.moved:
                ends = move(ends)
            self.last = level, Estimate(self.value, self.se, *ends, self.games, self.unit, words)
        return self.last[1]


class UndefinedError(Exception):
    """The figure has no value in this cell; the message says why."""


@dataclass(frozen=True)
class Query:
    """One figure of a cell: a metric, of whom or what, and which statistic; pace: seconds per decision."""

    cell: CellResult
    metric: Metric
    of: str | None
    stat: str
    pace: float | None = None

    @property
    def tally(self) -> CellTally:
        """The cell's sums."""
        return tally_of(self.cell)

    @property
    def quantity(self) -> TallyQuantity:
        """The quantity that the figure rests on."""
        return self.metric.quantity_of(self.of)

    @property
    def players(self) -> int:
        """Number of players."""
        return self.cell.players

    @property
    def fair(self) -> float:
        """An equal share of the victories, in games that somebody wins."""
        return 1 / self.players

    def moment(self, quantity: TallyQuantity) -> Sums:
        """Number, sum and sum of squares of a quantity; UndefinedError where no game has it."""
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
        """An estimate in the metric's unit; a single game has no standard error."""
        return AnyLevel(value, se if games >= MIN_GAMES else None, games, self.metric.unit_of(self.stat), ends, note)

    def share_of_games(self, count: int, games: int, note: str = "") -> AnyLevel:
        """A share of games, by Wilson."""
        share = count / games
        return self.estimate(
            share, share_se(share, games), lambda level: share_interval(share, games, level.z), games, note
        )

    def on_line(self, found: AnyLevel, line: LinearMap) -> AnyLevel:
        """The estimate of a straight line's value at a figure; ratios to the mean are the same along it."""
        if self.stat in RATIOS or line is ITSELF:
            return found
        n, pace = self.players, self.pace or 0.0
        slope = line.slope(n, pace)

        def along(ends: Ends) -> Ends:
            low, high = (None if x is None else line.at(x, n, pace) for x in ends)
            return (high, low) if slope < 0 else (low, high)

        found.value = None if found.value is None else line.at(found.value, n, pace)
        found.se = None if found.se is None else found.se * abs(slope)
        found.moved += (along,)
        return found


def share_se(share: float, games: int) -> float | None:
    """The standard error of a share of games; None from a single one."""
    return math.sqrt(share * (1 - share) / games) if games >= MIN_GAMES else None


def share_estimate(count: int, games: int, z: float, unit: str = "share", note: str = "") -> Estimate:
    """A share of games, by Wilson; z: the normal deviate of its interval.  A single game has no standard error."""
    share = count / games
    return Estimate(share, share_se(share, games), *share_interval(share, games, z), games, unit, note)


def limit_of_unseen(games: float, confidence: float) -> float:
    """Return the largest share that an event may have which none of so many games has shown."""
    return share_interval(0.0, games, critical_z(confidence)).high


def clipped(interval: Ends, least: float = 0.0, most: float = 1.0) -> Interval:
    """The part of an interval within limits."""
    return Interval(*(None if end is None else min(max(end, least), most) for end in interval))
