"""Tuned players in a sweep: where its tables are beaten, and what its figures are among players tuned by each cell."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from balancer.players import retune
from balancer.reporting import sweep_ends
from balancer.reporting.reports.run_report import Report
from balancer.reporting.retuned import Retuned
from balancer.simulation import provenance

if TYPE_CHECKING:
    from balancer.analysis.results import CellResult
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import CellJob
    from balancer.simulation.runner import Runner

ALL = "all"


def retuned(
    scenario: Scenario, work: Sequence[CellJob], cells: Sequence[CellResult], runner: Runner, *, every: bool
) -> Retuned:
    """Search for players that beat the tables of a sweep's ends, or of every cell; ScenarioError without habits."""
    began = time.perf_counter()
    numbers = range(len(work)) if every else sweep_ends.ends_of(scenario)
    found = retune.play(retune.plan(scenario, work, numbers), runner)
    begun = provenance.manifest(scenario, work, command="")
    manifest = provenance.completed(begun, cells, time.perf_counter() - began) | {"retuned": dict(found.record)}
    return Retuned(Report(manifest, cells, (), found.results), found.results)
