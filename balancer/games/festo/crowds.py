"""Worth of numbers of own helpers at each place, for scripted players who expect others there.

All worth is in 1/100 VP.  Only open information is read.
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

USUAL_LAST = 200  # mean worth of an ingredient in the last round, wanted or not
# Worth of abilities in percent of the usual worth of an ingredient: its price, in the last round USUAL_LAST.  Those of
# the Orc, of the Magician and, in the last round, of the Dwarf are in percent of what they give.  (A regression over
# random divisions of helpers, then tuned.)
TROLL, PIXIES, ELF, ELF_LAST, DISC_NEXT_ROUND = 25, 190, 80, 140, 90
ORC, MAGICIAN, DWARF_LAST = 70, 110, 180

# Tuned by letting one player with other figures play against three without them.
GROCER_IN_THE_MORNING = 55  # percent of its worth, because all others can see it and answer
OVERTAKEN = 40  # percent of the trust in a lead that remains where somebody gains by overtaking
USUAL_STOCK, RICH = 3, 20  # each ingredient beyond USUAL_STOCK raises the doubt (100 - trust) by RICH percent


@separate_rule
def weigh_crowds(table, mind_number, place, number):
    """Compute what each number of further helpers at a place, up to `number`, would add."""
    helpers_there = amount(table.crowd[place], seat_of(mind_number))
    worth_now = 0
    first = 1 if helpers_there == 0 else 0  # no helpers bring nothing
    if place == GROCER:
        look_at_shelves(table, mind_number)
        for k in range(first, number + 1):
            # helpers beyond the fullest shelf take no more
            if (k == first) | (helpers_there + k <= table.seen.stock):
                look_along_shelves(table, mind_number, helpers_there + k)
            worth = worth_at_grocer(table, mind_number, helpers_there + k)
            worth_now = worth if k == 0 else worth_now
            table.brings[place, k] = worth - worth_now
    else:
        look_at_character(table, mind_number, place)
        look_at_market(table, mind_number, helpers_there + number)
        for k in range(first, number + 1):
            worth = worth_of_crowd(table, mind_number, helpers_there + k)
            worth_now = worth if k == 0 else worth_now
            table.brings[place, k] = worth - worth_now


@rule
def worth_of_one_more(table, mind_number, place):
    """Return what one more helper at a place would add."""
    weigh_crowds(table, mind_number, place, 1)
    return table.brings[place, 1]


@rule
def others_at(table, mind_number, place):
    """Return the pack, by seat, of the helpers and discs of others at a place, and of those expected there."""
    return more(without_lane(table.crowd[place], seat_of(mind_number)), table.minds[mind_number].expected[place])


# At a character -------------------------------------------------------------------------------------------------------
@rule
def look_at_character(table, mind_number, place):
    """Compute what a player sees at a character, whatever the number of own helpers there."""
    view = table.seen
    mind = table.minds[mind_number]
    habits = habits_of_mind(table, mind_number)
    others = others_at(table, mind_number, place)
    most = largest_number(others)
    stock = total(table.markets[place])
    can_take_all = table.rules.take_all & (table.effect != EFFECT.NO_TAKE_ALL)
    one_leads = count_with(others, max(1, most)) == 1
    view.others = others
    view.most = most
    view.is_foreseen = mind.foresees
    if view.is_foreseen:
        view.now = without_lane(table.crowd[place], seat_of(mind_number))
        view.most_now = largest_number(view.now)
        view.overtaken = mind.overtaken[place]
    view.stock = stock
    view.wanted = min(amount(table.markets[place], place), amount(mind.wanted, place))
    view.premium = mind.worth[place] - mind.price
    view.rival_takes_all = can_take_all & (stock > most) & (most > 0) & one_leads
    view.ability = ability_worth(table, mind_number, place)
    view.uses = amount(table.supply, SALT) if place == PLACE.MAGICIAN else MAX_PLAYERS
    whole_market = view.wanted * view.premium + stock * mind.price
    view.whole = can_take_all * percent(whole_market, habits.majority)
    view.denied = view.rival_takes_all * stock * habits.deny


@rule
def look_at_market(table, mind_number, most):
    """Compute the worth of each number of ingredients, up to `most`, of the market: its own colour first."""
    view = table.seen
    price, premium = table.minds[mind_number].price, view.premium  # read once: the loop writes to the same record
    stock, n_wanted = view.stock, view.wanted
    worth = 0
    view.part[0] = 0
    for number in range(1, most + 1):
        worth += premium * (number <= n_wanted) + price * (number <= stock)
        view.part[number] = worth


@rule
def worth_of_crowd(table, mind_number, helpers):
    """Return the worth of a number of own helpers, at least one, at the character looked at.

    Each case computes only what it needs: computing everything without branches takes longer.
    """
    view = table.seen
    mind = table.minds[mind_number]
    if view.is_foreseen:
        rivals = count_at_least(view.overtaken, helpers, times(EACH_SEAT, FAVOURED))
        # nobody expected would overtake: only the helpers that stand there now count
        if rivals == 0 and helpers >= view.most_now:
            calm = mind.calm[min(helpers - view.most_now, MAX_LEAD)]
            return worth_of_leading(table, mind, helpers, view.now, view.most_now, calm)
        if helpers < view.most:
            return worth_behind(table, mind, helpers)
        trust = trust_in_rich_market(table, mind.trust[min(helpers - view.most, MAX_LEAD)])
        if rivals > 0:
            trust = percent(trust, OVERTAKEN)
        return worth_of_leading(table, mind, helpers, view.others, view.most, trust)
    if view.others == NOTHING:
        return worth_without_rivals(table, helpers, trust_in_rich_market(table, mind.trust[min(helpers, MAX_LEAD)]))
    if helpers < view.most:
        return worth_behind(table, mind, helpers)
    trust = trust_in_rich_market(table, mind.trust[min(helpers - view.most, MAX_LEAD)])
    return worth_of_leading(table, mind, helpers, view.others, view.most, trust)


@rule
def worth_behind(table, mind, helpers):
    """Return the worth of helpers at a character where another player has more."""
    view = table.seen
    before = players_before(view.others, mind.earlier, helpers)
    ability = view.ability * (before < view.uses)
    taken = total(excess(view.others, times(EACH_SEAT, helpers))) + (helpers - 1) * before
    left = 0 if view.rival_takes_all else max(0, view.stock - taken)
    return worth_of_acting(table, helpers, left, ability)


@rule
def trust_in_rich_market(table, trust):
    """Return how likely a lead lasts, in percent: less at a rich market."""
    return max(0, trust - percent((100 - trust) * RICH, table.seen.stock - USUAL_STOCK))


@rule
def worth_without_rivals(table, helpers, trust):
    """Return the worth of helpers at a character where nobody else is or is expected."""
    view = table.seen
    ability = view.ability * (view.uses > 0)
    value = max(ability + view.part[min(helpers - 1, view.stock)], view.part[min(helpers, view.stock)])
    return ability + percent(max(value, view.whole) - ability, trust)


@rule
def worth_of_leading(table, mind, helpers, others, most, trust):
    """Return the worth of helpers that are as many as any other player's, or more.

    `trust` is the chance, in percent, that this lasts; otherwise only the ability is used.
    """
    view = table.seen
    before = players_before(others, mind.earlier, helpers)
    ability = view.ability * (before < view.uses)
    value = worth_of_acting(table, helpers, max(0, view.stock - (helpers - 1) * before), ability)
    if helpers > most:
        value = max(value, view.whole)
    return ability + percent(value + view.denied - ability, trust)


@rule
def players_before(others, earlier, helpers):
    """Return the number of other players who act before a player with that number of helpers at a place."""
    return count_at_least(others, helpers, earlier)


@rule
def worth_of_acting(table, helpers, left, ability):
    """Return the worth of acting with helpers where `left` ingredients are left: with the ability or without."""
    view = table.seen
    return max(ability + view.part[min(helpers - 1, left)], view.part[min(helpers, left)])


@rule
def ability_worth(table, mind_number, place):
    """Return the estimated worth of an ability, before its options are known."""
    mind = table.minds[mind_number]
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
        discs = table.players[seat_of(mind_number)].discs * mind.price * DISC_NEXT_ROUND
        worth = VP * table.rules.dwarf_last_vp * DWARF_LAST if is_last else discs
    return worth * habits_of_mind(table, mind_number).ability // 10_000 * ability_works(table, place)


# At the Grocer --------------------------------------------------------------------------------------------------------
@rule
def look_at_shelves(table, mind_number):
    """Compute what a player sees at the Grocer."""
    view = table.seen
    rounds_left = table.rules.rounds - table.rounds + 1
    view.others = others_at(table, mind_number, GROCER)
    view.stock = largest_number(table.shelf)
    view.whole = habits_of_mind(table, mind_number).start_card * rounds_left


@rule
def look_along_shelves(table, mind_number, helpers):
    """Compute the worth of the two best shelves to a number of helpers."""
    best = 0
    second = 0
    for colour in range(N_COLOURS):
        worth = worth_of(table.minds[mind_number], colour, min(helpers, amount(table.shelf, colour)))
        second = max(second, min(worth, best))
        best = max(worth, best)
    table.seen.best_shelf = percent(best, habits_of_mind(table, mind_number).shelf)
    table.seen.second_shelf = percent(second, habits_of_mind(table, mind_number).shelf)


@rule
def worth_at_grocer(table, mind_number, helpers):
    """Return the worth of the shelves and the start card to a number of helpers."""
    view = table.seen
    before = players_before(view.others, table.minds[mind_number].earlier, helpers)
    worth = bits.pick(before == 0, view.best_shelf + view.whole, view.second_shelf)
    return percent(worth, GROCER_IN_THE_MORNING) if view.is_morning else worth
