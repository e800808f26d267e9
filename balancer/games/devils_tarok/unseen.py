"""§ Seen by: deal anew what a player can't see, each possible way with the same chance.

Unseen are the others' hands and the draw pile (with `draw: false` the cards left over).  Numbers of cards stay, and
nobody gets a card of a suit in which that player has shown to be void since the last draw.

Suits are dealt one after the other, the one with the least room first.  A card goes to any free place that may hold its
suit.  How many such places are free depends on where earlier suits went, and so would the chance of a deal; to even
that out, a card is dealt among as many places as can be free at most, and where it falls on one that is not, all begins
again.  So every deal has the same chance (rejection sampling).
"""

import numpy as np

from balancer.core import bits, cards
from balancer.core.bits import WORD
from balancer.core.cards import cardset
from balancer.core.compile import chapter, rule
from balancer.core.dice import CHANCE, below
from balancer.games.devils_tarok.appraisal import ALL_MAJORS, ALL_MINORS
from balancer.games.devils_tarok.table import FIRST_MAJOR, LANE, MAJORS, N_CARDS, N_SUITS, PILE

ATTEMPTS = 1_000_000
"""More than any table needs; after so many the cards stay where they are."""

FOOL_BIT = WORD(1)
LANE_BITS = WORD((1 << LANE) - 1)


@chapter
def reshuffle_unseen(table, seat):
    """Deal anew, with the dice of chance, what `seat` can't see."""
    measure_room(table, seat)
    for _ in range(ATTEMPTS):
        clear_places(table, seat)
        if deal_suits(table, seat):
            hand_out(table, seat)
            return


@rule
def clear_places(table, seat):
    """All places are empty: those of the opponents, and the draw pile."""
    for other in range(table.seats):
        clear_place(table.redeal, other, 0 if other == seat else table.players[other].held)
    clear_place(table.redeal, PILE, N_CARDS - table.next_card)


@rule
def clear_place(redeal, place, free):
    redeal.free[place] = free
    redeal.minors[place] = WORD(0)
    redeal.majors[place] = WORD(0)


@rule
def room_for(table, suit):
    """Free cards' places that may hold a suit."""
    room = np.int64(table.redeal.free[PILE])
    for other in range(table.seats):
        if not bits.has(table.players[other].void, suit):
            room += table.redeal.free[other]
    return room


@rule
def measure_room(table, seat):
    """Note the room that each suit has in empty places, and put the suits in order of it, least room first."""
    redeal = table.redeal
    clear_places(table, seat)
    for suit in range(N_SUITS):
        redeal.room[suit] = room_for(table, suit)
        k = suit
        while k > 0 and redeal.room[redeal.order[k - 1]] > redeal.room[suit]:
            redeal.order[k] = redeal.order[k - 1]
            k -= 1
        redeal.order[k] = suit


@rule
def deal_suits(table, seat):
    """Deal all unseen cards, suit by suit, the Fool last; False where a card falls on a place that is not free."""
    player = table.players[seat]
    low = ALL_MINORS & (ALL_MINORS ^ (WORD(player.minors) | WORD(table.played_minors)))
    high = ALL_MAJORS & (ALL_MAJORS ^ (WORD(player.majors) | WORD(table.played_majors)))
    left = cardset.count(low, high)
    for k in range(N_SUITS):
        suit = table.redeal.order[k]
        number = FIRST_MAJOR if suit == MAJORS else 0
        rest = high & (ALL_MAJORS ^ FOOL_BIT) if suit == MAJORS else low & (LANE_BITS << WORD(LANE * suit))
        most = min(np.int64(table.redeal.room[suit]), left)
        room = room_for(table, suit)
        while rest != WORD(0):
            spot = below(table.dice, CHANCE, most)
            if spot >= room:
                return False
            put(table, spot, number + bits.lowest(rest), suit)
            rest = bits.without_lowest(rest)
            most -= 1
            room -= 1
            left -= 1
    if high & FOOL_BIT != WORD(0):
        put(table, below(table.dice, CHANCE, left), FIRST_MAJOR, N_SUITS)
    return True


@rule
def put(table, spot, card, suit):
    """Put a card on the spot-th free cards' place that may hold its suit (N_SUITS: the Fool, whom all may hold)."""
    redeal = table.redeal
    place = PILE
    for other in range(table.seats):
        may_hold = not bits.has(table.players[other].void, suit)
        if may_hold and place == PILE:
            if spot < redeal.free[other]:
                place = other
            spot -= redeal.free[other]
    redeal.free[place] -= 1
    if card < FIRST_MAJOR:
        redeal.minors[place] = WORD(redeal.minors[place]) | cardset.bit_of(card)
    else:
        redeal.majors[place] = WORD(redeal.majors[place]) | cardset.bit_of(card)


@rule
def hand_out(table, seat):
    """Let everybody hold what was dealt, and shuffle the draw pile."""
    redeal = table.redeal
    for other in range(table.seats):
        if other != seat:
            table.players[other].minors = redeal.minors[other]
            table.players[other].majors = redeal.majors[other]
    low = WORD(redeal.minors[PILE])
    high = WORD(redeal.majors[PILE])
    size = 0
    while not cardset.is_empty(low, high):
        redeal.pool[size] = cardset.lowest(low, high)
        low, high = cardset.without_lowest(low, high)
        size += 1
    cards.shuffle(redeal.pool, size, table, CHANCE)
    for place in range(size):
        table.deck[table.next_card + place] = redeal.pool[place]
