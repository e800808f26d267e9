"""Where a scripted player sends its helpers: what a crowd at each place would bring, and how best to share them out.

All worth is in 1/100 VP.  Only what lies open is read.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
from balancer.core.table import habits_of
from balancer.games.festo.abilities import ability_works, is_last_round
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.packs import (
    FAVOURED,
    amount,
    count_at_least,
    count_with,
    excess,
    largest_number,
    more,
    pack_of,
    total,
    without_lane,
)
from balancer.games.festo.planning import VP, as_others_see, habits_of_mind, reserve_worth, seat_of, think, worth_of
from balancer.games.festo.seats import seat_after
from balancer.games.festo.table import GROCER, MAX_LEAD, MAX_PLAYERS, N_PLACES, PLACE, SALT

EACH_SEAT = WORD(0x0000000101010101)

USUAL_LAST = 200  # what an ingredient is worth in the last round on the average, wanted or not
# What abilities are worth, in percent of that or, before, of the price; the Orc's, the Magician's and the Dwarf's last
# in percent of what they are worth by themselves (a regression over random divisions of helpers, then tuned).
TROLL, PIXIES, ELF, ELF_LAST, DISC_NEXT_ROUND = 25, 190, 80, 140, 90
ORC, MAGICIAN, DWARF_LAST = 70, 110, 180

# What follows was found by playing one player with other figures against three without.
NO_KEEPING = -1  # in place of what a kept helper is worth: it is the afternoon
KEPT_MORE = 2  # percent that a helper kept is worth more for each one placed
PATIENCE_LAST = 68  # percent of patience in the last round
GROCER_IN_THE_MORNING = 55  # percent of its worth, for all can see it and answer
CALM = 4  # how many times as much a lead is trusted where nobody gains by overtaking
OVERTAKEN = 40  # percent of the trust where somebody does
DARE = 60  # percent of what its plan brings per helper for which a player overtakes
USUAL_STOCK, RICH = 3, 20  # each ingredient beyond the usual stock takes that percent of the doubt more off the trust


# Sharing out helpers --------------------------------------------------------------------------------------------------
@chapter
def plan_places(table, seat, places, places_of_others, worth_of_keeping):
    """Share out the helpers in hand over open places, and over keeping; anew where the last plan was not followed."""
    mind = think(table, seat)
    if (mind.place_turn == table.turn) & (left_to_place(table, seat) == table.players[seat].home):
        return
    to_come = helpers_to_come(table, seat)
    look_around(table, seat, to_come, worth_of_keeping)
    if (to_come > 0) & (habits_of(table, seat).foresight > 0):
        expect_others(table, seat, places_of_others, worth_of_keeping)
    divide(table, seat, places, worth_of_keeping)


@rule
def patience_of(table, seat):
    """What a player thinks a helper kept for the afternoon is worth."""
    patience = np.int64(habits_of(table, seat).patience)
    return patience * PATIENCE_LAST // 100 if is_last_round(table) else patience


@rule
def keep_all(table, home, worth_of_keeping):
    """The best division over no place: all helpers are kept."""
    for number in range(home + 1):
        table.best[number] = worth_of_kept(worth_of_keeping, number, home)


@rule
def worth_of_kept(worth_of_keeping, number, home):
    """What so many of the helpers in hand are worth if kept: each more, the fewer they are."""
    return max(0, worth_of_keeping) * number * (100 + KEPT_MORE * (home - number)) // 100


@rule
def divide(table, who, places, worth_of_keeping):
    """Share out the helpers in hand as is best, once the player has looked around."""
    better = places_better_than_keeping(table, who, places, worth_of_keeping)
    share_out(table, who, better, worth_of_keeping)
    note_plan(table, who, better)


@rule
def places_better_than_keeping(table, who, places, worth_of_keeping):
    """The set of places at which some number of further helpers adds more than they are worth if kept."""
    home = table.players[seat_of(who)].home
    keep_all(table, home, worth_of_keeping)
    better = WORD(0)
    while places != WORD(0):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        weigh_crowds(table, who, place, home)
        some = 0
        for k in range(1, home + 1):
            some = some | (table.brings[place, k] > table.best[home] - table.best[home - k])
        better = better | (WORD(some) << WORD(place))
    return better


@rule
def left_to_place(table, who):
    """How many helpers the plan still sends out or keeps."""
    left = table.minds[who].kept
    for place in range(N_PLACES):
        left += planned_at(table, who, place)
    return left


@rule
def planned_at(table, who, place):
    """How many more helpers the plan sends to a place."""
    return max(0, amount(table.minds[who].meant, place) - amount(table.crowd[place], seat_of(who)))


@rule
def worth_of_one_more(table, who, place):
    """What one more helper at a place adds."""
    weigh_crowds(table, who, place, np.int64(1))
    return table.brings[place, 1]


@chapter
def weigh_crowds(table, who, place, number):
    """What each number of further helpers at a place, up to `number`, would add."""
    there = amount(table.crowd[place], seat_of(who))
    if place == GROCER:
        look_at_shelves(table, who)
        now = worth_at_grocer(table, who, there)
        for k in range(1, number + 1):
            table.brings[place, k] = worth_at_grocer(table, who, there + k) - now
    else:
        look_at_character(table, who, place)
        now = worth_of_crowd(table, who, there)
        for k in range(1, number + 1):
            table.brings[place, k] = worth_of_crowd(table, who, there + k) - now


@rule
def share_out(table, who, places, worth_of_keeping):
    """For each number of helpers the best division over the places so far, and how many of them go to the last one."""
    home = table.players[seat_of(who)].home
    keep_all(table, home, worth_of_keeping)
    while places != WORD(0):
        place = bits.lowest(places)
        places = bits.without_lowest(places)
        for number in range(home, 0, -1):
            send_some(table, place, number)


@rule
def send_some(table, place, number):
    """Send as many of so many helpers to a place as is best, and the others to the places before."""
    most = table.best[number]
    sent = 0
    for k in range(1, number + 1):
        value = table.best[number - k] + table.brings[place, k]
        sent = bits.pick(value > most, k, sent)
        most = max(value, most)
    table.best[number] = most
    table.sent[place, number] = sent


@rule
def note_plan(table, who, places):
    """Read the best division of all helpers in hand, from the last place back to the first; the rest is kept."""
    mind = table.minds[who]
    mind.place_turn = table.turn
    mind.meant = WORD(0)
    number = table.players[seat_of(who)].home
    for i in range(N_PLACES):
        place = N_PLACES - 1 - i
        sent = table.sent[place, number] if bits.has(places, place) else 0
        number -= sent
        mind.meant = more(mind.meant, pack_of(place, amount(table.crowd[place], seat_of(who)) + sent))
        mind.place_worth[place] = table.brings[place, sent] // sent if sent > 0 else 0
    mind.kept = number


# What others may do ---------------------------------------------------------------------------------------------------
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


# What a crowd brings --------------------------------------------------------------------------------------------------
@rule
def others_at(table, who, place):
    """The helpers and discs of others at a place, by seat, and those expected there."""
    return more(without_lane(table.crowd[place], seat_of(who)), table.minds[who].expected[place])


@rule
def look_at_character(table, who, place):
    """What a player sees at a character before thinking of numbers of own helpers there."""
    view = table.seen
    mind = table.minds[who]
    habits = habits_of_mind(table, who)
    others = others_at(table, who, place)
    most = largest_number(others)
    stock = total(table.markets[place])
    can_take_all = table.rules.take_all & (table.effect != EFFECT.NO_TAKE_ALL)
    alone = count_with(others, max(1, most)) == 1
    view.now = without_lane(table.crowd[place], seat_of(who))
    view.most_now = largest_number(view.now)
    view.others = others
    view.most = most
    view.overtaken = mind.overtaken[place]
    view.is_foreseen = (habits.foresight > 0) & (who < MAX_PLAYERS) & (view.is_morning == 0)
    view.stock = stock
    view.wanted = min(amount(table.markets[place], place), amount(mind.wanted, place))
    view.premium = mind.worth[place] - mind.price
    view.can_take_all = can_take_all
    view.rival_takes_all = can_take_all & (stock > most) & (most > 0) & alone
    view.ability = ability_worth(table, who, place)
    view.uses = amount(table.supply, SALT) if place == PLACE.MAGICIAN else MAX_PLAYERS
    view.whole = worth_of_part(table, mind, stock) * habits.majority // 100
    view.denied = view.rival_takes_all * stock * habits.deny


@rule
def worth_of_part(table, mind, number):
    """What so many ingredients of the market looked at are worth, those of its own colour first."""
    view = table.seen
    return min(number, view.wanted) * view.premium + min(number, view.stock) * mind.price


@rule
def worth_of_crowd(table, who, helpers):
    """What so many own helpers bring at the character looked at."""
    if helpers == 0:
        return np.int64(0)
    view = table.seen
    mind = table.minds[who]
    rivals = count_at_least(view.overtaken, helpers, EACH_SEAT << WORD(7)) if view.is_foreseen else 0
    if view.is_foreseen and rivals == 0 and helpers >= view.most_now:
        calm = mind.calm[min(helpers - view.most_now, MAX_LEAD)]
        return worth_of_leading(table, mind, helpers, view.now, view.most_now, calm)
    if helpers < view.most:
        before = players_before(view.others, mind.earlier, helpers)
        ability = view.ability * (before < view.uses)
        taken = total(excess(view.others, EACH_SEAT * WORD(helpers))) + (helpers - 1) * before
        left = 0 if view.rival_takes_all else max(0, view.stock - taken)
        return worth_of_acting(table, mind, helpers, left, ability)
    trust = mind.trust[min(helpers - view.most, MAX_LEAD)]
    trust = max(0, trust - (100 - trust) * RICH * (view.stock - USUAL_STOCK) // 100)
    if rivals > 0:
        trust = trust * OVERTAKEN // 100
    return worth_of_leading(table, mind, helpers, view.others, view.most, trust)


@rule
def worth_of_leading(table, mind, helpers, others, most, trust):
    """What as many helpers as others have at most, or more, bring if that lasts, which trust says, or the ability."""
    view = table.seen
    before = players_before(others, mind.earlier, helpers)
    ability = view.ability * (before < view.uses)
    value = worth_of_acting(table, mind, helpers, max(0, view.stock - (helpers - 1) * before), ability)
    if (helpers > most) & view.can_take_all:
        value = max(value, view.whole)
    return ability + (value + view.denied - ability) * trust // 100


@rule
def players_before(others, earlier, helpers):
    """How many others act before a player with so many helpers at a place."""
    return count_at_least(others, helpers, earlier)


@rule
def worth_of_acting(table, mind, helpers, left, ability):
    """What the ability and so many helpers bring where so many ingredients are left."""
    with_ability = ability + worth_of_part(table, mind, min(helpers - 1, left))
    return max(with_ability, worth_of_part(table, mind, min(helpers, left)))


@rule
def look_at_shelves(table, who):
    """What a player sees at the Grocer."""
    view = table.seen
    rounds_left = table.rules.rounds - table.rounds + 1
    view.others = others_at(table, who, GROCER)
    view.whole = habits_of_mind(table, who).start_card * rounds_left


@rule
def worth_at_grocer(table, who, helpers):
    """What the shelves and the start card are worth to so many helpers."""
    if helpers == 0:
        return np.int64(0)
    mind = table.minds[who]
    before = players_before(table.seen.others, mind.earlier, helpers)
    best = np.int64(0)
    second = np.int64(0)
    for colour in range(N_COLOURS):
        worth = worth_of(mind, colour, min(helpers, amount(table.shelf, colour)))
        second = max(second, min(worth, best))
        best = max(worth, best)
    shelf = (best if before == 0 else second) * habits_of_mind(table, who).shelf // 100
    worth = shelf + (table.seen.whole if before == 0 else 0)
    return worth * GROCER_IN_THE_MORNING // 100 if table.seen.is_morning else worth


@rule
def ability_worth(table, who, place):
    """What an ability is worth before its options are known."""
    mind = table.minds[who]
    is_last = is_last_round(table)
    usual = USUAL_LAST if is_last else mind.price
    worth = usual * TROLL
    if place == PLACE.PIXIES:
        worth = usual * PIXIES
    elif place == PLACE.ORC:
        worth = reserve_worth(table, mind) * ORC
    elif place == PLACE.MAGICIAN:
        worth = mind.worth[SALT] * (amount(table.supply, SALT) > 0) * MAGICIAN
    elif place == PLACE.ELF:
        worth = usual * (mind.hand != WORD(0)) * (ELF_LAST if is_last else ELF)
    elif place == PLACE.DWARF:
        discs = table.players[seat_of(who)].discs * mind.price * DISC_NEXT_ROUND
        worth = VP * table.rules.dwarf_last_vp * DWARF_LAST if is_last else discs
    return worth * habits_of_mind(table, who).ability // 10_000 * ability_works(table, place)
