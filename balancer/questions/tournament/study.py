"""`tournament`: personas against each other in every line-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.players import tournament as tournaments
from balancer.players.tournament import held_in
from balancer.questions.study import Study
from balancer.questions.tournament.report import TournamentReport
from balancer.scenario.resolved import Scenario
from balancer.simulation.manifest import FinishedRun

GAMES = tournaments.GAMES  # games per line-up where nobody says


@dataclass(frozen=True)
class TournamentStudy(Study[TournamentReport]):
    """Cells of every line-up; entrants: who takes part, by name, with claim and habits."""

    entrants: Mapping[str, Any] = field(default_factory=dict)
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
        """Those named, or all that think, by the base rules and variants, or in every cell; ScenarioError."""
        tour = tournaments.stops(scenario, variants, sweep=sweep)
        jobs = tournaments.plan(scenario, tour, names, games)
        entered = tournaments.described(scenario, tour[0], tournaments.entrants(tour[0].setting, names))
        return cls(scenario, jobs, entered)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The entrants."""
        return {"entrants": self.entrants}

    @staticmethod
    def report(played: FinishedRun) -> TournamentReport:
        """Return the tournaments."""
        names, confidence = list(played.manifest.part("entrants")), played.manifest.question.report.confidence
        return TournamentReport(played.manifest, held_in(played.main, names, confidence))
