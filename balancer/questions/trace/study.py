"""The setting whose game `trace` narrates."""

from __future__ import annotations

from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments.comparison_plan import unknown_variant


def traced_cell(scenario: Scenario, variant: str | None) -> Cell:
    """Return the setting of the base rules, or of a variant; ScenarioError: no such variant."""
    if variant is None:
        return plan.base_cell(scenario)
    if faults := unknown_variant(scenario, variant):
        raise ScenarioError(faults)
    return plan.variant_cell(scenario, variant)
