"""`balancer run`: one set of rules, figures on the terminal."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.app import OK
from balancer.cli.options import PlayOptions


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@options.add(options.RULES, options.LENGTH, options.UNTIL, options.PLAYING, options.PLAYS)
@click.pass_context
def run(ctx: click.Context, /, target: str | None, plays_file: pathlib.Path | None, **given: Any) -> int:
    """Play one set of rules and print its figures.

    A game's name alone means its printed rules, its own line-up, 100 000 games and seed 1.  Of a scenario the base
    rules are played.  Results are stored only if -o names a folder.
    """
    chosen = PlayOptions(**given)
    if chosen.keep_games and chosen.output is None:
        raise click.UsageError("--keep-games needs a folder to keep them in: add -o FOLDER")
    options.require_plays(plays_file)
    target = options.target_or_help(target, "run")
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.studies.sweep import RunStudy

    if scenario.axes:
        names = ", ".join(axis.name for axis in scenario.axes)
        chosen.note(f"the base rules are played; `balancer sweep {target}` varies {names}")
    if chosen.fresh and chosen.output is None:
        chosen.note("--fresh has no effect without -o: nothing is stored, and everything is played")
    study = RunStudy.of_base(scenario).with_plays(plays_file)
    report = run_common.answer(ctx, chosen, study, folder=chosen.output)
    return run_common.outcome(report.cells) if report else OK
