"""`balancer.cards`: what each part of a game is worth to who has it, as a tidy table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from balancer.analysis.sheet import explained
from balancer.api.playing import Answered, Folder, Target, carried_out, loaded
from balancer.questions.cards.study import GAMES, CardsStudy
from balancer.reporting.reports.cards_report import CARDS, TAKEN
from balancer.scenario.resolved import usual_games

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from distributed import Client

    from balancer.reporting.reports.cards_report import CardsReport


@dataclass(frozen=True, repr=False)
class Cards(Answered):
    """What each part is worth; report: what the command makes of it."""

    report: CardsReport
    shown: ClassVar[str] = "parts"

    @property
    def answer(self) -> list[str]:
        """The part worth most and the one worth least, and how many do nothing."""
        return self.report.sentences

    @property
    def parts(self) -> pd.DataFrame:
        """One row per part, as cards.csv has them."""
        return self.report.frame()

    @property
    def taken(self) -> pd.DataFrame:
        """One row per part and decision at which it was offered, as taken.csv has them: how often it was taken."""
        return TAKEN.frame(self.report.taken)

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of the tables means."""
        return explained([CARDS, TAKEN])

    def __repr__(self) -> str:
        """The answer."""
        return "\n  ".join([self.report.played_words, *self.answer])


def cards(
    scenario: Target,
    *,
    parts: str | Sequence[str] = (),
    players: int | None = None,
    lineup: Any = None,
    rules: Mapping[str, Any] | None = None,
    games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> Cards:
    """What each part (or those named) is worth: as dealt, and knocked out behind the players' backs on the same dice.

    games: 40 000 unless given, each played again for every changed part.  ScenarioError, a ValueError, lists all that
    is wrong.
    """
    games = usual_games(loaded(scenario).game, GAMES, is_plain=True) if games is None else games
    found = loaded(scenario, players=players, lineup=lineup, rules=rules, games=games, seed=seed)
    study = CardsStudy.of(found, [parts] if isinstance(parts, str) else parts)
    return Cards(carried_out(study, jobs=jobs, backend=backend, output=output))
