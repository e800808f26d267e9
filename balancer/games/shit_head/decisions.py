"""The decision nodes of Drunken Shit Head: their options, and how one is chosen (rulebook.md, § Options and dice)."""

import numpy as np

from balancer.core import bits, decision
from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from balancer.core.table import habits_of
from balancer.core.taking import NO_PART
from balancer.games.shit_head import zones
from balancer.games.shit_head.appraisal import (
    appraise_fool_as,
    appraise_lay_up,
    appraise_play,
    consider_kind,
    costs_of,
    prepare,
)
from balancer.games.shit_head.contenders import contenders
from balancer.games.shit_head.table import MAX_ZONE, NODE

PICK_UP = 0  # the option of `play` to pick up the pile; all others are `play_option`s

MAX_COPIES = 8  # more than there are of any kind


# lay_up ---------------------------------------------------------------------------------------------------------------
def _ways():
    """Return int64[n * (MAX_ZONE + 1) + k]: the number of sets of k of n things (Pascal's triangle)."""
    ways = np.zeros((2 * MAX_ZONE + 1, MAX_ZONE + 1), np.int64)
    ways[:, 0] = 1
    for n in range(1, 2 * MAX_ZONE + 1):
        for k in range(1, MAX_ZONE + 1):
            ways[n, k] = ways[n - 1, k - 1] + ways[n - 1, k]
    return ways.ravel()


WAYS = _ways()


@rule
def next_set(places):
    """Return the next set with the same number of places, ordered as binary numbers (Gosper's hack)."""
    lowest = bits.lowest(places)
    ripple = places + bits.bit(lowest)
    return ripple | ((places ^ ripple) >> WORD(lowest + 2))


@rule
def choose_lay_up(table, seat):
    """Return the set of the places, among the cards dealt, whose cards are to lie face up."""
    up = table.rules.up
    count = WAYS[(up + table.rules.hand) * (MAX_ZONE + 1) + up]
    places = bits.first_bits(up)
    k = decision.forced_or_random(table, seat, NODE.LAY_UP, count)
    if k != APPRAISE:
        for _ in range(k):
            places = next_set(places)
        return places
    decision.begin(table)
    for _ in range(count):
        decision.offer(table, np.int64(places), appraise_lay_up(table, seat, places))
        places = next_set(places)
    return WORD(decision.chosen(table))


# play -----------------------------------------------------------------------------------------------------------------
@rule
def play_option(kind, copies):
    """Return a play as one number above PICK_UP."""
    return MAX_COPIES * kind + copies


@rule
def kind_of(option):
    return option // MAX_COPIES


@rule
def copies_of(option):
    return option % MAX_COPIES


@rule
def playable(table, seat):
    """Return the cards of the zone in play that may be played, each kind with its copies."""
    player = table.players[seat]
    zone = player.hand if player.held > 0 else player.up
    return bits.common(zone, table.playable[table.top])


@rule
def offered_play(table, seat):
    """Return the set of the kinds that may be played."""
    kinds = zones.kinds(playable(table, seat))
    offered = bits.EMPTY
    while not bits.is_empty(kinds):
        offered = bits.plus(offered, zones.first_kind(kinds))
        kinds = bits.without_lowest(kinds)
    return offered


@rule
def part_of_play(table, seat, option):
    """Return the kind played; NO_PART if the pile is picked up."""
    return NO_PART if option == PICK_UP else kind_of(option)


@rule
def choose_play(table, seat):
    """Return what to play from the zone in play, which holds a playable card, or PICK_UP."""
    able = playable(table, seat)
    may_pick_up = table.rules.must_play == 0 and table.pile_size > 0
    k = decision.forced_or_random(table, seat, NODE.PLAY, zones.count(able) + may_pick_up)
    if k != APPRAISE:
        return nth_option(able, k)
    habits = habits_of(table, seat)
    kinds = contenders(table, seat, habits, able)
    several = bits.union(bits.without_lowest(kinds), bits.common(kinds, zones.several(able)))
    if bits.is_empty(several) and not may_pick_up:
        return play_option(zones.first_kind(kinds), 1)
    return best_play(table, seat, habits, able, kinds, may_pick_up)


@rule
def best_play(table, seat, habits, able, kinds, may_pick_up):
    """Return the best play among kinds, given as lowest bits, and PICK_UP if it is allowed."""
    prepare(table, seat, habits)
    costs = costs_of(table, seat)
    decision.begin(table)
    while not bits.is_empty(kinds):
        kind = zones.first_kind(kinds)
        consider_kind(table, costs, habits, kind)
        for copies in range(1, zones.copies(able, kind) + 1):
            decision.offer(table, play_option(kind, copies), appraise_play(table, kind, copies))
        kinds = bits.without_lowest(kinds)
    if may_pick_up:
        decision.offer(table, PICK_UP, appraise_play(table, 0, 0))
    return decision.chosen(table)


@rule
def nth_option(able, k):
    """Return option number k: kinds in order, 1 .. all copies of each; after these PICK_UP."""
    kinds = zones.kinds(able)
    while not bits.is_empty(kinds):
        kind = zones.first_kind(kinds)
        copies = zones.copies(able, kind)
        if k < copies:
            return play_option(kind, k + 1)
        k -= copies
        kinds = bits.without_lowest(kinds)
    return PICK_UP


# fool_as --------------------------------------------------------------------------------------------------------------
@rule
def choose_fool_as(table, seat):
    """Return the kind that the Fool acts as: any that would be playable."""
    kinds = table.identities[table.top]
    k = decision.forced_or_random(table, seat, NODE.FOOL_AS, bits.count(kinds))
    if k != APPRAISE:
        return zones.nth_kind(kinds, k)
    prepare(table, seat, habits_of(table, seat))
    decision.begin(table)
    while not bits.is_empty(kinds):
        kind = zones.first_kind(kinds)
        decision.offer(table, kind, appraise_fool_as(table, seat, kind))
        kinds = bits.without_lowest(kinds)
    return decision.chosen(table)
