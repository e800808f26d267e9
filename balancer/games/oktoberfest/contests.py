"""§ Turn: value toward the threshold, cards that may be banked, tipsiness in a contest, cards a loser may discard."""

from balancer.core import bits
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.games.oktoberfest import figures
from balancer.games.oktoberfest.components import SUIT


@rule
def counted_value(table, player):
    """§ Turn 1: return the value that is compared with the threshold."""
    if table.rules.instant_counts_banked:
        return figures.hand_value(player) + figures.banked_value(player)
    return figures.hand_value(player)


@rule
def bankable(table, player, just_taken):
    """Return the set (low, high) of the hand cards that may be banked.

    The card just taken may not be banked, and a rest card only if the rules allow it.
    """
    low, high = cardset.of(player.hand)
    low, high = cardset.without(low, high, just_taken)
    if not table.rules.bank_rest:
        rest_low, rest_high = cardset.of_row(table.of_suit, SUIT.REST)
        low, high = bits.minus(low, rest_low), bits.minus(high, rest_high)
    return low, high


@rule
def tipsiness_in(player, suit):
    """§ Turn 3b: return the backs in hand, plus what banked cards of the suit and banked wild cards add."""
    return figures.tipsiness(player) + banked_part(player, suit)


@rule
def banked_part(player, suit):
    """Return what banked cards add to tipsiness in a contest of that suit."""
    return figures.banked_tipsiness(player, suit) + figures.banked_tipsiness(player, SUIT.WILD) * (suit != SUIT.WILD)


@rule
def hand_discards(table, player, suit):
    """Return the set (low, high) of the hand cards that the loser of a contest in `suit` may discard."""
    low, high = cardset.of(player.hand)
    return discards_of(table, low, high, suit)


@rule
def discards_of(table, hand_low, hand_high, suit):
    """Return the set (low, high) of the cards of a hand that the loser of a contest in `suit` may discard."""
    low, high = cardset.of_row(table.answers, suit)
    low, high = hand_low & low, hand_high & high
    any_card = cardset.is_empty(low, high) | ((suit == SUIT.WILD) & (table.rules.wild_contest_any != 0))
    return hand_low if any_card else low, hand_high if any_card else high


@rule
def banked_discards(table, player, suit):
    """Return the set (low, high) of the banked cards that the loser of a contest in `suit` may discard."""
    if not table.rules.rescue_banked:
        return bits.EMPTY, bits.EMPTY
    low, high = cardset.of_row(table.answers, suit)
    return bits.common(player.banked[0], low), bits.common(player.banked[1], high)


@rule
def can_discard(table, player, suit):
    """Return whether the loser has anything to discard."""
    if figures.hand_size(player) > 0:
        return True
    low, high = banked_discards(table, player, suit)
    return not cardset.is_empty(low, high)
