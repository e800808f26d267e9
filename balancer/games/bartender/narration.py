"""Bartender in words, for `balancer trace`.  Seats are numbered from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.events import seat_name
from balancer.games.bartender import decisions
from balancer.games.bartender.result import standing_of
from balancer.games.bartender.table import NODE
from balancer.games.bartender.words import cards_words, name_of


def setup_words(table: Any) -> list[str]:
    """Return the table before the first shift, in words."""
    hands = [f"{seat_name(s)} holds {cards_words(table, table.players[s].hand)}" for s in range(table.seats)]
    return [f"{table.n_cards} cards, {table.deck_size} in the bar deck", *hands]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node in words."""
    del seat
    if node == NODE.DRAFT:
        return name_of(table, option)
    if node == NODE.MULLIGAN:
        return "replace" if option == decisions.REPLACE else "keep"
    if node in (NODE.BID, NODE.SECRET_BID):
        return "pass" if option == decisions.PASS else f"bid {option}"
    if node == NODE.ADMIT:
        return "nobody" if option == decisions.NONE_ADMITTED else name_of(table, option)
    if option == decisions.NO_CARD:
        return "none"
    return play_words(table, decisions.kind_of(option), decisions.target_of(option))


def play_words(table: Any, kind: int, target: int) -> str:
    """Return a card and its target in words."""
    if target == decisions.NO_TARGET:
        return name_of(table, kind)
    at_hand = bits.has(table.at_hands, kind)
    return f"{name_of(table, kind)} on {seat_name(target) if at_hand else name_of(table, target)}"


def standing_words(table: Any) -> list[str]:
    """Return a line per seat with its standing, tokens and hand."""
    lines = []
    for seat in range(table.seats):
        player = table.players[seat]
        out = "" if bits.has(table.still_in, seat) else ", knocked out"
        hand = cards_words(table, player.hand)
        tokens = f"{player.good} GOOD, {player.bad} BAD"
        lines.append(f"{seat_name(seat)}: {standing_of(table, seat)} ({tokens}){out}; holds {hand}")
    return lines
