"""All rearrangements of a garden, appraised by difference.

A rearrangement changes the matches round a few cells; what these come to is the present word `main` of the garden, less
what is lost, and what is gained, read from the table of facing sides.  `faces` holds what the neighbours turn to each
cell; a card that is taken out is wiped from it.  From the matches follows the most that the garden may be worth then
(`worth.most_worth`): what can't be the best is passed over, the rest tried out (`players.appraise_rearrange`).

In a shift the cards between stay next to one another, so walking along a run from its gap, each step adds what its card
loses at its old place and gains at its new one.
"""

import numpy as np

from balancer.core import choice
from balancer.core.compile import chapter, rule
from balancer.core.table import habits_of
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten import layout, players, worth
from balancer.games.biergarten.garden import MAIN_OF_EDGE, main_between
from balancer.games.biergarten.knobs import MOVE, NOTHING, SWAP
from balancer.games.biergarten.options import MOVES, SHIFTS, SWAPS, rearrangement
from balancer.games.biergarten.parts import N_DIRECTIONS
from balancer.games.biergarten.table import STEPS, WIDTH

NEVER = 1000
"""`least_gain` of players who never rearrange."""


@rule
def is_considered(table, habits):
    """Whether a player thinks of rearranging at all."""
    return table.rules.rearrange != NOTHING and habits.least_gain < NEVER


@chapter
def offer_all(table, seat):
    """Offer all rearrangements but those that are worth less than another (after `players.prepare`)."""
    if is_considered(table, habits_of(table, seat)):
        table.mind.best = table.choice.value
        table.mind.offering = 1
        consider_all(table, seat)


@chapter
def best_of_all(table, seat):
    """What the garden is worth after the best rearrangement, or none (after `layout.look`)."""
    layout.note_faces(table, table.players[seat].garden)
    table.mind.best = worth.worth(table, seat)
    table.mind.offering = 0
    consider_all(table, seat)
    return np.int64(table.mind.best)


@rule
def consider_all(table, seat):
    """Swaps, moves and shifts, as far as the rules have them."""
    worth.expect(table, seat)
    allowed = table.rules.rearrange
    if table.mind.cards > 1:
        if allowed != MOVE:
            consider_swaps(table, seat)
        if allowed != SWAP:
            consider_moves(table, seat)


@rule
def consider(table, seat, option, main):
    """A rearrangement that comes to such matches: passed over if it can't be the best, else tried out."""
    if worth.most_worth(table, seat, main) - habits_of(table, seat).least_gain >= table.mind.best:
        try_out(table, seat, option)


@chapter
def try_out(table, seat, option):
    """Offer a rearrangement with what it is truly worth, or note that."""
    mind = table.mind
    value = np.int64(players.appraise_rearrange(table, seat, option))
    if mind.offering:
        choice.offer(table, option, value)
        mind.best = max(np.int64(mind.best), np.int64(table.choice.value))
    else:
        mind.best = max(np.int64(mind.best), value)


# Swaps ----------------------------------------------------------------------------------------------------------------
@chapter
def consider_swaps(table, seat):
    """Each pair of cards."""
    mind = table.mind
    garden = table.players[seat].garden
    main = np.int64(garden.main)
    for i in range(mind.cards):
        one = np.int64(mind.cell[i])
        for j in range(i + 1, mind.cards):
            other = np.int64(mind.cell[j])
            consider(
                table, seat, rearrangement(SWAPS, one, other, 0), main + swap_difference(table, garden, one, other)
            )


@rule
def swap_difference(table, garden, one, other):
    """What a swap adds to `main`; of two neighbours the edge between them is counted once."""
    first, second = np.int64(garden.sides[one]), np.int64(garden.sides[other])
    at_one, at_other = np.int64(table.mind.faces[one]), np.int64(table.mind.faces[other])
    before = main_between(first, at_one) + main_between(second, at_other)
    if other - one == 1:
        return beside_difference(first, second, at_one, at_other, gardens.EAST) - before
    if other - one == WIDTH:
        return beside_difference(first, second, at_one, at_other, gardens.SOUTH) - before
    return main_between(second, at_one) + main_between(first, at_other) - before


@rule
def beside_difference(first, second, at_one, at_other, direction):
    """What two neighbours come to when they have changed places, plus the edge between them as it was before."""
    to, back = 4 * direction, 4 * (direction ^ 2)
    old = MAIN_OF_EDGE[((first >> to) & 15) << 4 | ((second >> back) & 15)]
    new = MAIN_OF_EDGE[((second >> to) & 15) << 4 | ((first >> back) & 15)]
    at_one = (at_one & ~(15 << to)) | (((first >> back) & 15) << to)
    at_other = (at_other & ~(15 << back)) | (((second >> to) & 15) << back)
    return main_between(second, at_one) + main_between(first, at_other) - new + old


# Moves and shifts -----------------------------------------------------------------------------------------------------
@chapter
def consider_moves(table, seat):
    """Each card taken out, to every place where it may go."""
    mind = table.mind
    garden = table.players[seat].garden
    for place in range(mind.cards):
        hole = np.int64(mind.cell[place])
        row = hole // WIDTH
        cut = not layout.TOUCHING[layout.ring(garden, row, hole - WIDTH * row)]
        if cut:
            cut = layout.find_targets(table, garden, hole) > 1
        sides = np.int64(garden.sides[hole])
        at_hole = np.int64(mind.faces[hole])
        main = np.int64(garden.main) + main_between(0, at_hole) - main_between(sides, at_hole)
        turn_faces(mind, hole, sides, 0)
        for k in range(mind.frontier):
            gap = np.int64(mind.spot[k])
            faces = np.int64(mind.faces[gap])
            if faces != 0 and (not cut or layout.is_target(mind, gap)):
                now = main + main_between(sides, faces) - main_between(0, faces)
                consider(table, seat, rearrangement(MOVES, hole, gap, 0), now)
                if table.rules.shift:
                    consider_runs(table, seat, hole, gap, main)
        if table.rules.shift:
            consider_runs(table, seat, hole, hole, main)
        turn_faces(mind, hole, 0, sides)


@rule
def turn_faces(mind, cell, old, new):
    """Let the neighbours of a cell see other sides there."""
    change = old ^ new
    mind.faces[cell - WIDTH] ^= (change & 15) << 8
    mind.faces[cell + 1] ^= (change & 0xF0) << 8
    mind.faces[cell + WIDTH] ^= (change >> 8) & 15
    mind.faces[cell - 1] ^= (change >> 8) & 0xF0


@chapter
def consider_runs(table, seat, hole, gap, main):
    """All shifts that fill a gap with the next card of a line; `main`: the matches without the card taken out."""
    garden = table.players[seat].garden
    for direction in range(N_DIRECTIONS):
        nearest = gap - STEPS[direction]
        if nearest != hole and garden.card[nearest] != 0:
            consider_run(table, seat, hole, gap, direction, main)


@rule
def consider_run(table, seat, hole, gap, direction, main):
    """Shifts towards a gap: the card taken out goes to each cell of the run that ends there."""
    mind = table.mind
    garden = table.players[seat].garden
    step = STEPS[direction]
    ahead, behind = 4 * direction, 4 * (direction ^ 2)
    across = 0xF0F0 if step == WIDTH or step == -WIDTH else 0x0F0F
    taken = np.int64(garden.sides[hole])
    faces = np.int64(mind.faces[gap])
    cell = gap - step
    sides = np.int64(garden.sides[cell])
    far = (faces >> ahead) & 15
    front = (sides >> ahead) & 15
    # the gap's own sides and the front of the run, before and after
    now = main - main_between(0, faces & across) - MAIN_OF_EDGE[far] - MAIN_OF_EDGE[front]
    now += MAIN_OF_EDGE[front << 4 | far]
    while cell != hole and garden.card[cell] != 0:
        sides = np.int64(garden.sides[cell])
        now += main_between(sides & across, faces & across)  # the card one step on
        faces = np.int64(mind.faces[cell])
        now -= main_between(sides & across, faces & across)
        back, beyond = (sides >> behind) & 15, (faces >> behind) & 15
        after = now + main_between(taken & across, faces & across) - MAIN_OF_EDGE[back << 4 | beyond]
        after += MAIN_OF_EDGE[((taken >> ahead) & 15) << 4 | back]
        after += MAIN_OF_EDGE[((taken >> behind) & 15) << 4 | beyond]
        consider(table, seat, rearrangement(SHIFTS, hole, cell, direction), after)
        cell -= step
