"""Options of the decision nodes as numbers: a way to draw, a card and its cell, a rearrangement."""

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
    """Whose card is drawn."""
    return option - DECK - 1


@rule
def can_draw(table, seat, option):
    """Whether there is a card where the option points."""
    if option < DECK:
        return option < table.rules.supply and table.supply[option] != NO_CARD
    if option == DECK:
        return table.deck_end > table.top
    victim = victim_of(option)
    return table.rules.steal != 0 and victim != seat and table.players[victim].hand_size > 0


@rule
def play_of(place, cell):
    """To lay the card at a place of the hand on a cell."""
    return CELLS * place + cell


@rule
def place_of(option):
    """Which card of the hand is played."""
    return option // CELLS


@rule
def played_on(option):
    """The cell it goes to."""
    return option % CELLS


@rule
def rearrangement(kind, start, cell, direction):
    """A swap of the cards on two cells; a move or shift of the card on `start` to `cell`."""
    return kind | (start << 2) | (cell << 12) | (direction << 22)


@rule
def kind_of(option):
    """NONE, SWAPS, MOVES or SHIFTS."""
    return option & 3


@rule
def start_of(option):
    """Where the card lies; of a swap: the first cell."""
    return (option >> 2) & _CELL


@rule
def cell_of(option):
    """Where the card goes; of a swap: the second cell."""
    return (option >> 12) & _CELL


@rule
def direction_of(option):
    """Which way the others shift."""
    return option >> 22
