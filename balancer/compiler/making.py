"""Makes the compiled code of one plain file, and proves it: observed games, flat code, machine code, equal rows.

The thread that first finds enough games ahead observes a few and lowers the file; then a process of its own makes
machine code and plays with it for the first time, so that neither the compiler nor a compiled game can take the user's
process down.  Meanwhile games are played plain, and counted; rows of PROOF games must be equal byte by byte before the
code is used.
"""

from __future__ import annotations

import dataclasses
import threading
from collections import Counter
from collections.abc import Sequence
from typing import Any

from balancer.compiler import kept_code
from balancer.compiler.builds import BuildError, BuildStoppedError, ProvenCode, Workshop
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import BEYOND_WORDS, WIDENED, ErrorFlag
from balancer.compiler.observations import Observations
from balancer.compiler.observing import observe
from balancer.compiler.proof import FlaggedGames, GameDifference, Sample, compare
from balancer.compiler.proof_games import ProofGames, without_course
from balancer.compiler.spot_checks import SpotChecks
from balancer.core.cache.kernel_cache import warn_once
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

WORTH = 3_000  # games from which on compiling takes less time than it saves
FASTER = 60  # times as fast as plain Python, usually
GAIN = f" and it plays about {FASTER} times as fast"  # where the reason against compiling ends with advice
MAX_WIDENINGS = 6
TOO_LONG = "its lists become longer in every game"


class CodeMaker:
    """Maker of compiled code for one game: it decides when to make it, and proves it."""

    def __init__(self, game: PlainGame, workshop: Workshop) -> None:
        """Prepare to compile a game; nothing is done yet."""
        self.game, self.workshop = game, workshop
        self.lock = threading.Lock()
        self.proven: ProvenCode | None = None
        self.obstacle = ""  # why plain Python plays, '' where nothing prevents compiling
        self.checks = SpotChecks()
        self.proof = ProofGames(game)
        self.maker: threading.Thread | None = None
        self.is_making = False  # a thread lowers the file, or waits for its machine code
        self.limits: Counter[int] = Counter()  # flags that most games of the last proof have raised
        self.has_looked = self.is_known_to_compile = False  # for what earlier processes have found out
        self.lowered: Any = None
        self.observations = Observations()  # those of which `lowered` is made

    # When code is made ------------------------------------------------------------------------------------------------
    def compile_for(self, table: PlainTable) -> bool:
        """Begin to compile unless something prevents that, or it is being done; return whether it has begun."""
        self.look_for_kept()
        has_begun = not self.obstacle and self.claim()
        if has_begun:
            self.begin(table, 1)
        return has_begun

    def make_again(self, table: PlainTable, proven: ProvenCode) -> None:
        """Compile with more room, or for a table that holds more; the code in use plays on meanwhile."""
        if self.proven is not proven or not self.claim():
            return
        if proven.wider >= 2**MAX_WIDENINGS:
            self.obstacle = TOO_LONG
            return
        self.lowered = None
        self.begin(table, 2 * proven.wider)

    def claim(self) -> bool:
        """Return whether this thread may lower the file: no other one does."""
        with self.lock:
            is_mine, self.is_making = not self.is_making, True
            return is_mine

    def look_for_kept(self) -> None:
        """Use the verdict or the code of an earlier process."""
        with self.lock:
            if self.has_looked:
                return
            self.has_looked = True
            verdict = kept_code.read_verdict(self.game)
            self.obstacle, self.is_known_to_compile = verdict or "", verdict == ""

    def begin(self, table: PlainTable, wider: int) -> None:
        """Lower the file, and let another thread wait for its machine code."""
        try:
            self.lower(table, wider)
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

    # How it is made ---------------------------------------------------------------------------------------------------
    def lower(self, table: PlainTable | None, wider: int) -> None:
        """Observe games and lower the file, unless that was done; table: the one of the run, if there is one."""
        if self.lowered is not None:
            return
        try:
            self.observations, samples = observe(self.game, table and without_course(table), wider)
            if samples:  # none where the rules fail, or component tables can't be read: the command says so
                self.lowered, self.proof.observed = self.workshop.lower(self.game, self.observations), samples
        except NotCompilable as error:
            self._refuse(f"{error}{GAIN}" if error.advice else str(error))
        except (KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001  whatever it is, plain Python plays on
            self.fail(error)

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
            self.fail(error)
        else:
            if proven is not None:
                self._use(proven)
            elif self.limits:
                is_too_long = self.limits.most_common(1)[0][0] in WIDENED
                self._refuse(TOO_LONG if is_too_long else f"in most games {reason_of(self.limits)} for compiled ones")
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

    def _prove(self, samples: Sequence[Sample], all_played: Sequence[FlaggedGames | None]) -> int:
        """Return how many games are equal; 0 where one differs, or most are beyond the limits of compiled ones."""
        games, limits = 0, Counter[int]()
        for sample, played in zip(samples, all_played, strict=True):
            if played is None:  # a table for which the file is compiled again once the code is to play there
                continue
            difference = compare(sample.seed, played, sample.rows)
            if difference is not None:
                with self.lock:
                    self.drop(difference)
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
        if flag in WIDENED and max(seen.wider, seen.memory) < 2**MAX_WIDENINGS:
            self.observations = seen.widened(flag)
        elif flag == ErrorFlag.TOO_LARGE and not seen.has_row_tuples:  # tuples that no word can hold
            self.observations = dataclasses.replace(seen, has_row_tuples=True)
        else:
            return False
        try:
            self.lowered = self.workshop.lower(self.game, self.observations)
        except NotCompilable:
            return False
        return True

    # What comes of it ------------------------------------------------------------------------------------------------
    def _refuse(self, obstacle: str) -> None:
        with self.lock:
            self.obstacle = self.obstacle or obstacle
        kept_code.write_verdict(self.game, self.obstacle)

    def fail(self, error: Exception) -> None:
        """Let plain Python play on after an error of the compiler or its code."""
        self._refuse(f"the compiler fails ({type(error).__name__}: {error}); please report this with the file")

    def _use(self, proven: ProvenCode) -> None:
        """Let the code play from now on."""
        with self.lock:
            if not self.obstacle:
                self.proven = proven
        if not self.is_known_to_compile:
            self.is_known_to_compile = True
            kept_code.write_verdict(self.game, self.obstacle)

    def drop(self, difference: GameDifference) -> None:
        """Let plain Python play on after a game that differs."""
        self.proven = None
        self.obstacle = f"the compiled game is not equal to it ({difference}); please report this with the file"
        kept_code.write_verdict(self.game, self.obstacle)


def reason_of(flags: Counter[int]) -> str:
    """Return in words what the most frequent of some flags means."""
    (flag, _), *_ = flags.most_common(1)
    return BEYOND_WORDS[ErrorFlag(flag)]
