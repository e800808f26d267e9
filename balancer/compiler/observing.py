"""Games that are observed: of every number of players, by random players and by personas, always the same.

They don't depend on the run, so that one file is always compiled to the same code; and they are compared with the
compiled games, so that every number of players and every persona is part of the proof.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from balancer.compiler.observations import GameObserver, Observations
from balancer.compiler.proof import Sample
from balancer.core.rule_errors import RuleError
from balancer.core.seating import filled
from balancer.core.text_table import TableError
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

SEED = 1 << 40  # of observed games: far from the seeds that people use
GAMES = 4  # of each table
MAX_EXAMINATIONS = (
    2_000  # after which one game of each table must do: no clock decides what is observed, and so compiled
)


def observe(game: PlainGame, table: PlainTable | None = None, wider: int = 1) -> tuple[Observations, list[Sample]]:
    """Play games and observe them.  Tables at which the rules fail are skipped: a run there reports the error itself.

    table: the one of the run; observed too where more room is needed (wider > 1), and in place of default tables where
    the file's own component tables can't be read.
    """
    observations, samples = Observations(wider=wider), list[Sample]()
    for dealt_table in (*tables(game, table), *([table] if table and wider > 1 else [])):
        games = GAMES if observations.examinations < MAX_EXAMINATIONS else 1
        observed = dataclasses.replace(dealt_table, listener=GameObserver(observations))
        try:
            for number in range(games):
                observed.listener.begin(number, dealt_table.constants)  # type: ignore[union-attr]
                rows = game.play_plain(observed, SEED, number, 1)
                samples.append(Sample(dealt_table, SEED, number, rows))
        except RuleError:
            continue
    return observations, samples


def tables(game: PlainGame, table: PlainTable | None) -> Iterator[PlainTable]:
    """Yield tables for each number of players: one of random players, one of all personas."""
    personas = [persona for persona in game.personas if not persona.search]
    plans = [persona for persona in personas if not persona.at_random]
    try:
        parts = game.read_parts()
    except (OSError, TableError):
        parts = None
    for players in game.player_counts:
        for lineup in ([persona for persona in personas if persona.at_random][:1], plans):
            if lineup and parts is not None:
                yield game.lay_table(game.defaults, players, parts, lineup)
            elif lineup and table is not None:
                minds = [game.mind(persona) for persona in lineup]
                places = filled(range(len(lineup)), players)
                yield dataclasses.replace(table, seats=players, lineup=lineup, minds=minds, places=places)
