"""What a scripted player expects the others to do who still have helpers: where they go, which leads they overtake.

Only what lies open is read.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
from balancer.games.festo.packs import FAVOURED, amount, more, pack_of
from balancer.games.festo.planning import as_others_see, habits_of_mind, seat_of, think
from balancer.games.festo.seats import seat_after
from balancer.games.festo.sharing import NO_KEEPING, divide, planned_at
from balancer.games.festo.table import GROCER, MAX_LEAD, MAX_PLAYERS, N_PLACES

# Found by playing one player with other figures against three without.
CALM = 4  # how many times as much a lead is trusted where nobody gains by overtaking
DARE = 60  # percent of what its plan brings per helper for which a player overtakes


@rule
def helpers_to_come(table, seat):
    """How many helpers the others have still to place."""
    to_come = -table.players[seat].home
    for other in range(table.seats):
        to_come += table.players[other].home
    return to_come


@rule
def look_around(table, who, to_come, worth_of_keeping):
    """Who comes before in player order, and how likely a lead lasts where others still place so many helpers."""
    table.seen.is_morning = worth_of_keeping != NO_KEEPING
    is_foreseen = (who < MAX_PLAYERS) & (worth_of_keeping == NO_KEEPING)
    mind = table.minds[who]
    earlier = WORD(0)
    before = table.start_player
    while before != seat_of(who):
        earlier = more(earlier, pack_of(before, FAVOURED))
        before = seat_after(table, before, 1)
    mind.earlier = earlier
    for lead in range(MAX_LEAD + 1):
        firm = habits_of_mind(table, who).nerve * (2 + 4 * lead + lead * lead)
        mind.trust[lead] = trust_in(firm, to_come)
        if is_foreseen:
            mind.calm[lead] = trust_in(CALM * firm, to_come)
    for place in range(N_PLACES):
        mind.expected[place] = WORD(0)
        mind.overtaken[place] = WORD(0)


@rule
def trust_in(firm, to_come):
    """Percent: how likely a lead that is so firm lasts."""
    return 100 * firm // (firm + 2 * to_come) if to_come > 0 else 100


@rule
def expect_others(table, seat, places, worth_of_keeping):
    """Expect the others' helpers where they would bring most, as things stand, to a player with the usual habits.

    In the afternoon also how many helpers at each place they would overtake.
    """
    mind = table.minds[seat]
    for other in range(table.seats):
        if (other != seat) & (table.players[other].home > 0):
            who = as_others_see(other)
            expect_one(table, who, places, worth_of_keeping)
            for place in range(N_PLACES):
                mind.expected[place] = more(mind.expected[place], pack_of(other, planned_at(table, who, place)))
                if worth_of_keeping == NO_KEEPING:
                    most = would_overtake(table, who, place)
                    mind.overtaken[place] = more(mind.overtaken[place], pack_of(other, most))


@chapter
def expect_one(table, who, places, worth_of_keeping):
    """Where a player is expected to place its helpers: thought of once in the morning, again when it has placed some.

    Once for all others, too, and once in the afternoon: what those before it do in the meantime is not looked at again.
    """
    mind = table.minds[who]
    home = table.players[seat_of(who)].home
    part_of_day = 2 * table.rounds + (worth_of_keeping == NO_KEEPING)
    known = (mind.place_turn == part_of_day) & (mind.places == places) & (mind.helpers == home)
    if not known:
        think(table, who)
        look_around(table, who, helpers_to_come(table, seat_of(who)), worth_of_keeping)
        divide(table, who, places, np.int64(NO_KEEPING))
        if worth_of_keeping == NO_KEEPING:
            note_dares(table, who, places)
        mind.place_turn = part_of_day
        mind.places = places
        mind.helpers = home


@rule
def note_dares(table, who, places):
    """How many helpers a player would send to each place for its majority, measured by what its plan brings each."""
    mind = table.minds[who]
    home = table.players[seat_of(who)].home
    each = max(1, table.best[home] * DARE)
    mind.dares = WORD(0)
    places = places & ~bits.bit(GROCER)
    while places != WORD(0):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        most = np.int64(0)
        for k in range(1, home + 1):
            most = max(most, table.brings[place, k])
        mind.dares = more(mind.dares, pack_of(place, min(home, 100 * home * most // each)))


@rule
def would_overtake(table, who, place):
    """The most helpers of another player at a place that this one would overtake."""
    dares = amount(table.minds[who].dares, place)
    return max(0, amount(table.crowd[place], seat_of(who)) + dares - 1) if dares > 0 else 0
