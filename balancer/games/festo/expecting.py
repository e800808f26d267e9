"""What a scripted player expects the others to do who still have helpers: where they go, which leads they overtake.

Only what lies open is read.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.table import seat_after
from balancer.games.festo.abilities import is_last_round
from balancer.games.festo.packs import FAVOURED, NOTHING, amount, more, pack_of
from balancer.games.festo.planning import as_others_see, habits_of_mind, seat_of, think
from balancer.games.festo.sharing import NO_KEEPING, divide, planned_at
from balancer.games.festo.table import GROCER, MAX_LEAD, N_PLACES

# Found by playing one player with other figures against three without.
CALM = 4  # how many times as much a lead is trusted where nobody gains by overtaking
PATIENCE_LAST = 68  # percent of patience in the last round
DARE = 60  # percent of what its plan brings per helper for which a player overtakes


@rule
def helpers_to_come(table, seat):
    """How many helpers the others have still to place."""
    to_come = -table.players[seat].home
    for other in range(table.seats):
        to_come += table.players[other].home
    return to_come


@separate_rule
def look_around(table, who, to_come, worth_of_keeping):
    """Who comes before in player order, and how likely a lead lasts where others still place so many helpers."""
    table.seen.is_morning = worth_of_keeping != NO_KEEPING
    mind = table.minds[who]
    mind.foresees = 0
    earlier = NOTHING
    before = table.start_player
    while before != seat_of(who):
        earlier = more(earlier, pack_of(before, FAVOURED))
        before = seat_after(table, before, 1)
    mind.earlier = earlier
    for lead in range(MAX_LEAD + 1):
        firm = habits_of_mind(table, who).nerve * (2 + 4 * lead + lead * lead)
        mind.trust[lead] = trust_in(firm, to_come)
        mind.calm[lead] = trust_in(CALM * firm, to_come)
    for place in range(N_PLACES):
        mind.expected[place] = NOTHING
        mind.overtaken[place] = NOTHING


@rule
def patience_of(table, who):
    """What a player thinks a helper kept for the afternoon is worth."""
    patience = habits_of_mind(table, who).patience
    return patience * PATIENCE_LAST // 100 if is_last_round(table) else patience


@rule
def trust_in(firm, to_come):
    """Percent: how likely a lead that is so firm lasts."""
    return 100 * firm // (firm + 2 * to_come) if to_come > 0 else 100


@rule
def expect_others(table, seat, places, worth_of_keeping):
    """Expect the others' helpers where they would bring most, as things stand, to a player with the usual habits.

    In the afternoon also how many helpers at each place they would overtake.
    """
    for other in range(table.seats):
        if (other != seat) & (table.players[other].home > 0):
            expect_one(table, as_others_see(other), places, worth_of_keeping)
    expect_as_noted(table, seat, as_others_see(0), worth_of_keeping)


@separate_rule
def expect_as_noted(table, who, others, worth_of_keeping):
    """Expect the others' helpers where they are noted for this part of the day, in the minds from `others` on."""
    mind = table.minds[who]
    now = part_of_day(table, worth_of_keeping)
    for other in range(table.seats):
        is_noted = table.minds[others + other].place_turn == now
        if is_noted & (other != seat_of(who)) & (table.players[other].home > 0):
            for place in range(N_PLACES):
                sent = planned_at(table, others + other, place)
                mind.expected[place] = more(mind.expected[place], pack_of(other, sent))
                if worth_of_keeping == NO_KEEPING:
                    most = would_overtake(table, others + other, place)
                    mind.overtaken[place] = more(mind.overtaken[place], pack_of(other, most))
    mind.foresees = worth_of_keeping == NO_KEEPING


@rule
def part_of_day(table, worth_of_keeping):
    """A number for the morning or the afternoon of a round."""
    return 2 * table.rounds + (worth_of_keeping == NO_KEEPING)


@separate_rule
def expect_one(table, who, places, worth_of_keeping):
    """Where a player is expected to place its helpers: thought of once in the morning, again when it has placed some.

    Once for all others, too, and once in the afternoon: what those before it do in the meantime is not looked at again.
    """
    mind = table.minds[who]
    home = table.players[seat_of(who)].home
    known = (mind.place_turn == part_of_day(table, worth_of_keeping)) & (mind.places == places) & (mind.helpers == home)
    if not known:
        note_expected(table, who, places, worth_of_keeping)


@separate_rule
def note_expected(table, who, places, worth_of_keeping):
    """Note where a player would now place its helpers, and in the afternoon which majorities it would overtake."""
    think(table, who)
    look_around(table, who, helpers_to_come(table, seat_of(who)), worth_of_keeping)
    divide(table, who, places, NO_KEEPING)
    if worth_of_keeping == NO_KEEPING:
        note_dares(table, who, places)
    mind = table.minds[who]
    mind.place_turn = part_of_day(table, worth_of_keeping)
    mind.places = places
    mind.helpers = table.players[seat_of(who)].home


@rule
def note_dares(table, who, places):
    """How many helpers a player would send to each place for its majority, measured by what its plan brings each."""
    mind = table.minds[who]
    home = table.players[seat_of(who)].home
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
def would_overtake(table, who, place):
    """The most helpers of another player at a place that this one would overtake."""
    dares = amount(table.minds[who].dares, place)
    return max(0, amount(table.crowd[place], seat_of(who)) + dares - 1) if dares > 0 else 0
