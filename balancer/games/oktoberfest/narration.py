"""Oktoberfest in words, for `balancer trace`.  Seats and piles count from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.cards import cardset
from balancer.core.events import seat_name
from balancer.games.oktoberfest import decisions, figures
from balancer.games.oktoberfest.components import N_SCORING, SUIT_NAMES
from balancer.games.oktoberfest.rules import standing_of
from balancer.games.oktoberfest.table import NODE, WORDS
from balancer.games.oktoberfest.wilds import SHIFT, best_split
from balancer.games.oktoberfest.words import name_of


def cards_of(words: Any) -> list[int]:
    """Return the members of a set of cards."""
    return [64 * word + k for word in range(WORDS) for k in range(64) if bits.has(words[word], k)]


def pile_words(table: Any, pile: int) -> str:
    """Return a pile in words: its top card, number and size."""
    top = name_of(table, table.deck[table.next_of_pile[pile]])
    return f"{top} from pile {pile + 1} ({table.end_of_pile[pile] - table.next_of_pile[pile]} left)"


def setup_words(table: Any) -> list[str]:
    """Return the table before the first turn, in words."""
    removed, left, piles = table.rules.removed, table.left, table.rules.piles
    tops = [name_of(table, table.deck[table.next_of_pile[pile]]) for pile in range(piles)]
    piles_words = ", ".join(f"{top} on pile {pile}" for pile, top in enumerate(tops, 1))
    return [f"{table.n_cards} cards, {removed} removed unseen, {left} in {piles} piles", piles_words]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node in words."""
    if node == NODE.TAKE:
        return pile_words(table, option)
    if node == NODE.DISCARD:
        where = "" if cardset.has(table.players[seat].hand, option) else ", banked"
        return f"{name_of(table, option)}{where}"
    if option == decisions.NO_CONTEST:
        return "no contest"
    return f"bank {name_of(table, decisions.card_of(option))} and challenge {seat_name(decisions.opponent_of(option))}"


def standing_words(table: Any) -> list[str]:
    """Return a line per seat about the player's cards and standing."""
    return [player_words(table, seat) for seat in range(table.seats)]


def player_words(table: Any, seat: int) -> str:
    """Return one player's standing, hand, suit totals without and with wild cards, and banked cards."""
    player = table.players[seat]
    split = best_split(table, player)
    totals = f"{split // SHIFT**2}/{split // SHIFT % SHIFT}/{split % SHIFT}"
    suits = ", ".join(f"{SUIT_NAMES[suit]} {figures.suit_total(player, suit)}" for suit in range(N_SCORING + 1))
    banked = ", ".join(name_of(table, card) for card in cards_of(player.banked)) or "none"
    return (
        f"{seat_name(seat)}: {standing_of(table, seat)} ‰; {figures.hand_size(player)} in hand worth "
        f"{figures.hand_value(player)} (tipsiness {figures.tipsiness(player)}), {suits}; "
        f"totals with wilds {totals}; banked: {banked}"
    )
