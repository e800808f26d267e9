"""`balancer sweep`: every cell of a scenario's sweep, tables, charts and page."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from balancer.cli import options
from balancer.cli.options import Asked

REPORTS = pathlib.Path("reports")


@click.command()
@click.argument("target", metavar="SCENARIO", required=False)
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def sweep(ctx: click.Context, /, target: str | None, **given: Any) -> int:
    """Play every cell of a scenario's sweep and write tables, charts and a page.

    Results go to reports/NAME/ unless -o says otherwise.  Running again plays only what is missing.
    """
    asked = Asked(**given)
    target = options.target_or_help(target, "sweep")
    scenario = asked.scenario(target)

    from balancer.cli import run_common
    from balancer.scenario import plan as plans

    if not scenario.axes:
        asked.note("the scenario has no sweep (any more): one cell, the base rules")
    plan = plans.cells(scenario)
    folder = asked.output or REPORTS / scenario.name
    if asked.only_plan:
        run_common.tell_plan(scenario, plan, asked, folder)
        return 0
    with run_common.claimed(folder, scenario, force=asked.force) as kept:
        played = run_common.play(ctx, asked, scenario, plan, kept)
        told = {"cells": run_common.as_json(played.cells, scenario)} if asked.json_file else None
        return run_common.finish(played, asked, told, kept)
