"""Choices, watched in a process of its own that plays games as plain Python while the other trials run.

``python -m balancer.questions.tryout.watching`` reads two lists of settings from stdin: those whose rows are
compared with rows of the calling process, and those whose choices are watched.  It writes one line of JSON.
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
from balancer.plain.course import RUNS_ON
from balancer.players.among_random import RANDOM
from balancer.questions.tryout import course
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, packed, rows_within, unpacked
from balancer.questions.tryout.watcher import MAX_KINDS
from balancer.simulation.jobs import CellJob
from balancer.wording import listed, plural

OTHER_HASHES = "4711"  # PYTHONHASHSEED: sets of texts have another order in a process with another seed
ROWS, ROW_SECONDS = 20, 0.3  # games that are compared at most; seconds after which no more are begun
SECONDS = 1.5  # processor time for which choices are watched
LOOKS, MIN_OFFERS = 60, 100  # choices of each node to examine; offers without which no option counts as never taken


class Watching:
    """The watching process, started at once, and its findings; a class without a file is watched in this process."""

    def __init__(self, settings: Settings) -> None:
        """Start the process on the settings to be watched."""
        self.settings = settings
        counts = sorted({settings.players, settings.least_players})
        self.thinking = [settings.cell(settings.thinking or [RANDOM], players) for players in counts]
        self.process: subprocess.Popen[bytes] | None = None
        if settings.game.is_plain and settings.game.shipped is None:
            return
        sent = pickle.dumps([[packed(cell) for cell in cells] for cells in ([course.mixed(settings)], self.thinking)])
        environment = {"PYTHONHASHSEED": OTHER_HASHES}
        self.process = plain_process.start("-m", "balancer.questions.tryout.watching", env=environment)
        with cast("IO[bytes]", self.process.stdin) as stdin:
            stdin.write(sent)
        self.process.stdin = None

    def stop(self) -> None:
        """End the process, if it still runs."""
        if self.process is not None:
            if self.process.poll() is None:
                self.process.kill()
            self.process.communicate()

    def findings(self) -> Iterator[TryoutFinding]:
        """Wait for the end of the process, and yield its findings."""
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
            job = CellJob.of(course.mixed(self.settings))
            theirs = np.frombuffer(base64.b64decode(seen["rows"]), job.game.row_layout(job.parts))
            yield from course.elsewhere(self.settings, theirs)
        if "changed" in seen:
            yield from hidden(seen)
            yield from options(seen)
            yield from order_of_turns(seen)
            yield from replaced_endings(seen)


OTHER_FAULTS = {  # faults of a persona's values other than hidden information
    "twice": "a persona's values differ when it is asked twice; it uses `random`, or keeps something",
    "meddles": "a persona changes the game, or throws its dice, while it values an option; it may only look "
    "(reading a missing key of a defaultdict adds it: write .get(key, 0))",
}


HOW_TO_HIDE = (
    "if it was rolled or drawn in secret, write Pile(..., drawn_from=range(1, 7)); if a player chose it, list in "
    "drawn_from what could be chosen: trial games take each as equally likely"
)


def hidden(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield findings about choices that depend on hidden information."""
    looked = {node: number for node, number in seen["seen"].items() if number}
    for node, places in seen["changed"].items():
        if places:
            personas = list(dict.fromkeys(persona for _, persona in places))
            what = "looks at what it can't see" if len(personas) == 1 else "look at what they can't see"
            why = f"{'its' if len(personas) == 1 else 'their'} values change when that is redealt"
            sentence = f"{listed(personas)} {what}: {node}, {places[0][0]}: {why}"
            yield TryoutFinding(WRONG, "hidden", f"{sentence} (in {len(places)} of {plural(looked[node], 'look')})")
    for kind, why in OTHER_FAULTS.items():
        nodes = {node: places[0] for node, places in seen.get(kind, {}).items()}
        if nodes:
            where, persona = next(iter(nodes.values()))
            yield TryoutFinding(WRONG, "persona", f"{listed(list(nodes))}, {where} ({persona}): {why}")
    piles = seen.get("replaceable", {})
    for name in [name for name, is_replaceable in piles.items() if not is_replaceable]:
        rivals = "the rivals of its owner are" if name.startswith("player.") else "everybody is"
        sentence = f"the hidden pile {name} can hold nothing else than it does, so {rivals} taken to know it"
        if seen.get("reordered", {}).get(name):
            sentence = f"the hidden pile {name} can hold no other cards than it does, so {rivals} taken to know which"
            sentence += " these are; hidden is only their order, which trial games shuffle"
        yield TryoutFinding(LOOK, "hidden", f"{sentence}; {HOW_TO_HIDE}")
    if not looked:
        return
    if not any(seen["redealt"].values()):
        if not piles:
            mend = "what a player draws, rolls or chooses in secret belongs in a Pile"
            mark = LOOK if seen.get("shuffles", True) else OK  # of what is shuffled, something is usually hidden
            yield TryoutFinding(mark, "hidden", f"nothing is hidden: every player sees everything; {mend}")
    elif not any(seen["changed"].values()):
        counts = listed([f"{node} {number}" for node, number in looked.items()])
        yield TryoutFinding(OK, "hidden", f"no persona looks at what it can't see (choices looked at: {counts})")


def options(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield options that no persona ever takes."""
    for node, kinds in seen["options"].items():
        if len(kinds) > MAX_KINDS:
            continue
        for words, offered, taken in kinds:
            if not taken and offered >= MIN_OFFERS:
                yield TryoutFinding(LOOK, "option", f"{node}: no persona ever chose '{words}', offered {offered} times")


def order_of_turns(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield where rules change the order of turns within a round, which takes effect only in the next."""
    if where := seen.get("turned"):
        sentence = (
            f"the rules change the order of self.players within a round ({where}): it counts from the next round on"
        )
        mend = "for the next turn, write round(self) with player.left"
        yield TryoutFinding(LOOK, "turns", f"{sentence}; {mend} (docs/your-own-game.md)")


def replaced_endings(seen: dict[str, Any]) -> Iterator[TryoutFinding]:
    """Yield where a game ended twice: rules that run on may turn a victory into a defeat."""
    for endings, where in seen.get("replaced", {}).items():
        yield TryoutFinding(LOOK, "ending", f"a game ends twice: {endings} ({where}); the first one counts; {RUNS_ON}")


# In the other process -------------------------------------------------------------------------------------------------
def main() -> None:
    """Play and watch, and write one line of JSON."""
    sent = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  written by `Watching`
    seen = seen_in(*([unpacked(each) for each in jobs] for jobs in sent))
    sys.stdout.write(json.dumps(seen) + "\n")
    sys.stdout.flush()
    os._exit(0)  # a game without end goes on in its thread


def seen_in(everybody: Sequence[CellJob], thinking: Sequence[CellJob]) -> dict[str, Any]:
    """Return rows of some settings, counts of the choices of others, and the error that ended it, if any."""
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
    rows = rows_within(jobs[0].cell, ROWS, ROW_SECONDS)
    return base64.b64encode(np.asarray(rows).tobytes()).decode()


def watched(jobs: Sequence[CellJob]) -> dict[str, Any]:
    """Return counts of the choices of some settings, played in turn until time is up; RuleError."""
    limits = {node.name: LOOKS for node in jobs[0].game.nodes}
    return (plain if jobs[0].game.is_plain else compiled)(jobs, limits)


def compiled(jobs: Sequence[CellJob], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return counts of a compiled game, whose rules run as plain Python here."""
    from balancer.questions.tryout.watcher import Onlooker

    onlooker = Onlooker(jobs[0].game, limits, jobs[0].parts)
    with onlooker.watching():
        for job, number in in_turn(jobs):
            onlooker.lineup = job.cell.lineup
            job.play(number, 1)
    return onlooker.counts()


def plain(jobs: Sequence[CellJob], limits: Mapping[str, int]) -> dict[str, Any]:
    """Return counts of a plain game."""
    from balancer.questions.tryout.plain_watcher import PlainOnlooker

    game: Any = jobs[0].game
    onlooker, tables = PlainOnlooker(game, limits), [job.new_table() for job in jobs]
    for job, number in in_turn(jobs):
        table, onlooker.lineup = tables[jobs.index(job)], job.cell.lineup
        table.director, table.listener, onlooker.number = onlooker, onlooker, number
        game.play(table, None, job.cell.seed, number, 1)
    return onlooker.counts()


def in_turn(jobs: Sequence[CellJob]) -> Iterator[tuple[CellJob, int]]:
    """Yield jobs in turn, each with the number of its next game, until time is up."""
    end = time.process_time() + SECONDS
    for number in itertools.count():
        if time.process_time() > end:
            return
        yield jobs[number % len(jobs)], number


if __name__ == "__main__":
    main()
