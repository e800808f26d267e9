"""Black Death in words, for `balancer trace`: what lies on the table.  Seats are counted from 1."""

from balancer.core import bits
from balancer.core.events import seat_name
from balancer.games.black_death.table import NODE
from balancer.games.black_death.words import rank_words


def hand_words(table, seat):
    """Return the cards that a seat holds, lowest first, Death last."""
    player = table.players[seat]
    names = [rank_words(table, rank) for rank in range(table.rules.ranks) if bits.has(player.ranks, rank)]
    if table.death == seat:
        names.append("Death")
    return ", ".join(names) if names else "out"


def setup_words(table):
    """Return a line per seat with its hand after the pairs of the deal are discarded."""
    return [f"{seat_name(seat)} holds {hand_words(table, seat)}" for seat in range(table.seats)]


def option_words(table, seat, node, option):
    """Return an option of a node in words."""
    if node == NODE.OFFER:
        return f"Death at slot {option + 1} of {table.players[seat].cards}"
    return f"slot {option + 1}"


def standing_words(table):
    """Return the standing of every seat (minus the cards held), with the cards themselves."""
    return [
        f"{seat_name(seat)} {-table.players[seat].cards} ({hand_words(table, seat)})" for seat in range(table.seats)
    ]
