"""Hints on what was probably meant: the right place for a word, the right form of a value."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from balancer.core.game import Game
from balancer.core.knobs import Choice, Flag, Knob, Number, Several, TableKnob
from balancer.scenario.file.yaml_source import Path
from balancer.scenario.literals import amount, number_hint, sentence, shown, written
from balancer.wording import did_you_mean

MAX_MISTAKES = 1000
SHEETS = (".xls", ".ods", ".numbers")  # endings of spreadsheets that balancer can't read


def listed(text: str, allowed: Iterable[str]) -> list[str]:
    """Return the names of a list that was written without brackets, or as text; [] if others are among them."""
    names = [name for name in re.split(r"[\s,;\[\]\"']+", text) if name]
    return names if all(name in allowed for name in names) else []


def where_it_belongs(key: str, game: Game) -> str:
    """Return the place in a scenario for the name of a rule, habit or persona; '' for other words."""
    if any(knob.name == key for knob in game.knobs):
        return f"{key} is a rule of {game.name}: write rules: {{{key}: …}}"
    if any(habit.name == key for habit in game.habits):
        return f"{key} is a habit: write habits: {{{key}: …}}, in a persona"
    if any(persona.name == key for persona in game.all_personas):
        return f"{key} is a persona of {game.name}: name it in lineup"
    return ""


def thousandths_hint(value: Any) -> str:
    """Return how to write a share in thousandths; '' if the value is no share."""
    try:
        share = amount(value)
    except ValueError:
        return ""
    number = round(share.value * MAX_MISTAKES)
    return f"mistakes are per {MAX_MISTAKES:_} decisions: write {number}" if 0 <= number <= MAX_MISTAKES else ""


def axis_hint(name: str, value: Any, path: Path) -> str:
    """Return how to write a list as an axis of the sweep, '' if no axis was meant."""
    if not isinstance(value, list) or len(value) < 2 or path[0] in {"sweep", "--set"}:  # noqa: PLR2004  one is none to vary
        return ""
    return f"to try several: sweep: {{axes: {{{name}: {written(value)}}}}}"


def knob_hint(knob: Knob, value: Any) -> str:
    """Return how to write the value that was probably meant."""
    if isinstance(knob, Flag):
        words = {"yes": "true", "on": "true", "1": "true", "no": "false", "off": "false", "0": "false"}
        meant = words.get(str(value).lower()) or str(value).lower().strip()
        return f"write {meant}" if meant in {"true", "false"} else ""
    if isinstance(knob, Several) and isinstance(value, list):
        unknown = [item for item in value if item not in knob.choices]
        return (
            sentence(f"{shown(unknown[0])} is none of them", did_you_mean(unknown[0], knob.choices)) if unknown else ""
        )
    if isinstance(knob, Several) and isinstance(value, str) and (names := listed(value, knob.choices)):
        return f"write {written(names)}"
    if isinstance(knob, Choice | Several):
        return did_you_mean(value, knob.choices) if isinstance(value, str) else ""
    if isinstance(knob, Number):
        off = any(number == 0 for number, _ in knob.specials) or (knob.low == 0 and not knob.only)
        hint = number_hint(value, zero_is_off=off)
        return hint or (did_you_mean(value, dict(knob.words)) if isinstance(value, str) else "")
    if isinstance(knob, TableKnob) and isinstance(value, dict):
        return "for figures of parts write parts: next to rules:, not in it"
    if isinstance(knob, TableKnob):
        return "save the sheet as CSV UTF-8 and name that file" if str(value).endswith(SHEETS) else ""
    return number_hint(value)
