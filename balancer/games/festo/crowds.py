"""What a crowd of own helpers at each place brings a scripted player, before and behind others.

All worth is in 1/100 VP.  Only what lies open is read.
"""

import numpy as np

from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
from balancer.games.festo.abilities import ability_works, is_last_round
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.packs import (
    amount,
    count_at_least,
    count_with,
    excess,
    largest_number,
    more,
    total,
    without_lane,
)
from balancer.games.festo.planning import VP, habits_of_mind, reserve_worth, seat_of, worth_of
from balancer.games.festo.table import GROCER, MAX_LEAD, MAX_PLAYERS, PLACE, SALT

EACH_SEAT = WORD(0x0000000101010101)

USUAL_LAST = 200  # what an ingredient is worth in the last round on the average, wanted or not
# What abilities are worth, in percent of that or, before, of the price; the Orc's, the Magician's and the Dwarf's last
# in percent of what they are worth by themselves (a regression over random divisions of helpers, then tuned).
TROLL, PIXIES, ELF, ELF_LAST, DISC_NEXT_ROUND = 25, 190, 80, 140, 90
ORC, MAGICIAN, DWARF_LAST = 70, 110, 180

# What follows was found by playing one player with other figures against three without.
GROCER_IN_THE_MORNING = 55  # percent of its worth, for all can see it and answer
OVERTAKEN = 40  # percent of the trust in a lead where somebody gains by overtaking
USUAL_STOCK, RICH = 3, 20  # each ingredient beyond the usual stock takes that percent of the doubt more off the trust


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
def worth_of_one_more(table, who, place):
    """What one more helper at a place adds."""
    weigh_crowds(table, who, place, np.int64(1))
    return table.brings[place, 1]


@rule
def others_at(table, who, place):
    """The helpers and discs of others at a place, by seat, and those expected there."""
    return more(without_lane(table.crowd[place], seat_of(who)), table.minds[who].expected[place])


# At a character -------------------------------------------------------------------------------------------------------
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


# At the Grocer --------------------------------------------------------------------------------------------------------
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
