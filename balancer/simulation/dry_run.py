"""A rehearsal: before rules from outside are played compiled for the first time, they play some games as plain Python.

Compiled, nothing tells of an index past the end of a row, a field misspelt or a loop that never ends: figures look
right, the program dies, or nobody hears of it any more.  As plain Python the same rules say what is wrong, with file
and line.  It runs in a process of its own (``python -m balancer.simulation.dry_run``), which reads the cells from its
stdin and tells a mistake on stdout; two or three seconds after each change of the rules.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import wait
from typing import TYPE_CHECKING

from balancer import games
from balancer.core.compile import PLAIN
from balancer.core.rule_errors import RuleError
from balancer.core.watchdog import INTERVAL, Watch
from balancer.simulation.threads import Threads

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell

SECONDS = 1.5
"""How long is played, once each cell has played a game."""
MOST = 10.0
"""Seconds after which no cell begins a game, even if it has played none."""
PATIENCE = 25.0
"""Seconds after which a game that has not ended yet is too long to be rehearsed.

A turn without end is told sooner; see core/watchdog.py.
"""
GAMES = 40
"""Games of a cell at most."""


def rehearse(cells: Sequence[Cell]) -> None:
    """Play the first games of cells of one game as plain Python; RuleError tells the first mistake met."""
    path = os.pathsep.join(word for word in sys.path if word)
    done = subprocess.run(
        [sys.executable, "-m", "balancer.simulation.dry_run"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, "PYTHONUTF8": "1"},
        input=pickle.dumps([cell.plain() for cell in cells]),
        capture_output=True,
        check=False,
    )
    name = cells[0].game
    if done.returncode:
        wrong = done.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
        raise RuleError(name, f"{name} as plain Python ended with status {done.returncode}: {wrong[-1]}")
    told = json.loads(done.stdout.decode().splitlines()[-1])
    if told:
        raise RuleError(name, told["message"], told["number"])


def needs_rehearsal(name: str) -> bool:
    """Whether a game is from outside: those here are tested."""
    return not PLAIN and name not in games.own_names()


def play(cells: Sequence[Cell]) -> None:
    """Play games of all cells in turn, game 0 of each first, until time is up; RuleError."""
    from balancer.simulation.jobs import CellJob

    jobs = [CellJob.of(cell) for cell in cells]
    begun = time.monotonic()
    for number, job in itertools.product(range(GAMES), jobs):
        if time.monotonic() > begun + (SECONDS if number else MOST):
            return
        job.play_chunk(number, 1)


def watched(cells: Sequence[Cell]) -> RuleError | None:
    """The first mistake, if one is met; a turn without end is one, a game too long to be rehearsed is none."""
    pool = Threads(1)
    future, watch, begun = pool.submit(functools.partial(play, cells)), Watch(pool.players), time.monotonic()
    try:
        while not wait([future], timeout=INTERVAL).done:
            watch.look()
            if time.monotonic() > begun + PATIENCE:
                return None
        future.result()
    except RuleError as error:
        return error
    return None


def main() -> None:
    """Play what stdin says; one line of JSON tells the mistake, or null."""
    wrong = watched(pickle.loads(sys.stdin.buffer.read()))  # noqa: S301  from `rehearse`, nobody else
    sys.stdout.write(json.dumps(wrong and {"message": str(wrong), "number": wrong.number}) + "\n")
    sys.stdout.flush()
    os._exit(0)  # a game without end may still be running


if __name__ == "__main__":
    main()
