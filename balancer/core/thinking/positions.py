"""Positions at the ends of rounds, and how their games end: what the worth of a position is fitted to.

The functions below `Positions` are templates, as in search.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from balancer.core.game_loop import end_game as nothing_at_the_end
from balancer.core.jit import rebound, rule, separate_rule
from balancer.core.leader_metrics import end_standings
from balancer.core.result_row import write_counts
from balancer.core.table import RUNNING, UNFINISHED, open_game

STANDING, WORTH = 0, 1  # the first two columns of every position; the quantities that the game declares follow
OWN = 2  # how many columns every game has


class Positions(NamedTuple):
    """Games and their positions.

    rows: RESULT[games], without standings; values: int64[games, looks, seats, columns], by `STANDING`, `WORTH` and
    quantities; looks: int64[games], how many of them a game has; names: of the quantities.
    """

    rows: Any
    values: Any
    looks: Any
    names: Sequence[str]


N_NODES: Any = None
FIRST_EXTRAS: Any = None
setup: Any = None
play_round: Any = None
standing_of: Any = None
worth: Any = None
write_result: Any = None
end_game: Any = nothing_at_the_end


@rule
def quantities(table, seat, values):
    """Note nothing: a game that declares no quantities."""


def note_position(table, values):
    """Note what lies before each seat: int64[seats, columns]."""
    for seat in range(table.seats):
        values[seat, STANDING] = standing_of(table, seat)
        values[seat, WORTH] = worth(table, seat)
        quantities(table, seat, values[seat, OWN:])


def note_game(table, values):
    """Play one game on an opened table, noting the position after each round but the last; how many these are."""
    setup(table)
    looks = 0
    while table.ending == RUNNING:
        if table.rounds >= table.rules.max_rounds:
            table.ending = UNFINISHED
            break
        table.rounds += 1
        play_round(table)
        end_standings(table)
        if table.ending == RUNNING:
            note_position(table, values[looks])
            looks += 1
    end_game(table)
    return looks


def note_games(table, rows, values, looks, seed, first):
    """Play games first, first + 1, ... of a seed: see `Positions`."""
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        looks[i] = note_game(table, values[i])
        write_counts(table, rows[i], N_NODES)
        write_result(table, rows[i])


TEMPLATES = {note_position: rule, note_game: rule, note_games: separate_rule}  # callees first


def bound_positions(package: str, names: Mapping[str, Any]) -> Any:
    """`note_games` for the game of `package`; names: as in `search.bound_search`."""
    bound = dict(names)
    for template, compiled in TEMPLATES.items():
        bound[template.__name__] = rebound(template, package, bound, compiled)
    return bound[note_games.__name__]
