"""A number with its interval, without unit or words: these belong to `reporting.numbers`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from balancer.analysis.intervals.elementary import Interval, direction


class Measured:
    """A value with an interval; None or NaN if the value or an end is unknown."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def interval(self) -> Interval:
        """The two ends of the interval."""
        return Interval(self.low, self.high)

    @property
    def half_width(self) -> float:
        """The larger distance from the value to an end of its interval; NaN if no interval is known."""
        if self.value is None or self.low is None or self.high is None:
            return math.nan
        return max(self.high - self.value, self.value - self.low)

    @property
    def direction(self) -> int:
        """1 if the whole interval lies above 0, -1 if below, else 0."""
        return direction(self.interval)

    @property
    def certain(self) -> bool:
        """Whether the interval excludes 0."""
        return self.direction != 0

    @property
    def largest(self) -> float:
        """The largest absolute value within the interval."""
        return math.inf if self.low is None or self.high is None else max(abs(self.low), abs(self.high))

    def within(self, margin: float) -> bool:
        """Return whether the whole interval lies within -margin .. margin; False if an end is unknown."""
        return self.low is not None and self.high is not None and -margin <= self.low and self.high <= margin


@dataclass(frozen=True)
class Figure(Measured):
    """A value with its interval; NaN if it is undefined, NaN or infinite ends if no bound can be given."""

    value: float
    low: float
    high: float
    games: int = 0  # or plays, or seats: the number of observations; 0 if it is not counted

    @classmethod
    def around(cls, value: float, half_width: float, games: int = 0) -> Self:
        """Return a figure with a symmetric interval."""
        return cls(value, value - half_width, value + half_width, games)

    @classmethod
    def read(cls, record: Mapping[Any, Any], games: int = 0) -> Self:
        """Return the figure that a manifest stores as value, low and high."""
        return cls(record["value"], record["low"], record["high"], games)

    @property
    def defined(self) -> bool:
        """Whether it has a value."""
        return math.isfinite(self.value)

    @property
    def known(self) -> bool:
        """Whether it has a two-sided interval, so that it can be compared."""
        return self.defined and math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def is_zero(self) -> bool:
        """Whether it is exactly 0, without uncertainty."""
        return self.value == self.low == self.high == 0

    @property
    def smallest(self) -> float:
        """The smallest absolute value within the interval."""
        return max(self.low, -self.high, 0.0)

    @property
    def ends(self) -> tuple[float, float, float]:
        """Value, lower and upper end, in the order of charts."""
        return self.value, self.low, self.high

    def overlaps(self, other: Figure) -> bool:
        """Return whether both intervals have a value in common."""
        return self.low <= other.high and other.low <= self.high

    def moved(self, step: float) -> Self:
        """Return the figure with a constant added."""
        return replace(self, value=self.value + step, low=self.low + step, high=self.high + step)

    def reversed(self) -> Self:
        """Return the figure with its sign changed, that of the opposite difference."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def to_json(self) -> dict[str, float | None]:
        """Return value, low and high as `--json` prints them: null if they are not finite."""
        ends = {"value": self.value, "low": self.low, "high": self.high}
        return {name: float(end) if math.isfinite(end) else None for name, end in ends.items()}


UNDEFINED = Figure(math.nan, math.nan, math.nan)
