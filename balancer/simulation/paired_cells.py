"""Pairs of a sweep's cells on the same dice, so that a change from one to the other is known from pairs of games."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames, rule_of

Between = Sequence[tuple[int, int]]
"""Pairs of cells, by their numbers."""


def jobs(scenario: Scenario, between: Between, *, joint: bool) -> list[PairJob]:
    """The pairs, in their order; joint: see `PairJob`."""
    cells, report = plans.cells(scenario), scenario.report
    return [PairJob.of(_name(cells[a], cells[b]), cells[a], cells[b], report, joint=joint) for a, b in between]


def _name(base: plans.Cell, cell: plans.Cell) -> str:
    return plans.axes_name({axis: value for axis, value in cell.axes.items() if value != base.axes[axis]})


def play(
    runner: Runner,
    cells: Sequence[Job],
    pairs: Sequence[PairJob],
    between: Between,
    scenario: Scenario,
    *,
    keep_games: bool = False,
) -> tuple[list[Any], list[Any]]:
    """The results of cells and of pairs.

    Pairs of a given number of games are of the games that the cells play.  Where a precision decides, a pair plays
    again, as many games as both of its cells did.
    """
    rules = [rule_of(job.cell, scenario.report) for job in cells]
    if not pairs:
        return runner.play(cells, rules, keep_games=keep_games), []
    if scenario.precision is None:
        results = runner.play(cells, rules, keep_games=keep_games, pairs=pairs)
        return results[: len(cells)], results[len(cells) :]
    results = runner.play(cells, rules, keep_games=keep_games)
    both = [FixedGames(min(results[a].games, results[b].games)) for a, b in between]
    return results, runner.play([_fixed(job, rule.most) for job, rule in zip(pairs, both, strict=True)], both)


def _fixed(job: PairJob, games: int) -> PairJob:
    """The pair with a number of games in place of a precision."""
    base, variant = (
        CellJob(dataclasses.replace(side.cell, games=games, precision=None, max_games=None), side.game, side.parts)
        for side in job.sides
    )
    return PairJob(job.name, base, variant, job.report, job.joint)
