"""What a player of Festo! thinks of an option (habits: personas.py; plans: planning.py).  All worth is in 1/100 VP.

Only what lies open is read: everything but the order of the piles and the events to come.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
from balancer.core.table import habits_of
from balancer.games.festo.abilities import (
    DWARF_VP,
    SKIP,
    ability_works,
    dwarf_discs,
    elf_given,
    elf_one,
    elf_other,
    is_last_round,
    troll_colour,
    troll_source,
    troll_target,
)
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.costs import (
    COOK,
    PASS,
    dish_of,
    kind_of_dish,
    kind_paid,
    need_of,
    payment,
    way_of,
)
from balancer.games.festo.packs import amount, excess, lanes_with, less, more, pack_of, total, without_lane
from balancer.games.festo.planning import (
    SALT_MORE,
    VP,
    cost_of_giving,
    dishes_in_reach,
    fullest_two,
    merit_of,
    missing_of,
    need_from,
    think,
    worth_of,
    worth_of_market,
    worth_of_one,
)
from balancer.games.festo.seats import has_majority, seat_after
from balancer.games.festo.table import GROCER, N_KINDS, N_PLACES, N_SLOTS, PLACE, SALT

KEEP_REST = 0
RISK_OF_MAJORITY = 4  # percent of a majority's worth that each helper still to be placed by others takes off
LEAST_TRUST = 30  # percent that is left at least
EACH_SEAT = WORD(0x0000000101010101)
DISC = 80  # percent of an ingredient that a special disc in the next round is worth
RESERVED = 80  # worth of being sure of the dish that is planned
FALLS_SHORT = 40  # what each missing ingredient takes off a reserved dish


# start_player ---------------------------------------------------------------------------------------------------------
@rule
def appraise_start_player(table, seat, named):
    """Whoever likes to go first names himself; whoever likes to go last, the next player."""
    place = seat - named
    place += table.seats if place < 0 else 0
    return -habits_of(table, seat).go_first * place


# morning and afternoon ------------------------------------------------------------------------------------------------
@rule
def appraise_morning(table, seat, option):
    """Keep the rest for the afternoon, or what one more helper is worth at a place."""
    if option == KEEP_REST:
        return np.int64(habits_of(table, seat).patience)
    return appraise_afternoon(table, seat, option - 1)


@rule
def appraise_afternoon(table, seat, place):
    """What one more helper is worth at a place."""
    return table.minds[seat].place_worth[place]


@chapter
def look_at_places(table, seat):
    """Work out what one more helper is worth at each place; in the same turn, anew only where one was placed."""
    mind = think(table, seat)
    anew = mind.place_turn != table.turn
    if anew:
        look_around(table, seat)
    for place in range(N_PLACES):
        there = amount(table.crowd[place], seat)
        if anew | (there != mind.place_there[place]):
            mind.place_there[place] = there
            mind.place_worth[place] = worth_of_place(table, seat, place, there)


@rule
def look_around(table, seat):
    """Who comes before in player order, and how sure a majority is, by the helpers that others have still to place."""
    mind = table.minds[seat]
    mind.place_turn = table.turn
    earlier = WORD(0)
    before = table.start_player
    while before != seat:
        earlier = earlier | bits.bit(before)
        before = seat_after(table, before, 1)
    mind.earlier = earlier
    to_come = -table.players[seat].home
    for other in range(table.seats):
        to_come += table.players[other].home
    mind.trust = max(LEAST_TRUST, 100 - RISK_OF_MAJORITY * to_come)


@rule
def worth_of_place(table, seat, place, there):
    """What one more helper there adds, or half of what two add: a majority may need two."""
    now = worth_of_crowd(table, seat, place, there)
    one = worth_of_crowd(table, seat, place, there + 1) - now
    two = worth_of_crowd(table, seat, place, there + 2) - now
    return max(one, two // 2) if table.players[seat].home > 1 else one


@chapter
def worth_of_crowd(table, seat, place, helpers):
    """What so many own helpers at a place would bring, if nobody else came."""
    if helpers == 0:
        return np.int64(0)
    mind = table.minds[seat]
    others = without_lane(table.crowd[place], seat)
    ahead = lanes_with(others, helpers + 1)
    before = bits.count(ahead | (lanes_with(others, helpers) & WORD(mind.earlier)))
    if place == PLACE.GROCER:
        return worth_at_grocer(table, seat, helpers, before)
    taken = total(excess(others, EACH_SEAT * WORD(helpers))) + (helpers - 1) * before
    return worth_at_character(table, seat, place, helpers, before, taken, bits.count(ahead) == 0)


@rule
def worth_at_character(table, seat, place, helpers, before, taken, nobody_more):
    """What helpers at a character bring after `before` players, who use its ability and take so many ingredients."""
    mind = table.minds[seat]
    stock = total(table.markets[place])
    can_take_all = table.rules.take_all & (table.effect != EFFECT.NO_TAKE_ALL)
    others_take_all = can_take_all & (before == 1) & (not nobody_more)
    left = 0 if others_take_all else max(0, stock - taken)
    alone = max(
        ability_worth(table, seat, place, before) + worth_of_market(table, mind, place, min(helpers - 1, left)),
        worth_of_market(table, mind, place, min(helpers, left)),
    )
    equal = bits.count(lanes_with(without_lane(table.crowd[place], seat), helpers))
    if (equal > 0) | (not can_take_all):
        return alone
    everything = worth_of_market(table, mind, place, stock) * habits_of(table, seat).majority // 100
    return alone + max(0, everything - alone) * mind.trust // 100


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
    return shelf + (habits.start_card if before == 0 else 0)


@rule
def ability_worth(table, seat, place, before):
    """What an ability is worth before its options are known; `before`: players who use it first."""
    mind = table.minds[seat]
    worth = mind.price // 3  # Troll
    if place == PLACE.PIXIES:
        worth = mind.price
    elif place == PLACE.ORC:
        worth = reserve_worth(table, mind)
    elif place == PLACE.MAGICIAN:
        worth = mind.worth[SALT] * (amount(table.supply, SALT) > before)
    elif place == PLACE.ELF:
        worth = exchange_worth(mind)
    elif place == PLACE.DWARF:
        worth = dwarf_worth(table, seat)
    return worth * habits_of(table, seat).ability // 100 * ability_works(table, place)


@rule
def reserve_worth(table, mind):
    """What it is worth to reserve the dish that is planned."""
    free = (mind.dish < N_SLOTS) & (not bits.has(table.reserved, mind.dish))
    return reserve_worth_of(table, mind, mind.dish) if free else 0


@rule
def reserve_worth_of(table, mind, slot):
    """What it is worth to reserve a dish: what it costs less, that it is safe, less what it may lack."""
    saved = table.rules.reserve_discount * mind.price
    if slot != mind.dish:
        return saved // 2 - RESERVED
    return saved + RESERVED - FALLS_SHORT * max(0, mind.missing - 2)


@rule
def exchange_worth(mind):
    """What the Elf's exchange is worth to who has something to give: the best colour, and a choice."""
    best = mind.price
    for colour in range(N_COLOURS):
        best = max(best, worth_of_one(mind, colour))
    return (best + mind.price // 5) * (mind.hand != WORD(0))


@rule
def dwarf_worth(table, seat):
    """What the Dwarf's ability is worth: discs for the next round, or victory points."""
    if is_last_round(table):
        return np.int64(VP * table.rules.dwarf_last_vp)
    return table.players[seat].discs * table.minds[seat].price * DISC // 100


# take_all -------------------------------------------------------------------------------------------------------------
@rule
def appraise_take_all(table, seat, taken, place):
    """All of the market, or the ability and what the other helpers take."""
    mind = table.minds[seat]
    stock = total(table.markets[place])
    if taken:
        return worth_of_market(table, mind, place, stock)
    helpers = amount(table.crowd[place], seat)
    ability = ability_worth(table, seat, place, np.int64(0))
    with_ability = ability + worth_of_market(table, mind, place, min(helpers - 1, stock))
    return max(with_ability, worth_of_market(table, mind, place, min(helpers, stock)))


# ability --------------------------------------------------------------------------------------------------------------
@rule
def appraise_ability(table, seat, option, place):
    """What an option of an ability is worth, or the ingredient that the helper takes instead."""
    if option == SKIP:
        return worth_of_skipping(table, seat, place)
    mind = table.minds[seat]
    if place == PLACE.TROLL:
        value = appraise_troll(mind, option)
    elif place == PLACE.PIXIES:
        value = appraise_pixies(table, seat, option)
    elif place == PLACE.ORC:
        value = reserve_worth_of(table, mind, option - 1)
    elif place == PLACE.MAGICIAN:
        value = mind.worth[SALT]
    elif place == PLACE.ELF:
        value = appraise_elf(mind, option)
    else:
        value = appraise_dwarf(table, mind, option)
    return value * habits_of(table, seat).ability // 100


@rule
def worth_of_skipping(table, seat, place):
    """What one more helper takes from the market."""
    mind = table.minds[seat]
    helpers = amount(table.crowd[place], seat)
    more_taken = worth_of_market(table, mind, place, helpers)
    return more_taken - worth_of_market(table, mind, place, helpers - 1)


@rule
def look_at_ability(table, seat, place):
    """What the player thinks of before looking at the options of an ability."""
    mind = think(table, seat)
    if place == PLACE.TROLL:
        look_at_access(table, seat)
    elif place == PLACE.PIXIES:
        look_around(table, seat)
    elif place == PLACE.ELF:
        look_at_exchange(mind)


@rule
def look_at_access(table, seat):
    """How surely the player gets what lies at each place."""
    for place in range(N_PLACES):
        there = amount(table.crowd[place], seat)
        access = 0
        if there > 0:
            access = 70 if has_majority(table, place, seat) else 30
        table.minds[seat].access[place] = access


@rule
def appraise_troll(mind, option):
    """An ingredient that comes within own reach, or leaves it."""
    gained = mind.access[troll_target(option)] - mind.access[troll_source(option)]
    return worth_of_one(mind, troll_colour(option)) * gained // 100


@chapter
def appraise_pixies(table, seat, place):
    """What the helper adds where it goes."""
    there = amount(table.crowd[place], seat)
    return worth_of_crowd(table, seat, place, there + 1) - worth_of_crowd(table, seat, place, there)


@rule
def look_at_exchange(mind):
    """What one and two more of each colour are worth, and what giving each kind costs."""
    for colour in range(N_COLOURS):
        mind.one[colour] = worth_of(mind, colour, 1)
        mind.two[colour] = worth_of(mind, colour, 2)
    for kind in range(N_KINDS):
        mind.giving[kind] = cost_of_giving(mind, kind)


@rule
def appraise_elf(mind, option):
    """Two ingredients for one."""
    one = elf_one(option)
    other = elf_other(option)
    taken = bits.pick(one == other, mind.two[one], mind.one[one] + mind.one[other])
    return taken - mind.giving[elf_given(option)]


@rule
def appraise_dwarf(table, mind, option):
    """Victory points, or discs where most ingredients will lie."""
    if option == DWARF_VP:
        return VP * table.rules.dwarf_last_vp
    discs = dwarf_discs(option)
    value = 0
    for place in range(N_COLOURS):
        number = amount(discs, place)
        if number > 0:
            value += number * (mind.price * DISC // 100 + 10 * total(table.markets[place])) + 10 * (number - 1)
    return value


# take and grocer ------------------------------------------------------------------------------------------------------
@rule
def appraise_take(table, seat, colour, place):
    """What one ingredient of a colour is worth."""
    return worth_of_one(table.minds[seat], colour)


@rule
def appraise_grocer(table, seat, colour):
    """What the player gets of a colour is worth."""
    return worth_of(table.minds[seat], colour, min(amount(table.crowd[GROCER], seat), amount(table.shelf, colour)))


# cook -----------------------------------------------------------------------------------------------------------------
@chapter
def appraise_cook(table, seat, option):
    """A dish less what it costs; in the last round with the best dish that could follow."""
    if option == PASS:
        return 0
    if option < COOK:
        return VP // 2 - table.minds[seat].price - (SALT_MORE if kind_paid(option) == SALT else 0)
    player = table.players[seat]
    dish = dish_of(option)
    need = need_of(table, seat, dish, way_of(option))
    paid = payment(player.hand, need)
    value = merit_of(table, seat, dish, player.dishes, need) - SALT_MORE * amount(paid, SALT)
    if is_last_round(table):
        return value + best_to_follow(table, seat, dish, less(player.hand, paid))
    return value


@chapter
def best_to_follow(table, seat, dish, hand):
    """What the best dish is worth that could be paid after another."""
    player = table.players[seat]
    dishes = more(player.dishes, pack_of(table.kinds[kind_of_dish(table, dish)].dish_type, 1))
    first, second = fullest_two(hand)
    best = 0
    left = dishes_in_reach(table, seat)
    if dish < N_SLOTS:
        left = left & ~bits.bit(dish)
    while left != WORD(0):
        other = bits.lowest(left)
        left = bits.without_lowest(left)
        need = need_from(table, seat, other, hand, first, second)
        merit = merit_of(table, seat, other, dishes, need)
        best = bits.pick(missing_of(need, hand) == 0, max(merit, best), best)
    return best
