"""The Devil's Tarok in words, for `balancer trace`.  Seats and hands are counted from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.cards import tarot
from balancer.games.devils_tarok.table import EVENT, FIRST_MAJOR, LANE


def seat_words(seat: int) -> str:
    """A seat as people count."""
    return f"seat {seat + 1}"


def card_words(table: Any, card: int) -> str:
    """A card by its number."""
    if card >= FIRST_MAJOR:
        return tarot.major_name(card - FIRST_MAJOR)
    rank = card % LANE + 1
    if table.rules.ace:  # high: the Ace is the last of its suit
        rank = rank % tarot.RANKS + 1
    return f"{tarot.rank_name(rank)} of {tarot.SUITS[card // LANE]}"


def hand_words(table: Any, seat: int) -> str:
    """The cards a seat holds, suit by suit."""
    player = table.players[seat]
    numbers = [card for card in range(FIRST_MAJOR) if bits.has(player.minors, card)]
    numbers += [FIRST_MAJOR + number for number in range(tarot.MAJORS) if bits.has(player.majors, number)]
    return ", ".join(card_words(table, card) for card in numbers) or "no cards"


def setup_words(table: Any) -> list[str]:
    """What everybody holds before the first trick."""
    return [f"{seat_words(seat)} holds {hand_words(table, seat)}" for seat in range(table.seats)]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """An option of a node: a card."""
    del seat, node
    return card_words(table, option)


def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happened, as a sentence."""
    if event == EVENT.DEALS:
        return f"{seat_words(a)} deals hand {b}"
    if event == EVENT.PLAYS:
        return f"{seat_words(a)} plays {card_words(table, b)}"
    if event == EVENT.KEEPS_FOOL:
        return f"{seat_words(a)} keeps the Fool, for {b} points"
    if event == EVENT.WINS_TRICK:
        return f"{seat_words(a)} wins the trick{' with the Fool' if c else ''}: {b} points"
    if event == EVENT.DRAWS:
        return f"{seat_words(a)} draws {card_words(table, b)}"
    if event == EVENT.HAND_OVER:
        return f"the hand is over; {a} cards are left unplayed" if a else "the hand is over"
    if event == EVENT.TARGET_REACHED:
        return f"the target is reached: {a} points win"
    return None


def hidden_words(table: Any, event: int, a: int, b: int, c: int) -> tuple[tuple[int, ...], str] | None:
    """Who sees an event, and its sentence for the others; None: everybody sees it."""
    del table, b, c
    return ((a,), f"{seat_words(a)} draws a card") if event == EVENT.DRAWS else None


def standing_words(table: Any) -> list[str]:
    """Points and hand of every seat."""
    return [
        f"{seat_words(seat)} {table.players[seat].points} points ({hand_words(table, seat)})"
        for seat in range(table.seats)
    ]
