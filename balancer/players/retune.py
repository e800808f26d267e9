"""Cells of a sweep whose table is beaten: their personas are tuned anew, and the cell is played by tuned players, too.

A table is beaten where one player of it can be replaced by a better one: by a persona known, or by habits that a search
finds, with more than an equal share in games held out, beyond two standard errors and half a percentage point.  Then
`tune` searches on by the rules of that cell, and the players on whom all personas known by then settle play it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balancer.players import exploit, tuning
from balancer.players.exploit import Exploit, Report, Tuned, free_name
from balancer.players.other_line_ups import TUNED, games_of, mixed_line_up, seated
from balancer.players.tournament import Stop
from balancer.players.tuning import CANDIDATE, ERRORS, LEAST_GAIN, SearchBudget
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner


@dataclass(frozen=True)
class RetunePlan:
    """The cells of a sweep whose tables are to be tested; cells: their numbers; jobs: of all cells."""

    scenario: Scenario
    jobs: Sequence[CellJob]
    cells: Sequence[int]

    @property
    def budget(self) -> SearchBudget:
        """Of one search: in proportion to the games of a cell."""
        return tuning.scaled(min(self.jobs[0].cell.most_games, SearchBudget().held_out))

    @property
    def least_games(self) -> int:
        """Games that are played in any case, roughly: a search per cell."""
        return len(self.cells) * self.budget.games

    @property
    def most_games(self) -> int:
        """Games that are played if every table is beaten, roughly."""
        at_tables = sum(games_of(self.jobs[number].cell.most_games) for number in self.cells)
        return (1 + exploit.MAX_ROUNDS) * self.least_games + at_tables


def plan(scenario: Scenario, jobs: Sequence[CellJob], cells: Sequence[int]) -> RetunePlan:
    """What to test; ScenarioError where the game has no habits to tune."""
    exploit.require_habits(scenario)
    return RetunePlan(scenario, jobs, tuple(cells))


@dataclass(frozen=True)
class Retuned:
    """A cell that was tested; tuned: the personas tuned by its rules, None where its table was not beaten."""

    number: int
    exploit: Exploit
    tuned: Tuned | None

    def to_json(self) -> dict[str, Any]:
        """As the manifest has it."""
        response, tuned = self.exploit.response, self.tuned
        name, share = response.best
        record = {
            "cell": self.number,
            "by": "" if name == CANDIDATE else name,
            "share": share.value,
            "share_se": share.se,
            "excess_se": self.exploit.exploitability.se,
            "beaten": tuned is not None,
            **self.exploit.to_json(),
        }
        if tuned is None:
            return record
        personas = tuned.stop.setting.personas
        used = {one: share for one, share in tuned.mixture.items() if share >= exploit.NAMED}
        new = {one: dict(personas[one].habits) for one in used if one not in self.exploit.stop.setting.personas}
        return {**record, "mixture": used, "tuned": new, "settled": tuned.settled}


def is_beaten(found: Exploit) -> bool:
    """Whether the best player found gets more than an equal share: two standard errors and half a percentage point."""
    gain = found.exploitability
    return gain.value > max(LEAST_GAIN, ERRORS * gain.se)


def play(planned: RetunePlan, runner: Runner, report: Report = lambda _: None) -> Part:
    """Test the table of each cell, tune where it is beaten, and play those cells by tuned players."""
    tested = [_tested(planned, number, runner, report) for number in planned.cells]
    jobs = [CellJob.of(_cell_of(planned.jobs[one.number], one.tuned)) for one in tested if one.tuned is not None]
    results = runner.play(jobs) if jobs else []
    return Part.of_jobs("retuned", jobs, results, tested=[one.to_json() for one in tested])


def _tested(planned: RetunePlan, number: int, runner: Runner, report: Report) -> Retuned:
    """Search against the table of a cell; tune on where it is beaten."""
    scenario, cell = planned.scenario, planned.jobs[number].cell
    axes, setting = scenario.swept[number] if scenario.axes else ({}, scenario.base)
    where = ", ".join(f"{name} {value}" for name, value in axes.items()) or "base rules"
    stop = Stop(axes, setting)
    report(f"{where}: searching for habits that beat {', '.join(cell.lineup)}")
    found = exploit.exploit(scenario, stop, runner, planned.budget, report)
    if not is_beaten(found):
        return Retuned(number, found, None)
    report(f"{where}: the table is beaten; tuning anew")
    response = found.response
    name = free_name(f"{response.base}_tuned", setting.personas)
    more = {name: dataclasses.replace(response.persona, name=name)} if response.kept else {}
    return Retuned(number, found, exploit.tune(scenario, stop, runner, "", planned.budget, report, more))


def _cell_of(job: CellJob, tuned: Tuned) -> Any:
    """A cell played by the mixture on which its personas settle."""
    mixed = mixed_line_up(tuned.mixture)
    alike = len(set(mixed)) == 1
    line_up, games = mixed[:1] if alike else mixed, games_of(job.cell.most_games)
    return seated(job.cell, TUNED, line_up, tuned.stop.setting.personas, games)
