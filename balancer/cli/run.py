"""`balancer run`: one set of rules, figures on the terminal."""

from __future__ import annotations

from typing import Any

import click

from balancer.cli import options
from balancer.cli.options import Asked


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False)
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def run(ctx: click.Context, /, target: str | None, **given: Any) -> int:
    """Play one set of rules and tell its figures.

    A game's name alone means its printed rules, its own line-up, 100 000 games and seed 1.  Of a scenario the base
    rules are played.  Nothing is kept unless -o names a folder.
    """
    asked = Asked(**given)
    if asked.keep_games and asked.output is None:
        raise click.UsageError("--keep-games needs a folder to keep them in: add -o FOLDER")
    target = options.target_or_help(target, "run")
    scenario = asked.scenario(target)

    from balancer.cli import run_common
    from balancer.scenario import plan as plans
    from balancer.simulation.jobs import CellJob

    if scenario.axes:
        names = ", ".join(axis.name for axis in scenario.axes)
        asked.note(f"the base rules are played; `balancer sweep {target}` varies {names}")
    if asked.fresh and asked.output is None:
        asked.note("--fresh has no effect without -o: nothing is kept, and everything is played")
    jobs = [CellJob.of(plans.base_cell(scenario))]
    if asked.only_plan:
        run_common.show_plan(scenario, jobs, asked, asked.output)
        return 0
    with run_common.claimed(asked.output, scenario, force=asked.force) as kept:
        played = run_common.play(ctx, asked, scenario, jobs, kept)
        told = run_common.as_json(played.results, scenario)[0] if asked.json_file else None
        return run_common.finish(played, asked, told, kept)
