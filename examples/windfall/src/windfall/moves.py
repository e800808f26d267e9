"""The decision nodes of Windfall: what can be chosen, and how it is chosen."""

from balancer.core import choice
from balancer.core.choice import APPRAISE
from balancer.core.compile import rule
from windfall.players import appraise_give, appraise_pick
from windfall.table import NODE, PICK_ON, STOP


@rule
def choose_pick(table, seat):
    """STOP or PICK_ON, which are also the options' numbers."""
    k = choice.by_lot(table, seat, NODE.PICK, 2)
    if k != APPRAISE:
        return k
    choice.begin(table)
    choice.offer(table, STOP, appraise_pick(table, seat, STOP))
    choice.offer(table, PICK_ON, appraise_pick(table, seat, PICK_ON))
    return choice.chosen(table)


@rule
def choose_give(table, seat):
    """The kind that is given away: one of those picked."""
    k = choice.by_lot(table, seat, NODE.GIVE, kinds_picked(table))
    if k != APPRAISE:
        return nth_picked(table, k)
    choice.begin(table)
    for kind in range(table.kinds):
        if table.picked[kind]:
            choice.offer(table, kind, appraise_give(table, seat, kind))
    return choice.chosen(table)


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
