"""Windfall in words, for `balancer trace`.  Seats are counted from 1."""

from windfall.appraisal import worth
from windfall.rules import standing_of
from windfall.table import EVENT, NODE, PICK_ON

_names: list[str] = []


def know_parts(parts):
    """The table knows kinds by number; here are their names."""
    _names[:] = parts.names


def fruit_words(table, cards):
    """How many there are of each kind."""
    counted = [f"{cards[kind]} {_names[kind]}" for kind in range(table.kinds) if cards[kind]]
    return ", ".join(counted) or "nothing"


def setup_words(table):
    """What hangs in the tree, and the wishes."""
    wishes = [f"seat {seat + 1} wishes for {_names[table.wishes[seat]]}" for seat in range(table.seats)]
    return [f"{table.left} cards: {fruit_words(table, table.hanging)}, {table.hanging[table.kinds]} wasps", *wishes]


def option_words(table, seat, node, option):
    """An option of a node."""
    if node == NODE.GIVE:
        return f"{_names[option]} ({worth(table, seat, option)} to me, {table.values[option]} to most)"
    return f"pick on, with {table.hanging[table.kinds]} wasps in {table.left} cards" if option == PICK_ON else "stop"


def event_words(table, event, a, b, c):
    """What an event means; None: not worth a line."""
    if event == EVENT.STUNG:
        return f"seat {a + 1} is stung and loses {fruit_words(table, table.picked)}"
    if event == EVENT.PICKED:
        return f"seat {a + 1} picks {_names[b]}"
    if event == EVENT.GAVE:
        return f"seat {a + 1} gives {_names[c]} to seat {b + 1}"
    return f"seat {a + 1} keeps {fruit_words(table, table.picked)}" if event == EVENT.KEPT else None


def standing_words(table):
    """The score of every seat so far, with the basket."""
    return [
        f"seat {seat + 1} {standing_of(table, seat)} ({fruit_words(table, table.players[seat].basket)})"
        for seat in range(table.seats)
    ]
