"""All rearrangements of a garden, appraised by difference.

A rearrangement changes the matches round a few cells: the new word `match_counts` is the present one less what is lost,
plus what is gained, both read from the table of facing sides.  `faces` holds what the neighbours turn to each cell; a
card that is taken out is removed from it.  From the matches follows the most that the garden may be worth then
(`evaluation.most_worth`): what can't be the best is skipped, the rest tried out (`appraisal.appraise_rearrange`).

In a shift the cards between stay next to one another, so walking along a run from its gap, each step adds what its card
loses at its old place and gains at its new one.
"""

import numpy as np

from balancer.core import decision
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of
from balancer.games.biergarten import appraisal, evaluation, grid, rearrangements_legal
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.encoding import MOVES, SHIFTS, SWAPS, rearrangement
from balancer.games.biergarten.garden import COUNTS, EDGES, PAIRED, counts_of_gap, edge_values, opposite_edges
from balancer.games.biergarten.grid import N_DIRECTIONS, STEPS, WIDTH
from balancer.games.biergarten.knobs import MOVE, NOTHING, SWAP

NEVER = 1000  # `least_gain` of players who never rearrange


@rule
def is_considered(table, habits):
    """Whether a player thinks of rearranging at all."""
    return table.rules.rearrange != NOTHING and habits.least_gain < NEVER


@rule
def offer_all(table, seat):
    """Offer all rearrangements but those that are worth less than another (after `appraisal.prepare`)."""
    mind = table.mind
    if is_considered(table, habits_of(table, seat)):
        mind.best = table.decision.value
        if mind.foreseen:
            mind.best = max(mind.best, mind.expected)
        mind.offering = 1
        consider_all(table, seat)


@rule
def best_of_all(table, seat, least):
    """What the garden is worth after the best rearrangement, or none (after `rearrangements_legal.look`).

    Where the best is worth less than `least`: what the garden is worth as it lies.
    """
    mind = table.mind
    rearrangements_legal.note_faces(table, table.players[seat].garden)
    as_it_lies = evaluation.worth(table, seat)
    mind.best = max(as_it_lies, least - 1)
    mind.offering = 0
    consider_all(table, seat)
    return mind.best if mind.best >= least else as_it_lies


@separate_rule
def consider_all(table, seat):
    """Swaps, moves and shifts, as far as the rules have them."""
    evaluation.expect(table, seat)
    evaluation.set_best(table.mind, table.mind.best)
    allowed = table.rules.rearrange
    if table.mind.cards > 1:
        if allowed != MOVE:
            consider_swaps(table, seat)
        if allowed != SWAP:
            consider_moves(table, seat)


@rule
def consider(table, seat, option, counts, pairs):
    """Skip a rearrangement with these matches if it can't be the best, else evaluate it.

    Most are passed over at the first look, at matches and exposed shields alone.
    """
    if evaluation.may_be_best(table.mind, gardens.matches_of(counts), gardens.exposed_of(counts)):
        look_closer(table, seat, option, counts, pairs)


@separate_rule
def look_closer(table, seat, option, counts, pairs):
    """Evaluate exactly a rearrangement that may be the best; offer it, or keep its value."""
    mind = table.mind
    sure = evaluation.is_sure(table, seat, counts)
    value = evaluation.most_worth(table, seat, counts, pairs, sure) - habits_of(table, seat).least_gain
    if value < mind.best:
        return
    if mind.offering or not sure:
        value = appraisal.appraise_rearrange(table, seat, option)
    if mind.offering:
        decision.offer(table, option, value)
    if value > mind.best:
        evaluation.set_best(mind, value)


# Swaps ----------------------------------------------------------------------------------------------------------------
@separate_rule
def consider_swaps(table, seat):
    """Each pair of cards."""
    mind = table.mind
    garden = table.players[seat].garden
    counts, pairs = garden.match_counts, garden.pairs
    for i in range(mind.cards):
        cell = mind.cell[i]
        sides, faces = gardens.sides_on(garden, cell), mind.faces[cell]
        mind.own[i] = edge_values(COUNTS, sides, faces)
        mind.own_pairs[i] = edge_values(PAIRED, sides, faces)
    for i in range(mind.cards):
        one = mind.cell[i]
        for j in range(i + 1, mind.cards):
            other = mind.cell[j]
            now = counts + both_swapped(COUNTS, table, garden, one, other) - mind.own[i] - mind.own[j]
            now_pairs = 0
            if mind.with_pairs:
                now_pairs = (
                    pairs + both_swapped(PAIRED, table, garden, one, other) - mind.own_pairs[i] - mind.own_pairs[j]
                )
            consider(table, seat, rearrangement(SWAPS, one, other, 0), now, now_pairs)


@rule
def both_swapped(word, table, garden, one, other):
    """What two cards come to in a word (COUNTS or PAIRED) when they have changed places.

    The edge between neighbours is in what either of them was worth before, so it is added once more; after, it counts
    once.
    """
    first, second = gardens.sides_on(garden, one), gardens.sides_on(garden, other)
    at_one, at_other = table.mind.faces[one], table.mind.faces[other]
    direction = direction_between(one, other)
    if direction < 0:
        return edge_values(word, second, at_one) + edge_values(word, first, at_other)
    old = gardens.edge_value(word, first, second, direction)
    new = gardens.edge_value(word, second, first, direction)
    at_one, at_other = facing_swapped(first, second, at_one, at_other, direction)
    return edge_values(word, second, at_one) + edge_values(word, first, at_other) - new + old


@rule
def direction_between(one, other):
    """The direction from a cell to a neighbour that comes later; -1 if they are no neighbours."""
    if other - one == 1:
        return grid.EAST
    return grid.SOUTH if other - one == WIDTH else -1


@rule
def facing_swapped(first, second, at_one, at_other, direction):
    """What two neighbours see when they have changed places."""
    to, back = 4 * direction, 4 * (grid.opposite(direction))
    at_one = (at_one & ~(15 << to)) | (((first >> back) & 15) << to)
    at_other = (at_other & ~(15 << back)) | (((second >> to) & 15) << back)
    return at_one, at_other


# Moves and shifts -----------------------------------------------------------------------------------------------------
@separate_rule
def consider_moves(table, seat):
    """Each card taken out, to every place where it may go."""
    mind = table.mind
    garden = table.players[seat].garden
    count_alike(table, garden)
    for place in range(mind.cards):
        hole = mind.cell[place]
        cut = not rearrangements_legal.TOUCHING[rearrangements_legal.ring(garden, hole)]
        if cut:
            cut = rearrangements_legal.find_targets(table, garden, hole) > 1
        sides = gardens.sides_on(garden, hole)
        at_hole = mind.faces[hole]
        counts = garden.match_counts + counts_of_gap(at_hole) - edge_values(COUNTS, sides, at_hole)
        pairs = garden.pairs - edge_values(PAIRED, sides, at_hole)
        turn_faces(mind, hole, sides)
        most = most_matches(table, garden, hole)
        for k in range(mind.frontier):
            gap = mind.spot[k]
            faces = mind.faces[gap]
            if faces != 0 and (not cut or grid.contains(mind.target, gap)):
                without = counts - counts_of_gap(faces)
                if evaluation.may_be_best(mind, gardens.matches_of(without) + most, gardens.exposed_of(without)):
                    now = without + edge_values(COUNTS, sides, faces)
                    now_pairs = pairs + edge_values(PAIRED, sides, faces) if mind.with_pairs else 0
                    consider(table, seat, rearrangement(MOVES, hole, gap, 0), now, now_pairs)
                if table.rules.shift:
                    consider_runs(table, seat, hole, gap, without, pairs, most)
        if table.rules.shift:
            consider_runs(table, seat, hole, hole, counts - counts_of_gap(at_hole), pairs, most)
        turn_faces(mind, hole, sides)


@rule
def count_alike(table, garden):
    """Count the cards of each two colours."""
    mind = table.mind
    for colours in range(len(mind.alike)):
        mind.alike[colours] = 0
    for place in range(mind.cards):
        both = np.int64(table.cards[gardens.card_on(garden, mind.cell[place])].colours)
        mind.alike[both] += both & (both - 1) != 0


@rule
def most_matches(table, garden, cell):
    """The most barrels that the card on a cell may sell anywhere: one a shield, two beside another of its two colours.

    With `count_alike` done.
    """
    alike = table.mind.alike[table.cards[gardens.card_on(garden, cell)].colours]
    shields = gardens.shields_of(gardens.sides_on(garden, cell))
    return shields + min(shields, max(0, alike - 1))


@rule
def turn_faces(mind, cell, sides):
    """Let the neighbours of a cell no longer see the sides of its card; or, done again, see them."""
    mind.faces[cell - WIDTH] ^= (sides & 15) << 8
    mind.faces[cell + 1] ^= (sides & 0xF0) << 8
    mind.faces[cell + WIDTH] ^= (sides >> 8) & 15
    mind.faces[cell - 1] ^= (sides >> 8) & 0xF0


@separate_rule
def consider_runs(table, seat, hole, gap, counts, pairs, most):
    """All shifts that fill a gap with the next card of a line.

    counts, pairs: without the card taken out, and `counts` without the shields exposed towards the gap; most: barrels
    that the card may sell.
    """
    faces = table.mind.faces[gap]
    for direction in range(N_DIRECTIONS):
        if (faces >> (4 * (grid.opposite(direction)))) & 15 != gardens.EMPTY:
            consider_run(table, seat, hole, gap, direction, counts, pairs, most)


@rule
def consider_run(table, seat, hole, gap, direction, counts, pairs, most):
    """Shifts towards a gap: the card taken out goes to each cell of the run that ends there."""
    mind = table.mind
    garden = table.players[seat].garden
    step = STEPS[direction]
    ahead, behind = 4 * direction, 4 * (grid.opposite(direction))
    beside = 4 - (ahead & 4)  # of a column east and west, of a row north and south
    taken = gardens.sides_on(garden, hole)
    taken_ahead, taken_behind = ((taken >> ahead) & 15) << 4, ((taken >> behind) & 15) << 4
    cell, faces = gap, mind.faces[gap]
    far, front = (faces >> ahead) & 15, (faces >> behind) & 15
    # round the gap: the front of the run is no longer exposed there, nor are the sides beside and beyond it
    now = counts + EDGES[COUNTS | front << 4 | far]
    now_pairs = pairs + EDGES[PAIRED | front << 4 | far] if mind.with_pairs else 0
    after_pairs = now_pairs
    beyond = front
    while beyond != gardens.EMPTY:
        cell -= step
        sides = gardens.sides_on(garden, cell)
        before, faces = faces, mind.faces[cell]
        # the card of this cell goes one step on
        now += opposite_edges(COUNTS, sides, before, beside) - opposite_edges(COUNTS, sides, faces, beside)
        back, beyond = (sides >> behind) & 15, (faces >> behind) & 15
        after = now - EDGES[COUNTS | back << 4 | beyond]
        if mind.with_pairs:
            now_pairs += opposite_edges(PAIRED, sides, before, beside) - opposite_edges(PAIRED, sides, faces, beside)
        if evaluation.may_be_best(mind, gardens.matches_of(after) + most, gardens.exposed_of(after)):
            after += opposite_edges(COUNTS, taken, faces, beside)
            after += EDGES[COUNTS | taken_ahead | back] + EDGES[COUNTS | taken_behind | beyond]
            if mind.with_pairs:
                after_pairs = now_pairs - EDGES[PAIRED | back << 4 | beyond]
                after_pairs += opposite_edges(PAIRED, taken, faces, beside)
                after_pairs += EDGES[PAIRED | taken_ahead | back] + EDGES[PAIRED | taken_behind | beyond]
            consider(table, seat, rearrangement(SHIFTS, hole, cell, direction), after, after_pairs)
