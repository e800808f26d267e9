"""`balancer seek`: the smallest change of the rules that keeps all checks of a scenario."""

from __future__ import annotations

import pathlib
import shlex
import time
from typing import TYPE_CHECKING, Any

import click

from balancer.cli import completion, options
from balancer.cli.app import CHECK_FAILED, OK, UNDECIDED, command_line
from balancer.cli.budget import budget_of
from balancer.cli.options import PlayOptions
from balancer.cli.outputs import protect_files
from balancer.wording import plural

if TYPE_CHECKING:
    from balancer.checks.judge import Budget
    from balancer.design.candidates import Space
    from balancer.reporting.reports.seek_report import SeekReport
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.store import Store

SEEKING = (
    click.option(
        "--knob",
        "knobs",
        multiple=True,
        metavar="NAME[=VALUES]",
        help="Only this may change, in place of the sweep's axes; may be repeated. Values: 18,20,22 or 18..26.",
        shell_complete=completion.knobs,
    ),
)
LENGTH = (
    click.option("--games", metavar="N", help="Games that confirm the change found; those of the scenario by default."),
    click.option("--max-games", metavar="N", help="Maximum games per candidate; ten times as many by default."),
)


@click.command()
@click.argument("target", metavar="SCENARIO", required=False, shell_complete=completion.targets)
@options.add(SEEKING, options.RULES, LENGTH, options.FOLDER)
@click.pass_context
def seek(ctx: click.Context, /, target: str | None, knobs: tuple[str, ...], **given: Any) -> int:
    """Find the smallest change of the rules that keeps all checks of a scenario.

    The axes of the scenario's sweep may change, or the knobs that --knob names.  A change of fewer knobs is smaller;
    among these, one of shorter distance.  Candidates race on the same dice; the one found is confirmed on games of
    another seed.  Ends with 0 where it is known, or the base rules keep all checks; 1 where nothing does; 3 where more
    games might tell.  Tables go to reports/NAME-seek/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    scenario = chosen.without_maximum.scenario(options.target_or_help(target, "seek"))
    from balancer.design import seek as seeking
    from balancer.design.candidates import space_of

    seeking.require_checks(scenario)
    space = space_of(scenario, knobs)
    seeking.checked_base(scenario, space)
    budget = budget_of(scenario, chosen)
    if chosen.only_plan:
        return _plan(scenario, space, budget, chosen)
    protect_files({"--json": chosen.json_file}, [scenario], force=chosen.force)
    report = _sought(shlex.join(command_line(ctx)), scenario, space, budget, chosen)
    from balancer.analysis.verdicts import FAIL, PASS

    return {PASS: OK, FAIL: CHECK_FAILED}.get(report.found.verdict, UNDECIDED)


def _sought(line: str, scenario: Scenario, space: Space, budget: Budget, chosen: PlayOptions) -> SeekReport:
    """Play, write files, and print the answer; line: the command line."""
    from balancer.cli import run_common
    from balancer.design.seek import Seek
    from balancer.reporting.reports import seek_report
    from balancer.reporting.text_output import TextOutput
    from balancer.simulation.manifest import Manifest
    from balancer.simulation.store import require_writable

    if chosen.json_file not in {None, "-"}:
        require_writable(pathlib.Path(str(chosen.json_file)))
    folder = chosen.output or run_common.REPORTS / f"{scenario.name}-seek"
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        assert store is not None  # noqa: S101  there is a folder
        begun, clock = Manifest.begun(scenario, command=line, kind="seek"), time.perf_counter()
        store.keep_page(begun)
        with run_common.resumable(store), run_common.open_runner(chosen, store) as runner:
            report = seek_report.SeekReport(Seek(scenario, space, budget, runner, chosen.progress).run())
        store.keep_page(begun.completed([], time.perf_counter() - clock))
        _write_tables(store, report)
    if chosen.json_file:
        run_common.write_json(report.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        console = TextOutput()
        seek_report.show(console, report, str(folder))
        console.show()
    return report


def _write_tables(store: Store, report: SeekReport) -> None:
    from balancer.reporting import writer

    writer.write_frame(store.folder / "candidates.csv", report.frame())
    writer.write_frame(store.folder / "columns.csv", report.columns())


def _plan(scenario: Scenario, space: Space, budget: Budget, chosen: PlayOptions) -> int:
    """Print the candidates that are looked at first, and the games that this takes."""
    import dataclasses

    from balancer.cli import run_common
    from balancer.design.contender import Contender
    from balancer.design.seek import batches, looks_of
    from balancer.simulation.jobs import CellJob

    looks = looks_of(budget)
    jobs: dict[str, CellJob] = {}
    first = next(batches(list(space.candidates)))
    for candidate in (space.base, *first):
        for cell in (cell for job in Contender.of(candidate, scenario).jobs for cell in job.cells):
            named = dataclasses.replace(cell, axes=cell.axes or candidate.changed, games=looks[0], precision=None)
            jobs.setdefault(CellJob.of(named).key, CellJob.of(named))
    run_common.show_plan(scenario, list(jobs.values()), chosen)
    click.echo(
        f"{plural(len(space.candidates), 'change')} to try, the smallest first, until one passes: these are looked at "
        f"first; up to {looks[-1]:_} games for each that is undecided, and {budget.first:_} to confirm the one found"
    )
    return OK
