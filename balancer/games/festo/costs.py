"""Costs of dishes, ways to pay for them, and the options of node `cook` (rulebook.md, § 4 Cooking).

A dish is a slot of the rows, ROAST_DISH or MAIN_DISH.  A way to pay for it is a number: for a dish of a row the
other colour (or NO_OTHER), plus EXTRA_ON_OTHER if the extra is paid in it; for a roast the colour.
"""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.games.festo.abilities import list_option, start_list
from balancer.games.festo.components import EFFECT
from balancer.games.festo.packs import (
    amount,
    count_with,
    excess,
    lanes_with,
    less,
    more,
    pack_of,
    times,
    total,
    without_lane,
)
from balancer.games.festo.table import COLUMNS, N_SLOTS, SALT

ROAST_DISH, MAIN_DISH = N_SLOTS, N_SLOTS + 1
N_DISHES = N_SLOTS + 2
NO_DISH = N_DISHES

PASS = 0
CALL_BACK = 1  # + 8 * slot + kind of ingredient paid
COOK = 128  # + 16 * dish + way
NO_OTHER = 6
EXTRA_ON_OTHER = 8
DRINK = 0  # the row of drinks

EACH_COLOUR = WORD(0x0000010101010101)
COLOURS = WORD(0b111111)


# Options as numbers ---------------------------------------------------------------------------------------------------
@rule
def call_back_option(slot, kind):
    """Return the option to call a helper back from a dish for an ingredient, as a number."""
    return CALL_BACK + 8 * slot + kind


@rule
def slot_called(option):
    """Return the slot that a helper is called back from."""
    return (option - CALL_BACK) // 8


@rule
def kind_paid(option):
    """Return the kind of ingredient paid for calling the helper back."""
    return (option - CALL_BACK) % 8


@rule
def cook_option(dish, way):
    """Return a dish and the way to pay for it as a number."""
    return COOK + 16 * dish + way


@rule
def dish_of(option):
    """Return the dish of an option."""
    return (option - COOK) // 16


@rule
def way_of(option):
    """Return the way to pay of an option."""
    return (option - COOK) % 16


@rule
def kind_of_dish(table, dish):
    """Return the kind of a dish on the table."""
    return table.special_kind[dish - N_SLOTS] if dish >= N_SLOTS else table.dish_at[dish]


# Cost of a dish -------------------------------------------------------------------------------------------------------
@rule
def column_extra(table, slot):
    """Return the number of extra ingredients that the column of a slot asks for."""
    column = slot % COLUMNS
    lifted = (table.effect == EFFECT.NO_COLUMN_EXTRA) & (column > 0)
    return bits.pick(lifted, 0, table.rules.column_extra[column])


@rule
def discount(table, seat, slot):
    """Return the discount of a seat on a dish: 0 unless it has reserved it."""
    return table.rules.reserve_discount if bits.has(table.players[seat].reserved, slot) else 0


@rule
def extra_of(table, seat, slot):
    """Return the number of extra ingredients of a dish, less the discount."""
    return max(0, column_extra(table, slot) - discount(table, seat, slot))


@rule
def other_of(table, seat, slot):
    """Return the number of ingredients of the other colour, less what the extra leaves of the discount."""
    left = max(0, discount(table, seat, slot) - column_extra(table, slot))
    return max(0, table.kinds[table.dish_at[slot]].other_amount - left)


@rule
def roast_amount(table):
    """Return the number of ingredients of one colour that a roast needs."""
    less_today = table.effect_amount if table.effect == EFFECT.ROAST_DISCOUNT else 0
    return max(0, table.kinds[table.special_kind[0]].main_amount - less_today)


@rule
def main_need(table):
    """Return the pack that a main course needs: the same number of each colour."""
    return times(EACH_COLOUR, table.kinds[table.special_kind[1]].main_amount)


@rule
def slot_need(table, seat, slot, way):
    """Return the pack that a dish of a row needs if it is paid that way."""
    kind = table.kinds[table.dish_at[slot]]
    extra = extra_of(table, seat, slot)
    other = way % EXTRA_ON_OTHER
    on_other = extra if way >= EXTRA_ON_OTHER else 0
    need = pack_of(kind.colour, kind.main_amount + extra - on_other)
    if other != NO_OTHER:
        need = more(need, pack_of(other, other_of(table, seat, slot) + on_other))
    return need


@rule
def need_of(table, seat, dish, way):
    """Return the pack that a dish needs, less what magical drinks save."""
    if dish < N_SLOTS:
        need = slot_need(table, seat, dish, way)
    elif dish == ROAST_DISH:
        need = pack_of(way, roast_amount(table))
    else:
        need = main_need(table)
    return excess(need, table.players[seat].benefits[DRINK])


# Worth for the sets ---------------------------------------------------------------------------------------------------
@rule
def set_gain(table, dishes, dish_type):
    """Return what one more dish of a type adds to the set bonus.

    The k-th dish of its type joins the k-th set: the types with at least k dishes of the player.
    """
    return table.set_step[count_with(dishes, amount(dishes, dish_type) + 1)]


# Payment --------------------------------------------------------------------------------------------------------------
@rule
def payment(hand, need):
    """Return the pack that is paid: the colours needed as far as they are held, and salt for the rest."""
    missing = excess(need, hand)
    return more(less(need, missing), pack_of(SALT, total(missing)))


@rule
def salt_in(pack):
    """Return the salt in a pack."""
    return amount(pack, SALT)


@rule
def can_pay(hand, need):
    """Return whether salt can replace what is missing."""
    return total(excess(need, hand)) <= amount(hand, SALT)


# Lists of options -----------------------------------------------------------------------------------------------------
@separate_rule
def list_cook(table, seat):
    """List the options of node `cook`: PASS, helpers called back, dishes of the rows, roasts, main course."""
    start_list(table, PASS)
    player = table.players[seat]
    list_call_backs(table, player)
    slots = slots_in_reach(table, seat)
    while not bits.is_empty(slots):
        list_slot(table, seat, bits.lowest(slots))
        slots = bits.without_lowest(slots)
    if table.specials_left[0] > 0:
        list_roasts(table, player)
    if table.specials_left[1] > 0 and can_pay(player.hand, excess(main_need(table), player.benefits[DRINK])):
        list_option(table, cook_option(MAIN_DISH, 0))


@rule
def slots_in_reach(table, seat):
    """Return the set of the slots with a dish that others have not reserved."""
    return bits.minus(table.face_up, bits.minus(table.reserved, table.players[seat].reserved))


@rule
def list_call_backs(table, player):
    """List the helpers that can be called back: each own reserved dish with each kind of ingredient held."""
    slots = player.reserved
    while not bits.is_empty(slots):
        slot = bits.lowest(slots)
        slots = bits.without_lowest(slots)
        kinds = lanes_with(player.hand, 1)
        while not bits.is_empty(kinds):
            list_option(table, call_back_option(slot, bits.lowest(kinds)))
            kinds = bits.without_lowest(kinds)


@rule
def colours_in_reach(hand, drinks, number, salt):
    """Return the set of the colours in which a number of ingredients, less what drinks save, can be paid with `salt`.

    It is empty if `salt` is below 0.
    """
    if salt < 0:
        return bits.EMPTY
    missing = excess(excess(times(EACH_COLOUR, number), drinks), without_lane(hand, SALT))
    return bits.minus(COLOURS, lanes_with(missing, salt + 1))


@rule
def salt_left(player, colour, number):
    """Return the salt left once a number of a colour is paid; below 0 if it can't be paid."""
    missing = number - amount(player.benefits[DRINK], colour) - amount(player.hand, colour)
    return amount(player.hand, SALT) - max(0, missing)


@rule
def list_slot(table, seat, slot):
    """List the ways to pay for a dish of a row: by other colour, first with the extra on the main colour."""
    player = table.players[seat]
    kind = table.kinds[table.dish_at[slot]]
    extra = extra_of(table, seat, slot)
    other = other_of(table, seat, slot)
    salt = salt_left(player, kind.colour, kind.main_amount)
    if salt < 0:
        return
    salt_with_extra = salt_left(player, kind.colour, kind.main_amount + extra)
    if other == 0:
        if salt_with_extra >= 0:
            list_option(table, cook_option(slot, NO_OTHER))
        return
    drinks = player.benefits[DRINK]
    on_main = colours_in_reach(player.hand, drinks, other, salt_with_extra)
    on_other = colours_in_reach(player.hand, drinks, other + extra, salt) if extra > 0 else bits.EMPTY
    colours = bits.less(bits.union(on_main, on_other), kind.colour)
    while not bits.is_empty(colours):
        colour = bits.lowest(colours)
        colours = bits.without_lowest(colours)
        if bits.has(on_main, colour):
            list_option(table, cook_option(slot, colour))
        if bits.has(on_other, colour):
            list_option(table, cook_option(slot, colour + EXTRA_ON_OTHER))


@rule
def list_roasts(table, player):
    """List a roast of each colour that can be paid."""
    colours = colours_in_reach(player.hand, player.benefits[DRINK], roast_amount(table), amount(player.hand, SALT))
    while not bits.is_empty(colours):
        list_option(table, cook_option(ROAST_DISH, bits.lowest(colours)))
        colours = bits.without_lowest(colours)
