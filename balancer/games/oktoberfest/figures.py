"""What follows from the cards that a player has, as sums packed into words: a card that moves is one addition to each.

A word has lanes of 16 bits.  No sum of 128 cards (values to 99, tipsiness to 20) fills one, and none falls below 0.
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


def lay_figures(place, suit, value, banked):
    """Write what a card adds to the figures of the player who has it (plain Python)."""
    place.on_table = (value << VALUE) + (1 << SIZE)
    place.burden = banked << (BANKED_LANE * suit)
    place.total = value << (LANE * suit) if suit != SUIT.REST else 0


@rule
def in_hand(facts):
    """What a card adds to `in_hand`; its back may be another than the printed one (unseen.py)."""
    return facts.on_table + (np.int64(facts.back) << TIPSINESS)


@rule
def hand_value(player):
    """The value of the hand cards."""
    return (player.in_hand >> VALUE) & LANE_BITS


@rule
def hand_size(player):
    """How many cards the player has in hand."""
    return (player.in_hand >> SIZE) & LANE_BITS


@rule
def tipsiness(player):
    """The sum of backs in hand: hidden from the player, seen by all others."""
    return player.in_hand >> TIPSINESS


@rule
def banked_value(player):
    """The value of the banked cards."""
    return (player.on_table >> VALUE) & LANE_BITS


@rule
def banked_size(player):
    """How many cards the player has banked."""
    return player.on_table >> SIZE


@rule
def banked_tipsiness(player, suit):
    """What the banked cards of a suit add to tipsiness."""
    return (player.burdens >> (BANKED_LANE * suit)) & BANKED_BITS


@rule
def suit_total(player, suit):
    """The value of the cards of a scoring suit, or of the wild ones, in hand and banked."""
    return in_suit(player.totals, suit)


@rule
def in_suit(totals, suit):
    """The same of a word of totals."""
    return (totals >> (LANE * suit)) & LANE_BITS
