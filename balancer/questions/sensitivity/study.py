"""The study of `balancer sensitivity`: each rule changed separately, on the same dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.questions.sensitivity.report import SensitivityReport
from balancer.questions.study import Study
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments import sensitivity_plan
from balancer.simulation.manifest import FinishedRun
from balancer.wording import did_you_mean

GAMES = 10_000  # pairs of games per change by default


@dataclass(frozen=True)
class SensitivityStudy(Study[SensitivityReport]):
    """Pairs of the base with every single change."""

    refused: Mapping[str, str] = field(default_factory=dict)  # changes that the game does not allow: name -> why
    kind = "sensitivity"
    shows = "changes"

    @classmethod
    def of(cls, scenario: Scenario, knobs: Sequence[str] = ()) -> SensitivityStudy:
        """Plan changes of every knob, or of those named; ScenarioError: no such knob, or nothing to change."""
        names = [knob.name for knob in scenario.game.knobs]
        faults = [
            Fault(f"--knob {knob}", sentence("no such knob", f"allowed: {', '.join(names)}", did_you_mean(knob, names)))
            for knob in knobs
            if knob not in names
        ]
        if faults:
            raise ScenarioError(faults)
        tried = sensitivity_plan.tried(scenario, knobs)
        jobs = list(sensitivity_plan.jobs(scenario, tried))
        if not jobs:
            message = "nothing to change: no knob has another value that the other rules allow"
            raise ScenarioError([Fault("", message)])
        refused = {change.name: change.refused for change in tried if change.refused}
        return cls(sensitivity_plan.as_scenario(scenario, tried), jobs, refused)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The changes that are not allowed."""
        return {"refused": dict(self.refused)}

    @staticmethod
    def report(played: FinishedRun) -> SensitivityReport:
        """Return the report of all changes."""
        return SensitivityReport(played.manifest, played.main)
