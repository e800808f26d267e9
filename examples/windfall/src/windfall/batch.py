"""Many games in a row.  The loop must be a plain function of this module, or numba would compile it every time."""

from balancer.core.compile import chapter
from balancer.core.table import open_game
from windfall.rules import play, write_result
from windfall.table import N_NODES


@chapter
def play_games(table, history, rows, seed, first):
    """Play games first, first + 1, ... of a seed, one RESULT row each."""
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES)
        play(table, history)
        write_result(table, history, rows[i])
