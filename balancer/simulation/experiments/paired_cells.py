"""Pairs of a sweep's cells on the same dice: the change from one cell to the other is estimated from pairs of games."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from balancer.analysis.results import LinkResult
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, LinkJob, PairJob
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

Between = Sequence[tuple[int, int]]  # pairs of cells, by their numbers


def jobs(scenario: Scenario, between: Between, *, whole: bool) -> list[LinkJob]:
    """Return the jobs of the pairs, in their order.

    whole: as pairs with their cells and with pairs of values, which quantiles need; else as links.
    """
    cells, report = plans.cells(scenario), scenario.report
    names = [
        plans.axes_name({axis: value for axis, value in cells[b].axes.items() if value != cells[a].axes.get(axis)})
        for a, b in between
    ]
    if whole:
        return [PairJob.of(name, cells[a], cells[b], report) for name, (a, b) in zip(names, between, strict=True)]
    sides = [CellJob.of(cell) for cell in cells]
    return [LinkJob(name, sides[a], sides[b]) for name, (a, b) in zip(names, between, strict=True)]


def play(
    runner: Runner,
    cells: Sequence[Job],
    pairs: Sequence[LinkJob],
    between: Between,
    scenario: Scenario,
    *,
    keep_games: bool = False,
) -> tuple[list[Any], list[Any]]:
    """Play cells and pairs; return the results of both.

    With a fixed number of games, pairs use the games that the cells play.  If a precision decides, a pair plays again,
    as many games as both of its cells did.
    """
    if scenario.precision is None:
        played = runner.play(cells, keep_games=keep_games, links=pairs)
        results, linked = played[: len(cells)], played[len(cells) :]
        return results, [with_cells(link, results, pair) for link, pair in zip(linked, between, strict=True)]
    results = runner.play(cells, keep_games=keep_games)
    if not pairs:
        return results, []
    rules = [FixedGames(min(results[a].games, results[b].games)) for a, b in between]
    jobs = []
    for job, rule in zip(pairs, rules, strict=True):
        base, variant = (CellJob(side.cell.with_games(rule.most), side.game, side.parts) for side in job.sides)
        jobs.append(dataclasses.replace(job, base=base, variant=variant))
    return results, runner.play(jobs, rules)


def with_cells(link: Any, cells: Sequence[Any], pair: tuple[int, int]) -> Any:
    """Return a pair; a link gets the results of its cells."""
    return link.between(cells[pair[0]], cells[pair[1]]) if isinstance(link, LinkResult) else link
