"""The decision nodes of Black Death: their options, and how one is chosen.

In both nodes an option is a slot of the cards laid out, so option number k is slot k.  Slots of the same place have
the same value, so each place is appraised once and its slots are offered as a set.
"""

from balancer.core import bits, decision
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from balancer.games.black_death.appraisal import N_PLACES, appraise_offer, appraise_take, dislike_of_refused, slots_at
from balancer.games.black_death.table import NODE


@rule
def choose_offer(table, seat, taker):
    """Return the slot at which the offerer, who holds Death and at least one card more, lays Death."""
    cards = table.players[seat].cards
    k = decision.forced_or_random(table, seat, NODE.OFFER, cards)
    if k != APPRAISE:
        return k
    decision.begin(table)
    dislike = dislike_of_refused(table, seat)
    refused = bits.WORD(table.players[seat].refused) if dislike else bits.EMPTY
    for place in range(N_PLACES):
        slots = slots_at(place, cards)
        value = appraise_offer(table, seat, place, taker)
        decision.offer_set(table, bits.minus(slots, refused), value)
        if dislike:
            decision.offer_set(table, bits.common(slots, refused), value - dislike)
    return decision.one_of_best(table)


@rule
def choose_take(table, seat, offerer):
    """Return the slot whose card the taker takes."""
    cards = table.players[offerer].cards
    k = decision.forced_or_random(table, seat, NODE.TAKE, cards)
    if k != APPRAISE:
        return k
    decision.begin(table)
    for place in range(N_PLACES):
        decision.offer_set(table, slots_at(place, cards), appraise_take(table, seat, place, offerer))
    return decision.one_of_best(table)
