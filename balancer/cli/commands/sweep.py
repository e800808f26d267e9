"""`balancer sweep`: every cell of a scenario's sweep, tables, charts and page."""

from __future__ import annotations

from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.options import PlayOptions


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def sweep(ctx: click.Context, /, target: str | None, **given: Any) -> int:
    """Play every cell of a scenario's sweep and write tables, charts and a page.

    Results go to reports/NAME/ unless -o says otherwise.  Running again plays only what is missing.
    """
    chosen = PlayOptions(**given)
    target = options.target_or_help(target, "sweep")
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.players import other_tables
    from balancer.scenario import plan as plans
    from balancer.simulation.jobs import CellJob

    if not scenario.axes:
        chosen.note("the scenario has no sweep section: one cell, the base rules")
    jobs = [CellJob.of(cell) for cell in plans.cells(scenario)]
    folder = chosen.output or run_common.REPORTS / scenario.name
    tables = other_tables.plan(scenario, jobs)
    if chosen.only_plan:
        run_common.show_plan(scenario, jobs, chosen, folder, tables)
        return 0
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        played = run_common.play(ctx, chosen, scenario, jobs, store, tables)
        content = None
        if chosen.json_file:
            report = played.report
            cells = run_common.as_json(played.results, scenario)
            content = {"answer": report.verdict_sentences, "cells": cells, "verdicts": report.verdict_rows}
            content |= report.robustness_json
        return run_common.finish(played, chosen, content, store)
