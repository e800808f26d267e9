"""Appraisal of cards and patrons by a player of Bartender (habits: see personas.py; bids: see bidding.py).

A player sees its own hand, the bar, all tokens, bids and numbers of cards, and remembers what memory.py describes.
Nothing else is read here.  Points count in 1/16; worth counts in units of 1/1000 of a weight.
"""

import math

import numpy as np

from balancer.core import bits
from balancer.core.arithmetic.fast_division import ONE_BITS, quotient, reciprocal
from balancer.core.arithmetic.normal import ODDS, STEPS, clamped
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of, seat_after
from balancer.games.bartender import bar
from balancer.games.bartender.components import EFFECT
from balancer.games.bartender.table import MAX_HOURS

POINT = 16
CARD = 100  # a card at weight 10 is worth a tenth of a token at weight 10
SPREAD_PER_HOUR = 2  # variance of what an hour adds to the total, in points
LAST_SPREAD = 12  # standard deviation when no hour is left, in 1/16

DEVIATION = np.array(  # standard deviation of the total at the end of the shift, in 1/16, by the hours left
    [LAST_SPREAD + math.isqrt(POINT * POINT * SPREAD_PER_HOUR * hours) for hours in range(MAX_HOURS + 1)], np.int64
)

# By the number of cards in hand: how much less than an admission an opponent's hour adds to the total, and how much
# more an hour of the BIC, in 1/16.  Measured in games of scripted players, and rounded.
SPOILED = (6, 8, 16, 26, 36, 56, 60, 62, 64)
SERVED = (-2, -4, -4, 0, 6, 8, 10, 10, 10)
MAX_HELD = len(SPOILED) - 1  # larger hands count like this number of cards
MAX_OWN_HOURS = 8  # in its later hours a player counts as if without cards
USED_IN_TWO_HOURS = 3  # cards that a player plays in two hours


def _summed(by_hand):
    """Return int64[cards * (MAX_OWN_HOURS + 1) + hours]: the sum over a player's next hours, as its hand shrinks."""
    sums = np.zeros((MAX_HELD + 1, MAX_OWN_HOURS + 1), np.int64)
    for cards in range(MAX_HELD + 1):
        for hours in range(1, MAX_OWN_HOURS + 1):
            cards_left = max(0, (2 * cards - USED_IN_TWO_HOURS * (hours - 1)) // 2)
            sums[cards, hours] = sums[cards, hours - 1] + by_hand[cards_left]
    return sums.ravel()


SPOILED_SUMS = _summed(SPOILED)
SERVED_SUMS = _summed(SERVED)

PROTECTION = 8  # points, in 1/16, that protection saves the BIC


# The total at the end of the shift -----------------------------------------------------------------------------------
@rule
def odds(table, margin):
    """Return the chance, per mille, that the total is not more than `margin` sixteenths below its expectation."""
    step = (margin * table.mind.steps) >> ONE_BITS
    return ODDS[clamped(step)]


@rule
def worth_if(table, more, goal):
    """Return the worth of the position if the total is expected to be `more` higher, and the goal is `goal` higher."""
    mind = table.mind
    expected = mind.expected + more + POINT // 2
    good = odds(table, expected - goal - POINT * table.goal)
    packed = odds(table, expected - POINT * table.rules.packed_bar)
    return mind.of_good * good + mind.of_packed * packed


@rule
def hours_of(hours, players, place):
    """Return the number of hours that fall to the player at index `place` in the order of turns."""
    return quotient(hours + players - 1 - place, players)


@rule
def sum_of_hours(sums, cards, hours, admission):
    """Return what a player with `cards` cards adds to the total in its hours, in 1/16; sums: see `_summed`."""
    return hours * admission + sums[min(cards, MAX_HELD) * (MAX_OWN_HOURS + 1) + min(hours, MAX_OWN_HOURS)]


@rule
def sum_of_player(table, other, hours, admission):
    """Return what a player adds to the total in its hours of this shift, in 1/16."""
    cards = table.players[other].hand_size
    if other == table.bic:
        return sum_of_hours(SERVED_SUMS, cards, hours, admission)
    return hours * admission - sum_of_hours(SPOILED_SUMS, cards, hours, 0)


@separate_rule
def prepare(table, seat):
    """Compute what to expect of the rest of this shift, and what it is worth to the player."""
    mind = table.mind
    habits = habits_of(table, seat)
    hours_left = max(0, min(table.last_hour, MAX_HOURS) - table.hour)
    admission = table.admission_worth
    place = 0
    to_come = 0
    other = seat
    for _ in range(table.seats):
        other = seat_after(table, other, 1)
        if bits.has(table.still_in, other):
            to_come += sum_of_player(table, other, hours_of(hours_left, table.players_in, place), admission)
            place += 1
    barred = min(0, to_come - hours_left * admission)
    mind.admissions = to_come - barred
    mind.admission = admission * ((table.no_reveal == 0) & (table.locked == 0))
    mind.expected = POINT * table.total + (barred if table.no_reveal else to_come)
    mind.left = hours_left
    mind.steps = STEPS * reciprocal(DEVIATION[hours_left])
    in_charge = seat == table.bic
    mind.of_good = habits.serve if in_charge else -habits.spoil
    mind.of_packed = (habits.packed if in_charge else -habits.packed) * (table.rules.packed_bar > 0)
    later = max(0, table.rules.shifts - table.rounds) * (table.rules.redraft == 0)
    mind.later = min(later, 4)
    mind.now = worth_if(table, 0, 0)


# What a card does -----------------------------------------------------------------------------------------------------
@rule
def threat(table, seat, target):
    """Return how much it matters that a player loses a card, in halves: more if in charge, more if not behind."""
    mine = table.players[seat].good - table.players[seat].bad
    theirs = table.players[target].good - table.players[target].bad
    return 1 + (target == table.bic) + (theirs >= mine)


@rule
def cards_worth(table, seat, facts, target, has_target):
    """Return the worth of an effect in cards won and lost."""
    habits = habits_of(table, seat)
    effect = facts.effect
    if effect == EFFECT.DRAW:
        return CARD * habits.want_cards * facts.amount
    aimed = (effect == EFFECT.DISCARD) | (effect == EFFECT.STEAL) | (effect == EFFECT.SWAP)
    if not (aimed and has_target):
        return 0
    target_cards = table.players[target].hand_size
    if effect == EFFECT.SWAP:
        return CARD * (habits.want_cards + habits.rob) * (target_cards - table.players[seat].hand_size + 1)
    lost = min(target_cards, facts.amount)
    worth = CARD * habits.rob * lost * threat(table, seat, target) // 2
    return worth + CARD * habits.want_cards * lost * (effect == EFFECT.STEAL)


@rule
def change_if_ejected(table, kind):
    """Return what the total loses if a patron of that kind leaves."""
    facts = table.facts[kind]
    return bar.change_of(table, kind) - 2 * facts.mod * (facts.tag == facts.mod_tag)


@separate_rule
def second_patron(table, seat):
    """Return what a second patron in this hour adds to the total, in points: the player's second-best patron."""
    player = table.players[seat]
    sign = 1 if seat == table.bic else -1
    best = 0
    second = 0
    rest = bits.common(player.kinds, table.is_patron)
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        change = sign * bar.change_of(table, kind)
        second = max(second, min(best, change), change * (player.hand[kind] > 1))
        best = max(best, change)
    return sign * second


@rule
def change_of_total(table, seat, facts, target, has_target):
    """Return by how much, in 1/16, an effect is expected to change the total."""
    mind = table.mind
    effect = facts.effect
    amount = facts.amount
    if effect == EFFECT.CHEER:
        return POINT * amount
    if effect == EFFECT.EJECT:
        return -POINT * change_if_ejected(table, target) if has_target else 0
    if effect == EFFECT.LOCKOUT:
        return -table.admission_worth * ((mind.left > 0) & (table.no_reveal == 0)) // 2
    if effect == EFFECT.HOURS:
        return max(-mind.left, amount) * table.admission_worth // 2
    if effect == EFFECT.NO_REVEAL:
        return -mind.admissions * (table.no_reveal == 0) - mind.admission
    if effect == EFFECT.ENCORE:
        return POINT * second_patron(table, seat)
    if effect == EFFECT.PROTECT:
        return PROTECTION
    return 0


@rule
def worth_of_effect(table, seat, facts, target, has_target, more):
    """Return the worth of an effect to the player, if the total also changes by `more` sixteenths."""
    raised = POINT * facts.amount * (facts.effect == EFFECT.GOAL)
    change = change_of_total(table, seat, facts, target, has_target)
    return worth_if(table, more + change, raised) + cards_worth(table, seat, facts, target, has_target)


# scheme, patron, admit ------------------------------------------------------------------------------------------------
@separate_rule
def appraise_scheme(table, seat, kind, target):
    """Return the value of playing a scheme now; to play none is worth 0."""
    facts = table.facts[kind]
    has_target = target < 64
    gain = worth_of_effect(table, seat, facts, target, has_target, 0) - table.mind.now
    return gain - CARD * habits_of(table, seat).keep_schemes * table.mind.later // 4


@rule
def appraise_no_patron(table):
    """Return the value of playing no patron, after which one may be admitted."""
    return worth_if(table, table.mind.admission, 0)


@separate_rule
def appraise_patron(table, seat, kind, target):
    """Return the value of playing a patron now, with its effect."""
    mind = table.mind
    habits = habits_of(table, seat)
    facts = table.facts[kind]
    has_target = target < 64
    more = POINT * bar.change_of(table, kind)
    if table.silenced:
        gain = worth_if(table, more, 0)
    else:
        gain = worth_of_effect(table, seat, facts, target, has_target, more)
    keeping = CARD * habits.keep_patrons * max(0, facts.value) * mind.later // 4
    blocking = CARD * habits.block * (seat != table.bic) * (mind.admission > 0)
    return gain - keeping + blocking


@rule
def appraise_admit(table, kind):
    """Return the value of admitting a patron to the player in charge; to admit none is worth 0."""
    return bar.change_of(table, kind)


# draft, mulligan ------------------------------------------------------------------------------------------------------
@rule
def card_worth(habits, serves, spoils, cards):
    """Return the worth of a card from what it does for the player in charge, against it, and for the hand."""
    return habits.serve * serves + habits.spoil * spoils + habits.want_cards * cards


@rule
def appraise_draft(table, seat, kind):
    """Return the value of picking a card for the player before: the worse the card, the better."""
    facts = table.facts[kind]
    return -card_worth(habits_of(table, seat), facts.serves, facts.spoils, facts.hand_worth)


@rule
def appraise_mulligan(table, seat, kind):
    """Return the value of replacing a card: by how much the mean card is worth more."""
    facts = table.facts[kind]
    habits = habits_of(table, seat)
    mean = card_worth(habits, table.mean_serves, table.mean_spoils, table.mean_hand_worth)
    return mean - card_worth(habits, facts.serves, facts.spoils, facts.hand_worth)
