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
from balancer.games.festo.packs import amount, excess, lanes_with, more, pack_of, total, without_lane
from balancer.games.festo.planning import VP, reserve_worth, think, worth_of, worth_of_market
from balancer.games.festo.seats import most_of_others, seat_after
from balancer.games.festo.table import MAX_LEAD, N_PLACES, PLACE, SALT

EACH_SEAT = WORD(0x0000000101010101)

USUAL_LAST = 200  # what an ingredient is worth in the last round on the average, wanted or not
# What abilities are worth, in percent of that or, before, of the price; the Orc's, the Magician's and the Dwarf's last
# in percent of what they are worth by themselves (a regression over random divisions of helpers, then tuned).
TROLL, PIXIES, ELF, ELF_LAST, DISC_NEXT_ROUND = 25, 190, 80, 140, 55
ORC, MAGICIAN, DWARF_LAST = 70, 95, 110


# Sharing out helpers --------------------------------------------------------------------------------------------------
@chapter
def plan_places(table, seat, places, worth_of_keeping):
    """Share out the helpers in hand over open places, and over keeping; anew where the last plan was not followed."""
    mind = think(table, seat)
    if (mind.place_turn == table.turn) & (left_to_place(table, seat) == table.players[seat].home):
        return
    look_around(table, seat, helpers_to_come(table, seat))
    for place in range(N_PLACES):
        if bits.has(places, place):
            weigh_crowds(table, seat, place)
    share_out(table, seat, places, worth_of_keeping)
    note_plan(table, seat, places)


@rule
def left_to_place(table, seat):
    """How many helpers the plan still sends out or keeps."""
    left = table.minds[seat].kept
    for place in range(N_PLACES):
        left += planned_at(table, seat, place)
    return left


@rule
def planned_at(table, seat, place):
    """How many more helpers the plan sends to a place."""
    return max(0, amount(table.minds[seat].meant, place) - amount(table.crowd[place], seat))


@rule
def weigh_crowds(table, seat, place):
    """What each number of further helpers at a place would add."""
    there = amount(table.crowd[place], seat)
    most = most_of_others(table, place, seat)
    now = worth_of_crowd(table, seat, place, there, most)
    for k in range(1, table.players[seat].home + 1):
        table.brings[place, k] = worth_of_crowd(table, seat, place, there + k, most) - now


@rule
def share_out(table, seat, places, worth_of_keeping):
    """For each number of helpers the best division over the places so far, and how many of them go to the last one."""
    home = table.players[seat].home
    for number in range(home + 1):
        table.best[number] = number * worth_of_keeping
    for place in range(N_PLACES):
        if bits.has(places, place):
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
def note_plan(table, seat, places):
    """Read the best division of all helpers in hand, from the last place back to the first; the rest is kept."""
    mind = table.minds[seat]
    mind.place_turn = table.turn
    mind.meant = WORD(0)
    number = table.players[seat].home
    for i in range(N_PLACES):
        place = N_PLACES - 1 - i
        sent = table.sent[place, number] if bits.has(places, place) else 0
        number -= sent
        mind.meant = more(mind.meant, pack_of(place, amount(table.crowd[place], seat) + sent))
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
def look_around(table, seat, to_come):
    """Who comes before in player order, and how likely a lead lasts where others still place so many helpers."""
    mind = table.minds[seat]
    earlier = WORD(0)
    before = table.start_player
    while before != seat:
        earlier = earlier | bits.bit(before)
        before = seat_after(table, before, 1)
    mind.earlier = earlier
    for lead in range(MAX_LEAD + 1):
        firm = habits_of(table, seat).nerve * (1 + 2 * lead)
        mind.trust[lead] = 100 * firm // (firm + to_come) if to_come > 0 else 100


# What a crowd brings --------------------------------------------------------------------------------------------------
@chapter
def worth_of_crowd(table, seat, place, helpers, most):
    """What so many own helpers at a place bring, where others have `most` at most."""
    if helpers == 0:
        return np.int64(0)
    mind = table.minds[seat]
    others = without_lane(table.crowd[place], seat)
    before = bits.count(lanes_with(others, helpers + 1) | (lanes_with(others, helpers) & WORD(mind.earlier)))
    if place == PLACE.GROCER:
        return worth_at_grocer(table, seat, helpers, before)
    stock = total(table.markets[place])
    can_take_all = table.rules.take_all & (table.effect != EFFECT.NO_TAKE_ALL)
    rival_takes_all = can_take_all & (stock > most) & (most > 0) & (bits.count(lanes_with(others, max(1, most))) == 1)
    ability = ability_worth(table, seat, place, before)
    if helpers < most:
        taken = total(excess(others, EACH_SEAT * WORD(helpers))) + (helpers - 1) * before
        left = 0 if rival_takes_all else max(0, stock - taken)
        return worth_of_acting(table, mind, place, helpers, left, ability)
    left = max(0, stock - (helpers - 1) * before)
    value = worth_of_acting(table, mind, place, helpers, left, ability)
    if (helpers > most) & can_take_all:
        value = max(value, worth_of_market(table, mind, place, stock) * habits_of(table, seat).majority // 100)
    value += rival_takes_all * stock * habits_of(table, seat).deny
    return ability + (value - ability) * mind.trust[min(helpers - most, MAX_LEAD)] // 100


@rule
def worth_of_acting(table, mind, place, helpers, left, ability):
    """What the ability and so many helpers bring where so many ingredients are left."""
    with_ability = ability + worth_of_market(table, mind, place, min(helpers - 1, left))
    return max(with_ability, worth_of_market(table, mind, place, min(helpers, left)))


@rule
def worth_at_grocer(table, seat, helpers, before):
    """What the shelves and the start card are worth to so many helpers with others before them."""
    habits = habits_of(table, seat)
    mind = table.minds[seat]
    best = np.int64(0)
    second = np.int64(0)
    for colour in range(N_COLOURS):
        worth = worth_of(mind, colour, min(helpers, amount(table.shelf, colour)))
        second = max(second, min(worth, best))
        best = max(worth, best)
    shelf = (best if before == 0 else second) * habits.shelf // 100
    rounds_left = table.rules.rounds - table.rounds + 1
    return shelf + (habits.start_card * rounds_left if before == 0 else 0)


@rule
def ability_worth(table, seat, place, before):
    """What an ability is worth before its options are known; `before`: players who use it first."""
    mind = table.minds[seat]
    is_last = is_last_round(table)
    usual = USUAL_LAST if is_last else mind.price
    worth = usual * TROLL
    if place == PLACE.PIXIES:
        worth = usual * PIXIES
    elif place == PLACE.ORC:
        worth = reserve_worth(table, mind) * ORC
    elif place == PLACE.MAGICIAN:
        worth = mind.worth[SALT] * (amount(table.supply, SALT) > before) * MAGICIAN
    elif place == PLACE.ELF:
        worth = usual * (mind.hand != WORD(0)) * (ELF_LAST if is_last else ELF)
    elif place == PLACE.DWARF:
        discs = table.players[seat].discs * mind.price * DISC_NEXT_ROUND
        worth = VP * table.rules.dwarf_last_vp * DWARF_LAST if is_last else discs
    return worth * habits_of(table, seat).ability // 10_000 * ability_works(table, place)
