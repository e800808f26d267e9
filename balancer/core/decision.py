"""How every choice in every game is made: options, appraisal, choice.

A node counts its options and asks `by_lot`, which settles forced choices, those of the persona `random`, mistakes and
replays: it answers the number k of the option to take, in the order in which the room lists them.  Where it answers
APPRAISE, the room appraises its options one by one and offers them (`begin`, `offer`, `chosen`); the best is kept, ties
are broken at random::

    count = piles_with_cards(table)
    k = choice.by_lot(table, seat, NODE.TAKE, count)
    if k != APPRAISE:
        return nth_pile(table, k)
    choice.begin(table)
    for pile in ...:
        choice.offer(table, pile, appraise_take(table, seat, pile))
    return choice.chosen(table)

Where many options are alike, the room offers them as a set (`offer_set`, `one_of_best`): each kind is weighed once, and
one draw settles all ties.

So random players, noise, forced moves for replays and what-if questions, branching figures and the trace all
come from one place.
"""

import numpy as np

from balancer.core import bits, dice, events, rule_errors
from balancer.core.compile import record, rule
from balancer.core.dice import CHOICES, MAX_NODES

APPRAISE = -1
"""What `by_lot` answers when the persona has to think."""

AT_RANDOM = -2
"""What `settle` answers when any option is as good."""

NEVER = -1
"""A decision number at which nothing is forced."""

LOWEST_VALUE = -(2**62)

CHOICE = record(
    ("seat", np.int64),  # who is choosing
    ("option", np.int64),  # the best option so far
    ("value", np.int64),  # its appraisal
    ("ties", np.int64),  # how many options have had that appraisal
    ("best", np.uint64),  # the set of the best options so far, where whole sets are offered
    ("decision", np.int64),  # number of the next decision of this game, from 0
    ("force_at", np.int64),  # the decision that is forced (replays, what-if questions), or NEVER
    ("force_option", np.int64),  # number of the option taken there
    ("decisions", np.int32, MAX_NODES),  # decisions (two options or more) by node
    ("options", np.int32, MAX_NODES),  # their options, by node
    ("forced", np.int32, MAX_NODES),  # nodes with one option, by node: no decisions
)


@rule
def reset(choice, nodes):
    """Begin the counts of a game with `nodes` kinds of decision node."""
    choice.decision = 0
    for node in range(nodes):
        choice.decisions[node] = 0
        choice.options[node] = 0
        choice.forced[node] = 0


@rule
def by_lot(table, seat, node, count):
    """Count a node with `count` >= 1 options and settle it where no thought is needed.

    The number (0 .. count-1) of the option to take, or APPRAISE.
    """
    k = settle(table, seat, node, count)
    if k == AT_RANDOM:
        return dice.below(table.dice, CHOICES + seat, count)
    return k


@rule
def by_lot_of_kinds(table, seat, node, kinds):
    """`by_lot` where options come in kinds: who chooses at random first picks a kind, then one of that kind.

    kinds: how many options there are of each kind, one in all at least; options are numbered kind by kind.
    """
    count = 0
    for kind in range(len(kinds)):
        count += kinds[kind]
    k = settle(table, seat, node, count)
    if k == AT_RANDOM:
        return below_of_kinds(table, seat, kinds)
    return k


@rule
def below_of_kinds(table, seat, kinds):
    """The number of an option, its kind and its place there drawn one after the other (no dice for one alone)."""
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
def settle(table, seat, node, count):
    """Count a node; the number of the option to take where that is settled, or AT_RANDOM, or APPRAISE."""
    events.tell(table, events.NODE_ASKED, seat, node, count)
    choice = table.choice
    if count <= 1:
        if count < 1:
            rule_errors.note(table, rule_errors.NO_OPTION)
        choice.forced[node] += 1
        return 0
    number = choice.decision
    choice.decision = number + 1
    choice.decisions[node] += 1
    choice.options[node] += count
    if number == choice.force_at:
        return choice.force_option
    dice.go_to(table.dice, CHOICES + seat, np.int64(table.turn) * MAX_NODES + node)
    persona = table.lineup[table.entry[seat]]
    if persona.at_random or slips(table, seat, persona.mistakes):
        return AT_RANDOM
    choice.seat = seat
    return APPRAISE


@rule
def slips(table, seat, mistakes):
    """Whether a persona with so many mistakes per mille makes one now (no dice for personas that never do)."""
    if mistakes == 0:
        return False
    return dice.below(table.dice, CHOICES + seat, 1000) < mistakes


@rule
def begin(table):
    """Forget all options: appraising begins."""
    table.choice.value = LOWEST_VALUE
    table.choice.ties = 0
    table.choice.best = bits.WORD(0)


@rule
def offer(table, option, value):
    """Offer one option (any integer that encodes a move) with its appraisal; the best is kept, ties fall at random."""
    events.tell(table, events.OPTION_WEIGHED, option, value, 0)
    choice = table.choice
    best = choice.value
    before = choice.option
    ties = choice.ties
    better = value > best
    choice.value = max(value, best)
    choice.option = bits.pick(better, option, before)
    choice.ties = bits.pick(better, 1, ties)
    if value == best:
        choice.ties = ties + 1
        if dice.below(table.dice, CHOICES + choice.seat, ties + 1) == 0:
            choice.option = option


@rule
def chosen(table):
    """The best of the options offered since `begin`, one at least."""
    if table.choice.ties == 0:
        rule_errors.note(table, rule_errors.NOTHING_OFFERED)
    return table.choice.option


@rule
def offer_set(table, options, value):
    """Offer a set (of numbers below 64, perhaps empty) of options that are worth the same."""
    events.tell(table, events.SET_WEIGHED, options, value, 0)
    choice = table.choice
    best = choice.value
    some = options != bits.WORD(0)
    kept = bits.pick_set(some & (value > best), bits.WORD(0), bits.WORD(choice.best))
    choice.best = kept | bits.pick_set(value >= best, options, bits.WORD(0))
    choice.value = bits.pick(some, max(value, best), best)


@rule
def one_of_best(table):
    """One of the best of all sets offered since `begin`, not all empty; one word of the chooser's dice draws."""
    choice = table.choice
    best = bits.WORD(choice.best)
    if bits.without_lowest(best) == bits.WORD(0):
        if best == bits.WORD(0):
            rule_errors.note(table, rule_errors.NOTHING_OFFERED)
        return bits.lowest(best)
    return bits.select(best, dice.below(table.dice, CHOICES + choice.seat, bits.count(best)))
