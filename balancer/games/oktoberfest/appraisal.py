"""Appraisal of cards, contests and discards by a player of Oktoberfest (habits: see personas.py).

A player sees all fronts and the backs in the others' hands (their tipsiness), and remembers them; of the own backs
it has only the estimate of memory.py.  Nothing else is read here.

Appraisals count in points of value: a weight of 10 is worth one point, UNIT is a tenth of a point.
"""

import numpy as np

from balancer.core import bits
from balancer.core.arithmetic.fast_division import ONE_BITS, reciprocal
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.core.table import habits_of, seat_after
from balancer.games.oktoberfest import contests, figures, memory
from balancer.games.oktoberfest.components import N_SCORING, SUIT
from balancer.games.oktoberfest.memory import ODDS, SIXTEEN, STEPS

UNIT = 48  # levels are sixths of a point, tipsiness is sixteenths: both divide it
OF_LEVEL = UNIT // 6  # units per sixth of a point
OF_TIPSINESS = UNIT // 16  # units per sixteenth of a point
TENTHS = 10
PAIRS_OF_FIVE = 20  # value * (value - 1) of a 5: `want_large` is the worth of a 5
A_TURN = 4  # points a player may hope to take in a turn
STRETCH = 8  # a hand is a threat in the last points before the threshold
STOP = 20  # worth, in points, of an instant win or of preventing one
NO_CARD = 2**20  # stands for the least value of an empty set: more than any card is worth


# What a hand is worth -------------------------------------------------------------------------------------------------
@rule
def level(a, b, c, flexible):
    """Return how high the lowest of three totals can be raised with flexible points, in sixths of a point.

    The points fill up the lowest total, the lower two evenly, or all three: the least of these levels can be reached.
    """
    total = a + b + c
    lowest = min(a, b, c)
    highest = max(a, b, c)
    return min(6 * (lowest + flexible), 3 * (total - highest + flexible), 2 * (total + flexible))


@rule
def level_with(table, totals):
    """Return the level that the player hopes to reach from packed suit totals."""
    a = figures.in_suit(totals, SUIT.FOOD)
    b = figures.in_suit(totals, SUIT.MUSIC)
    c = figures.in_suit(totals, SUIT.GAMES)
    flexible = figures.in_suit(totals, SUIT.WILD)
    return level(a, b, c, flexible + table.mind.to_come)


@rule
def prepare(table, seat):
    """Compute what lies ahead: points to come, the level they allow, and whether an instant win is within reach."""
    mind = table.mind
    player = table.players[seat]
    turns = table.rounds_dealt - table.rounds
    threshold = table.rules.win_threshold
    mind.to_come = habits_of(table, seat).foresight * turns // TENTHS
    mind.level = level_with(table, player.totals)
    mind.counted = contests.counted_value(table, player)
    mind.racing = (threshold > 0) & (mind.counted + A_TURN * turns >= threshold)


@rule
def race_loss(table, habits, value):
    """Return what it costs in the race for the instant win if the hand counts `value` less."""
    mind = table.mind
    falls_short = (mind.counted >= table.rules.win_threshold) & (mind.counted - value < table.rules.win_threshold)
    return UNIT * (habits.want_value * value + STOP * habits.finish * falls_short) * mind.racing


@rule
def total_loss(table, habits, player, facts):
    """Return what it costs if a card no longer counts for the lowest total."""
    loss = OF_LEVEL * habits.want_lowest * (table.mind.level - level_with(table, player.totals - facts.total))
    return loss + worth_of_kind(habits, facts)


@rule
def worth_of_kind(habits, facts):
    """Return the worth of a card beyond its points, if it is wild, or large and of a scoring suit."""
    value = np.int64(facts.value)
    large = habits.want_large * (facts.suit < N_SCORING) * value * (value - 1) // PAIRS_OF_FIVE
    return UNIT * (habits.keep_wilds * (facts.suit == SUIT.WILD) + large)


@rule
def worth_in_hand(habits, player):
    """Return the worth of keeping a card in hand in order to bank it; it is the greater the fewer cards there are."""
    return UNIT * habits.keep_hand // max(1, figures.hand_size(player))


@rule
def burden(facts):
    """Return what a banked card adds to tipsiness in a contest, in 1/16, on average over the suits."""
    return SIXTEEN * np.int64(facts.banked) * (N_SCORING if facts.suit == SUIT.WILD else 1) // N_SCORING


# take -----------------------------------------------------------------------------------------------------------------
@rule
def appraise_take(table, seat, pile):
    """Return the value of the top card of a pile: toward the threshold and the lowest total, less its expected back."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[table.deck[table.next_of_pile[pile]]]
    value = np.int64(facts.value)
    mind = table.mind
    worth = OF_LEVEL * habits.want_lowest * (level_with(table, player.totals + facts.total) - mind.level)
    worth -= OF_TIPSINESS * habits.fear_tipsiness * player.expects[facts.front]
    worth += worth_of_kind(habits, facts)
    if mind.racing:
        makes_threshold = mind.counted + value >= table.rules.win_threshold
        worth += UNIT * (habits.want_value * value + STOP * habits.finish * makes_threshold)
    return worth + worth_of_denying(table, seat, habits.deny, value)


@rule
def worth_of_denying(table, seat, deny, value):
    """Return the worth of keeping a card of that value from the next player; 0 unless it makes the threshold."""
    next_seat = seat_after(table, seat, 1)
    counted = contests.counted_value(table, table.players[next_seat])
    is_short = (counted < table.rules.win_threshold) & (table.rules.win_threshold <= counted + value)
    return UNIT * deny * value * is_short


# contest --------------------------------------------------------------------------------------------------------------
@rule
def prepare_contest(table, seat):
    """Compute the own expected tipsiness, its uncertainty, and by how much the opponent should be tipsier."""
    prepare(table, seat)
    mind = table.mind
    player = table.players[seat]
    mind.own_tipsiness = memory.estimate(player) - memory.tie_margin(table, True)
    deviation = memory.uncertainty(player)
    step = memory.STEP_FOR[habits_of(table, seat).contest_margin]
    mind.needed = -((-step * deviation) // STEPS)
    mind.steps = STEPS * reciprocal(deviation)
    mind.about_to_win = about_to_win(table) if habits_of(table, seat).spoil > 0 else bits.EMPTY


@rule
def about_to_win(table):
    """Return the set of the seats whose hand is worth the threshold: they win at their next turn."""
    threshold = table.rules.win_threshold
    seats = bits.EMPTY
    if threshold > 0:
        for seat in range(table.seats):
            seats = bits.plus_if(contests.counted_value(table, table.players[seat]) >= threshold, seats, seat)
    return seats


@rule
def look_at(table, seat, card):
    """Compute how tipsy an opponent must be for an even contest with that card, whose own back leaves the hand."""
    mind = table.mind
    player = table.players[seat]
    facts = table.cards[card]
    added = SIXTEEN * (contests.banked_part(player, facts.suit) + facts.banked) - player.expects[facts.front]
    mind.even = mind.own_tipsiness + added


@rule
def lead_over(table, opponent, suit):
    """Return by how much, in 1/16, an opponent is tipsier than in an even contest with the card looked at."""
    return SIXTEEN * np.int64(contests.tipsiness_in(table.players[opponent], suit)) - table.mind.even


@rule
def worth_challenging(table, seat, opponents, card):
    """Return the set of the opponents that the player would challenge with the card looked at.

    The odds against these opponents are good enough, or the contest may prevent their instant win.
    """
    mind = table.mind
    suit = table.cards[card].suit
    chosen = bits.EMPTY
    for opponent in range(table.seats):  # all seats: a branch for each would cost more
        chosen = bits.plus_if(lead_over(table, opponent, suit) >= mind.needed, chosen, opponent)
    unchosen = bits.minus(bits.common(opponents, mind.about_to_win), chosen)
    while not bits.is_empty(unchosen):
        opponent = bits.lowest(unchosen)
        unchosen = bits.without_lowest(unchosen)
        weigh_loss(table, opponent, suit)
        if is_stopped(table, opponent):
            chosen = bits.plus(chosen, opponent)
    return chosen & opponents


@rule
def odds(table, opponent, suit):
    """Return the chance, per mille, of winning a contest against an opponent with the card looked at."""
    return ODDS[memory.table_index((lead_over(table, opponent, suit) * table.mind.steps) >> ONE_BITS)]


@rule
def least_value(table, low, high):
    """Return the least value in a set of cards, NO_CARD if it is empty."""
    least = NO_CARD
    for k in range(table.n_values):  # all values: an unpredictable early exit costs more
        of_low, of_high = cardset.of_row(table.of_value, k)
        some = not cardset.is_empty(low & of_low, high & of_high)
        least = bits.pick(some, np.int64(table.values[k]), least)
    return least


@rule
def weigh_loss(table, opponent, suit):
    """Compute what an opponent would lose with a contest in that suit: its value, and the part that counts in the race.

    The loser gives up the card of least value; the hand keeps its value if a banked card may go.
    """
    mind = table.mind
    rival = table.players[opponent]
    low, high = contests.hand_discards(table, rival, suit)
    of_hand = least_value(table, low, high)
    low, high = contests.banked_discards(table, rival, suit)
    of_banked = least_value(table, low, high)
    least = min(of_hand, of_banked)
    mind.loss = least if least != NO_CARD else 0
    hand_is_spared = (of_banked != NO_CARD) & (not table.rules.instant_counts_banked)
    mind.loss_in_race = 0 if hand_is_spared else mind.loss


@rule
def is_stopped(table, opponent):
    """Return whether the loss just weighed keeps an opponent from winning at once."""
    threshold = table.rules.win_threshold
    counted = contests.counted_value(table, table.players[opponent])
    return (threshold > 0) & (counted - table.mind.loss_in_race < threshold) & (threshold <= counted)


@rule
def harm(table, habits, opponent):
    """Return the player's gain from the opponent's loss just weighed."""
    mind = table.mind
    worth = UNIT * habits.contest_gain * mind.loss
    threshold = table.rules.win_threshold
    if threshold > 0:
        threat = max(0, contests.counted_value(table, table.players[opponent]) - threshold + STRETCH)
        worth += UNIT * habits.spoil * (min(mind.loss_in_race, threat) + STOP * is_stopped(table, opponent))
    return worth


@rule
def weigh_card(table, seat, card):
    """Compute the cost of banking a card, and the risk: what is lost with the contest.

    The risk is the card just banked, if banked cards may be discarded; with the habit `gives_least` it is the card that
    the player needs least of those that may go.  A banked card no longer counts in the race, nor does its back; it adds
    its banked tipsiness in some suits.
    """
    mind = table.mind
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    if table.rules.rescue_banked and not habits.gives_least:
        mind.risk = total_loss(table, habits, player, facts)
    else:
        mind.risk = loss_once_banked(table, habits, player, card)
    in_race = 0 if table.rules.instant_counts_banked else race_loss(table, habits, np.int64(facts.value))
    mind.cost = in_race + worth_in_hand(habits, player)
    mind.cost += OF_TIPSINESS * habits.fear_tipsiness * (burden(facts) - player.expects[facts.front])


@rule
def loss_once_banked(table, habits, player, card):
    """Return the loss with a contest for which that card is banked, if the player gives up what it needs least."""
    suit = np.int64(table.cards[card].suit)
    low, high = cardset.of(player.hand)
    low, high = cardset.without(low, high, card)
    low, high = contests.discards_of(table, low, high, suit)
    least = least_loss(table, habits, player, low, high, True)
    if table.rules.rescue_banked:
        low, high = contests.banked_discards(table, player, suit)
        card_low, card_high = cardset.only(card)
        low, high = bits.union(low, card_low), bits.union(high, card_high)
        least = min(least, least_loss(table, habits, player, low, high, table.rules.instant_counts_banked != 0))
    return least if least != NO_CARD * UNIT else 0


@rule
def least_loss(table, habits, player, low, high, counts):
    """Return the least loss with one card of a set; counts: whether the set counts in the race."""
    least = NO_CARD * UNIT
    while not cardset.is_empty(low, high):
        facts = table.cards[cardset.lowest(low, high)]
        low, high = cardset.without_lowest(low, high)
        loss = total_loss(table, habits, player, facts) + race_loss(table, habits, np.int64(facts.value)) * counts
        least = min(least, loss)
    return least


@rule
def appraise_contest(table, seat, opponent, suit):
    """Return the value of challenging an opponent with the card looked at and weighed; no contest is worth 0."""
    mind = table.mind
    weigh_loss(table, opponent, suit)
    chance = odds(table, opponent, suit)
    gain = chance * harm(table, habits_of(table, seat), opponent)
    return (gain - (1000 - chance) * mind.risk) // 1000 - mind.cost


# discard --------------------------------------------------------------------------------------------------------------
@rule
def appraise_discard(table, seat, card):
    """Return the value of discarding a card, in hand or banked: minus what is lost, plus the tipsiness that goes."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    loss = total_loss(table, habits, player, facts)
    from_hand = cardset.has(player.hand, card)
    counts = from_hand | (table.rules.instant_counts_banked != 0)
    loss += race_loss(table, habits, np.int64(facts.value)) * counts + worth_in_hand(habits, player) * from_hand
    relief = player.expects[facts.front] if from_hand else burden(facts)
    return OF_TIPSINESS * habits.fear_tipsiness * relief - loss
