"""§ Seen by: redeal what a player can't see; every possible deal has the same chance.

Unseen are all cards face down, the deck, and the cards in the others' hands except those that they picked up.  All
these are shuffled together and dealt to the same places.
"""

from balancer.core import bits, cards
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE
from balancer.games.shit_head import zones


@separate_rule
def reshuffle_unseen(table, seat):
    """Redeal what `seat` can't see, with the dice of chance."""
    size = gather(table, seat)
    cards.shuffle(table.pool, size, table, CHANCE)
    deal(table, seat)


@rule
def gather(table, seat):
    """Put all unseen cards into the pool and return their number."""
    size = 0
    for place in range(table.next_card, table.deck_size):
        table.pool[size] = table.deck[place]
        size += 1
    for other in range(table.seats):
        player = table.players[other]
        for place in range(player.turned, player.turned + player.down_left):
            table.pool[size] = player.down[place]
            size += 1
        secret = player.hand - player.known if other != seat else bits.EMPTY
        while not bits.is_empty(secret):
            kind = zones.first_kind(zones.kinds(secret))
            table.pool[size] = kind
            size += 1
            secret -= zones.one(kind)
    return size


@rule
def deal(table, seat):
    """Deal the pool to the places that its cards came from, in the same order."""
    size = 0
    for place in range(table.next_card, table.deck_size):
        table.deck[place] = table.pool[size]
        size += 1
    for other in range(table.seats):
        player = table.players[other]
        for place in range(player.turned, player.turned + player.down_left):
            player.down[place] = table.pool[size]
            size += 1
        if other == seat:
            continue
        hand = player.known
        for place in range(player.held - zones.count(player.known)):
            hand += zones.one(table.pool[size])
            if other >= table.laid:
                player.dealt[place] = table.pool[size]
            size += 1
        player.hand = hand


HIDDEN = 1  # cards hidden in others' hands up to which an end can be reckoned


@rule
def worth_thinking(table, seat):
    """Return whether trial games may help more than habits: the deck is used up, others hide at most one card.

    Before that, trial games gained -0.1 +- 0.2 pp of the win per decision (docs/players.md).
    """
    hidden = 0
    for other in range(table.seats):
        if other != seat:
            hidden += table.players[other].held - zones.count(table.players[other].known)
    return table.next_card >= table.deck_size and hidden <= HIDDEN
