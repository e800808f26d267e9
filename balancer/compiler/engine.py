"""Plays the games of one plain file: plain Python at first, compiled once that is worth it and proven to be equal.

The first games of a run are played plain, and counted; meanwhile a thread observes some games, lowers the file, and has
a process of its own make machine code and play with it for the first time, so that neither the compiler nor a compiled
game can take the user's process down.  Rows of PROOF games must be equal byte by byte before the code is used here.
Later a few games of every table are compared, and one in a thousand for ever.

A compiled game that raises a flag is played again as plain Python: it gives the message of the rules' error, or, where
lists were too short, the row, and the file is compiled again with more room.  If plain Python finds nothing wrong with
a game that was flagged for another reason, or a row differs, the code is dropped and everything that it has played is
played again (CompiledDifferenceError).
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from balancer.compiler import kept_code
from balancer.compiler.choice import AUTO, chosen
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import WIDENED
from balancer.compiler.observations import Observations
from balancer.compiler.observing import SEED, observe
from balancer.compiler.proof import CompiledDifferenceError, Difference, Played, Sample, compare
from balancer.compiler.spot_checks import SpotChecks
from balancer.core.cache.kernel_cache import warn_once
from balancer.core.rule_errors import RuleError
from balancer.plain.lane import PlainGame, PlainTable

PROOF = 200  # games that must be equal before compiled ones count
WORTH = 3_000  # games from which on compiling takes less time than it saves
PLAIN_SECONDS = 1.0  # of plain play after which a file is compiled, however many games follow: it takes as long
FASTER = 80  # times as fast as plain Python, usually
MAX_WIDENINGS = 6
MAX_OVERFLOWS = 0.02  # of the games of a proof: more lists that are too short are widened before the code is used
FIRST_CHUNK, MAX_CHUNK = 512, 8_192  # compiled games at once
CHUNK_SECONDS = 0.5


class Code(Protocol):
    """A compiled game."""

    def play(self, table: PlainTable, seed: int, first: int, count: int) -> Played:
        """Play games; NotCompilable: the table holds what the code was not made for (texts, more cards)."""


class Workshop(Protocol):
    """Makes compiled games."""

    def lower(self, game: PlainGame, observations: Observations) -> Any:
        """Return the lowered game; NotCompilable."""

    def build(self, lowered: Any) -> Build:
        """Begin to make machine code."""


class Build(Protocol):
    """Machine code that is made in a process of its own."""

    def played(self, samples: Sequence[Sample]) -> list[Played]:
        """Return the games of samples as the code plays them there.  BuildError: it could not be made, or crashed."""

    def code(self) -> Code:
        """Return the code for this process."""


class BuildError(Exception):
    """Machine code that could not be made, or did not survive its first games."""


@dataclass(frozen=True)
class Proven:
    """Code that has played `games` games equal to plain Python's, compiled for lists `wider` times as long."""

    code: Code
    games: int
    wider: int


class Engine:
    """Decides for one plain file who plays, and compares both."""

    def __init__(self, game: PlainGame, workshop: Workshop) -> None:
        """Play a game; nothing is compiled yet."""
        self.game, self.workshop = game, workshop
        self.lock = threading.Lock()
        self.proven: Proven | None = None
        self.obstacle = ""  # why plain Python plays, '' where nothing prevents compiling
        self.checks = SpotChecks()
        self.samples: list[Sample] = []
        self.maker: threading.Thread | None = None
        self.expected = self.asked = self.compiled_games = self.equal_games = 0
        self.plain_seconds, self.seconds_per_game = 0.0, 0.0
        self.has_looked = False  # for code of an earlier process
        self.lowered: Any = None

    # What others ask --------------------------------------------------------------------------------------------------
    @property
    def is_ready(self) -> bool:
        """Whether the next games are compiled ones, which do not hold the interpreter."""
        return self.proven is not None and not self.obstacle and chosen() == AUTO

    @property
    def chunk(self) -> int:
        """Games to play at once, half a second of them at most; 0 while plain Python plays."""
        if not self.is_ready:
            return 0
        if not self.seconds_per_game:
            return FIRST_CHUNK
        return int(min(MAX_CHUNK, max(1, CHUNK_SECONDS / self.seconds_per_game)))

    @property
    def name(self) -> str:
        """``compiled`` where compiled games were played, else ``plain``."""
        return "compiled" if self.compiled_games and not self.obstacle else "plain"

    @property
    def note(self) -> str:
        """Who has played, and why, in one line."""
        if self.name == "compiled" and self.proven:
            return f"compiled, equal in {self.proven.games + self.equal_games} games"
        if chosen() != AUTO:
            return "plain Python, as was asked"
        if self.obstacle:
            return f"plain Python: {self.obstacle}"
        return "plain Python: too few games to compile it for"

    def expect(self, games: int) -> None:
        """Know how many games are to be played, so that many are compiled from the beginning."""
        self.expected = self.asked + games

    def prevented_by(self, table: PlainTable) -> str:
        """Return what prevents compiling, '' where nothing is known to; lowers the file if that was not done yet."""
        with self.lock:
            if not self.obstacle and not self.proven and not self.maker and self.lowered is None:
                try:
                    observations, samples = observe(self.game, table)
                    self.lowered = self.workshop.lower(self.game, observations), samples
                except NotCompilable as error:
                    self.obstacle = _words(error)
        return self.obstacle

    # Playing ----------------------------------------------------------------------------------------------------------
    def play(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Games first .. first+count-1 as RESULT rows; RuleError, CompiledDifferenceError.

        A single game is played plain: whoever asks for one looks at the course of it, too.
        """
        if count <= 1 or chosen() != AUTO or table.listener or table.director:
            return self.game.play_plain(table, seed, first, count)
        if not self.obstacle:
            self._consider(table, count)
        proven = self.proven
        if self.obstacle or proven is None:
            return self._play_plain(table, seed, first, count)
        return self._play_compiled(proven, table, seed, first, count)

    def _play_plain(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        began = time.thread_time()
        rows = self.game.play_plain(table, seed, first, count)
        with self.lock:
            self.plain_seconds += time.thread_time() - began
            if sum(len(sample.rows) for sample in self.samples) < PROOF and not self.proven:
                self.samples.append(Sample(_still(table), seed, first, rows[:PROOF]))
        return rows

    def _play_compiled(self, proven: Proven, table: PlainTable, seed: int, first: int, count: int) -> Any:
        began = time.perf_counter()
        try:
            rows, flags = proven.code.play(table, seed, first, count)
        except NotCompilable:
            self._make_again(table, proven)
            return self._play_plain(table, seed, first, count)
        with self.lock:
            self.compiled_games += count
            measured = (time.perf_counter() - began) / count
            self.seconds_per_game = max(measured, self.seconds_per_game / 2)
        flagged = set(np.flatnonzero(flags).tolist())
        for begin, end in _runs(flagged.union(self.checks.due(table, rows))):
            plain = self.game.play_plain(table, seed, first + begin, end - begin)
            self._compare(table, seed, rows[begin:end], flags[begin:end], plain)
            rows[begin:end] = plain
        if any(flags[place] in WIDENED for place in flagged):
            self._make_again(table, proven)
        return rows

    def _compare(self, table: PlainTable, seed: int, compiled: Any, flags: Any, plain: Any) -> None:
        """Compare compiled games with plain Python's; CompiledDifferenceError."""
        difference = compare(seed, Played(compiled, flags), plain)
        if difference is None:
            self.checks.note(table, plain[flags == 0])
            with self.lock:
                self.equal_games += int((flags == 0).sum())
            return
        with self.lock:
            self._drop(difference)
        raise CompiledDifferenceError(self.game.name, str(difference))

    # Compiling --------------------------------------------------------------------------------------------------------
    def _consider(self, table: PlainTable, count: int) -> None:
        """Load code of an earlier process, or begin to compile, where enough is played for it."""
        with self.lock:
            self.asked += count
            many = max(self.expected, self.asked) >= WORTH or self.plain_seconds >= PLAIN_SECONDS
            if not many or self.proven or self.maker or self.obstacle:
                return
            if not self.has_looked:
                self.has_looked = True
                found = kept_code.read(self.game)
                if isinstance(found, str):
                    self.obstacle = found
                elif found is not None:
                    self.proven = Proven(*found)
            if not self.proven and not self.obstacle:
                self._start(table, 1)

    def _make_again(self, table: PlainTable, proven: Proven) -> None:
        """Compile with more room, or for a table that holds more; what there is plays on meanwhile."""
        with self.lock:
            if self.maker or self.proven is not proven:
                return
            if proven.wider >= 2**MAX_WIDENINGS:
                self.obstacle = "its lists become longer in every game"
                return
            self.lowered = None
            self._start(table, 2 * proven.wider)

    def _start(self, table: PlainTable, wider: int) -> None:
        self.maker = threading.Thread(
            target=self._make, args=(_still(table), wider), name="balancer-compiler", daemon=True
        )
        self.maker.start()

    def _make(self, table: PlainTable, wider: int) -> None:
        """Observe, lower, compile and prove; a thread's work."""
        proven, problem = None, ""
        try:
            proven = self._made(table, wider)
        except NotCompilable as error:
            problem = _words(error)
        except BuildError as error:
            problem = str(error)
        except RuleError:  # whoever plays gets the message
            pass
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            problem = f"the compiler fails ({type(error).__name__}: {error}); please report this with the file"
        with self.lock:
            self.maker = None
            self.obstacle = self.obstacle or problem
            if proven is not None and not self.obstacle:
                self.proven, self.samples = proven, []

    def _made(self, table: PlainTable, wider: int) -> Proven | None:
        """Return proven code; None where a game differs, which is written on stderr."""
        if self.lowered is None:
            observations, observed = observe(self.game, table, wider)
            lowered = self.workshop.lower(self.game, observations)
        else:
            lowered, observed = self.lowered
        build = self.workshop.build(lowered)
        with self.lock:
            samples = [*observed, *self.samples]
        lacking = PROOF - sum(len(sample.rows) for sample in samples)
        if lacking > 0:
            rows = self.game.play_plain(table, SEED, 0, lacking)
            samples.append(Sample(table, SEED, 0, rows))
        games, too_short = 0, 0
        for sample, played in zip(samples, build.played(samples), strict=True):
            difference = compare(sample.seed, played, sample.rows)
            if difference is not None:
                with self.lock:
                    self._drop(difference)
                warn_once(f"{self.game.name}: plain Python plays on: {self.obstacle}")
                return None
            games += int((played.flags == 0).sum())
            too_short += int((played.flags != 0).sum())
            self.checks.note(sample.table, sample.rows[played.flags == 0])
        if too_short > games * MAX_OVERFLOWS and wider < 2**MAX_WIDENINGS:
            self.lowered = None
            return self._made(table, 2 * wider)
        proven = Proven(build.code(), games, wider)
        kept_code.write(self.game, (proven.code, proven.games, proven.wider))
        return proven

    def _drop(self, difference: Difference) -> None:
        """Use the code no more, in this process or another."""
        self.proven = None
        self.obstacle = f"the compiled game is not equal to it ({difference}); please report this with the file"
        kept_code.write(self.game, self.obstacle)


def _words(error: NotCompilable) -> str:
    """Say what prevents compiling, and what mending it gains."""
    return f"{error} and it plays about {FASTER} times as fast" if error.advice else str(error)


def _still(table: PlainTable) -> PlainTable:
    """Return a table as it is now, at which another thread may play."""
    return dataclasses.replace(table, places=list(table.places), course=None)


def _runs(places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the ranges (begin, end) of places that follow each other, in ascending order."""
    runs: list[tuple[int, int]] = []
    for place in sorted(places):
        if runs and runs[-1][1] == place:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs
