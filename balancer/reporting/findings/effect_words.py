"""Effects and judged figures in words: labels, values, changes with their uncertainty, missed bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from balancer.analysis.comparisons.effect import Difference, Effect
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric_names import Offer
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.verdicts import UNDECIDED, Bound
from balancer.checks.undecided import LIKELY
from balancer.reporting import numbers, phrases

LEVEL = 0.8  # an interval whose shorter half is less than this share of the longer one is written with both ends


def figure_words(effect: Effect) -> str:
    """Return the label of the figure: ``win rate by seat: seat 1 (starts)``."""
    return phrases.label(effect.offer, effect.ref)


def value_words(change: Difference, value: float | None) -> str:
    """Write the value of one side with as many decimals as the change has."""
    unit = numbers.unit_of(change.base.unit)
    return numbers.NO_VALUE if value is None else numbers.plain(value, unit, _decimals(change))


def change_words(change: Difference) -> str:
    """Write the difference ± half its interval, ``+3.1 ± 0.2 pp``; with both ends where the interval is asymmetric."""
    if change.value is None:
        return "not defined"
    unit = numbers.unit_of(change.unit)
    half = change.half_width
    if not math.isfinite(half):
        return f"{numbers.signed(change.value, unit, _decimals(change))} (too few games)"
    if _asymmetric(change) or (change.certain and _would_touch_zero(change, unit)):
        decimals = _decimals_apart_from_zero(change, unit)
        low, high = (
            numbers.signed(end, unit, decimals).removesuffix(" pp") for end in (change.low or 0, change.high or 0)
        )
        return f"{numbers.signed(change.value, unit, decimals)} ({low} to {high})"
    text = numbers.change(change.value, half, unit)
    return text.removesuffix(f" {unit}") if unit not in {numbers.SHARE, numbers.DIFFERENCE} else text


def change_with_unit(change: Difference) -> str:
    """Write a change with its unit, which tables have in their heads: `+1.1 ± 0.4 rounds`."""
    return change_words(change) + unit_words(change)


def unit_words(change: Difference) -> str:
    """Return ` rounds`; '' for shares, which are written with their unit, and for plain numbers."""
    unit = numbers.unit_of(change.unit)
    return f" {unit}" if unit and unit not in {numbers.SHARE, numbers.DIFFERENCE} else ""


def _would_touch_zero(change: Difference, unit: str) -> bool:
    # whether the rounded value ± the rounded half-width reaches the zero that the interval excludes
    decimals = numbers.decimals_in(change.half_width, unit, change.value or 0.0)
    value, half = (round(abs(x) * numbers.scale(unit), decimals) for x in (change.value or 0.0, change.half_width))
    return value <= half


def _decimals_apart_from_zero(change: Difference, unit: str) -> int:
    """Return the decimals that the half-width allows; more where an end that is not zero would read as zero."""
    decimals = numbers.decimals_in(change.half_width, unit, change.value or 0.0)
    ends = [abs(end) * numbers.scale(unit) for end in (change.low or 0.0, change.high or 0.0) if end]
    while change.certain and decimals < MAX_DECIMALS and any(round(end, decimals) == 0 for end in ends):
        decimals += 1
    return decimals


MAX_DECIMALS = 9


def _asymmetric(change: Difference) -> bool:
    """Return whether ± would hide that the interval is much longer on one side."""
    half = change.half_width
    if change.value is None or change.low is None or change.high is None or half <= 0:
        return False
    return min(change.high - change.value, change.value - change.low) < LEVEL * half


def _decimals(change: Difference) -> int:
    half, unit = change.half_width, numbers.unit_of(change.unit)
    if half == 0:
        return 0 if not numbers.suffix(unit) else 1
    return numbers.decimals_in(half, unit, change.value or 0.0)


def value_words_of(value: float, change: Difference) -> str:
    """Write a size with as many decimals as the change has."""
    return numbers.plain(value, numbers.unit_of(change.unit), _decimals(change))


# A figure held against a bound ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class JudgedFigure:
    """A figure, its bound and the verdict on it."""

    figure: FigureRef
    offer: Offer | None  # the metric where it was played; None where it is not defined
    now: Estimate
    bound: Bound
    verdict: str
    difference: bool = False  # whether the figure is the difference of two settings
    variant: str = ""  # that has the figure; '' for the setting itself

    @property
    def unit(self) -> str:
        """The unit of the figure as written."""
        return numbers.unit_of(numbers.as_difference(self.now.unit) if self.difference else self.now.unit)

    @property
    def excess(self) -> float:
        """The distance from the bound, signed, as `Bound.excess` has it."""
        return self.bound.excess(self.now.value)

    @property
    def relative_excess(self) -> float:
        """The distance from the bound relative to the allowed band, or to the bound itself."""
        low, high = self.bound[:2]
        scale = abs(high - low) if low is not None and high is not None else abs(high if high is not None else low or 0)
        return abs(self.excess) / scale if scale else math.inf

    # Words ------------------------------------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The name of the figure: `instant`, `seat advantage of seat 1 (starts)`, `rounds p90`."""
        return f"{self._figure_name} in variant {self.variant}" if self.variant else self._figure_name

    @property
    def _figure_name(self) -> str:
        if self.offer is None:
            return self.figure.name
        metric = self.offer.metric
        if self.figure.of:
            named = phrases.item(self.offer, self.figure.of)
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
        """The figure next to the bound that it misses, or may miss: `instant 1.8%, at most 1.5%`."""
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
        """The value; if undecided with its interval, which is simultaneous over all checks."""
        figure = self.now.figure
        return (
            numbers.text(figure, self.unit, numbers.CELL)
            if self.verdict == UNDECIDED and figure.known
            else self.value_text
        )

    @property
    def value_text(self) -> str:
        """The value with as many digits as its interval supports, one more where it reads as the bound that it misses.

        A figure that misses its bound must not be written like it: `1.51%, at most 1.5%`.
        """
        now, value = self.now, self.now.value or 0.0
        half = max((abs(end - value) for end in (now.low, now.high) if end is not None), default=0.0)
        decimals = 0 if not half and value.is_integer() else numbers.readable_decimals(value, half, self.unit)
        bounds = [self._bare(end) for end in self.bound[:2] if end is not None]
        decimals = max(decimals, *(len(bound.partition(".")[2]) for bound in bounds), 0)
        end = self.bound.high if self.excess > 0 else self.bound.low if self.excess < 0 else None
        while end is not None and numbers.plain(value, self.unit, decimals) == numbers.plain(end, self.unit, decimals):
            decimals += 1
        return numbers.plain(value, self.unit, decimals)

    def _bare(self, value: float) -> str:
        return f"{value * numbers.scale(self.unit):.6g}".replace("-", numbers.MINUS)


# How many games would decide ------------------------------------------------------------------------------------------
def enough_words(games: Sequence[float | None], per: str = "", them: str = "") -> str:
    """Say how many games would decide: `about 9 000 games per setting would decide it, with 80% probability`.

    games: those of each figure, None where no number decides it; per: ` per setting`; them: a name for the figures.
    '' where no number would decide any of them.
    """
    enough = [number for number in games if number is not None]
    if not enough:
        return ""
    what = f"most of {them or 'them'}" if len(enough) < len(games) else them
    each = " each" if len(games) > 1 else ""
    most = numbers.short_count(numbers.round_up(max(enough)))
    likely = numbers.plain(LIKELY, numbers.SHARE, 0)
    return f"about {most} games{per} would decide{f' {what}' if what else ''}, with {likely} probability{each}"
