"""Games being played, looked at from outside: compiled rules that never end can be told in no other way.

`Game.play` says here which table it plays at; whoever waits for it looks now and then (`Watch`) how far each table is.
That costs the games themselves nothing.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.core import mistakes
from balancer.core.compile import room_of

if TYPE_CHECKING:
    from balancer.core.game import Game

INTERVAL = 0.5
"""Seconds between two looks."""

PATIENCE = 30
"""Looks, one after the other, that find a table where it was: a turn takes microseconds, a second as plain Python.

Looks are counted, not seconds: a computer may have slept.
"""

NOT_BEGUN = -1
"""Number of the game while the rules are being compiled."""


class Played(NamedTuple):
    """A table at which a thread is playing."""

    game: Game
    table: Any
    seed: int


_played: dict[int, Played] = {}
"""By thread."""


@contextlib.contextmanager
def at_table(game: Game, table: Any, seed: int) -> Iterator[None]:
    """Let others see that this thread plays here."""
    thread = threading.get_ident()
    table.game_number = NOT_BEGUN
    _played[thread] = Played(game, table, seed)
    try:
        yield
    finally:
        _played.pop(thread, None)


class Watch:
    """Looks at the tables of some threads now and then, and tells of games that never end."""

    def __init__(self, threads: Sequence[threading.Thread]) -> None:
        """Watch those of `threads` that play; there may come more."""
        self.threads = threads
        self.last = time.monotonic()
        self.seen: dict[int, tuple[int, int, int]] = {}  # by thread: game number, turn, in how many looks

    def look(self) -> None:
        """Look again, unless it is too soon; RuleError where a game does not end."""
        if time.monotonic() < self.last + INTERVAL:
            return
        self.last = time.monotonic()
        watched = [(thread.ident or 0, _played.get(thread.ident or 0)) for thread in self.threads]
        self.seen = {thread: self._stands(thread, played) for thread, played in watched if played}

    def _stands(self, thread: int, played: Played) -> tuple[int, int, int]:
        """How far a table is, and in how many looks it was there; RuleError."""
        number, turn = int(played.table.game_number), int(played.table.turn)
        before = self.seen.get(thread)
        looks = before[2] + 1 if before and before[:2] == (number, turn) and number != NOT_BEGUN else 1
        if number != NOT_BEGUN and turn > mistakes.MAX_TURNS:
            raise endless(thread, played, mistakes.TOO_LONG)
        if looks > PATIENCE:
            raise endless(thread, played, mistakes.STUCK)
        return number, turn, looks


def endless(thread: int, played: Played, mistake: int) -> mistakes.RuleError:
    """That the game at a table does not end."""
    game, table, seed = played
    error = mistakes.MistakeError(mistakes.words(mistake))
    frame = sys._current_frames().get(thread)  # noqa: SLF001  the only way to see where another thread stands
    return mistakes.rule_error(game.name, room_of(game.folder), table, seed, error, frame)
