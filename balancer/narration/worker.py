"""Work on one game in a process of its own: ``python -m balancer.narration.worker``, started by `ask`.

A process decides before its first import of numba how rules run: as plain Python, which narrating needs, or
compiled, which searching needs.
"""

from __future__ import annotations

import base64
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from balancer import games
from balancer.core.authoring import plain_process
from balancer.scenario.plan import Cell

SECONDS = 120  # longer than any game takes as plain Python


class WorkerError(Exception):
    """Raised if a worker failed; the message is the last line it wrote."""


Task = Callable[..., Any]  # a function of a module, of a cell and further arguments, which returns what JSON can say


def ask(requests: Sequence[tuple[Task, Cell, tuple[Any, ...]]], *, plain: bool, seconds: float | None) -> list[Any]:
    """Return the answers to requests (a task, its cell, its further arguments), which run in parallel.

    plain: rules run as plain Python.  WorkerError: a task failed; OSError, subprocess.TimeoutExpired.
    """
    if requests and games.load(requests[0][1].game).is_plain:  # nothing is compiled: this process will do
        return [json.loads(json.dumps(task(cell, *arguments))) for task, cell, arguments in requests]
    environment = {"NUMBA_DISABLE_JIT": "1" if plain else "0"}
    processes = []
    for task, cell, arguments in requests:
        process = plain_process.start("-m", "balancer.narration.worker", env=environment)
        processes.append((process, base64.b64encode(pickle.dumps((task, cell.plain(), arguments)))))
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
    task, cell, arguments = pickle.loads(base64.b64decode(sys.stdin.buffer.read()))  # noqa: S301  written by `ask`
    json.dump(task(cell, *arguments), sys.stdout)


if __name__ == "__main__":
    main()
