"""§ Seen by: redeal what a player can't see, to test that no choice depends on it.

A player has not seen the deck, nor the cards in the others' hands except those drawn openly from the supply.  (A player
who stole a card, or lost it, knows that card until it is played; personas do not use that.)
"""

from balancer.core import cards
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE
from balancer.games.biergarten.rules import take_into_hand


@separate_rule
def reshuffle_unseen(table, seat):
    """Shuffle the deck and the others' unknown cards together, with the dice of chance, and redeal them."""
    pool = table.mind.pool
    n = 0
    for place in range(table.top, table.deck_end):
        pool[n] = table.deck[place]
        n += 1
    for other in range(table.seats):
        n = gather(table, seat, other, n)
    cards.shuffle(pool, n, table, CHANCE)
    for place in range(table.top, table.deck_end):
        n -= 1
        table.deck[place] = pool[n]
    for other in range(table.seats):
        n = deal(table, seat, other, n)


@rule
def gather(table, seat, other, n):
    """Add the cards of a hand that `seat` does not know to the pool, and return the new size of the pool."""
    if other == seat:
        return n
    player = table.players[other]
    for place in range(player.hand_size):
        if not player.known[place]:
            table.mind.pool[n] = player.hand[place]
            n += 1
    return n


@rule
def deal(table, seat, other, n):
    """Replace the unknown cards of a hand by the last cards of the pool, and return how many are left in the pool."""
    if other == seat:
        return n
    player = table.players[other]
    hand_size = player.hand_size
    player.hand_size = 0
    for place in range(hand_size):  # the cards before this place lie there again, in order
        card, is_known = player.hand[place], player.known[place]
        if not is_known:
            n -= 1
            card = table.mind.pool[n]
        take_into_hand(player, card, is_known)
    return n
