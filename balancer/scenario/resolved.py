"""A scenario whose every word has been checked: plain, unchangeable values that the rest of the program trusts."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.core.component_table import Changes
from balancer.core.game import Game, Persona

GAMES, SEED, MAX_GAMES = 100_000, 1, 5_000_000
"""Default of scenarios and command line."""

BASE = "base"
"""The name of the rules without any variant."""


Figures = Mapping[tuple[str, str, str], Any]
"""Figures of component tables: (knob that names the table, name of the rows, column) -> value."""


@dataclass(frozen=True)
class Setting:
    """Everything that determines how a game is set up, except its dice.

    rules: every knob; table_files: the files of component tables that are not the game's own, by knob; personas: all
    available ones by name, the scenario's own with their inherited habits; figures: of the component tables, where they
    differ from the table: (knob, name of the rows, column) -> value.
    """

    players: int
    lineup: tuple[str, ...]
    seating: str  # rotate or fixed
    rules: Mapping[str, Any]
    table_files: Mapping[str, pathlib.Path]
    personas: Mapping[str, Persona]
    figures: Figures = field(default_factory=dict)

    @property
    def seated(self) -> dict[str, Persona]:
        """The personas of the line-up, by name, in its order."""
        return {name: self.personas[name] for name in self.lineup}


def with_own(setting: Setting, variant: Setting, own: Sequence[tuple[str, ...]]) -> Setting:
    """`setting` with what a variant sets itself, as its scenario would have it upon that base; own: paths."""
    named = {path[1] for path in own if path[0] == "rules"}
    files = {name: file for name, file in setting.table_files.items() if name not in named}
    personas = {path[1]: variant.personas[path[1]] for path in own if path[0] == "personas"}
    changed = [(path[1], path[2], path[3]) for path in own if path[0] == "parts"]
    figures = {key: variant.figures[key] for key in changed}
    return dataclasses.replace(
        setting,
        rules={**setting.rules, **{name: variant.rules[name] for name in named}},
        table_files={**files, **{name: file for name, file in variant.table_files.items() if name in named}},
        personas={**setting.personas, **personas},
        figures={**setting.figures, **figures},
        **{path[0]: getattr(variant, path[0]) for path in own if len(path) == 1},
    )


@dataclass(frozen=True)
class Axis:
    """One dimension of a sweep: what is varied, and its values."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Check:
    """A bound that a figure must keep.

    each: the kind (seat, persona, ...) whose every member must keep it, '' for the one that `figure` names; low, high:
    the bounds, None for none; margin: the figure must equal that of `against` within it; variant: whose figure it is
    (BASE: the base rules); against: the bounds apply to the difference from that one ('' for none); cells: None for one
    setting, else the axis values that choose cells of the sweep ({} for all); place: its path in the scenario; robust:
    the bounds must hold at the tables of all other competent players, too.
    """

    name: str
    figure: FigureRef
    each: str = ""
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    variant: str = BASE
    against: str = ""
    cells: Mapping[str, Any] | None = None
    place: str = ""
    robust: bool = False


@dataclass(frozen=True)
class Scenario:
    """A question about a game.

    name: names the results folder; games: per cell, None where `precision` decides; precision: half-width of the
    widest interval of the seats' win rates; variants: the whole setting of each; own: what each variant sets itself, as
    paths of values ("rules", "win_threshold"), whatever the base has there; swept: axis values
    and setting of every cell, in order (the base alone without axes); base_apart: whether the last of them is the base,
    played beside a grid or zip whose axes do not contain it; file: None for none; given: the
    scenario as written (text), or as the dict given in Python; options: changes by the command line; warnings: what
    was requested but is not used.
    """

    name: str
    title: str
    game: Game
    seed: int
    games: int | None
    precision: float | None
    max_games: int | None
    base: Setting
    variants: Mapping[str, Setting] = field(default_factory=dict)
    own: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    mode: str = "grid"
    axes: tuple[Axis, ...] = ()
    swept: tuple[tuple[Mapping[str, Any], Setting], ...] = ()
    base_apart: bool = False
    checks: tuple[Check, ...] = ()
    report: ReportSpec = field(default_factory=ReportSpec)
    file: pathlib.Path | None = None
    given: Any = None
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def base_number(self) -> int | None:
        """The number of the base among the cells of the sweep."""
        return next((number for number, (_, setting) in enumerate(self.swept) if setting == self.base), None)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values (numbers, text, lists, dicts), defaults written out: for the manifest."""
        return {
            "name": self.name,
            "title": self.title,
            "game": self.game.name,
            "seed": self.seed,
            "games": self.games,
            "precision": self.precision,
            "max_games": self.max_games,
            **setting_dict(self.base, self.game),
            "variants": {name: setting_dict(setting, self.game) for name, setting in self.variants.items()},
            "sweep": {
                "mode": self.mode,
                "axes": {axis.name: _plain(axis.values) for axis in self.axes},
                "base_apart": self.base_apart,
            },
            "checks": [_check_dict(check) for check in self.checks],
            "report": self.report.to_json(),
        }


def _check_dict(check: Check) -> dict[str, Any]:
    """A check as plain values; `robust` only where it is demanded: accepted digests of other checks stay the same."""
    found: dict[str, Any] = _plain(dataclasses.asdict(_open(check)))
    return found if check.robust else {name: value for name, value in found.items() if name != "robust"}


def setting_dict(setting: Setting, game: Game) -> dict[str, Any]:
    """A setting as plain values; of the personas those that play, with all their habits."""
    habits = {habit.name: habit.default for habit in game.habits}
    personas = {name: persona_dict(persona) for name, persona in setting.seated.items()}
    return {
        "players": setting.players,
        "lineup": list(setting.lineup),
        "seating": setting.seating,
        "rules": _plain(setting.rules),
        "personas": {
            name: {**persona, "habits": {**habits, **persona["habits"]}} for name, persona in personas.items()
        },
        **figures_dict(setting.figures),
    }


def changes_of(figures: Figures, knob: str) -> Changes:
    """The changed figures of one component table."""
    return tuple((name, column, value) for (table, name, column), value in figures.items() if table == knob)


NO_FIGURES: Figures = MappingProxyType({})


def figures_dict(figures: Figures) -> dict[str, Any]:
    """Changed figures as `parts:` of a scenario has them: `{"parts": {"Stein": {"value": 6}}}`; {} for none."""
    parts: dict[str, dict[str, Any]] = {}
    for (_, name, column), value in figures.items():
        parts.setdefault(name, {})[column] = value
    return {"parts": parts} if parts else {}


def persona_dict(persona: Persona) -> dict[str, Any]:
    """What makes a persona play as it does: habits that differ from their defaults, mistakes, whether all is chance."""
    return {
        "at_random": persona.at_random,
        "mistakes": persona.mistakes,
        "habits": {name: persona.habits[name] for name in sorted(persona.habits)},
        **thinker_dict(persona),
    }


def thinker_dict(persona: Persona) -> dict[str, Any]:
    """How a persona thinks ahead; nothing if it does not."""
    if not persona.search:
        return {}
    return {"search": persona.search, "knows": persona.knows, "nodes": sorted(persona.nodes)}


def _open(value: Any) -> Any:
    """A dataclass whose read-only mappings are dicts, as `dataclasses.asdict` needs them."""
    changes = {f.name: dict(v) for f in dataclasses.fields(value) if isinstance(v := getattr(value, f.name), Mapping)}
    return dataclasses.replace(value, **changes)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
