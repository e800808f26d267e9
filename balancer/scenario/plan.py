"""From a scenario to the cells that are played: pure functions."""

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


@dataclass(frozen=True, kw_only=True)
class Cell(Setting):
    """A setting to be played `games` times, or until `precision` is reached.

    axes: axis name -> value, {} for a single cell; personas: those of the line-up, by name; tables: the knobs that name
    component tables; games: None where `precision` (half-width) and `max_games` decide; label: BASE for the base rules,
    played beside a sweep whose axes do not contain them.
    """

    axes: Mapping[str, Any]
    game: str
    tables: tuple[str, ...]
    seed: int
    games: int | None
    precision: float | None
    max_games: int | None
    confidence: float
    label: str = ""

    def determined_by(self) -> dict[str, Any]:
        """Everything that determines its games, as plain values, except sources and the content of component tables.

        A head start of nobody is left out: it is the game as it was before there were any.
        """
        return {
            "game": self.game,
            "players": self.players,
            "lineup": list(self.lineup),
            "personas": {name: persona_dict(persona) for name, persona in self.personas.items()},
            "seating": self.seating,
            "rules": {name: value for name, value in self.rules.items() if not self._left_out(name, value)},
            "seed": self.seed,
        }

    def _left_out(self, rule: str, value: Any) -> bool:
        return rule in self.tables or (rule == HEAD_START and isinstance(value, tuple | list) and not any(value))

    @property
    def has_thinkers(self) -> bool:
        """Whether somebody in the line-up thinks ahead."""
        return any(self.personas[name].search for name in self.lineup)

    @property
    def most_games(self) -> int:
        """How many games it may take."""
        return self.games if self.games is not None else self.max_games or 0

    def with_games(self, games: int) -> Cell:
        """The same, played for so many games whatever the scenario asks for."""
        return replace(self, games=games, precision=None, max_games=None)

    def plain(self) -> Cell:
        """The same, its read-only mappings as dicts, which can be sent to another process."""
        personas = {name: replace(persona, habits=dict(persona.habits)) for name, persona in self.personas.items()}
        return replace(
            self, axes=dict(self.axes), rules=dict(self.rules), table_files=dict(self.table_files), personas=personas,
            figures=dict(self.figures),
        )  # fmt: skip


def combinations(
    mode: str, axes: Sequence[Axis], base: Mapping[str, Any], sample: tuple[int, int] = (0, 1)
) -> Iterator[dict[str, Any]]:
    """The axis values of every cell, in order: the first axis changes slowest.

    base: the base rules' value of every axis, for ``one_at_a_time``: the base first, then each axis alone through its
    other values; and for ``sample``: the base first, then the combinations of `sampled`, whose number and seed are
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
    """Whether a cell with these axis values is among the combinations of a grid or a zip."""
    if mode == "zip":
        rows = zip(*(axis.values for axis in axes), strict=False)
        return tuple(values[axis.name] for axis in axes) in rows
    return all(values[axis.name] in axis.values for axis in axes)


def sampled(axes: Sequence[Axis], number: int, seed: int) -> list[dict[str, Any]]:
    """A Latin hypercube (McKay, Beckman & Conover 1979) of that many combinations, equal ones once.

    Every value of an axis is taken equally often, give or take once; of more values than combinations one from each of
    `number` equal parts.  The order is by chance, for each axis by itself.  Made with the generator of the standard
    library: the same combinations with every version of every package.
    """
    drawn: list[list[Any]] = []
    for axis in axes:
        dice, length = random.Random(f"{seed} {axis.name}"), len(axis.values)
        parts = [
            (k * length // number, max(k * length // number + 1, (k + 1) * length // number)) for k in range(number)
        ]
        column = [axis.values[dice.randrange(*part)] for part in parts]
        dice.shuffle(column)
        drawn.append(column)
    rows = {repr(values): values for values in zip(*drawn, strict=True)}
    return [dict(zip((axis.name for axis in axes), values, strict=True)) for values in rows.values()]


def number_of_cells(mode: str, axes: Sequence[Axis], sample: int = 0) -> int:
    """How many cells `combinations` gives at most."""
    if mode == "sample":
        return 1 + sample
    lengths = [len(axis.values) for axis in axes]
    if mode == "grid":
        return math.prod(lengths)
    return (min(lengths) if lengths else 1) if mode == "zip" else 1 + sum(lengths)


def cells(scenario: Scenario) -> list[Cell]:
    """Every cell of the sweep, the base among them; the base rules alone where there is none."""
    made = [cell_of(scenario, setting, axes) for axes, setting in scenario.swept]
    if scenario.base_apart:
        made[-1] = replace(made[-1], label=BASE)
    return made


def base_cell(scenario: Scenario) -> Cell:
    """The base rules."""
    return cell_of(scenario, scenario.base, {})


def variant_cell(scenario: Scenario, name: str) -> Cell:
    """The rules of a variant; KeyError."""
    return cell_of(scenario, scenario.base if name == BASE else scenario.variants[name], {})


def cell_of(scenario: Scenario, setting: Setting, axes: Mapping[str, Any]) -> Cell:
    """A setting as a cell of this scenario."""
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
    """A seed for a purpose, never `seed`: its games are others than those of a scenario with that seed."""
    found = int.from_bytes(hashlib.sha256(purpose.encode()).digest()[:7], "big")
    return found if found != seed else found + 1


def cell_name(cell: Cell) -> str:
    """The name of a cell of a sweep: ``win_threshold 20, players 3``; ``base (win_threshold 22, players 4)``."""
    name = axes_name(cell.axes)
    return f"{cell.label} ({name})" if cell.label else name


def axes_name(axes: Mapping[str, Any]) -> str:
    """The name of a cell: ``win_threshold 20, players 3``."""
    return ", ".join(f"{named(name).short} {written(value)}" for name, value in axes.items())
