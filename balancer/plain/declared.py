"""Declarations in a designer's class: rules to turn, component tables, endings, figures, habits.

The functions return `Any`, so that an editor takes `self.wasps` for what it is in a game: a value.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.component_table import OTHERS
from balancer.core.text_table import as_name
from balancer.plain.errors import PlainError

FIRST_CARD = 2**30  # number of the first card: no small number equals a card, and a sum of cards is no score


class Declared:
    """Something declared as a class attribute; `name` is that of the attribute."""

    name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        """Remember the name of the attribute."""
        self.name = name


@dataclass(eq=False)
class Knob(Declared):
    """A rule to turn, as `knob` declares it; allowed: () for true or false."""

    default: Any
    allowed: Sequence[Any]
    meaning: str


@dataclass(eq=False)
class Cards(Declared):
    """A component table, as `cards` declares it."""

    file: str
    columns: dict[str, Any]
    title: str | None = "name"  # of the column of names; None: there is none
    copies: str = ""  # the column of copies; '': count
    sheet: str = ""


@dataclass(eq=False)
class Ending(Declared):
    """An ending, as `ending` declares it."""

    meaning: str
    phrase: str
    won: bool = False  # in a game that is played together: all win
    draw: bool = False  # all sides share the victory


@dataclass(eq=False)
class Figure(Declared):
    """A figure of the game's own (`counter`, `figure`); measure: its unit; first: its value when a game begins."""

    meaning: str
    measure: str
    first: int | None = field(default=0)


@dataclass(eq=False)
class PlaceTally(Declared):
    """A figure for each place of a board or a range, as `tally` declares it; measure: the unit."""

    places: range
    meaning: str
    measure: str
    names: tuple[str, ...] = ()  # of the places, in their order; (): reports show the numbers

    @property
    def labels(self) -> Sequence[Any]:
        """The names of the places in reports, or else their numbers."""
        return self.names or self.places


class PlaceCounts:
    """The numbers of a tally in one game, by place, all 0 when it begins; PlainError: there is no such place."""

    __slots__ = ("_counts", "_tally")

    def __init__(self, tally: PlaceTally) -> None:
        """Begin a game with 0 at each place of a tally."""
        self._tally, self._counts = tally, [0] * len(tally.places)

    def __getitem__(self, place: int) -> Any:
        """Return the number that a place has so far."""
        return self._counts[self._number(place)]

    def __setitem__(self, place: int, value: Any) -> None:
        """Set the number of a place, as `+= 1` does."""
        self._counts[self._number(place)] = value

    def __len__(self) -> int:
        """Return how many places there are."""
        return len(self._counts)

    def __iter__(self) -> Iterator[Any]:
        """Return the numbers in the order of the places."""
        return iter(self._counts)

    def _number(self, place: Any) -> int:
        try:
            return self._tally.places.index(place)
        except ValueError:
            name, places = self._tally.name, _span(self._tally.places)
            raise PlainError(f"{name}[{place!r}]: there is no such place; {name} has {places}") from None


@dataclass(eq=False)
class Habit(Declared):
    """A weight of a persona, as `habit` declares it."""

    default: int
    allowed: range
    meaning: str


def knob(default: Any, allowed: Any = (), meaning: str = "") -> Any:
    """Declare a rule to turn: knob(12, range(31), "Storms."), knob(True, "…"), knob("open", ("open", "blind"), "…").

    Numbers of no range are listed: knob(5, (5, 7, 11), "Fields of a side.").
    A list holds numbers of one range that turn one by one: knob([0, 0, 0], range(4), "Points, seat by seat.").
    PlainError: the default is not allowed, or nothing is.
    """
    if isinstance(default, bool):
        words = meaning or (allowed if isinstance(allowed, str) else "")
        return Knob(default, (), words)
    if not isinstance(allowed, range | tuple | list) or not allowed:
        example = "range(0, 31)" if isinstance(default, int) else '("open", "blind")'
        raise PlainError(f"a knob needs the values allowed: knob({default!r}, {example}, 'Meaning.')")
    if not all(_is_in(item, allowed) for item in (default if isinstance(default, list) else [default])):
        raise PlainError(f"the knob's default {default!r} is not in {_span(allowed)}")
    kinds = {type(value) for value in allowed} if not isinstance(allowed, range) else {int}
    if kinds not in ({str}, {int}):
        raise PlainError(f"the values of a knob are whole numbers or words, not {_span(allowed)}")
    if isinstance(default, list) and not (isinstance(allowed, range) and abs(allowed.step) == 1):
        raise PlainError(f"the numbers of a knob that is a list are all of a range, as range(31), not {allowed!r}")
    return Knob(default, allowed, meaning)


@dataclass(frozen=True)
class Optional:
    """A column whose cells may be empty, as `optional` declares it."""

    kind: Any


def optional(kind: Any) -> Any:
    """Declare a column whose cells may be empty, where cards have None: points=optional(range(-5, 20)).

    PlainError: neither a range, a tuple of words, float nor str.
    """
    if not _is_kind(kind):
        raise PlainError("optional takes what a column is: optional(range(-5, 20)), optional(float), optional((...))")
    return Optional(kind)


def cards(file: str, *, name: str | None = "name", copies: Any = "", sheet: Any = "", **columns: Any) -> Any:
    """Declare a component table in the file's folder: cards("spices.csv", value=range(100), count=range(1, 129)).

    Columns are ranges of whole numbers, float, tuples of words, or str for any text; `optional` of these where cells
    may be empty.  Columns that are not declared are text in `card.row`.  name: the column of names, None: rows are
    numbered; copies: the column of numbers of copies, for `deck()`; sheet: of a workbook.  PlainError: a column whose
    name cards can't have.
    """
    settings = {"copies": copies, "sheet": sheet}
    columns |= {word: value for word, value in settings.items() if not isinstance(value, str)}  # columns called so
    copies, sheet = (value if isinstance(value, str) else "" for value in settings.values())
    if not isinstance(name, str | None):
        raise PlainError('name is the column of names, as in name="Card Name", or None')
    if copies and "count" in columns:
        raise PlainError(f"copies={copies!r} is count for cards; declare one of copies and count")
    for column, kind in columns.items():
        if hasattr(Card, column):
            raise PlainError(f"a column can't be called {column}; choose another name")
        if not _is_kind(kind.kind if isinstance(kind, Optional) else kind):
            what = "a range of whole numbers, float, a tuple of words, or str, or optional of these"
            raise PlainError(f"the column {column} is {what}")
    return Cards(file, columns, name, copies, sheet)


def _is_kind(kind: Any) -> bool:
    return kind is str or kind is float or (isinstance(kind, range | tuple) and bool(kind))


def ending(meaning: str, phrase: str = "", *, won: bool = False, draw: bool = False) -> Any:
    """Declare a way in which a game may end: ending("The caravan was empty after a round.", "empty the caravan").

    won: all players win, in a game that is played together; draw: all sides share the victory.  PlainError: both.
    """
    if won and draw:
        raise PlainError("an ending is won or a draw, not both; write one of won=True and draw=True")
    return Ending(meaning, phrase, won, draw)


def counter(meaning: str, unit: str) -> Any:
    """Declare a figure of 0 at the start of each game: wrecks = counter("Lots lost.", "lots"), self.wrecks += 1."""
    return Figure(meaning, unit)


def figure(meaning: str, unit: str) -> Any:
    """Declare a figure that is None at the start; games in which it stays None are left out of its mean."""
    return Figure(meaning, unit, None)


def tally(places: Any, meaning: str, unit: str, *, names: Iterable[str] = ()) -> Any:
    """Declare a figure by place: landed = tally(range(40), "Squares landed on.", "visits"), self.landed[square] += 1.

    names: what reports and checks call the places, such as ["Town hall", "Lake"] for range(2), which become town_hall
    and lake; rules count by number.
    PlainError: the places are no range of whole numbers, or the names are not one for each place.
    """
    if not isinstance(places, range) or not places:
        words = ""
        if isinstance(places, list | tuple) and places and all(isinstance(place, str) for place in places):
            words = f"; names of places are another argument: tally(range({len(places)}), ..., names={places!r})"
        raise PlainError(f"a tally needs its places: tally(range(40), ...) for 0 to 39, not {places!r}{words}")
    texts = tuple(names)
    labels = tuple(_label_of(text) for text in texts)
    wrong = [text for text, label in zip(texts, labels, strict=True) if not label or labels.count(label) > 1]
    if wrong or len(labels) not in {0, len(places)}:
        fault = f"{wrong[0]!r} is not allowed" if wrong else f"these are {len(labels)}"
        rule = f"write the names of {len(places)} places, texts with letters or digits, each another one"
        raise PlainError(f"names={texts!r}: {rule}; {fault}")
    return PlaceTally(places, meaning, unit, labels)


def _label_of(text: Any) -> str:
    """Return the name of a place as figures have it: ``town_hall`` of Town hall; '' of what is no such text."""
    if not isinstance(text, str):
        return ""
    return as_name(unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode())


def habit(default: int, allowed: Any, meaning: str = "") -> Any:
    """Declare a weight of a persona: thrift = habit(60, range(301), "How much of a lot's worth is bid, in per cent.").

    PlainError: the default is not in the range.
    """
    if not isinstance(allowed, range) or not _is_in(default, allowed):
        raise PlainError(f"the habit's default {default!r} is not in {_span(allowed)}")
    return Habit(default, allowed, meaning)


def _is_in(value: Any, allowed: Sequence[Any]) -> bool:
    # `in` walks through a range where a number is no plain int; a long range would take too long.
    return int(value) in allowed if isinstance(value, int) else not isinstance(allowed, range) and value in allowed


def _span(allowed: Any) -> str:
    if isinstance(allowed, range) and allowed:
        return f"{allowed[0]}..{allowed[-1]}"
    return ", ".join(map(str, allowed)) if isinstance(allowed, tuple | list) else repr(allowed)


class Card(int):
    """A row of a component table: its columns are attributes, its text is its name; equal cards are equal.

    row: all its cells by column, texts where the column is not declared.
    A number, so that sets of cards have the same order in every process.
    """

    name: str
    row: dict[str, Any]

    @classmethod
    def made(cls, number: int, row: dict[str, Any], copies: str = "") -> Card:
        """Return the card of a row; number: its place among all cards of the game; copies: the column of `deck`."""
        card = cls(FIRST_CARD + number)
        own = {column: value for column, value in row.items() if column != OTHERS}
        counted = {"count": row[copies]} if copies else {}
        card.__dict__.update({"row": {**row.get(OTHERS, {}), **own}, **counted, **own})
        return card

    def __setattr__(self, name: str, value: object) -> None:
        """Raise PlainError: all games share the cards."""
        raise PlainError(f"a card is the same in all games: keep {name} somewhere else, for example in a dict by card")

    def __str__(self) -> str:
        """Return the name of the card."""
        return self.name

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        """Format the name of the card."""
        return format(self.name, spec)


class Kinds(tuple[Card, ...]):
    """The cards of a component table, one per row."""

    __slots__ = ()

    def deck(self) -> list[Card]:
        """Every card as often as `copies`, or its `count`, says; once where there is no such column."""
        return [card for card in self for _ in range(getattr(card, "count", 1))]


def declared_in(owner: type, kind: type) -> Iterable[Any]:
    """Return the declarations of one kind in a class and its bases, in the order of the source."""
    declarations = {}
    for each in reversed(owner.__mro__):
        declarations.update({name: value for name, value in vars(each).items() if isinstance(value, Declared)})
    return [value for value in declarations.values() if isinstance(value, kind)]
