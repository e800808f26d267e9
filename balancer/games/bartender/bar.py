"""The bar: the cards in play and what they are worth together (rulebook.md, § Hours, § End of the shift).

The total is kept up to date: `change_of` is what a patron adds by entering, and what it takes away by leaving.
"""

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.bartender.deck import throw_away


@rule
def change_of(table, kind):
    """Return what one more patron of that kind adds to the total: value, mods, and changes of other patrons' mods."""
    facts = table.facts[kind]
    return facts.value + facts.mod * table.tagged[facts.mod_tag] + table.pull[facts.tag]


@rule
def enter(table, kind):
    """Put a patron into the bar."""
    facts = table.facts[kind]
    table.total += change_of(table, kind)
    table.tagged[facts.tag] += 1
    table.pull[facts.mod_tag] += facts.mod
    table.in_bar[kind] += 1
    table.patrons += 1
    table.patrons_in_bar = bits.plus(table.patrons_in_bar, kind)


@rule
def eject(table, kind):
    """Move a patron from the bar to the breakage."""
    facts = table.facts[kind]
    table.tagged[facts.tag] -= 1
    table.pull[facts.mod_tag] -= facts.mod
    table.total -= change_of(table, kind)
    cards_left = table.in_bar[kind] - 1
    table.in_bar[kind] = cards_left
    table.patrons -= 1
    table.patrons_in_bar = bits.minus(table.patrons_in_bar, bits.pick_set(cards_left == 0, bits.bit(kind), bits.EMPTY))
    throw_away(table, kind)


@rule
def lay_scheme(table, kind):
    """Put a scheme into the bar, where it stays."""
    table.in_bar[kind] += 1
    table.schemes_in_bar = bits.plus(table.schemes_in_bar, kind)


@separate_rule
def clear(table):
    """Move all cards in the bar to the breakage; the empty bar is worth nothing."""
    rest = bits.union(table.patrons_in_bar, table.schemes_in_bar)
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        count = table.in_bar[kind]
        table.breakage[kind] += count
        table.breakage_size += count
        table.in_bar[kind] = 0
        facts = table.facts[kind]
        table.tagged[facts.tag] = 0
        table.pull[facts.mod_tag] = 0
    table.patrons_in_bar = bits.EMPTY
    table.schemes_in_bar = bits.EMPTY
    table.patrons = 0
    table.total = 0
