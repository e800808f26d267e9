"""What a player of Black Death thinks of a slot (habits: see personas.py).

A player sees the own hand, everyone's number of cards, which slot everybody takes from, and where an opponent had laid
Death when it was taken from there by the player.  Nothing else is read here.
"""

from balancer.core.compile import rule
from balancer.core.table import habits_of
from balancer.games.black_death.table import PLACE

N_PLACES = len(PLACE)


@rule
def place_of(slot, cards):
    """The PLACE of a slot among so many cards laid out."""
    if slot == 0:
        return PLACE.FIRST
    if slot == cards - 1:
        return PLACE.LAST
    if slot == cards // 2 or slot == (cards - 1) // 2:
        return PLACE.MIDDLE
    return PLACE.BETWEEN


@rule
def slots_alike(place, cards):
    """How many slots among so many cards are of that PLACE, the place of a slot that exists."""
    if place == PLACE.FIRST or place == PLACE.LAST:
        return 1
    middle = 2 - cards % 2
    return middle if place == PLACE.MIDDLE else cards - 2 - middle


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
    """How often, per mille, one slot of that place was seen among `counts` (0 if nothing was seen)."""
    seen = 0
    for k in range(N_PLACES):
        seen += counts[k]
    if seen == 0:
        return 0
    return 1000 * counts[place] // (seen * slots_alike(place, cards))


@rule
def appraise_offer(table, seat, slot, taker):
    """How good it is to lay Death at `slot` when `taker` takes next: the likelier it is taken there, the better."""
    habits = habits_of(table, seat)
    me = table.players[seat]
    place = place_of(slot, me.cards)
    value = 1000 * liking(place, habits.lay_first, habits.lay_middle, habits.lay_last)
    if habits.lay_where_taken:
        value += habits.lay_where_taken * share_of(table.players[taker].took, place, me.cards)
    if slot == me.refused_slot:
        value -= 1000 * habits.lay_elsewhere
    return value


@rule
def appraise_take(table, seat, slot, offerer):
    """How good it is to take from `slot` of the offerer: the less likely Death lies there, the better."""
    habits = habits_of(table, seat)
    cards = table.players[offerer].cards
    place = place_of(slot, cards)
    value = 1000 * liking(place, habits.take_first, habits.take_middle, habits.take_last)
    if habits.take_elsewhere:
        value -= habits.take_elsewhere * share_of(table.players[seat].saw_laid[offerer], place, cards)
    return value
