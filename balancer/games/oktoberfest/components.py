"""The activity cards: reads and checks a component table (rulebook.md, § Parts)."""

from __future__ import annotations

import hashlib
import pathlib
from dataclasses import dataclass
from typing import Any, NamedTuple

from balancer.core.component_table import Column, Mistake, TableError, read_table
from balancer.core.game import Parts

MAX_CARDS = 128
MAX_ROWS = 64
MAX_WILDS = 16  # all ways to assign one player's wild cards are searched
MAX_VALUE = 99
MAX_TIPSINESS = 20
MAX_NAME = 40  # characters

OWN_TABLE = pathlib.Path(__file__).parent / "components.csv"


class Suit(NamedTuple):
    """Suits by number; the scoring suits come first."""

    FOOD: int = 0
    MUSIC: int = 1
    GAMES: int = 2
    WILD: int = 3
    REST: int = 4


SUIT = Suit()
SUIT_NAMES = ("food", "music", "games", "wild", "rest")
N_SUITS = len(SUIT)
N_SCORING = 3

COLUMNS = (
    Column("name", f"name of the card, at most {MAX_NAME} characters; its lift is reported"),
    Column("suit", "food, music and games score; wild counts as any of them; rest scores nothing", choices=SUIT_NAMES),
    Column("value", "the front: toward the instant win and the suit's total", low=0, high=MAX_VALUE),
    Column("tipsiness", "the back", low=0, high=MAX_TIPSINESS),
    Column("banked", "added to tipsiness while banked, in contests of its suit", low=0, high=MAX_TIPSINESS),
    Column("count", "copies of this row", low=0, high=MAX_CARDS),
)


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
    """All physical cards in the order of their numbers, and what a card of each front is called."""

    cards: tuple[Card, ...]
    fronts: tuple[str, ...]


def read_parts(path: pathlib.Path | None) -> Parts:
    """The cards of a component table, the room's own if path is None; TableError with every mistake, OSError."""
    path = OWN_TABLE if path is None else path
    rows = read_table(path, COLUMNS)
    mistakes = [*_row_mistakes(rows), *_whole_mistakes(rows)]
    if mistakes:
        raise TableError(path, mistakes)
    names = tuple(dict.fromkeys(row["name"] for _, row in rows))
    fronts = tuple(dict.fromkeys(_front(row) for _, row in rows))
    cards = tuple(
        Card(
            names.index(row["name"]),
            SUIT_NAMES.index(row["suit"]),
            row["value"],
            row["tipsiness"],
            row["banked"],
            fronts.index(_front(row)),
        )
        for _, row in rows
        for _ in range(row["count"])
    )
    digest = hashlib.sha256(repr((names, cards)).encode()).hexdigest()[:16]
    return Parts(names=names, data=Cards(cards, tuple(front[0] for front in fronts)), digest=digest, path=path)


def _front(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["name"], row["suit"], row["value"], row["banked"]


def _row_mistakes(rows: list[tuple[int, dict[str, Any]]]) -> list[Mistake]:
    mistakes: list[Mistake] = []
    before: dict[tuple[Any, ...], int] = {}
    for line, row in rows:
        if len(row["name"]) > MAX_NAME:
            mistakes.append(Mistake(line, 1, f"name of {len(row['name'])} characters; at most {MAX_NAME}"))
        kind = (*_front(row), row["tipsiness"])
        if kind in before:
            mistakes.append(Mistake(line, 1, f"the same card as line {before[kind]}; raise the count there"))
        before.setdefault(kind, line)
    return mistakes


def _whole_mistakes(rows: list[tuple[int, dict[str, Any]]]) -> list[Mistake]:
    """What is wrong with the table as a whole, told at its last row."""
    by_suit = dict.fromkeys(SUIT_NAMES, 0)
    for _, row in rows:
        by_suit[row["suit"]] += row["count"]
    total = sum(by_suit.values())
    wrong = [
        f"no card of suit {suit}: every score would rest on wild cards" for suit in SUIT_NAMES[:3] if not by_suit[suit]
    ]
    if len(rows) > MAX_ROWS:
        wrong.append(f"{len(rows)} rows; at most {MAX_ROWS}")
    if total > MAX_CARDS:
        wrong.append(f"{total} cards in all; at most {MAX_CARDS}")
    if by_suit["wild"] > MAX_WILDS:
        wrong.append(f"{by_suit['wild']} wild cards; at most {MAX_WILDS}")
    return [Mistake(rows[-1][0], 1, message) for message in wrong]
