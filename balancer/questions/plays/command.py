"""`balancer plays`: logged plays of real people compared with a scenario."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, completion


@click.command()
@click.argument("file", metavar="PLAYS.csv", type=click.Path(dir_okay=False, path_type=pathlib.Path))
@click.option(
    "--scenario", "target", metavar="SCENARIO_OR_GAME", required=True, help="What was played.",
    shell_complete=completion.targets,
)  # fmt: skip
@playing.takes(
    playing.ChangeOptions, "games",
    games="Games simulated per setting; 5000 by default, half if slow; more estimate mistakes better.",
)  # fmt: skip
@click.option(
    "--columns", metavar="NAME=COLUMN,...", help="Meanings of columns of the log: Spieler=player,Punkte=score."
)
@click.option("--game", metavar="NAME", help="The game whose plays are read, if the log has several.")
@playing.takes(playing.RunOptions, playing.TerminalOptions)
@click.pass_context
def plays(
    ctx: click.Context, /, file: pathlib.Path, target: str, columns: str | None, game: str | None, **given: Any
) -> int:
    """Compare logged games of real people with a scenario: what fits, what differs, and how well people play.

    A CSV file or workbook with a row for each seat of a play, or BG Stats' export (JSON).  Columns: play, seat, player,
    score, won, starts, team, rounds, minutes, version (a variant), rules by their names.  Only play is required; cells
    may be empty, and common alternative names of columns are recognised.  Prints which figures differ, with
    simultaneous intervals, the line-up and rate of mistakes most like these people, and the seconds per decision.
    Writes tables if -o names a folder.
    """
    playing.require_plays(file)
    chosen = PlayOptions(**given)
    scenario = chosen.scenario(target)

    from balancer.questions import answering
    from balancer.questions.plays.study import PlaysStudy
    from balancer.scenario import play_log
    from balancer.scenario.logs.columns import parse_option

    games = scenario.games if chosen.games is not None else None
    try:
        named = parse_option(columns or "")
    except ValueError as error:
        raise click.UsageError(f"--columns: {error}") from None
    study = PlaysStudy.of(scenario, play_log.read(file, scenario, named, game), games)
    answering.answer(ctx, chosen, study, folder=chosen.output)
    return OK
