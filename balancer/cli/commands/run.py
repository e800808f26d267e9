"""`balancer run`: one set of rules, figures on the terminal."""

from __future__ import annotations

from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.options import PlayOptions


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def run(ctx: click.Context, /, target: str | None, **given: Any) -> int:
    """Play one set of rules and print its figures.

    A game's name alone means its printed rules, its own line-up, 100 000 games and seed 1.  Of a scenario the base
    rules are played.  Results are stored only if -o names a folder.
    """
    chosen = PlayOptions(**given)
    if chosen.keep_games and chosen.output is None:
        raise click.UsageError("--keep-games needs a folder to keep them in: add -o FOLDER")
    target = options.target_or_help(target, "run")
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.players import other_tables
    from balancer.scenario import plan as plans
    from balancer.simulation.jobs import CellJob

    if scenario.axes:
        names = ", ".join(axis.name for axis in scenario.axes)
        chosen.note(f"the base rules are played; `balancer sweep {target}` varies {names}")
    if chosen.fresh and chosen.output is None:
        chosen.note("--fresh has no effect without -o: nothing is stored, and everything is played")
    jobs = [CellJob.of(plans.base_cell(scenario))]
    tables = other_tables.plan(scenario, jobs)
    if chosen.only_plan:
        run_common.show_plan(scenario, jobs, chosen, chosen.output, tables)
        return 0
    with run_common.claimed(chosen.output, scenario, force=chosen.force) as store:
        played = run_common.play(ctx, chosen, scenario, jobs, store, tables)
        content = None
        if chosen.json_file:
            content = {**run_common.cell_as_json(played.results[0], scenario), **played.report.players_json}
        return run_common.finish(played, chosen, content, store)
