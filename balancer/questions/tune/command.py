"""`balancer tune`: better habits, searched for round by round; with --worth the worth of a position."""

from __future__ import annotations

import pathlib
import shlex
from typing import Any

import click

from balancer.questions import searching
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, command_line

YAML = (".yaml", ".yml")  # endings of files for personas; any other -o is a folder


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False)
@click.option("--persona", metavar="NAME", default="", help="Start only from this persona; by default from all.")
@click.option(
    "-o", "--output", "place", type=click.Path(path_type=pathlib.Path), metavar="FILE.yaml|FOLDER",
    help="Write the personas found as YAML, or page, Markdown, tables and JSON into a folder.",
)  # fmt: skip
@click.option(
    "--worth", is_flag=True, help="Instead: estimate the worth of a position in points, by least squares; 4 000 games."
)
@searching.takes
@click.pass_context
def tune(
    ctx: click.Context,
    /,
    target: str | None,
    variant: str | None,
    persona: str,
    place: pathlib.Path | None,
    worth: bool,
    **given: Any,
) -> int:
    """Search for better habits, round by round, against the mixture that adapting players end up with.

    Prints the personas found as YAML to paste into a scenario, with their gains in games that took no part in the
    search.  Stops when no starting persona gains half a percentage point.  With --worth it searches for nothing: it
    estimates what a point of the standing, and each other quantity that the game names, is worth in points of the
    final score.
    """
    file = place if place is not None and place.suffix in YAML else None
    chosen, command = PlayOptions(**given, output=None if file else place), shlex.join(command_line(ctx))
    if worth:
        for option, value in {"--persona": persona, "-o": file}.items():
            if value:
                raise click.UsageError(
                    f"{option} is for a search for habits; --worth searches for none: omit one of them"
                )
        return _worth(chosen, target, variant, command)
    scenario, stop, budget = searching.prepared(chosen, target, variant, "tune", file)
    from balancer.players import exploit as players
    from balancer.questions import answering
    from balancer.questions.tune.report import TuneReport
    from balancer.simulation import store

    if chosen.only_plan:
        return searching.show_plan(scenario, stop, chosen, players.MAX_ROUNDS * budget.games)
    with searching.searched(chosen, scenario, stop, budget.held_out, "tune", command) as (runner, folder):
        report = TuneReport(players.tune(scenario, stop, runner, persona, budget, report=chosen.progress), command)
        if file is not None:
            store.write_atomically(file, report.yaml_file())
        answering.give(report, chosen, folder)
    return OK


def _worth(chosen: PlayOptions, target: str | None, variant: str | None, command: str) -> int:
    """Estimate the worth of a position, and report it."""
    scenario, stop, _ = searching.prepared(chosen, target, variant, "tune")
    from balancer.players.position_worth import GAMES, position_worth
    from balancer.questions import answering
    from balancer.questions.tune.worth_report import WorthReport
    from balancer.scenario.resolved import usual_games

    games = usual_games(scenario.game, GAMES, is_plain=True)
    if chosen.games is not None and scenario.games is not None:
        games = scenario.games
    if chosen.only_plan:
        return searching.show_plan(scenario, stop, chosen, games)
    with searching.searched(chosen, scenario, stop, games, "tune", command) as (runner, folder):
        report = WorthReport(position_worth(scenario, stop, runner, games, chosen.progress), command)
        answering.give(report, chosen, folder)
    return OK
