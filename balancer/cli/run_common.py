"""What `run` and `sweep` have in common: plan, play, write down."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from balancer.cli.app import OK, UNDECIDED, command_line, say
from balancer.cli.options import PlayOptions
from balancer.cli.outputs import protect_files, protect_folder
from balancer.cli.progress import described, watching
from balancer.wording import printable

if TYPE_CHECKING:
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import Job
    from balancer.simulation.progress import Progress, Watch
    from balancer.simulation.store import Store

REPORTS = pathlib.Path("reports")
"""Where the folders of runs lie unless -o says otherwise."""

SHOWN_CELLS = 30


class Played(NamedTuple):
    """The results of a run, and its manifest."""

    results: list[Any]
    manifest: dict[str, Any]


def play(
    ctx: click.Context,
    chosen: PlayOptions,
    scenario: Scenario,
    jobs: Sequence[Job],
    kept: Store | None,
    **manifest: Any,
) -> Played:
    """Play all jobs and keep the results, if there is a folder for them, with the manifest."""
    from balancer.simulation import provenance, runner, stopping, store

    protect_files({"--json": chosen.json_file}, [scenario], force=chosen.force)
    if chosen.json_file not in {None, "-"}:
        store.require_writable(pathlib.Path(str(chosen.json_file)))
    clock = time.perf_counter()
    begun = provenance.manifest(scenario, jobs, command=shlex.join(command_line(ctx)), **manifest)
    rule = stopping.rule_of(jobs[0].cell, scenario.report)
    with (
        resumable(kept),
        runner.open_runner(jobs=chosen.jobs, store=kept, watch=watch(chosen), fresh=chosen.fresh) as playing,
    ):
        if kept is not None:
            kept.write_manifest(begun)
        results = playing.play(jobs, rule, keep_games=chosen.keep_games)
    finished = provenance.completed(begun, results, time.perf_counter() - clock)
    if kept is not None:
        kept.write_manifest(finished)
    return Played(results, finished)


def watch(chosen: PlayOptions) -> Watch:
    """Reports progress as the options say."""

    def watched(cells: Sequence[Cell]) -> contextlib.AbstractContextManager[Progress]:
        return watching(cells, quiet=chosen.quiet, verbose=chosen.verbose, bar=not chosen.no_progress)

    return watched


@contextlib.contextmanager
def claimed(folder: pathlib.Path | None, scenario: Scenario, *, force: bool = False) -> Iterator[Store | None]:
    """The folder for results, closed to other runs from the first game to the last line of the report.

    Where it holds the report of another scenario, which is written over, that is said.
    """
    if folder is None:
        yield None
        return
    from balancer.simulation.store import Store

    protect_folder(folder, force=force)
    note_others(folder, scenario)
    store = Store(folder, others=result_folders())
    with store.locked():
        yield store


@contextlib.contextmanager
def resumable(kept: Store | None) -> Iterator[None]:
    """Say what an interruption leaves in the folder."""
    try:
        yield
    except KeyboardInterrupt:
        if kept is not None:
            say(f"finished cells are in {kept.folder}: the same command plays the others")
        raise


def result_folders() -> list[pathlib.Path]:
    """The folders of all runs in reports/: a command finds there what another one has played."""
    return sorted(path.parent for path in REPORTS.glob("*/manifest.json"))


def found_jobs(jobs: Sequence[Job], chosen: PlayOptions, folder: pathlib.Path | None) -> set[int]:
    """The places in the plan of jobs for which nothing has to be played."""
    if folder is None or chosen.fresh:
        return set()
    from balancer.simulation import games_parquet, runner, stopping
    from balancer.simulation.store import Store
    from balancer.simulation.threads import threads

    store, places = Store(folder, others=result_folders()), set()
    with threads(1) as pool:
        playing = runner.Runner(pool, store)
        for place, job in enumerate(jobs):
            result = playing.found(job, stopping.rule_of(job.cell, getattr(job, "report", None)))
            if result is None:
                continue
            paths = [store.games_path(side.key, result.games) for side in job.sides] if chosen.keep_games else []
            if all(map(games_parquet.is_whole, paths)):
                places.add(place)
    return places


def finish(played: Played, chosen: PlayOptions, told: Any, kept: Store | None) -> int:
    """Write down what was played (report, JSON, summary); the exit code."""
    from balancer.reporting import terminal
    from balancer.reporting.run_report import Report

    page, report = None, Report(played.manifest, played.results)
    if kept is not None:
        from balancer.reporting import writer  # charts take half a second to load: only where they are drawn

        page = writer.write_report(report, kept.folder)
    if chosen.json_file:
        write_json(told, chosen.json_file)
    if chosen.json_file != "-":
        if sys.stdout.isatty():
            terminal.show(report, page)
        else:  # rich would end the program where a pipe is closed; we say how it ends
            text = PipedText()
            terminal.show(report, page, file=text)
            click.echo(text.getvalue(), nl=False)
    return outcome(played.results)


class PipedText(io.StringIO):
    """Text for a stdout that is no terminal, in its encoding."""

    encoding = property(lambda _: sys.stdout.encoding)


def note_others(folder: pathlib.Path, scenario: Scenario) -> None:
    """Say that the report of another scenario is written over, if `folder` holds one: names may be alike."""
    try:
        told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        before, game = told["scenario_file"] or told["game"]["name"], told["game"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # none, or one that can't be read: others tell of that
    now = scenario.file.as_posix() if scenario.file else scenario.game.name
    if (printable(before), game) != (printable(now), scenario.game.name):
        say(f"note: {folder} holds the report of {before}, which that of {now} replaces; -o FOLDER keeps both")


def write_json(told: Any, target: str) -> None:
    """JSON to a file, or to stdout for '-'; its first key marks it as ours."""
    from balancer.simulation import provenance, store

    marked = {"generated_by": f"balancer {provenance.versions()['balancer']}", **told}
    text = json.dumps(marked, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        store.write_atomically(pathlib.Path(target), text)


def as_json(cells: Sequence[Any], scenario: Scenario) -> list[dict[str, Any]]:
    """Cells as `--json` writes them."""
    from balancer.analysis import cell_json

    report = scenario.report
    return [cell_json.to_json(cell, report.confidence, report.seconds_per_decision) for cell in cells]


def outcome(results: Sequence[Any]) -> int:
    """The exit code: whether every cell is as precise as requested."""
    short = [result for result in results if result.precision and not result.precision["reached"]]
    if not short:
        return OK
    widest = max(result.precision["half_width"] for result in short)
    of = f"{len(short)} of {len(results)} cells: " if len(results) > 1 else ""
    say(
        f"{of}precision not reached: ±{widest * 100:.3g}pp where "
        f"±{short[0].precision['wanted'] * 100:.3g}pp was requested; allow more games with --max-games"
    )
    return UNDECIDED


def show_plan(scenario: Scenario, jobs: Sequence[Job], chosen: PlayOptions, folder: pathlib.Path | None = None) -> None:
    """Print what would be played into `folder`: cells, games, time, and what is finished there already.

    UsageError with --json, which has no place for it.
    """
    if chosen.json_file:
        raise click.UsageError("--plan plays nothing, so there is nothing for --json; leave one of them out")
    from balancer.reporting import numbers
    from balancer.simulation.time_estimate import estimate_seconds

    finished = found_jobs(jobs, chosen, folder)
    lines = [(place in finished, cell) for place, job in enumerate(jobs) for cell in job.cells]
    left = [cell for done, cell in lines if not done]
    games = sum(cell.most_games for cell in left)
    most = "at most " if scenario.precision is not None else ""
    before = f" ({len(lines) - len(left)} played before, in {folder})" if finished else ""
    number = f"{len(lines)} cell{'s' if len(lines) > 1 else ''}{before}"
    click.echo(f"{scenario.title}\n{scenario.game.title}: {number}, {most}{games:_} games")
    if scenario.options:
        click.echo(f"with {', '.join(scenario.options)}")
    for place, (done, cell) in enumerate(lines[:SHOWN_CELLS]):
        what = "played before" if done else f"{cell.most_games:_} games"
        click.echo(f"{place + 1:>5}  {described(cell)}: {what}")
    if len(lines) > SHOWN_CELLS:
        click.echo(f"       … {len(lines) - SHOWN_CELLS} more")
    if not left:
        click.echo("nothing is left to be played")
        return
    estimate = estimate_seconds(left, chosen.jobs)
    guess = "" if estimate.measured else " (a guess: this game was not compiled here yet)"
    click.echo(f"estimated time: {most}{numbers.seconds(estimate.seconds)}{guess}")
