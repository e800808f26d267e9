"""`balancer.check`: whether figures keep the bounds of a scenario, and what has moved since its baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from balancer.analysis.sheet import explained
from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.checks.judge import Outcome
from balancer.questions.check.study import CheckStudy
from balancer.reporting.reports import check_report

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client


@dataclass(frozen=True, repr=False)
class Checks(Answered):
    """The verdicts on one scenario."""

    report: check_report.Checked
    shown: ClassVar[str] = "figures"

    @property
    def outcome(self) -> Outcome:
        """What the judge found."""
        return self.report.outcome

    @property
    def verdict(self) -> str:
        """The verdict on all figures together: pass, fail or undecided (new: nothing was accepted yet)."""
        return self.outcome.verdict

    @property
    def figures(self) -> pd.DataFrame:
        """One row per figure: value with interval, what is allowed, verdict."""
        return check_report.CHECKS.frame(self.outcome.results)

    @property
    def elsewhere(self) -> pd.DataFrame:
        """One row per figure and table of other players, where these were reported; no part of the verdict."""
        return check_report.CHECKS.frame(self.outcome.elsewhere)

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of the table means."""
        return explained([check_report.CHECKS])

    @property
    def changes(self) -> tuple[str, ...]:
        """What changed since the baseline was accepted."""
        return self.outcome.changes

    def __repr__(self) -> str:
        """The verdicts counted, and the figures that don't pass."""
        counts = ", ".join(f"{number} {verdict}" for verdict, number in self.outcome.counts.items() if number)
        rows = [check_report.row(result) for result in self.outcome.results if result.verdict != "pass"]
        lines = [" ".join(row.cells) for row in rows]
        more = [f"… and {len(lines) - MAX_LINES} more"] if len(lines) > MAX_LINES else []
        return "\n  ".join([f"{self.outcome.scenario.title}: {counts}", *lines[:MAX_LINES], *more])


MAX_LINES = 8
"""Of a summary; the table has all."""


def check(
    scenario: Target,
    *,
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
    robustness: bool = False,
) -> Checks:
    """Judge every check of a scenario, and what moved since its baseline was accepted.

    games, precision: at the first look; max_games: at most, while figures are undecided; output: a folder that keeps
    what was played; robustness: report every check at tables of other competent players, too (``.elsewhere``).
    ScenarioError, a ValueError, lists all that is wrong.
    """
    bound = max_games if precision is not None else None
    found = loaded(scenario, games=games, precision=precision, max_games=bound, seed=seed)
    study = CheckStudy.of(found, max_games, everywhere=robustness)
    return Checks(carried_out(study, jobs=jobs, backend=backend, output=output))
