"""Leader metrics of one game: lead changes, drama, decisiveness, runaway leaders, comebacks, the arc.

docs/metrics.md defines them, metrics 8-12 (Browne 2008, corrected; CardStock).  Where one player loses and all others
win, they describe the loser: standings are negated, and "leading" then means being last.
"""

import math

import numpy as np

from balancer.core import bits, rule_errors
from balancer.core.dice import MAX_SEATS
from balancer.core.events import tell
from balancer.core.jit import rule, separate_rule
from balancer.core.record import record

FRACTION = 2**20  # fractions are whole numbers of 1 / FRACTION
ARC_POINTS = 10  # points of the arc of a game: after each tenth of its rounds, rounded up; the last is its end
HALF_WAY = 4  # index of the point after half of the rounds
NOBODY = -1  # leader of a round before which no seat was ahead of another
LEADS, STAYS, WAS_LAST = range(3)  # states of the winner at a point of the arc: leads, leads to the end, is last

LEAD = record(
    ("defined", np.int32),  # 1: the game has one winner (or one loser), at least two rounds, and somebody leads in it
    ("changes", np.int32),  # lead changes
    ("changes_per_round", np.int32),  # the same / rounds, in 1 / FRACTION
    ("drama", np.int32),  # in 1 / FRACTION
    ("decisiveness", np.int32),  # in 1 / FRACTION
    ("led", np.int32, 3),  # 1: the game has a leader at 1/4, 1/2, 3/4 of it
    ("leader_won", np.int32, 3),  # 1: this leader won it
    ("comeback", np.int32),  # 1: the winner was last halfway
    ("arc", np.int32),  # bit ARC_POINTS * state + point: the winner was in this state at the point
)


def _drama_roots():
    """Return int64[seats, k]: sqrt(k / (2 (seats - 1))) in 1 / FRACTION, rounded down."""
    roots = np.zeros((MAX_SEATS + 1, 2 * MAX_SEATS + 1), np.int64)
    for seats in range(2, MAX_SEATS + 1):
        for k in range(2 * MAX_SEATS + 1):
            roots[seats, k] = math.isqrt(k * FRACTION * FRACTION // (2 * (seats - 1)))
    return roots


DRAMA_ROOTS = _drama_roots()


@rule
def end_standings(table):
    """Count a round whose standings have been recorded."""
    if table.standings >= min(table.rounds, table.rules.max_rounds):
        rule_errors.note(table, rule_errors.STANDINGS)
        return
    table.standings += 1
    tell("on_standings", table)


@separate_rule
def write_lead(table, history, row, one_loses):
    """Fill `row.lead` from the standings of all rounds, for the only winner, or (one_loses) the only loser.

    history: int32[rounds, MAX_SEATS + 1], the standing of each seat by round; the leader is put into the last column.
    """
    lead = row.lead
    rounds = table.standings
    lead.defined = 0
    described = bits.WORD(row.winners)
    if one_loses and described != bits.WORD(0):
        described = bits.first_bits(table.seats) ^ described
    if bits.count(described) != 1 or rounds < 2:
        return
    target = bits.lowest(described)
    sign = -1 if one_loses else 1
    since = follow_leader(history, rounds, table.seats, target, sign, lead)
    lead.defined = history[rounds - 1, MAX_SEATS] != NOBODY
    if not lead.defined:
        return
    follow_rank(history, rounds, table.seats, target, sign, since, lead)
    for quarter in range(3):
        at = (rounds * (quarter + 1) + 3) // 4 - 1
        lead.led[quarter] = history[at, MAX_SEATS] != NOBODY
        lead.leader_won[quarter] = history[at, MAX_SEATS] == target
    lead.comeback = (lead.arc >> (WAS_LAST * ARC_POINTS + HALF_WAY)) & 1


@rule
def leader_of(line, seats, sign, before):
    """Return the seat with the highest standing; of tied seats the leader `before`, else the first.

    NOBODY leads before a seat is ahead of another.
    """
    highest = sign * line[0]
    for seat in range(1, seats):
        highest = max(highest, sign * line[seat])
    first = bits.WORD(0)
    for seat in range(seats):
        first = first | (bits.WORD(sign * line[seat] == highest) << bits.WORD(seat))
    if before == NOBODY and first == bits.first_bits(seats):
        return np.int64(NOBODY)
    stays = (before >= 0) & bits.has(first, before & 63)  # without a branch, because leaders are unpredictable
    return bits.pick(stays, before, bits.lowest(first))


@rule
def follow_leader(history, rounds, seats, target, sign, lead):
    """Record the leader of each round, and count the changes and the rounds until the game is decided.

    A game whose winner does not lead at the end is decided in the last round.  Returns the round, from 1, since when
    the leader of the last round has led without a break, whether it wins or not.
    """
    leader = np.int64(NOBODY)
    changes = 0
    since = 1
    for t in range(rounds):
        now = leader_of(history[t], seats, sign, leader)
        changes += now != leader
        since = bits.pick(now != leader, t + 1, since)
        leader = now
        history[t, MAX_SEATS] = now
    decided = since if leader == target else rounds
    changes -= leader != NOBODY  # nobody led at first
    lead.changes = changes
    lead.changes_per_round = (changes * FRACTION + rounds // 2) // rounds
    lead.decisiveness = (decided * FRACTION + rounds // 2) // rounds
    return since


@rule
def follow_rank(history, rounds, seats, target, sign, since, lead):
    """Record the drama and the arc: the rank of `target` after each round.

    Drama is the mean depth of the rounds in which the winner was less than halfway between second and first.  With h =
    twice the winner's mean rank from the bottom, threshold and rank are whole numbers over 2 (seats - 1).
    since: the round, from 1, since when the last leader has led without a break.
    """
    depth = 0
    number = 0
    arc = 0
    passed = 0  # points of the game
    ends_as_leader = history[rounds - 1, MAX_SEATS] == target
    for t in range(rounds):
        someone_leads = history[t, MAX_SEATS] != NOBODY
        mine = sign * history[t, target]
        lower = 0
        not_higher = 0  # includes the winner's own
        for seat in range(seats):
            other = sign * history[t, seat]
            lower += other < mine
            not_higher += other <= mine
        below = max(0, 2 * seats - 2 - lower - not_higher) * someone_leads
        depth += DRAMA_ROOTS[seats, below]  # 0 at 0
        number += below > 0
        leads = history[t, MAX_SEATS] == target
        stays = ends_as_leader & (t + 1 >= since)
        last = (lower == 0) & (not_higher < seats)
        states = leads | (stays << (STAYS * ARC_POINTS)) | (last << (WAS_LAST * ARC_POINTS))
        before = passed
        passed = ARC_POINTS * (t + 1) // rounds
        arc |= states * ((1 << passed) - (1 << before))  # for every point at which this round ends
    lead.drama = depth // number if number else 0
    lead.arc = arc
