"""A candidate in the race: the scenario's checks applied to it, and their verdicts.

A check without `cells` is applied to every candidate, as it is to the base rules.  A check with `cells` is applied if
the candidate has these values.  A check of a variant, or against one, is applied to the variant of the candidate's
rules.  So every verdict is the one that `balancer check` would give if the candidate's rules were the base rules.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import verdicts
from balancer.analysis.verdicts import UNDECIDED
from balancer.checks import claims
from balancer.checks.claims import Claim, check_name, variant_setting
from balancer.checks.judge import Outcome, Result
from balancer.checks.undecided import games_to_decide
from balancer.questions.seek.candidates import Candidate
from balancer.scenario import plan
from balancer.scenario.question import SEARCHED, Check
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import Job
from balancer.simulation.runner import Runner

Played = Mapping[str, Any]  # key of a job -> its results


@dataclass(eq=False)
class Contender:
    """A candidate with its claims and verdicts."""

    candidate: Candidate
    scenario: Scenario  # with the candidate's rules as its base
    not_about: Mapping[str, str]  # checks that do not apply to it: name -> why
    claims: tuple[Claim, ...]  # judged in the race: all but those that need a search for habits
    verdict: str = ""  # so far in the race, as are look and results
    look: int = 0
    results: tuple[Result, ...] = ()
    replayed: Outcome | None = None  # of all checks on fresh games, None if it did not get so far

    @classmethod
    def of(cls, candidate: Candidate, scenario: Scenario) -> Contender:
        """Make a contender of a candidate, with the checks of a scenario."""
        changed = scenario_at(candidate, scenario)
        reasons = [(check, _not_about(check, candidate, changed)) for check in scenario.checks]
        not_about = {check_name(check): why for check, why in reasons if why}
        applied = [dataclasses.replace(check, cells=None) for check, why in reasons if not why]
        changed = dataclasses.replace(changed, checks=tuple(applied))
        raced = (claim for claim in claims.check_claims(changed) if claim.figure.metric not in SEARCHED)
        return cls(candidate, changed, not_about, tuple(raced))

    @property
    def jobs(self) -> list[Job]:
        """The jobs that its claims need."""
        return claims.jobs_of(self.claims)

    @property
    def final(self) -> str:
        """The verdict on fresh games if there is one, else that of the race; '' if it was not played."""
        return self.replayed.verdict if self.replayed is not None else self.verdict

    @property
    def final_results(self) -> tuple[Result, ...]:
        """The results that the final verdict rests on."""
        return self.replayed.results if self.replayed is not None else self.results

    @property
    def games_to_decide(self) -> float | None:
        """The number of games that would probably decide all undecided figures; None if no number would."""
        return games_to_decide([result.undecided for result in self.final_results if result.verdict == UNDECIDED])

    def record(self, verdict: str, look: int, results: Sequence[Result]) -> None:
        """Store the verdict and the results of a look."""
        self.verdict, self.look, self.results = verdict, look, tuple(results)

    # Judging ----------------------------------------------------------------------------------------------------------
    def judged(self, played: Played, confidence: float) -> str:
        """Return the worst verdict of all claims; their intervals have this simultaneous confidence."""
        return verdicts.worst([result.verdict for result in self.judge(played, confidence, 0)])

    def judge(self, played: Played, confidence: float, look: int) -> list[Result]:
        """Return a result for every claim; Bonferroni's correction shares 1 - confidence equally."""
        single, pace = 1 - (1 - confidence) / max(1, len(self.claims)), self.scenario.report.seconds_per_decision
        results = []
        for claim in self.claims:
            games = played[claim.job.key]
            estimate = claims.measured(games, claim.figure, single, pace)
            verdict = verdicts.of_figure(estimate, claim.bound)
            results.append(Result(claim, verdict, estimate, single, look, int(games.games)))
        return results


def scenario_at(candidate: Candidate, scenario: Scenario) -> Scenario:
    """Return the scenario with a candidate's rules as its base, without its sweep."""
    variants = candidate.variants
    return dataclasses.replace(scenario, base=candidate.setting, variants=variants, axes=(), swept=(), base_apart=False)


def _not_about(check: Check, candidate: Candidate, changed: Scenario) -> str:
    """Return why a check does not apply to a candidate; '' if it does."""
    if not check.concerns(candidate.axes):
        return f"it is about {plan.axes_name(check.cells or {})}"
    for name in filter(None, (check.variant, check.against)):
        offer = variant_setting(changed, name).offers.get(check.figure.metric)
        if offer is None or (offer.reason and check.figure.metric not in SEARCHED):
            return f"{check.figure.metric} is not defined there"
        if check.figure.of and check.figure.of not in offer.of:
            return f"there is no {offer.metric.of} {check.figure.of}"
    return ""


def play(runner: Runner, contenders: Sequence[Contender], games: int) -> dict[str, Any]:
    """Return the results of all jobs that contenders need, by key, after this many games each."""
    return claims.play(runner, claims.jobs_of(claim for contender in contenders for claim in contender.claims), games)
