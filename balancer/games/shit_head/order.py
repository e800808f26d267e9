"""Whose turn is next."""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule


@rule
def next_in(table, seat):
    """The next seat with cards; the seat itself where no other has any."""
    seats = WORD(table.still_in)
    later = (seats >> WORD(seat + 1)) << WORD(seat + 1)
    return bits.lowest(bits.pick_set(later == WORD(0), seats, later))
