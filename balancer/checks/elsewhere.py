"""Claims of a scenario's checks for other competent line-ups, and the games that they take.

A check with `robust: true` demands its bound of every such line-up: these claims are played until they are decided,
and count for the exit code.  `check --robustness` only reports the other checks there, from a tenth of the games.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from balancer.analysis.estimates.estimate import Estimate
from balancer.checks.claims import BASELINE, CheckedSetting, Claim, jobs_of
from balancer.checks.scenario_claims import ScenarioClaims
from balancer.players import exploit, other_line_ups, tournament, tuning
from balancer.players.exploit import Exploit
from balancer.players.other_line_ups import LineUpPlan, line_up_label, seated
from balancer.players.tuning import SearchBudget
from balancer.scenario import check_spec
from balancer.scenario import plan as plans
from balancer.scenario.question import BASE
from balancer.scenario.resolved import Scenario
from balancer.sides import POINTS
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.wording import listed


def plan(scenario: Scenario) -> LineUpPlan:
    """Return the other line-ups: those that the report names, or all personas that think."""
    report = dataclasses.replace(scenario.report, robustness=scenario.report.robustness or ())
    planned = other_line_ups.plan(dataclasses.replace(scenario, report=report), [CellJob.of(plans.base_cell(scenario))])
    assert planned is not None  # noqa: S101  the report wants other line-ups now
    return planned


def chosen(question: ScenarioClaims, *, everywhere: bool) -> tuple[list[Claim], list[Claim]]:
    """Return the claims that checks demand of other line-ups, and those that are only reported."""
    possible = [claim for claim in question.claims if _has_counterpart(claim, question.scenario)]
    reported = [claim for claim in possible if everywhere and not claim.robust]
    return [claim for claim in possible if claim.robust], reported


def _has_counterpart(claim: Claim, scenario: Scenario) -> bool:
    """Return whether other players could play the claim's setting.

    The claim must come from a check, be of the scenario's line-up, and not be about the line-up itself.
    """
    if claim.where == BASELINE or claim.table:
        return False
    metric = claim.setting.offers[claim.figure.metric].metric
    settings = [setting for setting in (claim.setting, claim.against) if setting is not None]
    return check_spec.elsewhere(metric) and all(setting.cell.lineup == scenario.base.lineup for setting in settings)


def at_other_tables(
    question: ScenarioClaims, runner: Runner, *, everywhere: bool
) -> tuple[list[Claim], list[Claim], list[str]]:
    """Return claims demanded of other competent line-ups, claims only reported there, and a note on who counts.

    Plays games to find the competent line-ups, if there are such claims.
    """
    demanded, reported = chosen(question, everywhere=everywhere)
    if not demanded and not reported:
        return [], [], []
    competent = other_line_ups.competent_line_ups(plan(question.scenario), runner)
    left = f"; too weak to count: {listed(competent.left)}" if competent.left else ""
    names = listed([line_up_label(name) for name in competent.line_ups])
    note = f"Other competent line-ups: {names or 'none'}{left}"
    both = [list(_at_tables(claims, competent.line_ups, question.scenario)) for claims in (demanded, reported)]
    return both[0], both[1], [note]


def _at_tables(claims: Sequence[Claim], line_ups: Mapping[str, tuple[str, ...]], scenario: Scenario) -> Iterator[Claim]:
    """Yield each claim for each line-up that has its figure."""
    for claim in claims:
        for name, line_up in line_ups.items():
            setting = _place(claim.setting, name, line_up, scenario)
            if not setting.has(claim.figure):
                continue
            against = None if claim.against is None else _place(claim.against, name, line_up, scenario)
            yield dataclasses.replace(claim, setting=setting, against=against, robust=False, table=line_up_label(name))


def _place(setting: CheckedSetting, name: str, line_up: Sequence[str], scenario: Scenario) -> CheckedSetting:
    personas = {**scenario.base.personas, **setting.cell.personas}
    cell = seated(setting.cell, name, line_up, personas, other_line_ups.games_of(setting.cell.most_games))
    return dataclasses.replace(setting, name=f"{setting.name}, {line_up_label(name)}", cell=cell)


def most_games(question: ScenarioClaims, first: int, *, everywhere: bool) -> int:
    """Return the number of games with other line-ups at the first look if all count, 0 if there are none."""
    claims = chosen(question, everywhere=everywhere)
    if not any(claims):
        return 0
    planned = plan(question.scenario)
    duels = sum(job.cell.most_games for jobs in planned.duels.values() for job in jobs)
    line_ups = len(planned.names) + bool(planned.duels)  # duels find the mixture of personas, one line-up more
    reported = other_line_ups.games_of(first)
    sides = [sum(len(job.cells) for job in jobs_of(group)) for group in claims]
    return duels + len(planned.names) * other_line_ups.PAIR_GAMES + line_ups * (sides[0] * first + sides[1] * reported)


def budget_of(games: int) -> SearchBudget:
    """Return the size of the search for a first look of `games`: up to the usual number confirm the gain."""
    return tuning.scaled(min(games, SearchBudget().held_out))


class HabitSearches:
    """The searches of one scenario's checks, one per variant, made when first needed."""

    def __init__(self, scenario: Scenario, runner: Runner, games: int) -> None:
        """Prepare; games: number at the first look."""
        self.scenario, self.runner, self.budget = scenario, runner, budget_of(games)
        self.found: dict[str, Exploit] = {}

    def exploitability(self, variant: str, confidence: float) -> Estimate:
        """Estimate what the best player found gets above an equal share against the line-up of a variant (or BASE).

        Where points are played for, and without rivals, it is compared with what the line-up itself gets.
        """
        if variant not in self.found:
            stop = tournament.stops(self.scenario, [] if variant == BASE else [variant])[-1]
            self.found[variant] = exploit.exploit(self.scenario, stop, self.runner, self.budget)
        search = self.found[variant]
        name, _ = search.response.best
        excess, se = search.exploitability_within(confidence), search.exploitability.se
        player = name if name in search.stop.setting.personas else f"habits near those of {search.response.base}"
        is_share = search.stakes.is_share
        note = f"{'' if is_share else 'in points, '}by {player}, held out"
        unit = "difference" if is_share else POINTS
        return Estimate(excess.value, se, excess.low, excess.high, self.budget.held_out, unit, note)
