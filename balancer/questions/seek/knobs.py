"""Knobs that `balancer seek` may change, their values to try, and the distance of each from the base value.

Knobs are the axes of the sweep, or those named with `--knob`.  The distance is a share of the declared range for
numbers, and the share of the items that differ for sets and lists.  It is 1 for everything else: another word, a
special number such as 0 for off, another line-up, another component table.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.core.knobs import Choice, Flag, Knob, Number, Numbers, Several
from balancer.scenario.faults import Faults
from balancer.scenario.file.yaml_source import YamlDocument, items_of
from balancer.scenario.levers import Lever
from balancer.scenario.literals import plain, sentence
from balancer.scenario.reading import MAX_CELLS
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario

OPTION = "--knob"
WHO_PLAYS = ("players", "lineup", "seating")  # axes that change no rule

EVERY_VALUE = 30  # a range of fewer values is tried whole, a longer one in steps
STEPS = (1, 2, 3, 4, 5, 6, 8)  # from the base value, and these times 2, 4, 8 ... further away
Values = Mapping[str, Sequence[Any] | None]  # knobs by name with the values to be tried; None: their declared range


@dataclass(frozen=True)
class Changeable:
    """A knob, or another axis of a scenario, that may change."""

    name: str
    base: Any
    values: tuple[Any, ...]  # to try, without the base value
    lever: Lever
    knob: Knob | None = None
    width: int | None = None  # of the declared range, if it has one
    specials: frozenset[int] = frozenset()  # numbers that are no quantities, such as 0 for off

    def distance(self, value: Any) -> float:
        """Return the distance of a value from the base value, from 0 (the same) to 1."""
        if value == self.base:
            return 0.0
        if isinstance(self.knob, Several):
            different = self.knob.encode(value) ^ self.knob.encode(self.base)
            return different.bit_count() / len(self.knob.choices)
        if isinstance(self.knob, Numbers):
            steps = [abs(int(new) - int(old)) for new, old in zip(value, self.base, strict=True)]
            # The number of changed entries counts most; their sizes only decide between equal numbers.
            most = (self.knob.high - self.knob.low) * self.knob.length
            return (sum(map(bool, steps)) + sum(steps) / (most + 1)) / (self.knob.length + 1)
        if self.width and all(_is_number(number) and number not in self.specials for number in (value, self.base)):
            return min(1.0, abs(int(value) - int(self.base)) / self.width)
        return 1.0


class KnobReader:
    """Reader of the knobs that may change; it collects errors in `faults`."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        folder = scenario.file.parent if scenario.file else pathlib.Path()
        self.document = YamlDocument("", folder, "", {})
        self.faults = Faults(self.document, [])
        self.resolver = Resolver(scenario.game, self.document, self.faults)

    def of_sweep(self) -> list[Changeable]:
        """Return the axes of the scenario's sweep; in a grid without those of who plays, if it has others."""
        knobs = [self._changeable(axis.name, self.lever(axis.name), axis.values) for axis in self.scenario.axes]
        rules = [knob for knob in knobs if knob.name not in WHO_PLAYS]
        return rules if self.scenario.mode == "grid" and any(knob.values for knob in rules) else knobs

    def of_values(self, chosen: Values) -> list[Changeable]:
        """Return the named knobs with values to try; without values those of the sweep's axis, or the whole range."""
        swept = {axis.name: axis for axis in self.scenario.axes}
        knobs = []
        for given, values in chosen.items():
            name = self._full_name(given)
            self.document.options.setdefault((OPTION, name), f"{OPTION} {given}")
            lever = self._known(given, name)
            if lever is None:
                continue
            tried = values
            if tried is None:
                tried = swept[name].values if name in swept else self._usual(name, lever)
            knobs.append(self._changeable(name, lever, self._checked(name, lever, tried)))
        return knobs

    def of_options(self, texts: Iterable[str]) -> list[Changeable]:
        """Return the knobs of options as typed: `win_threshold`, `win_threshold=18,20`, `win_threshold=18..26`."""
        chosen: dict[str, Sequence[Any] | None] = {}
        for text in texts:
            name, equals, values = (part.strip() for part in text.partition("="))
            path = (OPTION, self._full_name(name))
            self.document.options[path] = f"{OPTION} {text}"
            if not name or (equals and not values):
                example = f"write {OPTION} NAME, or {OPTION} NAME=VALUES, as in {OPTION} win_threshold=18..26"
                self.faults.add(path, sentence(f"{text!r} names no knob with its values", example))
            elif name in chosen:
                self.faults.add(path, f"{name} is named twice; write all its values in one {OPTION}")
            else:
                chosen[name] = self._split(name, values) if equals else None
        return self.of_values(chosen)

    # Names and values -------------------------------------------------------------------------------------------------
    def _full_name(self, name: str) -> str:
        return self.resolver.by_short(name).name

    def _known(self, given: str, name: str) -> Lever | None:
        """Return the lever of a name; None if there is none, which is added to `faults`."""
        lever = self.resolver.lever(name, self.scenario.base, what="knob")
        if isinstance(lever, Lever):
            return lever
        if "." in name:
            self.faults.add((OPTION, name), lever)
        else:
            names = [*self.resolver.knobs, "players", "lineup", "seating"]
            self.faults.unknown((OPTION, name), f"knob of {self.scenario.game.title}", given, names, key=True)
        return None

    def lever(self, axis: str) -> Lever:
        """Return the lever of an axis of the scenario."""
        lever = self.resolver.lever(axis, self.scenario.base)
        assert isinstance(lever, Lever)  # noqa: S101  axes of a scenario are right
        return lever

    def at_base(self, lever: Lever) -> Any:
        """Return the value of a lever in the base rules."""
        return lever.get(self.scenario.base, self.resolver)

    def _split(self, name: str, text: str) -> list[Any]:
        """Return the values of an option; values that are lists themselves are separated by semicolons."""
        lever = self.resolver.by_short(name)
        if lever.is_list(self.resolver):
            return [lever.read(item.strip(), self.resolver) for item in text.split(";")]
        values = [value for item in items_of(text) for value in self._spelled_out(name, item)]
        return [self.resolver.beside(value) for value in values]

    def _spelled_out(self, name: str, value: Any) -> list[Any]:
        """Return [value], or all numbers of a range such as `18..26`."""
        first, dots, last = value.partition("..") if isinstance(value, str) else ("", "", "")
        low, high = plain(first), plain(last)
        if not dots or not _is_number(low) or not _is_number(high):
            return [value]
        if low > high:
            wrong = f"{name}: {value} goes down; write the smaller number first: {high}..{low}"
            self.faults.add((OPTION, self._full_name(name)), wrong)
        return list(range(low, min(high, low + MAX_CELLS) + 1))

    def _checked(self, name: str, lever: Lever, values: Sequence[Any]) -> list[Any]:
        """Return the values without repetitions, up to the first that is not allowed, which is added to `faults`."""
        allowed: list[Any] = []
        for value in values:
            before = len(self.faults)
            checked = lever.check(value, (OPTION, name), self.resolver, self.scenario.base.personas)
            if len(self.faults) > before:
                break
            allowed += [] if checked in allowed else [checked]
        return allowed

    # Ranges -----------------------------------------------------------------------------------------------------------
    def _changeable(self, name: str, lever: Lever, values: Iterable[Any]) -> Changeable:
        base, knob, ends = self.at_base(lever), lever.knob(self.resolver), lever.limits(self.resolver)
        specials = frozenset(number for number, _ in knob.specials) if isinstance(knob, Number) else frozenset()
        others = tuple(value for value in values if value != base)
        return Changeable(name, base, others, lever, knob, ends[1] - ends[0] if ends else None, specials)

    def _usual(self, name: str, lever: Lever) -> list[Any]:
        """Return the values to try if none are given: all choices, or numbers, with smaller steps near the base."""
        knob, base, ends = lever.knob(self.resolver), self.at_base(lever), lever.limits(self.resolver)
        if isinstance(knob, Flag):
            return [False, True]
        if isinstance(knob, Choice):
            return list(knob.choices)
        if isinstance(knob, Several):
            return _sets(knob, base)
        if isinstance(knob, Number):
            more = [*(number for number, _ in knob.specials), *(word for word, _ in knob.words)]
            numbers = knob.listed or dict.fromkeys(map(knob.lower, _numbers(knob.low, knob.high, base)))
            return [*numbers, *more]
        if lever.choices:
            return list(lever.choices)
        if ends is not None:
            return _numbers(*ends, base)
        example = f"{OPTION} {name}={lever.example}"
        self.faults.add((OPTION, name), sentence(f"{name} has no range to go through", f"name its values: {example}"))
        return []


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _numbers(low: int, high: int, base: Any) -> list[int]:
    """Return all numbers of a short range; of a long one the ends and numbers ever further apart from the base."""
    if high - low < EVERY_VALUE:
        return list(range(low, high + 1))
    middle = base if isinstance(base, int) and low <= base <= high else low
    away, times = set(STEPS), 1
    while max(away) < high - low:
        times *= 2
        away |= {times * step for step in STEPS}
    near = {middle + step for step in away} | {middle - step for step in away} | {low, high}
    return sorted(number for number in near if low <= number <= high)


def _sets(knob: Several, base: Any) -> list[Any]:
    """Return all items, none, and each set that differs from the base in one item."""
    chosen = {"all": knob.choices, "none": ()}.get(base, base) if isinstance(base, str) else base
    sets: list[Any] = ["all", "none"]
    for choice in knob.choices:
        toggled = tuple(item for item in knob.choices if (item in chosen) != (item == choice))
        sets += [toggled] if 0 < len(toggled) < len(knob.choices) else []
    return sets
