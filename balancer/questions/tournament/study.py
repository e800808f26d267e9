"""The study of `balancer tournament`: personas against each other in every line-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.players import tournament as tournaments
from balancer.players.tournament import tournaments_in
from balancer.questions.study import Study
from balancer.questions.tournament.report import TournamentReport
from balancer.scenario.resolved import Scenario
from balancer.simulation.manifest import FinishedRun

GAMES = tournaments.GAMES  # per line-up by default


@dataclass(frozen=True)
class TournamentStudy(Study[TournamentReport]):
    """All line-ups of personas in each setting."""

    entrants: Mapping[str, Any] = field(default_factory=dict)  # who takes part: name -> claim and habits
    kind = "tournament"
    shows = "line-ups"

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        names: Sequence[str] = (),
        variants: Sequence[str] = (),
        *,
        sweep: bool = False,
        games: int = GAMES,
    ) -> TournamentStudy:
        """Plan a tournament of the named personas, or of all that think; ScenarioError.

        Settings are the base rules and the variants, or with `sweep` every cell of the sweep.
        """
        tour = tournaments.stops(scenario, variants, sweep=sweep)
        jobs = tournaments.plan(scenario, tour, names, games)
        entered = tournaments.described(scenario, tour[0], tournaments.entrants(tour[0].setting, names))
        return cls(scenario, jobs, entered)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The personas, with claim and habits."""
        return {"entrants": self.entrants}

    @staticmethod
    def report(played: FinishedRun) -> TournamentReport:
        """Return the report of the tournaments."""
        names, confidence = list(played.manifest.part("entrants")), played.manifest.question.report.confidence
        return TournamentReport(played.manifest, tournaments_in(played.main, names, confidence))
