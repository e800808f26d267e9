"""Names of cards in sentences about Oktoberfest."""

from __future__ import annotations

from typing import Any

from balancer.games.oktoberfest.components import SUIT_NAMES


def name_of(table: Any, card: int) -> str:
    """Return a card's front in words: its name, suit and value."""
    facts = table.cards[card]
    name = "".join(chr(letter) for letter in table.names[facts.name] if letter)
    return f"{name} ({SUIT_NAMES[facts.suit]} {facts.value})"
