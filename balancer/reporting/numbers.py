"""Figures and their uncertainty as text: as many digits as the uncertainty allows, never without it.

A `share` is shown in percent, a `difference` of shares in percentage points (pp), any other unit unchanged.  ± reaches
to the farther end of an interval; where that would lie below 0% or above 100%, both ends are written: `0% (0 to 2.2%)`.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from balancer.analysis.figure import Figure
from balancer.sides import SEAT_1
from balancer.wording import listed

SHARE = "share"
DIFFERENCE = "difference"
PLAIN_NUMBERS = ("index", "ratio")  # units that are not written

MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
NO_VALUE = "\N{EN DASH}"

TWO_DIGITS_BELOW = 1.95  # leading digit below which an uncertainty gets two digits: one could be off by half
NARROW_DECIMALS = 2
MAX_DECIMALS = 4  # below 1; three below 10, two above, even if the interval is narrower: `15.00 ± <0.01`


class Form(enum.Enum):
    """Ways to write a figure: long, short or as a change in sentences; the other forms are for tables."""

    LONG = "25.3% ± 0.2 pp, 14.9 ± 0.1 rounds"
    SHORT = "25%, 15.0 rounds, < 0.01%: no more digits than people compare"
    CHANGE = "+3.1 ± 0.2 pp"
    CELL = "25.3% ± 0.2 pp, 14.9 ± 0.1: without the noun, which the heading has"
    NARROW = "25.3 ±0.2: without any unit, at most two decimals"
    VALUE = "25.3%: the value only, where the uncertainty has a column of its own"
    ERROR = "0.2 pp, (0 to 2.2%): the uncertainty only"


LONG, SHORT, CHANGE = Form.LONG, Form.SHORT, Form.CHANGE
CELL, NARROW, VALUE, ERROR = Form.CELL, Form.NARROW, Form.VALUE, Form.ERROR


def text(figure: Figure, unit: str, form: Form = LONG) -> str:
    """Return a figure as text; unit: `share`, `difference`, a noun such as `rounds`, or '' for none."""
    if form is CHANGE:
        lopsided = figure.certain and figure.half_width >= abs(figure.value)  # ± would hold zero, the interval does not
        return _change_ends(figure, unit) if lopsided else change(figure.value, figure.half_width, unit)
    if not figure.defined:
        return "not defined" if form is LONG else NO_VALUE
    return _WRITERS[form](figure, unit)


def short_uncertainty(figure: Figure, unit: str) -> str:
    """Return the uncertainty that follows a short value (`± 0.2 pp`); '' if it is below half the value's last digit."""
    if not figure.known or _short(figure, unit).startswith("<"):
        return ""
    if figure.half_width * scale(unit) < math.pow(10, -_readable_decimals(figure.value, unit)) / 2:
        return ""
    return _ends(figure, unit) if is_lopsided(figure, unit) else uncertainty(figure.half_width, unit, figure.value)


def is_lopsided(figure: Figure, unit: str) -> bool:
    """Return whether `value ± half-width` would leave 0 to 100% though the interval does not."""
    half = figure.half_width
    beyond = figure.value - half < 0 <= figure.low or figure.value + half > 1 >= figure.high
    return unit == SHARE and figure.known and beyond


def _long(figure: Figure, unit: str) -> str:
    if not math.isfinite(figure.half_width):
        return f"{plain(figure.value, unit)}{_noun(unit)} (uncertainty not known)"
    if not short_uncertainty(figure, unit):
        return _short(figure, unit)
    return _cell(figure, unit) + ("" if is_lopsided(figure, unit) else _noun(unit))


def _short(figure: Figure, unit: str) -> str:
    decimals = readable_decimals(figure.value, figure.half_width, unit)
    least = math.pow(10, -decimals)
    size = abs(figure.value) * scale(unit)
    if unit == SHARE and 0 <= size < least / 2 and figure.high * scale(unit) <= least:
        return f"< {fixed(least, decimals)}{suffix(unit)}"
    return plain(figure.value, unit, decimals) + _noun(unit)


def _cell(figure: Figure, unit: str) -> str:
    if is_lopsided(figure, unit):
        return f"{_value(figure, unit)} {_ends(figure, unit)}"
    if not math.isfinite(figure.half_width):
        return _value(figure, unit)
    return written(figure.value, figure.half_width, unit)


def _narrow(figure: Figure, unit: str) -> str:
    value, half_width = figure.value * scale(unit), figure.half_width * scale(unit)
    if not math.isfinite(half_width):
        return fixed(value, 1)
    if half_width == 0 and value.is_integer():
        return fixed(value, 0)
    decimals = decimals_for(half_width, most=NARROW_DECIMALS)
    least = math.pow(10, -NARROW_DECIMALS)
    if is_lopsided(figure, unit) and half_width >= least / 2:
        return f"{fixed(value, decimals)} {_ends(figure, unit, NARROW_DECIMALS).replace(suffix(unit), '')}"
    error = f"<{least:g}" if half_width < least / 2 else fixed(half_width, decimals)
    return f"{fixed(value, decimals)} {PLUS_MINUS}{error}"


def _value(figure: Figure, unit: str) -> str:
    whole = figure.half_width == 0 and float(figure.value).is_integer() and not suffix(unit)
    return plain(figure.value, unit, 0 if whole else decimals_in(figure.half_width, unit, figure.value))


def _error(figure: Figure, unit: str) -> str:
    if is_lopsided(figure, unit):
        return _ends(figure, unit)
    return uncertainty(figure.half_width, unit, figure.value).removeprefix(f"{PLUS_MINUS} ")


def _ends(figure: Figure, unit: str, most: int = MAX_DECIMALS) -> str:
    """Return both ends, the farther with two significant digits: `(0 to 2.2%)`."""
    decimals = min(two_digits(figure.half_width * scale(unit)), most)
    low, high = (fixed(end * scale(unit), 0 if end in {0, 1} else decimals) for end in (figure.low, figure.high))
    return f"({low} to {high}{suffix(unit)})"


_WRITERS: Mapping[Form, Callable[[Figure, str], str]] = {
    LONG: _long, SHORT: _short, CELL: _cell, NARROW: _narrow, VALUE: _value, ERROR: _error,
}  # fmt: skip


TENS = 10.0


def _readable_decimals(value: float, unit: str) -> int:
    return 1 if abs(value) * scale(unit) >= TENS else 2


def readable_decimals(value: float, half_width: float, unit: str) -> int:
    """Return the decimals that the uncertainty allows and people still compare."""
    return min(decimals_in(half_width, unit, value), _readable_decimals(value, unit))


def _noun(unit: str) -> str:
    return f" {unit}" if unit and unit not in (SHARE, DIFFERENCE) else ""


def unit_of(unit: str) -> str:
    """Return the unit in which a metric is written: '' for plain numbers."""
    return "" if unit in PLAIN_NUMBERS else unit


def scale(unit: str) -> float:
    """Return the factor from a value to its written number: 100 for shares and their differences."""
    return 100.0 if unit in (SHARE, DIFFERENCE) else 1.0


def suffix(unit: str) -> str:
    """Return the suffix of written values: `%`, ` pp` or ''."""
    return {SHARE: "%", DIFFERENCE: " pp"}.get(unit, "")


def decimals_in(half_width: float, unit: str, value: float = 0.0) -> int:
    """Return the decimals of a value and its half-width: as many as the half-width needs, up to `MAX_DECIMALS`."""
    size = abs(value) * scale(unit)
    return decimals_for(half_width * scale(unit), most=MAX_DECIMALS - (size >= 1) - (size >= TENS))


def decimals_for(half_width: float, *, most: int = MAX_DECIMALS) -> int:
    """Return the decimals that show a half-width with one significant digit, two if that digit is a 1."""
    if not math.isfinite(half_width) or half_width <= 0:
        return 1
    exponent = math.floor(math.log10(half_width))
    leading = half_width * math.pow(10, -exponent)
    return min(max(0, -exponent + (leading < TWO_DIGITS_BELOW)), most)


def two_digits(size: float) -> int:
    """Return the decimals that show a size with two significant digits, up to `MAX_DECIMALS`."""
    return min(max(0, 1 - math.floor(math.log10(size))), MAX_DECIMALS)


def fixed(number: float, decimals: int) -> str:
    """Format a number with a true minus sign, thin spaces between thousands, and no negative zero."""
    text = f"{number:,.{decimals}f}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.") else MINUS + text[1:]
    return text


def plain(value: float, unit: str = "", decimals: int = 1) -> str:
    """Format a value in its unit: `25.3%`, `3.1 pp`, `14.9`."""
    if not math.isfinite(value):
        return NO_VALUE
    return fixed(value * scale(unit), decimals) + suffix(unit)


def fair(share: float) -> str:
    """Format an equal share with two significant digits: `25%`, or `1.3%` where most games are cut off."""
    return plain(share, SHARE, two_digits(share * scale(SHARE)) if share > 0 else 0)


def signed(value: float, unit: str = "", decimals: int = 1) -> str:
    """Format a difference in its unit, always with a sign: `+3.1 pp`."""
    text = plain(value, as_difference(unit), decimals)
    return text if text.startswith(MINUS) else f"+{text}"


def with_unit(label: str, unit: str) -> str:
    """Return a label, with its unit where neither the values nor the label show it: `knock-outs (players)`."""
    return label if not unit or suffix(unit) or unit in label else f"{label} ({unit})"


def as_difference(unit: str) -> str:
    """Return the unit of a difference of two values: percentage points for shares."""
    return DIFFERENCE if unit == SHARE else unit


def uncertainty(half_width: float, unit: str = "", value: float = 0.0) -> str:
    """Format a half-width with the decimals of its value: `± 0.2 pp`; shares have theirs in percentage points, too."""
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
    """Format a value with its uncertainty: `25.3% ± 0.2 pp`, `3.1 ± 0.2 pp`, `14.92 ± 0.03`."""
    if half_width == 0 and float(value).is_integer() and not suffix(unit):
        return fixed(value, 0)
    decimals = decimals_in(half_width, unit, value)
    end = "" if unit == DIFFERENCE else suffix(unit)
    return f"{fixed(value * scale(unit), decimals)}{end} {uncertainty(half_width, unit, value)}"


def change(value: float, half_width: float, unit: str = "") -> str:
    """Format a difference with its uncertainty: `+3.1 ± 0.2 pp`."""
    if half_width == 0 and float(value).is_integer() and not suffix(unit):
        return f"{'+' if value > 0 else ''}{fixed(value, 0)}{_noun(unit)}"
    unit = as_difference(unit)
    decimals = decimals_in(half_width, unit, value)
    text = fixed(value * scale(unit), decimals)
    sign = "" if text.startswith(MINUS) else "+"
    return f"{sign}{text} {uncertainty(half_width, unit, value)}{_noun(unit)}"


def _change_ends(figure: Figure, unit: str) -> str:
    """Format a difference with both ends of its interval, which never read as zero: `+5 pp (+0.3 to +14.1)`."""
    unit = as_difference(unit)
    nearest = min(abs(figure.low), abs(figure.high)) * scale(unit)
    apart_from_zero = min(-math.floor(math.log10(nearest)), MAX_DECIMALS)
    decimals = max(decimals_in(figure.half_width, unit, figure.value), apart_from_zero)
    value, low, high = (signed(end, unit, decimals) for end in figure.ends)
    return f"{value}{_noun(unit)} ({low.removesuffix(suffix(unit))} to {high.removesuffix(suffix(unit))})"


def amount(value: float, unit: str = "") -> str:
    """Format a size without a sign, rounded up to two digits: `0.53 pp`."""
    unit = as_difference(unit)
    size = abs(value) * scale(unit)
    decimals = max(0, 1 - math.floor(math.log10(size))) if size > 0 else 0
    text = fixed(math.ceil(size * 10**decimals - 1e-9) / 10**decimals, decimals)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    noun = _noun(unit).removesuffix("s") if text == "1" else _noun(unit)
    return text + suffix(unit) + noun


def count(number: float) -> str:
    """Format a whole number with spaces between thousands: `100 000`."""
    return fixed(number, 0)


def short_count(number: float) -> str:
    """Format a count, from a million on abbreviated: `1.2 million`, `100 000`."""
    return f"{number / 1e6:.3g} million" if number >= 1e6 else count(number)


def round_up(number: float) -> float:
    """Round a number up to two digits."""
    unit = math.pow(10, max(0, math.floor(math.log10(number)) - 1))
    return math.ceil(number / unit - 1e-9) * unit


def confidence(level: float) -> str:
    """Format a confidence, never rounded to 100%: `95%`, `99.9%`."""
    return f"{100 * level:.5g}%"


def seconds(number: float) -> str:
    """Format a duration: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`."""
    if number < 10:
        return f"{number:.1f} s"
    whole = round(number)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def team(name: str, seats: Sequence[int] = ()) -> str:
    """Return the name of a team with its seats, if these are always the same: `team 0 (seats 1 and 3)`."""
    noun = "seats" if len(seats) > 1 else "seat"
    return f"team {name} ({noun} {listed(list(map(str, seats)))})" if seats else f"team {name}"


def seat(number: int, starter: str = SEAT_1) -> str:
    """Return the name of a seat, counted from 1: `seat 1 (starts)`; starter: who begins (sides.py)."""
    return "seat 1 (starts)" if number == 1 and starter == SEAT_1 else f"seat {number}"


def counts(values: Iterable[int]) -> str:
    """Format the range of several counts: `400`, `3 to 5`."""
    ends = sorted(set(values))
    return count(ends[0]) if len(ends) == 1 else f"{count(ends[0])} to {count(ends[-1])}"


def counted(values: Iterable[int], noun: str) -> str:
    """Format the range of several counts of a thing: `1 player`, `3 to 5 players`."""
    text = counts(values)
    return f"{text} {noun}" if text == "1" else f"{text} {noun}s"


def span(low: str, high: str) -> str:
    """Join two written figures, a common unit once: `4.36 to 7.91 dishes`, but `6% to 33%`."""
    first, last = low.rsplit(maxsplit=1), high.rsplit(maxsplit=1)
    once = len(first) == len(last) == 2 and first[1] == last[1] and first[1].isalpha()
    return f"{first[0] if once else low} to {high}"


def unbroken(sentence: str) -> str:
    """Return a sentence whose figures are not broken across lines: no-break spaces around ± and before pp."""
    tight = re.sub(r" ± (?=\S)", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}", sentence)
    return re.sub(r"(?<=\d) (?=pp\b)", "\N{NO-BREAK SPACE}", tight)
