"""Positions at the ends of rounds, and the results of their games: the data for fitting the worth of positions.

The functions are templates: `bind_positions` replaces the placeholders below by the functions of one game and compiles
them, as search.py does with its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from balancer.core.game_loop import end_game as nothing_at_the_end
from balancer.core.jit import bind, rule, separate_rule
from balancer.core.leader_metrics import end_standings
from balancer.core.result_row import write_counts
from balancer.core.table import RUNNING, UNFINISHED, open_game

STANDING, WORTH = 0, 1  # columns of every position: the standing, and the worth by the game's own `worth`
OWN = 2  # number of these columns; the quantities that the game declares follow


class Positions(NamedTuple):
    """Games with their positions at the ends of rounds."""

    rows: Any  # RESULT[games], without standings
    values: Any  # int64[games, positions, seats, columns]: STANDING, WORTH and quantities
    counts: Any  # int64[games], number of positions: one after each round but the last
    names: Sequence[str]  # of the quantities


# Placeholders, as in core/game_loop.py
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
    """Record nothing, in a game that declares no quantities."""


def note_position(table, values):
    """Record the position of each seat: int64[seats, columns]."""
    for seat in range(table.seats):
        values[seat, STANDING] = standing_of(table, seat)
        values[seat, WORTH] = worth(table, seat)
        quantities(table, seat, values[seat, OWN:])


def note_game(table, values):
    """Play one game on an opened table; record the position after each round but the last, and return their number."""
    setup(table)
    count = 0
    while table.ending == RUNNING:
        if table.rounds >= table.rules.max_rounds:
            table.ending = UNFINISHED
            break
        table.rounds += 1
        play_round(table)
        end_standings(table)
        if table.ending == RUNNING:
            note_position(table, values[count])
            count += 1
    end_game(table)
    return count


def note_games(table, rows, values, counts, seed, first):
    """Play games first, first + 1, ... of a seed; rows, values and counts: as in `Positions`, overwritten."""
    for i in range(len(rows)):
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        counts[i] = note_game(table, values[i])
        write_counts(table, rows[i], N_NODES)
        write_result(table, rows[i])


TEMPLATES = {note_position: rule, note_game: rule, note_games: separate_rule}  # callees first


def bind_positions(package: str, names: Mapping[str, Any]) -> Any:
    """Return `note_games` for the game of `package`; names: as in `search.bind_search`."""
    bound = dict(names)
    for template, compiled in TEMPLATES.items():
        bound[template.__name__] = bind(template, package, bound, compiled)
    return bound[note_games.__name__]
