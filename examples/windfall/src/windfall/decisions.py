"""The decision nodes of Windfall: what can be chosen, and how it is chosen."""

from balancer.core import decision
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from windfall.appraisal import appraise_give, appraise_pick
from windfall.table import NODE, PICK_ON, STOP


@rule
def choose_pick(table, seat):
    """STOP or PICK_ON, which are also the options' numbers."""
    k = decision.forced_or_random(table, seat, NODE.PICK, 2)
    if k != APPRAISE:
        return k
    decision.begin(table)
    decision.offer(table, STOP, appraise_pick(table, seat, STOP))
    decision.offer(table, PICK_ON, appraise_pick(table, seat, PICK_ON))
    return decision.chosen(table)


@rule
def choose_give(table, seat):
    """The kind that is given away: one of those picked."""
    k = decision.forced_or_random(table, seat, NODE.GIVE, kinds_picked(table))
    if k != APPRAISE:
        return nth_picked(table, k)
    decision.begin(table)
    for kind in range(table.kinds):
        if table.picked[kind]:
            decision.offer(table, kind, appraise_give(table, seat, kind))
    return decision.chosen(table)


@rule
def kinds_picked(table):
    number = 0
    for kind in range(table.kinds):
        number += table.picked[kind] > 0
    return number


@rule
def nth_picked(table, k):
    """Number k of the kinds picked, from 0."""
    for kind in range(table.kinds):
        if table.picked[kind]:
            if k == 0:
                return kind
            k -= 1
    return 0
