"""The integer tallies of many RESULT rows, and their merge, which is addition.

Rows are reduced chunk by chunk, so memory does not grow with the number of games; and since all sums are of integers,
the tally of a cell is the same in any order, for any chunk size and number of threads.
"""

import numpy as np

from balancer.core import bits, rule_errors
from balancer.core.compile import chapter, rule
from balancer.core.component_table import MAX_PARTS
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.record import record
from balancer.core.result_row import CREDIT, LARGEST, MAX_ENDINGS
from balancer.core.table import MAX_EXTRAS, MAX_LINEUP, RUNNING, UNDEFINED, UNFINISHED

# Quantities of which a tally keeps number, sum, sum of squares: these, then scores by seat, then extras.
ROUNDS, TURNS, DECISIONS, LEAD_CHANGES, CHANGES_PER_ROUND, DRAMA, DECISIVENESS, MARGIN, WINNER_SCORE = range(9)
SCORES = 9
EXTRAS = SCORES + MAX_SEATS
N_MOMENTS = EXTRAS + MAX_EXTRAS

# Ratios x/m of which a tally keeps the sums of x, m, xx, xm, mm over games: these, then nodes, personas, parts.
BRANCHING, FORCED_SHARE = 0, 1
NODES = 2
PERSONAS = NODES + MAX_NODES
PARTS = PERSONAS + MAX_LINEUP
N_RATIOS = PARTS + MAX_PARTS

# Quantities of which a tally keeps the whole distribution, and the value at which each one's bins begin.
HISTOGRAMS = ("rounds", "turns", "decisions", "margin", "winner_score", "score")
N_HISTOGRAMS = len(HISTOGRAMS)
BINS = 2048
FIRST_BIN = (0, 0, 0, 0, -BINS // 2, -BINS // 2)
_H_SCORE = 5

# After them: the decisions at each node, then the game's extras.
FIRST_NODE_BIN = 0
FIRST_EXTRA_BIN = -BINS // 4

LENGTHS_OR_SCORES_OUTSIDE, NODES_OR_EXTRAS_OUTSIDE = 1, 2
"""What `reduce_rows` found beyond the bins, as bits."""

NO_GAME = 2**62

TALLY = record(
    ("games", np.int64),
    ("won", np.int64),  # games that somebody won
    ("shared", np.int64),  # of these: with more than one winner
    ("endings", np.int64, MAX_ENDINGS),
    ("credit", np.int64, MAX_SEATS),  # in units of 1 / CREDIT
    ("credit_products", np.int64, (MAX_SEATS, MAX_SEATS)),  # sums of c[s] * c[t], for covariances
    ("losses", np.int64, MAX_SEATS),  # games that somebody else won
    ("persona_games", np.int64, (MAX_LINEUP, MAX_SEATS)),  # by persona and seat
    ("persona_credit", np.int64, (MAX_LINEUP, MAX_SEATS)),
    ("persona_squares", np.int64, (MAX_LINEUP, MAX_SEATS)),
    ("lead_games", np.int64),  # games on which the leader figures rest
    ("runaway", np.int64, 3),  # of these: the leader at 1/4, 1/2, 3/4 of the game won
    ("comebacks", np.int64),  # of these: the winner was last half-way
    ("moments", np.int64, (N_MOMENTS, 3)),  # number, sum, sum of squares
    ("ratios", np.int64, (N_RATIOS, 5)),  # sums of x, m, xx, xm, mm
)


@chapter
def reduce_rows(rows, nodes, parts, n_extras, persona_of, one_loses, tally, bins, records):
    """Add `rows` to a tally (an array of one TALLY).

    nodes, parts, n_extras: how many of each the game has; persona_of: line-up place -> number of the persona;
    one_loses: whether one player loses and all others win; bins: int64[N_HISTOGRAMS + nodes + n_extras, BINS],
    counts; records: int64[4], the most turns and the game that took them, the least margin and its game.
    The set of what has a value outside the bins (LENGTHS_OR_SCORES_OUTSIDE, ...), or -1 if a row is not `sound`.
    """
    total = tally[0]
    outside = 0
    for i in range(len(rows)):
        row = rows[i]
        if not sound(row, n_extras):
            return -1
        add_result(row, persona_of, one_loses, total)
        add_lead(row, total)
        add_counts(row, nodes, n_extras, total)
        add_parts(row, parts, total)
        fits = add_scores(row, one_loses, total, bins, records)
        fits &= into_bin(bins, 0, row.rounds) & into_bin(bins, 1, row.turns) & into_bin(bins, 2, row.decisions)
        outside |= 0 if fits else LENGTHS_OR_SCORES_OUTSIDE
        outside |= 0 if own_into_bins(bins, row, nodes, n_extras) else NODES_OR_EXTRAS_OUTSIDE
    return outside


@rule
def sound(row, n_extras):
    """Whether no mistake was noted, the game has ended, winners are at the table, and no figure is too large."""
    largest = max(row.turns, row.options, row.forced)
    for seat in range(row.seats):
        largest = max(largest, abs(np.int64(row.score[seat])))
    for extra in range(n_extras):
        if row.extras[extra] != UNDEFINED:
            largest = max(largest, abs(np.int64(row.extras[extra])))
    strangers = bits.WORD(row.winners) >> bits.WORD(row.seats)
    right = row.mistake == rule_errors.NONE and RUNNING < row.ending < MAX_ENDINGS and strangers == bits.WORD(0)
    return right and largest <= LARGEST


@rule
def into_bin(bins, quantity, value):
    """Count a value in its histogram if there is a bin for it."""
    return into_bin_from(bins, quantity, value, FIRST_BIN[quantity])


@rule
def into_bin_from(bins, quantity, value, first):
    """Count a value in its histogram, which begins at `first`, if there is a bin for it."""
    k = value - first
    if k < 0 or k >= BINS:
        return False
    bins[quantity, k] += 1
    return True


@rule
def own_into_bins(bins, row, nodes, n_extras):
    """Count the decisions at each node, and the extras where they are defined; whether there are bins for all."""
    fits = True
    for node in range(nodes):
        fits &= into_bin_from(bins, N_HISTOGRAMS + node, row.node_decisions[node], FIRST_NODE_BIN)
    for extra in range(n_extras):
        if row.extras[extra] != UNDEFINED:
            fits &= into_bin_from(bins, N_HISTOGRAMS + nodes + extra, row.extras[extra], FIRST_EXTRA_BIN)
    return fits


@rule
def add_moment(total, quantity, value):
    """Add one value of a quantity."""
    total.moments[quantity, 0] += 1
    total.moments[quantity, 1] += value
    total.moments[quantity, 2] += np.int64(value) * np.int64(value)


@rule
def add_ratio(total, ratio, x, m):
    """Add one pair of a ratio."""
    x, m = np.int64(x), np.int64(m)
    total.ratios[ratio, 0] += x
    total.ratios[ratio, 1] += m
    total.ratios[ratio, 2] += x * x
    total.ratios[ratio, 3] += x * m
    total.ratios[ratio, 4] += m * m


@rule
def credit_of(row, seat, share):
    """The credit of a seat: `share` if it is among the winners."""
    return share if bits.has(row.winners, seat) else 0


@rule
def add_result(row, persona_of, one_loses, total):
    """Who won, by seat and by persona."""
    winners = bits.count(row.winners)
    share = CREDIT // max(winners, 1)
    total.games += 1
    total.endings[row.ending] += 1
    total.won += winners > 0
    total.shared += winners > 1
    for seat in range(row.seats):
        credit = credit_of(row, seat, share)
        persona = persona_of[row.entry[seat]]
        total.persona_games[persona, seat] += 1
        if credit == 0:
            total.losses[seat] += winners > 0
            continue
        total.credit[seat] += credit
        total.persona_credit[persona, seat] += credit
        total.persona_squares[persona, seat] += credit * credit
        for other in range(row.seats):
            total.credit_products[seat, other] += credit * credit_of(row, other, share)
    add_personas(row, persona_of, share, total)


@rule
def add_personas(row, persona_of, share, total):
    """Credit and seats of each persona in this game: one pair per persona, the game being the unit."""
    for seat in range(row.seats):
        persona = persona_of[row.entry[seat]]
        first = True
        for other in range(seat):
            first &= persona_of[row.entry[other]] != persona
        if first:
            x = 0
            m = 0
            for other in range(seat, row.seats):
                if persona_of[row.entry[other]] == persona:
                    x += credit_of(row, other, share)
                    m += 1
            add_ratio(total, PERSONAS + persona, x, m)


@rule
def add_lead(row, total):
    """Leader metrics, of games in which they are defined."""
    lead = row.lead
    if not lead.defined:
        return
    total.lead_games += 1
    add_moment(total, LEAD_CHANGES, lead.changes)
    add_moment(total, CHANGES_PER_ROUND, lead.changes_per_round)
    add_moment(total, DRAMA, lead.drama)
    add_moment(total, DECISIVENESS, lead.decisiveness)
    for quarter in range(3):
        total.runaway[quarter] += lead.leader_won[quarter]
    total.comebacks += lead.comeback


@rule
def add_counts(row, nodes, n_extras, total):
    """Length, decisions, the game's extras."""
    add_moment(total, ROUNDS, row.rounds)
    add_moment(total, TURNS, row.turns)
    add_moment(total, DECISIONS, row.decisions)
    add_ratio(total, BRANCHING, row.options, row.decisions)
    add_ratio(total, FORCED_SHARE, row.forced, row.forced + row.decisions)
    for node in range(nodes):
        add_ratio(total, NODES + node, row.node_options[node], row.node_decisions[node])
    for extra in range(n_extras):
        if row.extras[extra] != UNDEFINED:
            add_moment(total, EXTRAS + extra, row.extras[extra])


@rule
def add_parts(row, parts, total):
    """For each part, how many seats held it and what credit they have together."""
    winners = bits.WORD(row.winners)
    share = CREDIT // max(bits.count(winners), 1)
    for part in range(parts):
        held = 0
        won = 0
        for seat in range(row.seats):
            holds = bits.has(row.parts[seat], part)
            held += holds
            won += holds & bits.has(winners, seat)
        if held:
            add_ratio(total, PARTS + part, won * share, held)


@rule
def add_scores(row, one_loses, total, bins, records):
    """Scores, the winner's score, the margin, and the longest and closest game."""
    fits = True
    best = row.score[0]
    second = UNDEFINED
    for seat in range(row.seats):
        score = row.score[seat]
        add_moment(total, SCORES + seat, score)
        fits &= into_bin(bins, _H_SCORE, score)
        if seat > 0:
            second = max(second, min(score, best))
            best = max(best, score)
    if row.turns > records[0]:
        records[0] = row.turns
        records[1] = row.game_number
    if row.ending != UNFINISHED and row.ending != RUNNING and not one_loses:
        fits &= add_finish(row, best - second, total, bins, records)
    return fits


@rule
def add_finish(row, margin, total, bins, records):
    """Margin and winner's score of a finished game."""
    fits = into_bin(bins, 3, margin)
    add_moment(total, MARGIN, margin)
    if margin < records[2]:
        records[2] = margin
        records[3] = row.game_number
    if row.winners != 0:
        score = row.score[bits.lowest(row.winners)]
        add_moment(total, WINNER_SCORE, score)
        fits &= into_bin(bins, 4, score)
    return fits
