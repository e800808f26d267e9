"""Plays the games of one plain file: plain Python at first, compiled once that is worth it and proven to be equal.

Compiled code is made and proven by `making.py` while games are played plain.  Later a few games of every table are
compared, and one in a thousand for ever.

A compiled game that raises a flag is played again as plain Python: it gives the message of the rules' error, or the
row, where lists were too short (the file is then compiled again with more room) or the game is beyond another limit of
compiled games.  If plain Python finds nothing wrong with a game that was flagged for another reason, or a row differs,
the code is dropped and everything that it has played is played again (CompiledDifferenceError).
"""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from balancer.compiler.builds import GameCode, ProvenCode, Workshop
from balancer.compiler.choice import AUTO, OFF, VARIABLE, EngineUse, chosen, note
from balancer.compiler.engine_trials import EngineTrials
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import BEYOND_WORDS, WIDENED
from balancer.compiler.making import FASTER, GAIN, WORTH, CodeMaker, reason_of
from balancer.compiler.observing import observe
from balancer.compiler.proof import (
    CompiledDifferenceError,
    DifferentTrialError,
    FlaggedGames,
    GameDifference,
    compare,
    runs_of,
)
from balancer.compiler.proof_games import without_course
from balancer.core.rule_errors import RuleError
from balancer.plain.believing import Believing
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

T = TypeVar("T")

PROOF_SECONDS = 4.0  # of plain play, after which random players play what the proof lacks
PLAIN_SECONDS = 1.0  # of plain play after which a file is compiled, however many games follow: compiling takes as long
PORTABLE_ROOM = 4  # times as much room for lists as elsewhere
TRIALS_SEED = 1  # of games that are played to prove such code
MIN_COUNTED = 8  # games for which compiled code counts cards: plain Python counts one of them, too
MIN_CHUNK, FIRST_CHUNK, MAX_CHUNK = 16, 512, 8_192  # compiled games at once, at first and at most ...
FIRST_PLAIN_CHUNK, PLAIN_CHUNK = 32, 256  # ... and games of plain Python ...
CHUNK_SECONDS = 0.5  # ... which take about so long


class CompilingEngine(CodeMaker):
    """Engine of one plain file: it decides whether plain Python or compiled code plays, and compares both."""

    def __init__(self, game: PlainGame, workshop: Workshop) -> None:
        """Play a game; nothing is compiled yet."""
        super().__init__(game, workshop)
        self.expected = self.asked = self.plain_games = self.compiled_games = self.equal_games = 0
        self.plain_seconds, self.seconds_per_game = 0.0, 0.0
        self.beyond: Counter[int] = Counter()  # games replayed as plain Python because of a limit, by their flag
        self.portable_game: Any = None

    # What others ask --------------------------------------------------------------------------------------------------
    @property
    def is_ready(self) -> bool:
        """Whether the next games are compiled ones, which do not hold the interpreter."""
        return self.proven is not None and not self.obstacle and chosen() == AUTO

    @property
    def chunk(self) -> int:
        """The number of games to play at once: half a second of compiled ones, fewer of plain Python."""
        if not self.is_ready:
            usual = PLAIN_CHUNK if self.plain_seconds else FIRST_PLAIN_CHUNK
            return PLAIN_CHUNK if chosen() != AUTO else _part(usual, self.seconds_per_plain_game)
        # One game would be played by plain Python.
        return max(MIN_CHUNK, _part(MAX_CHUNK if self.seconds_per_game else FIRST_CHUNK, self.seconds_per_game))

    @property
    def seconds_per_plain_game(self) -> float:
        """The mean time of a game of plain Python so far, 0 before the first."""
        return self.plain_seconds / max(1, self.plain_games)

    @property
    def in_use(self) -> EngineUse:
        """The engine that plays now, and the reason."""
        if self.is_ready and self.proven:
            words = f"compiled, equal in {self.proven.games + self.equal_games} games"
            return EngineUse("compiled", f"{words}{self._exceptions()}", is_news=True)
        if chosen() != AUTO:
            return EngineUse("plain", "plain Python, as requested")
        if self.obstacle:
            return EngineUse("plain", f"plain Python: {self.obstacle}", is_news=True)
        if self.maker is not None:
            return EngineUse(
                "plain",
                "plain Python: it can be compiled, but the games were over before that was done",
                is_news=True,
            )
        return EngineUse("plain", "plain Python: too few games to compile it for")

    def _exceptions(self) -> str:
        """Say how many games plain Python has played because compiled ones can't; "" if none."""
        if not self.beyond:
            return ""
        games = sum(self.beyond.values())
        share = f"{games} of {self.compiled_games} games were played in plain Python"
        return f"; {share}, because {reason_of(self.beyond)} for compiled ones"

    def expect(self, games: int) -> None:
        """Receive the number of games to be played, so that a large number is compiled from the beginning."""
        self.expected = self.asked + games

    @property
    def may_compile(self) -> bool:
        """Whether no reason against compiling is known; the first call lowers the file."""
        if chosen() != AUTO:
            return False
        self.look_for_kept()
        if not self.obstacle and not self.is_known_to_compile and self.claim():
            try:
                self.lower(None, 1)
            finally:
                self.is_making = False
        return not self.obstacle

    def speed_up(self, games: int) -> int:
        """Return roughly how many times as fast as now this number of games will be played."""
        return FASTER if games >= WORTH and not self.is_ready and self.may_compile else 1

    # Playing ----------------------------------------------------------------------------------------------------------
    def play(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Play the games `first` to `first + count - 1`; return RESULT rows.  RuleError, CompiledDifferenceError.

        A single game is always played by plain Python, because callers that want one game also read its course.
        """
        rows = self._played(table, seed, first, count)
        note(self.game.name, self.in_use if count > 1 else self.in_use._replace(engine="plain", is_news=False))
        return rows

    def _played(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        is_directed = table.director is not None and not isinstance(table.director, Believing)
        if count <= 1 or chosen() != AUTO or table.listener or is_directed:
            return self.game.play_plain(table, seed, first, count)
        if not self.obstacle:
            with self.lock:
                self.asked += count
                is_enough = max(self.expected, self.asked) >= WORTH or self.plain_seconds >= PLAIN_SECONDS
            if is_enough and not self.proven and not self.is_making:
                self.compile_for(table)
        proven = self.proven
        if self.obstacle or proven is None:
            if self.proof.is_awaited and self.plain_seconds >= PROOF_SECONDS:
                self.proof.complete(table)
            return self._play_plain(table, seed, first, count)
        return self._play_compiled(proven, table, seed, first, count)

    def _play_plain(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        with self.proof.playing():
            rows = self._timed_plain(table, seed, first, count)
            self.proof.add(table, seed, first, rows)
        return rows

    def _timed_plain(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        began = time.thread_time()
        rows = self.game.play_plain(table, seed, first, count)
        with self.lock:
            self.plain_seconds += time.thread_time() - began
            self.plain_games += count
        return rows

    def _play_compiled(self, proven: ProvenCode, table: PlainTable, seed: int, first: int, count: int) -> Any:
        began = time.perf_counter()
        try:
            rows, flags = proven.code.play(table, seed, first, count)
        except NotCompilable:
            self.make_again(table, proven)
            return self._play_plain(table, seed, first, count)
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            self.fail(error)
            return self._play_plain(table, seed, first, count)
        with self.lock:
            self.compiled_games += count
            self.seconds_per_game = max((time.perf_counter() - began) / count, self.seconds_per_game / 2)
            self.beyond.update(flag for flag in flags.tolist() if flag in BEYOND_WORDS)
        flagged = set(np.flatnonzero(flags).tolist())
        for begin, end in runs_of(flagged.union(self.checks.due(table, rows, self.seconds_per_plain_game))):
            plain = self._timed_plain(table, seed, first + begin, end - begin)
            self._compare(table, seed, rows[begin:end], flags[begin:end], plain)
            rows[begin:end] = plain
        if self.is_making:
            self.proof.add(table, seed, first, rows)
        elif any(flags[place] in WIDENED for place in flagged):
            self.make_again(table, proven)
        return rows

    def _compare(self, table: PlainTable, seed: int, compiled: Any, flags: Any, plain: Any) -> None:
        """Play some compiled games again by plain Python and compare both.  CompiledDifferenceError."""
        difference = compare(seed, FlaggedGames(compiled, flags), plain)
        if difference is None:
            self.checks.note(table, plain[flags == 0])
            with self.lock:
                self.equal_games += int((flags == 0).sum())
            return
        self.differ(difference)

    # Looking on -------------------------------------------------------------------------------------------------------
    def taken(self, table: PlainTable, seed: int, games: range) -> Any:
        """Count cards as `plain.taking.taken` does; None: plain Python must do it.  CompiledDifferenceError."""
        proven = self.proven
        if not self.is_ready or proven is None or table.director or len(games) < MIN_COUNTED or games.step != 1:
            return None
        taken = functools.partial(proven.code.taken, table, seed, games.start)
        sums = self.attempt(lambda: taken(len(games)))
        first = None if sums is None else self.attempt(lambda: taken(1))
        if first is not None and not np.array_equal(first, self.game.taken_plain(table, seed, games[:1])):
            self.differ(GameDifference(seed, games.start, "cards offered and taken"))
        return sums

    def attempt(self, play: Callable[[], T]) -> T | None:
        """Return what compiled code plays; None where it can't, as at a table with other texts: plain Python must."""
        try:
            return play()
        except NotCompilable:
            return None
        except (DifferentTrialError, RuleError):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays
            self.fail(error)
            return None

    def trials(self, table: PlainTable) -> EngineTrials:
        """Return the player of trial games at a table."""
        return EngineTrials(self, table)

    def code_for_trials(self, table: PlainTable) -> GameCode | None:
        """Return proven code, compiled now if there is none; None: plain Python must play.  RuleError."""
        if self.proven is None and chosen() == AUTO:
            if self.compile_for(without_course(table)):
                while self.is_making and self.proof.missing:
                    if self.plain_seconds < PROOF_SECONDS or not self.proof.complete(table):
                        games = min(max(1, self.proof.missing), self.chunk)  # another thread may have played them
                        self._play_plain(without_course(table), TRIALS_SEED, self.plain_games, games)
            if self.maker is not None:
                self.maker.join()
        return self.proven.code if self.is_ready and self.proven else None

    def portable(self, table: PlainTable) -> Any:
        """Return the lowered game for machines of another kind, once its code is proven here.  NotCompilable.

        table: at which the proof is played.  Nobody there plays a game again whose lists were too short, so lists get
        PORTABLE_ROOM times the room.
        """
        if self.portable_game is None:
            if self.code_for_trials(table) is None:
                raise NotCompilable(self.obstacle.removesuffix(GAIN) or f"{VARIABLE}={OFF} forbids to compile it")
            observations, _ = observe(self.game, without_course(table), PORTABLE_ROOM)
            self.portable_game = self.workshop.lower(self.game, observations)
        return self.portable_game

    def differ(self, difference: GameDifference) -> None:
        """Drop the code because of a difference.  CompiledDifferenceError."""
        with self.lock:
            self.drop(difference)
        raise CompiledDifferenceError(self.game.name, str(difference))


def _part(most: int, seconds: float) -> int:
    return max(1, min(most, int(CHUNK_SECONDS / seconds))) if seconds else most
