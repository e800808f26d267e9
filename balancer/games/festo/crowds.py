"""What a crowd of own helpers at each place brings a scripted player, before and behind others.

All worth is in 1/100 VP.  Only what lies open is read.
"""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.games.festo.abilities import ability_works, is_last_round
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.packs import (
    FAVOURED,
    NOTHING,
    amount,
    count_at_least,
    count_with,
    excess,
    largest_number,
    more,
    times,
    total,
    without_lane,
)
from balancer.games.festo.planning import VP, habits_of_mind, reserve_worth, seat_of, worth_of
from balancer.games.festo.table import GROCER, MAX_LEAD, MAX_PLAYERS, PLACE, SALT
from balancer.games.festo.worth import percent

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


@separate_rule
def weigh_crowds(table, who, place, number):
    """What each number of further helpers at a place, up to `number`, would add."""
    there = amount(table.crowd[place], seat_of(who))
    now = 0
    first = 1 if there == 0 else 0  # no helpers bring nothing
    if place == GROCER:
        look_at_shelves(table, who)
        for k in range(first, number + 1):
            if (k == first) | (there + k <= table.seen.stock):
                look_along_shelves(table, who, there + k)
            worth = worth_at_grocer(table, who, there + k)
            now = worth if k == 0 else now
            table.brings[place, k] = worth - now
    else:
        look_at_character(table, who, place)
        look_at_market(table, who, there + number)
        for k in range(first, number + 1):
            worth = worth_of_crowd(table, who, there + k)
            now = worth if k == 0 else now
            table.brings[place, k] = worth - now


@rule
def worth_of_one_more(table, who, place):
    """What one more helper at a place adds."""
    weigh_crowds(table, who, place, 1)
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
    view.others = others
    view.most = most
    view.is_foreseen = mind.foresees
    if view.is_foreseen:
        view.now = without_lane(table.crowd[place], seat_of(who))
        view.most_now = largest_number(view.now)
        view.overtaken = mind.overtaken[place]
    view.stock = stock
    view.wanted = min(amount(table.markets[place], place), amount(mind.wanted, place))
    view.premium = mind.worth[place] - mind.price
    view.rival_takes_all = can_take_all & (stock > most) & (most > 0) & alone
    view.ability = ability_worth(table, who, place)
    view.uses = amount(table.supply, SALT) if place == PLACE.MAGICIAN else MAX_PLAYERS
    whole_market = view.wanted * view.premium + stock * mind.price
    view.whole = can_take_all * percent(whole_market, habits.majority)
    view.denied = view.rival_takes_all * stock * habits.deny


@rule
def look_at_market(table, who, most):
    """What each number of ingredients, up to `most`, of the market looked at is worth: its own colour first."""
    view = table.seen
    price, premium = table.minds[who].price, view.premium  # read once: the loop writes to the same record
    stock, wanted = view.stock, view.wanted
    worth = 0
    view.part[0] = 0
    for number in range(1, most + 1):
        worth += premium * (number <= wanted) + price * (number <= stock)
        view.part[number] = worth


@rule
def worth_of_crowd(table, who, helpers):
    """What so many own helpers, one at least, bring at the character looked at.

    Each case works out what it needs and no more: all at once without a branch takes longer.
    """
    view = table.seen
    mind = table.minds[who]
    if view.is_foreseen:
        rivals = count_at_least(view.overtaken, helpers, times(EACH_SEAT, FAVOURED))
        if rivals == 0 and helpers >= view.most_now:
            calm = mind.calm[min(helpers - view.most_now, MAX_LEAD)]
            return worth_of_leading(table, mind, helpers, view.now, view.most_now, calm)
        if helpers < view.most:
            return worth_behind(table, mind, helpers)
        trust = trust_of_rich(table, mind.trust[min(helpers - view.most, MAX_LEAD)])
        if rivals > 0:
            trust = percent(trust, OVERTAKEN)
        return worth_of_leading(table, mind, helpers, view.others, view.most, trust)
    if view.others == NOTHING:
        return worth_alone(table, helpers, trust_of_rich(table, mind.trust[min(helpers, MAX_LEAD)]))
    if helpers < view.most:
        return worth_behind(table, mind, helpers)
    trust = trust_of_rich(table, mind.trust[min(helpers - view.most, MAX_LEAD)])
    return worth_of_leading(table, mind, helpers, view.others, view.most, trust)


@rule
def worth_behind(table, mind, helpers):
    """What fewer helpers than another has bring."""
    view = table.seen
    before = players_before(view.others, mind.earlier, helpers)
    ability = view.ability * (before < view.uses)
    taken = total(excess(view.others, times(EACH_SEAT, helpers))) + (helpers - 1) * before
    left = 0 if view.rival_takes_all else max(0, view.stock - taken)
    return worth_of_acting(table, mind, helpers, left, ability)


@rule
def trust_of_rich(table, trust):
    """Percent: how likely a lead lasts, less for a rich market."""
    return max(0, trust - percent((100 - trust) * RICH, table.seen.stock - USUAL_STOCK))


@rule
def worth_alone(table, helpers, trust):
    """What so many helpers bring where nobody else is or is expected."""
    view = table.seen
    ability = view.ability * (view.uses > 0)
    value = max(ability + view.part[min(helpers - 1, view.stock)], view.part[min(helpers, view.stock)])
    return ability + percent(max(value, view.whole) - ability, trust)


@rule
def worth_of_leading(table, mind, helpers, others, most, trust):
    """What as many helpers as others have at most, or more, bring if that lasts, which trust says, or the ability."""
    view = table.seen
    before = players_before(others, mind.earlier, helpers)
    ability = view.ability * (before < view.uses)
    value = worth_of_acting(table, mind, helpers, max(0, view.stock - (helpers - 1) * before), ability)
    if helpers > most:
        value = max(value, view.whole)
    return ability + percent(value + view.denied - ability, trust)


@rule
def players_before(others, earlier, helpers):
    """How many others act before a player with so many helpers at a place."""
    return count_at_least(others, helpers, earlier)


@rule
def worth_of_acting(table, mind, helpers, left, ability):
    """What the ability and so many helpers bring where so many ingredients are left."""
    view = table.seen
    return max(ability + view.part[min(helpers - 1, left)], view.part[min(helpers, left)])


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
        worth = usual * (mind.hand != NOTHING) * (ELF_LAST if is_last else ELF)
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
    view.stock = largest_number(table.shelf)
    view.whole = habits_of_mind(table, who).start_card * rounds_left


@rule
def look_along_shelves(table, who, helpers):
    """What the two best shelves are worth to so many helpers: no more to more helpers than the fullest shelf holds."""
    best = 0
    second = 0
    for colour in range(N_COLOURS):
        worth = worth_of(table.minds[who], colour, min(helpers, amount(table.shelf, colour)))
        second = max(second, min(worth, best))
        best = max(worth, best)
    table.seen.best_shelf = percent(best, habits_of_mind(table, who).shelf)
    table.seen.second_shelf = percent(second, habits_of_mind(table, who).shelf)


@rule
def worth_at_grocer(table, who, helpers):
    """What the shelves and the start card are worth to so many helpers."""
    view = table.seen
    before = players_before(view.others, table.minds[who].earlier, helpers)
    worth = bits.pick(before == 0, view.best_shelf + view.whole, view.second_shelf)
    return percent(worth, GROCER_IN_THE_MORNING) if view.is_morning else worth
