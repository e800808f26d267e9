"""`balancer validate`: all errors of scenarios, without playing."""

from __future__ import annotations

import sys

import click

from balancer.shell import completion


@click.command()
@click.argument("targets", metavar="SCENARIO…", nargs=-1, required=True, shell_complete=completion.targets)
def validate(targets: tuple[str, ...]) -> int:
    """Check scenarios for errors, without playing them."""
    from balancer.scenario import plan
    from balancer.scenario.errors import ScenarioError
    from balancer.scenario.load import load
    from balancer.shell import OK, USAGE, say

    code = OK
    for target in targets:
        try:
            scenario = load(target)
        except ScenarioError as error:
            code = USAGE
            say(error.with_excerpts() if sys.stderr.isatty() else str(error))
            continue
        for warning in scenario.warnings:
            say(f"{target}: note: {warning}")
        cells = plan.cells(scenario)
        most = "at most " if scenario.precision is not None else "usually at most " if scenario.until_decided else ""
        games = sum(cell.most_games for cell in cells)
        click.echo(f"{target}: ok, {len(cells)} setting{'s' if len(cells) > 1 else ''}, {most}{games:_} games")
    return code
