"""One candidate in the race: the claims of the scenario's checks about it, and what its games say of them.

A check without `cells` is about the candidate, as it is about the base rules; one with `cells` if the candidate has
these values; one of a variant, or against one, is about the variant upon the candidate's rules.  So all verdicts are
those that `balancer check` gives where the base rules are changed so.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import verdicts
from balancer.analysis.verdicts import UNDECIDED
from balancer.checks import claims
from balancer.checks.claims import Claim, check_name, variant_place
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
    """A candidate and its claims.

    scenario: with the candidate's rules as its base; apart: checks that are not about it, with the reason; claims:
    those judged in the race, which leaves out what takes a search; verdict, look, results: of the race so far;
    replayed: the outcome of `balancer check` on games of its own, where it got so far.
    """

    candidate: Candidate
    scenario: Scenario
    apart: Mapping[str, str]
    claims: tuple[Claim, ...]
    verdict: str = ""
    look: int = 0
    results: tuple[Result, ...] = ()
    replayed: Outcome | None = None

    @classmethod
    def of(cls, candidate: Candidate, scenario: Scenario) -> Contender:
        """Make a contender of a candidate for the checks of a scenario."""
        there = scenario_at(candidate, scenario)
        weighed = [(check, _not_about(check, candidate, there)) for check in scenario.checks]
        apart = {check_name(check): why for check, why in weighed if why}
        kept = [dataclasses.replace(check, cells=None) for check, why in weighed if not why]
        there = dataclasses.replace(there, checks=tuple(kept))
        raced = (one for one in claims.check_claims(there) if one.figure.metric not in SEARCHED)
        return cls(candidate, there, apart, tuple(raced))

    @property
    def jobs(self) -> list[Job]:
        """Jobs that are played for its claims."""
        return claims.jobs_of(self.claims)

    @property
    def final(self) -> str:
        """Its verdict: on games of its own where there are any, else in the race; '' where it was not played."""
        return self.replayed.verdict if self.replayed is not None else self.verdict

    @property
    def final_results(self) -> tuple[Result, ...]:
        """The results behind that verdict."""
        return self.replayed.results if self.replayed is not None else self.results

    @property
    def games_to_decide(self) -> float | None:
        """The games that would probably decide all its undecided figures together; None: no number would do."""
        return games_to_decide([result.undecided for result in self.final_results if result.verdict == UNDECIDED])

    def record(self, verdict: str, look: int, results: Sequence[Result]) -> None:
        """Note what a look of the race shows."""
        self.verdict, self.look, self.results = verdict, look, tuple(results)

    # Judging ----------------------------------------------------------------------------------------------------------
    def judged(self, played: Played, confidence: float) -> str:
        """Return the verdict on all claims together, which hold jointly with that confidence."""
        return verdicts.worst([result.verdict for result in self.judge(played, confidence, 0)])

    def judge(self, played: Played, confidence: float, look: int) -> list[Result]:
        """Every claim with its verdict; the confidence is shared equally."""
        single, pace = 1 - (1 - confidence) / max(1, len(self.claims)), self.scenario.report.seconds_per_decision
        found = [(one, claims.measured(played[one.job.key], one.figure, single, pace)) for one in self.claims]
        return [
            Result(one, verdicts.of_figure(now, one.bound), now, single, look, int(played[one.job.key].games))
            for one, now in found
        ]


def scenario_at(candidate: Candidate, scenario: Scenario) -> Scenario:
    """Return the scenario whose base rules are a candidate's, without its sweep."""
    variants = candidate.variants
    return dataclasses.replace(scenario, base=candidate.setting, variants=variants, axes=(), swept=(), base_apart=False)


def _not_about(check: Check, candidate: Candidate, there: Scenario) -> str:
    """Why a check is not about a candidate; '' if it is."""
    if not check.concerns(candidate.axes):
        return f"it is about {plan.axes_name(check.cells or {})}"
    for name in filter(None, (check.variant, check.against)):
        offer = variant_place(there, name).offers.get(check.figure.metric)
        if offer is None or (offer.reason and check.figure.metric not in SEARCHED):
            return f"{check.figure.metric} is not defined there"
        if check.figure.of and check.figure.of not in offer.of:
            return f"there is no {offer.metric.of} {check.figure.of}"
    return ""


def play(runner: Runner, contenders: Sequence[Contender], games: int) -> dict[str, Any]:
    """Return the results of all that contenders need, after so many games each."""
    return claims.play(runner, claims.jobs_of(claim for one in contenders for claim in one.claims), games)
