"""Loops over the game's functions, so that a test can afford many calls."""

from balancer.core.compile import separate_rule
from balancer.games.devils_tarok.table import N_CARDS
from balancer.games.devils_tarok.unseen import reshuffle_unseen


@separate_rule
def deal_often(table, seat, hands, decks):
    """Deal what `seat` can't see anew, once per row.

    hands: uint64[deals, seats, 2], minors and majors of each seat; decks: uint8[deals, N_CARDS].
    """
    for i in range(len(hands)):
        reshuffle_unseen(table, seat)
        for other in range(table.seats):
            hands[i, other, 0] = table.players[other].minors
            hands[i, other, 1] = table.players[other].majors
        for place in range(table.next_card, N_CARDS):
            decks[i, place] = table.deck[place]
