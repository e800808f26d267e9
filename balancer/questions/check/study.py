"""The studies of `balancer check`: judge a scenario's checks and baseline, or accept a baseline."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from balancer.checks import baseline, claims, elsewhere
from balancer.checks.claims import Budget
from balancer.checks.elsewhere import budget_of
from balancer.checks.judge import Checking
from balancer.checks.scenario_claims import ScenarioClaims, claims_of
from balancer.players import ladder, other_line_ups
from balancer.players.ladder import LadderPlan
from balancer.players.other_line_ups import LineUpPlan
from balancer.questions import skill
from balancer.questions.check.report import AcceptReport, CheckReport
from balancer.questions.study import Further, Note, Request, Study
from balancer.reporting.run_report import RunReport
from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.question import SEARCHED
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import MAIN, FinishedRun, Part, of_games
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from balancer.simulation.store import Store
from balancer.wording import plural


@dataclass(frozen=True)
class CheckStudy(Study[CheckReport]):
    """The claims of a scenario; jobs: the first look."""

    question: ScenarioClaims
    budget: Budget
    suite: int = 1  # number of scenarios that share the error probability
    everywhere: bool = False  # whether all checks are reported with other line-ups
    tables: LineUpPlan | None = None  # the search for the best player, as far as the first look goes
    ladder: LadderPlan | None = None
    kind = "check"
    shows = ""
    weighs_players = True

    @classmethod
    def of(cls, scenario: Scenario, most: int | None = None, *, suite: int = 1, everywhere: bool = False) -> CheckStudy:
        """Plan the checks and the baseline; most: games per setting; ScenarioError: the scenario has neither."""
        question, budget = claims_of(scenario), Budget.of(scenario, most)
        jobs = [CellJob.of(cell.with_games(budget.first)) for job in question.jobs for cell in job.cells]
        tables, rungs = skill_plans(scenario, budget.first * len(jobs))
        return cls(scenario, jobs, question, budget, suite, everywhere, tables, rungs)

    @property
    def further(self) -> list[Further]:
        """The search for the best player, and the levels of skill."""
        return skill.further(self.tables, self.ladder)

    @property
    def remarks(self) -> list[str]:
        """Sentences on the number of figures, and on the games of searches and other line-ups."""
        number, first = len(self.question.claims), self.budget.first
        sentences = [f"{plural(number, 'figure')} to judge; up to {self.budget.most:_} games while some are undecided"]
        searched = {claim.variant for claim in self.question.claims if claim.figure.metric in SEARCHED}
        if searched:
            games = len(searched) * budget_of(first).games
            sentences.append(f"searches for habits (exploitability): about {games:_} more games")
        if others := elsewhere.most_games(self.question, first, everywhere=self.everywhere):
            sentences.append(f"other line-ups: at most about {others:_} more games at the first look")
        return sentences

    @property
    def requests(self) -> Mapping[str, Request]:
        """The most games that any look may take, by job."""
        return {job.key: Request(self.budget.most, self.budget.precision) for job in self.question.jobs}

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play until all claims are decided or the budget is spent."""
        confidence = 1 - (1 - self.scenario.report.confidence) / self.suite
        outcome = Checking(self.question, self.budget, runner, confidence, everywhere=self.everywhere).run()
        if keep_games:
            for job, games in outcome.played:
                runner.play([job], FixedGames(games), keep_games=True)
        yield Part(MAIN, [outcome], {"cells": of_games(outcome.played)})
        tables, rungs = skill_plans(self.scenario, sum(games for _, games in outcome.played))
        if tables is not None and rungs is not None:
            few = FixedGames(other_line_ups.budget(self.budget.first))
            (base,) = [outcome.base] if outcome.base else runner.play(tables.jobs, few)
            yield Part("base", [base])
            yield from skill.play(tables, rungs, runner, tables.own)

    @staticmethod
    def report(played: FinishedRun) -> CheckReport:
        """Return the report of the verdicts."""
        base, tables, rungs = (played.part(name) for name in ("base", "tables", ladder.PART))
        players = RunReport(played.manifest, base, tables, rungs=rungs) if rungs else None
        return CheckReport(played.manifest, played.main[0], players)


def skill_plans(scenario: Scenario, games: int) -> tuple[LineUpPlan | None, LadderPlan | None]:
    """Plan the search for the best player and the levels of skill, in addition to this many games of a check."""
    base = [CellJob.of(plans.base_cell(scenario).with_games(games))]
    tables = other_line_ups.skill_plan(scenario, base)
    return tables, ladder.plan(scenario, base, 0, tables)


@dataclass(frozen=True)
class AcceptStudy(Study[AcceptReport]):
    """The figures of all settings, known precisely enough to be a baseline."""

    budget: Budget
    path: pathlib.Path  # of the baseline
    kind = "check"
    shows = ""
    has_page = False

    @classmethod
    def of(cls, scenario: Scenario, most: int | None = None) -> AcceptStudy:
        """Plan to play the base rules and every cell; ScenarioError: a game has no baseline."""
        path = baseline.path_of(scenario)
        if path is None:
            name = scenario.game.name
            wrong = f"{name} is a game; only a scenario has a baseline (balancer new {name})"
            raise ScenarioError([Fault("", wrong)])
        budget = Budget.of(scenario, most)
        jobs = [CellJob.of(place.cell.with_games(budget.first)) for place in claims.baseline_settings(scenario)]
        return cls(scenario, jobs, budget, path)

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play every setting until its figures are known to half their margins."""
        yield Part(MAIN, [baseline.accept(self.scenario, self.budget, runner)], {"cells": []})

    @staticmethod
    def report(played: FinishedRun) -> AcceptReport:
        """Return the figures to accept."""
        return AcceptReport(played.manifest, played.main[0])
