"""An effect in words: the label of its figure, both values, the change with its uncertainty."""

from __future__ import annotations

import math

from balancer.analysis.comparison import Effect
from balancer.analysis.differences import Difference
from balancer.analysis.verdicts import direction
from balancer.reporting import numbers, phrases

LEVEL = 0.8
"""An interval is written with both ends if its shorter half is less than this share of the longer one."""


def figure_words(one: Effect) -> str:
    """The label of the figure: ``win rate by seat: seat 1 (starts)``."""
    return phrases.label(one.offer, one.ref)


def value_words(change: Difference, value: float | None) -> str:
    """One side's value, with as many decimals as the change has."""
    unit = numbers.unit_of(change.base.unit)
    return numbers.NO_VALUE if value is None else numbers.plain(value, unit, _decimals(change))


def change_words(change: Difference) -> str:
    """The difference ± half its interval: ``+3.1 ± 0.2 pp``; with both ends where the interval is asymmetric."""
    if change.value is None:
        return "not defined"
    unit = numbers.unit_of(change.unit)
    half = half_width(change)
    if not math.isfinite(half):
        return f"{numbers.signed(change.value, unit, _decimals(change))} (too few games)"
    if _asymmetric(change) or (certain(change) and _would_touch_zero(change, unit)):
        decimals = _decimals_apart_from_zero(change, unit)
        low, high = (
            numbers.signed(end, unit, decimals).removesuffix(" pp") for end in (change.low or 0, change.high or 0)
        )
        return f"{numbers.signed(change.value, unit, decimals)} ({low} to {high})"
    text = numbers.change(change.value, half, unit)
    return text.removesuffix(f" {unit}") if unit not in {numbers.SHARE, numbers.DIFFERENCE} else text


def _would_touch_zero(change: Difference, unit: str) -> bool:
    """Whether the rounded value ± the rounded half-width would reach zero, which the interval excludes."""
    decimals = numbers.decimals_in(half_width(change), unit)
    value, half = (round(abs(x) * numbers.scale(unit), decimals) for x in (change.value or 0.0, half_width(change)))
    return value <= half


def _decimals_apart_from_zero(change: Difference, unit: str) -> int:
    """Decimals as many as the half-width allows; more where an end that is not zero would read so."""
    decimals = numbers.decimals_in(half_width(change), unit)
    ends = [abs(end) * numbers.scale(unit) for end in (change.low or 0.0, change.high or 0.0) if end]
    while certain(change) and decimals < MAX_DECIMALS and any(round(end, decimals) == 0 for end in ends):
        decimals += 1
    return decimals


MAX_DECIMALS = 9


def _asymmetric(change: Difference) -> bool:
    """Whether ± would hide on which side the interval is long."""
    half = half_width(change)
    if change.value is None or change.low is None or change.high is None or half <= 0:
        return False
    return min(change.high - change.value, change.value - change.low) < LEVEL * half


def half_width(change: Difference) -> float:
    """The larger distance from the difference to an end of its interval; NaN where an end is missing."""
    if change.value is None or change.low is None or change.high is None:
        return math.nan
    return max(change.high - change.value, change.value - change.low)


def _decimals(change: Difference) -> int:
    half, unit = half_width(change), numbers.unit_of(change.unit)
    if half == 0:
        return 0 if not numbers.suffix(unit) else 1
    return numbers.decimals_in(half, unit)


def value_words_of(value: float, change: Difference) -> str:
    """A size with as many decimals as the change has."""
    return numbers.plain(value, numbers.unit_of(change.unit), _decimals(change))


def certain(change: Difference) -> bool:
    """Whether the interval excludes zero."""
    return direction(change.interval) != 0
