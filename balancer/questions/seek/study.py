"""The study of `balancer seek`: a race decides what is played."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.checks.claims import Budget
from balancer.questions.seek import even_seats
from balancer.questions.seek import race as seeking
from balancer.questions.seek.candidates import SearchSpace, space_of
from balancer.questions.seek.contender import Contender
from balancer.questions.seek.report import SeekReport
from balancer.questions.study import Note, Study
from balancer.scenario import plan
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import MAIN, FinishedRun, Part
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from balancer.simulation.store import Store
from balancer.wording import plural


@dataclass(frozen=True)
class SeekStudy(Study[SeekReport]):
    """A goal seek; jobs: the first look at the candidates of the first batch."""

    space: SearchSpace
    budget: Budget
    compensates: bool = False  # True if only head starts may change
    kind = "seek"
    shows = ""

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        knobs: Sequence[str] = (),
        most: int | None = None,
        *,
        values: Mapping[str, Any] | None = None,
        even_within: str | float | None = None,
    ) -> SeekStudy:
        """Plan a goal seek; ScenarioError.

        knobs: as options name them.  values: knobs with values to try, instead of `knobs`.  Without either, the axes of
        the sweep may change.  most: games per candidate at most.  even_within: a spread of the seats that replaces all
        checks; then the game's head starts may change if no knobs are named.
        """
        if even_within is not None:
            scenario = even_seats.evened(scenario, even_within)
        compensations = even_seats.head_starts(scenario) if even_within is not None and not (knobs or values) else None
        seeking.require_checks(scenario)
        space, budget = space_of(scenario, knobs, values=compensations or values), Budget.of(scenario, most)
        seeking.checked_base(scenario, space)
        return cls(scenario, _first_jobs(scenario, space, budget), space, budget, bool(compensations))

    @property
    def remarks(self) -> list[str]:
        """A sentence with the number of candidates and the games of each."""
        changes, most = plural(len(self.space.candidates), "change"), seeking.looks_of(self.budget)[-1]
        first = f"{changes} to try, the smallest first, until one passes: these come first; up to {most:_}"
        return [f"{first} games for each undecided one, and {self.budget.first:_} to confirm the change that passes"]

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play until the smallest change that passes is known, or the budget is spent."""
        space = self.space
        if self.compensates:
            played = runner.play([CellJob.of(plan.base_cell(self.scenario))], FixedGames(self.budget.first))
            space = even_seats.by_need(space, played[0].tally["credit"])
        result = seeking.Seek(self.scenario, space, self.budget, runner, note).run()
        change = even_seats.evenest(result) if self.compensates else None
        weaker = even_seats.among_weaker(result, change, runner, self.budget.first) if change else []
        yield Part(MAIN, [result, *weaker], {"cells": []})

    @staticmethod
    def report(played: FinishedRun) -> SeekReport:
        """Return the report of the seek."""
        return SeekReport(played.manifest, played.main[0], played.main[1:])


def _first_jobs(scenario: Scenario, space: SearchSpace, budget: Budget) -> list[CellJob]:
    """Return the jobs of the base rules and of the first batch, each cell once."""
    jobs: dict[str, CellJob] = {}
    for candidate in (space.base, *next(seeking.batches(list(space.candidates)), ())):
        for cell in (cell for job in Contender.of(candidate, scenario).jobs for cell in job.cells):
            named = dataclasses.replace(cell, axes=cell.axes or candidate.changed)
            job = CellJob.of(named.with_games(seeking.looks_of(budget)[0]))
            jobs.setdefault(job.key, job)
    return list(jobs.values())
