"""What all functions of the interface share: their scenario with arguments in its place, and playing jobs."""

from __future__ import annotations

import html
import os
import pathlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from balancer.scenario import load as scenarios
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, PairJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import rule_of

if TYPE_CHECKING:
    import pandas as pd

Folder = str | os.PathLike[str]

Target = Folder | Mapping[str, Any]
"""A game by its name, a scenario file, or a dict of a scenario's keys."""


def loaded(scenario: Target, **changes: Any) -> Scenario:
    """The scenario with those changes that are not None; ScenarioError."""
    return scenarios.load_with(scenario, {name: value for name, value in changes.items() if value is not None})


def played(
    work: Sequence[CellJob | PairJob],
    scenario: Scenario,
    *,
    jobs: int | None,
    output: Folder | None,
    keep_games: bool = False,
) -> list[Any]:
    """Play jobs as the scenario's games or precision say."""
    rule = rule_of(work[0].cell, scenario.report)
    with open_runner(jobs=jobs, store=None if output is None else pathlib.Path(output)) as runner:
        return runner.play(work, rule, keep_games=keep_games)


def as_html(summary: str, table: pd.DataFrame) -> str:
    """A summary above its most important table, for notebooks."""
    return f"<pre>{html.escape(summary)}</pre>\n{table.to_html(index=False, float_format='{:.4g}'.format, border=0)}"
