"""Appraisal of plays by a player of Drunken Shit Head (habits: see personas.py).

A player sees the own hand, the cards face up, the pile, the cards burned, all numbers of cards, and the cards that
others have picked up.  Nothing else is read here.

Appraisals count in the units of the habits, times CERTAIN.
"""

from balancer.core import bits
from balancer.core.arithmetic.odds import CERTAIN, chance_of_none, line_of, step_of
from balancer.core.compile import rule
from balancer.core.table import habits_of, next_in
from balancer.games.shit_head import zones
from balancer.games.shit_head.table import FOOL

LARGE_PILE_BITS = 3
LARGE_PILE = 1 << LARGE_PILE_BITS  # a block counts in full on piles of this size and larger
PICKED_UP = 30  # dislike of each card that is picked up although a play is possible
GOES_OUT = 2**40  # value of playing the last card: more than any other play is worth


@rule
def prepare(table, seat, habits):
    """Compute the player's likings; if it considers answers, also what is unseen and what the next player may hold."""
    mind = table.mind
    player = table.players[seat]
    mind.own_left = player.held + player.up_left + player.down_left
    mind.burn = CERTAIN * habits.burn
    mind.burn_pile = CERTAIN * habits.burn_pile
    mind.stop_leader = liking_to_stop(table, seat, habits)
    if not considers_answers(habits):
        return
    unseen = table.unshown - (player.hand - player.known)
    mind.unseen = unseen
    mind.step = step_of(zones.count(unseen))
    follower = table.players[next_in(table.still_in, seat)]
    in_hand = follower.held > 0
    mind.open = open_cards(follower)
    hidden = follower.held - zones.count(follower.known)
    # a player with neither hand nor cards face up turns up one unseen card
    mind.hidden = bits.pick(in_hand, hidden, follower.up_left == 0)


@rule
def considers_answers(habits):
    """Return whether a player considers what the next player can answer."""
    return (habits.block | habits.stop_leader) != 0


@rule
def liking_to_stop(table, seat, habits):
    """Return the liking for a top that the next player can't answer: the fewer cards that player has, the more."""
    if habits.stop_leader == 0:
        return 0
    follower = table.players[next_in(table.still_in, seat)]
    return habits.stop_leader // max(1, follower.held + follower.up_left + follower.down_left)


@rule
def open_cards(player):
    """Return the cards that a player may play next and that the others have seen."""
    return bits.pick_set(player.held > 0, player.known, player.up)


@rule
def is_special(table, kind):
    """Return whether a kind is the Fool, or a 2 or 10 with its power."""
    return bits.overlap(zones.one(kind), table.specials)


@rule
def costs_of(table, seat):
    """Return the costs of playing cards for the persona that plays `seat` in this game."""
    return table.costs[table.entry[seat]]


@rule
def chance_unanswered(table, habits, identity):
    """Return the chance, of CERTAIN, that the next player can't answer a card that acts as an identity."""
    if not considers_answers(habits):
        return 0
    mind = table.mind
    playable = table.answers[identity]
    if bits.overlap(mind.open, playable):
        return 0
    answers = zones.count(bits.common(mind.unseen, playable))
    return chance_of_none(line_of(answers, mind.step), mind.hidden)


@rule
def consider_identity(table, habits, identity):
    """Compute what follows from playing cards that act as an identity, however many."""
    mind = table.mind
    unanswered = chance_unanswered(table, habits, identity)
    mind.block = habits.block * unanswered
    mind.stop = mind.stop_leader * unanswered
    mind.burning = table.burning_run[identity] - table.run_length * (table.run_kind == identity)


@rule
def consider_kind(table, costs, habits, kind):
    """Compute what is the same for one copy of a kind and for several."""
    special = is_special(table, kind)
    table.mind.cost = CERTAIN * costs.of[kind]
    table.mind.further = CERTAIN * (habits.copies - special * habits.keep_special)
    consider_identity(table, habits, kind)


@rule
def worth_of_pile(table, copies):
    """Return the liking for the pile after a number of cards: burned, or left with a new top for the next player."""
    mind = table.mind
    size = table.pile_size + copies
    burned = mind.burn + mind.burn_pile * size
    left = ((mind.block * min(size, LARGE_PILE)) >> LARGE_PILE_BITS) + mind.stop
    return bits.pick(copies >= mind.burning, burned, left)


@rule
def appraise_lay_up(table, seat, places):
    """Return the value of laying the cards at a set of places face up: the more they cost to play, the better.

    Cards face up are played last, so costly ones are well kept there.
    """
    value = 0
    while not bits.is_empty(places):
        value += costs_of(table, seat).of[table.players[seat].dealt[bits.lowest(places)]]
        places = bits.without_lowest(places)
    return value


@rule
def appraise_play(table, kind, copies):
    """Return the value of playing copies of the kind considered, or with 0 copies of picking up the pile."""
    if copies == 0:
        return -CERTAIN * PICKED_UP * table.pile_size
    mind = table.mind
    value = (copies - 1) * mind.further - mind.cost + worth_of_pile(table, copies) * (kind != FOOL)
    return bits.pick(copies == mind.own_left, GOES_OUT, value)


@rule
def appraise_fool_as(table, seat, kind):
    """Return the value of playing the Fool as a kind."""
    consider_identity(table, habits_of(table, seat), kind)
    return worth_of_pile(table, 1)
