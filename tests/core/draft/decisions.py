"""The decision of Draft."""

from balancer.core import decision
from balancer.core.cards import cardset
from balancer.core.compile import rule
from balancer.core.decision import APPRAISE
from balancer.core.part_sets import clear_parts
from tests.core.draft.table import NODE


@rule
def appraise_take(table, seat, option):
    """Return the value of the card."""
    return table.values[table.cards[table.next_card + option]]


@rule
def offered_take(table, seat):
    """Return both cards shown."""
    clear_parts(table.shown)
    for option in range(2):
        cardset.add(table.shown.words, table.cards[table.next_card + option])
    return table.shown


@rule
def part_of_take(table, seat, option):
    """Return the card."""
    return table.cards[table.next_card + option]


@rule
def choose_take(table, seat):
    """Return which of the two cards shown, 0 or 1."""
    k = decision.forced_or_random(table, seat, NODE.TAKE, 2)
    if k != APPRAISE:
        return k
    decision.begin(table)
    for option in range(2):
        decision.offer(table, option, appraise_take(table, seat, option))
    return decision.chosen(table)
