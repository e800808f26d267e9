"""Windfall in words, for `balancer trace`.  Seats are counted from 1."""

from balancer.core.events import seat_name
from windfall.appraisal import worth
from windfall.rules import standing_of
from windfall.table import NODE, PICK_ON
from windfall.words import fruit_name, fruit_words, names


def know_parts(parts):
    """Return the table knows kinds by number; here are their names."""
    names[:] = parts.names


def setup_words(table):
    """Return lines about the tree and the wishes."""
    wishes = [f"{seat_name(seat)} wishes for {fruit_name(table.wishes[seat])}" for seat in range(table.seats)]
    return [f"{table.left} cards: {fruit_words(table, table.hanging)}, {table.hanging[table.kinds]} wasps", *wishes]


def option_words(table, seat, node, option):
    """Return an option of a node."""
    if node == NODE.GIVE:
        return f"{fruit_name(option)} ({worth(table, seat, option)} to me, {table.values[option]} to most)"
    return f"pick on, with {table.hanging[table.kinds]} wasps in {table.left} cards" if option == PICK_ON else "stop"


def standing_words(table):
    """Return the score of every seat so far, with the basket."""
    return [
        f"{seat_name(seat)} {standing_of(table, seat)} ({fruit_words(table, table.players[seat].basket)})"
        for seat in range(table.seats)
    ]
