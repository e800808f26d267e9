"""The decision nodes of Windfall: what can be chosen, and how it is chosen."""

from balancer.core import bits, decision
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
    """Return the kind that is given away: one of those picked."""
    kinds = bits.WORD(table.picked_kinds)
    k = decision.forced_or_random(table, seat, NODE.GIVE, bits.count(kinds))
    if k != APPRAISE:
        return bits.select(kinds, k)
    decision.begin(table)
    for kind in range(table.kinds):
        if bits.has(kinds, kind):
            decision.offer(table, kind, appraise_give(table, seat, kind))
    return decision.chosen(table)
