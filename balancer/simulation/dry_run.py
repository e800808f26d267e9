"""The dry run: before rules from outside are compiled for the first time, they play some games as plain Python.

Compiled, nothing reports an index past the end of a row, a field misspelt or a loop that never ends: figures look
right, or the program dies or hangs.  As plain Python the same rules raise errors with file and line.  The dry run is a
process of its own (``python -m balancer.simulation.dry_run``): it reads the cells from stdin, writes the first error
to stdout, and takes two or three seconds after each change of the rules.
"""

from __future__ import annotations

import faulthandler
import itertools
import json
import os
import pickle
import re
import sys
import threading
import time
import types
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, Any

from balancer import games
from balancer.core import rule_errors
from balancer.core.authoring import plain_process, rule_lint
from balancer.core.jit import PLAIN
from balancer.core.rule_errors import MistakeError, RuleError, author_folder, rule_error

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell
    from balancer.simulation.jobs import CellJob

SECONDS = 1.5  # how long games are played, once each cell has played one
MAX_SECONDS = 10.0  # seconds after which no cell begins a game, even if it has played none
PATIENCE = 25.0  # seconds after which a game is too long for a dry run, which is no error
LONGEST = 180.0  # seconds after which the process ends itself: a call in C that never returns stops the watch, too
INTERVAL = 0.25  # seconds between two looks at a table
STUCK_LOOKS = 32  # looks at the same turn that prove it endless; counted, as seconds go on while a computer sleeps
MAX_TURNS_PER_ROUND = 2**14  # turns of one round after which they are without end
GAMES = 40  # per cell, at most


def dry_run(cells: Sequence[Cell]) -> None:
    """Play the first games of one game's cells as plain Python in another process; raise the first RuleError."""
    name = cells[0].game
    with plain_process.start("-m", "balancer.simulation.dry_run", str(LONGEST)) as process:
        try:
            out, errors = process.communicate(pickle.dumps([cell.plain() for cell in cells]))
        except BaseException:  # Ctrl-C
            process.kill()
            raise
    if process.returncode:
        end = _end(name, process.returncode, errors.decode(errors="replace"))
        raise RuleError(name, f"{name} as plain Python {end}")
    failure = json.loads(out.decode().splitlines()[-1])
    if failure:
        raise RuleError(name, failure["message"], failure["number"])


def _end(name: str, status: int, errors: str) -> str:
    """Return in words how the process failed; if `faulthandler` ended it, with the author's innermost line."""
    if "Timeout (" in errors:
        folder = str(author_folder(games.load(name).folder))
        for file, line, rule in re.findall(r'File "(.+)", line (\d+) in (\w+)', errors):
            if file.startswith(folder):
                why = "a call that does not return"
                return f"did not end within {LONGEST:g} s, at {file}, line {line}, in {rule}: {why}"
    last = errors.strip().splitlines() or ["without a message"]
    return f"ended with status {status}: {last[-1]}"


def needs_dry_run(name: str) -> bool:
    """Return whether a game is from outside and compiled; games of this package are tested."""
    return not PLAIN and name not in games.own_names() and not games.is_plain(name)


class TooLongError(Exception):
    """A game that takes plain Python too long for a dry run."""


class DryRunThread(threading.Thread):
    """A thread that plays a game while the main thread watches it.

    Only a signal stops a thread from outside, and a process may ignore signals (after `nohup`, in cron).  So a game
    without end goes on in its thread until the process ends.
    """

    def __init__(self, play: Callable[[], Any]) -> None:
        """Prepare to call `play`; `rows` will hold the rows that it returns, or its exception."""
        super().__init__(daemon=True)
        self.rows: Future[Any] = Future()
        self.play = play

    def run(self) -> None:
        """Play the game and store its rows or its exception."""
        try:
            self.rows.set_result(self.play())
        except BaseException as error:  # noqa: BLE001  the main thread raises it
            self.rows.set_exception(error)

    def place(self) -> types.TracebackType | None:
        """Return the traceback of the line that is being executed, as if an error had been raised there."""
        frame, place = sys._current_frames().get(self.ident or 0), None  # noqa: SLF001  documented, for debuggers
        while frame is not None:
            place = types.TracebackType(place, frame, frame.f_lasti, frame.f_lineno)
            frame = frame.f_back
        return place


def watch(player: DryRunThread, table: Any) -> None:
    """Wait for the end of a game at a table; raise MistakeError if it has no end, TooLongError if it takes too long."""
    began, unchanged_looks, last, first_turn = time.monotonic(), 0, (0, 0, 0), 0
    while not wait([player.rows], timeout=INTERVAL).done:
        now = int(table.game_number), int(table.rounds), int(table.turn)
        unchanged_looks = unchanged_looks + 1 if now == last else 0
        first_turn = first_turn if now[:2] == last[:2] else now[2]
        last = now
        if unchanged_looks > STUCK_LOOKS:
            raise MistakeError(rule_errors.words(rule_errors.STUCK)).with_traceback(player.place())
        if now[2] > first_turn + MAX_TURNS_PER_ROUND:
            raise MistakeError(rule_errors.words(rule_errors.TOO_LONG)).with_traceback(player.place())
        if time.monotonic() > began + PATIENCE:
            raise TooLongError


def play_game(job: CellJob, table: Any, number: int) -> Any:
    """Play a game and return its row; RuleError if its rules fail or it has no end, TooLongError if it is too long."""
    game, cell = job.game, job.cell
    player = DryRunThread(lambda: game.play(table, game.history(cell.rules), cell.seed, number, 1))
    player.start()
    try:
        watch(player, table)
    except MistakeError as error:
        raise rule_error(game.name, author_folder(game.folder), table, cell.seed, error) from None
    return player.rows.result()


def play(cells: Sequence[Cell]) -> None:
    """Play games of all cells in turn, game 0 of each first, until time is up.  Raises RuleError and TooLongError."""
    from balancer.simulation.jobs import CellJob

    jobs = [CellJob.of(cell) for cell in cells]
    for fault in rule_lint.faults(jobs[0].game.folder):
        raise RuleError(jobs[0].game.name, fault)
    tables = [job.new_table() for job in jobs]
    began = time.monotonic()
    for number, (job, table) in itertools.product(range(GAMES), zip(jobs, tables, strict=True)):
        if time.monotonic() > began + (SECONDS if number else MAX_SECONDS):
            return
        job.empty_tally().reduced(play_game(job, table, number))


def first_error(cells: Sequence[Cell]) -> RuleError | None:
    """Return the first error of the rules of some cells, or None; a game that is too long for a dry run is no error."""
    try:
        play(cells)
    except RuleError as error:
        return error
    except TooLongError:
        return None
    return None


def main() -> None:
    """Play the cells on stdin; write one line of JSON, the error or null.  The argument is `LONGEST`."""
    faulthandler.dump_traceback_later(float(sys.argv[1]), exit=True)
    cells = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  written by `dry_run`, in the process that started this
    error = first_error(cells)
    sys.stdout.write(json.dumps(error and {"message": str(error), "number": error.number}) + "\n")
    sys.stdout.flush()
    os._exit(0)  # a game without end goes on in its thread


if __name__ == "__main__":
    main()
