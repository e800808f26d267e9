"""Names of cards and zones in sentences about Drunken Shit Head."""

from __future__ import annotations

from typing import Any

from balancer.core.cards import tarot
from balancer.games.shit_head import zones
from balancer.games.shit_head.table import NO_PILE
from balancer.games.shit_head.zones import FIRST_MAJOR, N_KINDS


def cards_words(number: int) -> str:
    """Return a number of cards in words."""
    return "1 card" if number == 1 else f"{number} cards"


def kind_words(kind: int) -> str:
    """Return one card of a kind in words."""
    return tarot.rank_name(kind + 1) if kind < FIRST_MAJOR else tarot.major_name(kind - FIRST_MAJOR)


def several_words(kind: int, copies: int) -> str:
    """Return copies of a kind in words."""
    return kind_words(kind) if copies == 1 else f"{copies} × {kind_words(kind)}"


def zone_words(zone: Any) -> str:
    """Return the cards of a zone in words, kind by kind."""
    counts = [(kind, int(zones.copies(zone, kind))) for kind in range(N_KINDS)]
    return ", ".join(several_words(kind, copies) for kind, copies in counts if copies) or "nothing"


def top_words(table: Any) -> str:
    """Return the effective top of the pile in words."""
    return "no pile" if table.top == NO_PILE else kind_words(table.top)
