"""Black Death in words, for `balancer trace`.  Seats are counted from 1."""

from balancer.core import bits
from balancer.core.cards import tarot
from balancer.games.black_death.table import EVENT, NOBODY, NODE


def rank_words(table, rank):
    """A card's name by the number of its rank, from 0; the last is Death."""
    if rank == table.rules.ranks:
        return "Death"
    if rank == 0 or table.rules.ranks == tarot.RANKS:
        return tarot.rank_name(rank + 1)
    return str(rank + 1)


def hand_words(table, seat):
    """The cards a seat holds, lowest first, Death last."""
    player = table.players[seat]
    held = [rank_words(table, rank) for rank in range(table.rules.ranks) if bits.has(player.ranks, rank)]
    if table.death == seat:
        held.append("Death")
    return ", ".join(held) if held else "out"


def cards_words(cards):
    """A number of cards."""
    return "1 card" if cards == 1 else f"{cards} cards"


def setup_words(table):
    """What everybody holds once the pairs of the deal are discarded."""
    return [f"seat {seat + 1} holds {hand_words(table, seat)}" for seat in range(table.seats)]


def option_words(table, seat, node, option):
    """An option of a node."""
    if node == NODE.OFFER:
        return f"Death at slot {option + 1} of {table.players[seat].cards}"
    return f"slot {option + 1}"


def event_words(table, event, a, b, c):
    """What an event means; None: not worth a line."""
    if event == EVENT.TAKES:
        return f"seat {a + 1} takes {rank_words(table, c)}" + (f" from seat {b + 1}" if b != NOBODY else "")
    return {
        EVENT.DEALT: None,
        EVENT.OFFERS: f"seat {a + 1} offers {cards_words(table.players[a].cards)} to seat {b + 1}",
        EVENT.PAIRS: f"seat {a + 1} discards the pair of {rank_words(table, b)}",
        EVENT.OUT: f"seat {a + 1} has no cards left: out, safe",
        EVENT.LOSES: f"seat {a + 1} alone holds cards, just Death, and loses",
    }[event]


def hidden_words(table, event, a, b, c):
    """Who sees an event, and its sentence for the others; None: everybody sees it."""
    del table, c
    if event != EVENT.TAKES:
        return None
    return (a, b), f"seat {a + 1} takes a card" + (f" from seat {b + 1}" if b != NOBODY else "")


def standing_words(table):
    """The standing of every seat (minus the cards held), with the cards themselves."""
    return [f"seat {seat + 1} {-table.players[seat].cards} ({hand_words(table, seat)})" for seat in range(table.seats)]
