"""`balancer.plays`: logged plays of real people against a scenario, as tidy tables."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.analysis.sheet import explained
from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.questions.plays.study import PlaysStudy
from balancer.reporting.reports.plays_report import PlaysReport
from balancer.scenario import play_log

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client


@dataclass(frozen=True, repr=False)
class Plays(Answered):
    """Plays of real people, and what is simulated by the same rules."""

    report: PlaysReport
    shown: ClassVar[str] = "figures"

    @property
    def answer(self) -> list[str]:
        """The answer in sentences."""
        return list(self.report.sentences())

    @property
    def figures(self) -> pd.DataFrame:
        """One row per figure: plays, simulation, difference with its interval, verdict."""
        return self.report.frame()

    @property
    def players(self) -> pd.DataFrame:
        """Tables by how much they play as people do, the likeliest first: rate of mistakes with its interval."""
        import pandas as pd

        return pd.DataFrame(self.to_json()["players"], columns=["table", "rate", "low", "high", "deviance"])

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of `figures` means."""
        return explained([self.report.sheet])

    def __repr__(self) -> str:
        """The answer."""
        return "\n  ".join([self.report.question.title, *self.answer])


def plays(
    file: Folder,
    scenario: Target,
    *,
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    columns: Mapping[str, str] | None = None,
    game: str | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
) -> Plays:
    """Hold logged plays of real people (CSV, a workbook, BG Stats' export) against a scenario or a game.

    players, lineup, rules: of the base; games: simulated of each setting; columns: what those of the log are, as in
    {"Spieler": "player"}; game: whose plays are read, where the log has several.  ScenarioError lists all that is
    wrong, in the scenario or in the file.
    """
    found = loaded(scenario, players=players, lineup=lineup, rules=rules, games=games, seed=seed)
    study = PlaysStudy.of(found, play_log.read(pathlib.Path(file), found, columns, game), games)
    return Plays(carried_out(study, jobs=jobs, backend=backend))
