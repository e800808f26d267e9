"""§ Seen by: redeal what a player can't see, to test that no choice depends on it.

A player has not seen the cards below the tops of the piles or those removed.  It has not seen the backs of these
cards, of the tops, and of the cards that it has taken itself.  A card whose front has been seen stays where it is;
only its back is exchanged, with that of a card with the same front.  (The outcomes of earlier contests are not made
to agree with the new backs.)
"""

import numpy as np

from balancer.core import bits, dice
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.core.dice import CHANCE
from balancer.games.oktoberfest import memory
from balancer.games.oktoberfest.figures import TIPSINESS
from balancer.games.oktoberfest.table import WORDS


@rule
def reshuffle_unseen(table, seat):
    """Redeal hidden cards, then hidden backs, with the dice of chance."""
    deal_hidden_cards(table)
    count_own_backs(table, seat, -1)
    deal_hidden_backs(table, seat)
    count_own_backs(table, seat, 1)
    table.backs_dealt = 1
    if table.watched:
        for other in range(table.seats):
            for front in range(table.n_fronts):
                memory.update_expected_back(table, table.players[other], front)


@rule
def restore_backs(table):
    """Give all cards the backs of the component table."""
    for card in range(table.n_cards):
        table.cards[card].back = table.cards[card].printed_back
    table.backs_dealt = 0


@rule
def is_hidden(table, place):
    """Return whether nobody has seen the front of the card at that place of the deck."""
    if place < table.rules.removed:
        return True
    for pile in range(table.rules.piles):
        if table.next_of_pile[pile] < place < table.end_of_pile[pile]:
            return not cardset.has(table.shown, table.deck[place])
    return False


@rule
def deal_hidden_cards(table):
    """Shuffle the hidden cards: each changes places with a random hidden card up to its own place (Fisher-Yates)."""
    for place in range(table.n_cards):
        if is_hidden(table, place):
            other = dice.below(table.dice, CHANCE, place + 1)
            while not is_hidden(table, other):
                other = dice.below(table.dice, CHANCE, place + 1)
            card = table.deck[place]
            table.deck[place] = table.deck[other]
            table.deck[other] = card


@rule
def has_seen_back(table, seat, card):
    """Return whether `seat` has seen the back of the card, because another player has taken it."""
    for other in range(table.seats):
        player = table.players[other]
        taken = cardset.has(player.hand, card) or cardset.has(player.banked, card)
        taken = taken or cardset.has(player.discarded, card)
        if taken and other != seat:
            return True
    return False


@rule
def deal_hidden_backs(table, seat):
    """Shuffle the backs that `seat` has not seen among the cards of each front (Fisher-Yates)."""
    for card in range(table.n_cards):
        if has_seen_back(table, seat, card):
            continue
        other = dice.below(table.dice, CHANCE, card + 1)
        while table.cards[other].front != table.cards[card].front or has_seen_back(table, seat, other):
            other = dice.below(table.dice, CHANCE, card + 1)
        back = table.cards[card].back
        table.cards[card].back = table.cards[other].back
        table.cards[other].back = back


@rule
def count_own_backs(table, seat, sign):
    """Take the backs of the player's own cards out of all sums (sign -1), or add them (sign 1)."""
    player = table.players[seat]
    for word in range(WORDS):
        hand = bits.WORD(player.hand[word])
        rest = bits.union(hand, bits.union(player.banked[word], player.discarded[word]))
        while not bits.is_empty(rest):
            card = bits.lowest(rest)
            facts = table.cards[64 * word + card]
            if bits.has(hand, card):
                player.in_hand += sign * (np.int64(facts.back) << TIPSINESS)
            if table.watched:
                player.took_backs[facts.front] += sign * facts.back
                table.taken_backs[facts.front] += sign * facts.back
            rest = bits.without_lowest(rest)
