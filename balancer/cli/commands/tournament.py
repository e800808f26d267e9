"""`balancer tournament`: personas against each other, and where players settle who adapt to each other."""

from __future__ import annotations

from typing import Any

import click

from balancer.cli import completion, options
from balancer.cli.app import OK
from balancer.cli.options import PlayOptions


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False, shell_complete=completion.targets)
@click.option("--personas", metavar="A,B,…", help="Who takes part; all that think, but for `random`, by default.")
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Also by this variant's rules.",
    shell_complete=completion.variants,
)
@click.option("--sweep", is_flag=True, help="In every cell of the sweep instead of the base rules.")
@options.add(options.RULES_BUT_LINEUP)
@click.option("--games", metavar="N", help="Games per line-up; 2000 by default.")
@options.add(options.FOLDER)
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

    Prints what each wins, which tables hold themselves and where players settle who adapt to each other, with
    intervals, and writes tables and a page to reports/NAME-tournament/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    target = options.target_or_help(target, "tournament")
    scenario = chosen.scenario(target)

    from balancer.cli import run_common
    from balancer.players import tournament as tournaments
    from balancer.scenario.overrides import items_of

    names = items_of(personas, str) if personas else []
    games = tournaments.GAMES if chosen.games is None else scenario.games or tournaments.GAMES
    tour = tournaments.stops(scenario, variants, sweep=sweep)
    jobs = tournaments.plan(scenario, tour, names, games)
    folder = chosen.output or run_common.REPORTS / f"{scenario.name}-tournament"
    if chosen.only_plan:
        run_common.show_plan(scenario, jobs, chosen, folder)
        return OK
    entered = tournaments.described(scenario, tour[0], tournaments.entrants(tour[0].setting, names))
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        assert store is not None  # noqa: S101  there is a folder
        played = run_common.play(ctx, chosen, scenario, jobs, store, kind="tournament", entrants=entered)
        from balancer.reporting import writer
        from balancer.reporting.reports import tournament_report

        report = writer.held_report(played.manifest, played.results)
        page = writer.write_tournament(report, store.folder)
    if chosen.json_file:
        run_common.write_json(report.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        from balancer.reporting.text_output import TextOutput

        console = TextOutput()
        tournament_report.show(console, report, str(page))
        console.show()
    return OK
