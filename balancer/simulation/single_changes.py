"""The pairs of a sweep with `mode: one_at_a_time`: every single change against the base, on the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames, rule_of

MODE = "one_at_a_time"


def jobs(scenario: Scenario) -> list[PairJob]:
    """A pair for every cell but the first, which is the base, in the order of the cells; [] of other sweeps."""
    if scenario.mode != MODE or len(scenario.axes) < 2:  # noqa: PLR2004  along one axis there is nothing to rank
        return []
    base, *others = plans.cells(scenario)
    return [PairJob.of(_name(base, cell), base, cell, scenario.report) for cell in others]


def _name(base: plans.Cell, cell: plans.Cell) -> str:
    return plans.axes_name({axis: value for axis, value in cell.axes.items() if value != base.axes[axis]})


def play(
    runner: Runner, cells: Sequence[Job], pairs: Sequence[PairJob], scenario: Scenario, *, keep_games: bool = False
) -> tuple[list[Any], list[Any]]:
    """The results of cells and of pairs.

    Pairs of a given number of games come first: their sides are the cells, which are then not played again.  Where a
    precision decides, the cells come first, and a pair plays as many games as both of its cells did.
    """
    rules = [rule_of(job.cell, scenario.report) for job in cells]
    if not pairs:
        return runner.play(cells, rules, keep_games=keep_games), []
    if scenario.precision is None:
        found = runner.play(pairs, [FixedGames(job.cell.most_games) for job in pairs], keep_games=keep_games)
        return runner.play(cells, rules, keep_games=keep_games), found
    base, *others = results = runner.play(cells, rules, keep_games=keep_games)
    both = [FixedGames(min(base.games, one.games)) for one in others]
    return results, runner.play([_fixed(job, rule.most) for job, rule in zip(pairs, both, strict=True)], both)


def _fixed(job: PairJob, games: int) -> PairJob:
    """The pair with a number of games in place of a precision."""
    base, variant = (
        CellJob(dataclasses.replace(side.cell, games=games, precision=None, max_games=None), side.game, side.parts)
        for side in job.sides
    )
    return PairJob(job.name, base, variant, job.report)
