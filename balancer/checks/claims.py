"""What `balancer check` has to find out: every check and every accepted figure as claims about places.

A place is a set of rules that is played: the base rules, a variant, a cell of the sweep.  A claim is one figure of one
place and the bound it has to keep; a check with `each` or `cells` makes several.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.metric import PERCENTILES
from balancer.analysis.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline
from balancer.analysis.verdicts import Accepted, Bound
from balancer.scenario import plan
from balancer.scenario.check_spec import described
from balancer.scenario.literals import written
from balancer.scenario.resolved import BASE, Check, Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob, parts_of

BASELINE = "baseline"
"""Where claims stand that no check of the scenario makes."""

SMALL_SHARE, SMALL_PART, SMALL_STEP = 0.01, 0.02, 1.0
"""Margins where a scenario gives none: of shares, differences and indices; of all else a part of the figure; of
quantiles of what is counted a whole step at least, for chance moves them by one."""


@dataclass(frozen=True)
class Place:
    """A set of rules that is played, as people call it; axes: its place in the sweep, None outside of it."""

    name: str
    cell: plan.Cell
    axes: Mapping[str, Any] | None = None

    @functools.cached_property
    def offers(self) -> dict[str, Offer]:
        """The metrics that can be told of it."""
        from balancer import games

        cell = self.cell
        parts = parts_of(cell.game, cell.parts_path).names
        return names_for(described(games.load(cell.game), cell.players, tuple(dict.fromkeys(cell.lineup)), parts))

    def has(self, figure: FigureRef) -> bool:
        """Whether it has that seat, persona, ending ..."""
        offer = self.offers.get(figure.metric)
        return offer is not None and not offer.reason and (not figure.of or figure.of in offer.of)


@dataclass(frozen=True)
class Claim:
    """One figure of one place has to keep a bound.

    check: what the check is called; where: its place in the scenario, or BASELINE; against: the bound is of the
    difference to this place; accepted: the bound is of the drift from this figure.
    """

    check: str
    where: str
    figure: FigureRef
    place: Place
    bound: Bound
    unit: str
    against: Place | None = None
    accepted: Accepted | None = None

    @functools.cached_property
    def job(self) -> Job:
        """What is played for it: its place, or the pair of `against` and its place."""
        return job_of(self.place, self.against)


def job_of(place: Place, against: Place | None = None) -> Job:
    """What is played of a place, or of a pair of places on the same dice."""
    return CellJob.of(place.cell) if against is None else PairJob.of(place.name, against.cell, place.cell, ReportSpec())


# Places ---------------------------------------------------------------------------------------------------------------
def base_place(scenario: Scenario) -> Place:
    """The base rules."""
    return Place("base rules", plan.base_cell(scenario))


def cell_places(scenario: Scenario) -> list[Place]:
    """Every cell of the sweep, [] where there is none."""
    if not scenario.axes:
        return []
    return [Place(axes_name(cell.axes), cell, cell.axes) for cell in plan.cells(scenario)]


def axes_name(axes: Mapping[str, Any]) -> str:
    """A cell as people call it: ``win_threshold 20, players 3``."""
    return ", ".join(f"{name.removeprefix('rules.')} {written(value)}" for name, value in axes.items())


def _variant_place(scenario: Scenario, name: str) -> Place:
    return base_place(scenario) if name == BASE else Place(f"variant {name}", plan.variant_cell(scenario, name))


def _places_of(check: Check, scenario: Scenario) -> list[Place]:
    if check.cells is None:
        return [_variant_place(scenario, check.variant)]
    wanted = check.cells.items()
    return [p for p in cell_places(scenario) if p.axes is not None and all(p.axes.get(k) == v for k, v in wanted)]


# Checks ---------------------------------------------------------------------------------------------------------------
def check_claims(scenario: Scenario) -> list[Claim]:
    """What the scenario's own checks claim, in their order."""
    return [claim for check in scenario.checks for claim in _claims_of(check, scenario)]


def _claims_of(check: Check, scenario: Scenario) -> Iterator[Claim]:
    against = _variant_place(scenario, check.against) if check.against else None
    bound = Bound(check.low, check.high) if check.margin is None else Bound(-check.margin, check.margin)
    for place in _places_of(check, scenario):
        offer = place.offers[check.figure.metric]
        unit = unit_of(offer, check.figure.stat)
        alone = _alone(offer, against)
        for of in offer.of if check.each else (check.figure.of,):
            if of in alone:
                continue  # `left_out` tells it
            figure = dataclasses.replace(check.figure, of=of)
            yield Claim(check.name or check_name(check), check.place, figure, place, bound, unit, against)


def _alone(offer: Offer, against: Place | None) -> list[str]:
    """Seats, personas ... of one place that the other doesn't have: they have nothing to be compared with."""
    if against is None:
        return []
    there = against.offers[offer.name].of
    return [of for of in offer.of if of not in there]


def left_out(scenario: Scenario) -> list[str]:
    """What checks of `each` don't compare, because one of the two sides alone has it; a sentence a check."""
    told = []
    for check in scenario.checks:
        if not check.each or not check.against:
            continue
        for one, other in ((check.variant, check.against), (check.against, check.variant)):
            offer = _variant_place(scenario, one).offers[check.figure.metric]
            alone = _alone(offer, _variant_place(scenario, other))
            if alone:
                name = check.name or check_name(check)
                told.append(f"{name}: not compared, for {one} alone has {check.each} {', '.join(alone)}")
    return told


def check_name(check: Check) -> str:
    """What a check without a name is called: its figure, of each of what, where."""
    each = f", each {check.each}" if check.each else ""
    where = "" if check.variant == BASE else f", {check.variant}"
    against = f" against {check.against}" if check.against else ""
    if check.cells is not None:
        where = f", {axes_name(check.cells)}" if check.cells else ", all cells"
    return f"{check.figure.name}{each}{where}{against}"


def unit_of(offer: Offer, stat: str) -> str:
    """The unit of a figure."""
    return offer.metric.unit_of(stat)


# Headline -------------------------------------------------------------------------------------------------------------
def headline_figures(scenario: Scenario, place: Place) -> list[FigureRef]:
    """The figures of a place that a baseline keeps: the scenario's headline, each seat (persona ...) by itself."""
    lineup = place.cell.lineup
    usual = [FigureRef(name) for name in usual_headline({"one_loses": scenario.game.one_loses, "lineup": lineup})]
    found: dict[FigureRef, None] = {}
    for figure in scenario.report.headline or usual:
        for one in place.offers[figure.metric].references(figure.of, figure.stat):
            if place.has(one):
                found[one] = None
    return list(found)


def figure_named(name: str, place: Place) -> FigureRef | None:
    """The figure of that dotted name; None where the place has no such thing."""
    try:
        figure = parse(place.offers, name)
    except UnknownNameError:
        return None
    return figure if place.has(figure) else None


def margin_of(scenario: Scenario, figure: FigureRef, unit: str, value: float | None) -> float:
    """What counts as the same: as the scenario says of this figure, or of its metric; else by its unit."""
    margin = scenario.report.margin_of(figure)
    if margin is not None:
        return margin
    if unit in {"share", "difference", "index", "ratio"}:
        return SMALL_SHARE
    part = SMALL_PART * abs(value or 0.0)
    return max(part, SMALL_STEP if figure.stat in PERCENTILES and unit != "minutes" else SMALL_SHARE)
