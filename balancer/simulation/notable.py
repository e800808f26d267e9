"""Games worth reading: the most typical of a cell's first games, and those with the greatest turnabouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

EARLY_GAMES = 1024
"""The number of first games among which they are chosen.

Games can't be added to a result of fewer games; they are played again.  So the number lies below the first look at
cells of usual size that are played until they are decided.
"""

_COLUMNS = ("game_number", "turns", "rounds", "decisions", "ending")
_LEAD_COLUMNS = ("defined", "drama", "changes")


def early_figures(rows: Any) -> Any:
    """Return the columns of RESULT rows that `early_games` needs: int64[8, n], of the n rows that are early games."""
    early = rows["game_number"] < EARLY_GAMES
    columns = [rows[name] for name in _COLUMNS] + [rows["lead"][name] for name in _LEAD_COLUMNS]
    return np.stack([np.asarray(column)[early] for column in columns]).astype(np.int64)


def early_games(figures: Sequence[Any]) -> dict[str, int | None]:
    """Return the most typical game, the greatest comeback and the most lead changes; None if no game has any.

    figures: `early_figures` of chunks that cover the early games, in any order.
    """
    games = np.concatenate(figures, axis=1)
    games = games[:, np.argsort(games[0])]
    return {
        "typical": typical_game(games),
        "comeback": _greatest(games, _LEAD_COLUMNS.index("drama")),
        "lead_changes": _greatest(games, _LEAD_COLUMNS.index("changes")),
    }


def _greatest(games: Any, column: int) -> int | None:
    # Only games with one winner count; the first of equals, and none if all are 0.
    lead = games[len(_COLUMNS) :]
    values = lead[column] * (lead[0] == 1)
    return int(games[0, values.argmax()]) if values.size and values.max() > 0 else None


def typical_game(games: Any) -> int:
    """Return the game closest to the medians of length and decisions, among those with the most frequent ending.

    games: `early_figures` in order of game number.
    """
    endings = games[4]
    usual = games[:, endings == np.bincount(endings).argmax()]
    distance = np.zeros(usual.shape[1])
    for values in usual[1:4]:  # turns, rounds and decisions, each in standard deviations
        distance += np.abs(values - np.median(values)) / max(values.std(), 1)
    return int(usual[0, distance.argmin()])
