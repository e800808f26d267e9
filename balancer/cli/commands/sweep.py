"""`balancer sweep`: every cell of a scenario's sweep, tables, charts and page."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from balancer.cli import completion, options
from balancer.cli.options import PlayOptions

if TYPE_CHECKING:
    from balancer.players.retune import RetunePlan
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import CellJob


RETUNE = (
    click.option(
        "--retune",
        "retune",
        flag_value="ends",
        help="Search for habits that beat the table, at the base cell and the ends of each axis; tune there.",
    ),
    click.option("--retune-all", "retune", flag_value="all", help="The same at every cell."),
)


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@options.add(options.RULES, options.LENGTH, options.PLAYING, RETUNE)
@click.option("--markdown", "markdown_file", metavar="FILE", help="Write the answer and its tables as Markdown.")
@click.pass_context
def sweep(
    ctx: click.Context, /, target: str | None, retune: str | None, markdown_file: str | None, **given: Any
) -> int:
    """Play every cell of a scenario's sweep and write tables, charts and a page.

    Results go to reports/NAME/ unless -o says otherwise.  Running again plays only what is missing.  With --retune
    personas are tuned anew where a better player beats the table, and those cells are played by tuned players, too:
    many times the games of a sweep, which --plan tells.
    """
    chosen = PlayOptions(**given)
    target = options.target_or_help(target, "sweep")
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.cli.outputs import protect_files
    from balancer.players import other_tables
    from balancer.reporting import sweep_ends
    from balancer.reporting.reports import markdown
    from balancer.scenario import plan as plans
    from balancer.simulation import single_changes
    from balancer.simulation.jobs import CellJob
    from balancer.simulation.store import write_atomically

    if markdown_file and chosen.only_plan:
        raise click.UsageError("--plan plays nothing, so --markdown has nothing to write; omit one of them")
    protect_files({"--json": chosen.json_file, "--markdown": markdown_file}, [scenario], force=chosen.force)
    if not scenario.axes:
        chosen.note("the scenario has no sweep section: one cell, the base rules")
    jobs = [CellJob.of(cell) for cell in plans.cells(scenario)]
    folder = chosen.output or run_common.REPORTS / scenario.name
    tables, pairs = other_tables.plan(scenario, jobs, sweep_ends.other_ends(scenario)), single_changes.jobs(scenario)
    retuning = None if retune is None else _retuning(scenario, jobs, every=retune == "all")
    if chosen.only_plan:
        run_common.show_plan(scenario, jobs, chosen, folder, tables, retuning, pairs)
        return 0
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        played = run_common.play(ctx, chosen, scenario, jobs, store, tables, retuning, pairs)
        content = None
        if chosen.json_file:
            report = played.report
            cells = run_common.as_json(played.results, scenario)
            content = {"answer": report.verdict_sentences, "cells": cells, "verdicts": report.verdict_rows}
            content |= report.players_json
            if report.changes:
                content["changes"] = report.changes.rows()
        if markdown_file:
            write_atomically(pathlib.Path(markdown_file), markdown.of_sweep(played.report))
        return run_common.finish(played, chosen, content, store)


def _retuning(scenario: Scenario, jobs: Sequence[CellJob], *, every: bool) -> RetunePlan:
    """The cells whose tables are tested: all, or the base cell and the ends of each axis."""
    from balancer.players import retune
    from balancer.reporting import sweep_ends

    return retune.plan(scenario, jobs, range(len(jobs)) if every else sweep_ends.ends_of(scenario))
