"""Sums over a player's cards, packed into words, so that moving a card is one addition to each word.

A word has lanes of 16 bits.  No sum over 128 cards (values to 99, tipsiness to 20) overflows a lane or is below 0.
"""

import numpy as np

from balancer.core.compile import rule
from balancer.games.oktoberfest.components import SUIT

LANE = 16
LANE_BITS = 2**LANE - 1
BANKED_LANE = 12
BANKED_BITS = 2**BANKED_LANE - 1

# Lanes of `PLAYER.in_hand`, and of `PLAYER.on_table`, which has no tipsiness.
VALUE, SIZE, TIPSINESS = 0, LANE, 2 * LANE


def lay_figures(record, suit, value, banked):
    """Write what a card adds to the sums of the player who has it (plain Python)."""
    record.on_table = (value << VALUE) + (1 << SIZE)
    record.burden = banked << (BANKED_LANE * suit)
    record.total = value << (LANE * suit) if suit != SUIT.REST else 0


@rule
def in_hand(facts):
    """Return what a card adds to `PLAYER.in_hand`; its back may differ from the printed one (unseen.py)."""
    return facts.on_table + (np.int64(facts.back) << TIPSINESS)


@rule
def hand_value(player):
    """Return the value of the hand cards."""
    return (player.in_hand >> VALUE) & LANE_BITS


@rule
def hand_size(player):
    """Return the number of cards in hand."""
    return (player.in_hand >> SIZE) & LANE_BITS


@rule
def tipsiness(player):
    """Return the sum of the backs in hand, which is hidden from the player and seen by all others."""
    return player.in_hand >> TIPSINESS


@rule
def banked_value(player):
    """Return the value of the banked cards."""
    return (player.on_table >> VALUE) & LANE_BITS


@rule
def banked_size(player):
    """Return the number of banked cards."""
    return player.on_table >> SIZE


@rule
def banked_tipsiness(player, suit):
    """Return what the banked cards of a suit add to tipsiness."""
    return (player.burdens >> (BANKED_LANE * suit)) & BANKED_BITS


@rule
def suit_total(player, suit):
    """Return the value of the cards of a scoring suit, or of the wild cards, in hand and banked."""
    return in_suit(player.totals, suit)


@rule
def in_suit(totals, suit):
    """Return the total of a suit from a word of packed totals."""
    return (totals >> (LANE * suit)) & LANE_BITS
