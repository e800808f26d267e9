"""Names of cards and bids in sentences about Bartender."""

from __future__ import annotations

from typing import Any


def name_of(table: Any, kind: int) -> str:
    """Return the name of a kind of card."""
    return "".join(chr(letter) for letter in table.names[kind] if letter)


def cards_words(table: Any, counts: Any) -> str:
    """Return cards by kind: '2 Drunk, Regular'."""
    holding = [(kind, int(counts[kind])) for kind in range(table.n_kinds) if counts[kind]]
    return ", ".join((f"{count} " if count > 1 else "") + name_of(table, kind) for kind, count in holding) or "nothing"


def bid_words(bid: int) -> str:
    """Return a bid in words; 0 is to pass."""
    return f"bids {bid}" if bid else "passes"


def revealed_words(table: Any) -> str:
    """Return the names of the cards that are turned up."""
    places = [(table.top + k) % len(table.deck) for k in range(table.revealed)]
    return ", ".join(name_of(table, table.deck[place]) for place in places)
