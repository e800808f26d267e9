"""Checks of variants in a sweep: they are played in those settings that pass all other checks.

A check of a variant is applied to the variant based on the rules of the setting, as `balancer check` would if these
were the base rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import PASS
from balancer.checks.cell_verdicts import judge_cells
from balancer.scenario import plan as plans
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.variants import Variants
from balancer.simulation.jobs import CellJob
from balancer.simulation.keys import VARIANT_AXIS
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner

PART = "variant_checks"
Played = Mapping[tuple[int, int], CellResult]  # (number of a check, number of a cell) -> the variant there


@dataclass(frozen=True)
class VariantChecks:
    """The variants that a sweep may have to play for its checks."""

    scenario: Scenario
    cells: Mapping[tuple[int, str], Cell]  # (number of a cell of the sweep, variant) -> the variant there

    @classmethod
    def of(cls, scenario: Scenario) -> Self | None:
        """Plan the variants of all settings; None if no check is about a variant.

        A variant with a line-up of its own is written for the scenario's number of players, so only settings with as
        many players have it.
        """
        names = dict.fromkeys(check.variant for check in scenario.checks if check.of_variant)
        if not names:
            return None
        variants, cells = Variants(scenario), {}
        for number, (axes, setting) in enumerate(scenario.swept):
            for name in names:
                same_line_up = scenario.variants[name].lineup == scenario.base.lineup
                if setting.players != scenario.base.players and not same_line_up:
                    continue
                if (changed := variants.upon(setting, name)) is not None:
                    cells[number, name] = plans.cell_of(scenario, changed, {**axes, VARIANT_AXIS: name})
        return cls(scenario, cells)

    @property
    def words(self) -> str:
        """A sentence for the plan."""
        games = sum(cell.most_games for cell in self.cells.values())
        return f"checks of variants, in the settings that pass all other checks: at most {games:_} games"

    def play(self, runner: Runner, results: Sequence[CellResult]) -> Part:
        """Play variants in the settings that pass, as many games as in the setting itself.

        The record lists under `judged` the check, the cell, and the result of the variant there, all from 0.
        """
        jobs: dict[str, CellJob] = {}
        judged: list[dict[str, Any]] = []
        checks = self.scenario.checks
        for number in judge_cells(checks, results, self.scenario.report, {}).cells_with(PASS):
            for position, check in enumerate(checks):
                cell = self.cells.get((number, check.variant))
                if cell is None or not check.of_variant or not check.concerns(results[number].axes):
                    continue
                job = CellJob.of(cell.with_games(results[number].games))
                jobs.setdefault(job.key, job)
                judged.append({"check": position, "cell": number, "result": list(jobs).index(job.key)})
        played = runner.play(list(jobs.values())) if jobs else []
        return Part.of_jobs(PART, list(jobs.values()), played, judged=judged)


def played(record: Mapping[str, Any], results: Sequence[CellResult]) -> Played | None:
    """Return the variants that a sweep played for its checks; None if it plays none.

    record: of PART in the manifest.
    """
    if not record:
        return None
    return {(entry["check"], entry["cell"]): results[entry["result"]] for entry in record["judged"]}
