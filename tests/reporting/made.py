"""Runs for tests: cells of the made-up game of tests/analysis/sample.py with a manifest around them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import Any

from balancer.analysis.results import CellResult
from balancer.questions.sweep.report import SweepReport
from balancer.reporting.document.html import to_html
from balancer.reporting.document.model import Document
from balancer.simulation.manifest import Manifest
from tests.analysis.sample import LINEUP, sample_cell

TITLE = "Where should the instant win sit?"
RULES = {"win_threshold": 18, "max_rounds": 12, "parts": "(printed)"}

CARD = {
    "name": "oktoberfest",
    "title": "Oktoberfest",
    "summary": "Draft cards, stay sober, win contests.",
    "source": "a rulebook",
    "reconstructed": "the component table",
    "nodes": {
        "take": {"who": "active", "options": "each pile"},
        "contest": {"who": "active", "options": "none, or one"},
    },
    "endings": {
        "instant": "Somebody reached the threshold.",
        "exhausted": "The cards ran out.",
        "unfinished": "Cut off.",
    },
    "knobs": {
        "win_threshold": {"default": 22, "meaning": "Points that win at once.", "section": "3", "allowed": "8..60"}
    },
    "habits": {},
}


def headline(dotted: str) -> dict[str, str]:
    """Return a headline as the manifest has it."""
    metric, _, rest = dotted.partition(".")
    stats = ("p5", "p90", "p95", "sd", "median")
    return {"metric": metric, "of": "" if rest in stats else rest, "stat": rest if rest in stats else "mean"}


def kept(axes: Mapping[str, Sequence[Any]] | None = None, **report: Any) -> dict[str, Any]:
    """Return a manifest as its file has it; `report` overrides the scenario's report section."""
    wishes = {
        "confidence": 0.95,
        "headline": [headline("seat_spread"), headline("ending_share.instant"), headline("rounds")],
        "better": {"seat_spread": "lower"},
        "margins": {"rounds": 0.25, "seat_spread": 0.01},
        "seconds_per_decision": 12,
    }
    scenario = {
        "name": "made",
        "title": TITLE,
        "game": "oktoberfest",
        "seed": 1,
        "players": 4,
        "lineup": list(LINEUP),
        "seating": "rotate",
        "rules": RULES,
        "personas": {},
        "sweep": {"mode": "grid", "axes": dict(axes or {})},
        "checks": [{"name": "even", "figure": headline("seat_advantage"), "each": "seat", "low": -0.03, "high": 0.03}],
        "variants": {"gentle": {"players": 4, "lineup": list(LINEUP), "rules": {**RULES, "win_threshold": 20}}},
        "report": {**wishes, **report},
    }
    return {
        "scenario": scenario,
        "scenario_file": "scenarios/made.yaml",
        "scenario_text": "version: 1\ntitle: <Where> & why\n",
        "command": "balancer sweep scenarios/made.yaml --seed 7",
        "versions": {"balancer": "0.1.0"},
        "git_commit": "abc",
        "started": "2026-01-01T00:00:00+0000",
        "seconds": 1.0,
        "machine": {"system": "Somewhere", "cores": 2},
        "game": CARD,
        "warnings": [],
    }


def manifest(axes: Mapping[str, Sequence[Any]] | None = None, **report: Any) -> Manifest:
    """Return the same, read."""
    return Manifest.from_json(kept(axes, **report))


def many(cell: CellResult, times: int) -> CellResult:
    """Return the cell as if each of its games had been played `times` times: the same shares, less uncertainty."""
    return dataclasses.replace(cell, tally=_times(cell.tally, times), games=cell.games * times)


def _times(value: Any, times: int, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _times(item, times, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_times(item, times) for item in value]
    return value if name in ("unit", "credit_unit") else value * times


@functools.cache
def single(*, games: int = 200, **options: Any) -> SweepReport:
    """Return a run of one cell."""
    return SweepReport(manifest(), [sample_cell(games=games, **options)])


@functools.cache
def one_axis() -> SweepReport:
    """Return a sweep over the threshold, sharp enough to see its effect."""
    thresholds = (14, 18, 22)
    cells = [many(sample_cell(axes={"rules.win_threshold": t}, threshold=t, games=200), 50) for t in thresholds]
    return SweepReport(manifest({"rules.win_threshold": thresholds}), cells)


@functools.cache
def two_axes() -> SweepReport:
    """Return a grid of threshold and players."""
    thresholds, players = (18, 22), (3, 4)
    cells = [
        sample_cell(axes={"rules.win_threshold": t, "players": n}, threshold=t, players=n, games=150)
        for t in thresholds
        for n in players
    ]
    return SweepReport(manifest({"rules.win_threshold": thresholds, "players": players}), cells)


@functools.cache
def base_apart() -> SweepReport:
    """Return a grid of threshold and players, and the base beside it."""
    at = [(t, n) for t in (18, 22) for n in (3, 5)] + [(20, 4)]
    cells = [
        sample_cell(axes={"rules.win_threshold": t, "players": n}, threshold=t, players=n, games=150) for t, n in at
    ]
    run = kept({"rules.win_threshold": (18, 22), "players": (3, 5)})
    run["scenario"]["rules"] = {**RULES, "win_threshold": 20}
    run["scenario"]["sweep"]["base_apart"] = True
    return SweepReport(Manifest.from_json(run), cells)


@functools.cache
def one_loses() -> SweepReport:
    """Return a sweep over the players of a game in which one loses."""
    cells = [sample_cell(axes={"players": n}, players=n, games=150, one_loses=True) for n in (2, 4, 10)]
    wishes = [headline("seat_loss_rate"), headline("turns.p90"), headline("margin")]
    return SweepReport(manifest({"players": (2, 4, 10)}, headline=wishes), cells)


@functools.cache
def lineups() -> SweepReport:
    """Return a sweep over line-ups: words, not numbers, and personas that sit at some tables only."""
    found = (["rusher", "builder"], ["bully", "bully", "balanced"])
    cells = [sample_cell(axes={"lineup": names}, lineup=names, games=150) for names in found]
    wishes = [headline("persona_win_rate"), headline("persona_win_rate.bully"), headline("tie_rate")]
    return SweepReport(manifest({"lineup": found}, headline=wishes), cells)


@functools.cache
def nothing_finished() -> SweepReport:
    """Return a cell in which no game ever ended."""
    return SweepReport(manifest(), [sample_cell(games=40, unfinished=1.0)])


RUNS = {
    "single": single,
    "one axis": one_axis,
    "two axes": two_axes,
    "base apart": base_apart,
    "one loses": one_loses,
    "line-ups": lineups,
    "nothing finished": nothing_finished,
}
"""Every kind of run."""


@functools.cache
def page(name: str) -> Document:
    """Return the page of one of RUNS."""
    return RUNS[name]().document()


@functools.cache
def html(name: str) -> str:
    """Return the text of the page of one of RUNS."""
    return to_html(page(name))
