"""§ Turn 3 and 4: cells for a new card, and legal rearrangements, which are counted first and then found by number.

Sets of cells are sets of columns per row (grid.py), kept in `table.mind`, whose fields are explained in table.py.

A rearrangement empties the cell of the card that leaves, and fills one empty cell.  So whether all cards stay connected
depends only on these two cells.  Most cards can leave without further checks, because their neighbours touch one
another around them (`TOUCHING`).
"""

import itertools

import numpy as np

from balancer.core import bits
from balancer.core.compile import rule, separate_rule
from balancer.games.biergarten import grid
from balancer.games.biergarten.encoding import (
    MOVES,
    NONE,
    SHIFTS,
    SWAPS,
    cell_of,
    direction_of,
    kind_of,
    rearrangement,
    start_of,
)
from balancer.games.biergarten.garden import facing, move, shift, shift_back, swap
from balancer.games.biergarten.grid import INSIDE, SIDE, STEPS, WIDTH
from balancer.games.biergarten.knobs import MOVE, SWAP


# Carrying out ---------------------------------------------------------------------------------------------------------
@separate_rule
def carry_out(table, garden, option):
    """§ Turn 4: carry out a swap, a move or a shift."""
    kind, start, cell = kind_of(option), start_of(option), cell_of(option)
    if kind == SWAPS:
        swap(table, garden, start, cell)
    elif kind == MOVES:
        move(table, garden, start, cell)
    elif kind == SHIFTS:
        table.mind.gap = shift(table, garden, start, cell, STEPS[direction_of(option)])


@separate_rule
def take_back(table, garden, option):
    """Undo the last rearrangement that was carried out."""
    kind, start, cell = kind_of(option), start_of(option), cell_of(option)
    if kind == SWAPS:
        swap(table, garden, start, cell)
    elif kind == MOVES:
        move(table, garden, cell, start)
    elif kind == SHIFTS:
        shift_back(table, garden, start, cell, STEPS[direction_of(option)], table.mind.gap)


# Looking at a garden --------------------------------------------------------------------------------------------------
@separate_rule
def look(table, garden):
    """List the occupied cells and those next to them, row by row."""
    mind = table.mind
    rows = garden.used
    mind.top = bits.lowest(rows)
    mind.bottom = mind.top + bits.count(rows) - 1
    cards = 0
    frontier = 0
    for row in range(mind.top - 1, mind.bottom + 2):
        here = garden.rows[row]
        west = here << 1
        east = here >> 1
        north = garden.rows[row - 1] if row > 0 else 0
        south = garden.rows[row + 1] if row <= SIDE else 0
        inside = INSIDE if 1 <= row <= SIDE else 0
        border = (west | east | north | south) & ~here & inside
        mind.border[row] = border
        # Next to one occupied cell only: no two of its four neighbours are occupied.
        mind.single[row] = border & ~((west & east) | (north & south) | ((west | east) & (north | south)))
        frontier += bits.count(border)
        while here != 0:
            mind.cell[cards] = WIDTH * row + bits.lowest(here)
            here &= here - 1
            cards += 1
    mind.cards = cards
    mind.frontier = frontier


@separate_rule
def note_faces(table, garden):
    """List the cells next to the garden, and the sides turned to these and to occupied cells (after `look`)."""
    mind = table.mind
    spots = 0
    for row in range(mind.top - 1, mind.bottom + 2):
        columns = mind.border[row]
        while columns != 0:
            cell = WIDTH * row + bits.lowest(columns)
            columns &= columns - 1
            mind.spot[spots] = cell
            mind.faces[cell] = facing(garden, cell)
            spots += 1
    for place in range(mind.cards):
        mind.faces[mind.cell[place]] = facing(garden, mind.cell[place])


@rule
def nth_cell(rows, top, bottom, k):
    """Return cell number k (from 0) of sets of columns by row."""
    for row in range(top, bottom + 1):
        columns = rows[row]
        here = bits.count(columns)
        if k < here:
            return WIDTH * row + bits.select(columns, k)
        k -= here
    return 0


@rule
def nth_frontier(table, k):
    """Return cell number k of those on which a card may be laid."""
    mind = table.mind
    return nth_cell(mind.border, mind.top - 1, mind.bottom + 1, k)


# Which cards may leave ------------------------------------------------------------------------------------------------
# The eight cells around one, in the order of the bits of `ring`
RING = tuple((row, column) for row, column in itertools.product((-1, 0, 1), (-1, 0, 1)) if row or column)


def _touching():
    """Return bool[256]: whether the orthogonal neighbours among the cells of a ring are connected within it."""
    touching = np.zeros(256, np.bool_)
    for ring in range(256):
        occupied = {place for k, place in enumerate(RING) if ring >> k & 1}
        neighbours = {(row, column) for row, column in occupied if not (row and column)}
        reached, waiting = set(), list(neighbours)[:1]
        while waiting:
            row, column = waiting.pop()
            reached.add((row, column))
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & occupied
            waiting.extend(near - reached)
        touching[ring] = neighbours <= reached
    return touching


TOUCHING = _touching()


@rule
def ring(garden, cell):
    """Return the occupied cells among the eight around one, as eight bits."""
    row, column = grid.row_of(cell), grid.column_of(cell)
    west = column - 1
    north = (garden.rows[row - 1] >> west) & 7
    here = garden.rows[row] >> west
    south = (garden.rows[row + 1] >> west) & 7
    return north | ((here & 1) << 3) | ((here & 4) << 2) | (south << 5)


@rule
def count_dependents(mind, cell):
    """Return the number of empty cells that have the given one as their only neighbour."""
    row, column = grid.row_of(cell), grid.column_of(cell)
    same_row = (mind.single[row] >> (column - 1)) & 5  # bits 0 and 2: west and east
    above = (mind.single[row - 1] >> column) & 1
    below = (mind.single[row + 1] >> column) & 1
    return (same_row & 1) + (same_row >> 2) + above + below


@separate_rule
def flood(table, garden, start):
    """Mark (in `flood`) all occupied cells that are connected with the one at `start`, which is occupied, too."""
    mind = table.mind
    for row in range(mind.top - 1, mind.bottom + 2):
        mind.flood[row] = 0
    grid.mark(mind.flood, start)
    grown = True
    while grown:
        grown = grow(mind, garden, mind.top, mind.bottom, 1)  # southwards, then northwards
        grown |= grow(mind, garden, mind.bottom, mind.top, -1)


@rule
def grow(mind, garden, begin, end, step):
    """Let the marked cells grow over occupied ones, row by row in one direction; return whether they did."""
    grown = False
    row = begin
    while row != end + step:
        before = mind.flood[row]
        here = garden.rows[row]
        now = (before | mind.flood[row - step]) & here
        spread = (now | now << 1 | now >> 1) & here
        while spread != now:
            now = spread
            spread = (now | now << 1 | now >> 1) & here
        mind.flood[row] = now
        grown |= now != before
        row += step
    return grown


@separate_rule
def find_targets(table, garden, cell):
    """Set `target` to the empty cells that would connect all cards except the one on `cell`.

    `cell` counts as empty.  Return the number of parts into which the other cards fall.
    """
    mind = table.mind
    for r in range(mind.top - 1, mind.bottom + 2):
        mind.target[r] = INSIDE if 1 <= r <= SIDE else 0
    grid.unmark(garden.rows, cell)
    parts = 0
    for direction in range(len(STEPS)):
        neighbour = cell + STEPS[direction]
        if garden.card[neighbour] != 0 and is_first_of_part(mind, cell, direction, parts):
            flood(table, garden, neighbour)
            keep_next_to_flood(mind, garden)
            parts += 1
    grid.mark(garden.rows, cell)
    return parts


@rule
def is_first_of_part(mind, cell, direction, parts):
    """Return whether a neighbour of a cell taken out may belong to a part that was not looked at yet.

    Only the marks of the part flooded last are left, so an earlier part may be processed twice; that changes no target.
    """
    if parts == 0:
        return True
    return not grid.contains(mind.flood, cell + STEPS[direction])


@rule
def keep_next_to_flood(mind, garden):
    """Keep only those targets that are empty cells next to marked ones."""
    for row in range(mind.top - 1, mind.bottom + 2):
        marked = mind.flood[row]
        neighbours = marked << 1 | marked >> 1
        if row >= mind.top:
            neighbours |= mind.flood[row - 1]
        if row <= mind.bottom:
            neighbours |= mind.flood[row + 1]
        mind.target[row] &= neighbours & ~garden.rows[row]


# Counting -------------------------------------------------------------------------------------------------------------
@separate_rule
def count_kinds(table, garden):
    """Set `kinds` to the number of rearrangements of each kind (after `look`); return their sum."""
    mind = table.mind
    cards = mind.cards
    allowed = table.rules.rearrange
    mind.kinds[NONE] = 1
    mind.kinds[SWAPS] = cards * (cards - 1) // 2 if allowed != MOVE else 0
    mind.kinds[MOVES] = 0
    mind.kinds[SHIFTS] = 0
    if cards > 1 and allowed != SWAP:
        edge_columns = 1 << 1 | 1 << SIDE
        columns = 0
        for row in range(mind.top, mind.bottom + 1):
            columns |= garden.rows[row]
        mind.at_edge = mind.top == 1 or mind.bottom == SIDE or columns & edge_columns != 0
        for place in range(cards):
            count_moves_and_shifts(table, garden, place)
            mind.kinds[MOVES] += mind.moves[place]
            mind.kinds[SHIFTS] += mind.shifts[place]
    return 1 + mind.kinds[SWAPS] + mind.kinds[MOVES] + mind.kinds[SHIFTS]


@rule
def count_moves_and_shifts(table, garden, place):
    """Count the moves and shifts of one card, and note whether the garden falls apart without it (`cut`)."""
    mind = table.mind
    cell = mind.cell[place]
    mind.cut[place] = 0
    if TOUCHING[ring(garden, cell)] or find_targets(table, garden, cell) == 1:
        # The others stay connected: the card may go next to any of them.
        mind.moves[place] = mind.frontier - count_dependents(mind, cell)
        mind.shifts[place] = 0
        if table.rules.shift:
            mind.shifts[place] = len(STEPS) * (mind.cards - 1)
            if mind.at_edge:
                mind.shifts[place] -= shifts_off_grid(table, garden, cell)
        return
    # Only cells that connect the parts again are left.
    mind.cut[place] = 1
    mind.moves[place] = -1  # its own cell is a target too
    mind.shifts[place] = 0
    for r in range(mind.top - 1, mind.bottom + 2):
        columns = mind.target[r]
        mind.moves[place] += bits.count(columns)
        while table.rules.shift and columns != 0:
            mind.shifts[place] += runs_to(garden, cell, WIDTH * r + bits.lowest(columns))
            columns &= columns - 1


@rule
def gap_without(garden, hole, cell, step):
    """Return the first empty cell on the line that begins at an occupied one, if the card on `hole` is taken out."""
    while cell != hole and garden.card[cell] != 0:
        cell += step
    return cell


@rule
def runs_to(garden, hole, gap):
    """Return the number of shifts that fill an empty cell if the card on `hole` is taken out.

    That is the number of cards in line with the cell, without a gap between.
    """
    count = 0
    for direction in range(len(STEPS)):
        step = STEPS[direction]
        cell = gap - step
        while cell != hole and garden.card[cell] != 0:
            count += 1
            cell -= step
    return count


@rule
def shifts_off_grid(table, garden, hole):
    """Return the number of shifts of a card that would push another off the grid."""
    mind = table.mind
    count = 0
    for place in range(mind.cards):
        cell = mind.cell[place]
        for direction in range(len(STEPS)):
            if cell != hole:
                count += grid.is_outside(gap_without(garden, hole, cell, STEPS[direction]))
    return count


# Finding by number ----------------------------------------------------------------------------------------------------
@separate_rule
def nth(table, garden, k):
    """Return rearrangement number k, in the order none, swaps, moves, shifts (after `count_kinds`)."""
    kinds = table.mind.kinds
    if k == 0:
        return 0
    k -= 1
    if k < kinds[SWAPS]:
        return nth_swap(table, k)
    k -= kinds[SWAPS]
    if k < kinds[MOVES]:
        return nth_move(table, garden, k)
    return nth_shift(table, garden, k - kinds[MOVES])


@rule
def nth_swap(table, k):
    """Return swap number k: pairs of cells, ordered by the first, then by the second."""
    mind = table.mind
    first = 0
    while k >= mind.cards - 1 - first:
        k -= mind.cards - 1 - first
        first += 1
    return rearrangement(SWAPS, mind.cell[first], mind.cell[first + 1 + k], 0)


@rule
def nth_move(table, garden, k):
    """Return move number k: card by card, target by target, without the card's own cell."""
    mind = table.mind
    place = 0
    while k >= mind.moves[place]:
        k -= mind.moves[place]
        place += 1
    start = mind.cell[place]
    find_targets(table, garden, start)
    grid.unmark(mind.target, start)
    return rearrangement(MOVES, start, nth_cell(mind.target, mind.top - 1, mind.bottom + 1, k), 0)


@separate_rule
def nth_shift(table, garden, k):
    """Return shift number k: card by card, occupied cell by cell, direction by direction."""
    mind = table.mind
    place = 0
    while k >= mind.shifts[place]:
        k -= mind.shifts[place]
        place += 1
    start = mind.cell[place]
    find_targets(table, garden, start)
    for other in range(mind.cards):
        cell = mind.cell[other]
        for direction in range(len(STEPS)):
            if cell != start and grid.contains(mind.target, gap_without(garden, start, cell, STEPS[direction])):
                if k == 0:
                    return rearrangement(SHIFTS, start, cell, direction)
                k -= 1
    return 0
