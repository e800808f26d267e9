"""A scenario's checks at tables of other competent players: which claims there are, and what they cost.

A check with `robust: true` demands its bound of every such table: these claims count like others, play on while they
are undecided and decide the exit code.  `check --robustness` reports all other checks there, from a tenth of the games.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from balancer.checks.claims import BASELINE, CheckedSetting, Claim
from balancer.checks.scenario_claims import ScenarioClaims
from balancer.players import other_line_ups
from balancer.players.other_line_ups import LineUpPlan, line_up_words, seated
from balancer.scenario import check_spec
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.wording import listed


def plan(scenario: Scenario) -> LineUpPlan:
    """The tables of other players: those that the report names, else all personas that think."""
    wanted = scenario.report.robustness or ()
    report = dataclasses.replace(scenario.report, robustness=wanted)
    planned = other_line_ups.plan(dataclasses.replace(scenario, report=report), [CellJob.of(plans.base_cell(scenario))])
    assert planned is not None  # noqa: S101  the report wants other tables now
    return planned


def chosen(question: ScenarioClaims, *, everywhere: bool) -> tuple[list[Claim], list[Claim]]:
    """The claims that checks demand of other tables, and those that are only reported there."""
    possible = [claim for claim in question.claims if _has_counterpart(claim, question.scenario)]
    reported = [claim for claim in possible if everywhere and not claim.robust]
    return [claim for claim in possible if claim.robust], reported


def _has_counterpart(claim: Claim, scenario: Scenario) -> bool:
    """Whether other players could sit there: it is of a check, as set up, and not about the line-up itself."""
    if claim.where == BASELINE or claim.table:
        return False
    metric = claim.place.offers[claim.figure.metric].metric
    places = [place for place in (claim.place, claim.against) if place is not None]
    return check_spec.elsewhere(metric) and all(place.cell.lineup == scenario.base.lineup for place in places)


def at_other_tables(
    question: ScenarioClaims, runner: Runner, *, everywhere: bool
) -> tuple[list[Claim], list[Claim], list[str]]:
    """Claims demanded of other competent tables, claims only reported there, and who was left out.

    Plays who is competent, where there are such claims.
    """
    demanded, reported = chosen(question, everywhere=everywhere)
    if not demanded and not reported:
        return [], [], []
    tables = other_line_ups.competent_line_ups(plan(question.scenario), runner)
    left = f"; not counted: {listed(tables.left)}" if tables.left else ""
    named = listed([line_up_words(name) for name in tables.line_ups])
    note = f"Other competent tables: {named or 'none'}{left}"
    both = [list(_at_tables(claims, tables.line_ups, question.scenario)) for claims in (demanded, reported)]
    return both[0], both[1], [note]


def _at_tables(claims: Sequence[Claim], line_ups: Mapping[str, tuple[str, ...]], scenario: Scenario) -> Iterator[Claim]:
    """Each claim at each table that has its figure."""
    for claim in claims:
        for name, line_up in line_ups.items():
            place = _place(claim.place, name, line_up, scenario)
            if not place.has(claim.figure):
                continue
            against = None if claim.against is None else _place(claim.against, name, line_up, scenario)
            yield dataclasses.replace(claim, place=place, against=against, robust=False, table=line_up_words(name))


def _place(place: CheckedSetting, name: str, line_up: Sequence[str], scenario: Scenario) -> CheckedSetting:
    """A place played by other players."""
    personas = {**scenario.base.personas, **place.cell.personas}
    cell = seated(place.cell, name, line_up, personas, other_line_ups.games_of(place.cell.most_games))
    return dataclasses.replace(place, name=f"{place.name}, {line_up_words(name)}", cell=cell)


def most_games(question: ScenarioClaims, first: int, *, everywhere: bool) -> int:
    """Games at other tables at the first look, if all of them count; 0 where there are none."""
    claims = chosen(question, everywhere=everywhere)
    if not any(claims):
        return 0
    planned = plan(question.scenario)
    duels = sum(job.cell.most_games for jobs in planned.duels.values() for job in jobs)
    tables = len(planned.names) + bool(planned.duels)
    reported = other_line_ups.games_of(first)
    sides = [sum(len(job.cells) for job in {one.job.key: one.job for one in some}.values()) for some in claims]
    return duels + len(planned.names) * other_line_ups.PAIR_GAMES + tables * (sides[0] * first + sides[1] * reported)
