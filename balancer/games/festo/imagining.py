"""Imagination of the rest of a day: all others answer a player's placing, and then its worth is computed.

All players are imagined with the usual habits and with open information, since nobody knows more of the others.  Crowds
and helpers at home are changed meanwhile, and restored.  All worth is in 1/100 VP.
"""

from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.core.table import seat_after
from balancer.games.festo.components import EFFECT
from balancer.games.festo.expecting import (
    expect_as_recorded,
    helpers_to_come,
    look_around,
    patience_of,
    record_expected,
)
from balancer.games.festo.outcome import worth_of_outcome
from balancer.games.festo.packs import more, pack_of
from balancer.games.festo.planning import as_imagined, as_imagined_others_see, as_others_see, seat_of, think
from balancer.games.festo.sharing import NO_KEEPING, divide, planned_at
from balancer.games.festo.table import N_PLACES

KEPT = N_PLACES  # index in a division: the helpers kept
AFTERNOONS = (
    WORD(0b1010101),
    WORD(0b1101010),
)  # open places of two imagined afternoons


@rule
def worth_of_division(table, seat, places, all_places, worth_of_keeping):
    """Return the worth of the division in `table.division` to a player, once all have answered it."""
    if worth_of_keeping == NO_KEEPING or table.effect == EFFECT.KEEP_COVERS:
        return worth_of_day(table, seat, places, places, worth_of_keeping)
    if table.rules.dice == 0 or table.effect == EFFECT.OPEN_AFTERNOON:
        return worth_of_day(table, seat, places, all_places, worth_of_keeping)
    worth = 0
    for afternoon in range(len(AFTERNOONS)):
        worth += worth_of_day(table, seat, places, AFTERNOONS[afternoon], worth_of_keeping)
    return worth // len(AFTERNOONS)


@separate_rule
def worth_of_day(table, seat, places, places_in_the_afternoon, worth_of_keeping):
    """Return the worth of the division if these places are open."""
    save_day(table)
    for place in range(N_PLACES):
        table.crowd[place] = more(table.crowd[place], pack_of(seat, table.division[place]))
    table.players[seat].home = table.division[KEPT]
    expected = as_others_see(0)
    if worth_of_keeping != NO_KEEPING:
        imagine_morning(table, seat, places)
        expect_afternoon(table, places_in_the_afternoon)
        expected = as_imagined_others_see(0)
    for k in range(table.seats):
        mind_number = as_imagined(seat_after(table, table.start_player, k))
        imagine_placing(table, mind_number, places_in_the_afternoon, NO_KEEPING, expected)
    worth = worth_of_outcome(table, seat)
    restore_day(table)
    return worth


@rule
def save_day(table):
    """Save the crowds and the helpers at home."""
    for place in range(N_PLACES):
        table.real_crowd[place] = table.crowd[place]
    for seat in range(table.seats):
        table.real_home[seat] = table.players[seat].home


@rule
def restore_day(table):
    """Restore the crowds and the helpers at home."""
    for place in range(N_PLACES):
        table.crowd[place] = table.real_crowd[place]
    for seat in range(table.seats):
        table.players[seat].home = table.real_home[seat]


@rule
def imagine_morning(table, seat, places):
    """Let the players who come later in the morning place some of their helpers."""
    other = seat_after(table, seat, 1)
    while other != table.start_player:
        mind_number = as_imagined(other)
        imagine_placing(table, mind_number, places, patience_of(table, mind_number), as_others_see(0))
        other = seat_after(table, other, 1)


@rule
def expect_afternoon(table, places):
    """Record where all players are expected in an imagined afternoon as it begins."""
    for seat in range(table.seats):
        if table.players[seat].home > 0:
            record_expected(table, as_imagined_others_see(seat), places, NO_KEEPING)


@separate_rule
def imagine_placing(table, mind_number, places, worth_of_keeping, expected):
    """Let a player place its helpers as seems best to it and keep the rest; it expects the others as recorded there."""
    player = table.players[seat_of(mind_number)]
    if player.home == 0:
        return
    think(table, mind_number)
    look_around(table, mind_number, helpers_to_come(table, seat_of(mind_number)), worth_of_keeping)
    expect_as_recorded(table, mind_number, expected, worth_of_keeping)
    divide(table, mind_number, places, worth_of_keeping)
    for place in range(N_PLACES):
        sent = planned_at(table, mind_number, place)
        table.crowd[place] = more(table.crowd[place], pack_of(seat_of(mind_number), sent))
    player.home = table.minds[mind_number].kept
