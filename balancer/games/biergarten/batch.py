"""Many games in a row.  The loop must be a plain function of this module: see core/compile.py."""

from balancer.core.compile import chapter
from balancer.core.table import open_game
from balancer.games.biergarten.rules import play, write_result
from balancer.games.biergarten.table import N_NODES


@chapter
def play_games(table, history, rows, seed, first):
    """Play games first, first + 1, ... of a seed, one RESULT row each.

    table: TABLE record as `Game.lay_table` made it; history: int32[max_rounds + 1, MAX_SEATS + 1]; rows: RESULT[games].
    """
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES)
        play(table, history)
        write_result(table, history, rows[i])
