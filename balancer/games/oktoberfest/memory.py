"""Memory of the players: backs seen on others' cards, fronts seen on piles, and what contests say about the own hand.

Only the player itself does not see the backs in its hand.  It estimates their sum as a normal variable.  Mean and
variance are those of the backs still possible for each front (`estimate`); each contest won or lost moves them
(`learn`), and what was learned shrinks as cards leave the hand (`note_gone`).
Tipsiness and variances are counted in 1/16 here.
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
FAR = 4 * STEPS  # those tables end at 4 standard deviations
FINE = 256  # HAZARDS and VARIANCES_LEFT count in 1 / FINE
SHARE_BITS = 16
N_ROOTS = 4096  # entries of ROOTS; larger variances are divided by 4 until they fit


def _steps():
    return [step / STEPS for step in range(-FAR, FAR + 1)]


def _hazard(z):
    normal = NormalDist()
    return normal.pdf(z) / normal.cdf(-z)


# at FAR + STEPS * z: per mille of a normal distribution below z
ODDS = np.array([round(1000 * NormalDist().cdf(z)) for z in _steps()], np.int64)

# The tail of a standard normal above z has the mean h = pdf(z) / cdf(-z) and the variance 1 - h * (h - z).
HAZARDS = np.array([round(FINE * _hazard(z)) for z in _steps()], np.int64)
VARIANCES_LEFT = np.array([round(FINE * (1 - _hazard(z) * (_hazard(z) - z))) for z in _steps()], np.int64)

STEP_FOR = np.array(  # per mille: the least step with such odds; a step far out of reach for 1001
    [next((step for step in range(-FAR, FAR + 1) if ODDS[FAR + step] >= margin), 2**20) for margin in range(1002)],
    np.int64,
)

# standard deviation, in 1/16, by variance in 1/16
ROOTS = np.array([math.isqrt(SIXTEEN * n) for n in range(N_ROOTS)], np.int64)


# Fronts and backs seen ------------------------------------------------------------------------------------------------
@rule
def expect_means(table):
    """Begin a new game: every player expects each front to have the mean of its backs."""
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
        update_expected_back(table, table.players[other], front)


# The own hand ---------------------------------------------------------------------------------------------------------
@rule
def mean_back(table, player, front):
    """Return the back, in 1/16, that the player expects on a front: the mean of those not seen on others' cards."""
    facts = table.fronts[front]
    cards = facts.cards - (table.taken[front] - player.took[front])
    backs = facts.backs - (table.taken_backs[front] - player.took_backs[front])
    return quotient(SIXTEEN * backs, cards)


@rule
def update_expected_back(table, player, front):
    """Update the back that a player expects on a front after a back was seen (for its holder nothing changes)."""
    mean = mean_back(table, player, front)
    player.backs_expected += player.held[front] * (mean - player.expects[front])
    player.expects[front] = mean


@rule
def estimate(player):
    """Return the sum of the backs in hand that the player expects, in 1/16."""
    return np.int64(player.backs_expected) + player.shift


@rule
def root(variance):
    """Return the standard deviation, in 1/16, of a variance in 1/16; at least 1."""
    scale = 1
    while variance >= N_ROOTS:
        variance //= 4
        scale *= 2
    return max(1, scale * ROOTS[max(variance, 0)])


@rule
def uncertainty(player):
    """Return the standard deviation of `estimate`, in 1/16."""
    return root(player.spread - player.learned)


@rule
def table_index(step):
    """Return the index of a step in the tables of the normal distribution."""
    return FAR + max(-FAR, min(FAR, step))


@rule
def tie_margin(table, is_challenger):
    """Return by how much, in 1/16, a player may be tipsier and still win: half a point, minus that if ties are lost."""
    wins_ties = is_challenger == (table.rules.ties_to == TIES_TO_CHALLENGER)
    return SIXTEEN // 2 if wins_ties else -SIXTEEN // 2


@rule
def learn(table, challenger, defender, suit, loser):
    """Let both players of a contest learn from its outcome, since each knows how tipsy the other is."""
    learn_from(table, challenger, defender, suit, loser == challenger, True)
    learn_from(table, defender, challenger, suit, loser == defender, False)


@rule
def learn_from(table, seat, other, suit, lost, is_challenger):
    """Move a player's estimate to the part of the normal distribution that agrees with the outcome of a contest.

    The own hand is above the limit, at which the contest would just have been won, if it was lost, else below.
    """
    player = table.players[seat]
    if player.spread <= player.learned or table.lineup[table.entry[seat]].at_random:
        return
    rival = table.players[other]
    # The sum of the own backs at which the contest would be even
    limit = SIXTEEN * (
        figures.tipsiness(rival) + contests.banked_part(rival, suit) - contests.banked_part(player, suit)
    )
    limit += tie_margin(table, is_challenger)
    deviation = uncertainty(player)
    step = (STEPS * (limit - estimate(player)) * reciprocal(deviation)) >> ONE_BITS
    index = table_index(step if lost else -step)
    rise = deviation * HAZARDS[index] // FINE
    player.shift += rise if lost else -rise
    player.learned += (player.spread - player.learned) * (FINE - VARIANCES_LEFT[index]) // FINE


@rule
def note_gone(table, player, card):
    """Forget a card that leaves the hand, and its share of what was learned: its variance as part of the hand's."""
    front = table.cards[card].front
    player.held[front] -= 1
    player.backs_expected -= player.expects[front]
    before = np.int64(player.spread)
    after = before - table.fronts[front].spread
    player.spread = after
    # Regression on the hand's sum: the cards left keep their share of the shift, by variance, and the square of that
    # share of what was learned.
    share = (after * reciprocal(before)) >> (ONE_BITS - SHARE_BITS)
    player.shift = (player.shift * share) >> SHARE_BITS
    player.learned = (((player.learned * share) >> SHARE_BITS) * share) >> SHARE_BITS
