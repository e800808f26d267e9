"""Expectations of a scripted player about the others: where they place helpers, and which leads they overtake.

Only open information is read.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.table import seat_after
from balancer.games.festo.abilities import is_last_round
from balancer.games.festo.packs import FAVOURED, NOTHING, amount, more, pack_of
from balancer.games.festo.planning import as_others_see, habits_of_mind, seat_of, think
from balancer.games.festo.sharing import NO_KEEPING, divide, planned_at
from balancer.games.festo.table import GROCER, MAX_LEAD, N_PLACES

# Tuned by letting one player with other figures play against three without them.
CALM = 4  # multiplies the firmness of a lead where nobody gains by overtaking
PATIENCE_LAST = 68  # percent of patience in the last round
DARE = 60  # a player overtakes for this percent of what its plan brings per helper


@rule
def helpers_to_come(table, seat):
    """Return the number of helpers that the others have still to place."""
    to_come = -table.players[seat].home
    for other in range(table.seats):
        to_come += table.players[other].home
    return to_come


@separate_rule
def look_around(table, mind_number, to_come, worth_of_keeping):
    """Compute who comes earlier in player order, and how likely a lead lasts while others place `to_come` helpers."""
    table.seen.is_morning = worth_of_keeping != NO_KEEPING
    mind = table.minds[mind_number]
    mind.foresees = 0
    earlier = NOTHING
    before = table.start_player
    while before != seat_of(mind_number):
        earlier = more(earlier, pack_of(before, FAVOURED))
        before = seat_after(table, before, 1)
    mind.earlier = earlier
    # firmness is 2, 7, 14, 23 ... times the habit; half as many helpers to come make the trust 50%
    for lead in range(MAX_LEAD + 1):
        firm = habits_of_mind(table, mind_number).nerve * (2 + 4 * lead + lead * lead)
        mind.trust[lead] = trust_in(firm, to_come)
        mind.calm[lead] = trust_in(CALM * firm, to_come)
    for place in range(N_PLACES):
        mind.expected[place] = NOTHING
        mind.overtaken[place] = NOTHING


@rule
def patience_of(table, mind_number):
    """Return the worth that a player gives to a helper kept for the afternoon."""
    patience = habits_of_mind(table, mind_number).patience
    return patience * PATIENCE_LAST // 100 if is_last_round(table) else patience


@rule
def trust_in(firm, to_come):
    """Return how likely a lead lasts, in percent, from its firmness and the helpers to come."""
    return 100 * firm // (firm + 2 * to_come) if to_come > 0 else 100


@rule
def expect_others(table, seat, places, worth_of_keeping):
    """Expect each other player's helpers where they now bring most to a player with the usual habits.

    In the afternoon also expect the number of helpers at each place that these players would overtake.
    """
    for other in range(table.seats):
        if (other != seat) & (table.players[other].home > 0):
            expect_one(table, as_others_see(other), places, worth_of_keeping)
    expect_as_recorded(table, seat, as_others_see(0), worth_of_keeping)


@separate_rule
def expect_as_recorded(table, mind_number, others, worth_of_keeping):
    """Expect the others as recorded for this part of the day, in the minds from `others` on."""
    mind = table.minds[mind_number]
    now = part_of_day(table, worth_of_keeping)
    for other in range(table.seats):
        is_recorded = table.minds[others + other].place_turn == now
        if is_recorded & (other != seat_of(mind_number)) & (table.players[other].home > 0):
            for place in range(N_PLACES):
                sent = planned_at(table, others + other, place)
                mind.expected[place] = more(mind.expected[place], pack_of(other, sent))
                if worth_of_keeping == NO_KEEPING:
                    most = would_overtake(table, others + other, place)
                    mind.overtaken[place] = more(mind.overtaken[place], pack_of(other, most))
    mind.foresees = worth_of_keeping == NO_KEEPING


@rule
def part_of_day(table, worth_of_keeping):
    """Return a number for the morning or the afternoon of a round."""
    return 2 * table.rounds + (worth_of_keeping == NO_KEEPING)


@separate_rule
def expect_one(table, mind_number, places, worth_of_keeping):
    """Update where a player is expected to place its helpers, unless that is recorded already.

    It is computed once in each part of the day for all players, and again when the player itself has placed helpers.
    What the players before it do in the meantime changes nothing.
    """
    mind = table.minds[mind_number]
    home = table.players[seat_of(mind_number)].home
    is_current = (
        (mind.place_turn == part_of_day(table, worth_of_keeping)) & (mind.places == places) & (mind.helpers == home)
    )
    if not is_current:
        record_expected(table, mind_number, places, worth_of_keeping)


@separate_rule
def record_expected(table, mind_number, places, worth_of_keeping):
    """Record where a player would now place its helpers, and in the afternoon which majorities it would overtake."""
    think(table, mind_number)
    look_around(table, mind_number, helpers_to_come(table, seat_of(mind_number)), worth_of_keeping)
    divide(table, mind_number, places, NO_KEEPING)
    if worth_of_keeping == NO_KEEPING:
        compute_dares(table, mind_number, places)
    mind = table.minds[mind_number]
    mind.place_turn = part_of_day(table, worth_of_keeping)
    mind.places = places
    mind.helpers = table.players[seat_of(mind_number)].home


@rule
def compute_dares(table, mind_number, places):
    """Compute how many helpers a player would send to each place to gain its majority.

    Each of them must bring at least DARE percent of what helpers bring on average in its plan.
    """
    mind = table.minds[mind_number]
    home = table.players[seat_of(mind_number)].home
    each = max(1, table.best[home] * DARE)
    mind.dares = NOTHING
    places = bits.less(places, GROCER)
    while not bits.is_empty(places):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        most = 0
        for k in range(1, home + 1):
            most = max(most, table.brings[place, k])
        mind.dares = more(mind.dares, pack_of(place, min(home, 100 * home * most // each)))


@rule
def would_overtake(table, mind_number, place):
    """Return the largest number of another player's helpers at a place that this player would overtake."""
    dares = amount(table.minds[mind_number].dares, place)
    return max(0, amount(table.crowd[place], seat_of(mind_number)) + dares - 1) if dares > 0 else 0
