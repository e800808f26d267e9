"""Work on one game in a process of its own: ``python -m balancer.narration.worker``, started by `ask`.

A process decides before its first import of numba whether rules run as plain Python, which narrating takes, or
compiled, which searching takes.
"""

from __future__ import annotations

import base64
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from balancer import games
from balancer.core.authoring import plain_process
from balancer.scenario.plan import Cell

if TYPE_CHECKING:
    from balancer.narration.review import Review

SECONDS = 120
"""Longer than any game takes as plain Python."""


class WorkerError(Exception):
    """A worker that failed; the message is the last line it wrote."""


def ask(requests: Sequence[tuple[str, Cell, tuple[Any, ...]]], *, plain: bool, seconds: float | None) -> list[Any]:
    """The answers to requests (name of a task, cell, further arguments), worked on side by side.

    plain: with rules as plain Python.  WorkerError: a task failed; OSError, subprocess.TimeoutExpired.
    """
    if requests and games.load(requests[0][1].game).is_plain:  # nothing is compiled: this process will do
        return [json.loads(json.dumps(TASKS[task](cell, *arguments))) for task, cell, arguments in requests]
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


# Tasks ----------------------------------------------------------------------------------------------------------------
def steps_of(cell: Cell, number: int) -> list[tuple[Any, ...]]:
    """The steps of a game."""
    from balancer.narration.narrate import narrate
    from balancer.simulation.jobs import CellJob

    narration = narrate(CellJob.of(cell), number)
    if narration.error is not None:
        raise narration.error
    return [tuple(step) for step in narration.steps]


def lines_of(
    cell: Cell,
    number: int,
    all_options: bool,  # noqa: FBT001
    brief: bool,  # noqa: FBT001
    viewer: int | None,
    review: Review | None,
) -> list[str]:
    """The lines of a game; viewer: as this seat sees it; review: with these chances."""
    from balancer.narration.narrate import narrate
    from balancer.simulation.jobs import CellJob

    narration = narrate(CellJob.of(cell), number, all_options=all_options, viewer=viewer, review=review)
    return list(narration.lines(brief=brief))


def first_ending(cell: Cell, ending: str, first: int, end: int) -> int | None:
    """The first of the games first .. end-1 that ends so; None if none does."""
    import numpy as np

    from balancer.simulation.backends.backend import ranges
    from balancer.simulation.jobs import CellJob

    job: Any = CellJob.of(cell)
    if job.game.is_plain and not cell.has_thinkers:
        found: int | None = job.game.first_ending(job.new_table(), cell.seed, ending, first, end)
        return found
    wanted = job.game.endings_by_number.index(ending)
    for start, count in ranges(first, end, 512):
        places = np.flatnonzero(np.asarray(job.play(start, count)["ending"]) == wanted)
        if len(places):
            return start + int(places[0])
    return None


def deviations(cell: Cell, number: int) -> list[tuple[int, int, int]]:
    """Where thinkers deviate from their personas in a game: see `Thinkers.forced`."""
    from balancer.simulation.jobs import CellJob

    return CellJob.of(cell).deviations(number)


def reviewed(cell: Cell, number: int, trials: int) -> dict[str, Any]:
    """Chances along a game, and moves that lost much: see `review.Review`."""
    from balancer.narration import review

    return review.reviewed(cell, number, trials)


TASKS: dict[str, Callable[..., Any]] = {
    "steps_of": steps_of,
    "lines_of": lines_of,
    "first_ending": first_ending,
    "deviations": deviations,
    "reviewed": reviewed,
}


def main() -> None:
    """Read a request, write the answer as JSON."""
    task, cell, arguments = pickle.loads(base64.b64decode(sys.stdin.buffer.read()))  # noqa: S301  written by `ask`
    json.dump(TASKS[task](cell, *arguments), sys.stdout)


if __name__ == "__main__":
    main()
