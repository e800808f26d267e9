"""The knobs of a game: the rules a designer may vary, their ranges, and their whole numbers in rule code.

A game's KNOBS is a tuple of knobs in the order of its rulebook.  The layout of `table.rules`, the table printed by
``balancer games``, the JSON Schema and the error messages are all made from it, so they cannot contradict each other.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from balancer.core.component_table import TABLE_ENDINGS
from balancer.core.record import record
from balancer.wording import capital, listed

ANY_VALUE = "{}"  # placeholder of a value in the phrase of a knob

MAX_LISTED = 100  # allowed values of a number that are listed one by one

PREPOSITIONS = ("with ", "without ", "in ", "at ")  # beginnings of phrases


class Problem(NamedTuple):
    """A fault of a value."""

    knob: str  # its name; '': the rules as a whole
    message: str
    hint: str = ""  # a better value


@dataclass(frozen=True, kw_only=True)
class Knob:
    """A rule that can be varied.

    Sentences call it by its noun (`the draft`), and its values by phrases (`with a draft`, `without a draft`) in the
    order of `phrased`; if these are missing, by the names that scenarios use.
    """

    name: str
    default: Any  # the printed rule
    meaning: str  # one sentence
    section: str  # of the rulebook
    noun: str = ""
    phrases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.phrases) > len(self.phrased):
            raise ValueError(f"knob {self.name}: {len(self.phrases)} phrases for {len(self.phrased)} kinds of values")
        for text, words in self.phrase_of.items():
            if not words.startswith(PREPOSITIONS):
                raise ValueError(f"knob {self.name}: {words!r} does not begin with {', '.join(PREPOSITIONS)}")
            if (ANY_VALUE in words) != (text == ANY_VALUE):
                need = "contain" if text == ANY_VALUE else "not contain"
                raise ValueError(f"knob {self.name}: {words!r}, the phrase of {text}, must {need} {ANY_VALUE}")

    @property
    def phrased(self) -> tuple[str, ...]:
        """The values that have phrases, as text; ANY_VALUE for all others, which replace it in their phrase."""
        return (ANY_VALUE,)

    @property
    def phrase_of(self) -> dict[str, str]:
        """The declared phrases by value."""
        return {value: words for value, words in zip(self.phrased, self.phrases, strict=False) if words}

    @property
    def allowed(self) -> str:
        """The allowed values in words, as in ``0 (off), 8..60``."""
        raise NotImplementedError

    def check(self, value: Any) -> str:
        """Return the fault of `value`; '' if there is none."""
        raise NotImplementedError

    def encode(self, value: Any) -> int | tuple[int, ...]:
        """Return the whole number(s) that rule code uses for a valid value."""
        raise NotImplementedError

    def whole(self, value: Any) -> Any:
        """Return a valid value as scenarios keep it: a list as a tuple."""
        return tuple(value) if isinstance(value, list) else value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the knob's values."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Number(Knob):
    """A whole number from `low` to `high`, or one of `specials`, or one of `words`.

    Rule code uses -1, -2, ... for `words` in their order, so a knob with words has low >= 0.
    """

    low: int
    high: int
    specials: tuple[tuple[int, str], ...] = ()  # with their meanings
    words: tuple[tuple[str, str], ...] = ()  # with their meanings
    only: tuple[int, ...] | range = ()  # allowed values from low to high, if not all are; a range must ascend

    @property
    def listed(self) -> Sequence[int]:
        """The values of `only` if they are at most MAX_LISTED; () if there are more, or all are allowed."""
        return self.only if len(self.only) <= MAX_LISTED else ()

    def lower(self, value: int) -> int:
        """Return the largest allowed number that is not above a value; the smallest of all if there is none."""
        if not self.only:
            return min(max(value, self.low), self.high)
        return self.only[max(0, bisect.bisect_right(self.only, value) - 1)]

    @property
    def phrased(self) -> tuple[str, ...]:
        return (ANY_VALUE, *(str(number) for number, _ in self.specials), *dict(self.words))

    @property
    def allowed(self) -> str:
        numbers = ", ".join(map(str, self.listed)) or f"{self.low}..{self.high}"
        if isinstance(self.only, range) and not self.listed:
            numbers += f" in steps of {self.only.step}"
        special = [f"{number} ({meaning})" for number, meaning in self.specials]
        return ", ".join([*special, numbers, *(f"{word} ({meaning})" for word, meaning in self.words)])

    def check(self, value: Any) -> str:
        if isinstance(value, str):
            return "" if value in dict(self.words) else "not a whole number" if not self.words else "not allowed"
        if isinstance(value, bool) or not isinstance(value, int):
            return "not a whole number"
        if value in dict(self.specials) or (value in self.only if self.only else self.low <= value <= self.high):
            return ""
        return "not allowed" if self.only else "out of range"

    def encode(self, value: Any) -> int:
        return -1 - list(dict(self.words)).index(value) if isinstance(value, str) else value

    def schema(self) -> dict[str, Any]:
        numbers: dict[str, Any] = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.listed:
            numbers = {"enum": list(self.listed)}
        others = [*dict(self.specials), *dict(self.words)]
        return {"anyOf": [numbers, {"enum": others}]} if others else numbers


@dataclass(frozen=True, kw_only=True)
class Choice(Knob):
    """One of a few words; rule code uses its index in `choices`, from 0."""

    choices: tuple[str, ...]

    @property
    def phrased(self) -> tuple[str, ...]:
        return self.choices

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices)

    def check(self, value: Any) -> str:
        return "" if isinstance(value, str) and value in self.choices else "not allowed"

    def encode(self, value: Any) -> int:
        return self.choices.index(value)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}


@dataclass(frozen=True, kw_only=True)
class Flag(Knob):
    """A value true or false; rule code uses 1 or 0."""

    @property
    def phrased(self) -> tuple[str, ...]:
        return "false", "true"

    @property
    def allowed(self) -> str:
        return "true, false"

    def check(self, value: Any) -> str:
        return "" if isinstance(value, bool) else "not true or false"

    def encode(self, value: Any) -> int:
        return int(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, kw_only=True)
class Numbers(Knob):
    """A list of `length` whole numbers from `low` to `high`; rule code uses an array."""

    length: int
    low: int
    high: int
    by_seat: bool = (
        False  # one number per seat, in turn order; shorter lists are allowed and mean 0 for the other seats
    )
    things: str = ""  # that each number counts, in the plural
    fewer: bool = False  # the number says how many fewer, not more

    @property
    def lengths(self) -> str:
        """The allowed number of numbers, in words."""
        return f"up to {self.length}" if self.by_seat else str(self.length)

    @property
    def allowed(self) -> str:
        seats = ", seat by seat" if self.by_seat else ""
        return f"a list of {self.lengths} whole numbers {self.low}..{self.high}{seats}"

    def check(self, value: Any) -> str:
        least = 0 if self.by_seat else self.length
        if not isinstance(value, list | tuple) or not least <= len(value) <= self.length:
            return f"not a list of {self.lengths} numbers"
        if not all(isinstance(v, int) and not isinstance(v, bool) for v in value):
            return f"not a list of {self.lengths} whole numbers"
        return "" if all(self.low <= v <= self.high for v in value) else "out of range"

    def whole(self, value: Any) -> tuple[int, ...]:
        """Return a valid list as a tuple, with 0 for the seats that it leaves out."""
        return (*value, *[0] * (self.length - len(value)))

    def encode(self, value: Any) -> tuple[int, ...]:
        return self.whole(value)

    def schema(self) -> dict[str, Any]:
        item = {"type": "integer", "minimum": self.low, "maximum": self.high}
        return {"type": "array", "items": item, "minItems": 0 if self.by_seat else self.length, "maxItems": self.length}


HEAD_START = "head_start"  # name of the knob that gives seats something at the start


def head_start(things: str, *, seats: int, high: int, fewer: bool = False, where: str = "") -> Numbers:
    """Return the knob of a variant that is in no rulebook: things that seats get at the start in addition.

    things: cards, points ...; seats: at most; high: the largest head start of a seat; fewer: the head start is to begin
    with fewer of them; where: a restriction ("face down").
    """
    has = f"{'fewer' if fewer else 'more'}{f' {where}' if where else ''}"
    return Numbers(
        name=HEAD_START,
        noun="the head start",
        phrases=(f"with head starts of {{}} {things}",),
        default=(0,) * seats,
        length=seats,
        low=0,
        high=high,
        by_seat=True,
        things=things,
        fewer=fewer,
        meaning=f"{capital(things)} that each seat has {has} at the start; a variant, not in the printed rules.",
        section="Setup",
    )


@dataclass(frozen=True, kw_only=True)
class Several(Knob):
    """Several of `choices`: all, none, or a list; rule code uses a set, bit k for choice k."""

    choices: tuple[str, ...]

    @property
    def phrased(self) -> tuple[str, ...]:
        return "all", "none", ANY_VALUE

    @property
    def allowed(self) -> str:
        return f"all, none, or a list of: {', '.join(self.choices)}"

    def check(self, value: Any) -> str:
        if value in ("all", "none"):
            return ""
        if not isinstance(value, list | tuple) or any(v not in self.choices for v in value):
            return "not allowed"
        twice = [v for place, v in enumerate(value) if v in value[:place]]
        return f"a list with {twice[0]} twice" if twice else ""

    def encode(self, value: Any) -> int:
        chosen = {"all": self.choices, "none": ()}.get(value, value) if isinstance(value, str) else value
        return sum(1 << self.choices.index(v) for v in chosen)

    def schema(self) -> dict[str, Any]:
        item = {"enum": list(self.choices)}
        return {"anyOf": [{"enum": ["all", "none"]}, {"type": "array", "items": item, "uniqueItems": True}]}


@dataclass(frozen=True, kw_only=True)
class TableKnob(Knob):
    """A component table: the name of a CSV file or a workbook; the default is the game's own.

    It is not part of `table.rules`.
    """

    @property
    def allowed(self) -> str:
        return "the name of a CSV file or a workbook (`balancer games GAME` lists its columns)"

    def check(self, value: Any) -> str:
        fits = isinstance(value, str) and value.lower().endswith(TABLE_ENDINGS)
        return "" if fits else f"not the name of a file that ends in {listed(TABLE_ENDINGS, last='or')}"

    def encode(self, value: Any) -> tuple[int, ...]:
        """Return (): a table reaches the rule code through the game's `prepare`."""
        del value
        return ()

    def schema(self) -> dict[str, Any]:
        return {
            "type": "string",
            "pattern": rf"\.({'|'.join(e[1:] for end in TABLE_ENDINGS for e in (end, end.upper()))})$",
        }


def rules_record(knobs: tuple[Knob, ...]) -> np.dtype[Any]:
    """Return the layout of `table.rules`: one field per knob, in their order, without tables."""
    fields: list[tuple[Any, ...]] = []
    for knob in knobs:
        if isinstance(knob, Numbers):
            fields.append((knob.name, np.int32, knob.length))
        elif not isinstance(knob, TableKnob):
            fields.append((knob.name, np.int32))
    return record(*fields)
