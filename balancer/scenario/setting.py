"""A setting: all that determines how a game is set up; and the same as plain values."""

from __future__ import annotations

import dataclasses
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from balancer.core.component_table import Changes
from balancer.core.game import Game, Persona
from balancer.scenario.question import PlainSetting, plain
from balancer.sides import WIN

Figures = Mapping[tuple[str, str, str], Any]  # (knob that names the table, name of the rows, column) -> value

NO_FIGURES: Figures = MappingProxyType({})


@dataclass(frozen=True)
class Setting:
    """All that determines how a game is set up, except its dice."""

    players: int
    lineup: tuple[str, ...]
    seating: str  # rotate or fixed
    rules: Mapping[str, Any]  # every knob
    table_files: Mapping[str, pathlib.Path]  # of component tables that are not the game's own, by knob
    personas: Mapping[str, Persona]  # all available ones, the scenario's own with their inherited habits
    figures: Figures = field(default_factory=dict)  # of the component tables, where they differ from these
    aim: str = WIN  # what is played for: WIN or SCORE

    @property
    def seated(self) -> dict[str, Persona]:
        """The personas of the line-up, by name, in its order."""
        return {name: self.personas[name] for name in self.lineup}


def plain_setting(setting: Setting, game: Game) -> PlainSetting:
    """Return a setting as plain values, with the personas of the line-up and all their habits."""
    habits = {habit.name: habit.default for habit in game.habits}
    personas = {name: persona_dict(persona) for name, persona in setting.seated.items()}
    return PlainSetting(
        players=setting.players,
        lineup=list(setting.lineup),
        seating=setting.seating,
        aim=setting.aim,
        rules=plain(setting.rules),
        personas={name: {**record, "habits": {**habits, **record["habits"]}} for name, record in personas.items()},
        parts=figures_dict(setting.figures),
    )


def changes_of(figures: Figures, knob: str) -> Changes:
    """Return the changed figures of one component table."""
    return tuple((name, column, value) for (table, name, column), value in figures.items() if table == knob)


def figures_dict(figures: Figures) -> dict[str, dict[str, Any]]:
    """Return changed figures as `parts:` of a scenario has them: `{"Stein": {"value": 6}}`."""
    parts: dict[str, dict[str, Any]] = {}
    for (_, name, column), value in figures.items():
        parts.setdefault(name, {})[column] = value
    return parts


def persona_dict(persona: Persona) -> dict[str, Any]:
    """Return what determines a persona's play: at random or not, mistakes, habits that differ from the default."""
    return {
        "at_random": persona.at_random,
        "mistakes": persona.mistakes,
        "habits": {name: persona.habits[name] for name in sorted(persona.habits)},
        **thinker_dict(persona),
    }


def thinker_dict(persona: Persona) -> dict[str, Any]:
    """Return how a persona thinks ahead, {} if it does not."""
    if not persona.search:
        return {}
    usual = {field.name: field.default for field in dataclasses.fields(Persona)}
    fast = {name: getattr(persona, name) for name in ("plies", "until", "is_choosy", "expect_mistakes")}
    own = {name: value for name, value in fast.items() if value != usual[name]}
    return {"search": persona.search, "knows": persona.knows, "nodes": sorted(persona.nodes), **own}
