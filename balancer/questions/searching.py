"""Options, scenario, runner and plan of the commands that search for habits (exploit, tune)."""

from __future__ import annotations

import pathlib
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import playing
from balancer.questions.playing import F, PlayOptions
from balancer.questions.runners import cluster_of
from balancer.shell import OK, say
from balancer.shell.progress import EVERY, watching

if TYPE_CHECKING:
    from balancer.players.tournament import Stop
    from balancer.players.tuning import SearchBudget
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.backends.backend import Backend, Supply, Task
    from balancer.simulation.progress import Progress
    from balancer.simulation.runner import Runner


def takes(function: F) -> F:
    """Give a command of a search its options."""
    games = "Games that confirm the result; 40 000 by default. The search scales with them."
    precision = "Play on until the interval of the gain is at most this wide (±); only the confirmation gets longer."
    most = "Most games of the confirmation with --precision; 5 000 000 by default."
    variant = click.option("--variant", metavar="NAME", help="Play by this variant's rules instead of the base rules.")
    lengths = {"games": games, "precision": precision, "max_games": most}
    function = playing.takes(*lengths, playing.MachineOptions, playing.TerminalOptions, **lengths)(function)
    return playing.takes(playing.ChangeOptions)(variant(function))


def prepared(
    chosen: PlayOptions, target: str | None, variant: str | None, command: str, file: pathlib.Path | None = None
) -> tuple[Scenario, Stop, SearchBudget]:
    """Return the scenario, the setting and the budget of a command; UsageError: an output it must not write.

    file: of the personas found; the folder of the report is that of `chosen`.
    """
    scenario = chosen.scenario(playing.target_or_help(target, command), plays_line_up=False)
    from balancer.players import tournament
    from balancer.players.tuning import scaled
    from balancer.questions.answering import outputs_of, protect
    from balancer.shell.outputs import protect_folder

    protect(chosen, {**outputs_of(chosen), "-o": None if file is None else str(file)}, [scenario])
    if chosen.output is not None:
        if chosen.only_plan:
            raise click.UsageError("--plan plays nothing, so -o has nothing to write; omit one of them")
        protect_folder(chosen.output, force=chosen.force)
    games = None if chosen.games is None else scenario.games
    limits = () if chosen.precision is None else (scenario.precision, scenario.max_games)
    return scenario, tournament.stops(scenario, [variant] if variant else [])[-1], scaled(games, scenario.game, *limits)


class ProgressLines:
    """A backend that prints how many games it has played, every half minute: a search has no plan to draw a bar of."""

    def __init__(self, backend: Backend) -> None:
        """Play on another backend, from no games on."""
        self.backend, self.games, self.printed = backend, 0, time.monotonic()

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of that backend."""
        return getattr(self.backend, name)

    def play(self, supply: Supply) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Play until no task is left; yield numbers and answer of each task."""
        for answer in self.backend.play(Counted(supply, self)):
            if time.monotonic() > self.printed + EVERY:
                self.printed = time.monotonic()
                say(f"about {self.games:_} games played")
            yield answer


class Counted:
    """A supply of tasks whose games are counted when they are handed out."""

    def __init__(self, supply: Supply, progress: ProgressLines) -> None:
        """Hand out the tasks of another supply."""
        self.supply, self.progress = supply, progress

    @property
    def left(self) -> float:
        """An upper bound of the chunks that are not handed out yet."""
        return self.supply.left

    def take(self, chunks: float) -> Task | None:
        """Return a task of about `chunks` chunks; None if there is none."""
        task = self.supply.take(chunks)
        self.progress.games += sum(count for _, count in task.ranges) if task else 0
        return task


@contextmanager
def searched(
    chosen: PlayOptions, scenario: Scenario, stop: Stop, games: int, kind: str, command: str
) -> Iterator[tuple[Runner, pathlib.Path | None]]:
    """Open a runner for a search, and the folder for its page; other commands can't use the games of a search.

    games: that the page will show, held out; kind: of the question.
    """
    from balancer.questions import pages
    from balancer.scenario import plan
    from balancer.simulation import runner as runners

    def watch(cells: Sequence[Cell]) -> AbstractContextManager[Progress]:
        return watching(cells, quiet=chosen.quiet, verbose=False, bar=False)

    cell = plan.cell_of(scenario, stop.setting, {})
    with (
        cluster_of(chosen) as cluster,
        runners.open_runner(jobs=chosen.jobs, backend=cluster, watch=watch) as runner,
        pages.page_folder(
            chosen.output, scenario, cell, games, kind=kind, command=command, force=bool(chosen.force)
        ) as folder,
    ):
        if not (chosen.quiet or chosen.no_progress):
            runner.backend = ProgressLines(runner.backend)
        yield runner, folder


def show_plan(scenario: Scenario, stop: Stop, chosen: PlayOptions, games: int) -> int:
    """Print how many games a search plays, and how long they take."""
    from balancer.reporting import numbers
    from balancer.scenario import plan as plans
    from balancer.simulation.time_estimate import estimate_seconds

    cell = plans.cell_of(scenario, stop.setting, {}).with_games(games)
    estimate = estimate_seconds([cell], chosen.jobs)
    click.echo(f"{scenario.title}\nat most about {games:_} games; estimated time: {numbers.seconds(estimate.seconds)}")
    return OK
