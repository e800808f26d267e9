"""`balancer trace`: one game in words."""

from __future__ import annotations

import os
from typing import Any

import click

from balancer.cli import options


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False)
@click.option("--game", "number", type=click.IntRange(0, 2**63 - 1), default=0, metavar="N", help="Which game, from 0.")
@click.option("--variant", metavar="NAME", help="Under the rules of this variant of the scenario.")
@click.option("--all-options", is_flag=True, help="All options weighed at each decision, not only the best four.")
@options.add(options.RULES)
def trace(target: str | None, number: int, variant: str | None, all_options: bool, **given: Any) -> None:
    """Tell game number N in words: every decision, what it weighed, and the standings.

    Of a scenario the base rules are played, or those of --variant.
    """
    # The rules must run as plain Python, so that one can listen in: said before anything imports numba.
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    target = options.target_or_help(target, "trace")
    from balancer.cli.app import say
    from balancer.scenario.load import Overrides, load

    scenario = load(target, Overrides(**given))
    for warning in scenario.warnings:
        say(f"note: {warning}")

    from balancer.narration.narrate import tell
    from balancer.scenario import plan
    from balancer.scenario.errors import ScenarioError
    from balancer.simulation.comparison_plan import unknown_variant
    from balancer.simulation.jobs import CellJob

    faults = [] if variant is None else unknown_variant(scenario, variant)
    if faults:
        raise ScenarioError(faults)
    cell = plan.base_cell(scenario) if variant is None else plan.variant_cell(scenario, variant)
    for line in tell(CellJob.of(cell), number, all_options=all_options):
        click.echo(line)
