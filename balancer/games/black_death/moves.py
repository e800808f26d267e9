"""The decision nodes of Black Death: what can be chosen, and how it is chosen.

In both nodes an option is a slot of the cards laid out, so option number k is slot k.
"""

from balancer.core import choice
from balancer.core.choice import APPRAISE
from balancer.core.compile import rule
from balancer.games.black_death.players import appraise_offer, appraise_take
from balancer.games.black_death.table import NODE


@rule
def choose_offer(table, seat, taker):
    """The slot at which the offerer, who holds Death and at least one card more, lays Death."""
    slots = table.players[seat].cards
    k = choice.by_lot(table, seat, NODE.OFFER, slots)
    if k != APPRAISE:
        return k
    choice.begin(table)
    for slot in range(slots):
        choice.offer(table, slot, appraise_offer(table, seat, slot, taker))
    return choice.chosen(table)


@rule
def choose_take(table, seat, offerer):
    """The slot from which the taker takes."""
    slots = table.players[offerer].cards
    k = choice.by_lot(table, seat, NODE.TAKE, slots)
    if k != APPRAISE:
        return k
    choice.begin(table)
    for slot in range(slots):
        choice.offer(table, slot, appraise_take(table, seat, slot, offerer))
    return choice.chosen(table)
