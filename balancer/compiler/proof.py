"""Comparison of compiled games with those of plain Python: rows must be equal byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from balancer.compiler.flags import BEYOND_WORDS, WIDENED, ErrorFlag
from balancer.core.cache.kernel_cache import warn_once

if TYPE_CHECKING:
    from balancer.plain.table import PlainTable


T = TypeVar("T")


class Sample(NamedTuple):
    """Consecutive games that plain Python has played."""

    table: PlainTable
    seed: int
    first: int
    rows: Any


class FlaggedGames(NamedTuple):
    """Compiled games: RESULT rows, and int[games]: the flag that each has raised (flags.py), 0 for none."""

    rows: Any
    flags: Any


class GameDifference(NamedTuple):
    """The first thing in which a compiled game differs from plain Python's."""

    seed: int
    number: int
    what: str

    def __str__(self) -> str:
        """Return ``game 12 of seed 1: score[2] is 4, in plain Python 5``."""
        return f"game {self.number} of seed {self.seed}: {self.what}"


class CompiledDifferenceError(Exception):
    """A compiled game that differs from plain Python's: everything that the code has played must be played again."""

    def __init__(self, game: str, difference: str) -> None:
        """Name the game and the difference."""
        super().__init__(game, difference)
        self.game, self.difference = game, difference

    def __str__(self) -> str:
        """Return a message with the difference and what is done about it."""
        return (
            f"{self.game}: the compiled game is not equal to plain Python's, {self.difference}; from now on plain "
            "Python plays it. Please report this with the file; `--compiled off` avoids it"
        )


def play_until_equal(play: Callable[[], T], forget: Callable[[], None] = lambda: None) -> T:
    """Play; if a compiled game differs from plain Python's, forget all results and play again, as plain Python."""
    while True:
        try:
            return play()
        except CompiledDifferenceError as error:  # the code is not used from now on, so that the loop ends
            warn_once(f"{error}; what the compiled game has played is played again")
            forget()


class DifferentTrialError(Exception):
    """A trial game that ends differently in plain Python."""


def compare(seed: int, compiled: FlaggedGames, plain: Any) -> GameDifference | None:
    """Return the first difference between games; None: all are equal, except those beyond a limit of compiled games.

    plain: RESULT rows of the same games, which plain Python has played to their ends.
    """
    sound = compiled.flags == 0
    difference = first_difference(seed, compiled.rows[sound], plain[sound])
    for row, flag in zip(plain[~sound], compiled.flags[~sound], strict=True):
        if difference is None and flag not in WIDENED and flag not in BEYOND_WORDS:
            why = ErrorFlag(int(flag)).name.lower().replace("_", " ")
            difference = GameDifference(seed, int(row["game_number"]), f"it stops ({why}), in plain Python it ends")
    return difference


def first_difference(seed: int, compiled: Any, plain: Any) -> GameDifference | None:
    """Return the first field of the first game in which rows differ; None where all are equal."""
    compiled, plain = np.asarray(compiled), np.asarray(plain)
    # Not by bytes: those between the fields of a row have no value.
    names = plain.dtype.names or ()
    if all(np.array_equal(compiled[name], plain[name]) for name in names):
        return None
    for mine, its in zip(compiled, plain, strict=True):
        for name in names:
            if not np.array_equal(mine[name], its[name]):
                return GameDifference(seed, int(its["game_number"]), _words(name, mine[name], its[name]))
    return None


def _words(name: str, compiled: Any, plain: Any) -> str:
    """Name the first value that differs in a field, which may be nested."""
    dtype = np.asarray(plain).dtype
    if dtype.names:
        part = next(part for part in dtype.names if not np.array_equal(compiled[part], plain[part]))
        return _words(f"{name}.{part}", compiled[part], plain[part])
    if np.ndim(plain):
        place = next(place for place in np.ndindex(plain.shape) if compiled[place] != plain[place])
        return f"{name}[{', '.join(map(str, place))}] is {compiled[place]}, in plain Python {plain[place]}"
    return f"{name} is {compiled}, in plain Python {plain}"


def runs_of(places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the ranges (begin, end) of places that follow each other, in ascending order."""
    runs: list[tuple[int, int]] = []
    for place in sorted(places):
        if runs and runs[-1][1] == place:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs
