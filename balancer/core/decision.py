"""Decisions, the same way in every game: count the options, appraise them, take one.

A node counts its options and calls `forced_or_random`, which resolves what needs no appraisal: a single option, the
persona `random`, a persona's mistakes, and decisions forced by replays.  It returns the number k of the option to take,
in the order in which the game lists them.  If it returns APPRAISE, the game appraises its options one by one and offers
them (`begin`, `offer`, `chosen`); the best is taken, ties are broken at random::

    count = piles_with_cards(table)
    k = decision.forced_or_random(table, seat, NODE.TAKE, count)
    if k != APPRAISE:
        return nth_pile(table, k)
    decision.begin(table)
    for pile in ...:
        decision.offer(table, pile, appraise_take(table, seat, pile))
    return decision.chosen(table)

Where many options are alike, the game offers them as a set (`offer_set`, `one_of_best`): each kind is appraised once,
and one draw breaks all ties.

Where an option is forced, the persona still makes its choice; then `choose_<node>` is called again and takes the forced
option (core/compile.py).  So the same dice are used, and the persona's memory is the same, as if it were free.

So random players, mistakes, forced moves for replays and what-if questions, branching figures and the trace all come
from one place.
"""

import numpy as np

from balancer.core import bits, dice, rule_errors
from balancer.core.dice import CHOICES, MAX_NODES
from balancer.core.events import members, tell
from balancer.core.jit import rule
from balancer.core.record import record
from balancer.core.thinking import forcing

APPRAISE = -1  # `forced_or_random`: the persona has to appraise its options
AT_RANDOM = -2  # `resolve`: the option has to be drawn

LOWEST_VALUE = -(2**62)

DECISION = record(
    ("seat", np.int64),  # the deciding seat
    ("option", np.int64),  # the best option so far
    ("value", np.int64),  # its appraisal
    ("ties", np.int64),  # number of options with that appraisal
    ("best", np.uint64),  # the set of the best options so far, where whole sets are offered
    ("number", np.int64),  # number of the next decision of this game, from 0
    ("again", np.int64),  # 1 + the forced option, while the persona makes its own choice first; else 0
    ("force_at", np.int64),  # number of the next planned decision, or forcing.NEVER
    ("plan", np.int64),  # the address of a forcing.PLAN
    ("belief", np.int64),  # address of a belief.BELIEF, negated while it is shown; 0: everybody knows the true figures
    ("taking", np.int64),  # address of a taking.TAKING; 0: offered and taken parts are not counted
    ("decisions", np.int32, MAX_NODES),  # decisions (two options or more) by node
    ("options", np.int32, MAX_NODES),  # their options, by node
    ("forced", np.int32, MAX_NODES),  # nodes with one option, by node: no decisions
)


@rule
def reset(decision, nodes):
    """Clear the counts for a new game with `nodes` kinds of decision node."""
    decision.number = 0
    decision.again = 0
    for node in range(nodes):
        decision.decisions[node] = 0
        decision.options[node] = 0
        decision.forced[node] = 0


@rule
def forced_or_random(table, seat, node, count):
    """Count a node with `count` >= 1 options, and resolve it if no appraisal is needed.

    Returns the number (0 .. count-1) of the option to take, or APPRAISE.
    """
    k = resolve(table, seat, node, count)
    if k == AT_RANDOM:
        return dice.below(table.dice, CHOICES + seat, count)
    return k


@rule
def forced_or_random_of_kinds(table, seat, node, kinds):
    """Do the same where options come in kinds: a random choice draws a kind first, then an option of that kind.

    kinds: the numbers of options of each kind, whose sum is at least 1; options are numbered kind by kind.
    """
    count = 0
    for kind in range(len(kinds)):
        count += kinds[kind]
    k = resolve(table, seat, node, count)
    if k == AT_RANDOM:
        return below_of_kinds(table, seat, kinds)
    return k


@rule
def below_of_kinds(table, seat, kinds):
    """Draw a kind that has options, then one of its options; return its number.  Single ones need no dice."""
    present = 0
    for kind in range(len(kinds)):
        present += kinds[kind] > 0
    skipped = 0 if present == 1 else dice.below(table.dice, CHOICES + seat, present)
    before = 0
    for kind in range(len(kinds)):
        if kinds[kind] > 0:
            if skipped == 0:
                return before + (0 if kinds[kind] == 1 else dice.below(table.dice, CHOICES + seat, kinds[kind]))
            skipped -= 1
            before += kinds[kind]
    return 0


@rule
def resolve(table, seat, node, count):
    """Count a node; return the number of the option to take if it is determined, else AT_RANDOM or APPRAISE."""
    decision = table.decision
    if decision.again > 0:
        k = decision.again - 1
        decision.again = 0
        return k
    tell("on_node", table, seat, node, count)
    if count <= 1:
        if count < 1:
            rule_errors.note(table, rule_errors.NO_OPTION)
        decision.forced[node] += 1
        return 0
    number = decision.number
    decision.number = number + 1
    decision.decisions[node] += 1
    decision.options[node] += count
    if number == decision.force_at:
        decision.again = 1 + forcing.planned(table, seat, node, count, number)
    dice.go_to_node(table.dice, seat, table.turn, node)
    persona = table.lineup[table.entry[seat]]
    if persona.at_random or errs(table, seat, persona.mistakes):
        return AT_RANDOM
    decision.seat = seat
    return APPRAISE


@rule
def errs(table, seat, per_mille):
    """Return whether a persona makes a mistake now; personas without mistakes use no dice."""
    if per_mille == 0:
        return False
    return dice.below(table.dice, CHOICES + seat, 1000) < per_mille


@rule
def begin(table):
    """Forget all options, before appraisals begin."""
    table.decision.value = LOWEST_VALUE
    table.decision.ties = 0
    table.decision.best = bits.WORD(0)


@rule
def offer(table, option, value):
    """Offer one option (any integer that encodes a move) with its appraisal; the best is kept, ties by a fair draw."""
    tell("on_appraised", [int(option)], int(value))
    decision = table.decision
    best = decision.value
    before = decision.option
    ties = decision.ties
    better = value > best
    decision.value = max(value, best)
    decision.option = bits.pick(better, option, before)
    decision.ties = bits.pick(better, 1, ties)
    if value == best:
        # Reservoir sampling: the n-th of n tied options replaces the one kept so far with probability 1 / n.
        decision.ties = ties + 1
        if dice.below(table.dice, CHOICES + decision.seat, ties + 1) == 0:
            decision.option = option


@rule
def chosen(table):
    """Return the best of the options offered since `begin`; there must be one."""
    if table.decision.ties == 0:
        rule_errors.note(table, rule_errors.NOTHING_OFFERED)
    return table.decision.option


@rule
def offer_set(table, options, value):
    """Offer a set (of numbers below 64, perhaps empty) of options with the same appraisal."""
    tell("on_appraised", members(options), int(value))
    decision = table.decision
    best = decision.value
    some = options != bits.WORD(0)
    equals = bits.pick_set(some & (value > best), bits.WORD(0), bits.WORD(decision.best))
    decision.best = equals | bits.pick_set(value >= best, options, bits.WORD(0))
    decision.value = bits.pick(some, max(value, best), best)


@rule
def one_of_best(table):
    """Draw one of the best options of all sets offered since `begin`, not all empty, by one word of the seat's dice."""
    decision = table.decision
    best = bits.WORD(decision.best)
    if bits.without_lowest(best) == bits.WORD(0):
        if best == bits.WORD(0):
            rule_errors.note(table, rule_errors.NOTHING_OFFERED)
        return bits.lowest(best)
    return bits.select(best, dice.below(table.dice, CHOICES + decision.seat, bits.count(best)))
