"""What the playing commands have in common: plan, play, write results."""

from __future__ import annotations

import contextlib
import gc
import json
import math
import pathlib
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from balancer.cli.app import OK, UNDECIDED, command_line, say
from balancer.cli.options import PlayOptions
from balancer.cli.outputs import protect_files, protect_folder, protect_page
from balancer.cli.progress import described, watching
from balancer.wording import printable

if TYPE_CHECKING:
    from balancer.analysis.results import CellResult, PairResult
    from balancer.reporting.reports.run_report import ScenarioReport
    from balancer.scenario.plan import Cell
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.backends.cluster import Cluster
    from balancer.simulation.jobs import Job
    from balancer.simulation.progress import Progress
    from balancer.simulation.runner import Runner
    from balancer.simulation.store import Store
    from balancer.studies.study import Made, Study

REPORTS = pathlib.Path("reports")
"""Parent of the results folders unless -o names another."""

SHOWN_CELLS = 30
"""Cells that a printed plan lists."""

OUT_OF_REACH = 1.5
"""A precision that all games allowed miss by this factor is reported before any is played."""


def answer(
    ctx: click.Context,
    chosen: PlayOptions,
    study: Study[Made],
    *,
    folder: pathlib.Path | None,
    inputs: Sequence[Scenario] = (),
    **page_options: Any,
) -> Made | None:
    """Carry a study out, write its report into `folder` and as JSON, and print it; None with --plan.

    inputs: scenarios of the command, beside the study's own, which no output may replace; page_options: of the writer.
    """
    protect(chosen, {"--json": chosen.json_file}, [study.scenario, *inputs])
    if chosen.only_plan:
        show_plan(study, chosen, folder)
        return None
    with carried_out(ctx, chosen, study, folder) as report, keeping_all():
        page = written(report, folder, **page_options)
        if chosen.json_file:
            write_json(study.content(report), chosen.json_file)
        if chosen.json_file != "-":
            _show(report, page)
    return report


def protect(chosen: PlayOptions, files: Mapping[str, str | None], inputs: Sequence[Scenario]) -> None:
    """Refuse files (by option) that can't be written, or would replace what is not ours or an input; UsageError.

    With --plan, which writes nothing, any file.
    """
    from balancer.simulation.store import require_writable

    if chosen.only_plan and (named := next((option for option, file in files.items() if file), "")):
        raise click.UsageError(f"--plan plays nothing, so {named} has nothing to write; omit one of them")
    protect_files(files, inputs, force=chosen.force)
    for file in files.values():
        if file not in {None, "-"}:
            require_writable(pathlib.Path(str(file)))


@contextlib.contextmanager
def carried_out(
    ctx: click.Context, chosen: PlayOptions, study: Study[Made], folder: pathlib.Path | None
) -> Iterator[Made]:
    """Carry a study out; the folder is locked until its report is written."""
    from balancer.studies.study import carry_out
    from balancer.tryout import card_tables

    if study.weighs_players:
        note_untried(study.scenario, chosen)
    for note in card_tables.notes(study.scenario):
        chosen.note(note)

    with contextlib.ExitStack() as lock:
        store = lock.enter_context(claimed(folder, study.scenario, force=chosen.force)) if folder else None
        if store is not None and study.has_page and not chosen.force:
            protect_page(store, study)
        command = shlex.join(command_line(ctx))
        with resumable(store), open_runner(chosen, store) as runner:
            report = carry_out(
                study, runner, store, command=command, note=chosen.progress, keep_games=chosen.keep_games
            )
        yield report


def written(report: ScenarioReport, folder: pathlib.Path | None, **page_options: Any) -> pathlib.Path | None:
    """The path of the page of a report, which is written into a folder; None without one."""
    if folder is None:
        return None
    from balancer.reporting import writer

    return writer.write(report, folder, **page_options)


@contextlib.contextmanager
def keeping_all() -> Iterator[None]:
    """No search for garbage among results and figures, which stay: a sixth of the time that a large report takes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _show(report: ScenarioReport, page: pathlib.Path | None) -> None:
    """Print a report."""
    from balancer.reporting.console import Console

    console = Console()
    report.show(console)
    console.written(page)
    console.show()


@contextlib.contextmanager
def open_runner(chosen: PlayOptions, store: Store | None) -> Iterator[Runner]:
    """A runner on threads, or on the cluster that the options name; it reports its progress as they say."""
    from balancer.simulation import runner

    with cluster_of(chosen) as cluster:
        if cluster is not None:
            chosen.note(f"playing on {cluster}")

        def watch(cells: Sequence[Cell]) -> contextlib.AbstractContextManager[Progress]:
            workers = None if cluster is None else lambda: cluster.workers
            bar = not chosen.no_progress
            return watching(cells, quiet=chosen.quiet, verbose=chosen.verbose, bar=bar, workers=workers)

        with runner.open_runner(
            jobs=chosen.jobs, backend=cluster, store=store, watch=watch, fresh=chosen.fresh
        ) as playing:
            yield playing


@contextlib.contextmanager
def cluster_of(chosen: PlayOptions) -> Iterator[Cluster | None]:
    """The Dask cluster that the options name; None for threads.  BackendError."""
    if not chosen.dask:
        yield None
        return
    from balancer.simulation.backends.cluster import cluster
    from balancer.simulation.backends.threads import usual_jobs

    with cluster(chosen.dask, chosen.jobs or usual_jobs()) as found:
        yield found


@contextlib.contextmanager
def claimed(folder: pathlib.Path, scenario: Scenario, *, force: bool) -> Iterator[Store]:
    """The results folder, locked against other runs from the first game to the end of the report.

    Prints a note where it holds the report of another scenario, which is overwritten.
    """
    from balancer.simulation.store import Store

    protect_folder(folder, force=force)
    note_others(folder, scenario)
    store = Store(folder, others=result_folders())
    with store.locked():
        yield store


@contextlib.contextmanager
def resumable(store: Store | None) -> Iterator[None]:
    """Print what an interruption leaves in the folder."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None:
            say(f"finished cells are in {store.folder}; run the same command again to play the others")
        raise


def folder_of(study: Study[Any], more: str = "") -> pathlib.Path:
    """The results folder of a study where -o names none."""
    kind = "" if study.kind == "run" else f"-{study.kind}"
    return REPORTS / f"{study.scenario.name}{more}{kind}"


def result_folders() -> list[pathlib.Path]:
    """The folders of all runs in reports/, where a command finds results of other commands."""
    return sorted(path.parent for path in REPORTS.glob("*/manifest.json"))


def found_jobs(jobs: Sequence[Job], chosen: PlayOptions, folder: pathlib.Path | None) -> set[int]:
    """Indices of jobs whose results exist already."""
    if folder is None or chosen.fresh:
        return set()
    from balancer.simulation import games_parquet, stopping
    from balancer.simulation.known_results import KnownResults
    from balancer.simulation.store import Store

    store, found = Store(folder, others=result_folders()), set()
    known = KnownResults(store, fresh=False)
    for place, job in enumerate(jobs):
        result = known.at_stop(job, stopping.rule_of(job))
        if result is None:
            continue
        paths = [store.games_path(side.key, result.games) for side in job.sides] if chosen.keep_games else []
        if all(map(games_parquet.is_whole, paths)):
            found.add(place)
    return found


def note_others(folder: pathlib.Path, scenario: Scenario) -> None:
    """Print a note if `folder` holds the report of another scenario of the same name, which is overwritten."""
    path = folder / "manifest.json"
    if not path.is_file():  # a pipe would be waited for
        return
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        before, game = manifest["scenario_file"] or manifest["game"]["name"], manifest["game"]["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return  # a damaged one, which is reported elsewhere
    now = scenario.file.as_posix() if scenario.file else scenario.game.target
    if (printable(before), game) != (printable(now), scenario.game.name):
        say(f"note: {folder} holds the report of {before}, which that of {now} replaces; -o FOLDER keeps both")


def note_untried(scenario: Scenario, chosen: PlayOptions) -> None:
    """Print a note where the rules of an own game have never passed `balancer try` as they are now."""
    from balancer.tryout.marks import never_tried

    if never_tried(scenario.game):
        name, target = scenario.game.name, scenario.game.target
        chosen.note(f"the rules of {name} have never passed `balancer try {target}`, which finds errors in seconds")


def write_json(content: Any, target: str) -> None:
    """Write JSON to a file, or to stdout for '-'; its first key marks it as written by balancer."""
    from balancer.simulation import provenance
    from balancer.simulation.store import write_atomically

    marked = {"generated_by": f"balancer {provenance.versions()['balancer']}", **content}
    text = json.dumps(marked, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text.replace("##", "#\\u0023"))  # the same to a JSON reader, no command to a build server
    else:
        write_atomically(pathlib.Path(target), text)


def outcome(results: Sequence[CellResult | PairResult]) -> int:
    """The exit code: whether every cell is as precise as requested."""
    short = [result for result in results if result.precision and not result.precision["reached"]]
    if not short:
        return OK
    widest = max(short, key=_half_width)
    width, wanted = 100 * _half_width(widest), 100 * (widest.precision or {})["wanted"]
    of = f"{len(short)} of {len(results)} cells: " if len(results) > 1 else ""
    say(
        f"{of}precision not reached: ±{width:.{_digits_apart(width, wanted)}g}pp where ±{wanted:.6g}pp was requested; "
        f"about {_rounded_up(widest.games * (width / wanted) ** 2):_} games per cell would do: --max-games"
    )
    return UNDECIDED


def _half_width(result: CellResult | PairResult) -> float:
    return float((result.precision or {})["half_width"])


def _out_of_reach(scenario: Scenario) -> str:
    """That the requested precision needs far more games than allowed, and about how many; '' where it does not."""
    from balancer.analysis.intervals.elementary import critical_z

    wanted, most, players = scenario.precision, scenario.max_games, scenario.base.players
    if wanted is None or most is None:
        return ""
    spread = critical_z(scenario.report.confidence, players) * math.sqrt(1 / players * (1 - 1 / players))
    half = spread / math.sqrt(most)
    if half < OUT_OF_REACH * wanted:
        return ""
    return (
        f"±{100 * wanted:.6g}pp can't be reached: about ±{100 * half:.2g}pp after {most:_} games, the most allowed; "
        f"it would take about {_rounded_up((spread / wanted) ** 2):_} games per cell"
    )


def _digits_apart(one: float, other: float) -> int:
    """How many digits tell two numbers apart, at least 3."""
    return next((digits for digits in range(3, 12) if f"{one:.{digits}g}" != f"{other:.{digits}g}"), 12)


def _rounded_up(number: float) -> int:
    """A number of games, rounded up to two digits."""
    unit = int(10 ** max(0, len(str(int(number))) - 2))
    return (int(number) // unit + 1) * unit


def show_plan(study: Study[Any], chosen: PlayOptions, folder: pathlib.Path | None = None) -> None:
    """Print what would be played into `folder`: cells, games, time, and what is finished there already."""
    scenario, jobs = study.scenario, study.jobs
    finished = found_jobs(jobs, chosen, folder)
    lines = [(place in finished, cell) for place, job in enumerate(jobs) for cell in job.cells]
    left = [cell for done, cell in lines if not done]
    games = sum(cell.most_games for cell in left)
    most = "at most " if scenario.precision is not None else ""
    before = f" ({len(lines) - len(left)} played before, in {folder})" if finished else ""
    number = f"{len(lines)} cell{'s' if len(lines) > 1 else ''}{before}"
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
    """How long cells take, and what they think."""
    from balancer.reporting import numbers
    from balancer.simulation.time_estimate import estimate_seconds

    with cluster_of(chosen) as cluster:
        estimate = estimate_seconds(cells, cluster.jobs if cluster else chosen.jobs)
    guess = "" if estimate.measured else " (a guess: this game was not compiled here yet)"
    trials = round(estimate.trials)
    thinking = f"thinking ahead: about {trials:_} trial games in each game\n" if trials else ""
    return f"{thinking}estimated time: {most}{numbers.seconds(estimate.seconds)}{guess}"
