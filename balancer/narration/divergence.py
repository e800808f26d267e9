"""Where two games of one number separate: both narrated, from the decision at which they went different ways."""

from __future__ import annotations

import dataclasses
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from balancer.analysis.results import PairResult
from balancer.narration import worker
from balancer.narration.steps import COMMENTS, DECISION, END, ROUND, SCORE, SETUP, TURN, Step
from balancer.scenario.plan import Cell
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store

MAX_LINES = 60  # lines of a game from where it separates; `balancer trace` has all of it


def added(jobs: Sequence[PairJob], results: Sequence[PairResult], store: Store | None = None) -> list[PairResult]:
    """The results with their divergences, narrated now or read from the store, where they are kept."""
    return [_with_divergence(job, result, store) for job, result in zip(jobs, results, strict=True)]


def _with_divergence(job: PairJob, result: PairResult, store: Store | None) -> PairResult:
    known = store.read_divergence(job.key, result.games) if store is not None else None
    if known is None:
        known = narrated(job.base.cell, job.variant.cell, result.pairs)
        if store is not None and known is not None and known["error"] is None:
            store.write_divergence(job.key, result.games, known)
    return dataclasses.replace(result, divergence=known)


def narrated(base: Cell, variant: Cell, pairs: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first game in which the winner changed, else the first that is not alike, from where the two separate.

    pairs: `PairTally.to_dict()`.  None where all games are alike; `error` says why a game could not be narrated.
    """
    number = pairs["first_winner_changed"]
    changed = number is not None
    number = number if changed else pairs["first_apart"]
    if number is None:
        return None
    from balancer.narration.narrate import steps_of

    requests = [(steps_of, cell, (number,)) for cell in (base, variant)]
    try:
        one, two = worker.ask(requests, plain=True, seconds=worker.SECONDS)
    except (OSError, subprocess.SubprocessError, worker.WorkerError) as error:
        return {"game": number, "winner_changed": changed, "error": str(error)}
    sides = [Step(*step) for step in one], [Step(*step) for step in two]
    return {"game": number, "winner_changed": changed, "error": None, **divergence(*sides)}


def divergence(one: Sequence[Step], two: Sequence[Step]) -> dict[str, Any]:
    """Where two games separate.

    decision: the two decisions, where the same seat chose differently or another thing was decided; else the last
    decision before something else differed (a card drawn, a rule's consequence), or None in the setup; same: whether
    that decision was the same in both; then: what differs; where: round and turn; base, variant: the lines of both
    from that turn on.
    """
    mine, other = _course(one), _course(two)
    place = next((k for k, (a, b) in enumerate(zip(mine, other, strict=False)) if a.course != b.course), None)
    if place is None:
        place = min(len(mine), len(other))
    here = [_text(mine, place), _text(other, place)]
    decided = any(step.kind == DECISION for side in (mine, other) for step in side[place : place + 1])
    before = [step for step in mine[:place] if step.kind == DECISION]
    decision = here if decided else [before[-1].line.strip()] * 2 if before else None
    return {
        "where": _where(mine, place),
        "decision": decision,
        "same": not decided,
        "then": here,
        "base": _from(one, mine, place),
        "variant": _from(two, other, place),
    }


def _course(steps: Sequence[Step]) -> list[Step]:
    """What happens, without options weighed and standings, which a rule may count otherwise."""
    return [step for step in steps if step.kind not in COMMENTS]


def _text(course: Sequence[Step], place: int) -> str:
    if place >= len(course):
        return "the game is over"
    step = course[place]
    line = step.line.strip()
    return f"nothing of the kind; {line} begins" if step.kind in (TURN, ROUND) else line


def _where(course: Sequence[Step], place: int) -> str:
    """In words: `in round 3, turn 9`, `at the end`."""
    step = course[min(place, len(course) - 1)]
    if step.kind in (END, SCORE):
        return "at the end"
    if step.round == 0:
        return "in the setup"
    return f"in round {step.round}{f', turn {step.turn}' if step.turn else ''}"


def _from(steps: Sequence[Step], course: Sequence[Step], place: int) -> list[str]:
    """The lines from the turn in which it separates: at most MAX_LINES, the end among them."""
    step = course[place] if place < len(course) else steps[-1]
    at = next(k for k, one in enumerate(steps) if one is step)
    begin = next((k for k in range(at, -1, -1) if steps[k].kind in (TURN, SETUP, ROUND, END)), at)
    lines = [one.line for one in steps[begin:]]
    if len(lines) <= MAX_LINES:
        return lines
    end = next((k for k, one in enumerate(steps[begin:]) if one.kind == END), len(lines))
    kept = lines[: MAX_LINES - len(lines[end:])]
    return [*kept, f"… {max(0, end - len(kept))} lines left out", *lines[end:]]
