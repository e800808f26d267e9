"""`balancer try`: a game played in many ways, and its errors."""

from __future__ import annotations

import dataclasses
import pathlib
import shlex

import click

from balancer.questions import playing
from balancer.shell import CHECK_FAILED, OK, completion


@click.command("try")
@click.argument("target", metavar="FILE_OR_GAME", required=False, shell_complete=completion.targets)
@click.option("--against", metavar="GAME", help="Play both games on the same dice, and print their first difference.")
@playing.takes(
    "compiled", "output", "force",
    output="Write page, Markdown, tables and JSON into this folder; without -o nothing is written.",
)  # fmt: skip
@click.option("--json", "json_file", metavar="FILE|-", help="Write the findings as JSON, - to stdout.")
@click.pass_context
def try_out(
    ctx: click.Context,
    /,
    target: str | None,
    against: str | None,
    json_file: str | None,
    output: pathlib.Path | None,
    force: bool,
) -> int:
    """Play a game in many ways, and print what is WRONG and what deserves a look.

    Random players and personas play with every number of players and every rule over its range; games are replayed, and
    hidden cards are redealt.  WRONG is a bug in the game, "look" a bug or a peculiarity.  Exits with 1 if
    something is WRONG.

    With --against two games of the same rules, as a plain game and its compiled twin, are played game by game on the
    same dice by the same personas.
    """
    target = playing.target_or_help(target, "try")

    from balancer.questions import answering, pages
    from balancer.questions.tryout import finding, study
    from balancer.scenario import plan
    from balancer.scenario.load import load
    from balancer.shell import command_line, outputs

    def show(result: finding.TryoutFinding) -> None:
        if json_file != "-":
            click.echo(finding.line(result))

    if output is not None:
        outputs.protect_folder(output, force=force)
    scenario, other = load(target), load(against) if against else None
    command, cell = shlex.join(command_line(ctx)), plan.base_cell(scenario)
    with pages.page_folder(output, scenario, cell, 1, kind="try", command=command, force=force) as folder:
        tryout = study.try_against(scenario, other, show) if other else study.try_out(scenario, show)
        if json_file:
            answering.write_json(tryout.to_json(), json_file)
        page = answering.written(dataclasses.replace(tryout, command=command), folder)
    if page is not None and json_file != "-":
        click.echo(f"\nPage: {page}")
    return CHECK_FAILED if tryout.wrong else OK
