"""The bar: the cards in play and what they are worth together (rulebook.md, § Hours, § End of the shift).

The total is kept up to date: `change_of` is what a patron adds by entering, and what it takes away by leaving.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import WORD
from balancer.core.compile import chapter, rule
from balancer.games.bartender.deck import throw_away


@rule
def change_of(table, kind):
    """What one more patron of that kind adds to the total: its value, its mods, and those of others that count it."""
    facts = table.facts[kind]
    return np.int64(facts.value) + facts.mod * table.tagged[facts.mod_tag] + table.pull[facts.tag]


@rule
def enter(table, kind):
    """A patron enters the bar."""
    facts = table.facts[kind]
    table.total += change_of(table, kind)
    table.tagged[facts.tag] += 1
    table.pull[facts.mod_tag] += facts.mod
    table.in_bar[kind] += 1
    table.patrons += 1
    table.patrons_in_bar = WORD(table.patrons_in_bar) | bits.bit(kind)


@rule
def eject(table, kind):
    """A patron in the bar goes to the breakage."""
    facts = table.facts[kind]
    table.tagged[facts.tag] -= 1
    table.pull[facts.mod_tag] -= facts.mod
    table.total -= change_of(table, kind)
    left = table.in_bar[kind] - 1
    table.in_bar[kind] = left
    table.patrons -= 1
    table.patrons_in_bar = WORD(table.patrons_in_bar) ^ bits.pick_set(left == 0, bits.bit(kind), WORD(0))
    throw_away(table, kind)


@rule
def lay_scheme(table, kind):
    """A scheme stays in the bar."""
    table.in_bar[kind] += 1
    table.schemes_in_bar = WORD(table.schemes_in_bar) | bits.bit(kind)


@chapter
def clear(table):
    """All cards in the bar go to the breakage; the bar is empty and worth nothing."""
    rest = WORD(table.patrons_in_bar) | WORD(table.schemes_in_bar)
    while rest != WORD(0):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        count = np.int64(table.in_bar[kind])
        table.breakage[kind] += count
        table.breakage_size += count
        table.in_bar[kind] = 0
        facts = table.facts[kind]
        table.tagged[facts.tag] = 0
        table.pull[facts.mod_tag] = 0
    table.patrons_in_bar = WORD(0)
    table.schemes_in_bar = WORD(0)
    table.patrons = 0
    table.total = 0
