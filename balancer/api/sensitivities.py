"""`balancer.sensitivity`: what every rule changes by itself, as a tidy table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.questions.sensitivity.study import GAMES, SensitivityStudy
from balancer.reporting.findings.single_changes import CHANGES
from balancer.scenario.resolved import usual_games

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from balancer.questions.sensitivity.report import SensitivityReport


@dataclass(frozen=True, repr=False)
class Sensitivities(Answered):
    """What every rule changes by itself; report: what the command makes of it."""

    report: SensitivityReport
    shown: ClassVar[str] = "changes"

    @property
    def answer(self) -> list[str]:
        """Which rules move the headline figures, and which none."""
        return self.report.answer()

    @property
    def changes(self) -> pd.DataFrame:
        """One row per change and figure, as changes.csv has them."""
        return CHANGES.frame(self.report.changes.all_effects)

    def __repr__(self) -> str:
        """The answer."""
        return "\n  ".join([self.report.document().basis, *self.answer])


def sensitivity(
    scenario: Target,
    *,
    knobs: str | Sequence[str] = (),
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> Sensitivities:
    """Change every rule by itself (or the knobs named) on the same dice, and rank what it does to the headline.

    games: of each change, 10 000 unless given.  ScenarioError, a ValueError, lists all that is wrong.
    """
    if games is None and precision is None:
        games = usual_games(loaded(scenario).game, GAMES)
    found = loaded(scenario, games=games, precision=precision, max_games=max_games, seed=seed)
    study = SensitivityStudy.of(found, [knobs] if isinstance(knobs, str) else knobs)
    return Sensitivities(carried_out(study, jobs=jobs, backend=backend, output=output))
