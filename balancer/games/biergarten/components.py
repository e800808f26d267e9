"""The cards: reads and checks a component table (rulebook.md, § Parts)."""

from __future__ import annotations

import hashlib
import pathlib
from dataclasses import dataclass
from typing import Any, NamedTuple

from balancer.core.component_table import Column, Mistake, TableError, read_table
from balancer.core.game import Parts
from balancer.core.result_row import MAX_PARTS

MAX_CARDS = 128
MAX_UMBRELLAS = 9  # of one colour on one card

COLOURS = "GYRB"
N_COLOURS = len(COLOURS)
WILD = "W"
DIRECTIONS = "NESW"
N_DIRECTIONS = len(DIRECTIONS)

OWN_TABLE = pathlib.Path(__file__).parent / "components.csv"

COLUMNS = (
    Column("kind", "common cards are dealt and drawn, home cards begin the gardens", choices=("common", "home")),
    Column("colors", "one or two of G, Y, R, B, as in GY; W is wild"),
    Column("walls", "the edges that are walls, as in NE; all others bear a shield of its colors", may_be_empty=True),
    Column("umbrellas", "a letter of G, Y, R, B for each umbrella, as in GG; wild cards have none", may_be_empty=True),
    Column("count", "copies of this row", low=0, high=MAX_CARDS),
)


class Card(NamedTuple):
    """One physical card."""

    name: int  # number of the name: cards of one name are alike
    home: bool
    colours: str  # in the order of COLOURS, or WILD
    walls: str  # in the order of DIRECTIONS
    umbrellas: tuple[int, ...]  # by colour


@dataclass(frozen=True)
class Cards:
    """All physical cards in the order of their numbers, home cards among them."""

    cards: tuple[Card, ...]


def read_parts(path: pathlib.Path | None) -> Parts:
    """The cards of a component table, the room's own if path is None; TableError with every mistake, OSError."""
    path = OWN_TABLE if path is None else path
    rows = read_table(path, COLUMNS)
    mistakes = [mistake for line, row in rows for mistake in _row_mistakes(line, row)]
    mistakes = mistakes or _whole_mistakes(rows)
    if mistakes:
        raise TableError(path, mistakes)
    names = tuple(dict.fromkeys(name_of(row) for _, row in rows))
    cards = tuple(_card(row, names) for _, row in rows for _ in range(row["count"]))
    digest = hashlib.sha256(repr((names, cards)).encode()).hexdigest()[:16]
    return Parts(names=names, data=Cards(cards), digest=digest, path=path)


def in_order(letters: str, order: str) -> str:
    """Letters in the order of another word: YG is GY."""
    return "".join(sorted(letters, key=order.index))


def name_of(row: dict[str, Any]) -> str:
    """What a card is called: its kind and all that is on it, as in ``common GY N GY`` (-: nothing)."""
    colours = in_order(row["colors"], COLOURS + WILD)
    walls, umbrellas = in_order(row["walls"], DIRECTIONS), in_order(row["umbrellas"], COLOURS)
    return " ".join((row["kind"], colours, walls or "-", umbrellas or "-"))


def _card(row: dict[str, Any], names: tuple[str, ...]) -> Card:
    return Card(
        name=names.index(name_of(row)),
        home=row["kind"] == "home",
        colours=in_order(row["colors"], COLOURS + WILD),
        walls=in_order(row["walls"], DIRECTIONS),
        umbrellas=tuple(row["umbrellas"].count(colour) for colour in COLOURS),
    )


def _row_mistakes(line: int, row: dict[str, Any]) -> list[Mistake]:
    """What is wrong with the words of a row."""
    colours, walls, umbrellas = row["colors"], row["walls"], row["umbrellas"]
    wrong = []
    if colours != WILD and not (len(colours) in {1, 2} and _some_of(colours, COLOURS)):
        wrong.append(f"colors {colours!r} are not one or two of {', '.join(COLOURS)}, or W alone")
    if not _some_of(walls, DIRECTIONS):
        wrong.append(f"walls {walls!r} are not some of {', '.join(DIRECTIONS)}, each once at most")
    if not set(umbrellas) <= set(COLOURS):
        wrong.append(f"umbrellas {umbrellas!r} are not letters of {', '.join(COLOURS)}")
    if umbrellas and colours == WILD:
        wrong.append(f"umbrellas {umbrellas!r} on a wild card: wild cards have none")
    if any(umbrellas.count(colour) > MAX_UMBRELLAS for colour in COLOURS):
        wrong.append(f"umbrellas {umbrellas!r}: at most {MAX_UMBRELLAS} of a colour on a card")
    return [Mistake(line, 1, message) for message in wrong]


def _some_of(letters: str, allowed: str) -> bool:
    return set(letters) <= set(allowed) and len(set(letters)) == len(letters)


def _whole_mistakes(rows: list[tuple[int, dict[str, Any]]]) -> list[Mistake]:
    """What is wrong with the table as a whole, told at its last row."""
    total = sum(row["count"] for _, row in rows)
    names = len({name_of(row) for _, row in rows})
    wrong = []
    if total > MAX_CARDS:
        wrong.append(f"{total} cards in all; at most {MAX_CARDS}")
    if names > MAX_PARTS:
        wrong.append(f"{names} kinds of card; at most {MAX_PARTS}")
    return [Mistake(rows[-1][0], 1, message) for message in wrong]
