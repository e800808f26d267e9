"""The dry run: before rules from outside are compiled for the first time, they play some games as plain Python.

Compiled, nothing reports an index past the end of a row, a field misspelt or a loop that never ends: figures look
right, or the program dies or hangs.  As plain Python the same rules raise errors with file and line.  The dry run is a
process of its own (``python -m balancer.simulation.dry_run``): it reads the cells from stdin, writes the first error
to stdout, and takes two or three seconds after each change of the rules.
"""

from __future__ import annotations

import _thread
import contextlib
import itertools
import json
import pickle
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from balancer import games
from balancer.core import rule_errors
from balancer.core.authoring import plain_process, rule_lint
from balancer.core.compile import PLAIN
from balancer.core.rule_errors import MistakeError, RuleError, author_folder, rule_error

if TYPE_CHECKING:
    from balancer.core.game import Game
    from balancer.scenario.plan import Cell

SECONDS = 1.5
"""How long games are played, once each cell has played one."""

MAX_SECONDS = 10.0
"""Seconds after which no cell begins a game, even if it has played none."""

PATIENCE = 25.0
"""Seconds after which a game that has not ended yet is too long for a dry run, which is no error."""

INTERVAL = 0.25
"""Seconds between two looks at a table."""

STUCK_LOOKS = 32
"""Looks at one turn after which it is without end.  Looks are counted, not seconds: a computer may have slept."""

MAX_TURNS_PER_ROUND = 2**14
"""Turns of one round after which they are without end."""

GAMES = 40
"""Games per cell at most."""


def dry_run(cells: Sequence[Cell]) -> None:
    """Play the first games of cells of one game as plain Python; RuleError reports the first error."""
    process = plain_process.start("-m", "balancer.simulation.dry_run")
    out, errors = process.communicate(pickle.dumps([cell.plain() for cell in cells]))
    name = cells[0].game
    if process.returncode:
        last = errors.decode(errors="replace").strip().splitlines() or ["without a message"]
        raise RuleError(name, f"{name} as plain Python ended with status {process.returncode}: {last[-1]}")
    found = json.loads(out.decode().splitlines()[-1])
    if found:
        raise RuleError(name, found["message"], found["number"])


def needs_dry_run(name: str) -> bool:
    """Whether a game is from outside: those of this package are tested."""
    return not PLAIN and name not in games.own_names()


class TooLongError(Exception):
    """A game takes plain Python too long for a dry run."""


class Watch(threading.Thread):
    """Looks at a table while the main thread plays there; interrupts it where it makes no progress."""

    def __init__(self, table: Any) -> None:
        """Watch `table`."""
        super().__init__(daemon=True)
        self.table, self.over = table, threading.Event()
        self.error: Exception | None = None  # why it was interrupted

    def run(self) -> None:
        """Look until the games are over, or one of them is without end."""
        began, looks, last, first_turn = time.monotonic(), 0, (0, 0, 0), 0
        while self.error is None and not self.over.wait(INTERVAL):
            now = int(self.table.game_number), int(self.table.rounds), int(self.table.turn)
            looks = looks + 1 if now == last else 0
            first_turn = first_turn if now[:2] == last[:2] else now[2]
            last = now
            if looks > STUCK_LOOKS:
                self.error = MistakeError(rule_errors.words(rule_errors.STUCK))
            elif now[2] > first_turn + MAX_TURNS_PER_ROUND:
                self.error = MistakeError(rule_errors.words(rule_errors.TOO_LONG))
            elif time.monotonic() > began + PATIENCE:
                self.error = TooLongError()
        if self.error is not None:
            _thread.interrupt_main()


@contextlib.contextmanager
def watched(game: Game, table: Any, seed: int) -> Iterator[None]:
    """Interrupt what is being played at `table` when it is without end: RuleError, or TooLongError."""
    watch = Watch(table)
    watch.start()
    try:
        yield
        watch.over.set()
        watch.join()
    except KeyboardInterrupt as interrupt:
        if watch.error is None:
            raise
        if isinstance(watch.error, TooLongError):
            raise watch.error from None
        error = watch.error.with_traceback(interrupt.__traceback__)
        raise rule_error(game.name, author_folder(game.folder), table, seed, error) from None
    finally:
        watch.over.set()


def play(cells: Sequence[Cell]) -> None:
    """Play games of all cells in turn, game 0 of each first, until time is up; RuleError."""
    from balancer.simulation.jobs import CellJob

    jobs = [CellJob.of(cell) for cell in cells]
    for fault in rule_lint.faults(jobs[0].game.folder):
        raise RuleError(jobs[0].game.name, fault)
    tables = [job.new_table() for job in jobs]
    began = time.monotonic()
    for number, (job, table) in itertools.product(range(GAMES), zip(jobs, tables, strict=True)):
        if time.monotonic() > began + (SECONDS if number else MAX_SECONDS):
            return
        game, cell = job.game, job.cell
        with watched(game, table, cell.seed):
            rows = game.play(table, game.history(cell.rules), cell.seed, number, 1)
        job.empty_tally().reduced(rows)


def first_error(cells: Sequence[Cell]) -> RuleError | None:
    """The first error of the rules of some cells, None if there is none; a game too long for a dry run is none."""
    try:
        play(cells)
    except RuleError as error:
        return error
    except TooLongError:
        return None
    return None


def main() -> None:
    """Play the cells on stdin; write one line of JSON, the error or null."""
    cells = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  written by `dry_run`, in the process that started this
    error = first_error(cells)
    sys.stdout.write(json.dumps(error and {"message": str(error), "number": error.number}) + "\n")


if __name__ == "__main__":
    main()
