"""What `balancer check` tests: every check and every accepted figure as claims about places.

A place is a setting with a name: the base rules, a variant or a cell of the sweep.  A claim is one figure of one place
and the bound it must keep; a check with `each` or `cells` makes several.  How their games are played, and what a figure
is in them, is the same for all who judge claims.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.differences import difference
from balancer.analysis.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals import sequential
from balancer.analysis.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline
from balancer.analysis.metrics import estimate
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import Accepted, Bound, usual_margin
from balancer.scenario import plan
from balancer.scenario.check_spec import described
from balancer.scenario.question import BASE, Check
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob, parts_of
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

VARIANT = "variant "  # how the name of a variant's place begins; a pair is named after the variant alone
BASE_PLACE = "base rules"  # the name of the place of the base rules
BASELINE = "baseline"  # the origin of claims that come from the baseline and not from a check of the scenario


BUDGET = 10  # default maximum of games, as a multiple of those at the first look


@dataclass(frozen=True)
class Budget:
    """Games of a place at the first look, and at most; precision: half-width of the seats' win rates to reach."""

    first: int
    most: int
    precision: float | None = None

    @classmethod
    def of(cls, scenario: Scenario, most: int | None = None) -> Budget:
        """The scenario's budget; `most` overrides its maximum."""
        first = scenario.games or sequential.FIRST_LOOK
        usual = scenario.max_games or first * BUDGET
        return cls(min(first, most or usual), most or usual, scenario.precision)


@dataclass(frozen=True)
class CheckedSetting:
    """A setting that is played and its name for people; axes: its values in the sweep, None outside of a sweep."""

    name: str
    cell: plan.Cell
    axes: Mapping[str, Any] | None = None

    @functools.cached_property
    def offers(self) -> dict[str, Offer]:
        """The metrics it has."""
        from balancer import games

        cell = self.cell
        parts = parts_of(cell.game, cell.table_files, cell.figures).names
        return names_for(described(games.load(cell.game), cell.players, tuple(dict.fromkeys(cell.lineup)), parts))

    def unit(self, figure: FigureRef) -> str:
        """The unit of a figure that it has."""
        return self.offers[figure.metric].metric.unit_of(figure.stat)

    def has(self, figure: FigureRef) -> bool:
        """Whether it has that figure: the metric, and its seat, persona, ending ..."""
        offer = self.offers.get(figure.metric)
        return offer is not None and offer.has(figure)


@dataclass(frozen=True)
class Claim:
    """One figure of one place must keep a bound.

    check: name of the check; where: its path in the scenario, or BASELINE; against: the bound applies to the
    difference from this place; accepted: the bound applies to the drift from this figure; before: the setting in which
    it was accepted, to be played again on the same dice; variant: of the place;
    robust: the check demands the bound of other competent tables, too; table: who plays, '' as set up (`elsewhere`).
    """

    check: str
    where: str
    figure: FigureRef
    place: CheckedSetting
    bound: Bound
    unit: str
    against: CheckedSetting | None = None
    accepted: Accepted | None = None
    variant: str = BASE
    robust: bool = False
    table: str = ""
    before: CheckedSetting | None = None

    @functools.cached_property
    def job(self) -> Job:
        """What must be played: its place, or the pair of `against` (`before`) and its place."""
        return job_of(self.place, self.against or self.before)


def job_of(place: CheckedSetting, against: CheckedSetting | None = None) -> Job:
    """The job of a place, or of a pair of places on the same dice."""
    if against is None:
        return CellJob.of(place.cell)
    return PairJob.of(place.name.removeprefix(VARIANT), against.cell, place.cell, ReportSpec())


def jobs_of(claims: Iterable[Claim]) -> list[Job]:
    """The jobs of claims, each once."""
    return list({claim.job.key: claim.job for claim in claims}.values())


def play(runner: Runner, jobs: Sequence[Job], games: int) -> dict[str, Any]:
    """Results by key, after so many games; pairs first, because their sides are then not played again."""
    order = sorted(jobs, key=lambda job: len(job.sides), reverse=True)
    return dict(zip((job.key for job in order), runner.play(order, FixedGames(games)), strict=True))


def measured(result: Any, figure: FigureRef, confidence: float, seconds_per_decision: float | None = None) -> Estimate:
    """A figure of a cell, or how much larger it is in a pair's variant; with its own, not simultaneous, interval."""
    named: dict[str, Any] = {"of": figure.of or None, "stat": figure.stat or None}
    named |= {"confidence": confidence, "seconds_per_decision": seconds_per_decision}
    if isinstance(result, CellResult):
        return estimate(result, figure.metric, simultaneous=False, **named)
    return difference(result, figure.metric, family=1, **named).estimate


# Places ---------------------------------------------------------------------------------------------------------------
def base_place(scenario: Scenario) -> CheckedSetting:
    """The base rules."""
    return CheckedSetting(BASE_PLACE, plan.base_cell(scenario))


def cell_places(scenario: Scenario) -> list[CheckedSetting]:
    """Every cell of the sweep; [] without a sweep."""
    if not scenario.axes:
        return []
    return [CheckedSetting(plan.cell_name(cell), cell, cell.axes) for cell in plan.cells(scenario)]


def accepted_places(scenario: Scenario) -> list[CheckedSetting]:
    """What a baseline knows: the base rules, and every cell of the sweep."""
    return [base_place(scenario), *cell_places(scenario)]


def variant_place(scenario: Scenario, name: str) -> CheckedSetting:
    """A variant, or the base rules (BASE)."""
    return (
        base_place(scenario) if name == BASE else CheckedSetting(f"{VARIANT}{name}", plan.variant_cell(scenario, name))
    )


def _places_of(check: Check, scenario: Scenario) -> list[CheckedSetting]:
    if check.cells is None:
        return [variant_place(scenario, check.variant)]
    return [place for place in cell_places(scenario) if check.concerns(place.cell.axes)]


# Checks ---------------------------------------------------------------------------------------------------------------
def check_claims(scenario: Scenario) -> list[Claim]:
    """The claims of the scenario's own checks, in their order."""
    return [claim for check in scenario.checks for claim in _claims_of(check, scenario)]


def _claims_of(check: Check, scenario: Scenario) -> Iterator[Claim]:
    against = variant_place(scenario, check.against) if check.against else None
    for place in _places_of(check, scenario):
        offer = place.offers[check.figure.metric]
        unit = offer.metric.unit_of(check.figure.stat)
        alone = _alone(offer, against)
        for figure in check.figures(offer.of):
            if figure.of in alone:
                continue  # reported by `left_out`
            yield Claim(
                check_name(check), check.place, figure, place, check.bound, unit, against, None, check.variant,
                robust=check.robust,
            )  # fmt: skip


def _alone(offer: Offer, against: CheckedSetting | None) -> list[str]:
    """Seats, personas ... that the other place lacks: they can't be compared."""
    if against is None:
        return []
    there = against.offers[offer.name].of
    return [of for of in offer.of if of not in there]


def left_out(scenario: Scenario) -> list[str]:
    """What checks with `each` don't compare, because only one side has it; one sentence per check and side."""
    sentences = []
    for check in scenario.checks:
        if not check.each or not check.against:
            continue
        for one, other in ((check.variant, check.against), (check.against, check.variant)):
            offer = variant_place(scenario, one).offers[check.figure.metric]
            if alone := _alone(offer, variant_place(scenario, other)):
                only = f"only {one} has {check.each} {', '.join(alone)}"
                sentences.append(f"{check_name(check)}: not compared, because {only}")
    return sentences


def check_name(check: Check) -> str:
    """The name of a check; of one that has none its figure, of each of what, where."""
    if check.name:
        return check.name
    each = f", each {check.each}" if check.each else ""
    where = "" if check.variant == BASE else f", {check.variant}"
    against = f" against {check.against}" if check.against else ""
    if check.cells is not None:
        where = f", {plan.axes_name(check.cells)}" if check.cells else ", all cells"
    return f"{check.figure.name}{each}{where}{against}"


# Headline -------------------------------------------------------------------------------------------------------------
def headline_figures(scenario: Scenario, lineup: Sequence[str], offers: Mapping[str, Offer]) -> list[FigureRef]:
    """The scenario's headline where such personas play and such metrics are offered, each seat ... separately."""
    usual = [FigureRef(name) for name in usual_headline(lineup, one_loses=scenario.game.one_loses)]
    figures: dict[FigureRef, None] = {}
    for figure in scenario.report.headline or usual:
        offer = offers.get(figure.metric)
        if offer is not None:
            figures |= {one: None for one in offer.references(figure.of, figure.stat) if offer.has(one)}
    return list(figures)


def figure_named(name: str, place: CheckedSetting) -> FigureRef | None:
    """The figure with that dotted name; None if the place has no such figure."""
    try:
        figure = parse(place.offers, name)
    except UnknownNameError:
        return None
    return figure if place.has(figure) else None


def margin_of(scenario: Scenario, figure: FigureRef, unit: str, value: float | None) -> float:
    """The largest difference that counts as none: the scenario's for this figure or its metric, else by unit."""
    margin = scenario.report.margin_of(figure)
    if margin is not None:
        return margin
    return usual_margin(unit, figure.stat, value)
