"""Figures and their uncertainty as text: as many digits as the uncertainty allows, never without it.

A `share` is shown in percent, a `difference` of shares in percentage points (pp), any other unit unchanged.  ± reaches
to the farther end of an interval; where that would lie below 0% or above 100%, both ends are written: `0% (0 to 2.2%)`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from balancer.analysis.intervals.elementary import Measured

SHARE = "share"
DIFFERENCE = "difference"
PLAIN_NUMBERS = ("index", "ratio")
"""Units of metrics that are not written."""

MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
NO_VALUE = "\N{EN DASH}"

TWO_DIGITS_BELOW = 1.95
"""An uncertainty that begins with 1 is written with two digits: rounding to one could change it by half."""


COMPACT_DECIMALS = 2

MOST_DECIMALS = 4
"""Of figures below 1; three of those from 1 and two of those from 10, however narrow the interval: `15.00 ± <0.01`."""


@dataclass(frozen=True)
class Figure(Measured):
    """A value with its interval and the number of games behind it; NaN where it is undefined."""

    value: float
    low: float
    high: float
    unit: str = ""
    games: int = 0
    note: str = ""

    @property
    def defined(self) -> bool:
        """Whether it has a value."""
        return math.isfinite(self.value)

    @property
    def known(self) -> bool:
        """Whether it has a two-sided interval, so that it can be compared."""
        return self.defined and math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def lopsided(self) -> bool:
        """Whether ± would reach beyond 0% or 100%, which the interval does not: as of shares near these."""
        half = self.half_width
        beyond = self.value - half < 0 <= self.low or self.value + half > 1 >= self.high
        return self.unit == SHARE and self.known and beyond

    def _ends_text(self, most: int = MOST_DECIMALS) -> str:
        """Both ends, with two digits of the farther: `(0 to 2.2%)`; most: decimals."""
        decimals = min(two_digits(self.half_width * scale(self.unit)), most)
        low, high = (fixed(end * scale(self.unit), 0 if end in {0, 1} else decimals) for end in (self.low, self.high))
        return f"({low} to {high}{suffix(self.unit)})"

    @property
    def is_zero(self) -> bool:
        """Whether it is nothing, for certain."""
        return self.value == self.low == self.high == 0

    @property
    def smallest(self) -> float:
        """The smallest size it may have, as a difference."""
        return max(self.low, -self.high, 0.0)

    @property
    def as_change(self) -> str:
        """The figure as a difference: `+3.1 ± 0.2 pp`."""
        return change(self.value, self.half_width, self.unit)

    @property
    def text(self) -> str:
        """The figure in a sentence: `25.3% ± 0.2 pp`, `3.1 ± 0.2 pp`, `14.9 rounds`, `< 0.01%`."""
        if not self.defined:
            return "not defined"
        if not math.isfinite(self.half_width):
            return f"{plain(self.value, self.unit)}{_noun(self.unit)} (uncertainty not known)"
        if not self.rounded_uncertainty:
            return self.rounded
        if self.lopsided:
            return self.short
        return written(self.value, self.half_width, self.unit) + _noun(self.unit)

    @property
    def rounded(self) -> str:
        """The value with no more digits than people compare: `15.0 rounds`, `1.13%`, `< 0.01%`."""
        if not self.defined:
            return NO_VALUE
        decimals = readable_decimals(self.value, self.half_width, self.unit)
        least = math.pow(10, -decimals)
        size = abs(self.value) * scale(self.unit)
        if self.unit == SHARE and 0 <= size < least / 2 and self.high * scale(self.unit) <= least:
            return f"< {fixed(least, decimals)}{suffix(self.unit)}"
        return plain(self.value, self.unit, decimals) + _noun(self.unit)

    @property
    def rounded_uncertainty(self) -> str:
        """Its uncertainty: `± 0.2 pp`; '' where it is less than the last digit of the rounded value."""
        if not self.known or self.rounded.startswith("<"):
            return ""
        least = math.pow(10, -_most_decimals(self.value, self.unit))
        return self.uncertainty_text if self.half_width * scale(self.unit) >= least / 2 else ""

    @property
    def short(self) -> str:
        """The figure for a table: as `text`, but without the noun."""
        if not self.defined:
            return NO_VALUE
        if self.lopsided:
            return f"{self.value_text} {self._ends_text()}"
        known = math.isfinite(self.half_width)
        return written(self.value, self.half_width, self.unit) if known else self.value_text

    @property
    def compact(self) -> str:
        """The figure for a narrow table whose heading names the unit: `57.0 ±0.4`, at most two decimals."""
        if not self.defined:
            return NO_VALUE
        value, half_width = self.value * scale(self.unit), self.half_width * scale(self.unit)
        if not math.isfinite(half_width):
            return fixed(value, 1)
        if half_width == 0 and value.is_integer():
            return fixed(value, 0)
        decimals = decimals_for(half_width, most=COMPACT_DECIMALS)
        least = math.pow(10, -COMPACT_DECIMALS)
        if self.lopsided and half_width >= least / 2:
            return f"{fixed(value, decimals)} {self._ends_text(COMPACT_DECIMALS).replace(suffix(self.unit), '')}"
        end = f"<{least:g}" if half_width < least / 2 else fixed(half_width, decimals)
        return f"{fixed(value, decimals)} {PLUS_MINUS}{end}"

    @property
    def value_text(self) -> str:
        """The value alone, for tables with a separate column for the uncertainty."""
        if not self.defined:
            return NO_VALUE
        whole = self.half_width == 0 and float(self.value).is_integer() and not suffix(self.unit)
        return plain(self.value, self.unit, 0 if whole else decimals_in(self.half_width, self.unit, self.value))

    @property
    def uncertainty_text(self) -> str:
        """The uncertainty alone: `± 0.2 pp`, or both ends."""
        if self.lopsided:
            return self._ends_text()
        return uncertainty(self.half_width, self.unit, self.value) if self.defined else NO_VALUE


TENS = 10.0


def _most_decimals(value: float, unit: str) -> int:
    """Decimals that people still compare: one of numbers from 10, two of smaller ones."""
    return 1 if abs(value) * scale(unit) >= TENS else 2


def readable_decimals(value: float, half_width: float, unit: str) -> int:
    """Decimals that the uncertainty allows, and that people still compare."""
    return min(decimals_in(half_width, unit, value), _most_decimals(value, unit))


def _noun(unit: str) -> str:
    return f" {unit}" if unit and unit not in (SHARE, DIFFERENCE) else ""


def unit_of(unit: str) -> str:
    """The unit in which a figure of a metric's unit is written: '' for plain numbers."""
    return "" if unit in PLAIN_NUMBERS else unit


def scale(unit: str) -> float:
    """The factor by which a value of this unit is multiplied before it is written."""
    return 100.0 if unit in (SHARE, DIFFERENCE) else 1.0


def suffix(unit: str) -> str:
    """The suffix of a written value of this unit."""
    return {SHARE: "%", DIFFERENCE: " pp"}.get(unit, "")


def decimals_in(half_width: float, unit: str, value: float = 0.0) -> int:
    """Decimals of a value and its half-width in their unit: as many as the half-width needs, within `MOST_DECIMALS`."""
    size = abs(value) * scale(unit)
    return decimals_for(half_width * scale(unit), most=MOST_DECIMALS - (size >= 1) - (size >= TENS))


def decimals_for(half_width: float, *, most: int = MOST_DECIMALS) -> int:
    """Decimals that show a half-width with one significant digit, two if that digit is a 1."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    exponent = math.floor(math.log10(half_width))
    leading = half_width * math.pow(10, -exponent)
    return min(max(0, -exponent + (leading < TWO_DIGITS_BELOW)), most)


def two_digits(size: float) -> int:
    """Decimals that show a size with two significant digits, within `MOST_DECIMALS`."""
    return min(max(0, 1 - math.floor(math.log10(size))), MOST_DECIMALS)


def fixed(number: float, decimals: int) -> str:
    """A number with a true minus sign, a thin space between thousands, and no negative zero."""
    text = f"{number:,.{decimals}f}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.") else MINUS + text[1:]
    return text


def plain(value: float, unit: str = "", decimals: int = 1) -> str:
    """A value in its unit: `25.3%`, `3.1 pp`, `14.9`."""
    if not math.isfinite(value):
        return NO_VALUE
    return fixed(value * scale(unit), decimals) + suffix(unit)


def fair(share: float) -> str:
    """What equals get, with two digits: `25%`, and `1.3%` where most games are cut off."""
    return plain(share, SHARE, two_digits(share * scale(SHARE)) if share > 0 else 0)


def signed(value: float, unit: str = "", decimals: int = 1) -> str:
    """A difference in its unit, always with a sign: `+3.1 pp`."""
    text = plain(value, as_difference(unit), decimals)
    return text if text.startswith(MINUS) else f"+{text}"


def with_unit(label: str, unit: str) -> str:
    """The name of a figure, with its unit where neither its values nor the name bear it: `knock-outs (players)`."""
    return label if not unit or suffix(unit) or unit in label else f"{label} ({unit})"


def as_difference(unit: str) -> str:
    """The unit of a difference of two values: percentage points for shares."""
    return DIFFERENCE if unit == SHARE else unit


def uncertainty(half_width: float, unit: str = "", value: float = 0.0) -> str:
    """`± 0.2 pp`, with the decimals of its value; the uncertainty of a share is in percentage points, too."""
    if not math.isfinite(half_width):
        return NO_VALUE
    if half_width == 0:
        return f"{PLUS_MINUS} 0{suffix(as_difference(unit))}"
    unit = as_difference(unit)
    decimals = decimals_in(half_width, unit, value)
    least = math.pow(10, -decimals)
    if half_width * scale(unit) < least / 2:
        return f"{PLUS_MINUS} <{fixed(least, decimals)}{suffix(unit)}"
    return f"{PLUS_MINUS} {plain(half_width, unit, decimals)}"


def written(value: float, half_width: float, unit: str = "") -> str:
    """A value with its uncertainty: `25.3% ± 0.2 pp`, `3.1 ± 0.2 pp`, `14.92 ± 0.03`."""
    if half_width == 0 and float(value).is_integer() and not suffix(unit):
        return fixed(value, 0)
    decimals = decimals_in(half_width, unit, value)
    end = "" if unit == DIFFERENCE else suffix(unit)
    return f"{fixed(value * scale(unit), decimals)}{end} {uncertainty(half_width, unit, value)}"


def change(value: float, half_width: float, unit: str = "") -> str:
    """A difference with its uncertainty: `+3.1 ± 0.2 pp`."""
    if half_width == 0 and float(value).is_integer() and not suffix(unit):
        return f"{'+' if value > 0 else ''}{fixed(value, 0)}{_noun(unit)}"
    unit = as_difference(unit)
    decimals = decimals_in(half_width, unit, value)
    text = fixed(value * scale(unit), decimals)
    sign = "" if text.startswith(MINUS) else "+"
    return f"{sign}{text} {uncertainty(half_width, unit, value)}{_noun(unit)}"


def amount(value: float, unit: str = "") -> str:
    """A size without a sign, rounded up to two digits: `0.53 pp`."""
    unit = as_difference(unit)
    size = abs(value) * scale(unit)
    decimals = max(0, 1 - math.floor(math.log10(size))) if size > 0 else 0
    text = fixed(math.ceil(size * 10**decimals - 1e-9) / 10**decimals, decimals)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    noun = _noun(unit).removesuffix("s") if text == "1" else _noun(unit)
    return text + suffix(unit) + noun


def count(number: float) -> str:
    """A whole number with spaces between thousands: `100 000`."""
    return fixed(number, 0)


def short_count(number: float) -> str:
    """A large number, abbreviated: `1.2 million`, `100 000`."""
    return f"{number / 1e6:.3g} million" if number >= 1e6 else count(number)


def round_up(number: float) -> float:
    """A number rounded up to two digits."""
    unit = math.pow(10, max(0, math.floor(math.log10(number)) - 1))
    return math.ceil(number / unit - 1e-9) * unit


def confidence(level: float) -> str:
    """A confidence, never rounded to 100%: `95%`, `99.9%`."""
    return f"{100 * level:.5g}%"


def seconds(number: float) -> str:
    """A duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`."""
    if number < 10:
        return f"{number:.1f} s"
    whole = round(number)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def seat(number: int) -> str:
    """The name of a seat, counted from 1: `seat 1 (starts)`."""
    return "seat 1 (starts)" if number == 1 else f"seat {number}"


def counts(values: Iterable[int]) -> str:
    """The least and the largest of numbers of games, of players: `400`, `3 to 5`."""
    ends = sorted(set(values))
    return count(ends[0]) if len(ends) == 1 else f"{count(ends[0])} to {count(ends[-1])}"


def span(low: str, high: str) -> str:
    """Two written figures, their unit once: `4.36 to 7.91 dishes`, but `6% to 33%`."""
    first, last = low.rsplit(maxsplit=1), high.rsplit(maxsplit=1)
    once = len(first) == len(last) == 2 and first[1] == last[1] and first[1].isalpha()
    return f"{first[0] if once else low} to {high}"
