"""What a scripted player plans before looking at options: the dishes to cook next, and what ingredients are worth then.

Everything read here lies open.  All worth is in 1/100 VP.
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
SALT_MORE = 60  # by how much salt is worth more than any ingredient
HURRY = 60  # what each missing ingredient takes off a dish
TARGETS = 2  # dishes planned
RESERVED = 80  # worth of being sure of the dish that is planned
HOPELESS = -(10**6)


# Minds ----------------------------------------------------------------------------------------------------------------
@rule
def as_others_see(seat):
    """The number of the mind that others expect a player to have: one with the usual habits."""
    return MAX_PLAYERS + seat


@rule
def as_imagined(seat):
    """The number of the mind that a player has whom another imagines to place and to act."""
    return 2 * MAX_PLAYERS + seat


@rule
def as_imagined_others_see(seat):
    """The number of the mind that players who are imagined expect another to have."""
    return 3 * MAX_PLAYERS + seat


@rule
def seat_of(who):
    """Whose mind that is."""
    return who % MAX_PLAYERS


@rule
def habits_of_mind(table, who):
    """The habits of a player's own mind, or the usual ones."""
    return table.usual.habits if who >= MAX_PLAYERS else habits_of(table, who)


# Plans ----------------------------------------------------------------------------------------------------------------
@rule
def think(table, who):
    """The mind of a player who knows which dishes to cook next: worked out anew when hand or dishes have changed."""
    mind = table.minds[who]
    player = table.players[seat_of(who)]
    known = (mind.round_number == table.rounds) & (mind.hand == player.hand) & (mind.reserved == table.reserved)
    if not known:
        plan(table, who)
    return mind


@separate_rule
def plan(table, who):
    """Plan the next dishes; what they lack is worth more than other ingredients."""
    mind = table.minds[who]
    if (mind.round_number != table.rounds) | (mind.reserved != table.reserved):
        look_at_dishes(table, who)
    mind.round_number = table.rounds
    mind.hand = table.players[seat_of(who)].hand
    mind.reserved = table.reserved
    mind.price = price_of(table, who)
    for kind in range(N_KINDS):
        mind.worth[kind] = mind.price
    mind.worth[SALT] = mind.price + SALT_MORE
    mind.wanted = NOTHING
    mind.used = NOTHING
    mind.dish = NO_DISH
    mind.missing = 0
    dishes = table.players[seat_of(who)].dishes
    for _ in range(TARGETS):
        note_promises(table, who, dishes)
        dish = best_dish(table, who)
        if dish != NO_DISH:
            want(table, who, dish)
            dishes = more(dishes, pack_of(dish_type_of(dish), 1))


@rule
def look_at_dishes(table, who):
    """What the dishes of the rows ask of a player, and their points: the same until one is reserved or leaves."""
    mind = table.minds[who]
    slots = slots_in_reach(table, seat_of(who))
    while not bits.is_empty(slots):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        kind = table.kinds[table.dish_at[slot]]
        mind.colour_at[slot] = 8 * kind.colour
        mind.main_at[slot] = kind.main_amount
        mind.other_at[slot] = other_of(table, seat_of(who), slot)
        mind.extra_at[slot] = extra_of(table, seat_of(who), slot)
        mind.points_at[slot] = VP * kind.vp


@rule
def note_promises(table, who, dishes):
    """What one more dish of each type is worth, beyond its points, to a player who has cooked `dishes`."""
    mind = table.minds[who]
    habits = habits_of_mind(table, who)
    for dish_type in range(N_TYPES):
        mind.promise[dish_type] = habits.new_type * set_gain(table, dishes, dish_type)
    mind.promise[ROAST] += habits.roast
    for slot in range(N_SLOTS):
        mind.value_at[slot] = mind.points_at[slot] + mind.promise[slot // COLUMNS]


@rule
def price_of(table, who):
    """What any ingredient is worth to a player: its victory points in the last round, before that its promise."""
    return VP * table.rules.ingredient_vp if is_last_round(table) else habits_of_mind(table, who).thrift


@separate_rule
def best_dish(table, who):
    """The dish that promises most for the hand as far as it is not used yet; NO_DISH where none is left."""
    mind = table.minds[who]
    spare = less(mind.hand, mind.used)
    drinks = table.players[seat_of(who)].benefits[DRINK]
    weigh_slots(mind, spare, drinks)
    slots = bits.less(slots_in_reach(table, seat_of(who)), mind.dish)
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
    """What each dish of the rows brings, and how many ingredients it lacks, if paid as this hand can do best.

    The other colour is the one held most, the extra goes where more is left.  No branch, no packs: so LLVM weighs four
    dishes at once.
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
    """What a roast or a main course brings beyond the worth of the ingredients it needs."""
    points = VP * table.kinds[table.special_kind[special]].vp
    return points + mind.promise[ROAST + special] - mind.price * total(need)


@rule
def dish_type_of(dish):
    """The type of a dish on the table."""
    return bits.pick(dish < N_SLOTS, dish // COLUMNS, dish - N_SLOTS + ROAST)


@rule
def missing_of(need, spare):
    """How many ingredients a hand lacks, salt counted."""
    return max(0, total(excess(need, spare)) - amount(spare, SALT))


@rule
def fullest_two(spare):
    """The two colours of which a hand has most."""
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
    """What a dish of a row needs of each colour if it is paid as this hand can do best (see `weigh_slots`)."""
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
    """What a roast of the fullest colour needs, or a main course."""
    roast = pack_of(fullest_two(spare)[0], roast_amount(table))
    return excess(bits.pick_set(special == 0, roast, main_need(table)), drinks)


@rule
def want(table, who, dish):
    """Plan a dish: what it uses of the hand is no longer spare, what it lacks is wanted."""
    mind = table.minds[who]
    spare = less(mind.hand, mind.used)
    drinks = table.players[seat_of(who)].benefits[DRINK]
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
        want_lacking(mind, lacking, mind.price + habits_of_mind(table, who).focus * merit // (VP * (missing + 1)))
    salt = min(total(lacking), amount(spare, SALT))
    mind.used = more(mind.used, more(less(need, lacking), pack_of(SALT, salt)))


@rule
def want_lacking(mind, lacking, worth):
    """Each ingredient that a plan lacks is worth that much, and salt is."""
    for colour in range(N_COLOURS):
        if amount(lacking, colour) > 0:
            mind.worth[colour] = max(mind.worth[colour], worth)
    mind.worth[SALT] = max(mind.worth[SALT], worth)
    mind.wanted = more(mind.wanted, lacking)


@rule
def worth_of(mind, kind, number):
    """What so many ingredients of a kind are worth."""
    wanted = min(number, amount(mind.wanted, kind))
    return wanted * (mind.worth[kind] - mind.price) + number * mind.price


@rule
def worth_of_one(mind, kind):
    """What one ingredient of a kind is worth; salt is always wanted."""
    return mind.worth[kind] if (kind == SALT) | (amount(mind.wanted, kind) > 0) else mind.price


@rule
def cost_of_giving(mind, kind):
    """What it costs to give an ingredient away: less than the price if no plan needs it."""
    if amount(mind.hand, kind) > amount(mind.used, kind):
        return mind.price * 8 // 10
    return mind.worth[kind] + VP


@rule
def worth_of_market(table, mind, place, number):
    """What so many ingredients of a market are worth, those of its own colour first."""
    return worth_of_stock(mind, table.markets[place], place, number)


@rule
def worth_of_stock(mind, stock, place, number):
    """What so many ingredients of what lies in a market are worth, those of its own colour first."""
    own = min(number, amount(stock, place))
    return worth_of(mind, place, own) + (min(number, total(stock)) - own) * mind.price


@rule
def reserve_worth(table, mind):
    """What it is worth to reserve the dish that is planned."""
    free = (mind.dish < N_SLOTS) & (not bits.has(table.reserved, mind.dish))
    return reserve_worth_of(table, mind, mind.dish) if free else 0


@rule
def reserve_worth_of(table, mind, slot):
    """What it is worth to reserve a dish: what it costs less, and that it is safe; less than nothing if not planned."""
    if slot != mind.dish:
        return -RESERVED
    return table.rules.reserve_discount * mind.price + RESERVED
