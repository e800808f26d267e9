"""Decisions that are not left to the persona: forced ones, those a search watches for, and forks of a game.

A table is compared with one number per decision, `decision.force_at`; what happens there stands in a PLAN, beside the
table.  Replays and traces force options.  The search player (search.py) stops at a decision, and lets a game go on from
there in another world: a decision deep in the rules cannot be resumed from a copied table alone, so the game is
replayed to the decision, which brings the calls of the rules where they were; then the table's bytes are replaced.
"""

import numpy as np

from balancer.core import bits
from balancer.core.dice import MAX_SEATS
from balancer.core.jit import rule, separate_rule
from balancer.core.memory import address_of, copy, record_at
from balancer.core.record import empty, record

NEVER = -1  # a decision number at which nothing happens
PERSONA = -1  # in place of an option: what the persona would do
MAX_FORCED = 4096  # the most options forced in one game; a search deviates no more once there are so many

PLAN = record(
    ("length", np.int64),  # options forced in this game so far
    ("first", np.int64),  # the first that is forced from the copied table on
    ("next", np.int64),  # the one that comes next
    ("numbers", np.int64, MAX_FORCED),  # at which decision each is forced, in order
    ("options", np.int64, MAX_FORCED),  # which option it is
    ("gains", np.int64, MAX_FORCED),  # by how many millionths of a win it promised more than the persona's; 0: unknown
    ("then", np.int64),  # behind them all: where watching begins, or the fork is; or NEVER
    ("is_fork", np.int64),  # 1: fork there; 0: watch from there on
    ("fork_option", np.int64),  # the option taken at the fork, or PERSONA
    ("dealt", np.int64),  # the address of the table that replaces this one at the fork
    ("searched", np.uint64, MAX_SEATS),  # watching: at which nodes decisions of a seat are searched
    ("seen", np.int64),  # watching: the address for a copy of the table at the next of these decisions
    ("is_found", np.int64),  # 1: there was one; at a fork: it was reached
    ("found", np.int64),  # its number
    ("seat", np.int64),  # whose it is
    ("node", np.int64),
    ("count", np.int64),  # its options
    ("mistake", np.int64),  # the last error in the rules noted in a trial game, or rule_errors.NONE
)


def plan_of(forced):
    """A plan that forces options; forced: (number of the decision, option), in order."""
    plan = empty(PLAN)
    plan.then = NEVER
    plan.length = len(forced)
    for place, (number, option) in enumerate(forced):
        plan.numbers[place] = number
        plan.options[place] = option
    return plan


def follow(table, plan):
    """Let the next game at `table`, or the rest of this one, follow a plan, which must stay alive meanwhile."""
    table.decision.plan = address_of(plan)
    arm(table, plan)


@rule
def arm(table, plan):
    """Let the table stop for the first of what the plan has; called before the game, or a part of it, begins."""
    plan.next = plan.first
    table.decision.force_at = plan.numbers[plan.next] if plan.next < plan.length else plan.then


@separate_rule
def planned(table, seat, node, count, number):
    """What the plan says of this decision: the option to take, or PERSONA.  The table may be another one afterwards."""
    plan = record_at(PLAN, table.decision.plan)
    if plan.next < plan.length:
        option = plan.options[plan.next]
        plan.next += 1
        table.decision.force_at = plan.numbers[plan.next] if plan.next < plan.length else plan.then
        return np.int64(option)
    if plan.is_fork:
        plan.is_found = 1
        copy(table, plan.dealt)
        return np.int64(plan.fork_option)
    if bits.has(plan.searched[seat], node):
        plan.is_found = 1
        plan.found = number
        plan.seat = seat
        plan.node = node
        plan.count = count
        copy(plan.seen, table)
        table.decision.force_at = NEVER
    else:
        table.decision.force_at = number + 1
    return np.int64(PERSONA)
