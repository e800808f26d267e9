"""Cards that a player gets, banks and gives up, and all figures that follow from them."""

from balancer.core import bits
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.games.oktoberfest import memory


@rule
def receive(table, seat, card):
    """A card comes into the hand, back unseen."""
    player = table.players[seat]
    cardset.add(player.hand, card)
    count_in_hand(table, player, card, 1)
    count_owned(table, player, card, 1)
    table.holders = bits.plus(table.holders, seat)
    if table.watched:
        memory.note_taken(table, seat, card)


@rule
def bank(table, seat, card):
    """A card goes from the hand to the table, front up."""
    player = table.players[seat]
    leave_hand(table, player, card)
    cardset.add(player.banked, card)
    count_banked(table, player, card, 1)


@rule
def give_up(table, seat, card):
    """A card is discarded, from the hand or, if it is not there, from the banked ones."""
    player = table.players[seat]
    if cardset.has(player.hand, card):
        leave_hand(table, player, card)
    else:
        cardset.remove(player.banked, card)
        count_banked(table, player, card, -1)
    count_owned(table, player, card, -1)
    cardset.add(player.discarded, card)
    if player.hand_size + player.banked_size == 0:
        table.holders = bits.less(table.holders, seat)


@rule
def leave_hand(table, player, card):
    """A card leaves the hand, back unseen."""
    if table.watched:
        memory.note_gone(table, player, card)
    cardset.remove(player.hand, card)
    count_in_hand(table, player, card, -1)


@rule
def count_in_hand(table, player, card, sign):
    """Add a card to the figures of the hand (sign 1), or subtract it (-1)."""
    facts = table.cards[card]
    player.hand_size += sign
    player.hand_value += sign * facts.value
    player.tipsiness += sign * facts.back


@rule
def count_banked(table, player, card, sign):
    """Add a card to the figures of the banked cards (sign 1), or subtract it (-1)."""
    facts = table.cards[card]
    player.banked_size += sign
    player.banked_value += sign * facts.value
    player.banked_tipsiness[facts.suit] += sign * facts.banked


@rule
def count_owned(table, player, card, sign):
    """Add a card to the suit totals (sign 1), or subtract it (-1)."""
    facts = table.cards[card]
    player.suit_total[facts.suit] += sign * facts.value
    player.split_known = 0
