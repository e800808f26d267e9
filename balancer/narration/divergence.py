"""The first divergence of two games with one number, both narrated from the turn in which they differ."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Container, Mapping, Sequence
from typing import Any

from balancer.analysis.results import PairResult
from balancer.narration import steps as kinds
from balancer.narration import worker
from balancer.narration.steps import COMMENTS, DECISION, END, FORCED, ROUND, SCORE, SETUP, STATE, TURN, Step
from balancer.scenario.plan import Cell
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store

# what differs first, by the kind of the step, in the order in which kinds stand for two steps of different kinds
WHAT = {
    DECISION: "a choice",
    FORCED: "a choice",
    kinds.DICE: "a die",
    kinds.EVENT: "what happens",
    kinds.TABLE: "what lies on the table",
    kinds.LAYOUT: "what lies on the table",
    STATE: "what lies on the table",
    TURN: "a turn",
    ROUND: "a round",
    END: "the end",
    SCORE: "a figure",
}

MAX_LINES = 60  # lines of a game after the divergence; `balancer trace` prints all of them


def added(jobs: Sequence[PairJob], results: Sequence[PairResult], store: Store | None = None) -> list[PairResult]:
    """Return the results with their divergences, which are narrated now or read from the store."""
    return [_with_divergence(job, result, store) for job, result in zip(jobs, results, strict=True)]


def _with_divergence(job: PairJob, result: PairResult, store: Store | None) -> PairResult:
    where = store.read_divergence(job.key, result.games) if store is not None else None
    if where is None:
        where = narrated(job.base.cell, job.variant.cell, result.pairs)
        if store is not None and where is not None and where["error"] is None:
            store.write_divergence(job.key, result.games, where)
    return dataclasses.replace(result, divergence=where)


def narrated(base: Cell, variant: Cell, pairs: Mapping[str, Any]) -> dict[str, Any] | None:
    """Narrate the first game with another winner, or else the first game that differs, from where the two diverge.

    pairs: `PairTally.to_dict()`.  None if all games are alike; `error` says why a game could not be narrated.
    """
    number = pairs["first_winner_changed"]
    changed = number is not None
    number = number if changed else pairs["first_apart"]
    if number is None:
        return None
    from balancer.narration.narrate import steps_of

    requests = [(steps_of, cell, (number,)) for cell in (base, variant)]
    try:
        sides = worker.ask(requests, plain=True, seconds=worker.SECONDS)
    except (OSError, subprocess.SubprocessError, worker.WorkerError) as error:
        return {"game": number, "winner_changed": changed, "error": str(error)}
    base_steps, variant_steps = ([Step(*step) for step in side] for side in sides)
    return {"game": number, "winner_changed": changed, "error": None, **divergence(base_steps, variant_steps)}


def divergence(base: Sequence[Step], variant: Sequence[Step]) -> dict[str, Any]:
    """Compare two narrated games and return their divergence.

    where: round and turn; what: what differs, such as a die, a choice, a turn or a figure; decision: what both chose
    there, if the divergence is a decision.  If something else differs (a card drawn, a rule's consequence), decision is
    the last one before, None in the setup, and `same` is true.  then: what differs; base,
    variant: the lines of both from that turn on.
    """
    # Options weighed and standings do not count: a rule may change how they are counted, and nothing else.
    courses = [[step for step in side if step.kind not in COMMENTS] for side in (base, variant)]
    pairs = enumerate(zip(*courses, strict=False))
    position = next((k for k, (a, b) in pairs if a.course != b.course), min(map(len, courses)))
    differing = {step.kind for course in courses for step in course[position : position + 1]}
    is_decision = bool(differing & {DECISION, FORCED})
    absent = {TURN, ROUND} | ({STATE} if differing != {STATE} else set())  # kinds that only say that no more happens
    here = [_text(course, position, "decision" if is_decision else "event", absent) for course in courses]
    before = [step for step in courses[0][:position] if step.kind == DECISION]
    decision = here if is_decision else [before[-1].line.strip()] * 2 if before else None
    return {
        "where": _where(courses, position),
        "what": next((words for kind, words in WHAT.items() if kind in differing), ""),
        "decision": decision,
        "same": not is_decision,
        "then": here,
        "base": _from(base, courses[0], position),
        "variant": _from(variant, courses[1], position),
    }


def _text(course: Sequence[Step], position: int, what: str, absent: Container[str]) -> str:
    """Return a step in words; of a kind in `absent`: that there is no such decision or event before it."""
    if position >= len(course):
        return "the game is over"
    step = course[position]
    line = step.line.strip()
    if step.kind not in absent:
        return line
    return f"no such {what}; {'the turn ends' if step.kind == STATE else f'{line} begins'}"


def _where(courses: Sequence[Sequence[Step]], position: int) -> str:
    """Return the time of a step in words: `in round 3, turn 9`; `at the end` only if both games are over."""
    steps = [course[min(position, len(course) - 1)] for course in courses]
    step = next((step for step in steps if step.kind not in (END, SCORE)), None)
    if step is None:
        return "at the end"
    if step.round == 0:
        return "in the setup"
    return f"in round {step.round}{f', turn {step.turn}' if step.turn else ''}"


def _from(steps: Sequence[Step], course: Sequence[Step], position: int) -> list[str]:
    """Return the lines from the turn of the divergence: at most MAX_LINES, the end among them."""
    first = course[position] if position < len(course) else steps[-1]
    at = next(k for k, step in enumerate(steps) if step is first)
    begin = next((k for k in range(at, -1, -1) if steps[k].kind in (TURN, SETUP, ROUND, END)), at)
    printed = [step for step in steps[begin:] if step.kind != STATE]
    lines = [step.line for step in printed]
    if len(lines) <= MAX_LINES:
        return lines
    end = next((k for k, step in enumerate(printed) if step.kind == END), len(lines))
    shown = lines[: MAX_LINES - len(lines[end:])]
    return [*shown, f"… {max(0, end - len(shown))} lines left out", *lines[end:]]
