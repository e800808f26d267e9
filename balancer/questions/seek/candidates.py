"""The settings that `balancer seek` tries, the smallest change of the base rules first.

A change is smaller than another if it changes fewer knobs; among changes of as many knobs, if the sum of its distances
(`knobs.py`) is smaller.
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
from balancer.scenario.variants import variant_upon
from balancer.simulation.experiments.comparison_plan import name_of

DIGITS = 9  # decimals to which distances are compared


@dataclass(frozen=True)
class KnobChange:
    """One knob with a new value."""

    name: str  # as an axis has it
    base: Any
    value: Any
    distance: float  # from 0 to 1 (`knobs.py`)

    @property
    def words(self) -> str:
        """The new value, as in `win_threshold 20`."""
        return axes_name({self.name: self.value})


@dataclass(frozen=True)
class Candidate:
    """The base rules with some knobs changed; with no changes the base rules themselves."""

    changes: tuple[KnobChange, ...]
    setting: Setting
    variants: Mapping[str, Setting]  # of the scenario, based on this setting
    axes: Mapping[str, Any]  # values of all that may change and of the sweep's axes; checks select by them

    @property
    def distance(self) -> float:
        """The sum of the distances of the changes."""
        return round(math.fsum(change.distance for change in self.changes), DIGITS)

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key: the number of changes, then the sum of their distances."""
        return len(self.changes), self.distance

    @property
    def name(self) -> str:
        """All new values, as in `win_threshold 20, players 5`; `base` for the base rules."""
        return axes_name(self.changed) or BASE

    @property
    def changed(self) -> dict[str, Any]:
        """New values by the name of their axis."""
        return {change.name: change.value for change in self.changes}


@dataclass(frozen=True)
class SearchSpace:
    """All candidates of a goal seek."""

    changeable: tuple[Changeable, ...]
    base: Candidate
    candidates: tuple[Candidate, ...]  # the smallest change first
    refused: Mapping[str, str] = field(default_factory=dict)  # what the game does not allow: name -> why

    def levels(self) -> Iterator[list[Candidate]]:
        """Yield all candidates that change one knob, then all that change two, and so on."""
        for _, level in itertools.groupby(self.candidates, key=lambda candidate: len(candidate.changes)):
            yield list(level)


def space_of(scenario: Scenario, options: Sequence[str] = (), values: Values | None = None) -> SearchSpace:
    """Return all candidates: of the sweep, or of the knobs named by options or by a call from Python (`values`).

    ScenarioError: nothing may change, or a named knob or value is not allowed.
    """
    reader = KnobReader(scenario)
    named = bool(options) or bool(values)
    if not named and not scenario.axes:
        raise ScenarioError([Fault(name_of(scenario), _nothing_to_change(scenario))])
    changeable = reader.of_options(options) if options else reader.of_values(values) if values else reader.of_sweep()
    reader.faults.raise_any()
    if not any(knob.values for knob in changeable):
        names = ", ".join(knob.name for knob in changeable)
        wrong = f"nothing to change: {names} {'has' if len(changeable) == 1 else 'have'} the base value only"
        raise ScenarioError([Fault(name_of(scenario), sentence(wrong, f"name other values: {OPTION} NAME=VALUES"))])
    if named or scenario.mode == "grid":
        combinations = _product(changeable)
    else:  # the sweep lists its combinations itself
        base = {knob.name: knob.base for knob in changeable}
        combinations = ({**base, **values} for values, _ in scenario.swept)
    return _Builder(scenario, reader, changeable).space(combinations)


def _nothing_to_change(scenario: Scenario) -> str:
    knobs = ", ".join(knob.name for knob in scenario.game.knobs)
    return sentence(
        "nothing says what may change: the scenario has no sweep",
        f"write sweep: {{axes: …}}, or name knobs: {OPTION} NAME, {OPTION} NAME=VALUES",
        f"knobs of {scenario.game.title}: {knobs}",
    )


def _product(changeable: Sequence[Changeable]) -> Iterator[dict[str, Any]]:
    """Yield every combination of changed and unchanged knobs; ScenarioError if there are too many."""
    number = math.prod(len(knob.values) + 1 for knob in changeable) - 1
    if number > MAX_CELLS:
        wrong = f"{number:_} changes to try; allowed: {MAX_CELLS:_} at most"
        raise ScenarioError(
            [Fault(OPTION, sentence(wrong, f"name fewer knobs, or fewer values: {OPTION} NAME=VALUES"))]
        )
    for values in itertools.product(*((knob.base, *knob.values) for knob in changeable)):
        yield dict(zip((knob.name for knob in changeable), values, strict=True))


@dataclass
class _Builder:
    """Builder of candidates from values of knobs."""

    scenario: Scenario
    reader: KnobReader
    changeable: Sequence[Changeable]
    refused: dict[str, str] = field(default_factory=dict)

    def space(self, combinations: Iterator[dict[str, Any]]) -> SearchSpace:
        """Return all candidates that the game allows, sorted; equally small ones stay in the order of values."""
        base = self._candidate({knob.name: knob.base for knob in self.changeable})
        candidates = [self._candidate(values) for values in combinations]
        allowed = [candidate for candidate in candidates if candidate.changes and candidate.name not in self.refused]
        ranked = sorted(allowed, key=lambda candidate: candidate.rank)
        return SearchSpace(tuple(self.changeable), base, tuple(ranked), self.refused)

    def _candidate(self, values: Mapping[str, Any]) -> Candidate:
        setting, changes = self.scenario.base, []
        for knob in self.changeable:
            value = values[knob.name]
            if value != knob.base:
                setting = knob.lever.set(setting, value, self.reader.resolver)
                changes.append(KnobChange(knob.name, knob.base, value, knob.distance(value)))
        resolver = self.reader.resolver
        variants = {name: variant_upon(self.scenario, setting, name, resolver) for name in self.scenario.variants}
        swept = {axis.name: self.reader.at_base(self.reader.lever(axis.name)) for axis in self.scenario.axes}
        candidate = Candidate(tuple(changes), setting, variants, {**swept, **values})
        if changes and (why := self._problem(candidate)):
            self.refused[candidate.name] = why
        return candidate

    def _problem(self, candidate: Candidate) -> str:
        """Return why the game does not allow a candidate, or a variant of it that a check needs; '' if it does."""
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
