"""Outcome of the crowds as they stand: all players act in an imagined action phase, character by character.

Of what abilities change, only the Pixies' helpers, who go elsewhere, and the Magician's salt, which may run out, are
followed.  All worth is in 1/100 VP.
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
    """Return the worth of what a player gets at all places if each player acts as seems best to it."""
    for place in range(GROCER):
        table.markets_left[place] = table.markets[place]
    table.salt_left = amount(table.supply, SALT)
    worth = 0
    gained = NOTHING
    for place in range(GROCER):
        crowd = table.crowd[place]
        majority = True
        while crowd != NOTHING:
            other = first_to_act(table, crowd)
            majority = majority and has_majority(table, place, other)
            mind_number = seat if other == seat else as_imagined(other)
            taken, ability = act_in_mind(table, mind_number, place, amount(crowd, other), majority)
            if other == seat:
                gained = more(gained, taken)
                worth += ability
            crowd = without_lane(crowd, other)
            majority = False
    return worth + worth_of_gains(table, seat, more(gained, shop_in_mind(table, seat)))


@rule
def worth_of_gains(table, seat, gained):
    """Return the joint worth of the ingredients received, plus that of the start card."""
    worth = 0
    if table.crowd[GROCER] != NOTHING and first_to_act(table, table.crowd[GROCER]) == seat:
        look_at_shelves(table, seat)
        worth = table.seen.whole
    for colour in range(N_COLOURS):
        worth += worth_of(table.minds[seat], colour, amount(gained, colour))
    return worth


# At a character -------------------------------------------------------------------------------------------------------
@separate_rule
def act_in_mind(table, mind_number, place, helpers, majority):
    """Return the pack that a player takes of a market with its helpers, and the worth of the ability it uses."""
    mind = think(table, mind_number)
    left = table.markets_left[place]
    stock = total(left)
    usual = ability_worth(table, mind_number, place)
    ability, target = best_target(table, mind_number) if place == PLACE.PIXIES else (usual, place)
    with_ability = worth_of_stock(mind, left, place, helpers - 1)
    without = worth_of_stock(mind, left, place, helpers)
    may_take_all = majority and stock > 0 and table.rules.take_all and table.effect != EFFECT.NO_TAKE_ALL
    works = ability_works(table, place) and (place != PLACE.MAGICIAN or table.salt_left > 0)
    worth = 0
    number = helpers
    if may_take_all and worth_of_stock(mind, left, place, stock) >= max(usual + with_ability, without):
        number = stock
    elif works and ability + with_ability >= without:
        use_in_mind(table, seat_of(mind_number), place, target)
        worth = ability if target == place else worth  # what a helper of the Pixies brings, it brings elsewhere
        number = helpers - 1
    return take_in_mind(table, place, number), worth


@rule
def best_target(table, mind_number):
    """Return the worth of a Pixies' helper where it brings most, and that place."""
    look_around(table, mind_number, 0, NO_KEEPING)
    best = 0
    target = PLACE.ORC
    for place in range(PLACE.ORC, N_PLACES):
        worth = worth_of_one_more(table, mind_number, place)
        if worth > best:
            best = worth
            target = place
    return best, target


@rule
def use_in_mind(table, seat, place, target):
    """Use an ability: a Pixies' helper goes elsewhere, or there is less salt."""
    if place == PLACE.PIXIES:
        table.crowd[place] = less(table.crowd[place], pack_of(seat, 1))
        table.crowd[target] = more(table.crowd[target], pack_of(seat, 1))
    elif place == PLACE.MAGICIAN:
        table.salt_left -= 1


@rule
def take_in_mind(table, place, number):
    """Take a number of ingredients of what is left in a market, or all there are, its own colour first."""
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
    """Return the pack that a player takes from the shelves, after those who come before it."""
    crowd = table.crowd[GROCER]
    shelf = table.shelf
    taken = NOTHING
    while amount(crowd, seat) > 0:
        other = first_to_act(table, crowd)
        mind = think(table, seat if other == seat else as_imagined(other))
        taken = best_of_shelf(mind, shelf, amount(crowd, other))
        shelf = less(shelf, taken)
        crowd = without_lane(crowd, other)
    return taken


@rule
def best_of_shelf(mind, shelf, helpers):
    """Return the pack of one colour that is worth most, at most one ingredient per helper."""
    best = -1
    taken = NOTHING
    for colour in range(N_COLOURS):
        number = min(helpers, amount(shelf, colour))
        worth = worth_of(mind, colour, number)
        if worth > best:
            best = worth
            taken = pack_of(colour, number)
    return taken
