"""The decision nodes of Festo!: their options, and how one is chosen.

Options are numbered as in rulebook.md, § Options and dice.  Nodes with many options first list them, each as a whole
number, in the order of their numbers.
"""

import numpy as np

from balancer.core import bits, decision
from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.core.decision import APPRAISE
from balancer.core.taking import NO_PART
from balancer.games.festo.abilities import list_ability
from balancer.games.festo.appraisal import (
    KEEP_REST,
    appraise_ability,
    appraise_afternoon,
    appraise_cook,
    appraise_grocer,
    appraise_morning,
    appraise_start_player,
    appraise_take,
    appraise_take_all,
    is_outdone,
    look_at_ability,
    look_at_cook,
)
from balancer.games.festo.costs import COOK, dish_of, kind_of_dish, list_cook
from balancer.games.festo.expecting import patience_of
from balancer.games.festo.packs import lanes_with
from balancer.games.festo.placing import plan_places
from balancer.games.festo.planning import think
from balancer.games.festo.sharing import NO_KEEPING
from balancer.games.festo.table import NODE

ALL_PLACES = WORD(0b1111111)


@rule
def open_places(table):
    """Return the set of the places where helpers can be placed: characters that are not closed, and the Grocer."""
    return bits.minus(ALL_PLACES, table.closed)


# start_player ---------------------------------------------------------------------------------------------------------
@rule
def choose_start_player(table, seat):
    """Return the seat that the holder of the start card names."""
    k = decision.forced_or_random(table, seat, NODE.START_PLAYER, table.seats)
    if k != APPRAISE:
        return k
    decision.begin(table)
    for named in range(table.seats):
        decision.offer(table, named, appraise_start_player(table, seat, named))
    return decision.chosen(table)


# morning --------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_morning(table, seat):
    """Return KEEP_REST, or 1 + the place of the next helper."""
    places = open_places(table)
    options = bits.plus(places << 1, KEEP_REST)
    k = decision.forced_or_random(table, seat, NODE.MORNING, bits.count(options))
    if k != APPRAISE:
        return bits.select(options, k)
    plan_places(table, seat, places, ALL_PLACES, patience_of(table, seat))
    decision.begin(table)
    while not bits.is_empty(options):
        option = bits.lowest(options)
        options = bits.without_lowest(options)
        decision.offer(table, option, appraise_morning(table, seat, option))
    return decision.chosen(table)


# afternoon ------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_afternoon(table, seat):
    """Return the place of the next helper."""
    options = open_places(table)
    k = decision.forced_or_random(table, seat, NODE.AFTERNOON, bits.count(options))
    if k != APPRAISE:
        return bits.select(options, k)
    plan_places(table, seat, options, options, NO_KEEPING)
    decision.begin(table)
    while not bits.is_empty(options):
        place = bits.lowest(options)
        options = bits.without_lowest(options)
        decision.offer(table, place, appraise_afternoon(table, seat, place))
    return decision.chosen(table)


# take_all -------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_take_all(table, seat, place):
    """Return whether to take a whole market, 1 or 0."""
    k = decision.forced_or_random(table, seat, NODE.TAKE_ALL, 2)
    if k != APPRAISE:
        return k
    think(table, seat)
    decision.begin(table)
    for taken in range(2):
        decision.offer(table, taken, appraise_take_all(table, seat, taken, place))
    return decision.chosen(table)


# ability --------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_ability(table, seat, place):
    """Return SKIP, or an option of the character's ability."""
    list_ability(table, seat, place)
    k = decision.forced_or_random(table, seat, NODE.ABILITY, table.n_listed)
    if k != APPRAISE:
        return table.listed[k]
    look_at_ability(table, seat, place)
    decision.begin(table)
    for number in range(table.n_listed):
        option = table.listed[number]
        if not is_outdone(table, seat, option, place):
            decision.offer(table, option, appraise_ability(table, seat, option, place))
    return decision.chosen(table)


# take -----------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_take(table, seat, place):
    """Return the colour of the ingredient to take from a market that is not empty."""
    colours = lanes_with(table.markets[place], 1)
    k = decision.forced_or_random(table, seat, NODE.TAKE, bits.count(colours))
    if k != APPRAISE:
        return bits.select(colours, k)
    think(table, seat)
    decision.begin(table)
    while not bits.is_empty(colours):
        colour = bits.lowest(colours)
        colours = bits.without_lowest(colours)
        decision.offer(table, colour, appraise_take(table, seat, colour, place))
    return decision.chosen(table)


# grocer ---------------------------------------------------------------------------------------------------------------
@separate_rule
def choose_grocer(table, seat):
    """Return the colour to take from the shelves, which are not all empty."""
    colours = lanes_with(table.shelf, 1)
    k = decision.forced_or_random(table, seat, NODE.GROCER, bits.count(colours))
    if k != APPRAISE:
        return bits.select(colours, k)
    think(table, seat)
    decision.begin(table)
    while not bits.is_empty(colours):
        colour = bits.lowest(colours)
        colours = bits.without_lowest(colours)
        decision.offer(table, colour, appraise_grocer(table, seat, colour))
    return decision.chosen(table)


# cook -----------------------------------------------------------------------------------------------------------------
@separate_rule
def offered_cook(table, seat):
    """Return the set of the names of the dishes that can be paid for."""
    list_cook(table, seat)
    dishes = bits.EMPTY
    for number in range(table.n_listed):
        if table.listed[number] >= COOK:
            dishes = bits.plus(dishes, part_of_cook(table, seat, table.listed[number]))
    return dishes


@rule
def part_of_cook(table, seat, option):
    """Return the name of the dish cooked; NO_PART if none is."""
    return np.int64(table.kinds[kind_of_dish(table, dish_of(option))].name) if option >= COOK else NO_PART


@separate_rule
def choose_cook(table, seat):
    """Return PASS, a helper called back, or a dish and the way to pay for it."""
    list_cook(table, seat)
    k = decision.forced_or_random(table, seat, NODE.COOK, table.n_listed)
    if k != APPRAISE:
        return table.listed[k]
    look_at_cook(table, seat)
    decision.begin(table)
    for number in range(table.n_listed):
        option = table.listed[number]
        decision.offer(table, option, appraise_cook(table, seat, option))
    return decision.chosen(table)
