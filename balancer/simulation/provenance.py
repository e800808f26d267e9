"""The manifest of a run: what was to be played, when, where and with which versions, precision and times."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import platform
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.game import Game
from balancer.simulation.store import OF_THE_RUN

if TYPE_CHECKING:
    from balancer.analysis.results import Result
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import Job

PACKAGES = ("balancer", "numpy", "pandas", "numba", "matplotlib", "scipy")
"""Packages on which results or their looks depend."""

GIT_SECONDS = 5


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that results depend on."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def git_commit(folder: pathlib.Path) -> str:
    """The commit of the work tree around `folder`, with '+changes' if it was changed since; '' where there is none."""

    def git(*words: str) -> str:
        run = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            text=True,
            timeout=GIT_SECONDS,
            check=True,
        )
        return run.stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+changes" if git("status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def machine() -> dict[str, Any]:
    """The facts about the machine that matter to speed."""
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}


def now() -> str:
    """The time, ISO 8601, with its offset."""
    return time.strftime("%Y-%m-%dT%H:%M:%S%z")


def game_card(game: Game) -> dict[str, Any]:
    """What a page says about a game."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "source": game.source,
        "reconstructed": game.reconstructed,
        "nodes": {node.name: {"who": node.who, "options": node.options} for node in game.nodes},
        "endings": {
            **{ending.name: ending.meaning for ending in game.endings},
            "unfinished": "Cut off after max_rounds rounds: nobody wins.",
        },
        "knobs": {
            knob.name: {
                "default": knob.default,
                "meaning": knob.meaning,
                "section": knob.section,
                "allowed": knob.allowed,
                "specials": {str(number): meaning for number, meaning in getattr(knob, "specials", ())},
                "noun": knob.noun,
                "phrases": knob.phrase_of,
            }
            for knob in game.knobs
        },
        "habits": {habit.name: {"default": habit.default, "meaning": habit.meaning} for habit in game.habits},
        "wholes": [
            {"title": whole.title, "meaning": whole.meaning, "parts": dict(whole.parts)} for whole in game.wholes
        ],
    }


def manifest(
    scenario: Scenario, jobs: Sequence[Job] = (), *, command: str, kind: str = "run", **more: Any
) -> dict[str, Any]:
    """The manifest of a run that begins now; `completed` adds what is known at its end."""
    package = pathlib.Path(__file__).parents[1]
    return {
        "kind": kind,
        "title": scenario.title,
        "scenario": scenario.to_dict(),
        "scenario_file": scenario.file.as_posix() if scenario.file else None,
        "scenario_text": scenario.given if isinstance(scenario.given, str) else None,
        "scenario_given": None if isinstance(scenario.given, str) else scenario.given,
        "options": list(scenario.options),
        "warnings": list(scenario.warnings),
        "command": command,
        "versions": versions(),
        "git_commit": git_commit(package),
        "machine": machine(),
        "started": now(),
        "seconds": None,
        "game": game_card(scenario.game),
        "cells": [{"key": job.key, "games": None, **dict.fromkeys(OF_THE_RUN), "axes": job.axes} for job in jobs],
        **more,
    }


def of_run(job: Job, result: Result) -> dict[str, Any]:
    """What a manifest states about a result: its key, games, precision and times."""
    return {"key": job.key, "games": result.games, **{name: getattr(result, name) for name in OF_THE_RUN}}


def completed(begun: Mapping[str, Any], results: Sequence[Result], seconds: float) -> dict[str, Any]:
    """The manifest of a finished run: its wall time, and of every result games, precision and times."""
    cells = [
        {**planned, "games": result.games, **{name: getattr(result, name) for name in OF_THE_RUN}}
        for planned, result in zip(begun["cells"], results, strict=True)
    ]
    return {**begun, "seconds": round(seconds, 3), "cells": cells}
