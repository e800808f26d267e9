"""Which kinds may be the best to play: those that another kind outdoes, whatever happens, are not appraised.

One card of a kind is outdone by a card of a kind before it that the player minds less to play, where playing it neither
burns the pile nor blocks.  (A card that completes four alike goes on its own kind: of the kinds before it only those
with a power are playable there, and these are not compared with it.)  Nothing changes but speed: what is outdone would
never have been chosen, nor part of a tie.
"""

from balancer.core import bits
from balancer.core.compile import PLAIN, rule
from balancer.core.table import next_in
from balancer.games.shit_head import zones
from balancer.games.shit_head.appraisal import LARGE_PILE, LARGE_PILE_BITS, blocks, costs_of, open_cards, stopping


@rule
def contenders(table, seat, habits, able):
    """The lowest bits of the kinds of some playable cards that may be the best; in plain Python all, for traces."""
    kinds = zones.kinds(able)
    if PLAIN:
        return kinds
    costs = costs_of(table, seat)
    cheap = cheapest(table, kinds)
    outdone = bits.minus(bits.common(costs.dearer[cheap], kinds), bits.union(zones.several(able), table.burners))
    if blocks(habits):
        pile = min(table.pile_size + 1, LARGE_PILE)
        most = costs.of[cheap] + ((habits.block * pile) >> LARGE_PILE_BITS) + stopping(table, seat, habits)
        outdone = bits.minus(outdone, blocking(table, seat, costs, outdone, most))
    return bits.minus(kinds, outdone)


@rule
def cheapest(table, kinds):
    """The lowest kind without a power, which few players mind to play; the lowest of all where each has one."""
    plain = bits.minus(kinds, table.specials)
    return zones.first_kind(bits.pick_set(bits.is_empty(plain), kinds, plain))


@rule
def blocking(table, seat, costs, kinds, most):
    """Those of some kinds that cost `most` at most and that the next player can't answer with a card seen."""
    seen = open_cards(table.players[next_in(table.still_in, seat)])
    found = bits.EMPTY
    while not bits.is_empty(kinds):
        kind = zones.first_kind(kinds)
        others = bits.without_lowest(kinds)
        unanswered = not bits.overlap(seen, table.answers[kind])
        found = bits.union(found, bits.pick_set(unanswered & (costs.of[kind] <= most), kinds ^ others, bits.EMPTY))
        kinds = others
    return found
