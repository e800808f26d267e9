"""What `balancer sensitivity` plays: the base against every knob changed alone, on the same dice."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.core.knobs import Choice, Flag, Knob, Number, Several
from balancer.scenario import plan as plans
from balancer.scenario.literals import written
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import PairJob, parts_of

STEP = 4  # a number is tried a fourth of the base value below and above it, within its range
LEFT_ALONE = ("max_rounds",)  # knobs that cut games off instead of changing the rules


@dataclass(frozen=True)
class TriedValue:
    """One knob changed alone; refused: why the game does not allow it with the other rules, '' if it does."""

    knob: str
    value: Any
    refused: str = ""

    @property
    def name(self) -> str:
        """What it is called: `win_threshold 17`."""
        return f"{self.knob} {written(self.value)}"


def other_values(knob: Knob, value: Any, resolved: int | None = None) -> list[Any]:
    """The values tried of a knob: all other words; of numbers one below and one above, and special ones.

    resolved: the whole number that a word such as `auto` comes to, None if it is not known.
    """
    found: list[Any] = []
    if isinstance(knob, Flag):
        found = [True, False]
    elif isinstance(knob, Choice):
        found = list(knob.choices)
    elif isinstance(knob, Several):
        found = ["all", "none"]
    elif isinstance(knob, Number):
        found = _numbers(knob, value if isinstance(value, int) else resolved)
    return [one for one in found if one != value and not knob.check(one)]


def _numbers(knob: Number, value: int | None) -> list[Any]:
    specials, words = [number for number, _ in knob.specials], [word for word, _ in knob.words]
    if knob.listed:
        return [*specials, *knob.listed, *words]
    middle = knob.low if value is None or value in specials else value
    step = max(getattr(knob.only, "step", 1), abs(middle) // STEP)
    return [*specials, knob.lower(middle - step), knob.lower(middle + step), *words]


def tried(scenario: Scenario, knobs: Sequence[str] = ()) -> list[TriedValue]:
    """Every knob of the scenario's base changed alone, in the order of the rulebook; knobs: only these."""
    game, base = scenario.game, scenario.base
    parts = parts_of(game.name, base.table_files, base.figures)
    made = []
    for knob in game.knobs:
        if (knobs and knob.name not in knobs) or (not knobs and knob.name in LEFT_ALONE):
            continue
        for value in dict.fromkeys(map(_hashable, other_values(knob, base.rules[knob.name]))):
            problems = game.problems({**base.rules, knob.name: value}, base.players, parts)
            made.append(TriedValue(knob.name, value, "; ".join(one.message for one in problems)))
    return made


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def as_scenario(scenario: Scenario, all_tried: Sequence[TriedValue]) -> Scenario:
    """The scenario with a variant for every change that is allowed."""
    variants = {one.name: _setting(scenario, one) for one in all_tried if not one.refused}
    return dataclasses.replace(scenario, variants=variants, axes=(), swept=(), base_apart=False, checks=())


def _setting(scenario: Scenario, one: TriedValue) -> Setting:
    return dataclasses.replace(scenario.base, rules={**scenario.base.rules, one.knob: one.value})


def jobs(scenario: Scenario, all_tried: Sequence[TriedValue]) -> Iterator[PairJob]:
    """The pairs to play, one for every change that is allowed."""
    base = plans.base_cell(scenario)
    for one in all_tried:
        if not one.refused:
            variant = plans.cell_of(scenario, _setting(scenario, one), {})
            yield PairJob.of(one.name, base, variant, scenario.report)
