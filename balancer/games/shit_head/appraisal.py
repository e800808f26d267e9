"""What a player of Drunken Shit Head thinks of a play (habits: see personas.py).

A player sees the own hand, the cards face up, the pile and what was burned, all numbers of cards, and what others have
picked up.  Nothing else is read here.

Values are those of the habits, times CERTAIN.
"""

from balancer.core import bits
from balancer.core.arithmetic.odds import CERTAIN, chance_of_none, line_of, step_of
from balancer.core.compile import rule
from balancer.core.table import habits_of, next_in
from balancer.games.shit_head import zones
from balancer.games.shit_head.table import FOOL

LARGE_PILE_BITS = 3
LARGE_PILE = 1 << LARGE_PILE_BITS  # a block counts fully from so many cards on
PICKED_UP = 30  # dislike of each card that is picked up without need
GOES_OUT = 2**40


@rule
def prepare(table, seat, habits):
    """Note what is unseen, and what the next player may answer with, where that counts."""
    mind = table.mind
    player = table.players[seat]
    mind.own_left = player.held + player.up_left + player.down_left
    mind.burn = CERTAIN * habits.burn
    mind.burn_pile = CERTAIN * habits.burn_pile
    mind.stop_leader = stopping(table, seat, habits)
    if not blocks(habits):
        return
    unseen = table.unshown - (player.hand - player.known)
    mind.unseen = unseen
    mind.step = step_of(zones.count(unseen))
    follower = table.players[next_in(table.still_in, seat)]
    in_hand = follower.held > 0
    mind.open = open_cards(follower)
    hidden = follower.held - zones.count(follower.known)
    mind.hidden = bits.pick(in_hand, hidden, follower.up_left == 0)


@rule
def blocks(habits):
    """Whether a player cares what the next player can answer."""
    return (habits.block | habits.stop_leader) != 0


@rule
def stopping(table, seat, habits):
    """Liking for a top that the next player can't answer, however small the pile: the fewer cards are left to it."""
    if habits.stop_leader == 0:
        return 0
    follower = table.players[next_in(table.still_in, seat)]
    return habits.stop_leader // max(1, follower.held + follower.up_left + follower.down_left)


@rule
def open_cards(player):
    """The cards that a player may play, as far as the others have seen them."""
    return bits.pick_set(player.held > 0, player.known, player.up)


@rule
def is_special(table, kind):
    """Whether a kind is a 2, a 10 or the Fool."""
    return bits.overlap(zones.one(kind), table.specials)


@rule
def costs_of(table, seat):
    """What the persona that plays `seat` in this game gives up by playing."""
    return table.costs[table.entry[seat]]


@rule
def blocked(table, habits, identity):
    """Chance, of CERTAIN, that the next player can't answer a card that acts as an identity."""
    if not blocks(habits):
        return 0
    mind = table.mind
    playable = table.answers[identity]
    if bits.overlap(mind.open, playable):
        return 0
    answers = zones.count(bits.common(mind.unseen, playable))
    return chance_of_none(line_of(answers, mind.step), mind.hidden)


@rule
def consider_identity(table, habits, identity):
    """Note what follows from playing cards that act as an identity, however many."""
    mind = table.mind
    unanswered = blocked(table, habits, identity)
    mind.block = habits.block * unanswered
    mind.stop = mind.stop_leader * unanswered
    mind.burning = table.burning_run[identity] - table.run_length * (table.run_kind == identity)


@rule
def consider_kind(table, costs, habits, kind):
    """Note what is the same for one copy of a kind and for several."""
    special = is_special(table, kind)
    table.mind.cost = CERTAIN * costs.of[kind]
    table.mind.further = CERTAIN * (habits.copies - special * habits.keep_special)
    consider_identity(table, habits, kind)


@rule
def effect(table, copies):
    """What the pile is worth after so many cards of the identity considered: burned, or a top for the next player."""
    mind = table.mind
    size = table.pile_size + copies
    burned = mind.burn + mind.burn_pile * size
    left = ((mind.block * min(size, LARGE_PILE)) >> LARGE_PILE_BITS) + mind.stop
    return bits.pick(copies >= mind.burning, burned, left)


@rule
def appraise_lay_up(table, seat, places):
    """How good it is to lay the cards at a set of places face up: what is kept for the end lies there."""
    value = 0
    while not bits.is_empty(places):
        value += costs_of(table, seat).of[table.players[seat].dealt[bits.lowest(places)]]
        places = bits.without_lowest(places)
    return value


@rule
def appraise_play(table, kind, copies):
    """How good it is to play so many cards of the kind considered (none: to pick up the pile)."""
    if copies == 0:
        return -CERTAIN * PICKED_UP * table.pile_size
    mind = table.mind
    value = (copies - 1) * mind.further - mind.cost + effect(table, copies) * (kind != FOOL)
    return bits.pick(copies == mind.own_left, GOES_OUT, value)


@rule
def appraise_fool_as(table, seat, kind):
    """How good it is to play the Fool as a kind."""
    consider_identity(table, habits_of(table, seat), kind)
    return effect(table, 1)
