"""`balancer tune`: better habits, searched for round by round; with --worth what a position is worth."""

from __future__ import annotations

import pathlib
from typing import Any

import click

from balancer.questions import searching
from balancer.questions.playing import PlayOptions
from balancer.shell import OK


@click.command()
@click.argument("target", metavar="SCENARIO_OR_GAME", required=False)
@click.option("--persona", metavar="NAME", default="", help="Start from this persona alone; from all by default.")
@click.option(
    "-o", "--output", "file", type=click.Path(dir_okay=False, path_type=pathlib.Path), metavar="FILE",
    help="Write the personas found as YAML.",
)  # fmt: skip
@click.option(
    "--worth", is_flag=True, help="Instead: what a position is worth in points, by least squares; 4 000 games."
)
@searching.takes
def tune(
    target: str | None, variant: str | None, persona: str, file: pathlib.Path | None, worth: bool, **given: Any
) -> int:
    """Search for better habits, round by round, against the mixture on which the personas settle.

    Prints the personas found as YAML to paste into a scenario, with what they win on games that took no part in the
    search; stops when no start gains half a percentage point.  With --worth it searches nothing: it says what a point
    of the standing, and whatever else the game names, is worth in points of the final score.
    """
    chosen = PlayOptions(**given)
    if worth:
        for option, value in {"--persona": persona, "-o": file}.items():
            if value:
                raise click.UsageError(f"{option} is for a search for habits; --worth makes none, so leave one out")
        return _worth(chosen, target, variant)
    scenario, stop, budget = searching.asked(chosen, target, variant, "tune", file)
    from balancer.players import exploit as players
    from balancer.reporting.reports import tuning_report
    from balancer.simulation import store

    if chosen.only_plan:
        return searching.show_plan(scenario, stop, chosen, players.MAX_ROUNDS * budget.games)
    with searching.open_runner(chosen) as runner:
        found = players.tune(scenario, stop, runner, persona, budget, report=chosen.progress)
    if file is not None:
        store.write_atomically(file, tuning_report.yaml_file(found))
    return searching.answer(chosen, {**found.to_json(), "yaml": found.yaml()}, tuning_report.tuned_words(found))


def _worth(chosen: PlayOptions, target: str | None, variant: str | None) -> int:
    """Fit the worth of a position, and print it."""
    scenario, stop, _ = searching.asked(chosen, target, variant, "tune")
    from balancer.players.position_worth import GAMES, position_worth
    from balancer.questions.answering import write_json
    from balancer.reporting.console import Console
    from balancer.reporting.reports import position_worth_report
    from balancer.scenario.resolved import usual_games

    games = usual_games(scenario.game, GAMES, is_plain=True)
    if chosen.games is not None and scenario.games is not None:
        games = scenario.games
    if chosen.only_plan:
        return searching.show_plan(scenario, stop, chosen, games)
    with searching.open_runner(chosen) as runner:
        found = position_worth(scenario, stop, runner, games, chosen.progress)
    if chosen.json_file:
        write_json(found.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        console = Console()
        position_worth_report.show(found, console)
        console.show()
    return OK
