"""What a player of Drunken Shit Head thinks of a play (habits: see personas.py).

A player sees the own hand, the cards face up, the pile and what was burned, all numbers of cards, and what others have
picked up.  Nothing else is read here.

Values are those of the habits, times CERTAIN.
"""

import numpy as np

from balancer.core import bits
from balancer.core.arithmetic.odds import CERTAIN, chance_of_none, line_of
from balancer.core.bits import WORD
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.shit_head import zones
from balancer.games.shit_head.table import FOOL, TWO
from balancer.games.shit_head.zones import FIRST_MAJOR

LARGE_PILE = 8  # a block counts fully from so many cards on
PICKED_UP = 30  # dislike of each card that is picked up without need
GOES_OUT = 2**40
COPIES = 4


@rule
def prepare(table, seat):
    """Note what is unseen, and what the next player may answer with."""
    mind = table.mind
    seen = WORD(table.pile) + WORD(table.burned) + WORD(table.players[seat].hand)
    for other in range(table.seats):
        seen = seen + WORD(table.players[other].up)
        if other != seat:
            seen = seen + WORD(table.players[other].known)
    mind.unseen = WORD(table.whole) - seen
    mind.unseen_count = zones.count(WORD(mind.unseen))
    follower = table.players[after(table, seat)]
    mind.next_left = follower.held + follower.up_left + follower.down_left
    mind.open = WORD(0)
    mind.secret = 0
    if follower.held > 0:
        mind.open = follower.known
        mind.secret = follower.held - zones.count(WORD(follower.known))
    elif follower.up_left > 0:
        mind.open = follower.up
    else:
        mind.secret = 1
    player = table.players[seat]
    mind.own_left = player.held + player.up_left + player.down_left


@rule
def after(table, seat):
    """The next seat with cards."""
    for _ in range(table.seats):
        seat = seat + 1 if seat + 1 < table.seats else 0
        player = table.players[seat]
        if player.held + player.up_left + player.down_left > 0:
            break
    return seat


@rule
def is_special(table, kind):
    """Whether a kind is a 2, a 10 or the Fool."""
    special = WORD(table.burners) | WORD(table.resetters) | zones.one(FOOL)
    return zones.one(kind) & special != WORD(0)


@rule
def cost(table, habits, kind):
    """Reluctance to play one card of a kind."""
    special = is_special(table, kind)
    major = kind >= FIRST_MAJOR
    value = bits.pick(major, kind - FIRST_MAJOR, kind + 1)
    kept = bits.pick(special, np.int64(habits.keep_special), major * np.int64(habits.keep_major))
    return habits.keep_high * value + kept


@rule
def blocked(table, top):
    """Chance, of CERTAIN, that the next player can't answer a top."""
    mind = table.mind
    playable = WORD(table.playable[top])
    if WORD(mind.open) & playable != WORD(0):
        return 0
    answers = zones.count(WORD(mind.unseen) & playable)
    return chance_of_none(line_of(answers, mind.unseen_count), mind.secret)


@rule
def effect(table, habits, identity, copies):
    """What the pile is worth after so many cards of an identity: burned, or a top for the next player."""
    size = table.pile_size + copies
    burns = zones.one(identity) & WORD(table.burners) != WORD(0)
    if table.rules.four_burns and identity < FIRST_MAJOR:
        burns |= copies + table.run_length * (table.run_kind == identity) >= COPIES
    if burns:
        return CERTAIN * (habits.burn + habits.burn_pile * size)
    if habits.block == 0:
        return 0
    resets = zones.one(identity) & WORD(table.resetters) != WORD(0)
    chance = blocked(table, TWO if resets else identity)
    return habits.block * chance * min(size, LARGE_PILE) // LARGE_PILE


@rule
def appraise_lay_up(table, seat, places):
    """How good it is to lay the cards at a set of places face up: what is kept for the end lies there."""
    habits = habits_of(table, seat)
    value = np.int64(0)
    rest = WORD(places)
    while rest != WORD(0):
        value += cost(table, habits, table.players[seat].dealt[bits.lowest(rest)])
        rest = bits.without_lowest(rest)
    return value


@rule
def appraise_play(table, seat, kind, copies):
    """How good it is to play so many cards of a kind (none: to pick up the pile)."""
    habits = habits_of(table, seat)
    if copies == 0:
        return -CERTAIN * PICKED_UP * table.pile_size
    if copies == table.mind.own_left:
        return GOES_OUT
    further = habits.copies - is_special(table, kind) * habits.keep_special
    value = CERTAIN * ((copies - 1) * further - cost(table, habits, kind))
    if kind == FOOL:
        return value
    return value + effect(table, habits, kind, copies)


@rule
def appraise_fool_as(table, seat, kind):
    """How good it is to play the Fool as a kind."""
    return effect(table, habits_of(table, seat), kind, 1)
