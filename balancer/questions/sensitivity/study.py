"""The study of `balancer sensitivity`: the base against every single change of a knob, on the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several
from balancer.questions.sensitivity.report import SensitivityReport
from balancer.questions.study import Study
from balancer.scenario import plan as plans
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence, written
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import PairJob, parts_of
from balancer.simulation.manifest import FinishedRun
from balancer.wording import did_you_mean

GAMES = 10_000  # pairs of games per change by default
STEP = 4  # a number is tried a fourth of the base value below and above it, within its range
EXCLUDED = ("max_rounds",)  # knobs that cut games off instead of changing the rules


@dataclass(frozen=True)
class TriedValue:
    """A change of a single knob."""

    knob: str
    value: Any
    refused: str = ""  # why the game does not allow it with the other rules

    @property
    def name(self) -> str:
        """The name of the change: `win_threshold 17`."""
        return f"{self.knob} {written(self.value)}"


def other_values(knob: Knob, value: Any, resolved: int | None = None) -> list[Any]:
    """Return the values to try of a knob: all other words; of numbers one below and one above, and special ones.

    Of a list of numbers each is changed by itself, unless there is one per seat: `balancer even-seats` varies these.

    resolved: the whole number that a word such as `auto` stands for, None if it is not known.
    """
    values: list[Any] = []
    if isinstance(knob, Flag):
        values = [True, False]
    elif isinstance(knob, Choice):
        values = list(knob.choices)
    elif isinstance(knob, Several):
        values = ["all", "none"]
    elif isinstance(knob, Numbers) and not knob.by_seat and isinstance(value, list | tuple):
        steps = [(place, way * max(1, abs(number) // STEP)) for place, number in enumerate(value) for way in (-1, 1)]
        values = [[*value[:place], value[place] + step, *value[place + 1 :]] for place, step in steps]
    elif isinstance(knob, Number):
        values = _numbers(knob, value if isinstance(value, int) else resolved)
    return [other for other in values if other != value and not knob.check(other)]


def _numbers(knob: Number, value: int | None) -> list[Any]:
    specials, words = [number for number, _ in knob.specials], [word for word, _ in knob.words]
    if knob.listed:
        return [*specials, *knob.listed, *words]
    middle = knob.low if value is None or value in specials else value
    step = max(getattr(knob.only, "step", 1), abs(middle) // STEP)
    return [*specials, knob.lower(middle - step), knob.lower(middle + step), *words]


def values_to_try(scenario: Scenario, knobs: Sequence[str] = ()) -> list[TriedValue]:
    """Return all single changes of the base rules, in the order of the rulebook; knobs: the only ones to change."""
    game, base = scenario.game, scenario.base
    parts = parts_of(game.name, base.table_files, base.figures)
    changes = []
    for knob in game.knobs:
        if (knobs and knob.name not in knobs) or (not knobs and knob.name in EXCLUDED):
            continue
        for value in dict.fromkeys(
            tuple(v) if isinstance(v, list) else v for v in other_values(knob, base.rules[knob.name])
        ):
            problems = game.problems({**base.rules, knob.name: value}, base.players, parts)
            changes.append(TriedValue(knob.name, value, "; ".join(problem.message for problem in problems)))
    return changes


def as_scenario(scenario: Scenario, changes: Sequence[TriedValue]) -> Scenario:
    """Return the scenario with a variant for every change that is allowed."""
    variants = {change.name: _setting(scenario, change) for change in changes if not change.refused}
    return dataclasses.replace(scenario, variants=variants, axes=(), swept=(), base_apart=False, checks=())


def _setting(scenario: Scenario, change: TriedValue) -> Setting:
    return dataclasses.replace(scenario.base, rules={**scenario.base.rules, change.knob: change.value})


def pair_jobs(scenario: Scenario, changes: Sequence[TriedValue]) -> Iterator[PairJob]:
    """Yield the pairs to play, one for every change that is allowed."""
    base = plans.base_cell(scenario)
    for change in changes:
        if not change.refused:
            variant = plans.cell_of(scenario, _setting(scenario, change), {})
            yield PairJob.of(change.name, base, variant, scenario.report)


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
        tried = values_to_try(scenario, knobs)
        jobs = list(pair_jobs(scenario, tried))
        if not jobs:
            message = "nothing to change: no knob has another value that the other rules allow"
            raise ScenarioError([Fault("", message)])
        refused = {change.name: change.refused for change in tried if change.refused}
        return cls(as_scenario(scenario, tried), jobs, refused)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The changes that are not allowed."""
        return {"refused": dict(self.refused)}

    @staticmethod
    def report(played: FinishedRun) -> SensitivityReport:
        """Return the report of all changes."""
        return SensitivityReport(played.manifest, played.main)
