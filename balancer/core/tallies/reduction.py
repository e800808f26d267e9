"""Reduction of RESULT rows to integer tallies, which are merged by addition.

Rows are reduced chunk by chunk, so memory does not grow with the number of games.  As all sums are of integers, the
tally of a cell is the same in any order, for any chunk size and number of threads.

Rows are read block by block, and within a block one figure after another, so that its sums stay in registers
(layout.py lists the columns).  Games with the same winners and the same personas at the seats are counted first, and
added all at once.
"""

import numpy as np

from balancer.core import bits, rule_errors
from balancer.core.component_table import WORD_PARTS
from balancer.core.dice import GOLDEN, MAX_SEATS
from balancer.core.jit import rule, separate_rule
from balancer.core.result_row import LARGEST, MAX_ENDINGS
from balancer.core.table import MAX_LINEUP, RUNNING, UNDEFINED, UNFINISHED
from balancer.core.tallies.layout import (
    BINS,
    FIRST_BIN,
    H_MARGIN,
    H_WINNER_SCORE,
    LENGTHS_OR_SCORES_OUTSIDE,
    MARGIN,
    MORE_PARTS,
    PARTS,
    PERSONA_SCORES,
    PERSONAS,
    SIDES,
    STARTER,
    TOO_LARGE,
    WINNER_SCORE,
)

BLOCK = 64  # rows that are read figure by figure before the next ones; they fit the processor's L1 cache
SLOTS = 4096  # of a hash table of combinations of winners and personas at the seats; 2**12
LAST_BITS, ALL = bits.WORD(64 - 12), bits.WORD(bits.ALL_BITS)  # the shift that leaves a hash its 12 top bits

LANE = 7  # bits of a counter, which counts up to BLOCK
LANES = 5  # counters in a word, enough for LANE * LANES bits of a column
LOWEST = sum(1 << LANE * lane for lane in range(LANES))  # the lowest bit of every lane
HALF, LOW_HALF = bits.WORD(32), bits.WORD(2**32 - 1)  # bits in half a word; the lower half of a word


@separate_rule
def reduce_rows(rows, columns, figures, parts, persona_of, score_order, tally, flat, bins, records, alike, scores):
    """Add `rows` to a tally.

    columns: the memory of `rows` as int32[games, words]; figures: the arrays of `layout.FigureColumns`; parts: the
    number of the game's parts; persona_of: line-up entry -> number of the persona; score_order: 1 if the highest score
    is best, -1 if the lowest is, 0 if scores have no order; tally: an array of one TALLY; flat: its memory as
    int64[1, words]; bins: int64[histograms, BINS], counts; records: int64[4], the most turns and their game, the
    smallest margin and its game; alike: int64[SLOTS, 4], zeros, scratch memory; scores: int64[2, MAX_LINEUP], zeros,
    scratch memory.

    Returns the set of values outside the bins (LENGTHS_OR_SCORES_OUTSIDE, ...), or -1 if a row is not `sound` or a
    sum is too large.
    """
    total = tally[0]
    outside = 0
    for begin in range(0, len(rows), BLOCK):
        end = min(begin + BLOCK, len(rows))
        for i in range(begin, end):
            if not sound(rows[i]):
                return -1
            note_course(rows[i], total, records)
            count_result(rows, i, persona_of, alike, total)
            add_parts(rows[i], parts, total)
            if parts > WORD_PARTS:
                add_more_parts(rows[i], columns, i, total)
            outside |= add_finish(rows[i], score_order, total, bins, records)
            outside |= add_scores(rows[i], persona_of, scores, total)
        add_figures(columns, begin, end, figures, flat[0])
        outside |= add_bins(columns, begin, end, figures[4], bins)
    for k in range(len(alike)):
        if alike[k, 0]:
            add_result(rows[alike[k, 1]], alike[k, 0], persona_of, total)
    return -1 if outside & TOO_LARGE else outside


@rule
def sound(row):
    """Return whether no mistake was noted, the game has ended, all winners exist, and its counts are not too large."""
    not_playing = bits.WORD(row.winners) >> bits.WORD(row.seats)
    is_valid = row.mistake == rule_errors.NONE and RUNNING < row.ending < MAX_ENDINGS and not_playing == bits.WORD(0)
    return is_valid and max(row.turns, row.options, row.forced) <= LARGEST


# Figures of a block of rows -------------------------------------------------------------------------------------------
@separate_rule
def add_figures(columns, begin, end, figures, flat):
    """Add the figures of rows begin .. end - 1 to a tally, int64[words]."""
    moments, sums, sets, ratios, _ = figures
    for k in range(len(moments)):
        add_moments(columns, begin, end, moments[k], flat)
    for k in range(len(sums)):
        add_sum(columns, begin, end, sums[k], flat)
    for k in range(len(sets)):
        add_bits(columns, begin, end, sets[k], flat)
    for k in range(len(ratios)):
        add_ratio(columns, begin, end, ratios[k], flat)


@rule
def add_sum(columns, begin, end, figure, flat):
    """Add the sum of the values of a column, over rows in which column `where` is not 0."""
    column, where, at = figure[0], figure[1], figure[2]
    for i in range(begin, end):
        flat[at] += np.int64(columns[i, column]) * (columns[i, where] != 0)


@rule
def add_bits(columns, begin, end, figure, flat):
    """Add each bit of the values of a column to a sum of its own, over rows in which column `where` is not 0."""
    column, where, size, at = figure[0], figure[1], figure[2], figure[3]
    # LANES bits that are LANE apart are counted in one word, each in its own lane; none overflows within a block.
    for shift in range(LANE):
        counts = np.int64(0)
        for i in range(begin, end):
            counts += ((np.int64(columns[i, column]) * (columns[i, where] != 0)) >> shift) & LOWEST
        for bit in range(shift, size, LANE):
            flat[at + bit] += (counts >> (bit - shift)) & (2**LANE - 1)


@rule
def add_moments(columns, begin, end, figure, flat):
    """Add number, sum and sum of squares of the values of a column, over rows in which column `where` is not `but`."""
    column, where, but, at = figure[0], figure[1], figure[2], figure[3]
    n = 0
    x = 0
    xx = 0
    for i in range(begin, end):
        counts = columns[i, where] != but
        value = np.int64(columns[i, column]) * counts
        n += counts
        x += value
        xx += value * value
    flat[at] += n
    flat[at + 1] += x
    flat[at + 2] += xx


@rule
def add_ratio(columns, begin, end, figure, flat):
    """Add Σx, Σm, Σx², Σxm and Σm² of two columns, where m is its column plus `more` times x."""
    x_column, m_column, more, at = figure[0], figure[1], figure[2], figure[3]
    x_sum = m_sum = xx = xm = mm = np.int64(0)
    for i in range(begin, end):
        x = np.int64(columns[i, x_column])
        m = np.int64(columns[i, m_column]) + more * x
        x_sum += x
        m_sum += m
        xx += x * x
        xm += x * m
        mm += m * m
    flat[at] += x_sum
    flat[at + 1] += m_sum
    flat[at + 2] += xx
    flat[at + 3] += xm
    flat[at + 4] += mm


@rule
def add_bins(columns, begin, end, figures, bins):
    """Count values in their histograms; return the set of values outside the bins."""
    outside = 0
    for figure in range(len(figures)):
        column, but, first, histogram = figures[figure, 0], figures[figure, 1], figures[figure, 2], figures[figure, 3]
        for i in range(begin, end):
            value = np.int64(columns[i, column])
            k = value - first
            if 0 <= k < BINS:
                bins[histogram, k] += value != but
            elif value != but:
                outside |= figures[figure, 4] | (TOO_LARGE if abs(value) > LARGEST else 0)
    return outside


@rule
def add_finish(row, score_order, total, bins, records):
    """Add margin and winner's score of a finished game with ordered scores; return what is outside the bins."""
    if row.ending == UNFINISHED or score_order == 0:
        return 0
    best = np.int64(UNDEFINED)  # below any score
    second = best
    seen = bits.WORD(0)
    for seat in range(row.seats):
        if not bits.has(seen, row.side[seat]):
            seen = seen | bits.bit(row.side[seat])
            score = score_order * score_of_side(row, seat)
            second = max(second, min(score, best))
            best = max(best, score)
    fits = True
    if second != UNDEFINED:
        margin = best - second
        fits = add_value(total, MARGIN, margin, bins, H_MARGIN)
        if margin < records[2]:
            records[2] = margin
            records[3] = row.game_number
    if row.winners != 0:
        fits &= add_value(total, WINNER_SCORE, np.int64(row.score[bits.lowest(row.winners)]), bins, H_WINNER_SCORE)
    return 0 if fits else LENGTHS_OR_SCORES_OUTSIDE


@rule
def score_of_side(row, first):
    """Return the mean score of the side whose first seat is `first`, rounded down."""
    total = np.int64(0)
    seats = 0
    for seat in range(first, row.seats):
        belongs = row.side[seat] == row.side[first]
        total += row.score[seat] * belongs
        seats += belongs
    return total // seats


@rule
def add_value(total, quantity, value, bins, histogram):
    """Add one value of a quantity; return whether there is a bin for it."""
    total.moments[quantity, 0] += 1
    total.moments[quantity, 1] += value
    total.moments[quantity, 2] += value * value
    k = value - FIRST_BIN[histogram]
    if k < 0 or k >= BINS:
        return False
    bins[histogram, k] += 1
    return True


# Winners --------------------------------------------------------------------------------------------------------------
@rule
def note_course(row, total, records):
    """Count the ending, and record the longest game."""
    total.endings[row.ending] += 1
    if row.turns > records[0]:
        records[0] = row.turns
        records[1] = row.game_number


@rule
def count_result(rows, i, persona_of, alike, total):
    """Count a game with its winners and personas in a slot; add it at once if the slot counts other games.

    A slot has the number of games, the first of them, and two words that identify winners and personas, sides and who
    begins.
    """
    row = rows[i]
    result = np.int64(row.winners)
    sides = np.int64(row.starter)
    for seat in range(row.seats):
        result = result * MAX_LINEUP + persona_of[row.entry[seat]]
        sides = sides * MAX_SEATS + row.side[seat]
    # Fibonacci hashing (Knuth, TAOCP vol. 3, 6.4): the top bits of a product with 2**64 / golden ratio
    slot = np.int64(((bits.WORD(result) * GOLDEN) & ALL) >> LAST_BITS)
    if alike[slot, 0] == 0:
        alike[slot, 1] = i
        alike[slot, 2] = result
        alike[slot, 3] = sides
    elif alike[slot, 2] != result or alike[slot, 3] != sides:
        add_result(row, 1, persona_of, total)
        return
    alike[slot, 0] += 1


@rule
def credit_of(row, seat, share):
    """Return the credit of a seat: `share` if it is among the winners."""
    return share if bits.has(row.winners, seat) else 0


@separate_rule
def add_result(row, games, persona_of, total):
    """Add the winners, by seat and by persona, of this number of games like this one."""
    winners = bits.count(row.winners)
    share = row.share
    total.games += games
    total.won += games * (winners > 0)
    total.shared += games * (winning_sides(row) > 1)
    for seat in range(row.seats):
        credit = credit_of(row, seat, share)
        persona = persona_of[row.entry[seat]]
        total.persona_games[persona, seat] += games
        if credit == 0:
            total.losses[seat] += games * (winners > 0)
            continue
        total.credit[seat] += games * credit
        total.persona_credit[persona, seat] += games * credit
        total.persona_squares[persona, seat] += games * credit * credit
        for other in range(row.seats):
            total.credit_products[seat, other] += games * credit * credit_of(row, other, share)
    add_personas(row, games, persona_of, share, total)
    add_sides(row, games, share, total)
    begun = credit_of(row, row.starter, share)
    add_sums(total, STARTER, games * begun, games, games * begun * begun, games * begun, games)


@rule
def winning_sides(row):
    """Return the number of sides that win; if they share the victory, there are several."""
    sides = bits.WORD(0)
    for seat in range(row.seats):
        if bits.has(row.winners, seat):
            sides = sides | bits.bit(row.side[seat])
    return bits.count(sides)


@rule
def add_sides(row, games, share, total):
    """Add the credit of each side that takes part in these games."""
    seen = bits.WORD(0)
    for seat in range(row.seats):
        side = np.int64(row.side[seat])
        if not bits.has(seen, side):
            seen = seen | bits.bit(side)
            credit = credit_of(row, seat, share)
            add_sums(total, SIDES + side, games * credit, games, games * credit * credit, games * credit, games)


@rule
def add_scores(row, persona_of, scores, total):
    """Add each persona's scores and seats in a game; return TOO_LARGE if the sum of its scores is too large.

    scores: int64[2, MAX_LINEUP], zeros before and after, the game's scores and seats by persona.
    """
    for seat in range(row.seats):
        persona = persona_of[row.entry[seat]]
        scores[0, persona] += row.score[seat]
        scores[1, persona] += 1
    outside = 0
    for seat in range(row.seats):
        persona = persona_of[row.entry[seat]]
        x, m = scores[0, persona], scores[1, persona]
        if m:
            outside |= TOO_LARGE if abs(x) > 2 * LARGEST else 0
            add_sums(total, PERSONA_SCORES + persona, x, m, x * x, x * m, m * m)
            scores[0, persona] = 0
            scores[1, persona] = 0
    return outside


@rule
def add_sums(total, ratio, x, m, xx, xm, mm):
    """Add to the sums of a ratio."""
    total.ratios[ratio, 0] += x
    total.ratios[ratio, 1] += m
    total.ratios[ratio, 2] += xx
    total.ratios[ratio, 3] += xm
    total.ratios[ratio, 4] += mm


@rule
def add_personas(row, games, persona_of, share, total):
    """Add each persona's credit and seats in these games: one pair per persona and game, the unit of sampling."""
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
            add_sums(total, PERSONAS + persona, games * x, games * m, games * x * x, games * x * m, games * m * m)


# Parts ----------------------------------------------------------------------------------------------------------------
@rule
def add_parts(row, parts, total):
    """Add for each of the first 64 parts the number of seats with it, and the sum of their credit."""
    winners = bits.WORD(row.winners)
    share = row.share
    for part in range(min(parts, WORD_PARTS)):
        holders = 0
        won = 0
        for seat in range(row.seats):
            holds = bits.has(row.parts[seat], part)
            holders += holds
            won += holds & bits.has(winners, seat)
        x = won * share
        add_sums(total, PARTS + part, x, holders, x * x, x * holders, holders * holders)


@separate_rule
def add_more_parts(row, columns, i, total):
    """Add the same for all further parts; most of them have no holder.

    They are read from columns[i], the memory of the row: these rules are also compiled for rows whose layout lacks a
    field for them.
    """
    winners = bits.WORD(row.winners)
    share = row.share
    seats = row.seats
    words = (columns.shape[1] - MORE_PARTS) // (2 * MAX_SEATS)
    for word in range(words):
        rest = bits.EMPTY
        for seat in range(seats):
            rest = bits.union(rest, word_at(columns, i, MORE_PARTS + 2 * (words * seat + word)))
        while not bits.is_empty(rest):
            part = bits.lowest(rest)
            rest = bits.without_lowest(rest)
            holders = 0
            won = 0
            for seat in range(seats):
                holds = bits.has(word_at(columns, i, MORE_PARTS + 2 * (words * seat + word)), part)
                holders += holds
                won += holds & bits.has(winners, seat)
            x = won * share
            add_sums(total, PARTS + WORD_PARTS * (1 + word) + part, x, holders, x * x, x * holders, holders * holders)


@rule
def word_at(columns, i, column):
    """Return the word of 64 bits that begins at a column of row i, lower half first."""
    low = bits.WORD(columns[i, column]) & LOW_HALF
    return low | ((bits.WORD(columns[i, column + 1]) & LOW_HALF) << HALF)
