"""What was asked for, and when, where and with what it was played: the manifest of a run."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import platform
import subprocess
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from balancer.core.game import Game

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario

PACKAGES = ("balancer", "numpy", "pandas", "numba", "matplotlib", "scipy")
"""Packages on which results or their looks depend."""

GIT_SECONDS = 5


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that results depend on."""
    told = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            told[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            told[name] = "not installed"
    return told


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
    """What kind of machine played, as far as it matters to speed."""
    return {"system": platform.system(), "processor": platform.machine(), "cores": os.cpu_count()}


def now() -> str:
    """The time, ISO 8601, with its offset."""
    return time.strftime("%Y-%m-%dT%H:%M:%S%z")


def game_card(game: Game) -> dict[str, Any]:
    """What a page tells of a game."""
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
            }
            for knob in game.knobs
        },
        "habits": {habit.name: {"default": habit.default, "meaning": habit.meaning} for habit in game.habits},
        "wholes": [
            {"title": whole.title, "meaning": whole.meaning, "parts": dict(whole.parts)} for whole in game.wholes
        ],
    }


def manifest(
    scenario: Scenario, plan: Sequence[Cell], keys: Sequence[str], *, command: str, started: str, seconds: float | None
) -> dict[str, Any]:
    """The manifest of a run; `seconds` is None until it is finished."""
    package = pathlib.Path(__file__).parents[1]
    return {
        "format": 1,
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
        "started": started,
        "seconds": seconds,
        "game": game_card(scenario.game),
        "cells": [{"key": key, "axes": dict(cell.axes)} for key, cell in zip(keys, plan, strict=True)],
    }
