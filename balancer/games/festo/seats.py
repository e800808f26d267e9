"""Order of players at a place, and the ways of their helpers."""

from balancer.core.compile import rule, separate_rule
from balancer.core.table import seat_after
from balancer.games.festo.packs import NOTHING, amount, largest_number, less, more, pack_of, without_lane
from balancer.games.festo.table import NOBODY, PLACE


@rule
def next_to_act(table, place):
    """Return the seat with most helpers and discs at a place, of several the first in order; NOBODY if it is empty."""
    return first_to_act(table, table.crowd[place])


@separate_rule
def first_to_act(table, crowd):
    """Return the seat with most in a crowd, of several the first in player order; NOBODY if it is empty."""
    most = 0
    best = NOBODY
    for k in range(table.seats):
        seat = seat_after(table, table.start_player, k)
        helpers = amount(crowd, seat)
        best = seat if helpers > most else best
        most = max(helpers, most)
    return best


@rule
def most_of_others(table, place, seat):
    """Return the largest number of helpers and discs that another player has at a place."""
    return largest_number(without_lane(table.crowd[place], seat))


@rule
def has_majority(table, place, seat):
    """Return whether `seat` has more helpers and discs there than any other player."""
    return amount(table.crowd[place], seat) > most_of_others(table, place, seat)


@rule
def put_helper(table, seat, place):
    """Move a helper from home to a place."""
    table.players[seat].home -= 1
    table.crowd[place] = more(table.crowd[place], pack_of(seat, 1))


@rule
def go_home(table, seat, place):
    """Send all own helpers at a place home; special discs come back to hand."""
    player = table.players[seat]
    discs = amount(player.discs_at, place)
    player.home += amount(table.crowd[place], seat) - discs
    player.discs += discs
    player.discs_at = without_lane(player.discs_at, place)
    table.crowd[place] = without_lane(table.crowd[place], seat)


@rule
def leave_with_one(table, seat, place):
    """Take one of the own helpers off a place, a disc first; return whether it is a disc."""
    player = table.players[seat]
    table.crowd[place] = less(table.crowd[place], pack_of(seat, 1))
    is_disc = amount(player.discs_at, place) > 0
    if is_disc:
        player.discs_at = less(player.discs_at, pack_of(place, 1))
    return is_disc


@rule
def join(table, seat, place, is_disc):
    """Put a helper or a disc that has left another place at this one."""
    player = table.players[seat]
    table.crowd[place] = more(table.crowd[place], pack_of(seat, 1))
    if is_disc:
        player.discs_at = more(player.discs_at, pack_of(place, 1))


@rule
def put_discs_that_come(table):
    """Put the discs placed by the Dwarf's ability on their characters, where they count from this round on."""
    for seat in range(table.seats):
        player = table.players[seat]
        if player.discs_coming != NOTHING:
            for place in range(PLACE.GROCER):
                discs = amount(player.discs_coming, place)
                table.crowd[place] = more(table.crowd[place], pack_of(seat, discs))
            player.discs_at = more(player.discs_at, player.discs_coming)
            player.discs_coming = NOTHING
