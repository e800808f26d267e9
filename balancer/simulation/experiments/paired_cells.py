"""Pairs of a sweep's cells on the same dice, so that a change from one to the other is known from pairs of games."""

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
    """The pairs, in their order; whole: with their cells and pairs of values, as quantiles need them; else links."""
    cells, report = plans.cells(scenario), scenario.report
    names = [_name(cells[a], cells[b]) for a, b in between]
    if whole:
        return [PairJob.of(name, cells[a], cells[b], report) for name, (a, b) in zip(names, between, strict=True)]
    sides = [CellJob.of(cell) for cell in cells]
    return [LinkJob(name, sides[a], sides[b]) for name, (a, b) in zip(names, between, strict=True)]


def _name(base: plans.Cell, cell: plans.Cell) -> str:
    return plans.axes_name({axis: value for axis, value in cell.axes.items() if value != base.axes[axis]})


def play(
    runner: Runner,
    cells: Sequence[Job],
    pairs: Sequence[LinkJob],
    between: Between,
    scenario: Scenario,
    *,
    keep_games: bool = False,
) -> tuple[list[Any], list[Any]]:
    """The results of cells and of pairs.

    Pairs of a given number of games are of the games that the cells play.  Where a precision decides, a pair plays
    again, as many games as both of its cells did.
    """
    if scenario.precision is None:
        played = runner.play(cells, keep_games=keep_games, links=pairs)
        results, linked = played[: len(cells)], played[len(cells) :]
        return results, [whole(one, results, two) for one, two in zip(linked, between, strict=True)]
    results = runner.play(cells, keep_games=keep_games)
    if not pairs:
        return results, []
    both = [FixedGames(min(results[a].games, results[b].games)) for a, b in between]
    return results, runner.play([_fixed(job, rule.most) for job, rule in zip(pairs, both, strict=True)], both)


def whole(link: Any, cells: Sequence[Any], two: tuple[int, int]) -> Any:
    """A pair, with the results of its cells if it is a link."""
    return link.between(cells[two[0]], cells[two[1]]) if isinstance(link, LinkResult) else link


def _fixed(job: LinkJob, games: int) -> LinkJob:
    """The pair with a number of games in place of a precision."""
    base, variant = (CellJob(side.cell.with_games(games), side.game, side.parts) for side in job.sides)
    return dataclasses.replace(job, base=base, variant=variant)
