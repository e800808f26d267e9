"""What a scripted player plans before looking at options: the dishes to cook next, and what ingredients are worth then.

Everything read here lies open.  All worth is in 1/100 VP.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
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
)
from balancer.games.festo.packs import amount, excess, less, more, pack_of, total
from balancer.games.festo.table import COLUMNS, N_KINDS, N_SLOTS, ROAST, SALT

NOT_THOUGHT = -1
VP = 100  # worth of a victory point
SALT_MORE = 60  # by how much salt is worth more than any ingredient
HURRY = 60  # what each missing ingredient takes off a dish
TARGETS = 2  # dishes planned
RESERVED = 80  # worth of being sure of the dish that is planned
HOPELESS = -(10**6)


@rule
def think(table, seat):
    """The mind of a player who knows which dishes to cook next: worked out anew when hand or dishes have changed."""
    mind = table.minds[seat]
    player = table.players[seat]
    known = (mind.round_number == table.rounds) & (mind.hand == player.hand) & (mind.reserved == table.reserved)
    if not known:
        plan(table, seat)
    return mind


@chapter
def plan(table, seat):
    """Plan the next dishes; what they lack is worth more than other ingredients."""
    mind = table.minds[seat]
    if (mind.round_number != table.rounds) | (mind.reserved != table.reserved):
        look_at_dishes(table, seat)
    mind.round_number = table.rounds
    mind.hand = table.players[seat].hand
    mind.reserved = table.reserved
    mind.price = price_of(table, seat)
    for kind in range(N_KINDS):
        mind.worth[kind] = mind.price
    mind.worth[SALT] = mind.price + SALT_MORE
    mind.wanted = WORD(0)
    mind.used = WORD(0)
    mind.dish = NO_DISH
    mind.missing = 0
    dishes = WORD(table.players[seat].dishes)
    for _ in range(TARGETS):
        note_promises(table, seat, dishes)
        dish = best_dish(table, seat)
        if dish != NO_DISH:
            want(table, seat, dish)
            dishes = more(dishes, pack_of(dish_type_of(dish), 1))


@rule
def look_at_dishes(table, seat):
    """What the dishes of the rows ask of a player, and their points: the same until one is reserved or leaves."""
    mind = table.minds[seat]
    for special in range(2):
        mind.points[N_SLOTS + special] = VP * table.kinds[table.special_kind[special]].vp
    slots = slots_in_reach(table, seat)
    while slots != WORD(0):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        kind = table.kinds[table.dish_at[slot]]
        view = mind.views[slot]
        view.colour = kind.colour
        view.main = kind.main_amount
        view.other = other_of(table, seat, slot)
        view.extra = extra_of(table, seat, slot)
        mind.points[slot] = VP * kind.vp


@rule
def note_promises(table, seat, dishes):
    """What one more dish of each type is worth, beyond its points, to a player who has cooked `dishes`."""
    mind = table.minds[seat]
    habits = habits_of(table, seat)
    for dish_type in range(N_TYPES):
        mind.promise[dish_type] = habits.new_type * set_gain(table, dishes, dish_type)
    mind.promise[ROAST] += habits.roast


@rule
def price_of(table, seat):
    """What any ingredient is worth to a player: its victory points in the last round, before that its promise."""
    return VP * table.rules.ingredient_vp if is_last_round(table) else np.int64(habits_of(table, seat).thrift)


@chapter
def best_dish(table, seat):
    """The dish that promises most for the hand as far as it is not used yet; NO_DISH where none is left."""
    mind = table.minds[seat]
    spare = less(mind.hand, mind.used)
    salt = amount(spare, SALT)
    first, second = fullest_two(spare)
    drinks = WORD(table.players[seat].benefits[DRINK])
    best = NO_DISH
    most = HOPELESS
    slots = slots_in_reach(table, seat) & ~bits.bit(mind.dish)
    while slots != WORD(0):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        size, lacking = cost_of_slot(mind.views[slot], spare, first, second, drinks)
        merit = merit_of(mind, slot, size) - HURRY * max(0, lacking - salt)
        best = bits.pick(merit > most, slot, best)
        most = max(merit, most)
    for special in range(2):
        dish = ROAST_DISH + special
        if (table.specials_left[special] > 0) & (mind.dish != dish):
            need = excess(special_need(table, special, first), drinks)
            merit = merit_of(mind, dish, total(need)) - HURRY * max(0, total(excess(need, spare)) - salt)
            best = bits.pick(merit > most, dish, best)
            most = max(merit, most)
    return best


@rule
def slots_in_reach(table, seat):
    """The set of slots with a dish that others have not reserved."""
    return WORD(table.face_up) & ~(WORD(table.reserved) ^ WORD(table.players[seat].reserved))


@rule
def merit_of(mind, dish, size):
    """What a dish brings beyond the worth of so many ingredients."""
    return mind.points[dish] + mind.promise[dish_type_of(dish)] - mind.price * size


@rule
def dish_type_of(dish):
    """The type of a dish on the table."""
    return bits.pick(dish < N_SLOTS, dish // COLUMNS, dish - N_SLOTS + ROAST)


@rule
def fullest_two(spare):
    """The two colours of which a hand has most."""
    first = np.int64(0)
    second = np.int64(1)
    most = np.int64(-1)
    next_most = np.int64(-1)
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
def cost_of_slot(view, spare, first, second, drinks):
    """How many ingredients a dish of a row costs if paid as this hand can do best, and how many of them it lacks.

    The other colour is the one held most, the extra goes where more is left; first, second: the fullest colours.
    """
    other = bits.pick(first == view.colour, second, first)
    of_main = amount(spare, view.colour)
    of_other = amount(spare, other)
    on_other = extra_on_other(view, of_main, of_other)
    main = max(0, view.main + view.extra * (1 - on_other) - amount(drinks, view.colour))
    rest = max(0, view.other + view.extra * on_other - amount(drinks, other))
    return main + rest, max(0, main - of_main) + max(0, rest - of_other)


@rule
def extra_on_other(view, of_main, of_other):
    """Whether the extra goes on the other colour, of which more is left."""
    return (view.other > 0) & (of_other - view.other > of_main - view.main)


@rule
def need_from(table, mind, dish, spare, drinks):
    """What a dish needs of each colour if it is paid as this hand can do best."""
    first, second = fullest_two(spare)
    if dish >= N_SLOTS:
        return excess(special_need(table, dish - N_SLOTS, first), drinks)
    view = mind.views[dish]
    other = bits.pick(first == view.colour, second, first)
    on_other = extra_on_other(view, amount(spare, view.colour), amount(spare, other))
    main = pack_of(view.colour, view.main + view.extra * (1 - on_other))
    return excess(more(main, pack_of(other, view.other + view.extra * on_other)), drinks)


@rule
def special_need(table, special, colour):
    """What a roast of that colour needs, or a main course."""
    return bits.pick_set(special == 0, pack_of(colour, roast_amount(table)), main_need(table))


@rule
def want(table, seat, dish):
    """Plan a dish: what it uses of the hand is no longer spare, what it lacks is wanted."""
    mind = table.minds[seat]
    spare = less(mind.hand, mind.used)
    need = need_from(table, mind, dish, spare, WORD(table.players[seat].benefits[DRINK]))
    lacking = excess(need, spare)
    missing = max(0, total(lacking) - amount(spare, SALT))
    merit = merit_of(mind, dish, total(need)) - HURRY * missing
    if mind.dish == NO_DISH:
        mind.dish = dish
        mind.missing = missing
    if missing > 0 and merit > 0:
        want_lacking(mind, lacking, mind.price + habits_of(table, seat).focus * merit // (VP * (missing + 1)))
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
    market = WORD(table.markets[place])
    own = min(number, amount(market, place))
    return worth_of(mind, place, own) + (min(number, total(market)) - own) * mind.price


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
