"""Drunken Shit Head in words, for `balancer trace`.  Seats are counted from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.cards import tarot
from balancer.games.shit_head import decisions, zones
from balancer.games.shit_head.rules import cards_of
from balancer.games.shit_head.table import EVENT, NO_PILE, NODE
from balancer.games.shit_head.zones import FIRST_MAJOR, N_KINDS


def seat_words(seat: int) -> str:
    """A seat as people count."""
    return f"seat {seat + 1}"


def cards_words(number: int) -> str:
    """A number of cards."""
    return "1 card" if number == 1 else f"{number} cards"


def kind_words(kind: int) -> str:
    """One card of a kind."""
    return tarot.rank_name(kind + 1) if kind < FIRST_MAJOR else tarot.major_name(kind - FIRST_MAJOR)


def several_words(kind: int, copies: int) -> str:
    """So many cards of a kind."""
    return kind_words(kind) if copies == 1 else f"{copies} × {kind_words(kind)}"


def zone_words(zone: Any) -> str:
    """The cards of a zone, kind by kind."""
    counts = [(kind, int(zones.copies(zone, kind))) for kind in range(N_KINDS)]
    return ", ".join(several_words(kind, copies) for kind, copies in counts if copies) or "nothing"


def setup_words(table: Any) -> list[str]:
    """What everybody holds and has laid face up."""
    lines = [f"{cards_words(int(table.deck_size - table.next_card))} in the deck"]
    return [*lines, *(player_words(table, seat) for seat in range(table.seats))]


def player_words(table: Any, seat: int) -> str:
    """The cards of a seat in their three places."""
    player = table.players[seat]
    return (
        f"{seat_words(seat)}: hand {zone_words(player.hand)}; face up {zone_words(player.up)}; "
        f"{player.down_left} face down"
    )


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """An option of a node."""
    if node == NODE.LAY_UP:
        dealt = table.players[seat].dealt
        places = [place for place in range(len(dealt)) if bits.has(option, place)]
        return ", ".join(kind_words(dealt[place]) for place in places) + " face up"
    if node == NODE.FOOL_AS:
        return f"the Fool as {kind_words(option)}"
    if option == decisions.PICK_UP:
        return "pick up the pile"
    return several_words(decisions.kind_of(option), decisions.copies_of(option))


def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happened, as a sentence."""
    who = seat_words(a)
    if event == EVENT.LAYS_UP:
        return f"{who} lays {zone_words(table.players[a].up)} face up"
    if event == EVENT.PLAYS:
        return f"{who} plays {several_words(b, c)} on {top_words(table)}"
    if event == EVENT.TURNS_UP:
        return f"{who} turns up {kind_words(b)} on {top_words(table)}{'' if c else ': it can not be played'}"
    if event == EVENT.NAMES_FOOL:
        return f"{who} names the Fool: {kind_words(b)}"
    return {
        EVENT.PICKS_UP: f"{who} picks up {cards_words(b)}",
        EVENT.BURNS: f"{who} burns {cards_words(b)} {'by a 10' if c else 'with four alike'} and goes again",
        EVENT.DRAWS: f"{who} draws {cards_words(b)}",
        EVENT.OUT: f"{who} has no cards left: out",
    }.get(event)


def top_words(table: Any) -> str:
    """The effective top of the pile."""
    return "no pile" if table.top == NO_PILE else kind_words(table.top)


def hidden_words(table: Any, event: int, a: int, b: int, c: int) -> None:
    """None: everybody sees all events, and of cards drawn how many they are."""
    del table, event, a, b, c


def standing_words(table: Any) -> list[str]:
    """Cards of every seat."""
    return [
        player_words(table, seat) if cards_of(table.players[seat]) else f"{seat_words(seat)}: out"
        for seat in range(table.seats)
    ]
