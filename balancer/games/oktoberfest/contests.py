"""What a hand is worth in the race, what may be banked, how tipsy two players are, what a loser may discard: all § Turn."""

import numpy as np

from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.games.oktoberfest import cardset
from balancer.games.oktoberfest.parts import SUIT


@rule
def counted_value(table, player):
    """§ Turn 1: what is compared with the threshold."""
    if table.rules.instant_counts_banked:
        return player.hand_value + player.banked_value
    return np.int64(player.hand_value)


@rule
def bankable(table, player, just_taken):
    """The hand cards that may be banked, as (low, high): all but the one just taken, and rest cards where these may not."""
    low, high = cardset.without(player.hand, just_taken)
    if not table.rules.bank_rest:
        low = low & ~WORD(table.of_suit[SUIT.REST, 0])
        high = high & ~WORD(table.of_suit[SUIT.REST, 1])
    return low, high


@rule
def tipsiness_in(player, suit):
    """§ Turn 3b: backs in hand, and what banked cards of the suit and banked wild cards add."""
    total = player.tipsiness + player.banked_tipsiness[suit]
    if suit != SUIT.WILD:
        total += player.banked_tipsiness[SUIT.WILD]
    return total


@rule
def in_suit_or_wild(table, words, suit, word):
    """One word of a set of cards: those of the suit or wild."""
    return WORD(words[word]) & (WORD(table.of_suit[suit, word]) | WORD(table.of_suit[SUIT.WILD, word]))


@rule
def hand_discards(table, player, suit):
    """The hand cards that the loser of a contest in `suit` may discard, as (low, high)."""
    low = in_suit_or_wild(table, player.hand, suit, 0)
    high = in_suit_or_wild(table, player.hand, suit, 1)
    any_card = suit == SUIT.WILD and table.rules.wild_contest_any
    if any_card or (low | high) == WORD(0):
        return WORD(player.hand[0]), WORD(player.hand[1])
    return low, high


@rule
def banked_discards(table, player, suit):
    """The banked cards that the loser may discard, as (low, high)."""
    if not table.rules.rescue_banked:
        return WORD(0), WORD(0)
    return in_suit_or_wild(table, player.banked, suit, 0), in_suit_or_wild(table, player.banked, suit, 1)


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
    return cardset.has(player.hand, card)
