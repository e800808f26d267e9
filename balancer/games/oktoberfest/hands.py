"""Moves of a player's cards (received, banked, discarded), and the sums that change with them."""

from balancer.core import bits
from balancer.core.cards import cardset
from balancer.core.compile import rule, separate_rule
from balancer.games.oktoberfest import figures, memory


@rule
def receive(table, seat, card):
    """Put a card into the hand, its back unseen by the player."""
    player = table.players[seat]
    facts = table.cards[card]
    cardset.add(player.hand, card)
    player.in_hand += figures.in_hand(facts)
    player.totals += facts.total
    player.split_known = 0
    table.holders = bits.plus(table.holders, seat)
    if table.watched:
        memory.note_taken(table, seat, card)


@rule
def bank(table, seat, card):
    """Move a card from the hand to the table, front up."""
    player = table.players[seat]
    facts = table.cards[card]
    leave_hand(table, player, card)
    cardset.add(player.banked, card)
    player.on_table += facts.on_table
    player.burdens += facts.burden


@rule
def give_up(table, seat, card):
    """Discard a card from the hand or, if it is not there, from the banked cards."""
    player = table.players[seat]
    facts = table.cards[card]
    if cardset.has(player.hand, card):
        leave_hand(table, player, card)
    else:
        cardset.remove(player.banked, card)
        player.on_table -= facts.on_table
        player.burdens -= facts.burden
    player.totals -= facts.total
    player.split_known = 0
    cardset.add(player.discarded, card)
    if player.in_hand + player.on_table == 0:
        table.holders = bits.less(table.holders, seat)


@rule
def leave_hand(table, player, card):
    """Take a card out of the hand, its back still unseen by the player."""
    if table.watched:
        memory.note_gone(table, player, card)
    cardset.remove(player.hand, card)
    player.in_hand -= figures.in_hand(table.cards[card])


@separate_rule
def recount(table):
    """Compute the sums of all players again: their cards may have other figures now (core/belief.py)."""
    for seat in range(table.seats):
        player = table.players[seat]
        player.in_hand = 0
        player.on_table = 0
        player.burdens = 0
        player.totals = 0
        player.split_known = 0
        low, high = cardset.of(player.hand)
        while not cardset.is_empty(low, high):
            facts = table.cards[cardset.lowest(low, high)]
            low, high = cardset.without_lowest(low, high)
            player.in_hand += figures.in_hand(facts)
            player.totals += facts.total
        low, high = cardset.of(player.banked)
        while not cardset.is_empty(low, high):
            facts = table.cards[cardset.lowest(low, high)]
            low, high = cardset.without_lowest(low, high)
            player.on_table += facts.on_table
            player.burdens += facts.burden
            player.totals += facts.total
