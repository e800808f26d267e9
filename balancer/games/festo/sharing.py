"""How the helpers in hand are best shared out over places and over keeping, by what crowds bring (crowds.py)."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.festo.crowds import weigh_crowds
from balancer.games.festo.packs import NOTHING, amount, more, pack_of
from balancer.games.festo.planning import seat_of
from balancer.games.festo.table import N_PLACES
from balancer.games.festo.worth import percent

NO_KEEPING = -1  # in place of what a kept helper is worth: it is the afternoon
HELPER_BITS = 4  # enough for a number of helpers: a worth shifted by them, less that number, is compared at once
KEPT_MORE = 2  # percent that a helper kept is worth more for each one placed (by play of one against three)


@separate_rule
def divide(table, who, places, worth_of_keeping):
    """Share out the helpers in hand as is best, once the player has looked around."""
    better = places_better_than_keeping(table, who, places, worth_of_keeping)
    share_out(table, who, better)
    note_plan(table, who, better)


@rule
def places_better_than_keeping(table, who, places, worth_of_keeping):
    """The set of places at which some number of further helpers adds more than they are worth if kept."""
    home = table.players[seat_of(who)].home
    keep_all(table, home, worth_of_keeping)
    better = bits.EMPTY
    while not bits.is_empty(places):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        weigh_crowds(table, who, place, home)
        some = 0
        for k in range(1, home + 1):
            some = some | (table.brings[place, k] > table.best[home] - table.best[home - k])
        better = bits.plus_if(some, better, place)
    return better


@rule
def keep_all(table, home, worth_of_keeping):
    """The best division over no place: all helpers are kept."""
    for number in range(home + 1):
        table.best[number] = worth_of_kept(worth_of_keeping, number, home)


@rule
def worth_of_kept(worth_of_keeping, number, home):
    """What so many of the helpers in hand are worth if kept: each more, the fewer they are."""
    return percent(max(0, worth_of_keeping) * number, 100 + KEPT_MORE * (home - number))


@rule
def share_out(table, who, places):
    """For each number of helpers the best division over the places so far, and how many of them go to the last one.

    `table.best` holds what they are worth if all are kept (`keep_all`).
    """
    home = table.players[seat_of(who)].home
    while not bits.is_empty(places):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        fewest = home if bits.is_empty(places) else 1  # at the last place only the division of all of them matters
        for number in range(home, fewest - 1, -1):
            send_some(table, place, number)


@rule
def send_some(table, place, number):
    """Send as many of so many helpers to a place as is best, and the others to the places before; few where equal."""
    most = table.best[number] << HELPER_BITS
    for k in range(1, number + 1):
        value = table.best[number - k] + table.brings[place, k]
        most = max((value << HELPER_BITS) - k, most)
    sent = -most & (2**HELPER_BITS - 1)
    table.best[number] = (most + sent) >> HELPER_BITS
    table.sent[place, number] = sent


@rule
def note_plan(table, who, places):
    """Read the best division of all helpers in hand, from the last place back to the first; the rest is kept."""
    mind = table.minds[who]
    mind.place_turn = table.turn
    mind.meant = NOTHING
    number = table.players[seat_of(who)].home
    for i in range(N_PLACES):
        place = N_PLACES - 1 - i
        sent = table.sent[place, number] if bits.has(places, place) else 0
        number -= sent
        mind.meant = more(mind.meant, pack_of(place, amount(table.crowd[place], seat_of(who)) + sent))
    mind.kept = number


@rule
def note_worth(table, who):
    """What each of the helpers brings that the plan just made sends to a place."""
    for place in range(N_PLACES):
        sent = planned_at(table, who, place)
        table.minds[who].place_worth[place] = table.brings[place, sent] // sent if sent > 0 else 0


@rule
def planned_at(table, who, place):
    """How many more helpers the plan sends to a place."""
    return max(0, amount(table.minds[who].meant, place) - amount(table.crowd[place], seat_of(who)))


@rule
def left_to_place(table, who):
    """How many helpers the plan still sends out or keeps."""
    left = table.minds[who].kept
    for place in range(N_PLACES):
        left += planned_at(table, who, place)
    return left
