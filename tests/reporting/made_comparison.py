"""A small comparison for tests: two variants of Black Death, one of them with a game told in words by hand."""

from __future__ import annotations

import functools
from unittest import mock

from balancer.reporting.compare_report import Compared
from balancer.scenario.load import from_dict
from balancer.simulation import comparison_plan, paired_runner, provenance

QUESTION = {
    "title": "Does it matter who draws next?",
    "game": "black_death",
    "games": 600,
    "lineup": ["middler", "baiter", "reader", "even"],
    "variants": {"draw": {"rules": {"order": "draw"}}, "fewer": {"players": 3}},
    "report": {"headline": ["seat_spread", "turns"], "better": {"turns": "lower"}, "margins": {"turns": 0.5}},
}

PARTING = {
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
def comparison() -> Compared:
    """Played once; no game is really told, which takes seconds."""
    scenario = from_dict(QUESTION)
    plan = comparison_plan.variants_of(scenario)
    with mock.patch("balancer.narration.divergence.told", return_value=None):
        found = paired_runner.execute(plan, jobs=1)
    found[0]["parting"] = PARTING
    cells, keys = [one.cell for one in plan], [one.key for one in plan]
    command = "balancer compare x.yaml --seed 3 -j 2"
    told = provenance.manifest(scenario, cells, keys, command=command, started="", seconds=1)
    return Compared({**told, "kind": "compare", "targets": ["x.yaml"]}, found)
