"""Ticks of axes: round values, and the places of numbers and words.

An axis of values begins and ends at a tick, so that its floor is labelled; it has 4 to 6 of them.  All charts of a
figure share the ticks of `value_ticks`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from balancer.reporting import numbers

if TYPE_CHECKING:
    import pandas as pd

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
MAX_DECIMALS = 9  # decimals of tick labels
MAX_TICKS = 6  # ticks of an axis of values: the finest step with at most so many has at least 4
MIN_SPAN = 0.01  # an axis spans at least this share of its largest value: less is not worth magnifying
NEAR = 0.3  # an axis begins at 0 if its smallest value is at most this share of its largest
NOTHING = 1e-7  # values up to this are drawn as 0


def value_ticks(ends: Iterable[float | None], unit: str) -> list[float]:
    """Return the ticks of an axis that includes all `ends` (values and their intervals; None and NaN are ignored).

    Without negative values, the axis does not begin below 0, and begins at 0 if that is near.  An axis of shares stays
    between 0 and 1, whatever the intervals.
    """
    finite = [end for end in ends if end is not None and math.isfinite(end)] or [0.0, 1.0]
    if unit == numbers.SHARE:
        finite = [min(max(end, 0.0), 1.0) for end in finite]
    lowest, highest = min(finite), max(finite)
    largest = max(abs(lowest), abs(highest))
    least = MIN_SPAN * (largest if largest > NOTHING else 1.0)
    room = max(0.0, least - (highest - lowest)) / 2
    low, high = lowest - room, highest + room
    if lowest >= 0:
        low = max(low, 0.0) if lowest > NEAR * highest else 0.0
    return outer_ticks(low, min(high, 1.0) if unit == numbers.SHARE else high)


def frame_ticks(frame: pd.DataFrame, unit: str, *more: float | None) -> list[float]:
    """Return the `value_ticks` of a frame of figures (columns value, low, high) and of further values."""
    return value_ticks([*frame["value"], *frame["low"], *frame["high"], *more], unit)


def outer_ticks(low: float, high: float) -> list[float]:
    """Return ticks of the finest round step with at most `MAX_TICKS`, from below `low` (or at it) to above `high`."""
    power = 10.0 ** math.floor(math.log10((high - low) / MAX_TICKS))
    scales = (_multiples(low, high, size * power) for size in (*STEPS, 10 * STEPS[1]))
    return next(ticks for ticks in scales if len(ticks) <= MAX_TICKS)


def _multiples(low: float, high: float, step: float) -> list[float]:
    """Return the multiples of a step that enclose a range, and those within it."""
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{k * step:.12g}") for k in range(first, last + 1)]


def round_ticks(low: float, high: float, most: int = 5, *, whole: bool = False) -> list[float]:
    """Return multiples of a round step from low to high, at most `most` + 1 of them; whole: the step is whole."""
    if not high > low:
        return [low]
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    sizes = [size * power for size in STEPS] + [STEPS[1] * 10 * power]
    allowed = [size for size in sizes if not whole or size == round(size)] or [max(1.0, float(math.ceil(raw)))]
    step = next((size for size in allowed if size >= raw * (1 - 1e-9)), allowed[-1])
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def tick_labels(ticks: Sequence[float], unit: str) -> list[str]:
    """Format values in their unit, all with the same decimals."""
    factor, end = numbers.scale(unit), numbers.suffix(unit)
    step = min((b - a for a, b in pairwise(ticks)), default=1.0) * factor
    return [numbers.fixed(value * factor, decimals_of_step(step)) + end for value in ticks]


def decimals_of_step(step: float) -> int:
    """Return the least decimals that write a step exactly."""
    for decimals in range(MAX_DECIMALS):
        if abs(step * 10**decimals - round(step * 10**decimals)) < 1e-6 * step * 10**decimals:
            return decimals
    return MAX_DECIMALS


def places_of(xs: Iterable[Any]) -> dict[Any, float]:
    """Return the position of each x: numbers at their value, words in sequence, before the numbers."""
    distinct = list(dict.fromkeys(xs))
    numeric = sorted(x for x in distinct if not isinstance(x, str | bool))
    if len(numeric) == len(distinct):
        return {x: float(x) for x in numeric}
    if len(numeric) < 2:
        return {x: float(place) for place, x in enumerate(distinct)}
    words = [x for x in distinct if isinstance(x, str)]
    step = max(float(np.median(np.diff(numeric))), (numeric[-1] - numeric[0]) / 8)
    aside = {word: float(numeric[0]) - step * (len(words) - k) for k, word in enumerate(words)}
    return {**aside, **{x: float(x) for x in numeric}}


def named_places(places: dict[Any, float], most: int = 9) -> list[tuple[float, str]]:
    """Choose ticks among the places; for many or close numbers, round values: [(position, name)]."""
    names = list(places)
    values = [x for x in names if not isinstance(x, str)]
    if len(values) != len(names) and len(values) > 1:
        return _mixed(places, most)
    ends = list(places.values())
    gaps = np.diff(ends)
    crowded = bool(len(gaps)) and float(np.min(gaps)) < 0.07 * (ends[-1] - ends[0])
    if len(values) == len(names) and (len(names) > most or crowded):
        ticks = round_ticks(min(ends), max(ends), min(6, most), whole=all(isinstance(x, int) for x in names))
        return list(zip(ticks, tick_labels(ticks, ""), strict=True))
    return [(places[name], str(name)) for name in names]


def _mixed(places: dict[Any, float], most: int) -> list[tuple[float, str]]:
    """Choose ticks for numbers with a few words before them: all words, and as many numbers as have room."""
    words = [x for x in places if isinstance(x, str)]
    numeric = [x for x in places if not isinstance(x, str)]
    every = -(-len(numeric) // max(most - 2 * len(words), 2))
    last_word = max(places[word] for word in words)
    room = (max(places.values()) - min(places.values())) / most
    ticks = [*words, *(x for x in numeric[::-every] if places[x] - last_word >= room)]
    return [(places[x], str(x)) for x in ticks]
