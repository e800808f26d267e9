"""The decision nodes of Oktoberfest: their options, and how one is chosen.

Option numbers follow rulebook.md, § Options and dice.  A pile and a card stand for themselves; a contest is one
number, NO_CONTEST or `contest_option(opponent, card)`.
"""

import numpy as np

from balancer.core import bits, decision
from balancer.core.arithmetic.fast_division import quotient
from balancer.core.cards import cardset
from balancer.core.compile import rule, separate_rule
from balancer.core.decision import APPRAISE
from balancer.games.oktoberfest import appraisal, contests
from balancer.games.oktoberfest.components import MAX_CARDS
from balancer.games.oktoberfest.hands import recount  # noqa: F401  sums of what players believe: core/belief.py
from balancer.games.oktoberfest.table import NODE

NO_CONTEST = 0


# take -----------------------------------------------------------------------------------------------------------------
@rule
def top_name(table, pile):
    """Return the name of the card on top of a pile."""
    return table.cards[table.deck[table.next_of_pile[pile]]].name


@rule
def offered_take(table, seat):
    """Return the set of the names of the cards on top of the piles."""
    names = bits.EMPTY
    for pile in range(table.rules.piles):
        names = bits.plus(names, top_name(table, pile))
    return names


@rule
def part_of_take(table, seat, pile):
    """Return the name of the card taken."""
    return np.int64(top_name(table, pile))


@rule
def choose_take(table, seat):
    """Return the pile to take from.

    No pile is ever empty: the game ends as soon as there are only as many cards as piles.
    """
    piles = np.int64(table.rules.piles)
    k = decision.forced_or_random(table, seat, NODE.TAKE, piles)
    if k != APPRAISE:
        return k
    appraisal.prepare(table, seat)
    decision.begin(table)
    for pile in range(piles):
        decision.offer_set(table, bits.bit(pile), appraisal.appraise_take(table, seat, pile))
    return decision.one_of_best(table)


# contest --------------------------------------------------------------------------------------------------------------
@rule
def contest_option(opponent, card):
    """Return a contest as one number, greater than NO_CONTEST."""
    return 1 + MAX_CARDS * opponent + card


@rule
def opponent_of(option):
    return (option - 1) // MAX_CARDS


@rule
def card_of(option):
    return (option - 1) % MAX_CARDS


@rule
def choose_contest(table, seat, just_taken):
    """Return NO_CONTEST, or the option to challenge an opponent with a card."""
    low, high = contests.bankable(table, table.players[seat], just_taken)
    banks = cardset.count(low, high)
    opponents = bits.less(table.holders, seat)
    k = decision.forced_or_random(table, seat, NODE.CONTEST, 1 + bits.count(opponents) * banks)
    if k == APPRAISE:
        return appraise_contests(table, seat, opponents, low, high)
    if k == 0:
        return NO_CONTEST
    k_opponent = quotient(k - 1, banks)
    return contest_option(bits.select(opponents, k_opponent), cardset.nth(low, high, k - 1 - k_opponent * banks))


@separate_rule
def appraise_contests(table, seat, opponents, low, high):
    """Offer no contest, and every contest that may be worth more than none."""
    appraisal.prepare_contest(table, seat)
    decision.begin(table)
    decision.offer(table, NO_CONTEST, 0)
    while not cardset.is_empty(low, high):
        offer_contests(table, seat, opponents, cardset.lowest(low, high))
        low, high = cardset.without_lowest(low, high)
    return decision.chosen(table)


@rule
def offer_contests(table, seat, opponents, card):
    """Offer the contests with one card that may be worth it."""
    appraisal.look_at(table, seat, card)
    challenged = appraisal.worth_challenging(table, seat, opponents, card)
    if not bits.is_empty(challenged):
        appraisal.weigh_card(table, seat, card)
    while not bits.is_empty(challenged):
        opponent = bits.lowest(challenged)
        challenged = bits.without_lowest(challenged)
        value = appraisal.appraise_contest(table, seat, opponent, table.cards[card].suit)
        decision.offer(table, contest_option(opponent, card), value)


# discard --------------------------------------------------------------------------------------------------------------
@rule
def choose_discard(table, seat, suit):
    """Return the card that the loser of a contest in `suit` discards; there is at least one."""
    player = table.players[seat]
    low, high = contests.hand_discards(table, player, suit)
    banked_low, banked_high = contests.banked_discards(table, player, suit)
    in_hand = cardset.count(low, high)
    k = decision.forced_or_random(table, seat, NODE.DISCARD, in_hand + cardset.count(banked_low, banked_high))
    if k == APPRAISE:
        appraisal.prepare(table, seat)
        decision.begin(table)
        offer_discards(table, seat, low, high)
        offer_discards(table, seat, banked_low, banked_high)
        return decision.chosen(table)
    if k < in_hand:
        return cardset.nth(low, high, k)
    return cardset.nth(banked_low, banked_high, k - in_hand)


@rule
def offer_discards(table, seat, low, high):
    """Offer each card of a set to be discarded."""
    while not cardset.is_empty(low, high):
        card = cardset.lowest(low, high)
        low, high = cardset.without_lowest(low, high)
        decision.offer(table, card, appraisal.appraise_discard(table, seat, card))
