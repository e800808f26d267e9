"""Plays the games of one plain file: plain Python at first, compiled once that is worth it and proven to be equal.

The thread that first finds enough games ahead observes a few and lowers the file; then a process of its own makes
machine code and plays with it for the first time, so that neither the compiler nor a compiled game can take the user's
process down.  Meanwhile games are played plain, and counted; rows of PROOF games must be equal byte by byte before the
code is used here.  Later a few games of every table are compared, and one in a thousand for ever.

A compiled game that raises a flag is played again as plain Python: it gives the message of the rules' error, or the
row, where lists were too short (the file is then compiled again with more room) or the game is beyond another limit of
compiled games.  If plain Python finds nothing wrong with a game that was flagged for another reason, or a row differs,
the code is dropped and everything that it has played is played again (CompiledDifferenceError).
"""

from __future__ import annotations

import contextlib
import dataclasses
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from balancer.compiler import kept_code
from balancer.compiler.builds import BuildError, BuildStoppedError, GameCode, ProvenCode, Workshop
from balancer.compiler.choice import AUTO, OFF, VARIABLE, EngineUse, chosen, note
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import BEYOND_WORDS, WIDENED, ErrorFlag
from balancer.compiler.observations import Observations
from balancer.compiler.observing import observe
from balancer.compiler.proof import (
    CompiledDifferenceError,
    DifferentTrialError,
    FlaggedGames,
    GameDifference,
    Sample,
    compare,
)
from balancer.compiler.proof_games import ProofGames, still
from balancer.compiler.spot_checks import SpotChecks
from balancer.core.cache.kernel_cache import warn_once
from balancer.plain.believing import Believing
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable
from balancer.plain.thinking.trials import Fork, Outcomes, Replay

WORTH = 3_000  # games from which on compiling takes less time than it saves
PLAIN_SECONDS = 1.0  # of plain play after which a file is compiled, however many games follow: compiling takes as long
FASTER = 60  # times as fast as plain Python, usually
GAIN = f" and it plays about {FASTER} times as fast"  # where the reason against compiling ends with advice
PORTABLE_ROOM = 4  # times as much room for lists as elsewhere
MAX_WIDENINGS = 6
TOO_LONG = "its lists become longer in every game"
WORTH_TRIALS = 4_000  # trial games from which on it is worth compiling for them only
TRIALS_SEED = 1  # of games that are played to prove such code
MIN_COUNTED = 8  # games for which compiled code counts cards: plain Python counts one of them, too
PROOF_SECONDS = 4.0  # of plain play, after which random players play what the proof lacks
MIN_CHUNK, FIRST_CHUNK, MAX_CHUNK = 16, 512, 8_192  # compiled games at once, at first and at most ...
FIRST_PLAIN_CHUNK, PLAIN_CHUNK = 32, 256  # ... and games of plain Python ...
CHUNK_SECONDS = 0.5  # ... which take about so long


class CompilingEngine:
    """Engine of one plain file: it decides whether plain Python or compiled code plays, and compares both."""

    def __init__(self, game: PlainGame, workshop: Workshop) -> None:
        """Play a game; nothing is compiled yet."""
        self.game, self.workshop = game, workshop
        self.lock = threading.Lock()
        self.proven: ProvenCode | None = None
        self.obstacle = ""  # why plain Python plays, '' where nothing prevents compiling
        self.checks = SpotChecks()
        self.proof = ProofGames(game)
        self.maker: threading.Thread | None = None
        self.is_making = False  # a thread lowers the file, or waits for its machine code
        self.expected = self.asked = self.plain_games = self.compiled_games = self.equal_games = 0
        self.plain_seconds, self.seconds_per_game = 0.0, 0.0
        self.limits: Counter[int] = Counter()  # flags that most games of the last proof have raised
        self.beyond: Counter[int] = Counter()  # games replayed as plain Python because of a limit, by their flag
        self.has_looked = self.is_known_to_compile = False  # for what earlier processes have found out
        self.lowered: Any = None
        self.observations = Observations()  # those of which `lowered` is made
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
            return EngineUse("plain", "plain Python: it ended before compiled games were ready", is_news=True)
        return EngineUse("plain", "plain Python: too few games to compile it for")

    def _exceptions(self) -> str:
        """Say how many games plain Python has played because compiled ones can't; "" if none."""
        if not self.beyond:
            return ""
        games = sum(self.beyond.values())
        share = f"{games} of {self.compiled_games} games were played in plain Python"
        return f"; {share}, because {_reason(self.beyond)} for compiled ones"

    def expect(self, games: int) -> None:
        """Receive the number of games to be played, so that a large number is compiled from the beginning."""
        self.expected = self.asked + games

    @property
    def may_compile(self) -> bool:
        """Whether no reason against compiling is known; the first call lowers the file."""
        if chosen() != AUTO:
            return False
        self._look_for_kept()
        if not self.obstacle and not self.is_known_to_compile and self._claim():
            try:
                self._lower(None, 1)
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
            self._consider(table, count)
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
            self._make_again(table, proven)
            return self._play_plain(table, seed, first, count)
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            self._fail(error)
            return self._play_plain(table, seed, first, count)
        with self.lock:
            self.compiled_games += count
            self.seconds_per_game = max((time.perf_counter() - began) / count, self.seconds_per_game / 2)
            self.beyond.update(flag for flag in flags.tolist() if flag in BEYOND_WORDS)
        flagged = set(np.flatnonzero(flags).tolist())
        for begin, end in _runs(flagged.union(self.checks.due(table, rows, self.seconds_per_plain_game))):
            plain = self._timed_plain(table, seed, first + begin, end - begin)
            self._compare(table, seed, rows[begin:end], flags[begin:end], plain)
            rows[begin:end] = plain
        if self.is_making:
            self.proof.add(table, seed, first, rows)
        elif any(flags[place] in WIDENED for place in flagged):
            self._make_again(table, proven)
        return rows

    def _compare(self, table: PlainTable, seed: int, compiled: Any, flags: Any, plain: Any) -> None:
        """Play some compiled games again by plain Python and compare both.  CompiledDifferenceError."""
        difference = compare(seed, FlaggedGames(compiled, flags), plain)
        if difference is None:
            self.checks.note(table, plain[flags == 0])
            with self.lock:
                self.equal_games += int((flags == 0).sum())
            return
        self._differ(difference)

    # Looking on -------------------------------------------------------------------------------------------------------
    def taken(self, table: PlainTable, seed: int, games: range) -> Any:
        """Count cards as `plain.taking.taken` does; None: plain Python must do it.  CompiledDifferenceError."""
        proven = self.proven
        if not self.is_ready or proven is None or table.director or len(games) < MIN_COUNTED or games.step != 1:
            return None
        try:
            sums = proven.code.taken(table, seed, games.start, len(games))
            first = None if sums is None else proven.code.taken(table, seed, games.start, 1)
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python counts
            self._fail(error)
            return None
        if first is not None and not np.array_equal(first, self.game.taken_plain(table, seed, games[:1])):
            self._differ(GameDifference(seed, games.start, "cards offered and taken"))
        return sums

    def trials(self, table: PlainTable) -> EngineTrials:
        """Return the player of trial games at a table."""
        return EngineTrials(self, table)

    def code_for_trials(self, table: PlainTable) -> GameCode | None:
        """Return proven code, compiled now if there is none; None: plain Python must play.  RuleError."""
        if self.proven is None and chosen() == AUTO:
            self._look_for_kept()
            if not self.obstacle and self._claim():
                self._begin(still(table), 1)
                while self.is_making and self.proof.missing:
                    if self.plain_seconds < PROOF_SECONDS or not self.proof.complete(table):
                        games = min(self.proof.missing, self.chunk)
                        self._play_plain(still(table), TRIALS_SEED, self.plain_games, games)
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
            observations, _ = observe(self.game, still(table), PORTABLE_ROOM)
            self.portable_game = self.workshop.lower(self.game, observations)
        return self.portable_game

    def _differ(self, difference: GameDifference) -> None:
        with self.lock:
            self._drop(difference)
        raise CompiledDifferenceError(self.game.name, str(difference))

    # Compiling --------------------------------------------------------------------------------------------------------
    def _consider(self, table: PlainTable, count: int) -> None:
        """Begin to compile if enough games are ahead."""
        with self.lock:
            self.asked += count
            is_enough = max(self.expected, self.asked) >= WORTH or self.plain_seconds >= PLAIN_SECONDS
        if is_enough and not self.proven and not self.is_making:
            self._look_for_kept()
            if not self.obstacle and self._claim():
                self._begin(table, 1)

    def _make_again(self, table: PlainTable, proven: ProvenCode) -> None:
        """Compile with more room, or for a table that holds more; the code in use plays on meanwhile."""
        if self.proven is not proven or not self._claim():
            return
        if proven.wider >= 2**MAX_WIDENINGS:
            self.obstacle = TOO_LONG
            return
        self.lowered = None
        self._begin(table, 2 * proven.wider)

    def _claim(self) -> bool:
        with self.lock:
            is_mine, self.is_making = not self.is_making, True
            return is_mine

    def _look_for_kept(self) -> None:
        """Use the verdict or the code of an earlier process."""
        with self.lock:
            if self.has_looked:
                return
            self.has_looked = True
            verdict = kept_code.read_verdict(self.game)
            self.obstacle, self.is_known_to_compile = verdict or "", verdict == ""

    def _begin(self, table: PlainTable, wider: int) -> None:
        """Lower the file, and let another thread wait for its machine code."""
        try:
            self._lower(table, wider)
        except BaseException:
            self.is_making = False
            raise
        if self.lowered is None:
            self.is_making = False
            return
        earlier_code = self.workshop.kept(self.lowered)
        if earlier_code is not None:
            self._use(ProvenCode(*earlier_code, wider))
            self.is_making = False
            return
        maker = threading.Thread(target=self._make, name="balancer-compiler", daemon=True)
        maker.start()
        self.maker = maker  # only now, as other threads join it

    def _lower(self, table: PlainTable | None, wider: int) -> None:
        """Observe games and lower the file, unless that was done; table: the one of the run, if there is one."""
        if self.lowered is not None:
            return
        try:
            self.observations, samples = observe(self.game, table and still(table), wider)
            if samples:  # none where the rules fail, or component tables can't be read: the command says so
                self.lowered, self.proof.observed = self.workshop.lower(self.game, self.observations), samples
        except NotCompilable as error:
            self._refuse(f"{error}{GAIN}" if error.advice else str(error))
        except (KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            self._fail(error)

    def _make(self) -> None:
        """Compile and prove the code.  This runs in a thread, in which no rule of the game is called."""
        try:
            proven = self._made()
            while proven is None and self.limits and self._lower_again():
                proven = self._made()
        except BuildStoppedError:
            pass  # the next process compiles the file
        except BuildError as error:
            self._refuse(str(error))
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            self._fail(error)
        else:
            if proven is not None:
                self._use(proven)
            elif self.limits:
                self._refuse(_obstacle(self.limits))
        finally:
            self.is_making = False

    def _made(self) -> ProvenCode | None:
        """Return proven code; None where a game differs (which is written to stderr) or too few games were played."""
        self.limits = Counter()
        build = self.workshop.build(self.lowered)
        try:
            code = build.code()
            samples = self.proof.wait()
            if samples is None:
                return None
            games = self._prove(samples, build.played(samples))
        finally:
            build.close()
        if not games:
            return None
        self.workshop.keep(code, games)
        return ProvenCode(code, games, self.observations.wider)

    def _prove(self, samples: Sequence[Sample], all_played: Sequence[FlaggedGames]) -> int:
        """Return how many games are equal; 0 where one differs, or most are beyond the limits of compiled ones."""
        games, limits = 0, Counter[int]()
        for sample, played in zip(samples, all_played, strict=True):
            difference = compare(sample.seed, played, sample.rows)
            if difference is not None:
                with self.lock:
                    self._drop(difference)
                warn_once(f"{self.game.name}: plain Python plays on: {self.obstacle}")
                return 0
            games += int((played.flags == 0).sum())
            limits.update(flag for flag in played.flags.tolist() if flag)
            self.checks.note(sample.table, sample.rows[played.flags == 0])
        self.limits = limits if sum(limits.values()) > games else Counter()
        return 0 if self.limits else games

    def _lower_again(self) -> bool:
        """Lower the file again with what most games of the last proof needed; return whether that can help."""
        (flag, _), *_ = self.limits.most_common(1)
        seen = self.observations
        if flag in WIDENED and seen.wider < 2**MAX_WIDENINGS:
            self.observations = seen.widened()
        elif flag == ErrorFlag.TOO_LARGE and not seen.has_row_tuples:  # tuples that no word can hold
            self.observations = dataclasses.replace(seen, has_row_tuples=True)
        else:
            return False
        try:
            self.lowered = self.workshop.lower(self.game, self.observations)
        except NotCompilable:
            return False
        return True

    def _refuse(self, obstacle: str) -> None:
        with self.lock:
            self.obstacle = self.obstacle or obstacle
        kept_code.write_verdict(self.game, self.obstacle)

    def _fail(self, error: Exception) -> None:
        self._refuse(f"the compiler fails ({type(error).__name__}: {error}); please report this with the file")

    def _use(self, proven: ProvenCode) -> None:
        """Let the code play from now on."""
        with self.lock:
            if not self.obstacle:
                self.proven = proven
        if not self.is_known_to_compile:
            self.is_known_to_compile = True
            kept_code.write_verdict(self.game, self.obstacle)

    def _drop(self, difference: GameDifference) -> None:
        self.proven = None
        self.obstacle = f"the compiled game is not equal to it ({difference}); please report this with the file"
        kept_code.write_verdict(self.game, self.obstacle)


class EngineTrials:
    """Player of trial games at one table, once code is proven (`plain.thinking.trials.Trials`)."""

    def __init__(self, engine: CompilingEngine, table: PlainTable) -> None:
        """Prepare a table at which a player thinks or is watched."""
        self.engine, self.table = engine, table
        self.expected = 0
        self.code: GameCode | None = None
        self.made: Any = None
        self.difference: GameDifference | None = None

    def prepare(self, games: int) -> None:
        """Compile if enough trial games are ahead."""
        self.expected += games
        if self.expected >= WORTH_TRIALS:
            code = self.engine.code_for_trials(self.table)
            if code is not self.code:
                self.code, self.made = code, None
                with contextlib.suppress(NotCompilable):
                    self.made = code and code.trials(self.table)
        if self.code:
            note(self.engine.game.name, self.engine.in_use)

    def outcomes(self, fork: Fork, options: Sequence[int], worlds: range, replay: Replay) -> Outcomes:
        """Return the outcomes of trial games as `Trials.outcomes` does; None: plain Python must play them."""
        if self.made is None:
            return None
        try:
            return self.made.outcomes(fork, options, worlds, replay)
        except DifferentTrialError as error:
            self.difference = GameDifference(fork.seed, fork.game_number, str(error))
            self.made = None
            return None

    def mixed(self, seed: int, first: int, count: int, redrawn: int, plain: Callable[[int, int], Any]) -> Any:
        """Return RESULT rows as `Trials.mixed` does; None: plain Python must play.  CompiledDifferenceError.

        The first game is compared with plain Python's, as are all that raise a flag.
        """
        self.prepare(count)
        proven = self.engine.proven
        if proven is None or not self.engine.is_ready or self.table.director is not None:
            return None
        try:
            rows, flags = proven.code.mixed(self.table, seed, first, count, redrawn)
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays
            self.engine._fail(error)  # noqa: SLF001  its own part
            return None
        for begin, end in _runs({0, *np.flatnonzero(flags).tolist()}):
            replayed = plain(first + begin, end - begin)
            difference = compare(seed, FlaggedGames(rows[begin:end], flags[begin:end]), replayed)
            if difference is not None:
                self.engine._differ(difference)  # noqa: SLF001  its own part
            rows[begin:end] = replayed
        return rows

    def confirm(self) -> None:
        """Raise CompiledDifferenceError if a trial game has differed."""
        if self.difference is not None:
            difference, self.difference = self.difference, None
            self.engine._differ(difference)  # noqa: SLF001  its own part


def _obstacle(limits: Counter[int]) -> str:
    """Return in words why code is of no use if most of its games have raised some flags."""
    (flag, _), *_ = limits.most_common(1)
    return TOO_LONG if flag in WIDENED else f"in most games {_reason(limits)} for compiled ones"


def _reason(flags: Counter[int]) -> str:
    """Return in words what the most frequent of some flags means."""
    (flag, _), *_ = flags.most_common(1)
    return BEYOND_WORDS[ErrorFlag(flag)]


def _part(most: int, seconds: float) -> int:
    return max(1, min(most, int(CHUNK_SECONDS / seconds))) if seconds else most


def _runs(places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the ranges (begin, end) of places that follow each other, in ascending order."""
    runs: list[tuple[int, int]] = []
    for place in sorted(places):
        if runs and runs[-1][1] == place:
            runs[-1] = runs[-1][0], place + 1
        else:
            runs.append((place, place + 1))
    return runs
