"""Festo! in words, for `balancer trace`.  Seats and columns count from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.core.events import seat_name
from balancer.games.festo.appraisal import KEEP_REST
from balancer.games.festo.components import COLOURS, ROW_TYPES
from balancer.games.festo.move_words import ability_words, cook_words
from balancer.games.festo.packs import amount
from balancer.games.festo.rules import standing_of
from balancer.games.festo.table import COLUMNS, N_PLACES, NODE
from balancer.games.festo.words import NAMES, listed, pack_words


def row_words(table: Any) -> list[str]:
    """Return a line per row about its dishes face up."""
    rows = []
    for row, name in enumerate(ROW_TYPES):
        slots = [slot for slot in range(COLUMNS * row, COLUMNS * (row + 1)) if bits.has(table.face_up, slot)]
        rows.append(f"{name}s: {listed([COLOURS[table.kinds[table.dish_at[slot]].colour] for slot in slots])}")
    return rows


def setup_words(table: Any) -> list[str]:
    """Return the table before the first round, in words: supplies and dishes."""
    return [f"supplies: {pack_words(table.supply)}", *row_words(table)]


# Options
def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """Return an option of a decision node in words."""
    if node == NODE.START_PLAYER:
        return f"{seat_name(option)} starts"
    if node == NODE.MORNING:
        return "keep the rest for the afternoon" if option == KEEP_REST else NAMES[option - 1]
    if node == NODE.AFTERNOON:
        return NAMES[option]
    if node == NODE.TAKE_ALL:
        return "take the whole market" if option else "leave the market"
    if node in {NODE.TAKE, NODE.GROCER}:
        return COLOURS[option]
    if node == NODE.COOK:
        return cook_words(table, seat, option)
    return ability_words(table, place_of_ability(table, seat), option)


def place_of_ability(table: Any, seat: int) -> int:
    """Return the character at which a seat is acting: the first from the left at which anybody stands."""
    crowded = [place for place in range(N_PLACES) if int(amount(table.crowd[place], seat))]
    return next((place for place in range(N_PLACES) if int(table.crowd[place])), crowded[0] if crowded else 0)


# Events
def standing_words(table: Any) -> list[str]:
    """Return a line per seat about its points, dishes and ingredients."""
    return [player_words(table, seat) for seat in range(table.seats)]


def player_words(table: Any, seat: int) -> str:
    """Return a player in words: victory points by source, dishes, ingredients."""
    player = table.players[seat]
    tokens = sum(player.vp_tokens)
    return (
        f"{seat_name(seat)}: {standing_of(table, seat)} VP (dishes {player.vp_dishes}, sets {player.vp_sets}, "
        f"tokens {tokens}); {player.n_dishes} dishes; holds {pack_words(player.hand)}"
    )
