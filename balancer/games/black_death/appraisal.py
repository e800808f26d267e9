"""What a player of Black Death thinks of a slot (habits: see personas.py).

A player sees the own hand, everyone's number of cards, which slot everybody takes from, and where an opponent had laid
Death when it was taken from there by the player.  Nothing else is read here.
"""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.black_death.table import MAX_RANKS, PLACE

N_PLACES = len(PLACE)
MAX_SLOTS = MAX_RANKS + 1  # a hand never has two of a rank


def _slots():
    """uint64[cards * N_PLACES + place]: the set of the slots of that place among so many cards laid out."""
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
PLACES = np.array([_place_of(slot, cards) for cards in range(MAX_SLOTS + 1) for slot in range(MAX_SLOTS + 1)], np.uint8)
"""The PLACE of a slot: at cards * (MAX_SLOTS + 1) + slot."""


@rule
def place_of(slot, cards):
    """The PLACE of a slot among so many cards laid out."""
    return PLACES[cards * (MAX_SLOTS + 1) + slot]


@rule
def slots_at(place, cards):
    """The set of slots of that PLACE among so many cards laid out."""
    return bits.WORD(SLOTS[cards * N_PLACES + place])


@rule
def liking(place, first, middle, last):
    """The weight a habit gives to a place."""
    if place == PLACE.FIRST:
        return first
    if place == PLACE.LAST:
        return last
    if place == PLACE.MIDDLE:
        return middle
    return 0


@rule
def share_of(counts, place, cards):
    """How often, per mille, one slot of that place, of which there is one, was seen among `counts` (0 if none was)."""
    if counts[place] == 0:
        return 0
    seen = 0
    for k in range(N_PLACES):
        seen += counts[k]
    return 1000 * counts[place] // (seen * max(1, bits.count(slots_at(place, cards))))


@rule
def appraise_offer(table, seat, place, taker):
    """How good it is to lay Death at a slot of `place` when `taker` takes next: the likelier taken, the better."""
    habits = habits_of(table, seat)
    value = 1000 * liking(place, habits.lay_first, habits.lay_middle, habits.lay_last)
    if habits.lay_where_taken:
        value += habits.lay_where_taken * share_of(table.players[taker].took, place, table.players[seat].cards)
    return value


@rule
def dislike_of_refused(table, seat):
    """How much worse the slot is at which Death was refused the last time."""
    return 1000 * np.int64(habits_of(table, seat).lay_elsewhere)


@rule
def appraise_take(table, seat, place, offerer):
    """How good it is to take from a slot of `place` of the offerer: the less likely Death lies there, the better."""
    habits = habits_of(table, seat)
    value = 1000 * liking(place, habits.take_first, habits.take_middle, habits.take_last)
    if habits.take_elsewhere:
        seen = table.players[seat].saw_laid[offerer]
        value -= habits.take_elsewhere * share_of(seen, place, table.players[offerer].cards)
    return value
