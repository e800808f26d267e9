"""A figure held against a bound, in few words: `instant 1.8%, at most 1.5%`."""

from __future__ import annotations

import math
from dataclasses import dataclass

from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.metric_names import Offer
from balancer.analysis.verdicts import UNDECIDED, Bound
from balancer.reporting import numbers, phrases
from balancer.reporting.figure_reader import as_figure


@dataclass(frozen=True)
class JudgedFigure:
    """A figure, its bound and the verdict on it.

    offer: the metric where it was played, None where it is not defined; difference: whether the figure is one of two
    settings.
    """

    figure: FigureRef
    offer: Offer | None
    now: Estimate
    bound: Bound
    verdict: str
    difference: bool = False

    @property
    def unit(self) -> str:
        """The unit in which it is written."""
        return numbers.unit_of(numbers.as_difference(self.now.unit) if self.difference else self.now.unit)

    @property
    def excess(self) -> float:
        """By how much it misses the bound; see `Bound.excess`."""
        return self.bound.excess(self.now.value)

    @property
    def relative_excess(self) -> float:
        """By how much it misses the bound, as a part of the allowed band, or of the bound itself."""
        low, high = self.bound[:2]
        scale = abs(high - low) if low is not None and high is not None else abs(high if high is not None else low or 0)
        return abs(self.excess) / scale if scale else math.inf

    # Words ------------------------------------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The figure: `instant`, `seat advantage of seat 1 (starts)`, `rounds p90`."""
        if self.offer is None:
            return self.figure.name
        metric = self.offer.metric
        if self.figure.of:
            named = phrases.item(metric.of, self.figure.of)
            return named if metric.of == "ending" else f"{metric.title.removesuffix(f' by {metric.of}')} of {named}"
        return f"{metric.title} {self.figure.stat}".strip()

    @property
    def bound_text(self) -> str:
        """The bound: `0.65 to 1.5%`, `at most 15`."""
        low, high = (None if end is None else self._bare(end) for end in self.bound[:2])
        end = numbers.suffix(self.unit)
        if low is not None and high is not None:
            return f"{low} to {high}{end}"
        return f"at least {low}{end}" if low is not None else f"at most {high}{end}"

    @property
    def miss(self) -> str:
        """How it misses its bound, or may: `instant 1.8%, at most 1.5%`."""
        if self.now.value is None:
            return f"{self.name} is not defined"
        low, high = self.bound[:2]
        end = numbers.suffix(self.unit)
        if self.excess > 0 and high is not None:
            return f"{self.name} {self._shown_value}, at most {self._bare(high)}{end}"
        if self.excess < 0 and low is not None:
            return f"{self.name} {self._shown_value}, at least {self._bare(low)}{end}"
        return f"{self.name} {self._shown_value}, allowed {self.bound_text}"

    @property
    def _shown_value(self) -> str:
        """The value; where it is undecided with its interval, which is that of all checks together."""
        figure = as_figure(self.now)
        return figure.short if self.verdict == UNDECIDED and figure.known else self.value_text

    @property
    def value_text(self) -> str:
        """The value with as many digits as its interval supports, one more where it reads as the bound that it misses.

        A figure that misses its bound must not be written like it: `1.51%, at most 1.5%`.
        """
        now, value = self.now, self.now.value or 0.0
        half = max((abs(end - value) for end in (now.low, now.high) if end is not None), default=0.0)
        decimals = 0 if not half and value.is_integer() else numbers.readable_decimals(value, half, self.unit)
        end = self.bound.high if self.excess > 0 else self.bound.low if self.excess < 0 else None
        while end is not None and numbers.plain(value, self.unit, decimals) == numbers.plain(end, self.unit, decimals):
            decimals += 1
        return numbers.plain(value, self.unit, decimals)

    def _bare(self, value: float) -> str:
        return f"{value * numbers.scale(self.unit):.6g}".replace("-", numbers.MINUS)
