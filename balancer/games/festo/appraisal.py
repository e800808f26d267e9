"""Appraisal of options by a player of Festo! (habits: personas.py; plans: planning.py).  All worth is in 1/100 VP.

Only open information is read: everything except the order of the piles and the events to come.
"""

from balancer.core import bits
from balancer.core.compile import PLAIN, rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.festo.abilities import (
    DWARF_VP,
    SKIP,
    dwarf_discs,
    elf_first,
    elf_given,
    elf_second,
    is_last_round,
    troll_colour,
    troll_source,
    troll_target,
)
from balancer.games.festo.components import N_COLOURS
from balancer.games.festo.costs import (
    COOK,
    DRINK,
    PASS,
    ROAST_DISH,
    dish_of,
    kind_of_dish,
    kind_paid,
    need_of,
    payment,
    set_gain,
    slots_in_reach,
    way_of,
)
from balancer.games.festo.crowds import ability_worth, worth_of_one_more
from balancer.games.festo.expecting import look_around, patience_of
from balancer.games.festo.packs import amount, less, more, pack_of, total
from balancer.games.festo.planning import (
    SALT_MORE,
    VP,
    compute_promises,
    cost_of_giving,
    dish_type_of,
    look_at_dishes,
    merit_of_special,
    missing_of,
    price_of,
    reserve_worth_of,
    special_need,
    think,
    weigh_slots,
    worth_of,
    worth_of_market,
    worth_of_one,
)
from balancer.games.festo.seats import has_majority
from balancer.games.festo.sharing import NO_KEEPING, planned_at
from balancer.games.festo.table import GROCER, N_KINDS, N_PLACES, PLACE, SALT
from balancer.games.festo.worth import percent

KEEP_REST = 0
DISC = 80  # percent of an ingredient that a special disc is worth, wherever it stands
DISC_AT = (0, 120, 0, 20, 40, 0)  # additional worth of a disc, by character
AVOIDS_DISC = 40  # each disc of others at the character takes this off
LEFT_OVER = 10  # each ingredient in the market takes this off, because it attracts others


# start_player ---------------------------------------------------------------------------------------------------------
@rule
def appraise_start_player(table, seat, named):
    """Return the value of naming a player: minus the own place in player order, times the habit `go_first`."""
    place = seat - named
    place += table.seats if place < 0 else 0
    return -habits_of(table, seat).go_first * place


# morning and afternoon ------------------------------------------------------------------------------------------------
@rule
def appraise_morning(table, seat, option):
    """Return the worth of keeping the rest, or of a place: more than that if the plan sends helpers there, else 0."""
    patience = patience_of(table, seat)
    if option == KEEP_REST:
        return patience
    worth = appraise_afternoon(table, seat, option - 1)
    return max(worth, patience + 1) if worth > 0 else 0


@rule
def appraise_afternoon(table, seat, place):
    """Return the worth of each helper that the plan sends to a place; 0 if it sends none."""
    return max(1, table.minds[seat].place_worth[place]) if planned_at(table, seat, place) > 0 else 0


# take_all -------------------------------------------------------------------------------------------------------------
@rule
def appraise_take_all(table, seat, taken, place):
    """Return the worth of the whole market, or else of the ability and what the other helpers take."""
    mind = table.minds[seat]
    stock = total(table.markets[place])
    if taken:
        return worth_of_market(table, mind, place, stock)
    helpers = amount(table.crowd[place], seat)
    ability = ability_worth(table, seat, place)
    with_ability = ability + worth_of_market(table, mind, place, min(helpers - 1, stock))
    return max(with_ability, worth_of_market(table, mind, place, min(helpers, stock)))


# ability --------------------------------------------------------------------------------------------------------------
@rule
def appraise_ability(table, seat, option, place):
    """Return the worth of an option of an ability; of SKIP, that of the ingredient taken instead."""
    if option == SKIP:
        return worth_of_skipping(table, seat, place)
    mind = table.minds[seat]
    if place == PLACE.TROLL:
        value = appraise_troll(mind, option)
    elif place == PLACE.PIXIES:
        value = worth_of_one_more(table, seat, option)
    elif place == PLACE.ORC:
        value = reserve_worth_of(table, mind, option - 1)
    elif place == PLACE.MAGICIAN:
        value = mind.worth[SALT]
    elif place == PLACE.ELF:
        value = appraise_elf(mind, option)
    else:
        value = appraise_dwarf(table, seat, option)
    return percent(value, mind.ability)


@rule
def is_outdone(table, seat, option, place):
    """Return whether a bound shows that an exchange is worth less than the best option so far.

    Plain Python appraises all of them, because `balancer trace` shows them.
    """
    if PLAIN or (place != PLACE.ELF) or (option == SKIP):
        return False
    mind = table.minds[seat]
    return percent(mind.most_taken - mind.giving[elf_given(option)], mind.ability) < table.decision.value


@rule
def worth_of_skipping(table, seat, place):
    """Return the worth of what one more helper takes from the market."""
    mind = table.minds[seat]
    helpers = amount(table.crowd[place], seat)
    more_taken = worth_of_market(table, mind, place, helpers)
    return more_taken - worth_of_market(table, mind, place, helpers - 1)


@rule
def look_at_ability(table, seat, place):
    """Compute what the player needs to know before appraising the options of an ability."""
    mind = think(table, seat)
    mind.ability = habits_of(table, seat).ability
    if place == PLACE.TROLL:
        look_at_access(table, seat)
    elif place == PLACE.PIXIES:
        look_around(table, seat, 0, NO_KEEPING)
    elif place == PLACE.ELF:
        look_at_exchange(mind)


@rule
def look_at_access(table, seat):
    """Estimate the chance that the player gets an ingredient at each place, in percent."""
    for place in range(N_PLACES):
        helpers = amount(table.crowd[place], seat)
        access = 0
        if helpers > 0:
            access = 70 if has_majority(table, place, seat) else 30
        table.minds[seat].access[place] = access
    for colour in range(N_COLOURS):
        table.minds[seat].one[colour] = worth_of_one(table.minds[seat], colour)


@rule
def appraise_troll(mind, option):
    """Return the worth of an ingredient that comes within the player's reach, or leaves it."""
    gained = mind.access[troll_target(option)] - mind.access[troll_source(option)]
    return percent(mind.one[troll_colour(option)], gained)


@rule
def look_at_exchange(mind):
    """Compute the worth of one and of two more ingredients of each colour, and the cost of giving each kind."""
    most = 0
    second = 0
    most_of_two = 0
    for colour in range(N_COLOURS):
        mind.one[colour] = worth_of(mind, colour, 1)
        mind.two[colour] = worth_of(mind, colour, 2)
        most_of_two = max(most_of_two, mind.two[colour])
        second = max(second, min(mind.one[colour], most))
        most = max(most, mind.one[colour])
    mind.most_taken = max(most_of_two, most + second)
    for kind in range(N_KINDS):
        mind.giving[kind] = cost_of_giving(mind, kind)


@rule
def appraise_elf(mind, option):
    """Return the worth of two ingredients for one."""
    first = elf_first(option)
    second = elf_second(option)
    taken = bits.pick(first == second, mind.two[first], mind.one[first] + mind.one[second])
    return taken - mind.giving[elf_given(option)]


@rule
def appraise_dwarf(table, seat, option):
    """Return the worth of victory points, or of discs, which depends on the character and others' discs there."""
    if option == DWARF_VP:
        return VP * table.rules.dwarf_last_vp
    discs = dwarf_discs(option)
    value = percent(total(discs) * DISC, table.minds[seat].price)
    for place in range(N_COLOURS):
        number = amount(discs, place)
        if number > 0:
            value += DISC_AT[place] - AVOIDS_DISC * discs_coming_of_others(table, seat, place)
            value -= LEFT_OVER * number * total(table.markets[place])
    return value


@rule
def discs_coming_of_others(table, seat, place):
    """Return the number of others' discs that will stand at a character in the next round."""
    discs = -amount(table.players[seat].discs_coming, place)
    for other in range(table.seats):
        discs += amount(table.players[other].discs_coming, place)
    return discs


# take and grocer ------------------------------------------------------------------------------------------------------
@rule
def appraise_take(table, seat, colour, place):
    """Return the worth of one ingredient of a colour."""
    return worth_of_one(table.minds[seat], colour)


@rule
def appraise_grocer(table, seat, colour):
    """Return the worth of the ingredients of a colour that the player gets."""
    return worth_of(table.minds[seat], colour, min(amount(table.crowd[GROCER], seat), amount(table.shelf, colour)))


# cook -----------------------------------------------------------------------------------------------------------------
@rule
def look_at_cook(table, seat):
    """Compute the price of ingredients and, in the last round, what the dishes ask for, before appraising options."""
    table.minds[seat].price = price_of(table, seat)
    if is_last_round(table):
        look_at_dishes(table, seat)


@separate_rule
def appraise_cook(table, seat, option):
    """Return the worth of a dish less its cost; in the last round with the best dish that could follow."""
    if option == PASS:
        return 0
    if option < COOK:
        return VP // 2 - table.minds[seat].price - (SALT_MORE if kind_paid(option) == SALT else 0)
    player = table.players[seat]
    dish = dish_of(option)
    need = need_of(table, seat, dish, way_of(option))
    paid = payment(player.hand, need)
    value = value_of_cooking(table, seat, dish) - table.minds[seat].price * total(need) - SALT_MORE * amount(paid, SALT)
    if is_last_round(table):
        return value + best_to_follow(table, seat, dish, less(player.hand, paid))
    return value


@rule
def value_of_cooking(table, seat, dish):
    """Return the worth of a dish, without the ingredients."""
    kind = table.kinds[kind_of_dish(table, dish)]
    habits = habits_of(table, seat)
    value = VP * kind.vp + habits.new_type * set_gain(table, table.players[seat].dishes, kind.dish_type)
    return value + habits.roast * (dish == ROAST_DISH)


@separate_rule
def best_to_follow(table, seat, dish, hand):
    """Return the merit of the best dish that could be paid for after another one; 0 if there is none."""
    player = table.players[seat]
    mind = table.minds[seat]
    compute_promises(table, seat, more(player.dishes, pack_of(dish_type_of(dish), 1)))
    drinks = player.benefits[DRINK]
    weigh_slots(mind, hand, drinks)
    best = 0
    slots = bits.less(slots_in_reach(table, seat), dish)
    while not bits.is_empty(slots):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        best = bits.pick(mind.missing_at[slot] == 0, max(mind.merit_at[slot], best), best)
    for special in range(2):
        if table.specials_left[special] > 0:
            need = special_need(table, special, hand, drinks)
            if missing_of(need, hand) == 0:
                best = max(merit_of_special(table, mind, special, need), best)
    return best
