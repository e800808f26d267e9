"""`balancer.tournament`: personas against each other, as tidy tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.analysis import tables
from balancer.api.playing import Answered, Folder, Table, Target, carried_out, loaded
from balancer.players import tournament_tables
from balancer.questions.tournament.study import GAMES, TournamentStudy
from balancer.reporting.findings import tournament as findings
from balancer.scenario.resolved import Scenario

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from balancer.players.tournament import Tournament
    from balancer.reporting.reports.tournament_report import Held


LEAST_NAMED = 0.005
"""Share of an equilibrium from which a persona is named in a summary."""


@dataclass(frozen=True, repr=False)
class Tournaments(Answered):
    """Personas against each other, as tidy tables: who settles, what each wins against whom, each with its interval.

    scenario: as resolved; report: what the command makes of it.
    """

    scenario: Scenario
    report: Held
    shown: ClassVar[str] = "personas"

    @property
    def held(self) -> Sequence[Tournament]:
        """One tournament per setting."""
        return self.report.tournaments

    @property
    def answer(self) -> list[str]:
        """Who settles and who is beaten, setting by setting."""
        return [sentence for one in self.held for sentence in findings.sentences(one)]

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        return tournament_tables.all_tables(self.held)

    def __repr__(self) -> str:
        """One line per setting; the tables have the rest."""
        games = sum(one.games for one in self.held)
        lines = [f"{self.scenario.game.title}: {len(self.held[0].names)} personas, {games:_} games"]
        for one in self.held:
            at = ", ".join(f"{axis} {tables.shown(value)}" for axis, value in one.axes.items()) or "equilibrium"
            shares = zip(one.names, one.equilibrium.shares.tolist(), strict=True)
            lines.append(f"{at}: {', '.join(f'{name} {share:.0%}' for name, share in shares if share >= LEAST_NAMED)}")
        return "\n  ".join(
            [*lines, "tables: .personas .matrix .payoffs .dominance .equilibria; .columns explains them"]
        )

    personas = Table(
        "personas", "Each persona's share in the equilibrium, payoff against it, whether its own table holds."
    )
    matrix = Table("matrix", "Payoff of one persona where all others are alike; the intervals hold together.")
    payoffs = Table("payoffs", "Payoff of every persona in every line-up.")
    dominance = Table("dominance", "Who gets more than whom against every line-up of the others.")
    equilibria = Table("equilibria", "Every symmetric equilibrium found.")
    tournaments = Table("tournaments", "One row per setting: viable personas, exploitability, games.")
    columns = Table("columns", "What every column of the tables means.")


def tournament(
    scenario: Target,
    *,
    entrants: Sequence[str] = (),
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    variants: str | Sequence[str] = (),
    sweep: bool = False,
    games: int = GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> Tournaments:
    """Play personas against each other in every line-up, of a game or under a scenario's base rules.

    entrants: who takes part, all that think by default; personas: of your own, as in a scenario; variants: also by
    their rules; sweep: in every cell of the sweep instead of the base rules; games: per line-up.  ScenarioError.
    """
    changes = {"players": players, "rules": rules, "personas": personas, "seed": seed}
    found = loaded(scenario, **changes)
    named = [variants] if isinstance(variants, str) else variants
    study = TournamentStudy.of(found, entrants, named, sweep=sweep, games=games)
    return Tournaments(found, carried_out(study, jobs=jobs, backend=backend, output=output))
