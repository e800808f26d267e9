"""Who sits where: in which circular orders a line-up is seated, by the number of the game.

A table has places: the line-up, repeated until it fills all seats.  With `rotate` the places are arranged in a circle,
and M games, a round, turn the circle by one seat each, so that everybody sits everywhere once.  Every round has another
circular order: place 0 stays, the other M - 1 are permuted, and (M - 1)! rounds, a period, see each order once.  Orders
are of places, not of names: two places of one persona count as two, so arrangements of a line-up with equals come up
exactly as often as chance would have them, and line-ups that differ in one place seat everybody else alike.
"""

import functools
import math

from balancer.core.compile import chapter
from balancer.core.declarations import SEATINGS

ALL_ORDERS, IN_ORDER, FIXED = range(len(SEATINGS))

MAX_RANKED = 13  # places; products of two numbers below 12! fit into 63 bits
ORDERS = tuple(math.factorial(max(0, places - 1)) for places in range(MAX_RANKED + 1))

PRIME, MULTIPLIER = 2**31 - 1, 950_706_376  # Fishman & Moore 1986, whose points are even in several dimensions


def coprime_from(least, number):
    """Return the first whole number, from `least` on, that has no divisor in common with `number`."""
    return least if math.gcd(least, number) == 1 else coprime_from(least + 1, number)


# Ranks a step apart: all within a period, since the step is coprime.  Near sqrt(2) - 1 of it, each two places are
# neighbours in the first rounds about as often as in random orders, or more evenly (golden section: less so, M = 8).
STEPS = tuple(coprime_from(math.ceil((math.sqrt(2) - 1) * orders), orders) for orders in ORDERS)


def write_order(order, a_round, places):
    """Write the places of a table in the circular order of a round, clockwise; round 0 has them as they are written.

    order: list or uint8[>= places], overwritten.  Many places have more orders than there are games: of MAX_RANKED + 1
    on they are drawn, by whole numbers of 63 bits (Lehmer's generator from the number of the round).
    """
    for place in range(places):
        order[place] = place
    is_ranked = places <= MAX_RANKED
    rank = a_round % ORDERS[places] * STEPS[places] % ORDERS[places] if is_ranked else a_round % PRIME
    for last in range(places - 1, 1, -1):
        if is_ranked:
            other = last - rank % last
            rank //= last
        else:
            rank = rank * MULTIPLIER % PRIME
            other = last - rank * last // PRIME
        place = order[last]
        order[last] = order[other]
        order[other] = place


arrange = chapter(write_order)


def filled(line_up, seats):
    """Return the places of a table: the line-up, repeated until it fills all seats."""
    return list(line_up) * -(-seats // len(line_up))


def seated(places, seats, seating, game):
    """Return who sits in each seat in a game, as `table.seat_players` has it; places: `filled`."""
    a_round, first = divmod(0 if seating == FIXED else game, len(places))
    order = _order(a_round if seating == ALL_ORDERS else 0, len(places))
    return [places[order[(first + seat) % len(places)]] for seat in range(seats)]


@functools.lru_cache(maxsize=64)
def _order(a_round, places):
    order = [0] * places
    write_order(order, a_round, places)
    return order
