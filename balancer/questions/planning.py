"""The plan that --plan prints: the games of a study, those that are finished, and the estimated time."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from balancer.questions.runners import cluster_of, result_folders
from balancer.shell.progress import described
from balancer.wording import plural

if TYPE_CHECKING:
    from balancer.questions.playing import PlayOptions
    from balancer.questions.study import Study
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import Job

SHOWN_CELLS = 30  # of a plan; the others are counted

OUT_OF_REACH = 1.5  # a precision that all allowed games miss by this factor is reported before any is played


def show_plan(study: Study[Any], chosen: PlayOptions, folder: pathlib.Path | None = None) -> None:
    """Print what would be played into `folder`: cells, games, time, and what is finished there."""
    scenario, jobs = study.scenario, study.jobs
    finished = found_jobs(jobs, chosen, folder)
    lines = [(place in finished, cell) for place, job in enumerate(jobs) for cell in job.cells]
    left = [cell for done, cell in lines if not done]
    games = sum(cell.most_games for cell in left)
    most = "at most " if scenario.precision is not None else ""
    before = f" ({len(lines) - len(left)} played before, in {folder})" if finished else ""
    number = f"{plural(len(lines), 'setting')}{before}"
    click.echo(f"{scenario.title}\n{scenario.game.title}: {number}, {most}{games:_} games")
    if scenario.until_decided:
        click.echo(f"each until it is decided: usually fewer games than that, at most {scenario.max_games:_}")
    if scenario.options:
        click.echo(f"with {', '.join(scenario.options)}")
    if advice := _out_of_reach(scenario):
        click.echo(advice)
    for place, (done, cell) in enumerate(lines[:SHOWN_CELLS]):
        what = "played before" if done else f"{cell.most_games:_} games"
        click.echo(f"{place + 1:>5}  {described(cell)}: {what}")
    if len(lines) > SHOWN_CELLS:
        click.echo(f"       … {len(lines) - SHOWN_CELLS} more")
    for more in study.further:
        if left or not more.if_any:
            left += more.cells
            click.echo(more.words)
    for line in (_estimated(left, chosen, most) if left else "nothing is left to play", *study.remarks):
        click.echo(line)


def _estimated(cells: Sequence[Cell], chosen: PlayOptions, most: str) -> str:
    """Return a sentence on the time that cells take, and on their trial games."""
    from balancer.reporting import numbers
    from balancer.simulation.time_estimate import estimate_seconds

    with cluster_of(chosen) as cluster:
        estimate = estimate_seconds(cells, cluster.jobs if cluster else chosen.jobs)
    guess = "" if estimate.measured else " (a guess: this game was not compiled here yet)"
    trials = round(estimate.trials)
    thinking = f"thinking ahead: about {trials:_} trial games in each game\n" if trials else ""
    return f"{thinking}estimated time: {most}{numbers.seconds(estimate.seconds)}{guess}"


def found_jobs(jobs: Sequence[Job], chosen: PlayOptions, folder: pathlib.Path | None) -> set[int]:
    """Return the indices of jobs that have results."""
    if folder is None or chosen.fresh:
        return set()
    from balancer.simulation import games_parquet, stopping
    from balancer.simulation.known_results import KnownResults
    from balancer.simulation.store import Store

    store, finished = Store(folder, others=result_folders()), set()
    stored = KnownResults(store, fresh=False)
    for place, job in enumerate(jobs):
        result = stored.at_stop(job, stopping.rule_of(job))
        if result is None:
            continue
        paths = [store.games_path(side.key, result.games) for side in job.sides] if chosen.keep_games else []
        if all(map(games_parquet.is_whole, paths)):
            finished.add(place)
    return finished


def _out_of_reach(scenario: Scenario) -> str:
    """Return a sentence if the requested precision needs far more games than allowed, else ''."""
    from balancer.analysis.estimates.equal_share import expected_half_width

    requested, most, players = scenario.precision, scenario.max_games, scenario.base.players
    if requested is None or most is None:
        return ""
    one_game, at_most = (expected_half_width(players, games, scenario.report.confidence) for games in (1, most))
    if at_most < OUT_OF_REACH * requested:
        return ""
    return (
        f"±{100 * requested:.6g}pp can't be reached: "
        f"about ±{100 * at_most:.2g}pp after {most:_} games, the most allowed; "
        # Half-widths fall with the square root of the number of games.
        f"it would take about {rounded_up((one_game / requested) ** 2):_} games per setting"
    )


def rounded_up(number: float) -> int:
    """Round a number of games up to two digits."""
    unit = int(10 ** max(0, len(str(int(number))) - 2))
    return (int(number) // unit + 1) * unit
