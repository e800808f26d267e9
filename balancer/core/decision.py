"""How every decision in every game is made: options, appraisal, the option taken.

A node counts its options and calls `forced_or_random`, which resolves what needs no thought: a single option, the
persona `random`, a persona's mistakes, and decisions forced by replays.  It returns the number k of the option to take,
in the order in which the game lists them.  Where it returns APPRAISE, the game appraises its options one by one and
offers them (`begin`, `offer`, `chosen`); the best is taken, ties are broken at random::

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

Where an option is forced, the persona makes its choice all the same, and then `choose_<node>` is called once more to
take what is forced (core/compile.py): so the dice fall, and what a persona keeps in mind is made, as if it were free.

So random players, noise, forced moves for replays and what-if questions, branching figures and the trace all come from
one place.
"""

import numpy as np

from balancer.core import bits, dice, rule_errors
from balancer.core.dice import CHOICES, MAX_NODES
from balancer.core.events import members, tell
from balancer.core.jit import rule
from balancer.core.record import record
from balancer.core.thinking import forcing

APPRAISE = -1  # what `forced_or_random` returns when the persona has to think
AT_RANDOM = -2  # what `resolve` returns when the option is to be drawn

LOWEST_VALUE = -(2**62)

DECISION = record(
    ("seat", np.int64),  # who is deciding
    ("option", np.int64),  # the best option so far
    ("value", np.int64),  # its appraisal
    ("ties", np.int64),  # how many options have had that appraisal
    ("best", np.uint64),  # the set of the best options so far, where whole sets are offered
    ("number", np.int64),  # number of the next decision of this game, from 0
    ("again", np.int64),  # 1 + the option forced, while the persona makes its own choice before; else 0
    ("force_at", np.int64),  # the decision at which the plan is looked at, or forcing.NEVER
    ("plan", np.int64),  # the address of a forcing.PLAN
    ("belief", np.int64),  # the address of a belief.BELIEF, less than 0 while it is shown; 0: all know what is true
    ("taking", np.int64),  # the address of a taking.TAKING; 0: nobody counts which parts are offered and taken
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
    """Count a node with `count` >= 1 options and resolve it where no appraisal is needed.

    The number (0 .. count-1) of the option to take, or APPRAISE.
    """
    k = resolve(table, seat, node, count)
    if k == AT_RANDOM:
        return dice.below(table.dice, CHOICES + seat, count)
    return k


@rule
def forced_or_random_of_kinds(table, seat, node, kinds):
    """`forced_or_random` where options come in kinds: a random choice draws a kind first, then one of that kind.

    kinds: how many options there are of each kind, one in all at least; options are numbered kind by kind.
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
    """The number of an option: its kind is drawn, then its place in the kind (no dice for one alone)."""
    present = 0
    for kind in range(len(kinds)):
        present += kinds[kind] > 0
    wanted = 0 if present == 1 else dice.below(table.dice, CHOICES + seat, present)
    before = 0
    for kind in range(len(kinds)):
        if kinds[kind] > 0:
            if wanted == 0:
                return before + (0 if kinds[kind] == 1 else dice.below(table.dice, CHOICES + seat, kinds[kind]))
            wanted -= 1
            before += kinds[kind]
    return 0


@rule
def resolve(table, seat, node, count):
    """Count a node; return the number of the option to take if that is settled, else AT_RANDOM or APPRAISE."""
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
    dice.go_to(table.dice, CHOICES + seat, np.int64(table.turn) * MAX_NODES + node)
    persona = table.lineup[table.entry[seat]]
    if persona.at_random or errs(table, seat, persona.mistakes):
        return AT_RANDOM
    decision.seat = seat
    return APPRAISE


@rule
def errs(table, seat, per_mille):
    """Whether a persona with that many mistakes per mille makes one now (no dice for personas that never do)."""
    if per_mille == 0:
        return False
    return dice.below(table.dice, CHOICES + seat, 1000) < per_mille


@rule
def begin(table):
    """Forget all options: appraising begins."""
    table.decision.value = LOWEST_VALUE
    table.decision.ties = 0
    table.decision.best = bits.WORD(0)


@rule
def offer(table, option, value):
    """Offer one option (any integer that encodes a move) with its appraisal; the best is kept, ties fall at random."""
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
        decision.ties = ties + 1
        if dice.below(table.dice, CHOICES + decision.seat, ties + 1) == 0:
            decision.option = option


@rule
def chosen(table):
    """The best of the options offered since `begin`, one at least."""
    if table.decision.ties == 0:
        rule_errors.note(table, rule_errors.NOTHING_OFFERED)
    return table.decision.option


@rule
def offer_set(table, options, value):
    """Offer a set (of numbers below 64, perhaps empty) of options that are worth the same."""
    tell("on_appraised", members(options), int(value))
    decision = table.decision
    best = decision.value
    some = options != bits.WORD(0)
    kept = bits.pick_set(some & (value > best), bits.WORD(0), bits.WORD(decision.best))
    decision.best = kept | bits.pick_set(value >= best, options, bits.WORD(0))
    decision.value = bits.pick(some, max(value, best), best)


@rule
def one_of_best(table):
    """One of the best of all sets offered since `begin`, not all empty; one word of the seat's dice draws."""
    decision = table.decision
    best = bits.WORD(decision.best)
    if bits.without_lowest(best) == bits.WORD(0):
        if best == bits.WORD(0):
            rule_errors.note(table, rule_errors.NOTHING_OFFERED)
        return bits.lowest(best)
    return bits.select(best, dice.below(table.dice, CHOICES + decision.seat, bits.count(best)))
