"""Names of cards in sentences about The Devil's Tarok."""

from __future__ import annotations

from typing import Any

from balancer.core.cards import tarot
from balancer.games.devils_tarok.table import FIRST_MAJOR, LANE


def card_words(table: Any, card: int) -> str:
    """Return a card in words."""
    if card >= FIRST_MAJOR:
        return tarot.major_name(card - FIRST_MAJOR)
    rank = card % LANE + 1
    if table.rules.ace:  # high: the Ace is the last of its suit
        rank = rank % tarot.RANKS + 1
    return f"{tarot.rank_name(rank)} of {tarot.SUITS[card // LANE]}"
