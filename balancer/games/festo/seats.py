"""Who comes when: player order, the order at a place, and helpers on their way."""

from balancer.core.compile import rule, separate_rule
from balancer.core.table import seat_after
from balancer.games.festo.packs import NOTHING, amount, largest_number, less, more, pack_of, without_lane
from balancer.games.festo.table import NOBODY, PLACE


@rule
def next_to_act(table, place):
    """The seat with most helpers and discs at a place, the first in player order of several; NOBODY where none is."""
    return first_to_act(table, table.crowd[place])


@separate_rule
def first_to_act(table, here):
    """The seat with most in a crowd, the first in player order of several; NOBODY where none is."""
    most = 0
    best = NOBODY
    for k in range(table.seats):
        seat = seat_after(table, table.start_player, k)
        there = amount(here, seat)
        best = seat if there > most else best
        most = max(there, most)
    return best


@rule
def most_of_others(table, place, seat):
    """The most helpers and discs that another player has at a place."""
    return largest_number(without_lane(table.crowd[place], seat))


@rule
def has_majority(table, place, seat):
    """Whether `seat` has more helpers and discs there than any other player."""
    return amount(table.crowd[place], seat) > most_of_others(table, place, seat)


@rule
def put_helper(table, seat, place):
    """A helper goes from home to a place."""
    table.players[seat].home -= 1
    table.crowd[place] = more(table.crowd[place], pack_of(seat, 1))


@rule
def go_home(table, seat, place):
    """All own helpers leave a place; special discs come back to hand."""
    player = table.players[seat]
    discs = amount(player.discs_at, place)
    player.home += amount(table.crowd[place], seat) - discs
    player.discs += discs
    player.discs_at = without_lane(player.discs_at, place)
    table.crowd[place] = without_lane(table.crowd[place], seat)


@rule
def leave_with_one(table, seat, place):
    """One of the own helpers leaves a place, a disc first; whether it is a disc."""
    player = table.players[seat]
    table.crowd[place] = less(table.crowd[place], pack_of(seat, 1))
    is_disc = amount(player.discs_at, place) > 0
    if is_disc:
        player.discs_at = less(player.discs_at, pack_of(place, 1))
    return is_disc


@rule
def join(table, seat, place, is_disc):
    """A helper, or a disc, that has left another place joins this one."""
    player = table.players[seat]
    table.crowd[place] = more(table.crowd[place], pack_of(seat, 1))
    if is_disc:
        player.discs_at = more(player.discs_at, pack_of(place, 1))


@rule
def put_discs_that_come(table):
    """At the beginning of a round the discs placed by the Dwarf's ability begin to count."""
    for seat in range(table.seats):
        player = table.players[seat]
        if player.discs_coming != NOTHING:
            for place in range(PLACE.GROCER):
                discs = amount(player.discs_coming, place)
                table.crowd[place] = more(table.crowd[place], pack_of(seat, discs))
            player.discs_at = more(player.discs_at, player.discs_coming)
            player.discs_coming = NOTHING
