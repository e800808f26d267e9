"""Where two games of one number parted: both told in words, from the decision at which they went different ways.

A game is told by rules that run as plain Python, which a process has to decide before its first import of numba; so
each of the two is told by a process of its own (`python -m balancer.narration.worker`).
"""

from __future__ import annotations

import base64
import dataclasses
import itertools
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from balancer.analysis.results import PairResult
from balancer.scenario.plan import Cell
from balancer.simulation.jobs import PairJob
from balancer.simulation.store import Store

MOST_LINES = 60
"""Of a game told from where it parted; `balancer trace` tells the whole of it."""

TELLING_SECONDS = 120
"""Longer than any game takes as plain Python."""

DECISION = re.compile(r"^ {4}seat \d+ \(.+\) – \w+: ")
SEATED = re.compile(r"^ {2}seat \d+(?: \(starts\))?: ")
HEADING = re.compile(r"^(?:Setup|Round \d+|End:.*)$")
TURN = re.compile(r"^ {2}turn \d+$")
STANDINGS = re.compile(r"^ {2}standings after round \d+$")
DRAWN = re.compile(r"^ {5}")
WEIGHED = re.compile(r"^ {8}")
REASON = re.compile(r" {2}\(.*\)$")
WHO = re.compile(r"(?<=seat )(\d+) \([^)]*\)")


def added(jobs: Sequence[PairJob], results: Sequence[PairResult], store: Store | None = None) -> list[PairResult]:
    """The results with their divergences, narrated now or read from the store, where they are kept."""
    return [_with_divergence(job, result, store) for job, result in zip(jobs, results, strict=True)]


def _with_divergence(job: PairJob, result: PairResult, store: Store | None) -> PairResult:
    known = store.read_divergence(job.key, result.games) if store is not None else None
    if known is None:
        known = told(job.base.cell, job.variant.cell, result.pairs)
        if store is not None and known is not None and known["error"] is None:
            store.write_divergence(job.key, result.games, known)
    return dataclasses.replace(result, divergence=known)


def told(base: Cell, variant: Cell, pairs: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first game in which the winner changed (else the first not alike), told from where the two parted.

    pairs: `PairTally.to_dict()`.  None where all games are alike, or they could not be told, which `error` says then.
    """
    number = pairs["first_winner_changed"]
    changed = number is not None
    number = number if changed else pairs["first_apart"]
    if number is None:
        return None
    try:
        one, two = telling([base, variant], number)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return {"game": number, "winner_changed": changed, "error": str(error)}
    return {"game": number, "winner_changed": changed, "error": None, **parted(one, two)}


def telling(cells: Sequence[Cell], number: int) -> list[list[str]]:
    """The lines of game `number` of each cell, told side by side."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONIOENCODING": "utf-8"}
    processes = []
    for cell in cells:
        process = subprocess.Popen(
            [sys.executable, "-m", "balancer.narration.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        processes.append((process, base64.b64encode(pickle.dumps((cell.plain(), number)))))
    found = []
    try:
        for process, sent in processes:
            out, wrong = process.communicate(sent, timeout=TELLING_SECONDS)
            if process.returncode:
                raise ValueError(wrong.decode(errors="replace").strip().rpartition("\n")[2] or "it was not told")
            found.append(json.loads(out))
    finally:
        for process, _ in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
    return found


# Where two games part -------------------------------------------------------------------------------------------------
def parted(one: Sequence[str], two: Sequence[str]) -> dict[str, Any]:
    """Where two told games part.

    decision: the two decisions, where the same seat chose differently or another thing was decided; else the last
    decision before something else differed (a card drawn, a rule's consequence), or None in the setup; same: whether
    that decision was the same in both; where: round and turn; base, variant: both from that turn on.
    """
    mine, theirs = _story(one), _story(two)
    place = next(
        (k for k, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a[1] != b[1]), min(len(mine), len(theirs))
    )
    here = [_line(one, mine, place), _line(two, theirs, place)]
    decided = any(DECISION.match(f"    {line}") for line in here)
    before = [one[at] for at, _ in mine[:place] if DECISION.match(one[at])]
    decision = here if decided else [before[-1].strip()] * 2 if before else None
    return {
        "where": _where(one, mine, place),
        "decision": decision,
        "same": not decided,
        "then": here,
        "base": _from(one, mine, place),
        "variant": _from(two, theirs, place),
    }


def _story(lines: Sequence[str]) -> list[tuple[int, str]]:
    """What happened, from the setup on: place and text of every line but for what only tells of it.

    Left out: options weighed, reasons, the names of personas, and standings, which a rule may reckon otherwise: a line
    a seat, and what is drawn under it.
    """
    begin = next((k for k, line in enumerate(lines) if line == "Setup"), 0)
    seats = sum(bool(SEATED.match(line)) for line in lines[:begin])
    found, standings, left = [], False, 0
    for k, line in enumerate(lines[begin:], begin):
        if STANDINGS.match(line):
            standings, left = True, seats
        elif not DRAWN.match(line):
            standings, left = standings and left > 0, left - 1
        if not standings and not WEIGHED.match(line):
            found.append((k, WHO.sub(r"\1", REASON.sub("", line))))
    return found


def _line(lines: Sequence[str], story: Sequence[tuple[int, str]], place: int) -> str:
    if place >= len(story):
        return "the game is over"
    line = lines[story[place][0]].strip()
    return f"nothing of the kind; {line} begins" if TURN.match(f"  {line}") or line.startswith("Round") else line


def _where(lines: Sequence[str], story: Sequence[tuple[int, str]], place: int) -> str:
    """In words: `in round 3, turn 9`, `at the end`."""
    before = [lines[at] for at, _ in story[: place + 1]]
    heading = next((line for line in reversed(before) if HEADING.match(line)), "Setup")
    after = list(itertools.takewhile(lambda line: not HEADING.match(line), reversed(before)))
    turn = next((line.strip() for line in after if TURN.match(line)), "")
    if heading.startswith("End"):
        return "at the end"
    if heading == "Setup":
        return "in the setup"
    return f"in {', '.join(filter(None, (heading.lower(), turn)))}"


def _from(lines: Sequence[str], story: Sequence[tuple[int, str]], place: int) -> list[str]:
    """The game from the turn in which it parted, at most MOST_LINES and how it ended."""
    at = story[place][0] if place < len(story) else len(lines) - 1
    begin = next((k for k in range(at, -1, -1) if TURN.match(lines[k]) or HEADING.match(lines[k])), at)
    end = next((k for k in range(len(lines) - 1, -1, -1) if lines[k].startswith("End:")), len(lines))
    if len(lines) - begin <= MOST_LINES:
        return list(lines[begin:])
    tail = list(lines[max(end, begin) :])
    kept = list(lines[begin : begin + MOST_LINES - len(tail)])
    return [*kept, f"… {max(0, end - begin - len(kept))} lines left out", *tail]
