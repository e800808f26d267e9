"""What a player of Oktoberfest thinks of a card, a contest, a discard (habits: see personas.py).

A player sees all fronts, the backs in the others' hands (their tipsiness), and remembers; of the own backs there is
only the estimate of memory.py.  Nothing else is read here.

All appraisals count in points of value: a weight of 10 is worth one point, UNIT is a tenth of a point.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.oktoberfest import contests, memory
from balancer.games.oktoberfest.memory import ODDS, SIXTEEN, STEPS
from balancer.games.oktoberfest.parts import N_SCORING, SUIT
from balancer.games.oktoberfest.table import WORDS

UNIT = 48  # levels are sixths of a point, tipsiness is sixteenths: both divide it
OF_LEVEL = UNIT // 6
OF_TIPSINESS = UNIT // 16
TENTHS = 10
A_TURN = 4  # points a player may hope to take in a turn
STRETCH = 8  # the last points before the threshold, in which a hand is a threat
STOP = 20  # points that it is worth to win at once, or to keep somebody from it
NOTHING = 2**20  # more than any card is worth
UNKNOWN = -(2**60)
STEP_BITS = 16


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
def level_with(table, player, suit, value):
    """The level that the player hopes to reach with `value` more (or less) in a suit."""
    a = np.int64(player.suit_total[SUIT.FOOD]) + value * (suit == SUIT.FOOD)
    b = np.int64(player.suit_total[SUIT.MUSIC]) + value * (suit == SUIT.MUSIC)
    c = np.int64(player.suit_total[SUIT.GAMES]) + value * (suit == SUIT.GAMES)
    flexible = np.int64(player.suit_total[SUIT.WILD]) + value * (suit == SUIT.WILD)
    return level(a, b, c, flexible + table.mind.to_come)


@rule
def prepare(table, seat):
    """Think of what is to come: turns left, points to come, whether winning at once is within reach."""
    mind = table.mind
    player = table.players[seat]
    turns = table.rounds_dealt - table.rounds
    threshold = table.rules.win_threshold
    mind.to_come = habits_of(table, seat).foresight * turns // TENTHS
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


@rule
def total_loss(table, habits, player, facts):
    """What it costs if a card no longer counts for the lowest total."""
    value = np.int64(facts.value)
    loss = OF_LEVEL * habits.want_lowest * (table.mind.level - level_with(table, player, facts.suit, -value))
    if facts.suit == SUIT.WILD:
        loss += UNIT * habits.keep_wilds
    return loss


@rule
def burden(facts):
    """What a banked card adds to tipsiness in a contest of any suit, on average, in 1/16."""
    added = SIXTEEN * np.int64(facts.banked)
    return added if facts.suit == SUIT.WILD else added // N_SCORING


# take -----------------------------------------------------------------------------------------------------------------
@rule
def appraise_take(table, seat, pile):
    """How good the top card of a pile is: toward the threshold, toward the lowest total, against its expected back."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[table.deck[table.next_of_pile[pile]]]
    value = np.int64(facts.value)
    mind = table.mind
    worth = OF_LEVEL * habits.want_lowest * (level_with(table, player, facts.suit, value) - mind.level)
    worth -= OF_TIPSINESS * habits.fear_tipsiness * memory.mean_back(table, player, facts.front)
    if facts.suit == SUIT.WILD:
        worth += UNIT * habits.keep_wilds
    if mind.racing:
        worth += UNIT * habits.want_value * value
        if mind.counted + value >= table.rules.win_threshold:
            worth += UNIT * habits.finish * STOP
    if habits.deny:
        worth += denied(table, seat, habits.deny, value)
    return worth


@rule
def denied(table, seat, deny, value):
    """What it is worth to keep a card of that value from the next player: something if it would make the threshold."""
    after = seat + 1 if seat + 1 < table.seats else 0
    counted = contests.counted_value(table, table.players[after])
    short = counted < table.rules.win_threshold <= counted + value
    return UNIT * deny * value if short else 0


# contest --------------------------------------------------------------------------------------------------------------
@rule
def prepare_contest(table, seat, low, high):
    """List the cards that may be banked (low, high), estimate the own tipsiness, and how much less it should be."""
    prepare(table, seat)
    mind = table.mind
    player = table.players[seat]
    mind.n_cards = 0
    mind.n_suits = 0
    own = np.int64(player.shift)
    for word in range(WORDS):
        may_bank = low if word == 0 else high
        rest = WORD(player.hand[word])
        while rest != WORD(0):
            k = bits.lowest(rest)
            rest = bits.without_lowest(rest)
            back = memory.mean_back(table, player, table.cards[64 * word + k].front)
            own += back
            if bits.has(may_bank, k):
                note_card(table, 64 * word + k, back)
    for k in range(mind.n_suits):
        suit = mind.suits[k]
        mind.own[suit] = own + SIXTEEN * memory.banked_part(player, suit) - memory.tie_margin(table, True)
    deviation = memory.uncertainty(player)
    step = memory.STEP_FOR[habits_of(table, seat).contest_margin]
    mind.needed = -((-step * deviation) // STEPS)
    mind.steps = (STEPS << STEP_BITS) // deviation


@rule
def note_card(table, card, back):
    """One more card that may be banked."""
    mind = table.mind
    place = mind.n_cards
    facts = table.cards[card]
    if place == 0 or mind.suit[place - 1] != facts.suit:
        mind.suits[mind.n_suits] = facts.suit  # a suit may be listed twice, where a table mixes them
        mind.n_suits += 1
    mind.card[place] = card
    mind.suit[place] = facts.suit
    mind.adds[place] = SIXTEEN * np.int64(facts.banked) - back
    mind.cost[place] = UNKNOWN
    mind.n_cards = place + 1


@rule
def look_at(table, seat, opponent):
    """How much tipsier an opponent is, by suit, and whether about to win at once."""
    mind = table.mind
    rival = table.players[opponent]
    for k in range(mind.n_suits):
        suit = mind.suits[k]
        mind.ahead[suit] = SIXTEEN * np.int64(contests.tipsiness_in(rival, suit)) - mind.own[suit]
        mind.harm[suit] = UNKNOWN
    threshold = table.rules.win_threshold
    mind.urgent = (
        threshold > 0 and contests.counted_value(table, rival) >= threshold and habits_of(table, seat).spoil > 0
    )


@rule
def dares(table, seat, opponent, place):
    """Whether the odds are good enough to challenge the opponent with that card, or it is urgent."""
    mind = table.mind
    suit = mind.suit[place]
    if mind.ahead[suit] - mind.adds[place] >= mind.needed:
        return True
    if not mind.urgent:
        return False
    weigh_harm(table, seat, opponent, suit)
    return mind.stops[suit] != 0


@rule
def odds(table, suit, place):
    """The chance, per mille, of winning a contest in a suit with that card."""
    mind = table.mind
    step = ((mind.ahead[suit] - np.int64(mind.adds[place])) * mind.steps) >> STEP_BITS
    return ODDS[memory.clamped(step)]


@rule
def least_value(table, low, high):
    """The least value of a set of cards (NOTHING if it is empty)."""
    if (low | high) == WORD(0):
        return NOTHING
    k = 0
    while (low & WORD(table.of_value[k, 0]) | high & WORD(table.of_value[k, 1])) == WORD(0):
        k += 1
    return np.int64(table.values[k])


@rule
def weigh_harm(table, seat, opponent, suit):
    """What it is worth that the opponent loses a contest in that suit, and whether it keeps the opponent from winning.

    The loser gives up what is worth least; a banked card that may go spares the hand.
    """
    mind = table.mind
    if mind.harm[suit] != UNKNOWN:
        return
    rival = table.players[opponent]
    habits = habits_of(table, seat)
    low, high = contests.hand_discards(table, rival, suit)
    of_hand = least_value(table, low, high)
    low, high = contests.banked_discards(table, rival, suit)
    of_banked = least_value(table, low, high)
    in_all = min(of_hand, of_banked)
    if in_all == NOTHING:
        in_all = 0
    of_race = in_all if of_banked == NOTHING or table.rules.instant_counts_banked else 0
    threshold = table.rules.win_threshold
    counted = contests.counted_value(table, rival)
    harm = UNIT * habits.contest_gain * in_all
    mind.stops[suit] = 0
    if threshold > 0:
        threat = max(0, counted - threshold + STRETCH)
        harm += UNIT * habits.spoil * min(of_race, threat)
        if counted - of_race < threshold <= counted:
            harm += UNIT * habits.spoil * STOP
            mind.stops[suit] = 1
    mind.harm[suit] = harm


@rule
def weigh_card(table, seat, place):
    """What banking a card costs, and what is lost with the contest: the card just banked can always go.

    A banked card no longer counts in the race, nor does its back; it adds its banked figure in some suits.
    """
    mind = table.mind
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[mind.card[place]]
    mind.risk[place] = total_loss(table, habits, player, facts)
    in_race = 0 if table.rules.instant_counts_banked else race_loss(table, habits, np.int64(facts.value))
    relief = SIXTEEN * np.int64(facts.banked) - mind.adds[place]
    mind.cost[place] = in_race + OF_TIPSINESS * habits.fear_tipsiness * (burden(facts) - relief)


@rule
def appraise_contest(table, seat, opponent, place):
    """How good it is to challenge the opponent looked at with that card; no contest is worth 0."""
    mind = table.mind
    suit = mind.suit[place]
    weigh_harm(table, seat, opponent, suit)
    if mind.cost[place] == UNKNOWN:
        weigh_card(table, seat, place)
    chance = odds(table, suit, place)
    return (chance * mind.harm[suit] - (1000 - chance) * mind.risk[place]) // 1000 - mind.cost[place]


# discard --------------------------------------------------------------------------------------------------------------
@rule
def appraise_discard(table, seat, card):
    """How little is lost by discarding a card, from the hand or banked."""
    habits = habits_of(table, seat)
    player = table.players[seat]
    facts = table.cards[card]
    loss = total_loss(table, habits, player, facts)
    from_hand = contests.in_hand(player, card)
    if from_hand or table.rules.instant_counts_banked:
        loss += race_loss(table, habits, np.int64(facts.value))
    relief = memory.mean_back(table, player, facts.front) if from_hand else burden(facts)
    return OF_TIPSINESS * habits.fear_tipsiness * relief - loss
