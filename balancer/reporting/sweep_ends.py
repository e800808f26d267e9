"""The cells at which a sweep is looked at more closely: its base cell, and the ends of each axis through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from balancer.reporting.reports.run_report import Report
from balancer.scenario import plan as plans
from balancer.simulation import provenance

if TYPE_CHECKING:
    from balancer.reporting.sweep_grid import Sweep
    from balancer.scenario.resolved import Scenario


def ends(sweep: Sweep) -> list[int]:
    """The numbers of the base cell and of the first and last cell of each axis, all other rules as in the base.

    Special numbers, such as 0 for off, are no ends.
    """
    found = [sweep.base]
    for place, axis in enumerate(sweep.axes):
        line = [cell for cell in sweep.line(place) if not axis.apart(sweep.places[cell][place])]
        found += [line[0], line[-1]] if line else []
    return list(dict.fromkeys(found))


def ends_of(scenario: Scenario) -> list[int]:
    """The same of a scenario that was not played, the base cell first; [0] without a sweep."""
    if not scenario.axes:
        return [0]
    cells = cast("Sequence[Any]", plans.cells(scenario))
    manifest = {"scenario": scenario.to_dict(), "game": provenance.game_card(scenario.game)}
    return ends(Report(manifest, cells).sweep)


def other_ends(scenario: Scenario) -> list[int]:
    """The ends of each axis without the base cell."""
    return ends_of(scenario)[1:] if scenario.report.robustness == () else []
