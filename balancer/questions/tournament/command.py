"""`balancer tournament`: personas against each other, and the mixture that adapting players reach."""

from __future__ import annotations

from typing import Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OK, completion


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@click.option("--personas", metavar="A,B,…", help="Personas that take part; by default all but `random`.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Also play by this variant's rules.",
    shell_complete=completion.variants,
)
@click.option("--sweep", is_flag=True, help="Play in every setting of the sweep instead of the base rules.")
@playing.takes(
    playing.ChangeOptions, "games", playing.RunOptions, playing.TerminalOptions,
    but=["lineup"], games="Games per line-up; 2000 by default.",
)  # fmt: skip
@click.pass_context
def tournament(
    ctx: click.Context,
    /,
    target: str | None,
    personas: str | None,
    variants: tuple[str, ...],
    sweep: bool,
    **given: Any,
) -> int:
    """Play personas against each other in every line-up, seats rotating, on the same dice.

    Prints the win rate of each, which strategies are stable, and the mixture that adapting players end up with, with
    intervals.  Writes tables and a page to reports/NAME-tournament/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    target = playing.target_or_help(target, "tournament")
    scenario = chosen.scenario(target, plays_line_up=False)

    from balancer.questions import answering
    from balancer.questions.tournament.study import GAMES, TournamentStudy
    from balancer.scenario.file.yaml_source import items_of

    names = items_of(personas, str) if personas else []
    games = GAMES if chosen.games is None else scenario.games or GAMES
    study = TournamentStudy.of(scenario, names, variants, sweep=sweep, games=games)
    answering.answer(ctx, chosen, study, folder=chosen.output or answering.folder_of(study))
    return OK
