"""Connect Four on a small board, exactly: random players, by enumeration of all positions."""

import functools

Board = tuple[str, ...]  # a column each, discs from below: "x" of the first player, "o" of the second


@functools.cache
def random_play(board: Board, rows: int) -> tuple[float, float, float]:
    """Return how often the first player wins, the second player wins, and nobody does, from here on."""
    discs = sum(len(column) for column in board)
    mark = "xo"[discs % 2]
    total = [0.0, 0.0, 0.0]
    options = [column for column, stack in enumerate(board) if len(stack) < rows]
    if not options:
        return 0.0, 0.0, 1.0
    for column in options:
        after = (*board[:column], board[column] + mark, *board[column + 1 :])
        if wins(after, column, mark):
            total[discs % 2] += 1 / len(options)
        else:
            for place, share in enumerate(random_play(after, rows)):
                total[place] += share / len(options)
    return total[0], total[1], total[2]


def wins(board: Board, column: int, mark: str) -> bool:
    """Say whether the topmost disc of a column is part of four in a row."""
    row = len(board[column]) - 1
    for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        places = [(column + step * across, row + step * up) for step in range(-3, 4)]
        line = "".join(board[x][y] if 0 <= x < len(board) and 0 <= y < len(board[x]) else "." for x, y in places)
        if mark * 4 in line:
            return True
    return False
