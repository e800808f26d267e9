"""The cards: reading and checking a component table (rulebook.md, § Parts)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from balancer.core.component_table import ComponentColumn, ComponentTable, Row

MAX_CARDS = 128
MAX_ROWS = 256  # rows may repeat a card
MAX_UMBRELLAS = 9  # of one colour on one card

COLOURS = "GYRB"
N_COLOURS = len(COLOURS)
WILD = "W"
DIRECTIONS = "NESW"


class Card(NamedTuple):
    """One physical card of the table."""

    name: int  # number of the name: cards of one name are alike
    home: bool
    colours: str  # in the order of COLOURS, or WILD
    walls: str  # in the order of DIRECTIONS
    umbrellas: tuple[int, ...]  # by colour


@dataclass(frozen=True)
class Cards:
    """All physical cards in the order of their numbers, including home cards."""

    cards: tuple[Card, ...]


def cards_of(rows: list[Row]) -> tuple[tuple[str, ...], Cards]:
    """Return the card names, and the physical cards that the rows stand for."""
    names = tuple(dict.fromkeys(name_of(row) for row in rows))
    return names, Cards(tuple(_card(row, names) for row in rows for _ in range(row["count"])))


def in_order(letters: str, order: str) -> str:
    """Return letters in the order of another word: YG becomes GY."""
    return "".join(sorted(letters, key=order.index))


def name_of(row: Row) -> str:
    """Return the name of a card: its kind and all that is on it, as in ``common GY N GY`` (-: nothing)."""
    colours = in_order(row["colors"], COLOURS + WILD)
    walls, umbrellas = in_order(row["walls"], DIRECTIONS), in_order(row["umbrellas"], COLOURS)
    return " ".join((row["kind"], colours, walls or "-", umbrellas or "-"))


def _card(row: Row, names: tuple[str, ...]) -> Card:
    return Card(
        name=names.index(name_of(row)),
        home=row["kind"] == "home",
        colours=in_order(row["colors"], COLOURS + WILD),
        walls=in_order(row["walls"], DIRECTIONS),
        umbrellas=tuple(row["umbrellas"].count(colour) for colour in COLOURS),
    )


def _row_errors(row: Row) -> Iterator[str]:
    """Yield what is wrong with the letters of a row."""
    colours, walls, umbrellas = row["colors"], row["walls"], row["umbrellas"]
    if colours != WILD and not (len(colours) in {1, 2} and _some_of(colours, COLOURS)):
        yield f"colors {colours!r} are not one or two of {', '.join(COLOURS)}, or only W"
    if not _some_of(walls, DIRECTIONS):
        yield f"walls {walls!r} are not some of {', '.join(DIRECTIONS)}, each once at most"
    if not set(umbrellas) <= set(COLOURS):
        yield f"umbrellas {umbrellas!r} are not letters of {', '.join(COLOURS)}"
    if umbrellas and colours == WILD:
        yield f"umbrellas {umbrellas!r} on a wild card: wild cards have none"
    if any(umbrellas.count(colour) > MAX_UMBRELLAS for colour in COLOURS):
        yield f"umbrellas {umbrellas!r}: at most {MAX_UMBRELLAS} of a colour on a card"


def _some_of(letters: str, allowed: str) -> bool:
    return set(letters) <= set(allowed) and len(set(letters)) == len(letters)


COMPONENTS = ComponentTable(
    columns=(
        ComponentColumn(
            "kind", "common cards are dealt and drawn, home cards begin the gardens", choices=("common", "home")
        ),
        ComponentColumn("colors", "one or two of G, Y, R, B, as in GY; W is wild"),
        ComponentColumn(
            "walls", "the edges that are walls, as in NE; all others bear a shield of its colors", may_be_empty=True
        ),
        ComponentColumn(
            "umbrellas", "a letter of G, Y, R, B for each umbrella, as in GG; wild cards have none", may_be_empty=True
        ),
        ComponentColumn("count", "copies of this row", low=0, high=MAX_CARDS),
    ),
    build=cards_of,
    max_rows=MAX_ROWS,
    copies="count",
    max_copies=MAX_CARDS,
    row_errors=_row_errors,
)
