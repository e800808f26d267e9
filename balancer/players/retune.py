"""Retuning: if the line-up of a sweep's cell is beaten, the cell is also played by personas tuned to its rules.

A line-up is beaten if one of its players can be replaced by a better one: a known persona, or habits found by a search,
with more than an equal share in games held out, by two standard errors and half a percentage point.  Then `tune` goes
on searching by the rules of that cell, and the mixture that all personas known by then reach plays it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.players import exploit, tuning
from balancer.players.exploit import Exploit, Report, Tuned, free_name
from balancer.players.opponents import CANDIDATE
from balancer.players.other_line_ups import TUNED, games_of, mixed_line_up, seated
from balancer.players.tournament import Stop
from balancer.players.tuning import ERRORS, SearchBudget
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner


@dataclass(frozen=True)
class RetunePlan:
    """The cells of a sweep whose line-ups are to be tested."""

    scenario: Scenario
    jobs: Sequence[CellJob]  # of all cells
    cells: Sequence[int]  # numbers of the cells to test

    @property
    def budget(self) -> SearchBudget:
        """The budget of one search, in proportion to the games of a cell."""
        return tuning.scaled(min(self.jobs[0].cell.most_games, SearchBudget().held_out))

    @property
    def least_games(self) -> int:
        """Games that are played in any case, roughly: a search per cell."""
        return len(self.cells) * self.budget.games

    @property
    def most_games(self) -> int:
        """Games that are played if every line-up is beaten, roughly."""
        at_tables = sum(games_of(self.jobs[number].cell.most_games) for number in self.cells)
        return (1 + exploit.MAX_ROUNDS) * self.least_games + at_tables


def plan(scenario: Scenario, jobs: Sequence[CellJob], cells: Sequence[int]) -> RetunePlan:
    """Plan the tests; raise ScenarioError if the game has no habits to tune."""
    exploit.require_habits(scenario)
    return RetunePlan(scenario, jobs, tuple(cells))


@dataclass(frozen=True)
class Retuned:
    """A cell whose line-up was tested."""

    number: int
    exploit: Exploit
    tuned: Tuned | None  # by its rules; None if its line-up is not beaten

    def to_json(self) -> dict[str, Any]:
        """Return the record of the manifest."""
        response, tuned = self.exploit.response, self.tuned
        name, share = response.best
        record = {
            "cell": self.number,
            "by": "" if name == CANDIDATE else name,
            "share": share.value,
            "share_se": share.se,
            "unit": self.exploit.stakes.unit,
            "equal": self.exploit.stakes.fair is not None,
            "excess_se": self.exploit.exploitability.se,
            "beaten": tuned is not None,
            **self.exploit.to_json(),
        }
        if tuned is None:
            return record
        personas = tuned.stop.setting.personas
        used = {persona: share for persona, share in tuned.mixture.items() if share >= exploit.NAMED}
        new = {
            persona: dict(personas[persona].habits)
            for persona in used
            if persona not in self.exploit.stop.setting.personas
        }
        return {**record, "mixture": used, "tuned": new, "settled": tuned.settled}


def is_beaten(answer: Exploit) -> bool:
    """Return whether the best player found gets more than equals, beyond its error and the least gain that counts."""
    gain = answer.exploitability
    return gain.value > max(answer.response.min_gain, ERRORS * gain.se)


def play(planned: RetunePlan, runner: Runner, report: Report = lambda _: None) -> Part:
    """Test the line-up of each cell, tune where it is beaten, and play those cells with tuned players."""
    tested = [_test_line_up(planned, number, runner, report) for number in planned.cells]
    jobs = [
        CellJob.of(_cell_of(planned.jobs[outcome.number], outcome.tuned))
        for outcome in tested
        if outcome.tuned is not None
    ]
    results = runner.play(jobs) if jobs else []
    return Part.of_jobs("retuned", jobs, results, tested=[outcome.to_json() for outcome in tested])


def _test_line_up(planned: RetunePlan, number: int, runner: Runner, report: Report) -> Retuned:
    """Search against the line-up of a cell; go on tuning if it is beaten."""
    scenario, cell = planned.scenario, planned.jobs[number].cell
    axes, setting = scenario.swept[number] if scenario.axes else ({}, scenario.base)
    where = ", ".join(f"{name} {value}" for name, value in axes.items()) or "base rules"
    stop = Stop(axes, setting)
    report(f"{where}: searching for habits that beat {', '.join(cell.lineup)}")
    answer = exploit.exploit(scenario, stop, runner, planned.budget, report)
    if not is_beaten(answer):
        return Retuned(number, answer, None)
    report(f"{where}: the line-up is beaten; tuning again")
    response = answer.response
    name = free_name(f"{response.base}_tuned", setting.personas)
    more = {name: dataclasses.replace(response.persona, name=name)} if response.kept else {}
    return Retuned(number, answer, exploit.tune(scenario, stop, runner, "", planned.budget, report, more))


def _cell_of(job: CellJob, tuned: Tuned) -> Any:
    """Return a cell played by the mixture that its tuned personas reach."""
    mixed = mixed_line_up(tuned.mixture)
    alike = len(set(mixed)) == 1
    line_up, games = mixed[:1] if alike else mixed, games_of(job.cell.most_games)
    return seated(job.cell, TUNED, line_up, tuned.stop.setting.personas, games)
