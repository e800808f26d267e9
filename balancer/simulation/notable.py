"""Which games of a cell are worth reading: the most typical one and the greatest turnabouts among the first games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

EARLY_GAMES = 1024
"""They are among this many first games; to results of fewer, games can't be added: they are played again.

So it lies below the first look at cells of the usual number of games that are played until they are decided.
"""

_COLUMNS = ("game_number", "turns", "rounds", "decisions", "ending")
_LEAD_COLUMNS = ("defined", "drama", "changes")


def early_figures(rows: Any) -> Any:
    """What `early_games` needs of RESULT rows: int64[8, n], of the n rows that are early games."""
    early = rows["game_number"] < EARLY_GAMES
    columns = [rows[name] for name in _COLUMNS] + [rows["lead"][name] for name in _LEAD_COLUMNS]
    return np.stack([np.asarray(column)[early] for column in columns]).astype(np.int64)


def early_games(figures: Sequence[Any]) -> dict[str, int | None]:
    """The most typical game, the greatest comeback and the most lead changes; None where no game has any.

    figures: `early_figures` of chunks that cover the early games, in any order.
    """
    known = np.concatenate(figures, axis=1)
    known = known[:, np.argsort(known[0])]
    return {
        "typical": typical_game(known),
        "comeback": _greatest(known, _LEAD_COLUMNS.index("drama")),
        "lead_changes": _greatest(known, _LEAD_COLUMNS.index("changes")),
    }


def _greatest(known: Any, column: int) -> int | None:
    """The first game with the greatest figure of those with one winner; None where it is 0 in all."""
    lead = known[len(_COLUMNS) :]
    values = lead[column] * (lead[0] == 1)
    return int(known[0, values.argmax()]) if values.size and values.max() > 0 else None


def typical_game(known: Any) -> int:
    """The first game nearest in length and decisions to the medians, among those with the commonest ending.

    known: `early_figures` by the number of the game.
    """
    endings = known[4]
    usual = known[:, endings == np.bincount(endings).argmax()]
    distance = np.zeros(usual.shape[1])
    for values in usual[1:4]:
        distance += np.abs(values - np.median(values)) / max(values.std(), 1)
    return int(usual[0, distance.argmin()])
