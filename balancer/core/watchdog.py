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

from balancer.core import rule_errors
from balancer.core.rule_errors import NOT_BEGUN, room_of

if TYPE_CHECKING:
    from balancer.core.game import Game

INTERVAL = 0.5
"""Seconds between two looks."""

PATIENCE = 30
"""Looks, one after the other, that find a table where it was: a turn takes microseconds, a second as plain Python.

Looks are counted, not seconds: a computer may have slept.
"""

MAX_TURNS_A_ROUND = 2**16
"""The most turns a round may take while one looks on: more is a loop without an end."""


class Played(NamedTuple):
    """A table at which a thread is playing."""

    game: Game
    table: Any
    seed: int


class Seen(NamedTuple):
    """How far a table was: game, round, the turn at which that round was first seen, turn; and in how many looks so."""

    number: int
    rounds: int
    first_turn: int
    turn: int
    looks: int


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
        self.seen: dict[int, Seen] = {}  # by thread

    def look(self) -> None:
        """Look again, unless it is too soon; RuleError where a game does not end."""
        if time.monotonic() < self.last + INTERVAL:
            return
        self.last = time.monotonic()
        watched = [(thread.ident or 0, _played.get(thread.ident or 0)) for thread in self.threads]
        self.seen = {thread: self._stands(thread, played) for thread, played in watched if played}

    def _stands(self, thread: int, played: Played) -> Seen:
        """How far a table is; RuleError."""
        seen = how_far(played.table, self.seen.get(thread))
        if seen.number == NOT_BEGUN:
            return seen
        if seen.looks > PATIENCE:
            raise endless(thread, played, rule_errors.STUCK)
        if seen.turn > rule_errors.MAX_TURNS or seen.turn > seen.first_turn + MAX_TURNS_A_ROUND:
            raise endless(thread, played, rule_errors.TOO_LONG)
        return seen


def how_far(table: Any, before: Seen | None) -> Seen:
    """How far a table is, which was at `before` in the look before."""
    number, rounds, turn = int(table.game_number), int(table.rounds), int(table.turn)
    if before is None or before[:2] != (number, rounds) or turn < before.turn:
        return Seen(number, rounds, turn, turn, 1)
    return Seen(number, rounds, before.first_turn, turn, before.looks + 1 if turn == before.turn else 1)


def endless(thread: int, played: Played, mistake: int) -> rule_errors.RuleError:
    """That the game at a table does not end."""
    game, table, seed = played
    error = rule_errors.MistakeError(rule_errors.words(mistake))
    frame = sys._current_frames().get(thread)  # noqa: SLF001  the only way to see where another thread stands
    return rule_errors.rule_error(game.name, room_of(game.folder), table, seed, error, frame)
