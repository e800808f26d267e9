"""What a player of Oktoberfest thinks of a card, a contest, a discard (habits: see personas.py).

A player sees all fronts, the backs in the others' hands (their tipsiness), and remembers; of the own backs there is
only the estimate of memory.py.  Nothing else is read here.

All appraisals count in points of value: a weight of 10 is worth one point, UNIT is a tenth of a point.
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
OF_LEVEL = UNIT // 6
OF_TIPSINESS = UNIT // 16
TENTHS = 10
FIVE = 20  # value * (value - 1) of a 5
A_TURN = 4  # points a player may hope to take in a turn
STRETCH = 8  # the last points before the threshold, in which a hand is a threat
STOP = 20  # points that it is worth to win at once, or to keep somebody from it
NOTHING = 2**20  # more than any card is worth


# What a hand is worth -------------------------------------------------------------------------------------------------
@rule
def level(a, b, c, flexible):
    """Up to where three totals can be filled with so many flexible points, in sixths of a point.

    Filling the lowest alone, the lower two, or all three: the least of these is what can be reached.
    """
    together = a + b + c
    lowest = min(a, b, c)
    highest = max(a, b, c)
    return min(6 * (lowest + flexible), 3 * (together - highest + flexible), 2 * (together + flexible))


@rule
def level_with(table, totals):
    """The level that the player hopes to reach from such totals."""
    a = figures.in_suit(totals, SUIT.FOOD)
    b = figures.in_suit(totals, SUIT.MUSIC)
    c = figures.in_suit(totals, SUIT.GAMES)
    flexible = figures.in_suit(totals, SUIT.WILD)
    return level(a, b, c, flexible + table.mind.to_come)


@rule
def prepare(table, seat):
    """Think of what is to come: turns left, points to come, whether winning at once is within reach."""
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
    """What it costs in the race if the hand counts `value` less."""
    mind = table.mind
    falls_short = (mind.counted >= table.rules.win_threshold) & (mind.counted - value < table.rules.win_threshold)
    return UNIT * (habits.want_value * value + STOP * habits.finish * falls_short) * mind.racing


@rule
def total_loss(table, habits, player, facts):
    """What it costs if a card no longer counts for the lowest total."""
    loss = OF_LEVEL * habits.want_lowest * (table.mind.level - level_with(table, player.totals - facts.total))
    return loss + worth_of_kind(habits, facts)


@rule
def worth_of_kind(habits, facts):
    """What a card is worth beyond its points: a wild one, and a large one of a suit, which small ones outlive."""
    value = np.int64(facts.value)
    large = habits.want_large * (facts.suit < N_SCORING) * value * (value - 1) // FIVE
    return UNIT * (habits.keep_wilds * (facts.suit == SUIT.WILD) + large)


@rule
def worth_in_hand(habits, player):
    """What it is worth to keep a card in hand, to have one to bank: the more, the fewer they are."""
    return UNIT * habits.keep_hand // max(1, figures.hand_size(player))


@rule
def burden(facts):
    """What a banked card adds to tipsiness in a contest of any suit, on average, in 1/16."""
    return SIXTEEN * np.int64(facts.banked) * (N_SCORING if facts.suit == SUIT.WILD else 1) // N_SCORING


# take -----------------------------------------------------------------------------------------------------------------
@rule
def appraise_take(table, seat, pile):
    """How good the top card of a pile is: toward the threshold, toward the lowest total, against its expected back."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[table.deck[table.next_of_pile[pile]]]
    value = np.int64(facts.value)
    mind = table.mind
    worth = OF_LEVEL * habits.want_lowest * (level_with(table, player.totals + facts.total) - mind.level)
    worth -= OF_TIPSINESS * habits.fear_tipsiness * player.expects[facts.front]
    worth += worth_of_kind(habits, facts)
    if mind.racing:
        makes_it = mind.counted + value >= table.rules.win_threshold
        worth += UNIT * (habits.want_value * value + STOP * habits.finish * makes_it)
    return worth + denied(table, seat, habits.deny, value)


@rule
def denied(table, seat, deny, value):
    """What it is worth to keep a card of that value from the next player: something if it would make the threshold."""
    after = seat_after(table, seat, 1)
    counted = contests.counted_value(table, table.players[after])
    short = (counted < table.rules.win_threshold) & (table.rules.win_threshold <= counted + value)
    return UNIT * deny * value * short


# contest --------------------------------------------------------------------------------------------------------------
@rule
def prepare_contest(table, seat):
    """Think of the own tipsiness: what is expected, how sure that is, and how much less than another's it should be."""
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
    """The set of seats whose hand is worth the threshold: they win at their next turn."""
    threshold = table.rules.win_threshold
    seats = bits.EMPTY
    if threshold > 0:
        for seat in range(table.seats):
            seats = bits.plus_if(contests.counted_value(table, table.players[seat]) >= threshold, seats, seat)
    return seats


@rule
def look_at(table, seat, card):
    """How tipsy an opponent must be for an even contest with that card: once banked, its back no longer counts."""
    mind = table.mind
    player = table.players[seat]
    facts = table.cards[card]
    added = SIXTEEN * (contests.banked_part(player, facts.suit) + facts.banked) - player.expects[facts.front]
    mind.even = mind.own_tipsiness + added


@rule
def ahead(table, opponent, suit):
    """By how much, in 1/16, an opponent would be tipsier in a contest with the card looked at."""
    return SIXTEEN * np.int64(contests.tipsiness_in(table.players[opponent], suit)) - table.mind.even


@rule
def worth_challenging(table, seat, opponents, card):
    """The set of those opponents whom the player would challenge with the card looked at.

    Those for whom the odds are good enough, and those whom it may keep from winning at once.
    """
    mind = table.mind
    suit = table.cards[card].suit
    chosen = bits.EMPTY
    for opponent in range(table.seats):  # all of them: no branch for each
        chosen = bits.plus_if(ahead(table, opponent, suit) >= mind.needed, chosen, opponent)
    rest = bits.minus(bits.common(opponents, mind.about_to_win), chosen)
    while not bits.is_empty(rest):
        opponent = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        weigh_loss(table, opponent, suit)
        if is_stopped(table, opponent):
            chosen = bits.plus(chosen, opponent)
    return chosen & opponents


@rule
def odds(table, opponent, suit):
    """The chance, per mille, of winning a contest against an opponent with the card looked at."""
    return ODDS[memory.clamped((ahead(table, opponent, suit) * table.mind.steps) >> ONE_BITS)]


@rule
def least_value(table, low, high):
    """The least value of a set of cards (NOTHING if it is empty)."""
    least = NOTHING
    for k in range(table.n_values):  # all of them: an unpredictable early exit costs more
        of_low, of_high = cardset.of_row(table.of_value, k)
        some = not cardset.is_empty(low & of_low, high & of_high)
        least = bits.pick(some, np.int64(table.values[k]), least)
    return least


@rule
def weigh_loss(table, opponent, suit):
    """What an opponent would lose with a contest in that suit, in all and in the race.

    The loser gives up what is worth least; a banked card that may go spares the hand.
    """
    mind = table.mind
    rival = table.players[opponent]
    low, high = contests.hand_discards(table, rival, suit)
    of_hand = least_value(table, low, high)
    low, high = contests.banked_discards(table, rival, suit)
    of_banked = least_value(table, low, high)
    least = min(of_hand, of_banked)
    mind.loss = least if least != NOTHING else 0
    spared = (of_banked != NOTHING) & (not table.rules.instant_counts_banked)
    mind.loss_in_race = 0 if spared else mind.loss


@rule
def is_stopped(table, opponent):
    """Whether the loss just weighed keeps an opponent from winning at once."""
    threshold = table.rules.win_threshold
    counted = contests.counted_value(table, table.players[opponent])
    return (threshold > 0) & (counted - table.mind.loss_in_race < threshold) & (threshold <= counted)


@rule
def harm(table, habits, opponent):
    """What the loss just weighed is worth to the player."""
    mind = table.mind
    worth = UNIT * habits.contest_gain * mind.loss
    threshold = table.rules.win_threshold
    if threshold > 0:
        threat = max(0, contests.counted_value(table, table.players[opponent]) - threshold + STRETCH)
        worth += UNIT * habits.spoil * (min(mind.loss_in_race, threat) + STOP * is_stopped(table, opponent))
    return worth


@rule
def weigh_card(table, seat, card):
    """What banking a card costs, and what is lost with the contest: the card just banked, if banked cards may go.

    With the habit `gives_least` it is what is missed least of all that may go, as it will be when it comes to that.
    A banked card no longer counts in the race, nor does its back; it adds its banked figure in some suits.
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
    """What the player loses with a contest in which that card is banked, if what is missed least has to go."""
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
    return least if least != NOTHING * UNIT else 0


@rule
def least_loss(table, habits, player, low, high, counts):
    """What the loss of one card of a set costs at least; counts: whether the set counts in the race."""
    least = NOTHING * UNIT
    while not cardset.is_empty(low, high):
        facts = table.cards[cardset.lowest(low, high)]
        low, high = cardset.without_lowest(low, high)
        loss = total_loss(table, habits, player, facts) + race_loss(table, habits, np.int64(facts.value)) * counts
        least = min(least, loss)
    return least


@rule
def appraise_contest(table, seat, opponent, suit):
    """How good it is to challenge an opponent with the card looked at and weighed; no contest is worth 0."""
    mind = table.mind
    weigh_loss(table, opponent, suit)
    chance = odds(table, opponent, suit)
    gain = chance * harm(table, habits_of(table, seat), opponent)
    return (gain - (1000 - chance) * mind.risk) // 1000 - mind.cost


# discard --------------------------------------------------------------------------------------------------------------
@rule
def appraise_discard(table, seat, card):
    """How little is lost by discarding a card, from the hand or banked."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    loss = total_loss(table, habits, player, facts)
    from_hand = cardset.has(player.hand, card)
    counts = from_hand | (table.rules.instant_counts_banked != 0)
    loss += race_loss(table, habits, np.int64(facts.value)) * counts + worth_in_hand(habits, player) * from_hand
    relief = player.expects[facts.front] if from_hand else burden(facts)
    return OF_TIPSINESS * habits.fear_tipsiness * relief - loss
