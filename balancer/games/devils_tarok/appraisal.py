"""What a player of The Devil's Tarok thinks of a card (habits: see personas.py).

A player sees the own hand, the cards played in this hand, the size of the draw pile, everyone's number of cards, and
who has shown to be void in which suit since the last draw.  Nothing else is read here.

Values are tenths of a point, times CERTAIN.
"""

import numpy as np

from balancer.core import bits
from balancer.core.arithmetic.odds import CERTAIN, chance_of_none, line_of, step_of
from balancer.core.bits import WORD
from balancer.core.cards.tarot import MAJORS as N_MAJORS
from balancer.core.cards.tarot import RANKS, SUITS
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.devils_tarok.knobs import FOOL_EXCUSE, TRUMPS_MAJORS
from balancer.games.devils_tarok.table import FIRST_MAJOR, LANE, MAJORS, N_CARDS, N_SUITS
from balancer.games.devils_tarok.trick import ALWAYS_WINS, CANNOT_WIN, next_seat, strength, suit_of

BYTE = 8  # bits of a suit's count in a packed word
TRUMPS_PER_THREAT = 4  # so many trumps that others may hold count as one card above a minor


def _above():
    """uint64[card]: the set, within the word of the card's kind, of the cards of its suit that are higher."""
    lane = [((1 << RANKS) - 1) >> (place + 1) << (place + 1) for place in range(LANE)]
    minors = [lane[place] << LANE * suit for suit in range(len(SUITS)) for place in range(LANE)]
    majors = [((1 << N_MAJORS) - 1) >> (number + 1) << (number + 1) for number in range(N_MAJORS)]
    return np.array([*minors, *majors], np.uint64)


ABOVE = _above()
ALL_MINORS = WORD(sum(((1 << RANKS) - 1) << LANE * suit for suit in range(len(SUITS))))
ALL_MAJORS = WORD((1 << N_MAJORS) - 1)

SPREAD = np.array(
    [sum(1 << BYTE * suit for suit in range(N_SUITS) if not void >> suit & 1) for void in range(1 << N_SUITS)], np.int64
)
"""int64[set of suits]: 1 in the byte of each suit that is not in the set."""


@rule
def prepare(table, seat):
    """Note which cards others may hold, and how likely one of them is with those who play later in this trick."""
    mind = table.mind
    player = table.players[seat]
    remembers = habits_of(table, seat).memory != 0
    known_low = WORD(player.minors) | bits.pick_set(remembers, WORD(table.played_minors), WORD(0))
    known_high = WORD(player.majors) | bits.pick_set(remembers, WORD(table.played_majors), WORD(0))
    mind.minors = ALL_MINORS & (ALL_MINORS ^ known_low)
    mind.majors = ALL_MAJORS & (ALL_MAJORS ^ known_high)
    unseen = N_CARDS - bits.count(table.played_minors) - bits.count(table.played_majors) - player.held
    mind.later = table.seats - 1 - table.trick_size
    later = 0
    opponents = 0
    for k in range(1, table.seats):
        other = table.players[next_seat(table, seat, k)]
        void = bits.pick(remembers, np.int64(other.void), 0)
        later += (k <= mind.later) * other.held * SPREAD[void]
        opponents += other.held
    step = step_of(unseen)
    for suit in range(N_SUITS):
        mind.odds[suit] = line_of((later >> (BYTE * suit)) & ((1 << BYTE) - 1), step)
    mind.odds_of_all = line_of(opponents, step)
    mind.piled = table.last_card - table.next_card
    mind.held = player.held


@rule
def threats(table, card):
    """How many cards that others may hold beat a card when its suit is led; the Fool is one of them."""
    mind = table.mind
    excuse = table.rules.fool == FOOL_EXCUSE
    fool = bits.pick(excuse, 0, np.int64(WORD(mind.majors) & WORD(1)))
    above = WORD(ABOVE[card]) & bits.pick_set(card >= FIRST_MAJOR, WORD(mind.majors), WORD(mind.minors))
    ruffs = 0
    if table.rules.trumps == TRUMPS_MAJORS and card < FIRST_MAJOR:
        ruffs = (bits.count(mind.majors) + TRUMPS_PER_THREAT - 1) // TRUMPS_PER_THREAT
    return bits.count(above) + fool + ruffs


@rule
def cost_of_fool(table, habits):
    """What is lost with the Fool: less the fewer tricks are left, nothing in the last."""
    left = table.mind.held + table.mind.piled // table.seats
    return CERTAIN * (10 * habits.keep_fool * (left - 1) // max(left, 1))


@rule
def cost_of_card(table, habits, card, above):
    """What is lost with any other card: it may win a later trick."""
    future = chance_of_none(table.mind.odds_of_all, above) * 10 * habits.thrift
    kept = (card > FIRST_MAJOR) & (table.mind.piled > 0)
    return future + kept * CERTAIN * 10 * habits.keep_majors


@rule
def worth(habits, chance, trick, own):
    """What it is worth to win a trick of so many points with that chance, and to lose the own card's points else."""
    return chance * 10 * (trick + own + habits.lead) - (CERTAIN - chance) * habits.save * own


@rule
def cost_of_discard(table, habits, card, own, above):
    """What is lost with a card of another suit; a low major is better lost now than when all must follow a high one."""
    beaten = (CERTAIN - chance_of_none(table.mind.odds_of_all, above)) * (card > FIRST_MAJOR)
    minded = CERTAIN - habits.shed * beaten // 100
    return minded * habits.save * own + cost_of_card(table, habits, card, above)


@rule
def appraise_lead(table, seat, card):
    """How good it is to lead a card: the points it is likely to bring, less what is given up."""
    habits = habits_of(table, seat)
    suit = suit_of(card)
    own = np.int64(table.points[card])
    trick = table.mind.later * table.poor_points[suit]
    if card == FIRST_MAJOR:
        wins = CERTAIN * (table.rules.fool != FOOL_EXCUSE)
        return worth(habits, wins, trick, own) - cost_of_fool(table, habits)
    above = threats(table, card)
    chance = chance_of_none(table.mind.odds[suit], above)
    return worth(habits, chance, trick, own) - cost_of_card(table, habits, card, above)


@rule
def appraise_follow(table, seat, card):
    """How good it is to add a card to the trick."""
    habits = habits_of(table, seat)
    own = np.int64(table.points[card])
    if card == FIRST_MAJOR and table.rules.fool == FOOL_EXCUSE:
        return -cost_of_fool(table, habits)
    suit = suit_of(card)
    led = min(table.led, MAJORS)
    power = strength(table, card)
    trick = table.trick_points + table.mind.later * table.poor_points[led]
    if power == ALWAYS_WINS:
        return worth(habits, CERTAIN, trick, own) - cost_of_fool(table, habits)
    above = threats(table, card)
    if power == CANNOT_WIN:
        return -cost_of_discard(table, habits, card, own, above)
    chance = bits.pick(power > table.best, chance_of_none(table.mind.odds[suit], above), 0)
    return worth(habits, chance, trick, own) - cost_of_card(table, habits, card, above)
