"""Placing of a scripted player's helpers: the plan over open places and over keeping."""

from balancer.core.compile import separate_rule
from balancer.core.table import habits_of
from balancer.games.festo.expecting import expect_others, helpers_to_come, look_around
from balancer.games.festo.improving import improve_plan
from balancer.games.festo.planning import think
from balancer.games.festo.sharing import compute_place_worth, divide, left_to_place


@separate_rule
def plan_places(table, seat, places, places_of_others, worth_of_keeping):
    """Share out the helpers in hand over open places and over keeping, unless the last plan is still being followed."""
    mind = think(table, seat)
    if (mind.place_turn == table.turn) & (left_to_place(table, seat) == table.players[seat].home):
        return
    to_come = helpers_to_come(table, seat)
    look_around(table, seat, to_come, worth_of_keeping)
    if (to_come > 0) & (habits_of(table, seat).foresight > 0):
        expect_others(table, seat, places_of_others, worth_of_keeping)
    divide(table, seat, places, worth_of_keeping)
    compute_place_worth(table, seat)
    if habits_of(table, seat).foresight > 1:
        improve_plan(table, seat, places, places_of_others, worth_of_keeping)
