"""Numbers and words as designers write them: what counts as a number, and hints for what nearly is one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]*(_[0-9]+)*)")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*(_[0-9]+)*)?\.[0-9]+|[-+]?(0|[1-9][0-9]*)\.")
_DIGITS = r"[0-9]+(?:_[0-9]+)*"
_AMOUNT = re.compile(rf"([-+]?(?:{_DIGITS})?(?:\.[0-9]+)?)\s*(%|pp)")
_THOUSANDS = re.compile(r"[0-9]{1,3}([,.' ’][0-9]{3})+")
_LETTERS = re.compile(rf"({_DIGITS}(?:\.[0-9]+)?)\s*(k|thousand|m|mio|million)", re.IGNORECASE)
_POWER = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE]\+?[0-9]+")
_PLAIN = re.compile(r"\w([\w .?!()/'-]*[\w.?!)])?")  # words that need no quotes, in brackets either
LONGEST_NUMBER = 40  # maximum number of digits; Python refuses to read thousands of them

_SWITCHES = {
    "off": False,
    "no": False,
    "false": False,
    "none": False,
    "never": False,
    "on": True,
    "yes": True,
    "true": True,
}


class Amount(NamedTuple):
    """A number with its unit as written: '' (0.3), '%' (30%) or 'pp' (percentage points); 30% has the value 0.3."""

    value: float
    unit: str = ""

    @property
    def written(self) -> str:
        """The amount as one would write it."""
        number = f"{self.value * 100 if self.unit else self.value:.6g}"
        if "e" in number:  # amounts are read without powers of ten
            number = f"{Decimal(number):f}"
        return f"{number}{self.unit}"


def plain(text: str) -> Any:
    """Return what unquoted text means: None, true or false, a number (``100_000``), or the text itself.

    This is YAML 1.2, and stricter: ``no`` and ``off`` are words; ``010``, ``0x1F`` and ``1e5``, which programs read
    differently, stay text and are refused later with a hint.
    """
    if text in {"", "~", "null", "Null", "NULL"}:
        return None
    if text in {"true", "True", "TRUE"}:
        return True
    if text in {"false", "False", "FALSE"}:
        return False
    if _WHOLE.fullmatch(text) and len(text) <= LONGEST_NUMBER:
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def clipped(text: str, most: int = 60) -> str:
    """Return `text`, or its beginning and an ellipsis if it has more than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def names_in_a_row(names: Iterable[Any], most: int = 40) -> str:
    """Return names separated by commas; of more than `most` the first ones, and the number left out."""
    words = [clipped(str(name)) for name in names]
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def shown(value: Any) -> str:
    """Return a value as the designer wrote it, or nearly so, for messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    return clipped(written(value) if isinstance(value, list) else repr(value))


def written(value: Any) -> str:
    """Return a value as YAML writes it, in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str) and (not _PLAIN.fullmatch(value) or plain(value) != value):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def sentence(*parts: str) -> str:
    """Join what is wrong, what is allowed and a hint, if not empty."""
    return "; ".join(part for part in parts if part)


def number_hint(value: Any, *, zero_is_off: bool = False) -> str:
    """Return how to write what is nearly a number, '' if nothing helps."""
    if isinstance(value, bool) or (isinstance(value, str) and value.lower() in _SWITCHES):
        off = not (value if isinstance(value, bool) else _SWITCHES[value.lower()])
        return "0 switches it off" if zero_is_off and off else ""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:  # noqa: PLR2004  floats are exact up to there
        return f"write {int(value):_}"
    return _text_hint(value.strip()) if isinstance(value, str) and len(value) <= LONGEST_NUMBER else ""


def _text_hint(text: str) -> str:
    if text != "" and isinstance(plain(text), int | float):
        return f"write {text} without quotes"
    if re.fullmatch(rf"[-+]?0{_DIGITS}", text):
        return f"numbers don't begin with 0: write {int(text, 10)}"
    if re.fullmatch(r"0[xob][0-9a-fA-F_]+", text):
        try:
            return f"write {int(text, 0):_}"
        except ValueError:
            return ""
    if _THOUSANDS.fullmatch(text):
        return f"write {int(re.sub('[^0-9]', '', text)):_}"
    if _POWER.fullmatch(text) and len(text) < 12:  # noqa: PLR2004  1e999999 is no number to spell out
        number = float(text)
        return f"write {int(number):_}" if number.is_integer() and abs(number) < 1e15 else ""  # noqa: PLR2004
    letters = _LETTERS.fullmatch(text)
    if letters:
        times = 1000 if letters[2].lower() in {"k", "thousand"} else 1_000_000
        return f"write {round(float(letters[1].replace('_', '')) * times):_}"
    return ""


def whole(value: Any, low: int, high: int, *, zero_is_off: bool = False) -> int:
    """Return `value` if it is a whole number in range; ValueError: what is wrong, what is allowed, how to write it."""
    allowed = f"allowed: {low:_}..{high:_}"
    if value is None:
        raise ValueError(sentence("a number is missing", allowed))
    if isinstance(value, bool) or not isinstance(value, int):
        wrong = f"{shown(value)} is not a whole number"
        hint = number_hint(value, zero_is_off=zero_is_off)
        raise ValueError(sentence(wrong, allowed, hint))  # noqa: TRY004  a designer's mistake, not a programmer's
    if not low <= value <= high:
        raise ValueError(sentence(f"{value} is out of range", allowed))
    return value


def amount(value: Any) -> Amount:
    """Return a number, a share (``30%``) or a difference (``3pp``); ValueError: what is wrong."""
    if isinstance(value, Amount):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return Amount(float(value))
    match = _AMOUNT.fullmatch(value.strip().replace("−", "-")) if isinstance(value, str) else None
    if match and any(letter.isdigit() for letter in match[1]) and len(match[1]) <= LONGEST_NUMBER:
        return Amount(float(match[1].replace("_", "")) / 100, match[2])
    wrong = "a number is missing" if value is None else f"{shown(value)} is not a number"
    raise ValueError(sentence(wrong, "allowed: 0.3, 30% (a share), 3pp (a difference)", number_hint(value)))
