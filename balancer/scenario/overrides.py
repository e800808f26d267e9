"""What the command line or a Python call changes in a scenario: it overrides the scenario, and says so of an axis.

Changes are applied to the typed scenario (`models.ScenarioShape`), not to its text: the text is read once.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from balancer.core.game import Game
from balancer.core.knobs import TABLE_FILES, Knob, Numbers, Several
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import plain, written
from balancer.scenario.models import ScenarioShape, SweepShape, read_shape
from balancer.scenario.resolve import Faults
from balancer.scenario.yaml_source import Document, Path, from_mapping, parse, spelled

_OPTIONS = ("games", "precision", "max_games", "seed", "players")


@dataclass(frozen=True)
class Overrides:
    """The options of a command line that change a scenario, as typed."""

    sets: tuple[str, ...] = ()
    games: str | None = None
    precision: str | None = None
    max_games: str | None = None
    seed: str | None = None
    players: str | None = None
    lineup: str | None = None


@dataclass
class Changes:
    """Plain values that override those of a scenario.

    values: by the scenario's keys; weights: (axis name, value, option) of habits and mistakes of single personas;
    collapsed: names of the axes that the changes replace, with the option.
    """

    values: dict[str, Any] = field(default_factory=dict)
    weights: list[tuple[str, Any, str]] = field(default_factory=list)
    collapsed: dict[str, str] = field(default_factory=dict)

    def set(self, document: Document, path: Path, value: Any, option: str) -> None:
        """Set the value at `path`, as `option` says: errors there are reported as the option's."""
        holder = self.values
        for step in path[:-1]:
            holder = holder.setdefault(str(step), {})
        holder[str(path[-1])] = value
        document.options[path] = option
        self.collapsed[".".join(map(str, path))] = option


# Where changes come from ----------------------------------------------------------------------------------------------
def from_options(overrides: Overrides, game: Game, document: Document, faults: Faults) -> Changes:
    """The changes of a command line."""
    changes = Changes()
    for key in _OPTIONS:
        text = getattr(overrides, key)
        if text is not None:
            changes.set(document, (key,), plain(str(text)), f"--{key.replace('_', '-')} {text}")
    if overrides.lineup is not None:
        changes.set(document, ("lineup",), items_of(overrides.lineup, str), f"--lineup {overrides.lineup}")
    for text in overrides.sets:
        _set(changes, text, game, document, faults)
    return changes


def _set(changes: Changes, text: str, game: Game, document: Document, faults: Faults) -> None:
    """Add what one ``--set NAME=VALUE`` says."""
    name, equals, value = (part.strip() for part in text.partition("="))
    option = f"--set {text}"
    knobs = {knob.name: knob for knob in game.knobs}
    knob = knobs.get(name.removeprefix("rules."))
    if not equals or not name:
        message = f"{text!r} does not set a rule; allowed: KNOB=VALUE, as in --set win_threshold=20"
        faults.found.append(Fault(option, message))
    elif name in {*_OPTIONS, "lineup"}:
        faults.found.append(Fault(option, f"{name} is not a rule; write --{name.replace('_', '-')} {value}"))
    elif knob is not None:
        changes.set(document, ("rules", knob.name), beside(value_for(knob, value), document), option)
    elif name == "seating":
        changes.set(document, ("seating",), typed(value), option)
    elif name.startswith(("personas.", "parts.")):
        changes.weights.append((name, typed(value), option))
        changes.collapsed[name] = option
    else:
        document.options["rules", name] = option
        faults.unknown(("rules", name), f"rule of {game.name}", name, knobs, key=True)


# Values as typed ------------------------------------------------------------------------------------------------------
def typed(text: str) -> Any:
    """The value that an option's text means: as in YAML.  What YAML does not read stays text, and is refused later."""
    if not text.startswith(("[", "{", '"', "'")):
        return plain(text)
    try:
        document = parse(text, "", pathlib.Path())
    except ScenarioError:
        return text
    return text if document.faults else document.value


def items_of(text: str, item: Callable[[str], Any] = typed) -> list[Any]:
    """The list that an option's text means: as in YAML, or without brackets; `item` reads what is between commas."""
    value = typed(text)
    return value if isinstance(value, list) else [item(part.strip()) for part in text.split(",")]


def value_for(knob: Knob, text: str) -> Any:
    """The value of a knob, of which lists may lack their brackets."""
    value = typed(text)
    if not isinstance(knob, Numbers | Several) or isinstance(value, list | dict) or value in (None, "all", "none"):
        return value
    return text if text.startswith("[") else items_of(text)


def option_words(name: str, value: Any) -> list[str]:
    """How a command line sets what an axis of that name sets: ``--set win_threshold=20``, ``--players 5``."""
    if name in {"players", "lineup"}:
        return [f"--{name}", ",".join(value) if name == "lineup" else str(value)]
    listed = isinstance(value, list | tuple) and len(value) > 0
    text = ",".join(map(written, value)) if listed else written(value)
    return ["--set", f"{name.removeprefix('rules.')}={text}"]


# Python ---------------------------------------------------------------------------------------------------------------
def from_arguments(arguments: Mapping[str, Any], document: Document) -> Changes:
    """The changes of a Python call: the scenario's top-level keys; of mappings, their items."""
    changes = Changes()
    for key, value in from_mapping(arguments, pathlib.Path()).value.items():
        items = {(key, inner): item for inner, item in value.items()} if isinstance(value, dict) else {(key,): value}
        for path, item in items.items():
            changes.set(document, path, beside(item, document), spelled(path))
    changes.collapsed.clear()  # a call names its axes itself
    return changes


def beside(value: Any, document: Document) -> Any:
    """A component table named by an option is searched in the working folder, not beside the scenario."""
    if isinstance(value, str) and value.endswith(TABLE_FILES) and pathlib.Path(value).is_file():
        return os.path.relpath(value, document.folder)
    return value


# Applying them --------------------------------------------------------------------------------------------------------
def changed(shape: ScenarioShape, changes: Changes, faults: Faults, warnings: list[str]) -> ScenarioShape:
    """The scenario's typed shape with the changes; errors in their values are added to `faults`."""
    values = {**changes.values, "game": shape.game}
    partial = read_shape(ScenarioShape, values, (), faults.add)
    if partial is None:
        return shape
    update = {key: _joined(getattr(shape, key), getattr(partial, key)) for key in partial.model_fields_set - {"game"}}
    if "games" in update and "precision" not in update:
        update = {"precision": None, "max_games": None, **update}
    if "precision" in update and "games" not in update:
        update["games"] = None
    sweep = update.get("sweep", shape.sweep)
    return shape.model_copy(update={**update, "sweep": _without_axes(sweep, changes.collapsed, warnings)})


def _joined(old: Any, new: Any) -> Any:
    """Mappings and sections are joined; everything else is replaced."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **new}
    if isinstance(old, BaseModel) and isinstance(new, BaseModel):
        return old.model_copy(update={key: getattr(new, key) for key in new.model_fields_set})
    return new


def _without_axes(sweep: SweepShape | None, collapsed: Mapping[str, str], warnings: list[str]) -> SweepShape | None:
    """The sweep without the axes that options replace; None where no axis is left."""
    if sweep is None:
        return None
    replaced = [name for name in collapsed if name in sweep.axes]
    warnings += [f"{collapsed[name]} replaces the axis {name} of the sweep" for name in replaced]
    axes = {name: values for name, values in sweep.axes.items() if name not in replaced}
    return sweep.model_copy(update={"axes": axes}) if axes or not replaced else None
