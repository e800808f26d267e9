"""Appraisal of slots by a player of Black Death (habits: see personas.py).

A player sees the own hand, everyone's number of cards, and the slots that everybody takes.  A player who took Death
from an opponent also remembers at which place Death lay.  Nothing else is read here.
"""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.black_death.table import MAX_RANKS, PLACE

N_PLACES = len(PLACE)
MAX_SLOTS = MAX_RANKS + 1  # a hand never has two of a rank


def _slots():
    """Return uint64[cards * N_PLACES + place]: the set of slots of that place in a hand of `cards` cards."""
    slots = np.zeros((MAX_SLOTS + 1, N_PLACES), np.uint64)
    for cards in range(1, MAX_SLOTS + 1):
        for slot in range(cards):
            place = _place_of(slot, cards)
            slots[cards, place] |= np.uint64(1 << slot)
    return slots.ravel()


def _place_of(slot, cards):
    if slot == 0:
        return PLACE.FIRST
    if slot == cards - 1:
        return PLACE.LAST
    return PLACE.MIDDLE if slot in (cards // 2, (cards - 1) // 2) else PLACE.BETWEEN


SLOTS = _slots()
# at cards * (MAX_SLOTS + 1) + slot: the PLACE of that slot
PLACES = np.array([_place_of(slot, cards) for cards in range(MAX_SLOTS + 1) for slot in range(MAX_SLOTS + 1)], np.uint8)


@rule
def place_of(slot, cards):
    """Return the PLACE of a slot in a hand of `cards` cards laid out."""
    return PLACES[cards * (MAX_SLOTS + 1) + slot]


@rule
def slots_at(place, cards):
    """Return the set of the slots of a PLACE in a hand of `cards` cards laid out."""
    return bits.WORD(SLOTS[cards * N_PLACES + place])


@rule
def liking(place, first, middle, last):
    """Return the weight that a habit gives to a place."""
    if place == PLACE.FIRST:
        return first
    if place == PLACE.LAST:
        return last
    if place == PLACE.MIDDLE:
        return middle
    return 0


@rule
def share_of(counts, place, cards):
    """Return how often, per mille, a single slot of a place was chosen, by `counts` per place (0 without counts)."""
    if counts[place] == 0:
        return 0
    total = 0
    for k in range(N_PLACES):
        total += counts[k]
    return 1000 * counts[place] // (total * max(1, bits.count(slots_at(place, cards))))


@rule
def appraise_offer(table, seat, place, taker):
    """Return the value of laying Death at a slot of `place` when `taker` takes next: the likelier taken, the better."""
    habits = habits_of(table, seat)
    value = 1000 * liking(place, habits.lay_first, habits.lay_middle, habits.lay_last)
    if habits.lay_where_taken:
        value += habits.lay_where_taken * share_of(table.players[taker].took, place, table.players[seat].cards)
    return value


@rule
def dislike_of_refused(table, seat):
    """Return how much the value falls of the slot at which Death was refused the last time."""
    return 1000 * np.int64(habits_of(table, seat).lay_elsewhere)


@rule
def appraise_take(table, seat, place, offerer):
    """Return the value of taking from the offerer's slot of `place`: the less likely Death lies there, the better."""
    habits = habits_of(table, seat)
    value = 1000 * liking(place, habits.take_first, habits.take_middle, habits.take_last)
    if habits.take_elsewhere:
        counts = table.players[seat].saw_laid[offerer]
        value -= habits.take_elsewhere * share_of(counts, place, table.players[offerer].cards)
    return value
