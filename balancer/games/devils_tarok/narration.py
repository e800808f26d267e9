"""The Devil's Tarok in words, for `balancer trace`.  Seats and hands count from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.cards import tarot
from balancer.core.events import seat_name
from balancer.games.devils_tarok.table import FIRST_MAJOR
from balancer.games.devils_tarok.words import card_words


def hand_words(table: Any, seat: int) -> str:
    """Return the cards in hand of a seat in words, suit by suit."""
    player = table.players[seat]
    numbers = [card for card in range(FIRST_MAJOR) if bits.has(player.minors, card)]
    numbers += [FIRST_MAJOR + number for number in range(tarot.MAJORS) if bits.has(player.majors, number)]
    return ", ".join(card_words(table, card) for card in numbers) or "no cards"


def setup_words(table: Any) -> list[str]:
    """Return a line per seat about its cards before the first trick."""
    return [f"{seat_name(seat)} holds {hand_words(table, seat)}" for seat in range(table.seats)]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node, which is a card, in words."""
    del seat, node
    return card_words(table, option)


def standing_words(table: Any) -> list[str]:
    """Return a line per seat about its points and its hand."""
    return [
        f"{seat_name(seat)} {table.players[seat].points} points ({hand_words(table, seat)})"
        for seat in range(table.seats)
    ]
