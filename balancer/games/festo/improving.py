"""Improvement of the plan of a player's helpers by imagining the rest of the day (imagining.py)."""

from balancer.core import bits
from balancer.core.compile import PLAIN, rule, separate_rule
from balancer.core.events import say, seat_name
from balancer.games.festo.imagining import KEPT, worth_of_division
from balancer.games.festo.packs import NOTHING, amount, more, pack_of
from balancer.games.festo.planning import VP
from balancer.games.festo.sharing import NO_KEEPING, planned_at
from balancer.games.festo.table import N_PLACES, SHOWN
from balancer.games.festo.words import division_words

MAX_STEPS = 3  # helpers that are moved at most
TARGETS = N_PLACES + 1  # a helper can go to a place, or be kept
NOT_WEIGHED = -(2**62)


@separate_rule
def improve_plan(table, seat, places, all_places, worth_of_keeping):
    """Move one helper at a time to the target at which the imagined day brings most (steepest ascent).

    It ends when no move gains, or after MAX_STEPS moves.  Moves that do not gain at first are not tried again.
    """
    begin_with_plan(table, seat)
    targets = bits.plus(places, KEPT) if worth_of_keeping != NO_KEEPING else places
    moves = moves_to(targets)
    clear_weighed(table)
    table.division_worth = worth_of_division(table, seat, places, all_places, worth_of_keeping)
    record_weighed(table, table.division_worth)
    for _ in range(MAX_STEPS):
        moves = make_best_move(table, seat, places, all_places, worth_of_keeping, moves)
    plan_division(table, seat)
    report_weighed(table, seat)


@rule
def begin_with_plan(table, seat):
    """Begin with the division that a player plans."""
    for place in range(N_PLACES):
        table.division[place] = planned_at(table, seat, place)
    table.division[KEPT] = table.minds[seat].kept


@rule
def make_best_move(table, seat, places, all_places, worth_of_keeping, moves):
    """Make the move that gains most, if any gains; return the set of the moves that gain."""
    gaining = bits.EMPTY
    best_move = 0
    best = table.division_worth
    while not bits.is_empty(moves):
        move = bits.lowest(moves)
        moves = bits.without_lowest(moves)
        if table.division[move // TARGETS] > 0:
            make_move(table, move, 1)
            worth = worth_of_division(table, seat, places, all_places, worth_of_keeping)
            record_weighed(table, worth)
            make_move(table, move, -1)
            gaining = bits.plus_if(worth > table.division_worth, gaining, move)
            best_move = move if worth > best else best_move
            best = max(worth, best)
    make_move(table, best_move, 1)
    table.division_worth = best
    return gaining


@rule
def moves_to(targets):
    """Return the set of the moves of a helper to these targets, as numbers TARGETS * origin + target."""
    moves = bits.EMPTY
    for origin in range(TARGETS):
        moves = bits.union(moves, bits.less(targets, origin) << TARGETS * origin)
    return moves


@rule
def make_move(table, move, helpers):
    """Move helpers of a division from one target to another; move 0 changes nothing."""
    table.division[move // TARGETS] -= helpers
    table.division[move % TARGETS] += helpers


@rule
def plan_division(table, seat):
    """Make a division the plan of a player; its helpers go out from the left."""
    mind = table.minds[seat]
    mind.meant = NOTHING
    for place in range(N_PLACES):
        mind.meant = more(mind.meant, pack_of(place, amount(table.crowd[place], seat) + table.division[place]))
        mind.place_worth[place] = 1
    mind.kept = table.division[KEPT]


# For traces; compiled rules record nothing of it ----------------------------------------------------------------------
@rule
def clear_weighed(table):
    """Clear the list, before any division is weighed."""
    if PLAIN:
        for k in range(SHOWN):
            table.weighed[k] = NOTHING
            table.weighed_worth[k] = NOT_WEIGHED


@rule
def record_weighed(table, worth):
    """Record the division considered if it is among the best that were weighed, each only once."""
    if not PLAIN:
        return
    pack = NOTHING
    for target in range(TARGETS):
        pack = more(pack, pack_of(target, table.division[target]))
    for k in range(SHOWN):
        if table.weighed[k] == pack:
            return
    for k in range(SHOWN):
        if worth > table.weighed_worth[k]:
            better, pack = pack, table.weighed[k]
            table.weighed[k] = better
            better_worth, worth = worth, table.weighed_worth[k]
            table.weighed_worth[k] = better_worth


@rule
def report_weighed(table, seat):
    """Report the division planned, and the next best ones."""
    for k in range(SHOWN):
        if table.weighed_worth[k] > NOT_WEIGHED:
            say(
                "{} {}: {:.1f} VP",
                "rather than" if k else f"{seat_name(seat)} plans",
                division_words(table.weighed[k]),
                table.weighed_worth[k] / VP,
                seen_by=[seat],
            )
