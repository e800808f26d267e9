"""Which kinds may be the best to play: those that another kind outdoes, whatever happens, are not appraised.

One card of a kind is outdone by a card of a kind before it that the player minds less to play, where playing it neither
burns the pile nor blocks.  (A card that completes four alike goes on its own kind: of the kinds before it only those
with a power are playable there, and these are not compared with it.)  Nothing changes but speed: what is outdone would
never have been chosen, nor part of a tie.
"""

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import PLAIN, rule
from balancer.games.shit_head import zones
from balancer.games.shit_head.appraisal import LARGE_PILE, LARGE_PILE_BITS, costs_of, open_cards
from balancer.games.shit_head.order import next_in


@rule
def contenders(table, seat, habits, able):
    """The lowest bits of the kinds of some playable cards that may be the best; in plain Python all, for traces."""
    kinds = zones.kinds(able)
    if PLAIN:
        return kinds
    costs = costs_of(table, seat)
    cheap = cheapest(table, kinds)
    outdone = WORD(costs.dearer[cheap]) & kinds & ~(zones.several(able) | WORD(table.burners))
    if habits.block != 0:
        pile = min(table.pile_size + 1, LARGE_PILE)
        most = costs.of[cheap] + ((habits.block * pile) >> LARGE_PILE_BITS)
        outdone = outdone & ~blocking(table, seat, costs, outdone, most)
    return kinds ^ outdone


@rule
def cheapest(table, kinds):
    """The lowest kind without a power, which few players mind to play; the lowest of all where each has one."""
    plain = kinds & ~WORD(table.specials)
    return zones.first_kind(bits.pick_set(plain == WORD(0), kinds, plain))


@rule
def blocking(table, seat, costs, kinds, most):
    """Those of some kinds that cost `most` at most and that the next player can't answer with a card seen."""
    seen = open_cards(table.players[next_in(table, seat)])
    found = WORD(0)
    while kinds != WORD(0):
        kind = zones.first_kind(kinds)
        others = bits.without_lowest(kinds)
        unanswered = seen & WORD(table.answers[kind]) == WORD(0)
        found = found | bits.pick_set(unanswered & (costs.of[kind] <= most), kinds ^ others, WORD(0))
        kinds = others
    return found
