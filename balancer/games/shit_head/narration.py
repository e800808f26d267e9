"""Drunken Shit Head in words, for `balancer trace`.  Seats count from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.events import seat_name
from balancer.games.shit_head import decisions
from balancer.games.shit_head.rules import cards_of
from balancer.games.shit_head.table import NODE
from balancer.games.shit_head.words import cards_words, kind_words, several_words, zone_words


def setup_words(table: Any) -> list[str]:
    """Return the table before the first turn, in words: the deck, and each player's cards."""
    lines = [f"{cards_words(int(table.deck_size - table.next_card))} in the deck"]
    return [*lines, *(player_words(table, seat) for seat in range(table.seats))]


def player_words(table: Any, seat: int) -> str:
    """Return the cards of a seat in its three zones, in words."""
    player = table.players[seat]
    return (
        f"{seat_name(seat)}: hand {zone_words(player.hand)}; face up {zone_words(player.up)}; "
        f"{player.down_left} face down"
    )


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node in words."""
    if node == NODE.LAY_UP:
        dealt = table.players[seat].dealt
        places = [place for place in range(len(dealt)) if bits.has(option, place)]
        return ", ".join(kind_words(dealt[place]) for place in places) + " face up"
    if node == NODE.FOOL_AS:
        return f"the Fool as {kind_words(option)}"
    if option == decisions.PICK_UP:
        return "pick up the pile"
    return several_words(decisions.kind_of(option), decisions.copies_of(option))


def standing_words(table: Any) -> list[str]:
    """Return a line per seat about its cards."""
    return [
        player_words(table, seat) if cards_of(table.players[seat]) else f"{seat_name(seat)}: out"
        for seat in range(table.seats)
    ]
