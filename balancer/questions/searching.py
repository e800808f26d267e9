"""Options, scenario, runner and plan of the commands that search for habits (exploit, tune)."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from balancer.questions import playing
from balancer.questions.playing import F, PlayOptions
from balancer.questions.runners import cluster_of
from balancer.shell import OK

if TYPE_CHECKING:
    from balancer.players.tournament import Stop
    from balancer.players.tuning import SearchBudget
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.runner import Runner


def takes(function: F) -> F:
    """Give a command of a search its options."""
    games = "Games that confirm the result; 40 000 by default. The search plays proportionally many."
    variant = click.option("--variant", metavar="NAME", help="Play by this variant's rules instead of the base rules.")
    function = playing.takes("games", playing.MachineOptions, playing.TerminalOptions, games=games)(function)
    return playing.takes(playing.ChangeOptions)(variant(function))


def asked(
    chosen: PlayOptions, target: str | None, variant: str | None, command: str, file: pathlib.Path | None = None
) -> tuple[Scenario, Stop, SearchBudget]:
    """Return the scenario, the setting and the budget of a command; UsageError: an output it must not write.

    file: of the personas found; the folder of the report is that of `chosen`.
    """
    scenario = chosen.scenario(playing.target_or_help(target, command))
    from balancer.players import tournament
    from balancer.players.tuning import scaled
    from balancer.questions.answering import protect
    from balancer.shell.outputs import protect_folder

    protect(chosen, {"--json": chosen.json_file, "-o": None if file is None else str(file)}, [scenario])
    if chosen.output is not None:
        if chosen.only_plan:
            raise click.UsageError("--plan plays nothing, so -o has nothing to write; omit one of them")
        protect_folder(chosen.output, force=chosen.force)
    games = None if chosen.games is None else scenario.games
    return scenario, tournament.stops(scenario, [variant] if variant else [])[-1], scaled(games, scenario.game)


@contextmanager
def open_runner(chosen: PlayOptions) -> Iterator[Runner]:
    """Open a runner that stores nothing: other commands can't use the games of a search."""
    from balancer.simulation import runner as runners

    with cluster_of(chosen) as cluster, runners.open_runner(jobs=chosen.jobs, backend=cluster) as runner:
        yield runner


def show_plan(scenario: Scenario, stop: Stop, chosen: PlayOptions, games: int) -> int:
    """Print how many games a search plays, and how long they take."""
    from balancer.reporting import numbers
    from balancer.scenario import plan as plans
    from balancer.simulation.time_estimate import estimate_seconds

    cell = plans.cell_of(scenario, stop.setting, {}).with_games(games)
    estimate = estimate_seconds([cell], chosen.jobs)
    click.echo(f"{scenario.title}\nat most about {games:_} games; estimated time: {numbers.seconds(estimate.seconds)}")
    return OK
