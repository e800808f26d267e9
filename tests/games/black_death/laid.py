"""Tables of Black Death laid by hand."""

from typing import Any

from balancer.core import decision, dice
from balancer.core.game import Persona
from balancer.games.black_death import GAME, decisions, rules
from balancer.games.black_death.table import NODE

DEATH = "Death"
RANDOM = GAME.persona("random")


def table_with(hands: list[list[Any]], *, lineup: tuple[Persona, ...] = (RANDOM,), game: int = 0, **knobs: Any) -> Any:
    """Return a table at which each seat holds these cards: ranks from 0, Death among one of them."""
    table = GAME.lay_table({**GAME.defaults, **knobs}, len(hands), GAME.read_parts(), lineup)
    dice.start(table.dice, 1, game, len(hands))
    decision.reset(table.decision, len(NODE))
    for seat, hand in enumerate(hands):
        player = table.players[seat]
        player.ranks = sum(1 << rank for rank in hand if rank != DEATH)
        player.cards = len(hand)
        table.entry[seat] = seat % len(lineup)
        if DEATH in hand:
            table.death = table.death_dealt = seat
            table.death_known = 1 << seat
    table.still_in = len(hands)
    rules.sit_in_a_ring(table)
    for seat, hand in enumerate(hands):
        if not hand:
            rules.leave(table, seat)
    table.places_left = table.still_in - 1
    return table


def hand(table: Any, seat: int) -> list[Any]:
    """Return the cards a seat holds, lowest first, Death last."""
    ranks = [rank for rank in range(table.rules.ranks) if int(table.players[seat].ranks) >> rank & 1]
    return [*ranks, DEATH] if table.death == seat else ranks


def hands(table: Any) -> list[list[Any]]:
    return [hand(table, seat) for seat in range(table.seats)]


def choices(persona: str | Persona, node: str, cards: int, prepare: Any = None) -> set[int]:
    """Return all slots (from 0) that a persona chooses over the dice of 60 games, with so many cards laid out.

    Seat 0 offers Death and some more to seat 1; `prepare(table)` may lay down what they remember.
    """
    who = GAME.persona(persona) if isinstance(persona, str) else persona
    found = set()
    for game in range(60):
        table = table_with([[*range(cards - 1), DEATH], [0, 1]], lineup=(who,), game=game)
        if prepare:
            prepare(table)
        chosen = decisions.choose_offer(table, 0, 1) if node == "offer" else decisions.choose_take(table, 1, 0)
        found.add(int(chosen))
    return found
