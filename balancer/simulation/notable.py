"""Which games of a cell are worth reading: the most typical one, found among the first games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

EARLY_GAMES = 4096
"""The most typical game is one of this many first ones."""

_COLUMNS = ("game_number", "turns", "rounds", "decisions", "ending")


def early_figures(rows: Any) -> Any:
    """What `typical_game` needs of RESULT rows: int64[5, n], of the n rows that are early games."""
    early = rows["game_number"] < EARLY_GAMES
    return np.stack([np.asarray(rows[name])[early] for name in _COLUMNS]).astype(np.int64)


def typical_game(figures: Sequence[Any]) -> int:
    """The first game nearest in length and decisions to the medians, among those with the commonest ending.

    figures: `early_figures` of chunks that cover the early games, in any order.
    """
    known = np.concatenate(figures, axis=1)
    known = known[:, np.argsort(known[0])]
    endings = known[4]
    usual = known[:, endings == np.bincount(endings).argmax()]
    distance = np.zeros(usual.shape[1])
    for values in usual[1:4]:
        distance += np.abs(values - np.median(values)) / max(values.std(), 1)
    return int(usual[0, distance.argmin()])
