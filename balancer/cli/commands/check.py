"""`balancer check`: a scenario's checks, and whether anything moved since its baseline was accepted."""

from __future__ import annotations

import dataclasses
import pathlib
import shlex
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from balancer.cli import completion, options
from balancer.cli.app import CHECK_FAILED, OK, UNDECIDED, command_line, say
from balancer.cli.budget import budget_of
from balancer.cli.options import PlayOptions
from balancer.cli.outputs import Request, protect_files, protect_page
from balancer.wording import plural

if TYPE_CHECKING:
    from balancer.checks.judge import Acceptance, Budget, Outcome, Question
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.manifest import Manifest
    from balancer.simulation.store import Store

FILES = (
    click.option("--accept", metavar="WHY", help="Accept the present figures as the baselines; give the reason."),
    click.option("--junit", "junit_file", metavar="FILE", help="Write the verdicts as JUnit XML for CI servers."),
    click.option("--markdown", "markdown_file", metavar="FILE", help="Write the tables as Markdown."),
)
ROBUSTNESS = (
    click.option(
        "--robustness", "everywhere", is_flag=True, help="Report every check at tables of other competent players, too."
    ),
)


@click.command()
@click.argument("targets", metavar="SCENARIO…", nargs=-1, shell_complete=completion.targets)
@options.add(FILES, ROBUSTNESS, options.RULES, options.LENGTH, options.PLAYING)
@click.pass_context
def check(
    ctx: click.Context,
    /,
    targets: tuple[str, ...],
    accept: str | None,
    junit_file: str | None,
    markdown_file: str | None,
    everywhere: bool,
    **given: Any,
) -> int:
    """Check scenarios: their `checks:`, and whether anything moved since their baselines were accepted.

    Every figure passes, fails or is undecided; for undecided figures more games are played, up to --max-games (ten
    times the games of the scenario by default).  Ends with 0 where all passes, 1 where something fails, 3 where
    something is undecided or new, or --precision was not reached.  A check with `robust: true` must hold at the tables
    of other competent players, too; --robustness reports all checks there.  Tables go to reports/NAME-check/ unless -o
    says otherwise.
    """
    chosen = PlayOptions(**given)
    files = {"--json": chosen.json_file, "--junit": junit_file, "--markdown": markdown_file}
    _refuse_mixed(accept, targets, chosen, files)
    if not targets:
        options.target_or_help(None, "check")
    command = Command(chosen, shlex.join(command_line(ctx)), files, everywhere)
    scenarios = _loaded(targets, chosen)
    if accept is not None:
        return command.accept(scenarios, accept.strip())
    return command.check(scenarios)


# Options --------------------------------------------------------------------------------------------------------------
def _refuse_mixed(
    accept: str | None, targets: Sequence[str], chosen: PlayOptions, files: dict[str, str | None]
) -> None:
    """UsageError for options that contradict each other."""
    if chosen.only_plan and any(files.values()):
        named = next(name for name, file in files.items() if file)
        raise click.UsageError(f"--plan plays nothing, so {named} has nothing to write; omit one of them")
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


def _loaded(targets: Sequence[str], chosen: PlayOptions) -> list[Scenario]:
    """All scenarios; ScenarioError with the errors of all of them."""
    from balancer.scenario.errors import Fault, ScenarioError

    scenarios, faults = [], list[Fault]()
    bare = chosen if chosen.precision is not None else chosen.without_maximum
    for target in dict.fromkeys(targets):
        try:
            scenarios.append(bare.scenario(target))
        except ScenarioError as error:
            faults += error.faults
    if faults:
        raise ScenarioError(faults)
    return scenarios


# The command ----------------------------------------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class Command:
    """One call of `balancer check`; files: option -> file that it writes; everywhere: --robustness."""

    options: PlayOptions
    line: str
    files: dict[str, str | None]
    everywhere: bool = False

    def check(self, scenarios: Sequence[Scenario]) -> int:
        """Check all scenarios; the exit code."""
        from balancer.scenario.errors import Fault, ScenarioError
        from balancer.simulation.store import require_writable

        questions, faults = [], list[Fault]()
        for scenario in scenarios:
            try:
                questions.append(self._question(scenario))
            except ScenarioError as error:
                faults += error.faults
        if faults:
            raise ScenarioError(faults)
        budgets = [budget_of(scenario, self.options) for scenario in scenarios]
        if self.options.only_plan:
            for question, budget in zip(questions, budgets, strict=True):
                self._show_plan(question, budget)
            return OK
        protect_files(self.files, scenarios, force=self.options.force)
        for file in self.files.values():
            if file not in {None, "-"}:
                require_writable(pathlib.Path(str(file)))
        pairs = list(zip(questions, budgets, strict=True))
        outcomes = [self._outcome(question, budget, len(pairs)) for question, budget in pairs]
        return self._report(outcomes)

    def _question(self, scenario: Scenario) -> Question:
        from balancer.checks.judge import question_of

        return question_of(scenario)

    def _outcome(self, question: Question, budget: Budget, suite: int) -> Outcome:
        """Check one of `suite` scenarios, which share the error probability."""
        from balancer.checks.judge import Checking, jobs_of
        from balancer.cli import run_common
        from balancer.reporting import writer
        from balancer.reporting.reports import check_report
        from balancer.simulation.manifest import of_games
        from balancer.simulation.stopping import FixedGames

        scenario = question.scenario
        with run_common.claimed(self._folder(scenario, suite), scenario, force=self.options.force) as store:
            assert store is not None  # noqa: S101  there is a folder
            if not self.options.force:
                requests = {job.key: Request(budget.most, budget.precision) for job in jobs_of(question)}
                protect_page(store, scenario, "check", requests)
            begun, clock = self._manifest(store, scenario), time.perf_counter()
            with run_common.resumable(store), self._runner(store) as runner:
                confidence = 1 - (1 - scenario.report.confidence) / suite
                outcome = Checking(question, budget, runner, confidence, everywhere=self.everywhere).run()
                if self.options.keep_games:
                    for job, games in outcome.played:
                        runner.play([job], FixedGames(games), keep_games=True)
            finished = begun.completed([], time.perf_counter() - clock)
            store.write_manifest(dataclasses.replace(finished, cells=of_games(outcome.played)))
            writer.write_frame(store.folder / "checks.csv", check_report.frame(outcome))
            writer.write_frame(store.folder / "columns.csv", check_report.columns())
            writer.write_check(outcome, begun, store.folder)
        return outcome

    def _folder(self, scenario: Scenario, suite: int) -> pathlib.Path:
        if self.options.output is None:
            from balancer.cli.run_common import REPORTS

            return REPORTS / f"{scenario.name}-check"
        return self.options.output if suite == 1 else self.options.output / scenario.name

    def _manifest(self, store: Store, scenario: Scenario) -> Manifest:
        from balancer.simulation.manifest import Manifest

        begun = Manifest.begun(scenario, command=self.line, kind="check")
        store.keep_page(begun)
        return begun

    def _runner(self, store: Store) -> Any:
        """Plays the games, and reports progress."""
        from balancer.cli import run_common

        return run_common.open_runner(self.options, store)

    # Reporting -------------------------------------------------------------------------------------------------------
    def _report(self, outcomes: Sequence[Outcome]) -> int:
        """Write files and tables; the exit code."""
        from balancer.analysis import verdicts
        from balancer.cli import run_common
        from balancer.reporting.reports import check_report
        from balancer.simulation.store import write_atomically

        if self.files["--junit"]:
            write_atomically(pathlib.Path(self.files["--junit"]), check_report.junit(outcomes))
        if self.files["--markdown"]:
            from balancer.reporting.reports import check_markdown

            write_atomically(pathlib.Path(self.files["--markdown"]), check_markdown.markdown(outcomes))
        if self.options.json_file:
            run_common.write_json(check_report.to_json(outcomes), self.options.json_file)
        if self.options.json_file != "-":
            self._tables(outcomes)
        verdict = verdicts.worst([outcome.verdict for outcome in outcomes])
        if verdict == verdicts.PASS and not all(outcome.precise for outcome in outcomes):
            return UNDECIDED
        return {verdicts.PASS: OK, verdicts.FAIL: CHECK_FAILED}.get(verdict, UNDECIDED)

    def _tables(self, outcomes: Sequence[Outcome]) -> None:
        from balancer.reporting import check_lines
        from balancer.reporting.text_output import TextOutput

        console = TextOutput()
        for outcome in outcomes:
            check_lines.show(console, outcome, verbose=self.options.verbose)
        console.show()

    def _show_plan(self, question: Question, budget: Budget) -> None:
        """Print what would be played."""
        from balancer.checks import elsewhere
        from balancer.checks.exploitability import budget_of
        from balancer.checks.judge import jobs_of
        from balancer.cli import run_common
        from balancer.scenario.plan import Cell
        from balancer.scenario.question import SEARCHED
        from balancer.simulation.jobs import CellJob

        def first_look(cell: Cell) -> CellJob:
            return CellJob.of(dataclasses.replace(cell, games=budget.first, precision=None))

        jobs = [first_look(cell) for job in jobs_of(question) for cell in job.cells]
        run_common.show_plan(question.scenario, jobs, self.options)
        figures = "1 figure" if len(question.claims) == 1 else f"{len(question.claims)} figures"
        click.echo(f"{figures} to judge; up to {budget.most:_} games while some are undecided")
        searched = {claim.variant for claim in question.claims if claim.figure.metric in SEARCHED}
        if searched:
            games = len(searched) * budget_of(budget.first).games
            click.echo(f"searches for habits (exploitability): about {games:_} games more")
        others = elsewhere.most_games(question, budget.first, everywhere=self.everywhere)
        if others:
            click.echo(f"tables of other players: at most about {others:_} games more at the first look")

    # Accepting --------------------------------------------------------------------------------------------------------
    def accept(self, scenarios: Sequence[Scenario], reason: str) -> int:
        """Accept the present figures; the exit code."""
        for scenario in scenarios:
            if scenario.file is None:
                raise click.UsageError(
                    f"{scenario.name} is a game; only a scenario has a baseline (balancer new {scenario.name})"
                )
        for scenario in scenarios:
            self._accept(scenario, reason, len(scenarios))
        return OK

    def _accept(self, scenario: Scenario, reason: str, suite: int) -> None:
        from balancer.checks import baseline, judge
        from balancer.cli import run_common
        from balancer.simulation.store import require_writable

        path = baseline.path_of(scenario)
        assert path is not None  # noqa: S101  it has a file
        require_writable(path)
        with run_common.claimed(self._folder(scenario, suite), scenario, force=self.options.force) as store:
            assert store is not None  # noqa: S101
            begun, clock = self._manifest(store, scenario), time.perf_counter()
            with run_common.resumable(store), self._runner(store) as runner:
                accepted = judge.accept(scenario, budget_of(scenario, self.options), runner)
            store.keep_page(begun.completed([], time.perf_counter() - clock))
        written = baseline.write(scenario, accepted.places, reason)
        _report_accepted(path, accepted, self.options, written=written)


def _report_accepted(path: pathlib.Path, accepted: Acceptance, chosen: PlayOptions, *, written: bool) -> None:
    if not written:
        click.echo(f"{path}: these games and figures are accepted already; the file is unchanged")
        return
    number = sum(len(place["figures"]) for place in accepted.places)
    click.echo(f"{path}: accepted {number} figures in {plural(len(accepted.places), 'place')}")
    if accepted.coarse and not chosen.quiet:
        named = "; ".join(accepted.coarse[:3]) + ("; …" if accepted.coarse[3:] else "")
        say(
            f"note: {len(accepted.coarse)} of them are not known well enough (the interval is wider than half the "
            f"margin), so later checks may stay undecided: {named}; accept with more games (--max-games), or widen "
            "report: margins:"
        )
