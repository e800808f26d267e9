"""Loops over the game's functions, so that a test can afford many calls."""

from balancer.core.compile import chapter
from balancer.games.shit_head.unseen import reshuffle_unseen


@chapter
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
