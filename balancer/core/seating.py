"""Seating: the circular order in which a line-up sits, by the number of the game.

A table has places: the line-up, repeated until it fills all seats.  With `rotate`, the places are arranged in a circle,
and M games, a rotation, turn the circle by one seat each, so that everybody sits everywhere once.  Every rotation has
another circular order: place 0 stays, the other M - 1 are permuted, and (M - 1)! rotations, a period, contain each
order once.  Orders are of places, not of names: two places with the same persona count as two.  So arrangements of a
line-up with equal personas occur exactly as often as by chance, and line-ups that differ in one place seat all others
in the same way.
"""

import functools
import math

import numpy as np

from balancer.core.declarations import SEATINGS
from balancer.core.jit import rule, separate_rule
from balancer.core.record import record

ALL_ORDERS, IN_ORDER, FIXED = range(len(SEATINGS))
SEATING_KINDS = {name: kind for kind, name in enumerate(SEATINGS)}  # by value of `seating:`

MAX_PLACES = 32

SEATING = record(
    ("kind", np.int64),  # ALL_ORDERS, IN_ORDER or FIXED
    ("places", np.uint8, MAX_PLACES),  # entries of the line-up that take turns at the seats
    ("n_places", np.int64),  # at least as many as there are seats
    ("order", np.uint8, MAX_PLACES),  # the circular order in the last game, indexes of `places`
    ("order_key", np.int64),  # identifies this order, see `seat_players`; 0: none yet
)

MAX_RANKED = 12  # places; with 13, the first thousands of rotations would be less even than random orders
ORDERS = tuple(math.factorial(max(0, places - 1)) for places in range(MAX_RANKED + 1))

PRIME, MULTIPLIER = 2**31 - 1, 950_706_376  # Fishman & Moore 1986: even in several dimensions


def coprime_from(least, number):
    """Return the smallest number >= `least` that has no divisor in common with `number`."""
    return least if math.gcd(least, number) == 1 else coprime_from(least + 1, number)


# Rotations take ranks that are a step apart; as the step is coprime, a period contains all of them.  A step of about
# sqrt(2) - 1 of a period makes any two places neighbours in the first rotations as often as random orders do, or more
# evenly (the golden section is less even with M = 8).
STEPS = tuple(coprime_from(math.ceil((math.sqrt(2) - 1) * orders), orders) for orders in ORDERS)


def write_order(order, rotation, places):
    """Write the places of a table in the circular order of a rotation, clockwise; rotation 0: as in the line-up.

    order: list or uint8[>= places], overwritten.  More than MAX_RANKED places have more orders than there are games, so
    theirs are drawn (Lehmer's generator, started with the number of the rotation; its whole numbers need 63 bits).
    """
    for place in range(places):
        order[place] = place
    is_ranked = places <= MAX_RANKED
    rank = rotation % ORDERS[places] * STEPS[places] % ORDERS[places] if is_ranked else rotation % PRIME
    # A Fisher-Yates shuffle whose draws are the digits of the rank in the factorial number system.
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


arrange = separate_rule(write_order)  # the same for compiled rules


@rule
def seat_players(seating, entry, seats, game):
    """Write into `entry` who sits in each seat in a game; seating: a SEATING.

    The order of the last game is kept, as a rotation of games shares it.  Its key names all that it depends on, so that
    games may be played in any sequence, and the number of places may change between them.
    """
    places = seating.n_places
    moved = 0 if seating.kind == FIXED else game
    rotation = moved // places
    place = moved - rotation * places  # at the first seat; the circle turns by one seat per game
    key = (rotation if seating.kind == ALL_ORDERS else 0) * (MAX_PLACES + 1) + places
    if seating.order_key != key:
        arrange(seating.order, key // (MAX_PLACES + 1), places)
        seating.order_key = key
    for seat in range(seats):
        entry[seat] = seating.places[seating.order[place]]
        place += 1
        if place == places:
            place = 0


def filled(line_up, seats):
    """Return the places of a table: the line-up, repeated until it fills all seats."""
    return list(line_up) * -(-seats // len(line_up))  # rounded up


def seated(places, seats, seating, game):
    """Return the entry of the line-up in each seat in a game, as `seat_players` does; places: `filled`."""
    rotation, first = divmod(0 if seating == FIXED else game, len(places))
    order = _order(rotation if seating == ALL_ORDERS else 0, len(places))
    return [places[order[(first + seat) % len(places)]] for seat in range(seats)]


@functools.lru_cache(maxsize=64)
def _order(rotation, places):
    order = [0] * places
    write_order(order, rotation, places)
    return order
