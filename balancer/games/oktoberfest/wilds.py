"""§ End: assignment of wild cards that makes (lowest, middle, highest) suit total lexicographically greatest.

A split is these three totals as one number, the lowest in the highest digits, so that splits compare like the
tuples.  Standings are taken of everyone after every round, so a split is stored until the player's cards change.
"""

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.oktoberfest import figures
from balancer.games.oktoberfest.components import SUIT
from balancer.games.oktoberfest.table import WORDS

SHIFT = 2**16  # no total reaches it
NO_SPLIT = -1


@rule
def split_of(a, b, c):
    """Return the split of three totals, given in any order."""
    a, b, c = in_order(a, b, c)
    return (a * SHIFT + b) * SHIFT + c


@rule
def in_order(a, b, c):
    """Return three totals, lowest first; without branches, because no processor predicts which is lowest."""
    a, b, c = np.int64(a), np.int64(b), np.int64(c)
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    return min(a, b), max(a, b), c


@rule
def lowest_of(split):
    """Return the lowest total of a split, which is the score."""
    return split // (SHIFT * SHIFT)


@rule
def best_split(table, player):
    """Return the best split of the player's cards in hand and banked; a head start adds to the lowest total."""
    if not player.split_known:
        player.split = assign_wilds(table, player) + player.given * SHIFT * SHIFT
        player.split_known = 1
    return player.split


@rule
def assign_wilds(table, player):
    """Return the best split of the player's cards, without the head start."""
    a, b, c = in_order(
        figures.suit_total(player, SUIT.FOOD),
        figures.suit_total(player, SUIT.MUSIC),
        figures.suit_total(player, SUIT.GAMES),
    )
    wild = figures.suit_total(player, SUIT.WILD)
    if a + wild <= b:
        return split_of(a + wild, b, c)
    n = list_wilds(table, player)
    if n == 1:
        return split_of(a + wild, b, c)
    return search(table.wilds, n, a, b, c, wild)


@rule
def list_wilds(table, player):
    """List the values of the player's wild cards, largest first, and return their number."""
    values = table.wilds.values
    n = 0
    for word in range(WORDS):
        rest = bits.common(bits.union(player.hand[word], player.banked[word]), table.of_suit[SUIT.WILD, word])
        while not bits.is_empty(rest):
            value = table.cards[64 * word + bits.lowest(rest)].value
            place = n
            while place > 0 and values[place - 1] < value:
                values[place] = values[place - 1]
                place -= 1
            values[place] = value
            n += 1
            rest = bits.without_lowest(rest)
    return n


@rule
def raise_lowest(totals, value):
    """Return the best split when only one wild card of that value is left to assign: it goes to the lowest total."""
    a = totals[0]
    b = totals[1]
    c = totals[2]
    if a <= b and a <= c:
        return split_of(a + value, b, c)
    if b <= c:
        return split_of(a, b + value, c)
    return split_of(a, b, c + value)


@rule
def bound(a, b, c, wild):
    """Return an upper bound of the splits with wild cards worth `wild` together, by dividing their points freely."""
    a, b, c = in_order(a, b, c)
    if a + wild <= b:
        return split_of(a + wild, b, c)
    if a + b + wild <= 2 * c:
        half = (a + b + wild) // 2
        return split_of(half, a + b + wild - half, c)
    third = (a + b + c + wild) // 3
    half = (a + b + c + wild - third) // 2
    return split_of(third, half, a + b + c + wild - third - half)


@separate_rule
def search(wilds, n, a, b, c, wild):
    """Return the best split of totals a, b, c and n >= 2 wild cards worth `wild` together, by branch and bound.

    Wild cards of equal value are tried only in the order of suits; the last one always goes to the lowest total.
    """
    totals = wilds.totals
    totals[0] = a
    totals[1] = b
    totals[2] = c
    ideal = bound(a, b, c, wild)
    best = NO_SPLIT
    rest = wild
    place = 0  # the wild card being placed
    suit = 0  # where it is tried next
    while best < ideal:
        if suit == 3:  # tried everywhere: back to the one before
            place -= 1
            if place < 0:
                break
            suit = wilds.goes_to[place]
            totals[suit] -= wilds.values[place]
            rest += wilds.values[place]
            suit += 1
            continue
        value = wilds.values[place]
        totals[suit] += value
        if place == n - 2:
            best = max(best, raise_lowest(totals, wilds.values[n - 1]))
            totals[suit] -= value
            suit += 1
        elif bound(totals[0], totals[1], totals[2], rest - value) <= best:
            totals[suit] -= value
            suit += 1
        else:
            wilds.goes_to[place] = suit
            rest -= value
            place += 1
            if wilds.values[place] != value:
                suit = 0
    return best
