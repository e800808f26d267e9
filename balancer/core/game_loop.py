"""The course of every game: many games in a row, the rounds of each, standings, and the RESULT row.

These functions are templates.  The names in capitals and the hooks below stand for nothing here; `compiled_loop` copies
the templates for one game with its own functions in their places (see `jit.rebound`).

| hook (in rules.py; where that gets long, in results.py) | what it does |
| --- | --- |
| `setup(table)` | lays out a game on a table whose own fields are 0 (see core/table.py); may end the game |
| `play_round(table)` | plays one round, whatever the rulebook calls one; sets `table.ending` when the game is over |
| `standing_of(table, seat)` | how far ahead a seat is, a whole number; taken after every round, the last one too |
| `end_game(table)` | (optional) what happens after the last round and its standings |
| `write_result(table, row)` | writes winners, scores, parts, and those extras that are known only now |
"""

from typing import Any

import numpy as np

from balancer.core.jit import rebound, rule
from balancer.core.leader_metrics import end_standings, write_lead
from balancer.core.result_row import write_counts
from balancer.core.table import RUNNING, UNDEFINED, UNFINISHED, open_game

HOOKS = ("setup", "play_round", "standing_of", "write_result")  # functions of rules.py that every game needs

N_NODES: Any = None
FIRST_EXTRAS: Any = None  # int32[extras]: the value with which each begins
ONE_LOSES: Any = None
setup: Any = None
play_round: Any = None
standing_of: Any = None
write_result: Any = None


@rule
def end_game(table):
    """Do nothing: most games are over with their last round."""


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
    for extra in range(len(FIRST_EXTRAS)):
        row.extras[extra] = table.extras[extra]
    write_lead(table, history, row, ONE_LOSES)


def play_games(table, history, rows, seed, first):
    """Play games first, first + 1, ... of a seed, one RESULT row per game.

    table: TABLE record as `Game.lay_table` made it; history: int32[max_rounds + 1, MAX_SEATS + 1]; rows: RESULT[games].
    """
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        play(table, history)
        write_row(table, history, rows[i])


def first_values(extras: Any) -> np.ndarray[Any, Any]:
    """int32[extras]: the value with which each extra begins a game."""
    return np.array([UNDEFINED if extra.undefined else 0 for extra in extras], np.int32)


def compiled_loop(package: str, hooks: Any, nodes: Any, extras: Any, one_loses: bool) -> dict[str, Any]:
    """The templates bound for the game of `package`, by name, and what they were bound to: `play_games` among them.

    hooks: its functions by name, `end_game` if it has one; nodes, extras: its declared entries; one_loses: whether one
    player loses and all others win.
    """
    names = {**hooks, "N_NODES": len(nodes), "FIRST_EXTRAS": first_values(extras), "ONE_LOSES": one_loses}
    loops = {template.__name__: rebound(template, package, names) for template in (play, write_row)}
    return {**names, **loops, "play_games": rebound(play_games, package, {**names, **loops})}
