"""Division of the helpers in hand over places and over keeping, by the worth of crowds (crowds.py)."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.festo.crowds import weigh_crowds
from balancer.games.festo.packs import NOTHING, amount, more, pack_of
from balancer.games.festo.planning import seat_of
from balancer.games.festo.table import N_PLACES
from balancer.games.festo.worth import percent

NO_KEEPING = -1  # instead of the worth of a kept helper: it is the afternoon
HELPER_BITS = 4  # enough for a number of helpers
KEPT_MORE = 2  # each helper placed makes one kept worth this percent more (tuned, one player against three)


@separate_rule
def divide(table, mind_number, places, worth_of_keeping):
    """Find the best division of the helpers in hand, once the player has looked around."""
    better = places_better_than_keeping(table, mind_number, places, worth_of_keeping)
    share_out(table, mind_number, better)
    note_plan(table, mind_number, better)


@rule
def places_better_than_keeping(table, mind_number, places, worth_of_keeping):
    """Return the set of the places where some number of further helpers adds more than keeping them."""
    home = table.players[seat_of(mind_number)].home
    keep_all(table, home, worth_of_keeping)
    better = bits.EMPTY
    while not bits.is_empty(places):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        weigh_crowds(table, mind_number, place, home)
        gains = 0
        for k in range(1, home + 1):
            gains = gains | (table.brings[place, k] > table.best[home] - table.best[home - k])
        better = bits.plus_if(gains, better, place)
    return better


@rule
def keep_all(table, home, worth_of_keeping):
    """Begin with the best division over no place: all helpers are kept."""
    for number in range(home + 1):
        table.best[number] = worth_of_kept(worth_of_keeping, number, home)


@rule
def worth_of_kept(worth_of_keeping, number, home):
    """Return the worth of a number of helpers in hand if they are kept; the fewer are kept, the more each is worth."""
    return percent(max(0, worth_of_keeping) * number, 100 + KEPT_MORE * (home - number))


@rule
def share_out(table, mind_number, places):
    """Compute for each number of helpers the best division over the places so far (knapsack, dynamic programming).

    `table.best` holds what they are worth if all are kept (`keep_all`), `table.sent` then how many go to each place.
    """
    home = table.players[seat_of(mind_number)].home
    while not bits.is_empty(places):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        fewest = home if bits.is_empty(places) else 1  # at the last place only the division of all of them matters
        for number in range(home, fewest - 1, -1):
            send_some(table, place, number)


@rule
def send_some(table, place, number):
    """Divide a number of helpers in the best way between a place and the places before it."""
    # (worth << HELPER_BITS) - k: one comparison finds the greatest worth and, where equal, the fewest helpers k
    best_key = table.best[number] << HELPER_BITS
    for k in range(1, number + 1):
        value = table.best[number - k] + table.brings[place, k]
        best_key = max((value << HELPER_BITS) - k, best_key)
    sent = -best_key & (2**HELPER_BITS - 1)
    table.best[number] = (best_key + sent) >> HELPER_BITS
    table.sent[place, number] = sent


@rule
def note_plan(table, mind_number, places):
    """Read the best division of all helpers in hand, from the last place back to the first; keep the rest."""
    mind = table.minds[mind_number]
    mind.place_turn = table.turn
    mind.meant = NOTHING
    number = table.players[seat_of(mind_number)].home
    for i in range(N_PLACES):
        place = N_PLACES - 1 - i
        sent = table.sent[place, number] if bits.has(places, place) else 0
        number -= sent
        mind.meant = more(mind.meant, pack_of(place, amount(table.crowd[place], seat_of(mind_number)) + sent))
    mind.kept = number


@rule
def compute_place_worth(table, mind_number):
    """Compute the worth of each helper that the plan just made sends to a place."""
    for place in range(N_PLACES):
        sent = planned_at(table, mind_number, place)
        table.minds[mind_number].place_worth[place] = table.brings[place, sent] // sent if sent > 0 else 0


@rule
def planned_at(table, mind_number, place):
    """Return the number of further helpers that the plan sends to a place."""
    return max(0, amount(table.minds[mind_number].meant, place) - amount(table.crowd[place], seat_of(mind_number)))


@rule
def left_to_place(table, mind_number):
    """Return the number of helpers that the plan still sends out or keeps."""
    left = table.minds[mind_number].kept
    for place in range(N_PLACES):
        left += planned_at(table, mind_number, place)
    return left
