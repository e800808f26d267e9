"""Claims, the units that `balancer check` judges: one figure of one setting and the bound it must keep.

A setting that is checked is the base rules, a variant or a cell of the sweep.  A check with `each` or
`cells` makes several claims, an accepted figure one.  This module also plays claims and reads their figures.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metric_names import Offer, UnknownNameError, names_for, parse, usual_headline
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.intervals import sequential
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import Accepted, Bound, usual_margin
from balancer.scenario import plan
from balancer.scenario.check_spec import described, unit_for
from balancer.scenario.question import BASE, Check
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob, Job, PairJob, parts_of
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames

VARIANT = "variant "  # begins the name of a variant's setting; the job of a pair has only the variant's name
BASE_RULES = "base rules"  # name of the setting with the base rules
BASELINE = "baseline"  # stands for the check in claims that come from the baseline
BUDGET = 10  # default maximum of games, as a multiple of those at the first look


@dataclass(frozen=True)
class Budget:
    """The number of games per setting, from the first look to the last."""

    first: int
    most: int
    precision: float | None = None  # half-width of the seats' win rates to reach

    @classmethod
    def of(cls, scenario: Scenario, most: int | None = None) -> Budget:
        """Return the scenario's budget; `most` overrides its maximum."""
        first = scenario.games or sequential.FIRST_LOOK
        usual = scenario.max_games or first * BUDGET
        return cls(min(first, most or usual), most or usual, scenario.precision)


@dataclass(frozen=True)
class CheckedSetting:
    """A setting to play, with its name for people."""

    name: str
    cell: plan.Cell
    axes: Mapping[str, Any] | None = None  # its values in the sweep; None outside of a sweep

    @functools.cached_property
    def offers(self) -> dict[str, Offer]:
        """The metrics that apply to the setting, by name."""
        from balancer import games

        cell = self.cell
        parts = parts_of(cell.game, cell.table_files, cell.figures).names
        return names_for(described(games.load(cell.game), cell.players, tuple(dict.fromkeys(cell.lineup)), parts))

    def unit(self, figure: FigureRef) -> str:
        """Return the unit of a figure, such as "share"."""
        return unit_for(self.offers[figure.metric].metric, figure.stat, self.cell.aim)

    def has(self, figure: FigureRef) -> bool:
        """Return whether the setting has a figure: the metric, and its seat, persona, ending ..."""
        offer = self.offers.get(figure.metric)
        return offer is not None and offer.has(figure)


@dataclass(frozen=True)
class Claim:
    """One figure of one setting must keep a bound."""

    check: str  # name of the check
    where: str  # path of the check in the scenario, or BASELINE
    figure: FigureRef
    setting: CheckedSetting
    bound: Bound
    unit: str
    against: CheckedSetting | None = None  # the bound applies to the difference from this setting
    accepted: Accepted | None = None  # the bound applies to the change since this figure
    variant: str = BASE  # name of the variant that `setting` is
    robust: bool = False  # whether the check demands its bound of other competent line-ups, too
    table: str = ""  # the other line-up (`elsewhere`); '' for the scenario's own
    before: CheckedSetting | None = None  # the setting as accepted, to be replayed on the same dice

    @functools.cached_property
    def job(self) -> Job:
        """The games to play: of the setting, or of the pair of `against` (or `before`) and the setting."""
        return job_of(self.setting, self.against or self.before)


def job_of(setting: CheckedSetting, against: CheckedSetting | None = None) -> Job:
    """Return the job that plays a setting, or a pair of settings on the same dice."""
    if against is None:
        return CellJob.of(setting.cell)
    return PairJob.of(setting.name.removeprefix(VARIANT), against.cell, setting.cell, ReportSpec())


def jobs_of(claims: Iterable[Claim]) -> list[Job]:
    """Return the jobs of claims, each once."""
    return list({claim.job.key: claim.job for claim in claims}.values())


def play(runner: Runner, jobs: Sequence[Job], games: int) -> dict[str, Any]:
    """Play jobs for a number of games and return their results by key."""
    # Pairs come first: cells that are one of their sides are then not played again.
    order = sorted(jobs, key=lambda job: len(job.sides), reverse=True)
    return dict(zip((job.key for job in order), runner.play(order, FixedGames(games)), strict=True))


def measured(result: Any, figure: FigureRef, confidence: float, seconds_per_decision: float | None = None) -> Estimate:
    """Return a figure of a cell, or its difference in a pair, with an interval of its own (not simultaneous)."""
    named: dict[str, Any] = {"of": figure.of or None, "stat": figure.stat or None}
    named |= {"confidence": confidence, "seconds_per_decision": seconds_per_decision}
    if isinstance(result, CellResult):
        return estimate(result, figure.metric, simultaneous=False, **named)
    return difference(result, figure.metric, family=1, **named).estimate


# Places ---------------------------------------------------------------------------------------------------------------
def base_setting(scenario: Scenario) -> CheckedSetting:
    """Return the base rules as a setting to check."""
    return CheckedSetting(BASE_RULES, plan.base_cell(scenario))


def swept_settings(scenario: Scenario) -> list[CheckedSetting]:
    """Return every cell of the sweep; [] without a sweep."""
    if not scenario.axes:
        return []
    return [CheckedSetting(plan.cell_name(cell), cell, cell.axes) for cell in plan.cells(scenario)]


def baseline_settings(scenario: Scenario) -> list[CheckedSetting]:
    """Return the settings that a baseline covers: the base rules, and every cell of the sweep."""
    return [base_setting(scenario), *swept_settings(scenario)]


def variant_setting(scenario: Scenario, name: str) -> CheckedSetting:
    """Return a variant, or the base rules for BASE."""
    if name == BASE:
        return base_setting(scenario)
    return CheckedSetting(f"{VARIANT}{name}", plan.variant_cell(scenario, name))


# Checks ---------------------------------------------------------------------------------------------------------------
def check_claims(scenario: Scenario) -> list[Claim]:
    """Return the claims of the scenario's own checks, in their order."""
    return [claim for check in scenario.checks for claim in _claims_of(check, scenario)]


def _claims_of(check: Check, scenario: Scenario) -> Iterator[Claim]:
    against = variant_setting(scenario, check.against) if check.against else None
    if check.cells is None:
        settings = [variant_setting(scenario, check.variant)]
    else:
        settings = [setting for setting in swept_settings(scenario) if check.concerns(setting.cell.axes)]
    for setting in settings:
        offer = setting.offers[check.figure.metric]
        unit = setting.unit(check.figure)
        unmatched = _unmatched(offer, against)
        for figure in check.figures(offer.of):
            if figure.of in unmatched:
                continue  # reported by `left_out`
            yield Claim(
                check_name(check), check.place, figure, setting, check.bound, unit, against, None, check.variant,
                robust=check.robust,
            )  # fmt: skip


def _unmatched(offer: Offer, against: CheckedSetting | None) -> list[str]:
    """Return seats, personas ... that only one of two settings has: they can't be compared."""
    if against is None:
        return []
    items = against.offers[offer.name].of
    return [item for item in offer.of if item not in items]


def left_out(scenario: Scenario) -> list[str]:
    """Return a sentence on each check with `each` and each side, if only this side has some seats, personas ..."""
    sentences = []
    for check in scenario.checks:
        if not check.each or not check.against:
            continue
        for side, other in ((check.variant, check.against), (check.against, check.variant)):
            offer = variant_setting(scenario, side).offers[check.figure.metric]
            if unmatched := _unmatched(offer, variant_setting(scenario, other)):
                only = f"only {side} has {check.each} {', '.join(unmatched)}"
                sentences.append(f"{check_name(check)}: not compared, because {only}")
    return sentences


def check_name(check: Check) -> str:
    """Return the name of a check; without one, a name made of its figure, its variant and its cells."""
    if check.name:
        return check.name
    each = f", each {check.each}" if check.each else ""
    where = "" if check.variant == BASE else f", {check.variant}"
    against = f" against {check.against}" if check.against else ""
    if check.cells is not None:
        where = f", {plan.axes_name(check.cells)}" if check.cells else ", all settings"
    return f"{check.figure.name}{each}{where}{against}"


# Headline -------------------------------------------------------------------------------------------------------------
def headline_figures(scenario: Scenario, lineup: Sequence[str], offers: Mapping[str, Offer]) -> list[FigureRef]:
    """Return the headline figures that exist for this line-up and these metrics, each seat and persona separately."""
    usual = usual_headline(
        lineup,
        scenario.base.players,
        one_loses=scenario.game.one_loses,
        sides=scenario.game.sides,
        aim=scenario.base.aim,
    )
    figures: dict[FigureRef, None] = {}
    for figure in scenario.report.headline or usual:
        offer = offers.get(figure.metric)
        if offer is not None:
            figures |= {ref: None for ref in offer.references(figure.of, figure.stat) if offer.has(ref)}
    return list(figures)


def figure_named(name: str, setting: CheckedSetting) -> FigureRef | None:
    """Return the figure with a dotted name, None if the setting has no such figure."""
    try:
        figure = parse(setting.offers, name)
    except UnknownNameError:
        return None
    return figure if setting.has(figure) else None


def margin_of(scenario: Scenario, figure: FigureRef, unit: str, value: float | None) -> float:
    """Return the largest difference that counts as none: the scenario's margin for the figure, else the unit's."""
    margin = scenario.report.margin_of(figure)
    if margin is not None:
        return margin
    return usual_margin(unit, figure.stat, value)
