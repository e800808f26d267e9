"""What players remember: backs seen on others' cards, fronts seen on piles, what contests revealed about the own hand.

The backs in a player's own hand are hidden from that player alone.  A player thinks of their sum as of a normal
distribution: mean and variance of the backs that are still possible for each front (`estimate`), moved by the contests
won and lost (`learn`); what was learned shrinks with the cards that leave the hand (`note_gone`).
Tipsiness is counted in 1/16 here, variance likewise in 1/16.
"""

import math
from statistics import NormalDist

import numpy as np

from balancer.core.arithmetic.fast_division import ONE_BITS, quotient, reciprocal
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.games.oktoberfest import contests, figures
from balancer.games.oktoberfest.knobs import TIES_TO_CHALLENGER

SIXTEEN = 16
STEPS = 16  # steps of a standard deviation in the tables of the normal distribution
FAR = 4 * STEPS  # they end at 4 standard deviations
FINE = 256  # unit of HAZARDS and KEPT
SHARE_BITS = 16
ROOTS_KNOWN = 4096


def _steps():
    return [step / STEPS for step in range(-FAR, FAR + 1)]


def _hazard(z):
    """Mean of a standard normal quantity known to be above z."""
    normal = NormalDist()
    return normal.pdf(z) / normal.cdf(-z)


ODDS = np.array([round(1000 * NormalDist().cdf(z)) for z in _steps()], np.int64)
"""Per mille of a normal distribution below z, by FAR + STEPS * z."""

HAZARDS = np.array([round(FINE * _hazard(z)) for z in _steps()], np.int64)
"""By how many standard deviations the mean rises once a quantity is known to be above z, in 1 / FINE."""

KEPT = np.array([round(FINE * (1 - _hazard(z) * (_hazard(z) - z))) for z in _steps()], np.int64)
"""What share of the variance remains then, in 1 / FINE."""

STEP_FOR = np.array(  # the least step at which the odds are so many per mille (far out of reach for more than 1000)
    [next((step for step in range(-FAR, FAR + 1) if ODDS[FAR + step] >= margin), 2**20) for margin in range(1002)],
    np.int64,
)

ROOTS = np.array([math.isqrt(SIXTEEN * n) for n in range(ROOTS_KNOWN)], np.int64)
"""Standard deviation in 1/16 of a variance in 1/16."""


# Fronts and backs seen ------------------------------------------------------------------------------------------------
@rule
def expect_means(table):
    """Begin a new game: of each front every player expects the mean of its backs."""
    for seat in range(table.seats):
        for front in range(table.n_fronts):
            table.players[seat].expects[front] = table.fronts[front].mean_back


@rule
def note_shown(table):
    """Remember the cards on top of the piles, before these are cut again."""
    for pile in range(table.rules.piles):
        if table.next_of_pile[pile] < table.end_of_pile[pile]:
            cardset.add(table.shown, table.deck[table.next_of_pile[pile]])


@rule
def note_taken(table, seat, card):
    """Record the back of a card taken, which all but the holder see: the sum of all, and the holder's own."""
    facts = table.cards[card]
    front = facts.front
    player = table.players[seat]
    table.taken[front] += 1
    table.taken_backs[front] += facts.back
    player.took[front] += 1
    player.took_backs[front] += facts.back
    player.held[front] += 1
    player.backs_expected += player.expects[front]
    player.spread += table.fronts[front].spread
    for other in range(table.seats):
        expect_anew(table, table.players[other], front)


# The own hand ---------------------------------------------------------------------------------------------------------
@rule
def mean_back(table, player, front):
    """The back, in 1/16, that the player expects of a card of that front: the mean of those not seen on others."""
    facts = table.fronts[front]
    cards = facts.cards - (table.taken[front] - player.took[front])
    backs = facts.backs - (table.taken_backs[front] - player.took_backs[front])
    return quotient(SIXTEEN * backs, cards)


@rule
def expect_anew(table, player, front):
    """Update the back expected of a front after one was seen (not by its holder, whose expectation stays)."""
    mean = mean_back(table, player, front)
    player.backs_expected += player.held[front] * (mean - player.expects[front])
    player.expects[front] = mean


@rule
def estimate(player):
    """The sum of backs in hand, in 1/16, that the player expects."""
    return np.int64(player.backs_expected) + player.shift


@rule
def root(variance):
    """Standard deviation in 1/16 of a variance in 1/16, 1 at least."""
    scale = 1
    while variance >= ROOTS_KNOWN:
        variance //= 4
        scale *= 2
    return max(1, scale * ROOTS[max(variance, 0)])


@rule
def uncertainty(player):
    """The standard deviation of `estimate`, in 1/16."""
    return root(player.spread - player.learned)


@rule
def clamped(step):
    """The place of a step in the tables of the normal distribution."""
    return FAR + max(-FAR, min(FAR, step))


@rule
def tie_margin(table, is_challenger):
    """By how much, in 1/16, a player may be tipsier and win: half a point where ties are won, else minus that."""
    wins_ties = is_challenger == (table.rules.ties_to == TIES_TO_CHALLENGER)
    return SIXTEEN // 2 if wins_ties else -SIXTEEN // 2


@rule
def learn(table, challenger, defender, suit, loser):
    """Both know who lost, and how tipsy the other is."""
    learn_from(table, challenger, defender, suit, loser == challenger, True)
    learn_from(table, defender, challenger, suit, loser == defender, False)


@rule
def learn_from(table, seat, other, suit, lost, is_challenger):
    """The own hand is above (lost) or below (won) what would just have won: mean and variance of that part remain."""
    player = table.players[seat]
    if player.spread <= player.learned or table.lineup[table.entry[seat]].at_random:
        return
    rival = table.players[other]
    limit = SIXTEEN * (
        figures.tipsiness(rival) + contests.banked_part(rival, suit) - contests.banked_part(player, suit)
    )
    limit += tie_margin(table, is_challenger)
    deviation = uncertainty(player)
    step = (STEPS * (limit - estimate(player)) * reciprocal(deviation)) >> ONE_BITS
    place = clamped(step if lost else -step)
    rise = deviation * HAZARDS[place] // FINE
    player.shift += rise if lost else -rise
    player.learned += (player.spread - player.learned) * (FINE - KEPT[place]) // FINE


@rule
def note_gone(table, player, card):
    """A card leaves the hand, and with it its share of what was learned: as its variance to that of the hand."""
    front = table.cards[card].front
    player.held[front] -= 1
    player.backs_expected -= player.expects[front]
    before = np.int64(player.spread)
    after = before - table.fronts[front].spread
    player.spread = after
    kept = (after * reciprocal(before)) >> (ONE_BITS - SHARE_BITS)
    player.shift = (player.shift * kept) >> SHARE_BITS
    player.learned = (((player.learned * kept) >> SHARE_BITS) * kept) >> SHARE_BITS
