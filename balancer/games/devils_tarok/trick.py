"""§ Trick: the suit of a card and its strength."""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule
from balancer.games.devils_tarok.knobs import TRUMPS_MAJORS
from balancer.games.devils_tarok.table import FIRST_MAJOR, LANE, MAJORS

CANNOT_WIN, WEAKEST, TRUMP, ALWAYS_WINS = 0, 1, 64, 128  # strengths of a card in a trick; the strongest card wins it


# by suit: the set of all its minors
LANES = np.array([((1 << LANE) - 1) << LANE * suit for suit in range(MAJORS)], np.uint64)


@rule
def of_suit(minors, suit):
    """Return the members of a set of minors that are of a suit."""
    return bits.common(minors, LANES[suit])


@rule
def suit_of(card):
    """Return the suit of a card; MAJORS also for the Fool."""
    return min(card >> 4, MAJORS)


@rule
def strength(table, card):
    """Return the strength of a card in this trick, whose suit is led; the strongest wins.  Not for an excused Fool."""
    if card == FIRST_MAJOR:
        return ALWAYS_WINS
    if card > FIRST_MAJOR and (table.rules.trumps == TRUMPS_MAJORS or table.led == MAJORS):
        return TRUMP + card - FIRST_MAJOR
    if suit_of(card) == table.led:
        return WEAKEST + (card & (LANE - 1))
    return CANNOT_WIN
