"""Options of the decision nodes as numbers: ways to draw, a card and its cell, rearrangements."""

from balancer.core.compile import rule
from balancer.games.biergarten.grid import CELLS
from balancer.games.biergarten.table import MAX_SUPPLY, NO_CARD

# refresh
KEEP, REFRESH = 0, 1

# draw: a supply slot, DECK or DECK + 1 + opponent
DECK = MAX_SUPPLY

# rearrange: its kind, and cells; NONE is 0
NONE, SWAPS, MOVES, SHIFTS = range(4)
_CELL = 1023  # a cell takes ten bits


@rule
def victim_of(option):
    """Return the opponent from whose hand an option draws."""
    return option - DECK - 1


@rule
def can_draw(table, seat, option):
    """Return whether there is a card where a way to draw points."""
    if option < DECK:
        return option < table.rules.supply and table.supply[option] != NO_CARD
    if option == DECK:
        return table.deck_end > table.top
    victim = victim_of(option)
    return table.rules.steal != 0 and victim != seat and table.players[victim].hand_size > 0


@rule
def play_of(place, cell):
    """Return the option to lay the card at a place of the hand on a cell."""
    return CELLS * place + cell


@rule
def place_of(option):
    """Return the place in the hand of the card that is played."""
    return option // CELLS


@rule
def played_on(option):
    """Return the cell on which the card is laid."""
    return option % CELLS


@rule
def rearrangement(kind, start, cell, direction):
    """Return the option to swap the cards on two cells, or to move or shift the card on `start` to `cell`."""
    return kind | (start << 2) | (cell << 12) | (direction << 22)


@rule
def kind_of(option):
    """Return the kind of a rearrangement: NONE, SWAPS, MOVES or SHIFTS."""
    return option & 3


@rule
def start_of(option):
    """Return the cell of the card that moves; for a swap the first cell."""
    return (option >> 2) & _CELL


@rule
def cell_of(option):
    """Return the cell that the card moves to; for a swap the second cell."""
    return (option >> 12) & _CELL


@rule
def direction_of(option):
    """Return the direction in which the other cards shift."""
    return option >> 22
