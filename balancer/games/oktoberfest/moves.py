"""The decision nodes of Oktoberfest: what can be chosen, and how it is chosen.

Option numbers follow rulebook.md, § Options and dice.  A pile and a card stand for themselves; a contest is one number,
NO_CONTEST or `contest_option(opponent, card)`.
"""

import numpy as np

from balancer.core import bits, choice
from balancer.core.bits import WORD
from balancer.core.choice import APPRAISE
from balancer.core.compile import chapter, rule
from balancer.games.oktoberfest import cardset, contests, players
from balancer.games.oktoberfest.parts import MAX_CARDS
from balancer.games.oktoberfest.table import NODE

NO_CONTEST = 0


# take -----------------------------------------------------------------------------------------------------------------
@rule
def choose_take(table, seat):
    """The pile to take from.  No pile is ever empty: the game ends when there are as many cards as piles."""
    piles = np.int64(table.rules.piles)
    k = choice.by_lot(table, seat, NODE.TAKE, piles)
    if k != APPRAISE:
        return k
    players.prepare(table, seat)
    choice.begin(table)
    for pile in range(piles):
        choice.offer(table, pile, players.appraise_take(table, seat, pile))
    return choice.chosen(table)


# contest --------------------------------------------------------------------------------------------------------------
@rule
def contest_option(opponent, card):
    """A contest as one number, above NO_CONTEST."""
    return 1 + MAX_CARDS * opponent + card


@rule
def opponent_of(option):
    return (option - 1) // MAX_CARDS


@rule
def card_of(option):
    return (option - 1) % MAX_CARDS


@rule
def choose_contest(table, seat, just_taken):
    """NO_CONTEST, or whom to challenge with which card."""
    low, high = contests.bankable(table, table.players[seat], just_taken)
    banks = cardset.count(low, high)
    opponents = WORD(table.holders) & ~bits.bit(seat)
    k = choice.by_lot(table, seat, NODE.CONTEST, 1 + bits.count(opponents) * banks)
    if k == APPRAISE:
        return appraise_contests(table, seat, opponents, low, high)
    if k == 0:
        return NO_CONTEST
    opponent = bits.select(opponents, (k - 1) // banks)
    return contest_option(opponent, cardset.nth(low, high, (k - 1) % banks))


@chapter
def appraise_contests(table, seat, opponents, low, high):
    """Offer no contest, and every contest that the player dares (the others are worth less than none)."""
    players.prepare_contest(table, seat, low, high)
    choice.begin(table)
    choice.offer(table, NO_CONTEST, 0)
    mind = table.mind
    while opponents != WORD(0):
        opponent = bits.lowest(opponents)
        opponents = bits.without_lowest(opponents)
        players.look_at(table, seat, opponent)
        for place in range(mind.n_cards):
            if players.dares(table, seat, opponent, place):
                value = players.appraise_contest(table, seat, opponent, place)
                choice.offer(table, contest_option(opponent, np.int64(mind.card[place])), value)
    return choice.chosen(table)


# discard --------------------------------------------------------------------------------------------------------------
@rule
def choose_discard(table, seat, suit):
    """The card that the loser of a contest in `suit` discards; there is one."""
    player = table.players[seat]
    low, high = contests.hand_discards(table, player, suit)
    banked_low, banked_high = contests.banked_discards(table, player, suit)
    in_hand = cardset.count(low, high)
    k = choice.by_lot(table, seat, NODE.DISCARD, in_hand + cardset.count(banked_low, banked_high))
    if k == APPRAISE:
        players.prepare(table, seat)
        choice.begin(table)
        offer_discards(table, seat, low, 0)
        offer_discards(table, seat, high, 64)
        offer_discards(table, seat, banked_low, 0)
        offer_discards(table, seat, banked_high, 64)
        return choice.chosen(table)
    if k < in_hand:
        return cardset.nth(low, high, k)
    return cardset.nth(banked_low, banked_high, k - in_hand)


@rule
def offer_discards(table, seat, rest, first):
    """Offer each card of one word of a set."""
    while rest != WORD(0):
        card = first + bits.lowest(rest)
        rest = bits.without_lowest(rest)
        choice.offer(table, card, players.appraise_discard(table, seat, card))
