"""Appraisal of all rearrangements of a garden, by differences.

A rearrangement changes the matches around a few cells.  The new word `match_counts` is the present one less what is
lost plus what is gained, and both are read from the table of facing sides.  `faces` holds what the neighbours turn to
each cell; a card that is taken out is removed from it.  The matches give an upper bound of the garden's worth
(`evaluation.max_worth`).  A rearrangement that can't be the best is skipped, all others are tried out
(`appraisal.appraise_rearrange`).

In a shift the cards between stay next to one another.  The functions therefore walk along a run from its gap: each step
adds what one card loses at its old place and gains at its new one.
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

NEVER = 1000  # `least_gain` of personas that never rearrange


@rule
def is_considered(table, habits):
    """Return whether a player considers rearranging at all."""
    return table.rules.rearrange != NOTHING and habits.least_gain < NEVER


@rule
def offer_all(table, seat):
    """Offer all rearrangements except those that are worth less than another (after `appraisal.prepare`)."""
    mind = table.mind
    if is_considered(table, habits_of(table, seat)):
        mind.best = table.decision.value
        if mind.foreseen:
            mind.best = max(mind.best, mind.expected)
        mind.offering = 1
        consider_all(table, seat)


@rule
def best_of_all(table, seat, least):
    """Return the worth of the garden after the best rearrangement or none (after `rearrangements_legal.look`).

    If the best is worth less than `least`, return the worth of the garden as it lies.
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
    """Consider swaps, moves and shifts, if the rules allow them."""
    evaluation.prepare_bounds(table, seat)
    evaluation.set_best(table.mind, table.mind.best)
    allowed = table.rules.rearrange
    if table.mind.cards > 1:
        if allowed != MOVE:
            consider_swaps(table, seat)
        if allowed != SWAP:
            consider_moves(table, seat)


@rule
def consider(table, seat, option, counts, pairs):
    """Evaluate a rearrangement with these matches, unless it can't be the best.

    A first test, which needs only matches and exposed shields, rejects most of them.
    """
    if evaluation.may_be_best(table.mind, gardens.matches_of(counts), gardens.exposed_of(counts)):
        evaluate(table, seat, option, counts, pairs)


@separate_rule
def evaluate(table, seat, option, counts, pairs):
    """Evaluate a rearrangement that may be the best; offer it, or keep its value."""
    mind = table.mind
    exact = evaluation.is_exact(table, seat, counts)
    value = evaluation.max_worth(table, seat, counts, pairs, exact) - habits_of(table, seat).least_gain
    if value < mind.best:
        return
    if mind.offering or not exact:
        value = appraisal.appraise_rearrange(table, seat, option)
    if mind.offering:
        decision.offer(table, option, value)
    if value > mind.best:
        evaluation.set_best(mind, value)


# Swaps ----------------------------------------------------------------------------------------------------------------
@separate_rule
def consider_swaps(table, seat):
    """Consider swapping each pair of cards."""
    mind = table.mind
    garden = table.players[seat].garden
    counts, pairs = garden.match_counts, garden.pairs
    for i in range(mind.cards):
        cell = mind.cell[i]
        sides, faces = gardens.sides_on(garden, cell), mind.faces[cell]
        mind.own[i] = edge_values(COUNTS, sides, faces)
        mind.own_pairs[i] = edge_values(PAIRED, sides, faces)
    for i in range(mind.cards):
        first = mind.cell[i]
        for j in range(i + 1, mind.cards):
            second = mind.cell[j]
            new_counts = counts + both_swapped(COUNTS, table, garden, first, second) - mind.own[i] - mind.own[j]
            new_pairs = 0
            if mind.with_pairs:
                new_pairs = (
                    pairs + both_swapped(PAIRED, table, garden, first, second) - mind.own_pairs[i] - mind.own_pairs[j]
                )
            consider(table, seat, rearrangement(SWAPS, first, second, 0), new_counts, new_pairs)


@rule
def both_swapped(word, table, garden, first, second):
    """Return what two cards add to a word (COUNTS or PAIRED) after they have changed places.

    The edge between neighbours was counted with both cards before and is counted once afterwards, so the old edge is
    added once more and the new one subtracted once.
    """
    first_sides, second_sides = gardens.sides_on(garden, first), gardens.sides_on(garden, second)
    at_first, at_second = table.mind.faces[first], table.mind.faces[second]
    direction = direction_between(first, second)
    if direction < 0:
        return edge_values(word, second_sides, at_first) + edge_values(word, first_sides, at_second)
    old = gardens.edge_value(word, first_sides, second_sides, direction)
    new = gardens.edge_value(word, second_sides, first_sides, direction)
    at_first, at_second = facing_swapped(first_sides, second_sides, at_first, at_second, direction)
    return edge_values(word, second_sides, at_first) + edge_values(word, first_sides, at_second) - new + old


@rule
def direction_between(cell, later):
    """Return the direction from a cell to a neighbour that comes later; -1 if they are not neighbours."""
    if later - cell == 1:
        return grid.EAST
    return grid.SOUTH if later - cell == WIDTH else -1


@rule
def facing_swapped(first_sides, second_sides, at_first, at_second, direction):
    """Return the sides that face two neighbours after they have changed places."""
    to, back = 4 * direction, 4 * (grid.opposite(direction))
    at_first = (at_first & ~(15 << to)) | (((first_sides >> back) & 15) << to)
    at_second = (at_second & ~(15 << back)) | (((second_sides >> to) & 15) << back)
    return at_first, at_second


# Moves and shifts -----------------------------------------------------------------------------------------------------
@separate_rule
def consider_moves(table, seat):
    """Take out each card in turn, and consider every place where it may go."""
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
        card_max = max_matches(table, garden, hole)
        for k in range(mind.frontier):
            gap = mind.spot[k]
            faces = mind.faces[gap]
            if faces != 0 and (not cut or grid.contains(mind.target, gap)):
                without = counts - counts_of_gap(faces)
                if evaluation.may_be_best(mind, gardens.matches_of(without) + card_max, gardens.exposed_of(without)):
                    new_counts = without + edge_values(COUNTS, sides, faces)
                    new_pairs = pairs + edge_values(PAIRED, sides, faces) if mind.with_pairs else 0
                    consider(table, seat, rearrangement(MOVES, hole, gap, 0), new_counts, new_pairs)
                if table.rules.shift:
                    consider_runs(table, seat, hole, gap, without, pairs, card_max)
        if table.rules.shift:
            consider_runs(table, seat, hole, hole, counts - counts_of_gap(at_hole), pairs, card_max)
        turn_faces(mind, hole, sides)


@rule
def count_alike(table, garden):
    """Count the cards of two colours, by their set of colours."""
    mind = table.mind
    for colours in range(len(mind.alike)):
        mind.alike[colours] = 0
    for place in range(mind.cards):
        both = np.int64(table.cards[gardens.card_on(garden, mind.cell[place])].colours)
        mind.alike[both] += both & (both - 1) != 0


@rule
def max_matches(table, garden, cell):
    """Return the most barrels that the card on a cell may sell anywhere (after `count_alike`).

    Each shield sells one, or two next to another card with the same two colours.
    """
    alike = table.mind.alike[table.cards[gardens.card_on(garden, cell)].colours]
    shields = gardens.shields_of(gardens.sides_on(garden, cell))
    return shields + min(shields, max(0, alike - 1))


@rule
def turn_faces(mind, cell, sides):
    """Hide the sides of a card from the neighbours of its cell; called again, show them."""
    mind.faces[cell - WIDTH] ^= (sides & 15) << 8
    mind.faces[cell + 1] ^= (sides & 0xF0) << 8
    mind.faces[cell + WIDTH] ^= (sides >> 8) & 15
    mind.faces[cell - 1] ^= (sides >> 8) & 0xF0


@separate_rule
def consider_runs(table, seat, hole, gap, counts, pairs, card_max):
    """Consider all shifts that fill a gap with the next card of a line.

    counts, pairs: without the card taken out, and `counts` without the shields exposed towards the gap;
    card_max: the most barrels that the card may sell.
    """
    faces = table.mind.faces[gap]
    for direction in range(N_DIRECTIONS):
        if (faces >> (4 * (grid.opposite(direction)))) & 15 != gardens.EMPTY:
            consider_run(table, seat, hole, gap, direction, counts, pairs, card_max)


@rule
def consider_run(table, seat, hole, gap, direction, counts, pairs, card_max):
    """Consider shifts towards a gap: the card taken out goes to each cell of the run that ends there."""
    mind = table.mind
    garden = table.players[seat].garden
    step = STEPS[direction]
    ahead, behind = 4 * direction, 4 * (grid.opposite(direction))
    across = 4 - (ahead & 4)  # first of the two sides across the run
    taken = gardens.sides_on(garden, hole)
    taken_ahead, taken_behind = ((taken >> ahead) & 15) << 4, ((taken >> behind) & 15) << 4
    cell, faces = gap, mind.faces[gap]
    far, front = (faces >> ahead) & 15, (faces >> behind) & 15
    # Around the gap: the front of the run is no longer exposed, nor are the sides next to the gap and beyond it.
    shifted = counts + EDGES[COUNTS | front << 4 | far]
    shifted_pairs = pairs + EDGES[PAIRED | front << 4 | far] if mind.with_pairs else 0
    new_pairs = shifted_pairs
    beyond = front
    while beyond != gardens.EMPTY:
        cell -= step
        sides = gardens.sides_on(garden, cell)
        faces_before, faces = faces, mind.faces[cell]
        # The card of this cell moves one step on.
        shifted += opposite_edges(COUNTS, sides, faces_before, across) - opposite_edges(COUNTS, sides, faces, across)
        back, beyond = (sides >> behind) & 15, (faces >> behind) & 15
        new_counts = shifted - EDGES[COUNTS | back << 4 | beyond]
        if mind.with_pairs:
            old_edges = opposite_edges(PAIRED, sides, faces, across)
            shifted_pairs += opposite_edges(PAIRED, sides, faces_before, across) - old_edges
        if evaluation.may_be_best(mind, gardens.matches_of(new_counts) + card_max, gardens.exposed_of(new_counts)):
            new_counts += opposite_edges(COUNTS, taken, faces, across)
            new_counts += EDGES[COUNTS | taken_ahead | back] + EDGES[COUNTS | taken_behind | beyond]
            if mind.with_pairs:
                new_pairs = shifted_pairs - EDGES[PAIRED | back << 4 | beyond]
                new_pairs += opposite_edges(PAIRED, taken, faces, across)
                new_pairs += EDGES[PAIRED | taken_ahead | back] + EDGES[PAIRED | taken_behind | beyond]
            consider(table, seat, rearrangement(SHIFTS, hole, cell, direction), new_counts, new_pairs)
