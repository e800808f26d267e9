"""Changes of a scenario by the command line or a Python call; a change that replaces an axis is reported.

Changes are applied to the typed scenario (`models.ScenarioShape`), not to its text: the text is read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from balancer.scenario.errors import Fault
from balancer.scenario.faults import Faults
from balancer.scenario.file.models import ScenarioShape, SweepShape, read_shape
from balancer.scenario.file.yaml_source import Path, YamlDocument, from_mapping, items_of, spelled
from balancer.scenario.levers import NoLever, RuleLever
from balancer.scenario.literals import plain
from balancer.scenario.resolve import Resolver

_OPTIONS = ("games", "precision", "until_decided", "max_games", "seed", "players", "aim")


@dataclass(frozen=True)
class Overrides:
    """The options of a command line that change a scenario, as typed."""

    sets: tuple[str, ...] = ()
    games: str | None = None
    precision: str | None = None
    until_decided: str | None = None
    max_games: str | None = None
    seed: str | None = None
    players: str | None = None
    lineup: str | None = None
    aim: str | None = None


@dataclass
class Changes:
    """Plain values that override those of a scenario."""

    values: dict[str, Any] = field(default_factory=dict)  # by the scenario's keys
    weights: list[tuple[str, Any, str]] = field(default_factory=list)  # habits, mistakes: (axis name, value, option)
    collapsed: dict[str, str] = field(default_factory=dict)  # axis that the changes replace -> option

    def set(self, document: YamlDocument, path: Path, value: Any, option: str) -> None:
        """Set the value at `path`; its errors are reported as those of the option."""
        holder = self.values
        for step in path[:-1]:
            holder = holder.setdefault(str(step), {})
        holder[str(path[-1])] = value
        document.options[path] = option
        self.collapsed[".".join(map(str, path))] = option


# Where changes come from ----------------------------------------------------------------------------------------------
def from_options(overrides: Overrides, resolver: Resolver) -> Changes:
    """Return the changes of a command line."""
    changes, document = Changes(), resolver.document
    for key in _OPTIONS:
        text = getattr(overrides, key)
        if text is not None:
            option = f"--{key.replace('_', '-')}"
            named = option if key == "until_decided" else f"{option} {text}"
            changes.set(document, (key,), plain(str(text)), named)
    if overrides.lineup is not None:
        changes.set(document, ("lineup",), items_of(overrides.lineup, str), f"--lineup {overrides.lineup}")
    for text in overrides.sets:
        _set(changes, text, resolver)
    return changes


def _set(changes: Changes, text: str, resolver: Resolver) -> None:
    """Add the change of one ``--set NAME=VALUE``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    option = f"--set {text}"
    document, faults, knobs = resolver.document, resolver.faults, resolver.knobs
    lever = resolver.by_short(name)
    if not equals or not name:
        message = f"{text!r} does not set a rule; allowed: KNOB=VALUE, as in --set win_threshold=20"
        faults.found.append(Fault(option, message))
    elif name in {*_OPTIONS, "lineup"}:
        faults.found.append(Fault(option, f"{name} is not a rule; write --{name.replace('_', '-')} {value}"))
    elif isinstance(lever, NoLever) or (isinstance(lever, RuleLever) and lever.rule not in knobs):
        document.options["rules", name] = option
        faults.unknown(("rules", name), f"rule of {resolver.game.name}", name, knobs, key=True)
    elif lever.in_document:
        changes.set(document, lever.path, lever.read(value, resolver), option)
    else:
        changes.weights.append((name, lever.read(value, resolver), option))
        changes.collapsed[name] = option


# Python ---------------------------------------------------------------------------------------------------------------
def from_arguments(arguments: Mapping[str, Any], resolver: Resolver) -> Changes:
    """Return the changes of a Python call: the scenario's top-level keys; for mappings, their items."""
    changes = Changes()
    for key, value in from_mapping(arguments).value.items():
        items = {(key, inner): item for inner, item in value.items()} if isinstance(value, dict) else {(key,): value}
        for path, item in items.items():
            changes.set(resolver.document, path, resolver.beside(item), spelled(path))
    changes.collapsed.clear()  # a call names its axes itself
    return changes


# Applying them --------------------------------------------------------------------------------------------------------
def changed(shape: ScenarioShape, changes: Changes, faults: Faults, warnings: list[str]) -> ScenarioShape:
    """Return the scenario's typed shape with the changes; add errors in their values to `faults`."""
    values = {**changes.values, "game": shape.game}
    partial = read_shape(ScenarioShape, values, (), faults.add)
    if partial is None:
        return shape
    update = {key: _joined(getattr(shape, key), getattr(partial, key)) for key in partial.model_fields_set - {"game"}}
    if "games" in update and "precision" not in update:
        update = {"precision": None, "max_games": None, "until_decided": None, **update}
    if "precision" in update and "games" not in update:
        update |= {"games": None, "until_decided": update.get("until_decided")}
    if update.get("until_decided") and "precision" not in update:
        update["precision"] = None
    sweep = update.get("sweep", shape.sweep)
    return shape.model_copy(update={**update, "sweep": _without_axes(sweep, changes.collapsed, warnings)})


def _joined(old: Any, new: Any) -> Any:
    """Join mappings and sections; replace everything else."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **new}
    if isinstance(old, BaseModel) and isinstance(new, BaseModel):
        return old.model_copy(update={key: getattr(new, key) for key in new.model_fields_set})
    return new


def _without_axes(sweep: SweepShape | None, collapsed: Mapping[str, str], warnings: list[str]) -> SweepShape | None:
    """Return the sweep without the axes that options replace, None if no axis is left."""
    if sweep is None:
        return None
    replaced = [name for name in collapsed if name in sweep.axes]
    warnings += [f"{collapsed[name]} replaces the axis {name} of the sweep" for name in replaced]
    axes = {name: values for name, values in sweep.axes.items() if name not in replaced}
    return sweep.model_copy(update={"axes": axes}) if axes or not replaced else None
