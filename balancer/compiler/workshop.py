"""Compiled games, made of lowered ones in a process of their own and loaded into this one once they are proven."""

from __future__ import annotations

import contextlib
import functools
import pickle
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.compiler import block, kept_code
from balancer.compiler.builds import BuildError, BuildStoppedError
from balancer.compiler.errors import NotCompilable
from balancer.compiler.first_use import CPU_LIMIT_SIGNAL, STOPPING_SIGNALS
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import LoweredGame, lower
from balancer.compiler.machine_code import MachineCode
from balancer.compiler.machine_play import BlockResults, Games, play_block
from balancer.compiler.observations import Observations
from balancer.compiler.proof import FlaggedGames, Sample
from balancer.compiler.trials import CompiledTrials
from balancer.core.authoring import plain_process
from balancer.core.result_row import LARGEST
from balancer.plain.believing import Believing
from balancer.plain.lane import PlainGame
from balancer.plain.table import PlainTable

SECONDS = 60  # of processor time for an answer of the process that compiles
PATIENCE = 600.0  # seconds after which the process is ended where its processor time can't be limited


@dataclass
class CompiledGame:
    """A lowered game with its machine code."""

    lowered: LoweredGame
    content: bytes  # of the machine code

    @functools.cached_property
    def code(self) -> MachineCode:
        """The machine code, loaded into this process."""
        return MachineCode(self.content)

    def games(self, table: PlainTable, seed: int, first: int, count: int) -> Games:
        """Return arguments for the machine code.  NotCompilable: the table holds what the code does not cover."""
        lowered = self.lowered
        sizes = lowered.figures_size, lowered.constants["O_LINES"], table.seats, table.rules["max_rounds"]
        words = lowered.block_for(table)
        if isinstance(table.director, Believing):
            words[block.WATCHED], words[block.FIGURES] = 1, len(words)
            words = np.append(words, np.array(lowered.layout.believed(table.director), np.int64))
        return Games(words, *sizes, seed, first, count)

    def trials(self, table: PlainTable) -> CompiledTrials:
        """Return the player of trial games at a table.  NotCompilable."""
        return CompiledTrials(self.lowered, self.code, table)

    def taken(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Return int64[5, nodes, cards] as `plain.taking.taken` does; None where a game has raised a flag."""
        lowered = self.lowered
        nodes, cards = len(lowered.game.nodes), len(lowered.layout.program.cards)
        if not lowered.counts_cards or table.kinds != cards:
            return None
        words = lowered.block_for(table)
        words[block.WATCHED], words[block.TAKING] = 1, len(words)
        words = np.append(words, np.array([cards, nodes, *[0] * (cards * (1 + 2 * nodes))], np.int64))
        figures = np.zeros(lowered.figures_size + 5 * nodes * cards, np.int64)
        lines = np.empty((table.rules["max_rounds"] + 1) * table.seats, np.int64)
        memories = words.ctypes.data, figures.ctypes.data, lines.ctypes.data
        if self.code.function("count_games", 3, 4)(*memories, seed, first, count, lowered.figures_size):
            return None
        return figures[lowered.figures_size :].reshape(5, nodes, cards)

    def played(self, table: PlainTable, first: int, outcome: BlockResults) -> FlaggedGames:
        """Return the rows of games; a figure that is too large for a row raises a flag, too."""
        rows = self.lowered.rows(table, first, outcome.figures, outcome.standings)
        flags = self.lowered.errors_in(outcome.figures).copy()
        large = np.abs(rows["score"]).max(axis=1) > LARGEST
        flags[(flags == 0) & large] = ErrorFlag.TOO_LARGE
        return FlaggedGames(rows, flags)

    def mixed(self, table: PlainTable, seed: int, first: int, count: int, redrawn: int) -> FlaggedGames:
        """Play games in which some streams of dice are another game's; redrawn: their numbers, as a bit mask."""
        games = self.games(table, seed, first, count)
        games.block[block.REDRAWN] = redrawn
        return self.played(table, first, play_block(self.code, games))

    def play(self, table: PlainTable, seed: int, first: int, count: int) -> FlaggedGames:
        """Play games.  NotCompilable: the table holds texts or cards for which the code was not made."""
        return self.played(table, first, play_block(self.code, self.games(table, seed, first, count)))


class CompileProcess:
    """A process that compiles a game and plays its first games (`builds.Build`)."""

    def __init__(self, lowered: LoweredGame) -> None:
        """Start the process and send it the flat code."""
        self.lowered = lowered
        try:
            self.process: Any = plain_process.start("-m", "balancer.compiler.first_use", str(SECONDS), stderr=None)
        except OSError as error:
            raise BuildError(f"no process can be started to compile in ({error.strerror or error})") from None
        self._order((lowered.source, dict(lowered.constants)))

    def code(self) -> CompiledGame:
        """Wait for the machine code.  BuildError: it can't be made."""
        return CompiledGame(self.lowered, self._answer())

    def played(self, samples: Sequence[Sample]) -> list[FlaggedGames | None]:
        """Return the games of samples as the code plays them in the process.  BuildError: it has crashed.

        None stands for a table that the code does not cover, as one with more cards in another setting of a sweep.
        """
        game = CompiledGame(self.lowered, b"")
        played: list[FlaggedGames | None] = []
        for table, seed, first, rows in samples:
            try:
                self._order(game.games(table, seed, first, len(rows)))
            except NotCompilable:
                played.append(None)
            else:
                played.append(game.played(table, first, self._answer()))
        return played

    def close(self) -> None:
        """End the process that compiles."""
        self.process.kill()
        with contextlib.suppress(OSError):
            self.process.communicate()

    def _order(self, order: Any) -> None:
        with contextlib.suppress(OSError):  # a process that has ended gives no answer either
            pickle.dump(order, self.process.stdin)
            self.process.stdin.flush()

    def _answer(self) -> Any:
        """Return what the process answers; BuildError."""
        clock = threading.Timer(PATIENCE, self.process.kill)
        clock.start()
        try:
            answer = pickle.load(self.process.stdout)  # noqa: S301  written by the process that was started here
        except (EOFError, OSError, pickle.UnpicklingError):
            status = self.process.wait()
            if -status in STOPPING_SIGNALS:
                raise BuildStoppedError("the process that tried the compiled game was stopped") from None
            why = f"has ended with status {status}"
            if status == -CPU_LIMIT_SIGNAL:
                why = f"took more than {SECONDS} s of processor time"
            elif not clock.is_alive():
                why = f"did not answer for {PATIENCE:.0f} s"
            raise BuildError(
                f"the process that tried the compiled game {why}; please report this with the file"
            ) from None
        finally:
            clock.cancel()
        if isinstance(answer, str):
            raise BuildError(f"no machine code can be made ({answer}); please report this with the file")
        return answer


class CompilerWorkshop:
    """The steps from a plain game to a compiled one (`builds.Workshop`)."""

    def lower(self, game: PlainGame, observations: Observations) -> LoweredGame:
        """Return the game as flat code.  NotCompilable."""
        return lower(game, observations)

    def kept(self, lowered: LoweredGame) -> tuple[CompiledGame, int] | None:
        """Return proven code of an earlier process and the number of equal games; None where there is none."""
        entry = kept_code.read_code(lowered.source, lowered.constants)
        return entry and (CompiledGame(lowered, entry.content), entry.games)

    def keep(self, code: Any, games: int) -> None:
        """Store code for later processes."""
        kept_code.write_code(code.lowered.source, code.lowered.constants, kept_code.KeptCode(code.content, games))

    def build(self, lowered: LoweredGame) -> CompileProcess:
        """Start a process that compiles."""
        return CompileProcess(lowered)
