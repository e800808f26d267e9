"""The course of every game: many games in a row, the rounds of each, standings, and the RESULT row.

These functions are templates.  The names in capitals and the hooks below are only placeholders; `compiled_loop` copies
the templates for one game with its own functions in their places (see `jit.bind`).

| hook (in rules.py; where that gets long, in results.py) | what it does |
| --- | --- |
| `setup(table)` | sets up a game on a table whose own fields are 0 (see core/table.py); may end the game |
| `play_round(table)` | plays one round, in the sense of the rulebook; sets `table.ending` when the game is over |
| `standing_of(table, seat)` | returns how far ahead a seat is, a whole number; called after every round |
| `end_game(table)` | (optional) does what happens after the last round and its standings |
| `write_result(table, row)` | writes winners, scores, parts, and the extras that are known only at the end |
"""

from typing import Any

import numpy as np

from balancer.core.jit import bind, rule
from balancer.core.leader_metrics import end_standings, write_lead
from balancer.core.result_row import write_counts, write_share
from balancer.core.table import RUNNING, UNDEFINED, UNFINISHED, open_game

HOOKS = ("setup", "play_round", "standing_of", "write_result")  # functions of rules.py that every game needs

# Placeholders, see above
N_NODES: Any = None
FIRST_EXTRAS: Any = None  # int32[extras]: their values at the start of a game
ONE_LOSES: Any = None
setup: Any = None
play_round: Any = None
standing_of: Any = None
write_result: Any = None


@rule
def end_game(table):
    """Do nothing: in most games nothing happens after the last round."""


def play(table, history):
    """Play one game on an opened table: setup, rounds until the game ends or is cut off, end."""
    setup(table)
    while table.ending == RUNNING:
        if table.rounds >= table.rules.max_rounds:
            table.ending = UNFINISHED
            break
        table.rounds += 1
        play_round(table)
        for seat in range(table.seats):
            history[table.standings, seat] = standing_of(table, seat)
        end_standings(table)
    end_game(table)


def write_row(table, history, row):
    """Fill the RESULT row of a game that is over."""
    write_counts(table, row, N_NODES)
    write_result(table, row)
    write_share(row)
    for extra in range(len(FIRST_EXTRAS)):
        row.extras[extra] = table.extras[extra]
    write_lead(table, history, row, ONE_LOSES)


def play_games(table, history, rows, seed, first):
    """Play games first, first + 1, ... of a seed, one RESULT row per game.

    table: TABLE record of `Game.lay_table`; history: int32[max_rounds + 1, MAX_SEATS + 1]; rows: RESULT[games].
    """
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        play(table, history)
        write_row(table, history, rows[i])


def first_values(extras: Any) -> np.ndarray[Any, Any]:
    """Return int32[extras]: the value with which each extra begins a game."""
    return np.array([UNDEFINED if extra.undefined else 0 for extra in extras], np.int32)


def compiled_loop(package: str, hooks: Any, nodes: Any, extras: Any, one_loses: bool) -> dict[str, Any]:
    """Return the templates bound for the game of `package`, by name, with the names they are bound to.

    hooks: its functions by name, `end_game` if it has one; nodes, extras: its declared entries; one_loses: whether one
    player loses and all others win.
    """
    names = {**hooks, "N_NODES": len(nodes), "FIRST_EXTRAS": first_values(extras), "ONE_LOSES": one_loses}
    loops = {template.__name__: bind(template, package, names) for template in (play, write_row)}
    return {**names, **loops, "play_games": bind(play_games, package, {**names, **loops})}
