"""Choice of the compiled games that plain Python repeats: a few of every table, then one in a thousand.

A game is likely to show rarely used rules if its ending is rare, if it lasts unusually long, or if it counts something
that is seldom counted.  Each game therefore has features, and the games whose features were compared least are taken.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from balancer.core.result_row import MAX_ENDINGS
from balancer.core.table import UNDEFINED
from balancer.plain.table import PlainTable

EVERY = 1000  # one game of so many is compared
PLAYERS_GAMES = 20  # compared of every number of players with these personas
SECONDS = 2.0  # that these may take; ...
FEW_GAMES = 4  # ... but so many are compared
RULES_GAMES = 2  # compared of every set of rules

MILLION = 1e6
MAX_DOUBLINGS = 32  # of the rounds of a game


class SpotChecks:
    """Chooses games to compare, and remembers which features were compared."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.by_table: Counter[Any] = Counter()
        self.by_feature: npt.NDArray[np.int64] | None = None

    def note(self, table: PlainTable, rows: Any) -> None:
        """Count the features of games that were compared and are equal."""
        features = features_of(rows)
        with self.lock:
            for key in _keys(table):
                self.by_table[key] += len(features)
            before = 0 if self.by_feature is None else self.by_feature
            self.by_feature = before + features.sum(axis=0)

    def due(self, table: PlainTable, rows: Any, seconds: float = 0.0) -> list[int]:
        """Return indices of the rows of consecutive games that are to be compared, in ascending order.

        seconds: the usual time of a game of plain Python.
        """
        if not len(rows):
            return []
        with self.lock:
            players, rules = _keys(table)
            players_games = max(FEW_GAMES, int(min(PLAYERS_GAMES, SECONDS / seconds if seconds else PLAYERS_GAMES)))
            begun = max(players_games - self.by_table[players], RULES_GAMES - self.by_table[rules])
            seen = self.by_feature
        first = int(rows["game_number"][0])
        end = first + len(rows)
        if begun <= 0 and end // EVERY == first // EVERY:
            return []
        features = features_of(rows)
        rarity = features @ (1.0 / (1 + (np.zeros(features.shape[1]) if seen is None else seen)))
        # Most games have the same features: ties are broken at random, so that no game is skipped for its number.
        rarity += np.random.default_rng(first).random(len(rows)) / MILLION
        chosen = set(np.argsort(-rarity)[: max(0, begun)].tolist())
        for thousand in range(first // EVERY, end // EVERY):
            begin = max(0, thousand * EVERY - first)
            chosen.add(begin + int(np.argmax(rarity[begin : (thousand + 1) * EVERY - first])))
        return sorted(chosen)


def _keys(table: PlainTable) -> tuple[Any, Any]:
    players = table.seats, frozenset(persona.name for persona in table.lineup), table.director is not None
    return players, tuple(sorted(table.rules.items()))


def features_of(rows: Any) -> npt.NDArray[np.bool_]:
    """Return bool[games, features]: how games end and how long they last, which decisions and counters they have."""
    plain = np.asarray(rows)
    winners = plain["winners"].astype(np.int64)
    lengths = np.log2(np.maximum(1, plain["rounds"])).astype(np.int64)
    extras, decisions = plain["extras"], plain["node_decisions"]
    return np.concatenate(
        [
            plain["ending"][:, None] == np.arange(MAX_ENDINGS),
            lengths[:, None] == np.arange(MAX_DOUBLINGS),
            (extras != 0) & (extras != UNDEFINED),
            extras == UNDEFINED,
            decisions > 0,
            (winners & (winners - 1) != 0)[:, None],  # several win
            (winners == 0)[:, None],
        ],
        axis=1,
    )
