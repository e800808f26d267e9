"""The activity cards: reading and checking a component table (rulebook.md, § Parts)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from balancer.core.component_table import ComponentColumn, ComponentTable, Row

MAX_CARDS = 128
MAX_ROWS = 64
MAX_WILDS = 16  # all ways to assign one player's wild cards are searched
MAX_VALUE = 99
MAX_TIPSINESS = 20
MAX_NAME = 40  # characters


class Suit(NamedTuple):
    """Numbers of the suits; the scoring suits come first."""

    FOOD: int = 0
    MUSIC: int = 1
    GAMES: int = 2
    WILD: int = 3
    REST: int = 4


SUIT = Suit()
SUIT_NAMES = ("food", "music", "games", "wild", "rest")
N_SUITS = len(SUIT)
N_SCORING = 3


class Card(NamedTuple):
    """One physical card: its front (name, suit, value, banked), and its back."""

    name: int  # number of the name
    suit: int
    value: int
    tipsiness: int
    banked: int
    front: int  # number of the front: cards of one front look alike to their holder


@dataclass(frozen=True)
class Cards:
    """All physical cards in the order of their numbers, and the name on each front."""

    cards: tuple[Card, ...]
    fronts: tuple[str, ...]


def cards_of(rows: list[Row]) -> tuple[tuple[str, ...], Cards]:
    """Return the card names, and the physical cards that the rows stand for."""
    names = tuple(dict.fromkeys(row["name"] for row in rows))
    fronts = tuple(dict.fromkeys(_front(row) for row in rows))
    cards = tuple(
        Card(
            names.index(row["name"]),
            SUIT_NAMES.index(row["suit"]),
            row["value"],
            row["tipsiness"],
            row["banked"],
            fronts.index(_front(row)),
        )
        for row in rows
        for _ in range(row["count"])
    )
    return names, Cards(cards, tuple(front[0] for front in fronts))


def _front(row: Row) -> tuple[Any, ...]:
    return row["name"], row["suit"], row["value"], row["banked"]


def _row_errors(row: Row) -> Iterator[str]:
    if len(row["name"]) > MAX_NAME:
        yield f"name of {len(row['name'])} characters; at most {MAX_NAME}"


def _table_errors(rows: list[Row]) -> Iterator[str]:
    """Yield what is wrong with the table as a whole."""
    cards = {suit: sum(row["count"] for row in rows if row["suit"] == suit) for suit in SUIT_NAMES}
    for suit in SUIT_NAMES[:N_SCORING]:
        if not cards[suit]:
            yield f"no card of suit {suit}: every score would rest on wild cards"
    if cards["wild"] > MAX_WILDS:
        yield f"{cards['wild']} wild cards; at most {MAX_WILDS}"


COMPONENTS = ComponentTable(
    columns=(
        ComponentColumn("name", f"name of the card, at most {MAX_NAME} characters; its lift is reported"),
        ComponentColumn(
            "suit", "food, music and games score; wild counts as any of them; rest scores nothing", choices=SUIT_NAMES
        ),
        ComponentColumn("value", "the front: toward the instant win and the suit's total", low=0, high=MAX_VALUE),
        ComponentColumn("tipsiness", "the back", low=0, high=MAX_TIPSINESS),
        ComponentColumn(
            "banked", "added to tipsiness while banked, in contests of its suit", low=0, high=MAX_TIPSINESS
        ),
        ComponentColumn("count", "copies of this row", low=0, high=MAX_CARDS),
    ),
    build=cards_of,
    unique=("name", "suit", "value", "banked", "tipsiness"),
    max_rows=MAX_ROWS,
    copies="count",
    points="value",
    blank={"value": 0},
    max_copies=MAX_CARDS,
    row_errors=_row_errors,
    table_errors=_table_errors,
)
