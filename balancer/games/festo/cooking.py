"""Phase 4: players cook in turn and pay for their dishes (rulebook.md, § 4 Cooking)."""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.core.events import say, seat_name
from balancer.core.table import begin_turn, seat_after
from balancer.games.festo import decisions
from balancer.games.festo.components import EFFECT, N_COLOURS, N_ROWS
from balancer.games.festo.costs import (
    COOK,
    PASS,
    dish_of,
    kind_of_dish,
    kind_paid,
    need_of,
    payment,
    salt_in,
    set_gain,
    slot_called,
    way_of,
)
from balancer.games.festo.move_words import cook_words, dish_words
from balancer.games.festo.packs import NOTHING, amount, more, pack_of, total
from balancer.games.festo.stores import earn, give_back
from balancer.games.festo.table import EXTRA, N_SLOTS, TOKENS
from balancer.games.festo.words import KINDS

DESSERT = 2  # the row of desserts


@separate_rule
def cook_dishes(table):
    """Let each player cook a dish or pass, from the holder of the start card on, until all have passed."""
    table.holders[table.rounds - 1] = table.start_card
    for seat in range(table.seats):
        table.players[seat].cooking = 1
        table.players[seat].cooked = 0
    cooking = table.seats
    while cooking > 0:
        for k in range(table.seats):
            seat = seat_after(table, table.start_card, k)
            if table.players[seat].cooking:
                cooking -= cook_or_pass(table, seat)


@rule
def cook_or_pass(table, seat):
    """Play one turn: cook a dish, call a helper back, or pass; return 1 if the player passed, else 0."""
    begin_turn(table)
    option = decisions.choose_cook(table, seat)
    if option == PASS:
        table.players[seat].cooking = 0
        say("{} passes", seat_name(seat))
        return 1
    if option < COOK:
        call_back(table, seat, slot_called(option), kind_paid(option))
    else:
        cook(table, seat, option)
    return 0


@rule
def call_back(table, seat, slot, kind):
    """Call the helper on a reserved dish home for one ingredient."""
    give_back(table, seat, pack_of(kind, 1))
    free_slot(table, seat, slot)
    table.extras[EXTRA.CALL_BACKS] += 1
    say("{} calls the helper back from {} for 1 {}", seat_name(seat), dish_words(table, slot), KINDS[kind])


@rule
def free_slot(table, seat, slot):
    """Send the helper or the disc on a reserved dish home."""
    player = table.players[seat]
    if bits.has(table.by_disc, slot):
        player.discs += 1
    else:
        player.home += 1
    player.reserved = bits.less(player.reserved, slot)
    table.reserved = bits.less(table.reserved, slot)
    table.by_disc = bits.less(table.by_disc, slot)


@rule
def cook(table, seat, option):
    """Pay for a dish and take it; benefits and events then pay the player."""
    say("{} cooks {}", seat_name(seat), cook_words(table, seat, option))
    player = table.players[seat]
    dish = dish_of(option)
    paid = payment(player.hand, need_of(table, seat, dish, way_of(option)))
    give_back(table, seat, paid)
    kind = table.kinds[kind_of_dish(table, dish)]
    table.extras[EXTRA.SALT_SPENT] += salt_in(paid)
    table.spent[kind.dish_type] += total(paid)
    earn_for_spending(table, seat, paid)
    earn_for_cooking(table, seat)
    take_dish(table, seat, dish)
    add_dish(table, seat, kind)


@rule
def earn_for_spending(table, seat, paid):
    """Pay for magical desserts: victory points for each dessert whose colour is spent; salt does not count."""
    desserts = table.players[seat].benefits[DESSERT]
    if desserts != NOTHING:
        points = 0
        for colour in range(N_COLOURS):
            points += amount(desserts, colour) if amount(paid, colour) > 0 else 0
        earn(table, seat, TOKENS.MAGICAL, points)


@rule
def earn_for_cooking(table, seat):
    """Pay what the event of the round gives for a dish."""
    player = table.players[seat]
    if table.effect == EFFECT.DISH_VP or (table.effect == EFFECT.FIRST_DISH_VP and not player.cooked):
        earn(table, seat, TOKENS.EVENT, table.effect_amount)
    player.cooked = 1


@rule
def take_dish(table, seat, dish):
    """Take a dish off the table; if it is reserved, the helper on it comes home."""
    if dish >= N_SLOTS:
        table.specials_left[dish - N_SLOTS] -= 1
        return
    table.face_up = bits.less(table.face_up, dish)
    if bits.has(table.reserved, dish):
        free_slot(table, seat, dish)
        table.extras[EXTRA.RESERVED_COOKED] += 1


@rule
def add_dish(table, seat, kind):
    """Count a dish for its owner; in the magical variant a dish of a row is a benefit from now on."""
    player = table.players[seat]
    player.vp_sets += set_gain(table, player.dishes, kind.dish_type)
    player.dishes = more(player.dishes, pack_of(kind.dish_type, 1))
    player.names = bits.plus(player.names, kind.name)
    player.n_dishes += 1
    player.vp_dishes += kind.vp
    table.vp_of[kind.dish_type] += kind.vp
    table.extras[EXTRA.DISHES_DRINK + kind.dish_type] += 1
    if table.rules.magical and kind.dish_type < N_ROWS:
        player.benefits[kind.dish_type] = more(player.benefits[kind.dish_type], pack_of(kind.colour, 1))
