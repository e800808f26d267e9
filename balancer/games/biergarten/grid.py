"""The grid: cells, directions, and sets of cells as one set of columns per row.

Cells are numbered row by row from the north-west, on a grid with a border of cells on which no card may lie: so every
cell has four neighbours, at ± 1 and ± WIDTH, and no index is ever out of bounds::

        0      1   ...   WIDTH - 1        the border: row 0, row SIDE + 1, column 0, column SIDE + 1
    WIDTH  WIDTH + 1  ...                 cell (row, column) is WIDTH * row + column
"""

import numpy as np

from balancer.core.compile import rule

SIDE = 24  # rows and columns on which cards may lie
WIDTH = SIDE + 2  # with the border
CELLS = WIDTH * WIDTH
HOME = 13 * WIDTH + 13
N_DIRECTIONS = 4
NORTH, EAST, SOUTH, WEST = range(N_DIRECTIONS)
STEPS = np.array((-WIDTH, 1, WIDTH, -1))  # from a cell to its neighbour in each direction
INSIDE = ((1 << SIDE) - 1) << 1  # the columns on which cards may lie, as a set


@rule
def row_of(cell):
    """Return the row of a cell, 0 .. SIDE + 1."""
    return cell // WIDTH


@rule
def column_of(cell):
    """Return the column of a cell, 0 .. SIDE + 1."""
    return cell - WIDTH * (cell // WIDTH)


@rule
def is_outside(cell):
    """Return whether a cell belongs to the border."""
    row, column = row_of(cell), column_of(cell)
    return row < 1 or row > SIDE or column < 1 or column > SIDE


@rule
def opposite(direction):
    """Return the direction that leads back."""
    return direction ^ 2


# Sets of cells: rows[row] has bit `column` set ------------------------------------------------------------------------
@rule
def contains(rows, cell):
    """Return whether a cell is in a set."""
    return (rows[row_of(cell)] >> column_of(cell)) & 1 != 0


@rule
def mark(rows, cell):
    """Put a cell into a set."""
    rows[row_of(cell)] |= 1 << column_of(cell)


@rule
def unmark(rows, cell):
    """Take a cell out of a set."""
    rows[row_of(cell)] &= ~(1 << column_of(cell))
