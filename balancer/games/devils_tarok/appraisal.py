"""Appraisal of cards by a player of The Devil's Tarok (habits: see personas.py).

A player sees the own hand, the cards played in this hand, the size of the draw pile, everyone's number of cards, and
the suits in which each player has shown to be void since the last draw.  Nothing else is read here.

Appraisals count in tenths of a point, times CERTAIN.
"""

import numpy as np

from balancer.core import bits
from balancer.core.arithmetic.odds import CERTAIN, chance_of_none, line_of, step_of
from balancer.core.bits import WORD
from balancer.core.cards.tarot import FOOL, RANKS, SUITS
from balancer.core.cards.tarot import MAJORS as N_MAJORS
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of, seat_after
from balancer.games.devils_tarok.knobs import FOOL_EXCUSE, TRUMPS_MAJORS
from balancer.games.devils_tarok.table import FIRST_MAJOR, LANE, MAJORS, N_CARDS, N_SUITS
from balancer.games.devils_tarok.trick import ALWAYS_WINS, CANNOT_WIN, strength, suit_of

BYTE = 8  # bits of a suit's count in a packed word
TRUMPS_PER_THREAT = 4  # this many trumps that others may hold count as one card above a minor


def _above():
    """Return uint64[card]: the set, within the word of the card's kind, of the higher cards of its suit."""
    lane = [((1 << RANKS) - 1) >> (place + 1) << (place + 1) for place in range(LANE)]
    minors = [lane[place] << LANE * suit for suit in range(len(SUITS)) for place in range(LANE)]
    majors = [((1 << N_MAJORS) - 1) >> (number + 1) << (number + 1) for number in range(N_MAJORS)]
    return np.array([*minors, *majors], np.uint64)


ABOVE = _above()
ALL_MINORS = WORD(sum(((1 << RANKS) - 1) << LANE * suit for suit in range(len(SUITS))))
ALL_MAJORS = WORD((1 << N_MAJORS) - 1)

SPREAD = np.array(  # int64[set of suits]: 1 in the byte of each suit that is not in the set
    [sum(1 << BYTE * suit for suit in range(N_SUITS) if not void >> suit & 1) for void in range(1 << N_SUITS)], np.int64
)


@rule
def prepare_lead(table, seat):
    """Compute what lies ahead before a card is led: odds and stakes of every suit."""
    later, step = prepare(table, seat)
    for suit in range(N_SUITS):
        expect_suit(table, suit, later, step)


@rule
def prepare_follow(table, seat):
    """Compute what lies ahead before a card is added to the trick, which a major or the suit led may win."""
    later, step = prepare(table, seat)
    expect_suit(table, MAJORS, later, step)
    if table.led < MAJORS:
        expect_suit(table, table.led, later, step)
    if habits_of(table, seat).stop_leader > 0 and table.best >= 0:
        stop_leader(table, habits_of(table, seat).stop_leader)


@separate_rule
def stop_leader(table, weight):
    """Raise the prices by the worth of keeping points from the leader in points, if its card wins so far.

    The nearer the leader is to the target, the more it is worth.
    """
    mind = table.mind
    points = table.players[table.winner].points
    for other in range(table.seats):
        if table.players[other].points > points:
            return
    more = weight * min(points, table.rules.target) // table.rules.target
    mind.save += more
    mind.own_point += more
    mind.stakes[MAJORS] += more * table.trick_points
    mind.stakes[table.led] += more * table.trick_points * (table.led < MAJORS)


@rule
def expect_suit(table, suit, later, step):
    """Compute the odds that later players hold cards of a suit, and what is at stake if it is led."""
    mind = table.mind
    mind.odds[suit] = line_of((later >> (BYTE * suit)) & ((1 << BYTE) - 1), step)
    mind.stakes[suit] = 10 * (table.trick_points + mind.later * table.poor_points[suit]) + mind.lead


@rule
def prepare(table, seat):
    """Compute which cards others may hold, and the prices of the persona; return what `expect_suit` needs.

    These are the numbers of cards of the later players in this trick, by suit that they may have, a byte each; and
    `odds.step_of` the number of cards not seen.
    """
    mind = table.mind
    player = table.players[seat]
    habits = habits_of(table, seat)
    remembers = habits.memory != 0
    known_low = bits.union(player.minors, bits.pick_set(remembers, table.played_minors, bits.EMPTY))
    known_high = bits.union(player.majors, bits.pick_set(remembers, table.played_majors, bits.EMPTY))
    mind.minors = bits.minus(ALL_MINORS, known_low)
    mind.majors = bits.minus(ALL_MAJORS, known_high)
    played = bits.count(table.played_minors) + bits.count(table.played_majors)
    mind.later = table.seats - 1 - table.trick_size
    later = 0
    other = seat
    for _ in range(mind.later):
        other = seat_after(table, other, 1)
        later += table.players[other].held * SPREAD[bits.pick_set(remembers, table.players[other].void, bits.EMPTY)]
    step = step_of(N_CARDS - played - player.held)
    mind.odds_of_all = line_of(table.next_card - played - player.held, step)
    count_threats(table)
    set_prices(table, habits, player.held)
    return later, step


@rule
def count_threats(table):
    """Count the cards that beat any minor, and any major, whatever its rank: the Fool, and with trumps some majors."""
    mind = table.mind
    fool = bits.pick(table.rules.fool == FOOL_EXCUSE, 0, bits.has(mind.majors, FOOL))
    # a major beats a minor only if its holder is void in the suit led, so only some count (rounded up)
    ruffs = (table.rules.trumps == TRUMPS_MAJORS) * (bits.count(mind.majors) + TRUMPS_PER_THREAT - 1)
    mind.above_major = fool
    mind.above_minor = fool + ruffs // TRUMPS_PER_THREAT


@rule
def set_prices(table, habits, hand_size):
    """Compute the prices of points, of the lead and of cards kept, by the player's habits, in tenths of a point."""
    mind = table.mind
    mind.lead = 10 * habits.lead
    mind.held = hand_size
    mind.piled = table.last_card - table.next_card
    mind.own_point = 10 + habits.save
    mind.save = habits.save
    mind.shed = habits.shed
    mind.future = 10 * habits.thrift
    mind.kept_major = (mind.piled > 0) * CERTAIN * 10 * habits.keep_majors
    mind.keep_fool = 10 * habits.keep_fool


@rule
def cost_of_fool(table):
    """Return what is lost with the Fool: less when fewer tricks are left, nothing in the last one."""
    mind = table.mind
    left = mind.held + mind.piled // table.seats
    return CERTAIN * (mind.keep_fool * (left - 1) // max(left, 1))


@rule
def threats(table, card):
    """Return the number of cards others may hold that beat a card when its suit is led; the Fool is one of them."""
    mind = table.mind
    is_major = card >= FIRST_MAJOR
    above = bits.common(ABOVE[card], bits.pick_set(is_major, mind.majors, mind.minors))
    return bits.count(above) + bits.pick(is_major, mind.above_major, mind.above_minor)


@rule
def expected_worth(table, chance, stake, own):
    """Return the worth of a card: with that chance it wins the stake and its own points, else it loses these."""
    return chance * (stake + own * table.mind.own_point) - CERTAIN * table.mind.save * own


@rule
def cost_of_card(table, card, survives):
    """Return what is lost with a card other than the Fool, which would win a later trick with the chance `survives`."""
    return survives * table.mind.future + (card > FIRST_MAJOR) * table.mind.kept_major


@rule
def cost_of_discard(table, card, own, survives):
    """Return what is lost with a card of another suit.

    A low major is better lost now than when all must follow a high one.
    """
    beaten = (CERTAIN - survives) * (card > FIRST_MAJOR)
    minded = CERTAIN - table.mind.shed * beaten // 100
    return minded * table.mind.save * own + cost_of_card(table, card, survives)


@rule
def appraise_lead(table, card):
    """Return the value of leading a card: the points it is likely to bring, less what is given up."""
    suit = suit_of(card)
    own = table.points[card]
    stake = table.mind.stakes[suit]
    if card == FIRST_MAJOR:
        wins = CERTAIN * (table.rules.fool != FOOL_EXCUSE)
        return expected_worth(table, wins, stake, own) - cost_of_fool(table)
    above = threats(table, card)
    survives = chance_of_none(table.mind.odds_of_all, above)
    chance = chance_of_none(table.mind.odds[suit], above)
    return expected_worth(table, chance, stake, own) - cost_of_card(table, card, survives)


@rule
def appraise_follow(table, card):
    """Return the value of adding a card to the trick."""
    mind = table.mind
    if card == FIRST_MAJOR and table.rules.fool == FOOL_EXCUSE:
        return -cost_of_fool(table)
    own = table.points[card]
    power = strength(table, card)
    stake = mind.stakes[min(table.led, MAJORS)]
    if power == ALWAYS_WINS:
        return expected_worth(table, CERTAIN, stake, own) - cost_of_fool(table)
    above = threats(table, card)
    survives = chance_of_none(mind.odds_of_all, above)
    if power == CANNOT_WIN:
        return -cost_of_discard(table, card, own, survives)
    chance = bits.pick(power > table.best, chance_of_none(mind.odds[suit_of(card)], above), 0)
    return expected_worth(table, chance, stake, own) - cost_of_card(table, card, survives)
