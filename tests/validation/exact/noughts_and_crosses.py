"""Noughts and crosses, exactly: random and perfect players, by enumeration of all games."""

import functools
from fractions import Fraction

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
START = " " * 9
Outcome = tuple[Fraction, Fraction, Fraction, Fraction]  # X wins, O wins, draws, further moves


def moves(board: str) -> list[tuple[str, bool]]:
    """Return the boards after each move of the player whose turn it is, and whether that move wins."""
    mark = "XO"[board.count("X") > board.count("O")]
    boards = [board[:square] + mark + board[square + 1 :] for square in range(9) if board[square] == " "]
    return [(after, any(all(after[square] == mark for square in line) for line in LINES)) for after in boards]


@functools.cache
def value(board: str) -> int:
    """Return 1, 0 or -1: what the board is worth to the player whose turn it is, if both play perfectly."""
    return max((1 if wins else -value(after) for after, wins in moves(board)), default=0)


@functools.cache
def play(board: str, perfect: str) -> Outcome:
    """Return the outcome if the marks in `perfect` take any of the best moves, and the others move at random."""
    mark = "XO"[board.count("X") > board.count("O")]
    options = moves(board)
    if not options:
        return Fraction(0), Fraction(0), Fraction(1), Fraction(0)
    if mark in perfect:
        best = value(board)
        options = [(after, wins) for after, wins in options if (1 if wins else -value(after)) == best]
    total = [Fraction(0)] * 4
    for after, wins in options:
        further = (Fraction(mark == "X"), Fraction(mark == "O"), Fraction(0), Fraction(0))
        if not wins:
            further = play(after, perfect)
        for place, share in enumerate((*further[:3], further[3] + 1)):
            total[place] += share / len(options)
    return total[0], total[1], total[2], total[3]
