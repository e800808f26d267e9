"""`balancer.compare`: what a change of rules does, as tidy tables."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from balancer.analysis import comparison
from balancer.api.playing import Answered, Folder, Table, Target, carried_out, loaded, write_excel
from balancer.questions.compare.study import CompareStudy
from balancer.scenario.resolved import Scenario

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from balancer.analysis.results import PairResult
    from balancer.reporting.reports.compare_report import Compared


@dataclass(frozen=True, repr=False)
class Comparisons(Answered):
    """The effects of changed rules, as tidy tables: one row per variant and figure, each difference with its interval.

    scenario: as resolved; report: what the command makes of it.
    """

    scenario: Scenario
    report: Compared
    shown: ClassVar[str] = "_main"

    @property
    def pairs(self) -> Sequence[PairResult]:
        """One result per variant, both cells and what connects them."""
        return self.report.pairs

    @property
    def answer(self) -> list[str]:
        """What each variant does, a sentence each."""
        return self.report.answer

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        return comparison.all_tables(self.pairs, self.scenario.report)

    @property
    def _main(self) -> pd.DataFrame:
        differences = self._tables["differences"]
        return differences[differences["table"] == "main"]

    def __repr__(self) -> str:
        """One line per variant: the verdicts on its main figures; the tables have the rest."""
        main = self._main
        lines = [
            f"{self.scenario.game.title}: {len(self.pairs)} compared with the base rules, seed {self.scenario.seed}"
        ]
        for pair in self.pairs:
            verdicts = main[main["variant"] == pair.name]["verdict"].value_counts()
            counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
            lines.append(f"{pair.name}: {pair.games:_} pairs of games; of the main figures {counts}")
        return "\n  ".join([*lines, "tables: .differences .games .columns; .columns explains them"])

    def to_excel(self, path: pathlib.Path | str) -> None:
        """Write all tables into one Excel workbook, a sheet each; ImportError: openpyxl is missing, OSError."""
        write_excel(path, {"differences": self.differences, "games": self.games, "columns": self.columns})

    differences = Table("differences", "Every figure of base and variant, their difference and its verdict.")
    games = Table("pairs", "How far each change reaches: pairs of games that are alike, and that have other winners.")
    columns = Table("columns", "What every column of the tables means.")


def compare(
    scenario: Target,
    other: Target | None = None,
    *,
    variants: str | Sequence[str] = (),
    games: int | None = None,
    precision: float | str | None = None,
    until_decided: bool | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    output: Folder | None = None,
) -> Comparisons:
    """Compare a scenario's base rules with its variants (all, or those named), or with another scenario of its game.

    Both sides play the same game numbers on the same dice.  Arguments override the scenario; precision:
    half-width of the widest interval of the differences of the seats' win rates; output: a folder that keeps the pairs.
    ScenarioError, a ValueError, lists all that is wrong.
    """
    changes = {
        "games": games,
        "precision": precision,
        "until_decided": until_decided,
        "max_games": max_games,
        "seed": seed,
    }
    one = loaded(scenario, **changes)
    two = None if other is None else loaded(other, **changes)
    names = [variants] if isinstance(variants, str) else list(variants)
    if two is not None and names:
        raise ValueError("variants are of one scenario: leave them out, or the other scenario")
    study = CompareStudy.of(one, two, names)
    return Comparisons(study.scenario, carried_out(study, jobs=jobs, backend=backend, output=output))
