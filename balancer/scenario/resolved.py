"""A scenario whose every word has been checked: plain, unchangeable values that the rest of the program trusts."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from balancer.analysis.figure_ref import ReportSpec
from balancer.core.component_table import Changes
from balancer.core.game import Game, Persona
from balancer.scenario.levers import Lever
from balancer.scenario.question import Axis, Check, PlainSetting, Question, plain

GAMES, MAX_GAMES = 100_000, 5_000_000
"""Default of scenarios and command line."""

MOST_TIMES = 10
"""Times the usual number of games, at most, where cells are played until they are decided."""

PLAIN_PART, PLAIN_LEAST = 25, 2_000
"""Of any such default, where plain Python plays: thousands of games a second, not hundreds of thousands."""


def usual_games(game: Game, games: int, *, is_plain: bool = False) -> int:
    """The number of games that a command plays by default, where it is `games` for a compiled game.

    is_plain: plain Python plays a plain file here even where it compiles.
    """
    if game.is_plain and (is_plain or not game.is_fast):
        return max(PLAIN_LEAST, games // PLAIN_PART)
    return games


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


@dataclass(frozen=True)
class Scenario:
    """A question about a game.

    name: names the results folder; games: per cell, None where `precision` decides; precision: half-width of the
    widest interval of the seats' win rates; until_decided: whether the cells of a run or a sweep are played until their
    checks are decided, about `games` usually, `max_games` at most; variants: the whole setting of each; own: what each
    variant sets itself, whatever the base has there; swept: axis values
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
    until_decided: bool = False
    variants: Mapping[str, Setting] = field(default_factory=dict)
    own: Mapping[str, tuple[Lever, ...]] = field(default_factory=dict)
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

    @property
    def question(self) -> Question:
        """What it asks, as plain values."""
        own = {one.name: getattr(self, one.name) for one in dataclasses.fields(Question)}
        variants = {name: plain_setting(setting, self.game) for name, setting in self.variants.items()}
        return Question(
            **{**own, "game": self.game.name, "base": plain_setting(self.base, self.game), "variants": variants}
        )


def plain_setting(setting: Setting, game: Game) -> PlainSetting:
    """A setting as plain values; of the personas those that play, with all their habits."""
    habits = {habit.name: habit.default for habit in game.habits}
    personas = {name: persona_dict(persona) for name, persona in setting.seated.items()}
    return PlainSetting(
        players=setting.players,
        lineup=list(setting.lineup),
        seating=setting.seating,
        rules=plain(setting.rules),
        personas={name: {**one, "habits": {**habits, **one["habits"]}} for name, one in personas.items()},
        parts=figures_dict(setting.figures),
    )


def changes_of(figures: Figures, knob: str) -> Changes:
    """The changed figures of one component table."""
    return tuple((name, column, value) for (table, name, column), value in figures.items() if table == knob)


NO_FIGURES: Figures = MappingProxyType({})


def figures_dict(figures: Figures) -> dict[str, dict[str, Any]]:
    """Changed figures as `parts:` of a scenario has them: `{"Stein": {"value": 6}}`."""
    parts: dict[str, dict[str, Any]] = {}
    for (_, name, column), value in figures.items():
        parts.setdefault(name, {})[column] = value
    return parts


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
    usual = {field.name: field.default for field in dataclasses.fields(Persona)}
    fast = {name: getattr(persona, name) for name in ("until", "is_choosy", "expect_mistakes")}
    own = {name: value for name, value in fast.items() if value != usual[name]}
    return {"search": persona.search, "knows": persona.knows, "nodes": sorted(persona.nodes), **own}
