"""`balancer sensitivity`: what every rule of a game changes by itself."""

from __future__ import annotations

import dataclasses
from typing import Any

import click

from balancer.cli import options
from balancer.cli.app import OK
from balancer.cli.options import PlayOptions

GAMES = 10_000
"""Pairs of games of every change where nobody says."""


@click.command()
@click.argument("target", metavar="GAME_OR_SCENARIO", required=False)
@click.option("--knob", "knobs", multiple=True, metavar="NAME", help="Only this knob; may be repeated.")
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def sensitivity(ctx: click.Context, /, target: str | None, knobs: tuple[str, ...], **given: Any) -> int:
    """Change every rule by itself and rank what it does to the headline figures.

    Numbers are tried a fourth below and above the base value, within the knob's range; of words all others are.
    Both sides play the same games on the same dice, 10 000 per change unless --games says otherwise.  Results go to
    reports/NAME-sensitivity/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    target = options.target_or_help(target, "sensitivity")
    if chosen.precision is None and chosen.games is None:
        chosen = dataclasses.replace(chosen, games=str(GAMES))
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.reporting import writer
    from balancer.reporting.reports import sensitivity_report
    from balancer.reporting.text_output import TextOutput
    from balancer.simulation import sensitivity_plan

    _known(knobs, [knob.name for knob in scenario.game.knobs])
    tried = sensitivity_plan.tried(scenario, knobs)
    jobs = list(sensitivity_plan.jobs(scenario, tried))
    if not jobs:
        raise click.UsageError("nothing to change: no knob has another value that the other rules allow")
    scenario = sensitivity_plan.as_scenario(scenario, tried)
    folder = chosen.output or run_common.REPORTS / f"{scenario.name}-sensitivity"
    if chosen.only_plan:
        run_common.show_plan(scenario, jobs, chosen, folder)
        return OK
    refused = {one.name: one.refused for one in tried if one.refused}
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        assert store is not None  # noqa: S101  there is a folder
        played = run_common.play(ctx, chosen, scenario, jobs, store, kind="sensitivity", refused=refused)
        report = sensitivity_report.Sensitivity(played.manifest, played.results)
        page = writer.write_sensitivity(report, store.folder)
    if chosen.json_file:
        run_common.write_json(report.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        console = TextOutput()
        sensitivity_report.show(console, report, str(page))
        console.show()
    return run_common.outcome(played.results)


def _known(knobs: tuple[str, ...], names: list[str]) -> None:
    """click.UsageError where a knob does not exist."""
    from balancer.wording import did_you_mean

    for knob in knobs:
        if knob not in names:
            hint = did_you_mean(knob, names)
            raise click.UsageError(
                f"--knob {knob}: no such knob; allowed: {', '.join(names)}{'; ' + hint if hint else ''}"
            )
