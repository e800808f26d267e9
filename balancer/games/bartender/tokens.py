"""Worth of GOOD and BAD NIGHT tokens to players of Bartender: their chances to win the game."""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule, separate_rule

# Worth of a token in quarters of a bit, by the shifts to come; chances to win are proportional to 2 ** (quarters / 4).
# Fitted to games of scripted players, and rounded; after the last shift the tokens decide.
GOOD_WORTH = (2000, 7, 7, 7, 8)
BAD_WORTH = (60, 10, 9, 3, 2)
QUARTERS = 4
MAX_WEIGHT = 1 << 16  # of the player ahead
# int64[quarters of a bit behind the best]: a player's weight
POWERS = np.array([round(MAX_WEIGHT * 2 ** (-k / QUARTERS)) for k in range(17 * QUARTERS)], np.int64)

CERTAIN = 1000  # a chance of 1, per mille
KNOCKED_OUT = -(2**20)  # rank below all others


@rule
def rank_of(table, other, good, bad, shifts_left):
    """Return how far ahead a player is with these additional tokens, in quarters of a bit; KNOCKED_OUT if it is out."""
    player = table.players[other]
    bad_nights = player.bad + bad
    out = (not bits.has(table.still_in, other)) | (
        (table.rules.bad_nights_out > 0) & (bad_nights >= table.rules.bad_nights_out)
    )
    rank = (player.good + good) * GOOD_WORTH[shifts_left] - bad_nights * BAD_WORTH[shifts_left]
    return bits.pick(out, KNOCKED_OUT, rank)


@separate_rule
def note_chances(table, bic, good):
    """Note every player's chance, per mille, to win the game after `bic` has got a GOOD (1) or a BAD NIGHT (0)."""
    shifts_left = min(table.rules.shifts - table.rounds, len(GOOD_WORTH) - 1)
    best = KNOCKED_OUT
    for seat in range(table.seats):
        best = max(best, rank_after(table, seat, bic, good, shifts_left))
    weights = table.mind.weights
    total = 0
    for seat in range(table.seats):
        behind = best - rank_after(table, seat, bic, good, shifts_left)
        weights[seat] = POWERS[min(behind, len(POWERS) - 1)]
        total += weights[seat]
    for seat in range(table.seats):
        table.chances[bic, good, seat] = CERTAIN * weights[seat] // total


@rule
def rank_after(table, seat, bic, good, shifts_left):
    """Return a player's rank after `bic` has got a GOOD (1) or a BAD NIGHT (0)."""
    is_bic = seat == bic
    return rank_of(table, seat, is_bic * good, is_bic * (1 - good), shifts_left)
