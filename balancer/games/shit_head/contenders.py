"""Selection of the kinds that may be the best to play; the others are not appraised, for speed only.

A single card of a kind is worse than a card of an earlier kind that costs the player less, if it neither burns the
pile nor blocks.  It would never be chosen, nor be part of a tie.  (A card that completes four alike goes on its own
kind.  Only earlier kinds with a power are playable there, and these are not compared with it.)
"""

from balancer.core import bits
from balancer.core.compile import PLAIN, rule
from balancer.core.table import next_in
from balancer.games.shit_head import zones
from balancer.games.shit_head.appraisal import (
    LARGE_PILE,
    LARGE_PILE_BITS,
    considers_answers,
    costs_of,
    liking_to_stop,
    open_cards,
)


@rule
def contenders(table, seat, habits, able):
    """Return the kinds, as lowest bits, that may be the best among playable cards.

    Plain Python returns all of them, because traces show every option.
    """
    kinds = zones.kinds(able)
    if PLAIN:
        return kinds
    costs = costs_of(table, seat)
    cheap = cheapest(table, kinds)
    worse = bits.minus(bits.common(costs.dearer[cheap], kinds), bits.union(zones.several(able), table.burners))
    if considers_answers(habits):
        pile = min(table.pile_size + 1, LARGE_PILE)
        max_cost = costs.of[cheap] + ((habits.block * pile) >> LARGE_PILE_BITS) + liking_to_stop(table, seat, habits)
        worse = bits.minus(worse, blocking_kinds(table, seat, costs, worse, max_cost))
    return bits.minus(kinds, worse)


@rule
def cheapest(table, kinds):
    """Return the lowest kind without a power, which costs few players much; else the lowest of all."""
    plain = bits.minus(kinds, table.specials)
    return zones.first_kind(bits.pick_set(bits.is_empty(plain), kinds, plain))


@rule
def blocking_kinds(table, seat, costs, kinds, max_cost):
    """Return the kinds that cost `max_cost` or less, and that no card seen of the next player answers."""
    seen = open_cards(table.players[next_in(table.still_in, seat)])
    blocking = bits.EMPTY
    while not bits.is_empty(kinds):
        kind = zones.first_kind(kinds)
        others = bits.without_lowest(kinds)
        blocks = (costs.of[kind] <= max_cost) & (not bits.overlap(seen, table.answers[kind]))
        blocking = bits.union(blocking, bits.pick_set(blocks, kinds ^ others, bits.EMPTY))
        kinds = others
    return blocking
