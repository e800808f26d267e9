"""§ Turn: what counts toward the threshold, what may be banked, how tipsy a player is, what a loser may discard."""

import numpy as np

from balancer.core import cardset
from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.games.oktoberfest.components import SUIT


@rule
def counted_value(table, player):
    """§ Turn 1: what is compared with the threshold."""
    if table.rules.instant_counts_banked:
        return player.hand_value + player.banked_value
    return np.int64(player.hand_value)


@rule
def bankable(table, player, just_taken):
    """The hand cards that may be banked, as (low, high): not the one just taken, nor rest cards if the rules say so."""
    low, high = cardset.without(WORD(player.hand[0]), WORD(player.hand[1]), just_taken)
    if not table.rules.bank_rest:
        low = low & ~WORD(table.of_suit[SUIT.REST, 0])
        high = high & ~WORD(table.of_suit[SUIT.REST, 1])
    return low, high


@rule
def tipsiness_in(player, suit):
    """§ Turn 3b: backs in hand, and what banked cards of the suit and banked wild cards add."""
    return player.tipsiness + banked_part(player, suit)


@rule
def banked_part(player, suit):
    """What banked cards add to tipsiness in a contest of that suit."""
    return player.banked_tipsiness[suit] + player.banked_tipsiness[SUIT.WILD] * (suit != SUIT.WILD)


@rule
def hand_discards(table, player, suit):
    """The hand cards that the loser of a contest in `suit` may discard, as (low, high)."""
    return discards_of(table, WORD(player.hand[0]), WORD(player.hand[1]), suit)


@rule
def discards_of(table, hand_low, hand_high, suit):
    """The same of any hand."""
    low = hand_low & WORD(table.answers[suit, 0])
    high = hand_high & WORD(table.answers[suit, 1])
    any_card = ((low | high) == WORD(0)) | ((suit == SUIT.WILD) & (table.rules.wild_contest_any != 0))
    return hand_low if any_card else low, hand_high if any_card else high


@rule
def banked_discards(table, player, suit):
    """The banked cards that the loser may discard, as (low, high)."""
    if not table.rules.rescue_banked:
        return WORD(0), WORD(0)
    return WORD(player.banked[0]) & WORD(table.answers[suit, 0]), WORD(player.banked[1]) & WORD(table.answers[suit, 1])


@rule
def can_discard(table, player, suit):
    """Whether the loser has anything to discard."""
    if player.hand_size > 0:
        return True
    low, high = banked_discards(table, player, suit)
    return (low | high) != WORD(0)


@rule
def in_hand(player, card):
    """Whether the player holds that card (else it is banked)."""
    return WORD(player.hand[cardset.word_of(card)]) & cardset.bit_of(card) != WORD(0)
