"""Counts of how often a part was offered at a decision, and taken; choices make them when they are requested.

A game makes this possible for a node by two rules in `decisions.py`, before `choose_<node>`.  `offered_<node>(table,
seat, ...)`, with the arguments of the choice, returns the set of parts that some option gives;
`part_of_<node>(table, seat, option)` returns the part that an option gives, or NO_PART.  Both leave out parts that the
player does not see.  A single option is no decision and does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from balancer.core import bits
from balancer.core.component_table import MAX_PARTS, WORD_PARTS
from balancer.core.dice import MAX_NODES
from balancer.core.jit import separate_rule
from balancer.core.memory import address_of, record_at
from balancer.core.part_sets import word_count, word_of
from balancer.core.record import empty, record

NO_PART = -1  # the option gives no part, or one that its player does not see

TAKING = record(
    ("parts", np.int64),  # length of a node's line of counts
    ("offered", np.int64, MAX_NODES * MAX_PARTS),  # of one game, by parts * node + part
    ("taken", np.int64, MAX_NODES * MAX_PARTS),
)


@separate_rule
def note(table, node, offered, part):
    """Count one decision: the set of offered parts, and the part taken or NO_PART."""
    taking = record_at(TAKING, table.decision.taking)
    first = taking.parts * node
    for word in range(word_count(offered)):
        rest = word_of(offered, word)
        while not bits.is_empty(rest):
            taking.offered[first + WORD_PARTS * word + bits.lowest(rest)] += 1
            rest = bits.without_lowest(rest)
    if part != NO_PART:
        taking.taken[first + part] += 1


def count_taken(table: Any, play: Callable[[int], object], games: Iterable[int], nodes: int, parts: int) -> Any:
    """Play games one by one at a table without thinkers; return int64[5, nodes, parts].

    Sums over games of x, m, xx, xm, mm, where x is how often a part was taken at a node, m how often it was offered.
    play(number): plays one game at the table.  parts: length of a line of counts, a multiple of WORD_PARTS.
    """
    taking = empty(TAKING)
    plain: Any = np.asarray(taking)
    sums = np.zeros((5, nodes * parts), np.int64)
    taking.parts = parts
    table.decision.taking = address_of(taking)
    for number in games:
        x, m = plain["taken"][: nodes * parts], plain["offered"][: nodes * parts]
        x[:], m[:] = 0, 0
        play(number)
        sums += x, m, x * x, x * m, m * m
    table.decision.taking = 0
    return sums.reshape(5, nodes, parts)
