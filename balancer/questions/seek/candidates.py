"""The settings that `balancer seek` tries, the smallest change of the base rules first.

One change is smaller than another if it changes fewer knobs, and among as many if its distances (`knobs.py`) add up to
less.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.questions.seek.knobs import OPTION, Changeable, KnobReader, Values
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.plan import axes_name
from balancer.scenario.question import BASE
from balancer.scenario.reading import MAX_CELLS
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.experiments.comparison_plan import name_of

DIGITS = 9  # decimals to which distances are compared


@dataclass(frozen=True)
class KnobChange:
    """One knob changed; name: as an axis has it; distance: see `knobs.py`."""

    name: str
    base: Any
    value: Any
    distance: float

    @property
    def words(self) -> str:
        """`win_threshold 20`."""
        return axes_name({self.name: self.value})


@dataclass(frozen=True)
class Candidate:
    """The base rules with some knobs changed; none: the base rules themselves.

    axes: the values of all that may change and of the sweep's axes, by which checks choose cells; variants: those of
    the scenario upon this setting.
    """

    changes: tuple[KnobChange, ...]
    setting: Setting
    variants: Mapping[str, Setting]
    axes: Mapping[str, Any]

    @property
    def distance(self) -> float:
        """The sum of the distances of its changes."""
        return round(math.fsum(change.distance for change in self.changes), DIGITS)

    @property
    def rank(self) -> tuple[int, float]:
        """Its sort key: the number of changes, then how far they go."""
        return len(self.changes), self.distance

    @property
    def name(self) -> str:
        """`win_threshold 20, players 5`; the base rules are `base`."""
        return axes_name(self.changed) or BASE

    @property
    def changed(self) -> dict[str, Any]:
        """The new values by the name of their axis."""
        return {change.name: change.value for change in self.changes}


@dataclass(frozen=True)
class SearchSpace:
    """The levers that may be turned, the candidates in order, and those the game does not allow: name -> why."""

    changeable: tuple[Changeable, ...]
    base: Candidate
    candidates: tuple[Candidate, ...]
    refused: Mapping[str, str] = field(default_factory=dict)

    def levels(self) -> Iterator[list[Candidate]]:
        """Yield the candidates that change one knob, then those that change two, ..."""
        for _, some in itertools.groupby(self.candidates, key=lambda one: len(one.changes)):
            yield list(some)


def space_of(scenario: Scenario, options: Sequence[str] = (), values: Values | None = None) -> SearchSpace:
    """All candidates of a scenario: of its sweep, or of the knobs that options, or a call from Python, name.

    ScenarioError: there is nothing that may change, or what is named can't be used.
    """
    reader = KnobReader(scenario)
    named = bool(options) or bool(values)
    if not named and not scenario.axes:
        raise ScenarioError([Fault(name_of(scenario), _nothing_to_change(scenario))])
    changeable = reader.of_options(options) if options else reader.of_values(values) if values else reader.of_sweep()
    reader.faults.raise_any()
    if not any(one.values for one in changeable):
        names = ", ".join(one.name for one in changeable)
        wrong = f"nothing to change: {names} {'has' if len(changeable) == 1 else 'have'} the base value only"
        raise ScenarioError([Fault(name_of(scenario), sentence(wrong, f"name other values: {OPTION} NAME=VALUES"))])
    combined = _swept(scenario, changeable) if not named and scenario.mode != "grid" else _product(changeable)
    return _Made(scenario, reader, changeable).space(combined)


def _nothing_to_change(scenario: Scenario) -> str:
    knobs = ", ".join(knob.name for knob in scenario.game.knobs)
    return sentence(
        "nothing says what may change: the scenario has no sweep",
        f"write sweep: {{axes: …}}, or name knobs: {OPTION} NAME, {OPTION} NAME=VALUES",
        f"knobs of {scenario.game.title}: {knobs}",
    )


def _product(changeable: Sequence[Changeable]) -> Iterator[dict[str, Any]]:
    """Every combination of changed and unchanged knobs; ScenarioError where there are too many."""
    number = math.prod(len(one.values) + 1 for one in changeable) - 1
    if number > MAX_CELLS:
        wrong = f"{number:_} changes to try; allowed: {MAX_CELLS:_} at most"
        raise ScenarioError(
            [Fault(OPTION, sentence(wrong, f"name fewer knobs, or fewer values: {OPTION} NAME=VALUES"))]
        )
    for values in itertools.product(*((one.base, *one.values) for one in changeable)):
        yield dict(zip((one.name for one in changeable), values, strict=True))


def _swept(scenario: Scenario, changeable: Sequence[Changeable]) -> Iterator[dict[str, Any]]:
    """Yield the cells of a sweep that says itself which combinations there are."""
    base = {one.name: one.base for one in changeable}
    yield from ({**base, **values} for values, _ in scenario.swept)


@dataclass
class _Made:
    """Makes settings out of the values of knobs."""

    scenario: Scenario
    reader: KnobReader
    changeable: Sequence[Changeable]
    refused: dict[str, str] = field(default_factory=dict)

    def space(self, combined: Iterator[dict[str, Any]]) -> SearchSpace:
        """All that can be played, sorted; equal changes keep the order in which values are listed."""
        base = self._candidate({one.name: one.base for one in self.changeable})
        made = [self._candidate(values) for values in combined]
        others = sorted((one for one in made if one.changes and one.name not in self.refused), key=lambda one: one.rank)
        return SearchSpace(tuple(self.changeable), base, tuple(others), self.refused)

    def _candidate(self, values: Mapping[str, Any]) -> Candidate:
        setting, changes = self.scenario.base, []
        for one in self.changeable:
            value = values[one.name]
            if value != one.base:
                setting = one.lever.set(setting, value, self.reader.resolver)
                changes.append(KnobChange(one.name, one.base, value, one.distance(value)))
        variants = {name: self._upon(setting, name) for name in self.scenario.variants}
        swept = {axis.name: self.reader.at_base(self.reader.lever(axis.name)) for axis in self.scenario.axes}
        candidate = Candidate(tuple(changes), setting, variants, {**swept, **values})
        if changes and (why := self._problem(candidate)):
            self.refused[candidate.name] = why
        return candidate

    def _upon(self, setting: Setting, variant: str) -> Setting:
        """Return the setting with what a variant sets itself, as its scenario would have it upon that base."""
        resolver = self.reader.resolver
        for lever in self.scenario.own.get(variant, ()):
            setting = lever.set(setting, lever.get(self.scenario.variants[variant], resolver), resolver)
        return setting

    def _problem(self, candidate: Candidate) -> str:
        """Why the game does not allow a candidate, or a variant upon it that a check names; '' if it does."""
        needed = {name for check in self.scenario.checks for name in (check.variant, check.against)}
        variants = [setting for name, setting in candidate.variants.items() if name in needed]
        faults = self.reader.faults
        for setting in (candidate.setting, *variants):
            problems = [message for _, message in self.reader.resolver.problems(setting, (OPTION,))]
            problems += [fault.message for fault in faults.found]
            faults.found.clear()
            if problems:
                return problems[0]
        return ""
