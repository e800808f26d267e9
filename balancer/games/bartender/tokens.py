"""What GOOD and BAD NIGHT tokens are worth to players of Bartender: the chance to win the game."""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule, separate_rule

# Chances of winning by tokens: each player's is proportional to 2 ** (quarters of a bit / 4), by the shifts to come.
# Fitted to games of scripted players, and rounded; after the last shift tokens decide.
GOOD_WORTH = (2000, 7, 7, 7, 8)
BAD_WORTH = (60, 10, 9, 3, 2)
QUARTERS = 4
EVEN = 1 << 16
POWERS = np.array([round(EVEN * 2 ** (-k / QUARTERS)) for k in range(17 * QUARTERS)], np.int64)
"""int64[quarters of a bit behind the best]: a player's weight."""

CERTAIN = 1000
KNOCKED_OUT = -(2**20)


@rule
def rank_of(table, other, good, bad, left):
    """How far ahead a player is with so many tokens more, in quarters of a bit; below all others once knocked out."""
    player = table.players[other]
    all_bad = player.bad + bad
    out = (not bits.has(table.still_in, other)) | (
        (table.rules.bad_nights_out > 0) & (all_bad >= table.rules.bad_nights_out)
    )
    rank = (player.good + good) * GOOD_WORTH[left] - all_bad * BAD_WORTH[left]
    return bits.pick(out, KNOCKED_OUT, rank)


@separate_rule
def note_chances(table, bic, good):
    """Note everybody's chance, per mille, to win the game once `bic` has got a GOOD (1) or a BAD NIGHT (0)."""
    left = min(table.rules.shifts - table.rounds, len(GOOD_WORTH) - 1)
    best = KNOCKED_OUT
    for seat in range(table.seats):
        best = max(best, rank_after(table, seat, bic, good, left))
    weights = table.mind.weights
    total = 0
    for seat in range(table.seats):
        behind = best - rank_after(table, seat, bic, good, left)
        weights[seat] = POWERS[min(behind, len(POWERS) - 1)]
        total += weights[seat]
    for seat in range(table.seats):
        table.chances[bic, good, seat] = CERTAIN * weights[seat] // total


@rule
def rank_after(table, seat, bic, good, left):
    """A player's rank once `bic` has got that token."""
    is_bic = seat == bic
    return rank_of(table, seat, is_bic * good, is_bic * (1 - good), left)
