"""Decisions with a planned course: forced options, decisions that a search looks for, and forks of a game.

A table compares one number, `decision.force_at`, with that of each decision; what happens there is in a PLAN outside
the table.  Replays and traces force options.  The search (search.py) stops at a decision, and lets the game go on from
there in another world.  A decision deep inside the rules cannot be resumed from a copied table, so the game is replayed
up to the decision, which restores the calls of the rules; then the table's bytes are replaced.
"""

import numpy as np

from balancer.core import bits
from balancer.core.dice import MAX_SEATS
from balancer.core.jit import rule, separate_rule
from balancer.core.memory import address_of, copy, record_at
from balancer.core.record import empty, record

NEVER = -1  # a decision number at which nothing happens
PERSONA = -1  # instead of an option: the persona's choice
MAX_FORCED = 4096  # options forced in a game; a search does not deviate more often

PLAN = record(
    ("length", np.int64),  # number of options forced in this game
    ("first", np.int64),  # index of the first after the copied table
    ("next", np.int64),  # index of the next
    ("numbers", np.int64, MAX_FORCED),  # the decisions at which options are forced, in order
    ("options", np.int64, MAX_FORCED),  # the forced options
    ("gains", np.int64, MAX_FORCED),  # over the persona's choices, in millionths of a win; 0: unknown
    ("then", np.int64),  # the decision after all these: that of the fork, or the first to look at; or NEVER
    ("is_fork", np.int64),  # 1: fork there; 0: look for decisions to search from there on
    ("fork_option", np.int64),  # the option taken at the fork, or PERSONA
    ("dealt", np.int64),  # the address of the table that replaces this one at the fork
    ("searched", np.uint64, MAX_SEATS),  # by seat, the set of nodes whose decisions are searched
    ("seen", np.int64),  # the address for a copy of the table at the next decision to search
    ("is_found", np.int64),  # 1: a decision to search was found; at a fork: it was reached
    ("found", np.int64),  # its number
    ("seat", np.int64),  # the deciding seat
    ("node", np.int64),
    ("count", np.int64),  # number of its options
    ("mistake", np.int64),  # the last error in the rules noted in a trial game, or rule_errors.NONE
)


def plan_of(forced):
    """Return a plan that forces options; forced: (number of the decision, option), in order."""
    plan = empty(PLAN)
    plan.then = NEVER
    plan.length = len(forced)
    for place, (number, option) in enumerate(forced):
        plan.numbers[place] = number
        plan.options[place] = option
    return plan


def follow(table, plan):
    """Let the next game at `table`, or the rest of this one, follow a plan, which must be kept alive meanwhile."""
    table.decision.plan = address_of(plan)
    arm(table, plan)


@rule
def arm(table, plan):
    """Let the table stop at the first planned decision; called before the game, or a part of it, begins."""
    plan.next = plan.first
    table.decision.force_at = plan.numbers[plan.next] if plan.next < plan.length else plan.then


@separate_rule
def planned(table, seat, node, count, number):
    """Return the planned option for this decision, or PERSONA.  At a fork, the table is replaced by another one."""
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
