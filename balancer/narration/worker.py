"""Work on one game in a process of its own: ``python -m balancer.narration.worker``, started by `ask`.

A process decides before its first import of numba how rules run: as plain Python, which narrating needs, or
compiled, which searching needs.
"""

from __future__ import annotations

import base64
import contextlib
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from balancer import games
from balancer.core.authoring import plain_process
from balancer.core.jit import PLAIN
from balancer.scenario.plan import Cell

SECONDS = 120  # longer than any game takes as plain Python


class WorkerError(Exception):
    """Raised if a worker failed; the message is the last line it wrote."""


Task = Callable[..., Any]  # a function of a module, of a cell and further arguments, which returns what JSON can say


Request = tuple[Task, Cell, tuple[Any, ...]]


def ask(requests: Sequence[Request], *, plain: bool, seconds: float | None) -> list[Any]:
    """Return the answers to requests (a task, its cell, its further arguments), which run in parallel.

    plain: rules run as plain Python, those of a file in this process.  WorkerError: a task failed; OSError,
    subprocess.TimeoutExpired.
    """
    game: Any = games.load(requests[0][1].game) if requests else None
    if game is not None and game.is_plain:
        if PLAIN and not plain and game.shipped is not None:
            with contextlib.suppress(WorkerError, OSError, ValueError):  # else this process says what is wrong
                return _answers(requests, plain=plain, seconds=seconds, shipped=game.shipped)
        return [json.loads(json.dumps(task(cell, *arguments))) for task, cell, arguments in requests]
    return _answers(requests, plain=plain, seconds=seconds)


def _answers(
    requests: Sequence[Request], *, plain: bool, seconds: float | None, shipped: tuple[Any, ...] | None = None
) -> list[Any]:
    environment = {"NUMBA_DISABLE_JIT": "1" if plain else "0"}
    processes = []
    for task, cell, arguments in requests:
        process = plain_process.start("-m", "balancer.narration.worker", env=environment)
        processes.append((process, base64.b64encode(pickle.dumps((shipped, task, cell.plain(), arguments)))))
    try:
        return [_answer(process, sent, seconds) for process, sent in processes]
    finally:
        for process, _ in processes:
            if process.poll() is None:
                process.kill()
                process.wait()


def _answer(process: subprocess.Popen[bytes], sent: bytes, seconds: float | None) -> Any:
    out, errors = process.communicate(sent, timeout=seconds)
    if process.returncode:
        raise WorkerError(errors.decode(errors="replace").strip().rpartition("\n")[2] or "it ended without an answer")
    return json.loads(out)


def main() -> None:
    """Read a request, write the answer as JSON."""
    # Written by `ask`; the game of a file is loaded before the function that plays it is looked up.
    shipped, task, cell, arguments = pickle.loads(base64.b64decode(sys.stdin.buffer.read()))  # noqa: S301
    if shipped is not None:
        games.add_file(*shipped)
    json.dump(task(cell, *arguments), sys.stdout)


if __name__ == "__main__":
    main()
