"""What a player would get out of the crowds as they stand: everybody acts in mind, character by character.

What abilities change is left out, but for the Pixies' helpers, who go elsewhere, and the Magician's salt, which may
run out.  All worth is in 1/100 VP.
"""

from balancer.core.compile import rule, separate_rule
from balancer.games.festo.abilities import ability_works
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.crowds import ability_worth, look_at_shelves, worth_of_one_more
from balancer.games.festo.expecting import look_around
from balancer.games.festo.packs import NOTHING, amount, less, more, pack_of, total, without_lane
from balancer.games.festo.planning import as_imagined, seat_of, think, worth_of, worth_of_stock
from balancer.games.festo.seats import first_to_act, has_majority
from balancer.games.festo.sharing import NO_KEEPING
from balancer.games.festo.table import GROCER, N_PLACES, PLACE, SALT


@separate_rule
def worth_of_outcome(table, seat):
    """What a player gets at all places, if each acts as seems best to it."""
    for place in range(GROCER):
        table.markets_left[place] = table.markets[place]
    table.salt_left = amount(table.supply, SALT)
    worth = 0
    gained = NOTHING
    for place in range(GROCER):
        here = table.crowd[place]
        majority = True
        while here != NOTHING:
            other = first_to_act(table, here)
            majority = majority and has_majority(table, place, other)
            who = seat if other == seat else as_imagined(other)
            got, ability = act_in_mind(table, who, place, amount(here, other), majority)
            if other == seat:
                gained = more(gained, got)
                worth += ability
            here = without_lane(here, other)
            majority = False
    return worth + worth_of_gains(table, seat, more(gained, shop_in_mind(table, seat)))


@rule
def worth_of_gains(table, seat, gained):
    """What the ingredients received are worth together, and the start card."""
    worth = 0
    if table.crowd[GROCER] != NOTHING and first_to_act(table, table.crowd[GROCER]) == seat:
        look_at_shelves(table, seat)
        worth = table.seen.whole
    for colour in range(N_COLOURS):
        worth += worth_of(table.minds[seat], colour, amount(gained, colour))
    return worth


# At a character -------------------------------------------------------------------------------------------------------
@separate_rule
def act_in_mind(table, who, place, helpers, majority):
    """What a player takes of a market with so many helpers, and what the ability it uses is worth."""
    mind = think(table, who)
    left = table.markets_left[place]
    stock = total(left)
    usual = ability_worth(table, who, place)
    ability, target = best_target(table, who) if place == PLACE.PIXIES else (usual, place)
    with_ability = worth_of_stock(mind, left, place, helpers - 1)
    without = worth_of_stock(mind, left, place, helpers)
    may_take_all = majority and stock > 0 and table.rules.take_all and table.effect != EFFECT.NO_TAKE_ALL
    works = ability_works(table, place) and (place != PLACE.MAGICIAN or table.salt_left > 0)
    worth = 0
    number = helpers
    if may_take_all and worth_of_stock(mind, left, place, stock) >= max(usual + with_ability, without):
        number = stock
    elif works and ability + with_ability >= without:
        use_in_mind(table, seat_of(who), place, target)
        worth = ability if target == place else worth  # what a helper of the Pixies brings, it brings elsewhere
        number = helpers - 1
    return take_in_mind(table, place, number), worth


@rule
def best_target(table, who):
    """Where a helper of the Pixies brings most, and how much."""
    look_around(table, who, 0, NO_KEEPING)
    best = 0
    target = PLACE.ORC
    for place in range(PLACE.ORC, N_PLACES):
        worth = worth_of_one_more(table, who, place)
        if worth > best:
            best = worth
            target = place
    return best, target


@rule
def use_in_mind(table, seat, place, target):
    """A helper of the Pixies goes elsewhere; there is less salt."""
    if place == PLACE.PIXIES:
        table.crowd[place] = less(table.crowd[place], pack_of(seat, 1))
        table.crowd[target] = more(table.crowd[target], pack_of(seat, 1))
    elif place == PLACE.MAGICIAN:
        table.salt_left -= 1


@rule
def take_in_mind(table, place, number):
    """Take so many ingredients of what is left in a market, or all there are, its own colour first."""
    left = table.markets_left[place]
    taken = pack_of(place, min(number, amount(left, place)))
    for colour in range(N_COLOURS):
        more_taken = min(number - total(taken), amount(left, colour)) if colour != place else 0
        taken = more(taken, pack_of(colour, more_taken))
    table.markets_left[place] = less(left, taken)
    return taken


# At the Grocer --------------------------------------------------------------------------------------------------------
@rule
def shop_in_mind(table, seat):
    """What a player takes of the shelves, after those who come before it."""
    here = table.crowd[GROCER]
    shelf = table.shelf
    taken = NOTHING
    while amount(here, seat) > 0:
        other = first_to_act(table, here)
        mind = think(table, seat if other == seat else as_imagined(other))
        taken = best_of_shelf(mind, shelf, amount(here, other))
        shelf = less(shelf, taken)
        here = without_lane(here, other)
    return taken


@rule
def best_of_shelf(mind, shelf, helpers):
    """The ingredients of one colour that are worth most to so many helpers."""
    best = -1
    taken = NOTHING
    for colour in range(N_COLOURS):
        number = min(helpers, amount(shelf, colour))
        worth = worth_of(mind, colour, number)
        if worth > best:
            best = worth
            taken = pack_of(colour, number)
    return taken
