"""`balancer check`: a scenario's checks, and what has changed since its baseline was accepted."""

from __future__ import annotations

import dataclasses
import pathlib
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from balancer.questions import playing
from balancer.questions.playing import PlayOptions
from balancer.shell import OF_VERDICTS, OK, UNDECIDED, completion
from balancer.wording import plural

if TYPE_CHECKING:
    from balancer.questions.check.report import CheckReport
    from balancer.questions.check.study import AcceptStudy

Suite = list[tuple[pathlib.Path, Any]]  # studies and folders; they share one error probability


@click.command()
@click.argument("targets", metavar="SCENARIO…", nargs=-1, shell_complete=completion.targets)
@click.option("--accept", metavar="WHY", help="Accept the present figures as the baseline; give the reason.")
@click.option("--junit", "junit_file", metavar="FILE", help="Write the verdicts as JUnit XML for CI servers.")
@click.option("--annotations", is_flag=True, help="Print failures as annotations of GitHub Actions, with their lines.")
@click.option(
    "--robustness", "everywhere", is_flag=True, help="Also report every check with line-ups of other competent players."
)
@playing.takes(playing.DecidingOptions, playing.TerminalOptions, "keep_games")
@click.pass_context
def check(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    accept: str | None,
    junit_file: str | None,
    annotations: bool,
    everywhere: bool,
    **given: Any,
) -> int:
    """Check scenarios: their `checks:`, and whether anything moved since their baselines were accepted.

    Every figure passes, fails or is undecided; for undecided figures more games are played, up to --max-games (ten
    times the games of the scenario by default).  Exits with 0 if everything passes, 1 if something fails, 3 if
    something is undecided or lacks a baseline, or --precision was not reached.  A check with `robust: true` must also
    pass with line-ups of other competent players; --robustness reports all checks with them.  Tables go to
    reports/NAME-check/ unless -o says otherwise.
    """
    chosen = PlayOptions(**given)
    from balancer.questions import answering, planning

    files = {**answering.outputs_of(chosen), "--junit": junit_file}
    _refuse_mixed(accept, targets, chosen, files)
    if not targets:
        playing.target_or_help(None, "check")

    suite = _suite(list(dict.fromkeys(targets)), chosen, accept=accept is not None, everywhere=everywhere)
    answering.protect(chosen, files, [study.scenario for _, study in suite])
    if chosen.only_plan:
        for folder, study in suite:
            planning.show_plan(study, chosen, folder)
        return OK
    if accept is None:
        return _checked(ctx, chosen, suite, files, annotations=annotations)
    for folder, study in suite:
        _accept(ctx, chosen, study, folder, accept.strip())
    return OK


# Options --------------------------------------------------------------------------------------------------------------
def _refuse_mixed(
    accept: str | None, targets: Sequence[str], chosen: PlayOptions, files: dict[str, str | None]
) -> None:
    """Raise UsageError for options that contradict each other."""
    if accept is None:
        return
    if not accept.strip():
        raise click.UsageError('--accept takes the reason, as in --accept "starting hand of 6 is intended"')
    if accept.endswith((".yaml", ".yml")) or pathlib.Path(accept).is_file():
        names = " ".join(targets) or accept
        raise click.UsageError(f'--accept takes the reason, not a file: balancer check {names} --accept "why"')
    changed = {"--set": chosen.sets, "--players": chosen.players, "--lineup": chosen.lineup}
    for name, value in changed.items():
        if value:
            raise click.UsageError(f"a baseline belongs to the scenario as written: write what {name} says into it")
    for name, file in files.items():
        if file:
            raise click.UsageError(f"--accept checks nothing, so {name} has nothing to write; omit one of them")


def _suite(targets: Sequence[str], chosen: PlayOptions, *, accept: bool, everywhere: bool) -> Suite:
    """Return the study of every scenario with its folder; ScenarioError with the errors of all of them."""
    from balancer.questions import answering
    from balancer.questions.check.study import AcceptStudy, CheckStudy
    from balancer.scenario.errors import Fault, ScenarioError

    suite, faults = Suite(), list[Fault]()
    bare = chosen if chosen.precision is not None else chosen.changed(max_games=None)
    many, most = len(targets), chosen.most_games
    for target in targets:
        try:
            scenario = bare.scenario(target)
            study: AcceptStudy | CheckStudy = (
                AcceptStudy.of(scenario, most)
                if accept
                else CheckStudy.of(scenario, most, suite=many, everywhere=everywhere)
            )
        except ScenarioError as error:
            faults += error.faults
            continue
        own_folder = chosen.output if many == 1 or chosen.output is None else chosen.output / scenario.name
        suite.append((own_folder or answering.folder_of(study), study))
    if faults:
        raise ScenarioError(faults)
    return suite


# Carrying out ---------------------------------------------------------------------------------------------------------
def _checked(
    ctx: click.Context, chosen: PlayOptions, suite: Suite, files: Mapping[str, str | None], *, annotations: bool
) -> int:
    """Play and report all scenarios, and return the exit code."""
    from balancer.questions import answering
    from balancer.reporting import writer

    reports = []
    for folder, study in suite:
        with answering.carried_out(ctx, chosen, study, folder) as (report, page_folder):
            if page_folder is not None:
                writer.write(report, page_folder)
        reports.append(report)
    return _reported(reports, files, verbose=chosen.verbose, annotated=annotations)


def _reported(
    reports: Sequence[CheckReport], files: Mapping[str, str | None], *, verbose: bool, annotated: bool
) -> int:
    """Write files, print tables, and return the exit code."""
    from balancer.analysis import verdicts
    from balancer.questions import answering, check_results
    from balancer.reporting.console import Console
    from balancer.reporting.document.terminal import print_document
    from balancer.simulation.store import write_atomically

    outcomes = [report.outcome for report in reports]
    if junit_file := files["--junit"]:
        write_atomically(pathlib.Path(junit_file), check_results.junit(outcomes))
    if markdown_file := files["--markdown"]:
        documents = [dataclasses.replace(report, figures=True).document() for report in reports]
        answering.write_markdown(documents, markdown_file)
    if json_file := files["--json"]:
        answering.write_json(check_results.to_json(outcomes, [report.players_json for report in reports]), json_file)
    if json_file != "-":
        console = Console()
        for report in reports:
            print_document(dataclasses.replace(report, figures=verbose).document(), console)
        console.show()
        for line in check_results.github_annotations(outcomes) if annotated else ():
            click.echo(line, file=getattr(sys.stdout, "raw", sys.stdout))  # is to be obeyed
    verdict = verdicts.worst([outcome.verdict for outcome in outcomes])
    precise = all(outcome.precise for outcome in outcomes)
    return OF_VERDICTS[verdict] if precise or verdict != verdicts.PASS else UNDECIDED


def _accept(ctx: click.Context, chosen: PlayOptions, study: AcceptStudy, folder: pathlib.Path, reason: str) -> None:
    """Accept the present figures of a scenario as its baseline."""
    from balancer.checks import baseline
    from balancer.questions import answering
    from balancer.simulation.store import require_writable

    path = study.path
    require_writable(path)
    with answering.carried_out(ctx, chosen, study, folder) as (report, _):
        accepted = report.accepted
        written = baseline.write(study.scenario, accepted.settings, reason)
    if not written:
        click.echo(f"{path}: these games and figures are accepted already; the file is unchanged")
        return
    number = sum(len(place["figures"]) for place in accepted.settings)
    click.echo(f"{path}: accepted {number} figures in {plural(len(accepted.settings), 'setting')}")
    if accepted.coarse:
        named = "; ".join(accepted.coarse[:3]) + ("; …" if accepted.coarse[3:] else "")
        chosen.note(
            f"{len(accepted.coarse)} of them are not known well enough (the interval is wider than half the "
            f"margin), so later checks may stay undecided: {named}; accept with more games (--max-games), or widen "
            "report: margins:"
        )
