"""Choices, watched while games are played as plain Python: in a process of its own, beside all other trials.

``python -m balancer.questions.tryout.watching`` reads two lists of cells from stdin: tables whose rows are compared
with those of the process that asks, and tables whose choices are watched.  It writes one line of JSON.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, cast

import numpy as np

from balancer.core.authoring import plain_process
from balancer.core.rule_errors import RuleError
from balancer.players.among_random import RANDOM
from balancer.questions.tryout import course
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.tables import Tables, packed, rows_within, unpacked
from balancer.questions.tryout.watcher import MAX_KINDS
from balancer.simulation.jobs import CellJob
from balancer.wording import listed, plural

OTHER_HASHES = "4711"  # PYTHONHASHSEED: sets of texts have another order in a process with another seed
ROWS, ROW_SECONDS = 20, 0.3  # games that are compared at most; seconds after which no more are begun
SECONDS = 1.5  # processor time for which choices are watched
ENOUGH, SELDOM = 60, 100  # choices of each node to look at; times an option is offered before it is missed


class Watching:
    """The process, started at once, and its findings; a class that stands in no file is watched in this process."""

    def __init__(self, tables: Tables) -> None:
        """Begin."""
        self.tables = tables
        counts = sorted({tables.players, tables.least_players})
        self.thinking = [tables.cell(tables.thinking or [RANDOM], players) for players in counts]
        self.process: subprocess.Popen[bytes] | None = None
        if tables.game.is_plain and tables.game.shipped is None:
            return
        sent = pickle.dumps([[packed(cell) for cell in cells] for cells in ([course.mixed(tables)], self.thinking)])
        environment = {"PYTHONHASHSEED": OTHER_HASHES}
        self.process = plain_process.start("-m", "balancer.questions.tryout.watching", env=environment)
        with cast("IO[bytes]", self.process.stdin) as stdin:
            stdin.write(sent)
        self.process.stdin = None

    def stop(self) -> None:
        """End it, if it has not ended."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.kill()
            self.process.communicate()

    def findings(self) -> Iterator[TryoutFinding]:
        """Yield what it has seen; waits for its end."""
        if self.process is None:
            seen = seen_in([], [CellJob.of(cell) for cell in self.thinking])
        else:
            out, errors = self.process.communicate()
            if self.process.returncode or not out:
                last = errors.decode(errors="replace").strip().rpartition("\n")[2]
                last = last or f"status {self.process.returncode}; do the rules call os._exit?"
                yield TryoutFinding(WRONG, "watching", f"as plain Python in another process the game ends with: {last}")
                return
            seen = json.loads(out.decode().splitlines()[-1])
        if seen["error"]:
            yield TryoutFinding(WRONG, "watching", seen["error"])
        if seen["rows"]:
            job = CellJob.of(course.mixed(self.tables))
            found = np.frombuffer(base64.b64decode(seen["rows"]), job.game.row_layout(job.parts))
            yield from course.elsewhere(self.tables, found)
        if "changed" in seen:
            yield from hidden(seen)
            yield from options(seen)
            yield from order_of_turns(seen)


ODD = {  # further faults with the values of a persona
    "twice": "a persona's values are others when it is asked twice; it uses `random`, or keeps something",
    "meddles": "a persona changes the game, or throws its dice, while it values an option; it may only look",
}


def hidden(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield findings on whether choices depend on what their player can't see."""
    looked = {node: number for node, number in seen["seen"].items() if number}
    for node, places in seen["changed"].items():
        if places:
            why = "its values change when what it can't see is dealt anew"
            sentence = f"a persona looks at what it can't see: {node}, {places[0]}: {why}"
            yield TryoutFinding(WRONG, "hidden", f"{sentence} (in {len(places)} of {plural(looked[node], 'look')})")
    for kind, why in ODD.items():
        for node, places in seen.get(kind, {}).items():
            yield TryoutFinding(WRONG, "persona", f"{node}, {places[0]}: {why}")
    if not looked:
        return
    if not any(seen["redealt"].values()):
        yield TryoutFinding(LOOK, "hidden", "nothing is hidden from anybody: each player sees all that there is")
    elif not any(seen["changed"].values()):
        said = listed([f"{node} {number}" for node, number in looked.items()])
        yield TryoutFinding(OK, "hidden", f"no persona looks at what it can't see (choices looked at: {said})")


def options(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Options that no persona ever takes."""
    for node, kinds in seen["options"].items():
        if len(kinds) > MAX_KINDS:
            continue
        for words, offered, taken in kinds:
            if not taken and offered >= SELDOM:
                yield TryoutFinding(LOOK, "option", f"{node}: no persona ever chose '{words}', offered {offered} times")


def order_of_turns(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield findings on whether rules turn the players round where that comes too late for the round."""
    if where := seen.get("turned"):
        sentence = (
            f"the rules change the order of self.players within a round ({where}), which holds from the next round on"
        )
        mend = "if it is to hold for the next turn, write round(self) with player.left"
        yield TryoutFinding(LOOK, "turns", f"{sentence}; {mend} (docs/your-own-game.md)")


# In the other process -------------------------------------------------------------------------------------------------
def main() -> None:
    """Play and look; one line of JSON."""
    sent = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  written by `Watching`
    seen = seen_in(*([unpacked(each) for each in jobs] for jobs in sent))
    sys.stdout.write(json.dumps(seen) + "\n")
    sys.stdout.flush()
    os._exit(0)  # a game without end goes on in its thread


def seen_in(everybody: Sequence[CellJob], thinking: Sequence[CellJob]) -> dict[str, Any]:
    """Return rows of the first games of some tables, what is seen of choices at others, and the error that ended it."""
    seen: dict[str, Any] = {"error": "", "rows": ""}
    try:
        if everybody:
            seen["rows"] = rows_of(everybody)
        seen |= watched(thinking)
    except RuleError as error:
        seen["error"] = str(error)
    return seen


def rows_of(jobs: Sequence[CellJob]) -> str:
    """Return the rows of the first games, as text; RuleError."""
    found = rows_within(jobs[0].cell, ROWS, ROW_SECONDS)
    return base64.b64encode(np.asarray(found).tobytes()).decode()


def watched(jobs: Sequence[CellJob]) -> dict[str, Any]:
    """Return what is seen of the choices at some tables, game by game in turn until time is up; RuleError."""
    looks = {node.name: ENOUGH for node in jobs[0].game.nodes}
    return (plain if jobs[0].game.is_plain else compiled)(jobs, looks)


def compiled(jobs: Sequence[CellJob], looks: Mapping[str, int]) -> dict[str, Any]:
    """Return the same of a compiled game, whose rules run as plain Python here."""
    from balancer.questions.tryout.watcher import Onlooker

    onlooker = Onlooker(jobs[0].game, looks, jobs[0].parts)
    with onlooker.watching():
        for job, number in in_turn(jobs):
            job.play(number, 1)
    return onlooker.counts()


def plain(jobs: Sequence[CellJob], looks: Mapping[str, int]) -> dict[str, Any]:
    """Return the same of a game of plain Python."""
    from balancer.questions.tryout.plain_watcher import PlainOnlooker

    game: Any = jobs[0].game
    onlooker, tables = PlainOnlooker(game, looks), [job.new_table() for job in jobs]
    for job, number in in_turn(jobs):
        table = tables[jobs.index(job)]
        table.director, table.listener, onlooker.number = onlooker, onlooker, number
        game.play(table, None, job.cell.seed, number, 1)
    return onlooker.counts()


def in_turn(jobs: Sequence[CellJob]) -> Iterator[tuple[CellJob, int]]:
    """Numbers of games, each at one of the tables, until time is up."""
    end = time.process_time() + SECONDS
    for number in itertools.count():
        if time.process_time() > end:
            return
        yield jobs[number % len(jobs)], number


if __name__ == "__main__":
    main()
