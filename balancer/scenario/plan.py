"""The cells that a scenario plays, as pure functions of the scenario."""

from __future__ import annotations

import hashlib
import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from balancer.core.knobs import HEAD_START, TableKnob
from balancer.scenario.levers import named
from balancer.scenario.literals import written
from balancer.scenario.question import BASE, Axis
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting, persona_dict
from balancer.sides import WIN


@dataclass(frozen=True, kw_only=True)
class Cell(Setting):
    """A setting to be played `games` times, or until `precision` is reached."""

    axes: Mapping[str, Any]  # axis name -> value, {} outside of a sweep
    game: str
    tables: tuple[str, ...]  # the knobs that name component tables
    seed: int
    games: int | None  # None if `precision` and `max_games` decide
    precision: float | None  # half-width of an interval
    max_games: int | None
    confidence: float
    label: str = ""  # BASE for the base rules, if they are played in addition to the combinations of the axes

    def determined_by(self) -> dict[str, Any]:
        """Return all that determines the cell's games as plain values, but sources and the content of component tables.

        An empty head start is left out, so that cells keep the keys from before head starts existed.
        """
        return {
            "game": self.game,
            "players": self.players,
            "lineup": list(self.lineup),
            "personas": {name: persona_dict(persona) for name, persona in self.personas.items()},
            "seating": self.seating,
            "rules": {
                rule: value
                for rule, value in self.rules.items()
                if rule not in self.tables
                and not (rule == HEAD_START and isinstance(value, tuple | list) and not any(value))
            },
            "seed": self.seed,
            **({"aim": self.aim} if self.aim != WIN else {}),
        }

    @property
    def has_thinkers(self) -> bool:
        """Whether a persona of the line-up thinks ahead."""
        return any(self.personas[name].search for name in self.lineup)

    @property
    def most_games(self) -> int:
        """Maximum number of games of the cell."""
        return self.games if self.games is not None else self.max_games or 0

    def with_games(self, games: int) -> Cell:
        """Return the cell with a fixed number of games."""
        return replace(self, games=games, precision=None, max_games=None)

    def plain(self) -> Cell:
        """Return the cell with dicts for its read-only mappings, so that it can be sent to another process."""
        personas = {name: replace(persona, habits=dict(persona.habits)) for name, persona in self.personas.items()}
        return replace(
            self, axes=dict(self.axes), rules=dict(self.rules), table_files=dict(self.table_files), personas=personas,
            figures=dict(self.figures),
        )  # fmt: skip


def combinations(
    mode: str, axes: Sequence[Axis], base: Mapping[str, Any], sample: tuple[int, int] = (0, 1)
) -> Iterator[dict[str, Any]]:
    """Yield the axis values of every cell, in order: the first axis changes slowest.

    base: the base rules' value of every axis, which ``one_at_a_time`` and ``sample`` yield first.  ``one_at_a_time``
    then takes each axis through its other values, ``sample`` the combinations of `sampled`, whose number and seed are
    `sample`.  No axes: one cell.
    """
    names = [axis.name for axis in axes]
    if mode == "grid":
        for values in itertools.product(*(axis.values for axis in axes)):
            yield dict(zip(names, values, strict=True))
    elif mode == "zip":
        for values in zip(*(axis.values for axis in axes), strict=True) if axes else [()]:
            yield dict(zip(names, values, strict=True))
    elif mode == "sample":
        yield dict(base)
        yield from (values for values in sampled(axes, *sample) if values != base)
    else:
        yield dict(base)
        for axis in axes:
            yield from ({**base, axis.name: value} for value in axis.values if value != base[axis.name])


def on_axes(mode: str, axes: Sequence[Axis], values: Mapping[str, Any]) -> bool:
    """Return whether a cell with these axis values is among the combinations of a grid or a zip."""
    if mode == "zip":
        rows = zip(*(axis.values for axis in axes), strict=False)
        return tuple(values[axis.name] for axis in axes) in rows
    return all(values[axis.name] in axis.values for axis in axes)


def sampled(axes: Sequence[Axis], number: int, seed: int) -> list[dict[str, Any]]:
    """Draw a Latin hypercube (McKay, Beckman & Conover 1979) of `number` combinations; equal ones count once.

    Every value of an axis is taken equally often, give or take one; if an axis has more values than combinations, one
    is drawn from each of `number` equal parts.  The order is random, for each axis by itself.  The generator is that of
    the standard library: every version of every package gives the same combinations.
    """
    columns: list[list[Any]] = []
    for axis in axes:
        dice, length = random.Random(f"{seed} {axis.name}"), len(axis.values)
        parts = [
            (k * length // number, max(k * length // number + 1, (k + 1) * length // number)) for k in range(number)
        ]
        column = [axis.values[dice.randrange(*part)] for part in parts]
        dice.shuffle(column)
        columns.append(column)
    rows = {repr(values): values for values in zip(*columns, strict=True)}
    return [dict(zip((axis.name for axis in axes), values, strict=True)) for values in rows.values()]


def number_of_cells(mode: str, axes: Sequence[Axis], sample: int = 0) -> int:
    """Return the maximum number of cells that `combinations` yields."""
    if mode == "sample":
        return 1 + sample
    lengths = [len(axis.values) for axis in axes]
    if mode == "grid":
        return math.prod(lengths)
    return (min(lengths) if lengths else 1) if mode == "zip" else 1 + sum(lengths)


def cells(scenario: Scenario) -> list[Cell]:
    """Return every cell of the sweep, including the base; only the base rules if there is no sweep."""
    swept = [cell_of(scenario, setting, axes) for axes, setting in scenario.swept]
    if scenario.base_apart:
        swept[-1] = replace(swept[-1], label=BASE)
    return swept


def base_cell(scenario: Scenario) -> Cell:
    """Return the base rules as a cell."""
    return cell_of(scenario, scenario.base, {})


def variant_cell(scenario: Scenario, name: str) -> Cell:
    """Return a variant as a cell; KeyError."""
    return cell_of(scenario, scenario.base if name == BASE else scenario.variants[name], {})


def cell_of(scenario: Scenario, setting: Setting, axes: Mapping[str, Any]) -> Cell:
    """Return a setting as a cell of this scenario."""
    game = scenario.game
    return Cell(
        **{**vars(setting), "personas": setting.seated},
        axes=axes,
        game=game.name,
        tables=tuple(knob.name for knob in game.knobs if isinstance(knob, TableKnob)),
        seed=scenario.seed,
        games=scenario.games,
        precision=scenario.precision,
        max_games=scenario.max_games,
        confidence=scenario.report.confidence,
    )


def fresh_seed(purpose: str, seed: int) -> int:
    """Return a seed for a purpose, never `seed`, so that its games differ from those of a scenario with that seed."""
    fresh = int.from_bytes(hashlib.sha256(purpose.encode()).digest()[:7], "big")
    return fresh if fresh != seed else fresh + 1


def cell_name(cell: Cell) -> str:
    """Return the name of a cell of a sweep: ``win_threshold 20, players 3``; ``base (win_threshold 22, players 4)``."""
    name = axes_name(cell.axes)
    return f"{cell.label} ({name})" if cell.label else name


def axes_name(axes: Mapping[str, Any]) -> str:
    """Return axis values as a name: ``win_threshold 20, players 3``."""
    return ", ".join(f"{named(name).short} {written(value)}" for name, value in axes.items())
