"""What a player of Oktoberfest thinks of a card, a contest, a discard (habits: see personas.py).

A player sees all fronts, the backs in the others' hands (their tipsiness), and remembers; of the own backs there is only
the estimate of memory.py.  Nothing else is read here.

All appraisals count in points of value: a weight of 10 is worth one point, UNIT is a tenth of a point.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.oktoberfest import contests, memory
from balancer.games.oktoberfest.parts import N_SCORING, SUIT
from balancer.games.oktoberfest.table import WORDS

UNIT = 48  # levels are sixths of a point, tipsiness is sixteenths: both divide it
OF_LEVEL = UNIT // 6
OF_TIPSINESS = UNIT // 16
TENTHS = 10
A_TURN = 4  # points a player may hope to take in a turn
STRETCH = 8  # the last points before the threshold, in which a hand is a threat
STOP = 20  # points that it is worth to keep somebody from winning at once
NOTHING = 2**20  # more than any card is worth
NEVER = -(2**40)


# What a hand is worth --------------------------------------------------------------------------------------------------
@rule
def level(a, b, c, flexible):
    """Up to where three totals can be filled with so many flexible points, in sixths of a point."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    if a + flexible <= b:
        return 6 * (a + flexible)
    if a + b + flexible <= 2 * c:
        return 3 * (a + b + flexible)
    return 2 * (a + b + c + flexible)


@rule
def level_with(table, player, suit, value):
    """The level that the player hopes to reach with `value` more (or less) in a suit."""
    a = np.int64(player.suit_total[SUIT.FOOD])
    b = np.int64(player.suit_total[SUIT.MUSIC])
    c = np.int64(player.suit_total[SUIT.GAMES])
    flexible = table.mind.to_come + player.suit_total[SUIT.WILD]
    if suit == SUIT.FOOD:
        a += value
    elif suit == SUIT.MUSIC:
        b += value
    elif suit == SUIT.GAMES:
        c += value
    elif suit == SUIT.WILD:
        flexible += value
    return level(a, b, c, flexible)


@rule
def prepare(table, seat):
    """Think of what is to come: turns left, points to come, whether winning at once is within reach."""
    mind = table.mind
    player = table.players[seat]
    habits = habits_of(table, seat)
    turns = (table.left - table.rules.piles) // table.seats
    threshold = table.rules.win_threshold
    mind.to_come = habits.foresight * turns // TENTHS
    mind.level = level_with(table, player, SUIT.REST, 0)
    mind.counted = contests.counted_value(table, player)
    mind.racing = threshold > 0 and mind.counted + A_TURN * turns >= threshold


@rule
def race_loss(table, habits, value):
    """What it costs in the race if the hand counts `value` less."""
    mind = table.mind
    if not mind.racing:
        return 0
    loss = UNIT * habits.want_value * value
    if mind.counted >= table.rules.win_threshold and mind.counted - value < table.rules.win_threshold:
        loss += UNIT * habits.finish * STOP
    return loss


# take ------------------------------------------------------------------------------------------------------------------
@rule
def prepare_take(table, seat):
    prepare(table, seat)


@rule
def appraise_take(table, seat, pile):
    """How good the top card of a pile is: toward the threshold, toward the lowest total, against its expected back."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[table.deck[table.next_of_pile[pile]]]
    mind = table.mind
    worth = OF_LEVEL * habits.want_lowest * (level_with(table, player, facts.suit, facts.value) - mind.level)
    worth -= OF_TIPSINESS * habits.fear_tipsiness * memory.mean_back(table, player, facts.front)
    if facts.suit == SUIT.WILD:
        worth += UNIT * habits.keep_wilds
    if mind.racing:
        worth += UNIT * habits.want_value * facts.value
        if mind.counted + facts.value >= table.rules.win_threshold:
            worth += UNIT * habits.finish * STOP
    if habits.deny:
        worth += denied(table, seat, habits.deny, facts.value)
    return worth


@rule
def denied(table, seat, deny, value):
    """What it is worth that the next player does not get a card of that value: something if it would make the threshold."""
    after = seat + 1 if seat + 1 < table.seats else 0
    counted = contests.counted_value(table, table.players[after])
    short = counted < table.rules.win_threshold <= counted + value
    return UNIT * deny * value if short else 0


# contest ---------------------------------------------------------------------------------------------------------------
@rule
def prepare_contest(table, seat):
    """Estimate the own tipsiness."""
    prepare(table, seat)
    mind = table.mind
    player = table.players[seat]
    mind.tipsiness = memory.estimate(table, player)
    mind.steps = memory.RECIPROCAL * memory.STEPS // memory.uncertainty(player)


@rule
def may_challenge(table, seat, opponent):
    return True


@rule
def odds(table, seat, opponent, facts):
    """The chance, per mille, of winning a contest against an opponent by banking a card."""
    player = table.players[seat]
    rival = table.players[opponent]
    mine = table.mind.tipsiness - memory.mean_back(table, player, facts.front)
    mine += memory.SIXTEEN * (memory.banked_part(player, facts.suit) + facts.banked)
    theirs = memory.SIXTEEN * contests.tipsiness_in(rival, facts.suit)
    ahead = theirs + memory.tie_margin(table, True) - mine
    return np.int64(memory.ODDS[memory.clamped(ahead * table.mind.steps // memory.RECIPROCAL)])


@rule
def least_value(table, low, high):
    """The least value of a set of cards (NOTHING if it is empty)."""
    least = NOTHING
    for word in range(WORDS):
        rest = low if word == 0 else high
        while rest != WORD(0):
            least = min(least, np.int64(table.cards[64 * word + bits.lowest(rest)].value))
            rest = bits.without_lowest(rest)
    return least


@rule
def least_losses(table, player, suit):
    """What a loser in that suit must give up at least: value counted toward the threshold, and value in all."""
    low, high = contests.hand_discards(table, player, suit)
    of_hand = least_value(table, low, high)
    low, high = contests.banked_discards(table, player, suit)
    of_banked = least_value(table, low, high)
    in_all = min(of_hand, of_banked)
    if in_all == NOTHING:
        return 0, 0
    if of_banked == NOTHING or table.rules.instant_counts_banked:
        return in_all, in_all
    return 0, in_all


@rule
def harm(table, habits, opponent, suit):
    """What it is worth that an opponent loses a contest in that suit, and whether it keeps that opponent from winning."""
    rival = table.players[opponent]
    of_hand, in_all = least_losses(table, rival, suit)
    worth = UNIT * habits.contest_gain * in_all
    threshold = table.rules.win_threshold
    if habits.spoil == 0 or threshold == 0:
        return worth, False
    counted = contests.counted_value(table, rival)
    threat = max(0, counted - threshold + STRETCH)
    worth += UNIT * habits.spoil * min(of_hand, threat)
    stops = counted >= threshold and counted - of_hand < threshold
    if stops:
        worth += UNIT * habits.spoil * STOP
    return worth, stops


@rule
def bank_cost(table, habits, player, facts):
    """What it costs to bank a card: it no longer counts in the race, nor its back; it adds its banked figure in some suits."""
    cost = 0 if table.rules.instant_counts_banked else race_loss(table, habits, facts.value)
    relief = memory.mean_back(table, player, facts.front)
    burden = memory.SIXTEEN * facts.banked
    if facts.suit != SUIT.WILD:
        burden //= N_SCORING
    return cost + OF_TIPSINESS * habits.fear_tipsiness * (burden - relief)


@rule
def total_loss(table, habits, player, facts):
    """What it costs if a card no longer counts for the lowest total."""
    loss = OF_LEVEL * habits.want_lowest * (table.mind.level - level_with(table, player, facts.suit, -facts.value))
    if facts.suit == SUIT.WILD:
        loss += UNIT * habits.keep_wilds
    return loss


@rule
def appraise_contest(table, seat, opponent, card):
    """How good it is to challenge an opponent by banking a card, no contest being worth 0."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    chance = odds(table, seat, opponent, facts)
    gain, stops = harm(table, habits, opponent, facts.suit)
    if chance < habits.contest_margin and not stops:
        return NEVER
    risk = total_loss(table, habits, player, facts)  # the card just banked can always go
    return (chance * gain - (1000 - chance) * risk) // 1000 - bank_cost(table, habits, player, facts)


# discard ---------------------------------------------------------------------------------------------------------------
@rule
def prepare_discard(table, seat):
    prepare(table, seat)


@rule
def appraise_discard(table, seat, card):
    """How little is lost by discarding a card, from the hand or banked."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    loss = total_loss(table, habits, player, facts)
    if contests.in_hand(player, card):
        loss += race_loss(table, habits, facts.value)
        loss -= OF_TIPSINESS * habits.fear_tipsiness * memory.mean_back(table, player, facts.front)
    else:
        burden = memory.SIXTEEN * facts.banked
        if facts.suit != SUIT.WILD:
            burden //= N_SCORING
        loss -= OF_TIPSINESS * habits.fear_tipsiness * burden
        if table.rules.instant_counts_banked:
            loss += race_loss(table, habits, facts.value)
    return -loss
