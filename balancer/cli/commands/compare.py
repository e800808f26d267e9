"""`balancer compare`: what a change of rules does, game by game on the same dice."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import click

from balancer.cli import completion, options
from balancer.cli.app import OK, UNDECIDED, say
from balancer.cli.options import PlayOptions
from balancer.cli.outputs import protect_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from balancer.analysis.results import PairResult
    from balancer.players.other_tables import TablePlan
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.jobs import PairJob

MAX_TARGETS = 2


@click.command()
@click.argument("targets", metavar="SCENARIO [SCENARIO]", nargs=-1, shell_complete=completion.targets)
@click.option(
    "--variant",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only this variant; may be repeated.",
    shell_complete=completion.variants,
)
@options.add(options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def compare(ctx: click.Context, /, targets: tuple[str, ...], names: tuple[str, ...], **given: Any) -> int:
    """Compare a scenario's base rules with its variants, or with a second scenario.

    Both sides play the same game numbers on the same dice, so that differences are estimated from pairs of games.  With
    --precision they play on until the intervals of the seats' differences are that narrow and every figure with a
    margin is decided, or --max-games is reached.  Results go to reports/NAME-compare/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    if len(targets) > MAX_TARGETS:
        raise click.UsageError(f"{len(targets)} scenarios; compare one with its variants, or two with each other")
    if not targets:
        options.target_or_help(None, "compare")
    if len(targets) == MAX_TARGETS and names:
        raise click.UsageError("--variant needs a single scenario; omit it, or the second scenario")

    from balancer.players import other_tables
    from balancer.simulation import comparison_plan

    scenario = chosen.scenario(targets[0])
    other = chosen.scenario(targets[1]) if len(targets) == MAX_TARGETS else None
    jobs = comparison_plan.two_scenarios(scenario, other) if other else comparison_plan.variants_of(scenario, names)
    for note in comparison_plan.notes(scenario, other):
        chosen.note(note)
    inputs = [one for one in (scenario, other) if one is not None]
    scenario = comparison_plan.as_scenario(scenario, other)
    folder = chosen.output or _folder(scenario, targets)
    tables = None if other else other_tables.plan(scenario, jobs)
    if chosen.only_plan:
        from balancer.cli import run_common

        run_common.show_plan(scenario, jobs, chosen, folder, tables)
        return OK
    protect_files({"--json": chosen.json_file}, inputs, force=chosen.force)
    return _compare(ctx, chosen, scenario, (jobs, tables), folder, targets)


def _compare(
    ctx: click.Context,
    chosen: PlayOptions,
    scenario: Scenario,
    plan: tuple[Sequence[PairJob], TablePlan | None],
    folder: pathlib.Path,
    targets: Sequence[str],
) -> int:
    from balancer.cli import run_common
    from balancer.narration import divergence
    from balancer.reporting import writer
    from balancer.reporting.reports import compare_report
    from balancer.simulation.store import require_writable

    if chosen.json_file not in {None, "-"}:
        require_writable(pathlib.Path(str(chosen.json_file)))
    with run_common.claimed(folder, scenario, force=chosen.force) as store:
        assert store is not None  # noqa: S101  there is a folder
        jobs, tables = plan
        played = run_common.play(ctx, chosen, scenario, jobs, store, tables, kind="compare", targets=list(targets))
        pairs = divergence.added(jobs, played.results, store)
        report = compare_report.Compared(played.manifest, pairs, played.tables)
        page = writer.write_comparison(report, store.folder)
    if chosen.json_file:
        run_common.write_json(report.to_json(), chosen.json_file)
    if chosen.json_file != "-":
        from balancer.reporting.text_output import TextOutput

        console = TextOutput()
        compare_report.show(console, report, str(page))
        console.show()
    return _outcome(pairs)


def _folder(scenario: Scenario, targets: Sequence[str]) -> pathlib.Path:
    second = f"-{pathlib.Path(targets[1]).stem}" if len(targets) == MAX_TARGETS else ""
    from balancer.cli.run_common import REPORTS

    return REPORTS / f"{scenario.name}{second}-compare"


def _outcome(pairs: Sequence[PairResult]) -> int:
    """The exit code: whether precision and every decision requested were reached."""
    short = [pair for pair in pairs if pair.precision and not pair.precision["reached"]]
    for pair in short:
        known = pair.precision or {}
        reasons = []
        if known["half_width"] > known["wanted"]:
            reasons.append(f"±{known['half_width'] * 100:.3g}pp where ±{known['wanted'] * 100:.3g}pp was requested")
        if known["undecided"]:
            reasons.append(f"undecided: {', '.join(known['undecided'])}")
        say(f"{pair.name}: {'; '.join(reasons)}; allow more games with --max-games")
    return UNDECIDED if short else OK
