"""Loops over the game's functions, so that a test can afford many calls."""

import numpy as np

from balancer.core import bits, dice
from balancer.core.bits import WORD
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHOICES
from balancer.core.record import record
from balancer.core.table import habits_of
from balancer.games.shit_head import zones
from balancer.games.shit_head.contenders import contenders
from balancer.games.shit_head.decisions import best_play
from balancer.games.shit_head.unseen import reshuffle_unseen

NOWHERE = -1  # no address of dice

POSITION = record(
    ("hand", np.uint64),  # zone, of seat 0
    ("known", np.uint64),  # zone: what was seen of the hand of seat 1
    ("hidden", np.int64),  # how many other cards seat 1 holds
    ("unshown", np.uint64),  # zone, the hand of seat 0 among it
    ("top", np.int64),
    ("pile_size", np.int64),
    ("run_length", np.int64),  # how many cards of the kind on top lie together
)


@separate_rule
def deal_often(table, seat, hands, downs, decks):
    """Deal what `seat` can't see anew, once per row.

    hands: uint64[deals, seats]; downs: uint8[deals, seats, cards]; decks: uint8[deals, cards].
    """
    for i in range(len(hands)):
        reshuffle_unseen(table, seat)
        for other in range(table.seats):
            player = table.players[other]
            hands[i, other] = player.hand
            for place in range(player.down_left):
                downs[i, other, place] = player.down[player.turned + place]
        for place in range(table.next_card, table.deck_size):
            decks[i, place - table.next_card] = table.deck[place]


@separate_rule
def play_twice(table, positions, found):
    """Choose what seat 0 plays in each position: among the contenders, and among all that is playable.

    positions: POSITION[n]; found: int64[n, 4], for each way the option chosen and how far the dice went.
    """
    for i in range(len(positions)):
        position = positions[i]
        table.turn = i + 1
        lay_position(table, position)
        habits = habits_of(table, 0)
        able = WORD(position.hand) & WORD(table.playable[table.top])
        for way in range(2 * (able != WORD(0))):
            kinds = contenders(table, 0, habits, able) if way == 0 else zones.kinds(able)
            table.dice.address[CHOICES] = NOWHERE
            dice.go_to(table.dice, CHOICES, table.turn)
            found[i, 2 * way] = best_play(table, 0, habits, able, kinds, table.rules.must_play == 0)
            found[i, 2 * way + 1] = table.dice.place[CHOICES]


@rule
def lay_position(table, position):
    """Put cards where they are to lie; seat 0 decides, seat 1 follows."""
    player, follower = table.players[0], table.players[1]
    player.hand, player.held = position.hand, zones.count(WORD(position.hand))
    follower.known, follower.held = position.known, zones.count(WORD(position.known)) + position.hidden
    table.still_in, table.decision.seat = bits.first_bits(2), 0
    table.unshown = position.unshown
    table.top, table.pile_size = position.top, position.pile_size
    table.run_kind, table.run_length = position.top, position.run_length
