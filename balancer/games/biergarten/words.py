"""Names of cards, cells and barrels in sentences about Biergarten."""

from __future__ import annotations

from typing import Any

from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import COLOURS, DIRECTIONS, WILD
from balancer.games.biergarten.grid import WIDTH
from balancer.games.biergarten.table import NO_CARD


def colours_of(table: Any, card: int) -> str:
    """Return a card's colours, as in GY; W is wild."""
    facts = table.cards[card]
    return WILD if facts.wild else "".join(c for k, c in enumerate(COLOURS) if facts.colours >> k & 1)


def umbrellas_of(table: Any, card: int) -> str:
    """Return a card's umbrellas, a small letter each, with a number if there are several of a colour: r2."""
    numbers = table.cards[card].umbrellas
    return "".join(f"{c.lower()}{n if n > 1 else ''}" for c, n in zip(COLOURS, numbers, strict=True) if n)


def walls_of(table: Any, card: int) -> str:
    """Return the directions in which a card has a wall."""
    sides = table.cards[card].sides
    return "".join(d for k, d in enumerate(DIRECTIONS) if sides >> 4 * k & 15 == gardens.WALL)


def name_of(table: Any, card: int) -> str:
    """Return a card in words: colours, walls, umbrellas."""
    walls, umbrellas = walls_of(table, card), umbrellas_of(table, card)
    features = [f"walls {walls}"] if walls else ["no walls"]
    features += [f"umbrellas {umbrellas}"] if umbrellas else []
    return f"{colours_of(table, card)} ({', '.join(features)})"


def cell_words(cell: int) -> str:
    """Return the row and column of a cell in words."""
    return f"row {cell // WIDTH} column {cell % WIDTH}"


def supply_words(table: Any) -> str:
    """Return the names of the cards of the supply."""
    return ", ".join(name_of(table, card) for card in table.supply if card != NO_CARD) or "empty"


def barrels(number: int, form: str = "") -> str:
    """Return ``1 barrel``, ``2 barrels``; form: how the number is written, as `format` takes it."""
    return f"{number:{form}} {'barrel' if abs(number) == 1 else 'barrels'}"
