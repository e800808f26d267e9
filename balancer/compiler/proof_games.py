"""The proof of compiled games: they must be equal to plain ones, those observed and the first of a run.

Where these are slow, random players, who think least, play the rest, at every number of players.
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from balancer.compiler.observing import GAMES, SEED, tables
from balancer.compiler.proof import Sample
from balancer.core.rule_errors import RuleError
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

PROOF = 200  # games that must be equal before compiled ones count
PATIENCE = 2.0  # seconds in which some game must be played while games are wanted for the proof
PAUSE = 0.02  # seconds between two looks at the games that were played


class ProofGames:
    """Collects the games of a proof; threads that play add to them while another one waits."""

    def __init__(self, game: PlainGame) -> None:
        """Begin without a game; the observed ones are set later."""
        self.game, self.lock = game, threading.Lock()
        self.observed: Sequence[Sample] = ()
        self.played: list[Sample] = []
        self.players = 0  # threads that play now
        self.is_awaited = False  # code is ready, and waits for games
        self.has_random = False  # random players have played, or play now

    @property
    def samples(self) -> list[Sample]:
        """The games of the proof so far, observed ones first."""
        with self.lock:
            return [*self.observed, *self.played]

    @property
    def missing(self) -> int:
        """The number of games that the proof lacks."""
        return max(0, PROOF - sum(len(sample.rows) for sample in self.samples))

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """Announce that a thread plays, so that the proof waits for its games, however slow they are."""
        with self.lock:
            self.players += 1
        try:
            yield
        finally:
            with self.lock:
                self.players -= 1

    def add(self, table: PlainTable, seed: int, first: int, rows: Any) -> None:
        """Add games that a run has played, up to PROOF."""
        with self.lock:
            if sum(len(sample.rows) for sample in self.played) < PROOF:
                self.played.append(Sample(without_course(table), seed, first, rows[:PROOF].copy()))

    def complete(self, table: PlainTable) -> bool:
        """Let random players play the games that the proof lacks; return False if none are missing or they have played.

        Tables at which the rules fail are skipped.
        """
        missing = self.missing
        with self.lock:
            if self.has_random or not missing:
                return False
            self.has_random = True
        random_tables = [each for each in tables(self.game, without_course(table)) if each.lineup[0].at_random]
        games = -(-missing // max(1, len(random_tables)))
        for random_table in random_tables:
            with contextlib.suppress(RuleError), self.playing():
                self.add(random_table, SEED, GAMES, self.game.play_plain(random_table, SEED, GAMES, games))
        return True

    def wait(self) -> list[Sample] | None:
        """Wait until PROOF games were played; return them.  None: plain Python has stopped playing."""
        self.is_awaited = True
        missing, since = self.missing, time.monotonic()
        while missing and (self.players or time.monotonic() - since < PATIENCE):
            time.sleep(PAUSE)
            before, missing = missing, self.missing
            if missing < before or self.players:
                since = time.monotonic()
        self.is_awaited = False
        return None if missing else self.samples


def without_course(table: PlainTable) -> PlainTable:
    """Return a table at which games can be played that leave the given one as it is."""
    return dataclasses.replace(table, places=list(table.places), course=None)
