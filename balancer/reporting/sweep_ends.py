"""The cells at which a sweep is looked at more closely: its base cell, and the ends of each axis through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balancer.reporting.sweep_grid import Grid, grid_of
from balancer.scenario.question import GameCard

if TYPE_CHECKING:
    from balancer.scenario.resolved import Scenario


def ends(grid: Grid) -> list[int]:
    """The numbers of the base cell and of the first and last cell of each axis, all other rules as in the base.

    Special numbers, such as 0 for off, are no ends.
    """
    found = [grid.base]
    for place, axis in enumerate(grid.axes):
        line = [cell for cell in grid.line(place) if not axis.apart(grid.places[cell][place])]
        found += [line[0], line[-1]] if line else []
    return list(dict.fromkeys(found))


def ends_of(scenario: Scenario) -> list[int]:
    """The same of a scenario that was not played, the base cell first; [0] without a sweep."""
    if not scenario.axes:
        return [0]
    return ends(grid_of([axes for axes, _ in scenario.swept], scenario.question, GameCard.of(scenario.game)))


def other_ends(scenario: Scenario) -> list[int]:
    """The ends of each axis without the base cell."""
    return ends_of(scenario)[1:] if scenario.report.robustness == () else []
