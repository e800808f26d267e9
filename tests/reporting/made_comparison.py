"""A small comparison for tests: two variants of Black Death, one of them with a divergence narrated by hand."""

from __future__ import annotations

import dataclasses
import functools

from balancer.questions.compare.report import CompareReport
from balancer.scenario.load import from_dict
from balancer.simulation.experiments import comparison_plan
from balancer.simulation.manifest import Manifest
from tests.simulation.cells import play

QUESTION = {
    "title": "Does it matter who draws next?",
    "game": "black_death",
    "games": 600,
    "lineup": ["middler", "baiter", "reader", "even"],
    "variants": {"draw": {"rules": {"order": "draw"}}, "fewer": {"players": 3}},
    "report": {"headline": ["seat_spread", "turns"], "better": {"turns": "lower"}, "margins": {"turns": 0.5}},
}

DIVERGENCE = {
    "game": 4,
    "winner_changed": True,
    "error": None,
    "where": "in round 2, turn 7",
    "decision": ["seat 2 (even) – keep: <The Moon>", "seat 2 (even) – keep: The Sun"],
    "same": False,
    "then": ["", ""],
    "base": ["  turn 7", "    seat 2 (even) – keep: <The Moon>"],
    "variant": ["  turn 7", "    seat 2 (even) – keep: The Sun"],
}


@functools.cache
def comparison() -> CompareReport:
    """Play a comparison once; no game is narrated, because that takes seconds."""
    scenario = from_dict(QUESTION)
    jobs = comparison_plan.variants_of(scenario)
    results = play(jobs, jobs=1)
    results[0] = dataclasses.replace(results[0], divergence=DIVERGENCE)
    command = "balancer compare x.yaml --seed 3 -j 2"
    manifest = Manifest.begun(scenario, jobs, command=command, kind="compare", targets=["x.yaml"])
    return CompareReport(manifest.completed(results, 1.0), results)
