"""`balancer.chances`: each seat's chance to win along games, as tidy tables."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.api.playing import Answered, Table, Target, loaded
from balancer.questions.chances.report import ChancesReport
from balancer.questions.chances.study import chances_of
from balancer.scenario.resolved import Scenario
from balancer.simulation.observed_games import GAMES, TRIALS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class WinChances(Answered):
    """When games are decided, and by what, as tidy tables; report: what the command prints."""

    report: ChancesReport
    shown: ClassVar[str] = "known"

    @property
    def scenario(self) -> Scenario:
        """As resolved."""
        return self.report.scenario

    @property
    def answer(self) -> list[str]:
        """When games are decided, in a sentence."""
        return self.report.answer()

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        return {sheet.name: sheet.frame(rows) for sheet, rows in self.report.tables()}

    known = Table(
        "known", "Share of the variance of the win that becomes known before and in the setup, and by tenths."
    )
    course = Table("course", "Lead changes of chances, the winner's lowest chance, when games are decided.")
    luck = Table("luck", "Share of the variance of a seat's result by source.")
    choices = Table("choices", "What choices are worth by node, where `choices` were asked for.")
    calibration = Table("calibration", "Chances said, and what came, by class.")

    def __repr__(self) -> str:
        """The answer in one sentence; the tables have the rest."""
        return f"{self.report.answer()[0]}\n  tables: .known .course .luck .calibration .choices"


def chances(
    scenario: Target,
    *,
    games: int = GAMES,
    trials: int = TRIALS,
    choices: bool = False,
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> WinChances:
    """Each seat's chance to win along games, from what it can see, and what it says of drama, luck and skill.

    games: to observe, two at least; trials: trial games per seat and look; choices: also what the
    options of every decision are worth, by as many trial games each.  ScenarioError.
    """
    found = loaded(scenario, players=players, lineup=lineup, rules=rules, personas=personas, seed=seed)
    return WinChances(chances_of(found, games=games, trials=trials, choices=choices, jobs=jobs))
