"""`balancer plays`: logged plays of real people against a scenario."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.app import OK
from balancer.cli.options import PlayOptions


@click.command()
@click.argument("file", metavar="PLAYS.csv", type=click.Path(dir_okay=False, path_type=pathlib.Path))
@click.option(
    "--scenario", "target", metavar="SCENARIO_OR_GAME", required=True, help="What was played.",
    shell_complete=completion.targets,
)  # fmt: skip
@options.add(options.RULES)
@click.option(
    "--games",
    metavar="N",
    help="Games simulated of each setting; 5000 by default, half if slow; more know mistakes better.",
)
@options.add(options.FOLDER)
@click.pass_context
def plays(ctx: click.Context, /, file: pathlib.Path, target: str, **given: Any) -> int:
    """Hold logged plays of real people against a scenario: what fits, what differs, and how well people play.

    A row for each seat of a play, columns: play, seat, player, score, won, rounds, minutes, version (a variant), rules
    by their names; all but play may be missing, and a cell may be empty.  Prints which figures differ, with intervals
    that hold together, the table with mistakes that plays most like these people, and the seconds of a decision.
    Writes tables where -o names a folder.
    """
    options.require_plays(file)
    chosen = PlayOptions(**given)
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.scenario import play_log
    from balancer.studies.plays import PlaysStudy

    games = scenario.games if chosen.games is not None else None
    study = PlaysStudy.of(scenario, play_log.read(file, scenario), games)
    run_common.answer(ctx, chosen, study, folder=chosen.output)
    return OK
