"""The study of `balancer compare`: base and variants, or two scenarios, on the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from balancer.checks.deciding import Deciding
from balancer.narration import divergence
from balancer.players import other_line_ups
from balancer.players.other_line_ups import LineUpPlan
from balancer.questions.compare.report import CompareReport
from balancer.questions.study import Further, Note, Study
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments import comparison_plan
from balancer.simulation.jobs import PairJob
from balancer.simulation.manifest import MAIN, FinishedRun, Part
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store


@dataclass(frozen=True)
class CompareStudy(Study[CompareReport]):
    """Pairs of games of the base and the variants."""

    targets: Sequence[str] = ()  # the scenarios as the command names them
    tables: LineUpPlan | None = None  # other line-ups
    kind = "compare"
    shows = "variants"

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        other: Scenario | None = None,
        names: Sequence[str] = (),
        targets: Sequence[str] = (),
    ) -> CompareStudy:
        """Plan a comparison with a scenario's variants (all, or those named), or with another one; ScenarioError."""
        plan = comparison_plan
        jobs = plan.two_scenarios(scenario, other) if other else plan.variants_of(scenario, names)
        question = plan.as_scenario(scenario, other)
        return cls(question, jobs, targets, None if other else other_line_ups.plan(question, jobs))

    @property
    def facts(self) -> Mapping[str, Any]:
        """The scenarios, for the commands on the page."""
        return {"targets": list(self.targets)}

    @property
    def further(self) -> list[Further]:
        """The other line-ups, where the scenario asks for them."""
        return [] if self.tables is None else [Further("tables", self.tables.planned, self.tables.words)]

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:
        """Play the pairs, narrate where the first ones diverge, then play other line-ups."""
        if self.scenario.until_decided:
            results, _ = Deciding.of(self.scenario).play(runner, self.jobs, (), (), keep_games=keep_games)
        else:
            (part,) = super().play(runner, store, note, keep_games=keep_games)
            results = list(part.results)
        yield Part(MAIN, divergence.added(cast("Sequence[PairJob]", self.jobs), results, store))
        if self.tables is not None:
            own = sum(result.games for result in results)
            yield other_line_ups.play(self.tables, runner, own, store.page["tables"] if store else None)

    @staticmethod
    def report(played: FinishedRun) -> CompareReport:
        """Return the report of the comparison."""
        return CompareReport(played.manifest, played.main, played.part("tables"))
