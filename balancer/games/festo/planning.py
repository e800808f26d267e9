"""Planning of a scripted player before it looks at options: the dishes to cook next, and the worth of ingredients.

Everything read here is open information.  All worth is in 1/100 VP.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.festo.abilities import is_last_round
from balancer.games.festo.components import N_COLOURS, N_TYPES
from balancer.games.festo.costs import (
    DRINK,
    NO_DISH,
    ROAST_DISH,
    extra_of,
    main_need,
    other_of,
    roast_amount,
    set_gain,
    slots_in_reach,
)
from balancer.games.festo.packs import NOTHING, amount, excess, less, more, number_at, pack_of, total
from balancer.games.festo.table import COLUMNS, MAX_PLAYERS, N_KINDS, N_SLOTS, ROAST, SALT

VP = 100  # worth of a victory point
SALT_MORE = 60  # additional worth of salt
HURRY = 60  # each missing ingredient takes this off a dish
TARGETS = 2  # dishes planned
RESERVED = 80  # worth of being sure of the dish that is planned
HOPELESS = -(10**6)  # less than the merit of any dish


# Minds ----------------------------------------------------------------------------------------------------------------
# The number of a player's own mind is its seat.  Other minds of the same player hold what it would think with the usual
# habits: as others expect it, as another imagines it, and as imagined players expect it.
@rule
def as_others_see(seat):
    """Return the number of the mind that others expect a player to have: one with the usual habits."""
    return MAX_PLAYERS + seat


@rule
def as_imagined(seat):
    """Return the number of the mind that a player has when another imagines it to place and to act."""
    return 2 * MAX_PLAYERS + seat


@rule
def as_imagined_others_see(seat):
    """Return the number of the mind that imagined players expect a player to have."""
    return 3 * MAX_PLAYERS + seat


@rule
def seat_of(mind_number):
    """Return the seat whose mind that is."""
    return mind_number % MAX_PLAYERS


@rule
def habits_of_mind(table, mind_number):
    """Return the habits of a player's own mind, or the usual ones for any other mind."""
    return table.usual.habits if mind_number >= MAX_PLAYERS else habits_of(table, mind_number)


# Plans ----------------------------------------------------------------------------------------------------------------
@rule
def think(table, mind_number):
    """Return a mind with a plan of the next dishes; plan again if round, hand or reserved dishes have changed."""
    mind = table.minds[mind_number]
    player = table.players[seat_of(mind_number)]
    is_current = (mind.round_number == table.rounds) & (mind.hand == player.hand) & (mind.reserved == table.reserved)
    if not is_current:
        plan(table, mind_number)
    return mind


@separate_rule
def plan(table, mind_number):
    """Plan the next dishes; the ingredients that they lack are worth more than others."""
    mind = table.minds[mind_number]
    if (mind.round_number != table.rounds) | (mind.reserved != table.reserved):
        look_at_dishes(table, mind_number)
    mind.round_number = table.rounds
    mind.hand = table.players[seat_of(mind_number)].hand
    mind.reserved = table.reserved
    mind.price = price_of(table, mind_number)
    for kind in range(N_KINDS):
        mind.worth[kind] = mind.price
    mind.worth[SALT] = mind.price + SALT_MORE
    mind.wanted = NOTHING
    mind.used = NOTHING
    mind.dish = NO_DISH
    mind.missing = 0
    dishes = table.players[seat_of(mind_number)].dishes
    for _ in range(TARGETS):
        compute_promises(table, mind_number, dishes)
        dish = best_dish(table, mind_number)
        if dish != NO_DISH:
            plan_dish(table, mind_number, dish)
            dishes = more(dishes, pack_of(dish_type_of(dish), 1))


@rule
def look_at_dishes(table, mind_number):
    """Compute what the dishes of the rows need, and their points: the same until one is reserved or leaves."""
    mind = table.minds[mind_number]
    slots = slots_in_reach(table, seat_of(mind_number))
    while not bits.is_empty(slots):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        kind = table.kinds[table.dish_at[slot]]
        mind.colour_at[slot] = 8 * kind.colour
        mind.main_at[slot] = kind.main_amount
        mind.other_at[slot] = other_of(table, seat_of(mind_number), slot)
        mind.extra_at[slot] = extra_of(table, seat_of(mind_number), slot)
        mind.points_at[slot] = VP * kind.vp


@rule
def compute_promises(table, mind_number, dishes):
    """Compute the worth of one more dish of each type, beyond its points, to a player who has cooked `dishes`."""
    mind = table.minds[mind_number]
    habits = habits_of_mind(table, mind_number)
    for dish_type in range(N_TYPES):
        mind.promise[dish_type] = habits.new_type * set_gain(table, dishes, dish_type)
    mind.promise[ROAST] += habits.roast
    for slot in range(N_SLOTS):
        mind.value_at[slot] = mind.points_at[slot] + mind.promise[slot // COLUMNS]


@rule
def price_of(table, mind_number):
    """Return the worth of any ingredient to a player: its victory points in the last round, before that its promise."""
    return VP * table.rules.ingredient_vp if is_last_round(table) else habits_of_mind(table, mind_number).thrift


@separate_rule
def best_dish(table, mind_number):
    """Return the dish that promises most for the part of the hand not used yet; NO_DISH if none is left."""
    mind = table.minds[mind_number]
    spare = less(mind.hand, mind.used)
    drinks = table.players[seat_of(mind_number)].benefits[DRINK]
    weigh_slots(mind, spare, drinks)
    slots = bits.less(slots_in_reach(table, seat_of(mind_number)), mind.dish)
    best = NO_DISH
    most = HOPELESS
    while not bits.is_empty(slots):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        merit = mind.merit_at[slot] - HURRY * mind.missing_at[slot]
        best = bits.pick(merit > most, slot, best)
        most = max(merit, most)
    for special in range(2):
        dish = ROAST_DISH + special
        if (table.specials_left[special] > 0) & (mind.dish != dish):
            need = special_need(table, special, spare, drinks)
            merit = merit_of_special(table, mind, special, need) - HURRY * missing_of(need, spare)
            best = bits.pick(merit > most, dish, best)
            most = max(merit, most)
    return best


@separate_rule
def weigh_slots(mind, spare, drinks):
    """Compute the merit of each dish of the rows and the number of ingredients it lacks, if paid in the best way.

    The other colour is the one held most; the extra goes to the colour with more left.  Without branches and
    packs LLVM weighs four dishes at once.
    """
    first, second = fullest_two(spare)
    salt = amount(spare, SALT)
    price = mind.price
    of_first, of_second = amount(spare, first), amount(spare, second)
    saved_first, saved_second = amount(drinks, first), amount(drinks, second)
    for slot in range(N_SLOTS):
        colour = mind.colour_at[slot]
        is_first = colour == 8 * first
        of_main = number_at(spare, colour)
        saved_main = number_at(drinks, colour)
        of_other = bits.pick(is_first, of_second, of_first)
        saved_other = bits.pick(is_first, saved_second, saved_first)
        other = mind.other_at[slot]
        main = mind.main_at[slot]
        on_other = (other > 0) & (of_other - other > of_main - main)
        extra = mind.extra_at[slot] * on_other
        main = max(0, main + mind.extra_at[slot] - extra - saved_main)
        other = max(0, other + extra - saved_other)
        mind.missing_at[slot] = max(0, max(0, main - of_main) + max(0, other - of_other) - salt)
        mind.merit_at[slot] = mind.value_at[slot] - price * (main + other)


@rule
def merit_of_special(table, mind, special, need):
    """Return the worth of a roast or a main course beyond that of the ingredients it needs."""
    points = VP * table.kinds[table.special_kind[special]].vp
    return points + mind.promise[ROAST + special] - mind.price * total(need)


@rule
def dish_type_of(dish):
    """Return the type of a dish on the table."""
    return bits.pick(dish < N_SLOTS, dish // COLUMNS, dish - N_SLOTS + ROAST)


@rule
def missing_of(need, spare):
    """Return the number of ingredients that a hand lacks, its salt included."""
    return max(0, total(excess(need, spare)) - amount(spare, SALT))


@rule
def fullest_two(spare):
    """Return the two colours that a hand has most of."""
    first = 0
    second = 1
    most = -1
    next_most = -1
    for colour in range(N_COLOURS):
        number = amount(spare, colour)
        leads = number > most
        follows = number > next_most
        second = bits.pick(leads, first, bits.pick(follows, colour, second))
        next_most = bits.pick(leads, most, bits.pick(follows, number, next_most))
        first = bits.pick(leads, colour, first)
        most = bits.pick(leads, number, most)
    return first, second


@rule
def need_of_slot(mind, slot, spare, drinks):
    """Return the pack that a dish of a row needs if it is paid in the best way (see `weigh_slots`)."""
    first, second = fullest_two(spare)
    colour = mind.colour_at[slot] >> 3
    other = bits.pick(first == colour, second, first)
    number = mind.other_at[slot]
    on_other = (number > 0) & (amount(spare, other) - number > amount(spare, colour) - mind.main_at[slot])
    extra = mind.extra_at[slot] * on_other
    main = pack_of(colour, mind.main_at[slot] + mind.extra_at[slot] - extra)
    return excess(more(main, pack_of(other, number + extra)), drinks)


@rule
def special_need(table, special, spare, drinks):
    """Return the pack that a roast of the fullest colour needs, or a main course."""
    roast = pack_of(fullest_two(spare)[0], roast_amount(table))
    return excess(bits.pick_set(special == 0, roast, main_need(table)), drinks)


@rule
def plan_dish(table, mind_number, dish):
    """Plan a dish: the ingredients of the hand that it uses are no longer spare, those it lacks are wanted."""
    mind = table.minds[mind_number]
    spare = less(mind.hand, mind.used)
    drinks = table.players[seat_of(mind_number)].benefits[DRINK]
    if dish < N_SLOTS:
        need = need_of_slot(mind, dish, spare, drinks)
        merit = mind.merit_at[dish]
    else:
        need = special_need(table, dish - N_SLOTS, spare, drinks)
        merit = merit_of_special(table, mind, dish - N_SLOTS, need)
    lacking = excess(need, spare)
    missing = max(0, total(lacking) - amount(spare, SALT))
    merit -= HURRY * missing
    if mind.dish == NO_DISH:
        mind.dish = dish
        mind.missing = missing
    if missing > 0 and merit > 0:
        share = habits_of_mind(table, mind_number).focus * merit // (VP * (missing + 1))
        raise_worth(mind, lacking, mind.price + share)
    salt = min(total(lacking), amount(spare, SALT))
    mind.used = more(mind.used, more(less(need, lacking), pack_of(SALT, salt)))


@rule
def raise_worth(mind, lacking, worth):
    """Raise the worth of the ingredients that a plan lacks, and of salt."""
    for colour in range(N_COLOURS):
        if amount(lacking, colour) > 0:
            mind.worth[colour] = max(mind.worth[colour], worth)
    mind.worth[SALT] = max(mind.worth[SALT], worth)
    mind.wanted = more(mind.wanted, lacking)


@rule
def worth_of(mind, kind, number):
    """Return the worth of a number of ingredients of a kind."""
    n_wanted = min(number, amount(mind.wanted, kind))
    return n_wanted * (mind.worth[kind] - mind.price) + number * mind.price


@rule
def worth_of_one(mind, kind):
    """Return the worth of one ingredient of a kind; salt is always wanted."""
    return mind.worth[kind] if (kind == SALT) | (amount(mind.wanted, kind) > 0) else mind.price


@rule
def cost_of_giving(mind, kind):
    """Return the cost of giving an ingredient away: less than the price if no plan needs it."""
    if amount(mind.hand, kind) > amount(mind.used, kind):
        return mind.price * 8 // 10
    return mind.worth[kind] + VP


@rule
def worth_of_market(table, mind, place, number):
    """Return the worth of a number of ingredients of a market, those of its own colour first."""
    return worth_of_stock(mind, table.markets[place], place, number)


@rule
def worth_of_stock(mind, stock, place, number):
    """Return the worth of a number of ingredients of a market's stock, those of its own colour first."""
    own = min(number, amount(stock, place))
    return worth_of(mind, place, own) + (min(number, total(stock)) - own) * mind.price


@rule
def reserve_worth(table, mind):
    """Return the worth of reserving the dish planned first; 0 if that can't be done."""
    free = (mind.dish < N_SLOTS) & (not bits.has(table.reserved, mind.dish))
    return reserve_worth_of(table, mind, mind.dish) if free else 0


@rule
def reserve_worth_of(table, mind, slot):
    """Return the worth of reserving a dish: the discount, and being sure of it; negative if it is not planned."""
    if slot != mind.dish:
        return -RESERVED
    return table.rules.reserve_discount * mind.price + RESERVED
