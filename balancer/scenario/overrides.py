"""What the command line changes in a scenario: it goes before the file, and says so where it takes an axis away."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from balancer import games
from balancer.scenario.errors import Fault
from balancer.scenario.literals import plain
from balancer.scenario.resolve import Faults
from balancer.scenario.yaml_source import Document, Path


@dataclass(frozen=True)
class Overrides:
    """What the command line says, as typed: it goes before the scenario."""

    sets: tuple[str, ...] = ()
    games: str | None = None
    precision: str | None = None
    max_games: str | None = None
    seed: str | None = None
    players: str | None = None
    lineup: str | None = None


def apply(overrides: Overrides, document: Document, faults: Faults, warnings: list[str]) -> None:
    """Put what the command line says in the place of what the scenario says."""
    for key in ("games", "precision", "max_games", "seed", "players"):
        text = getattr(overrides, key)
        if text is not None:
            _put(document, (key,), plain(str(text)), f"--{key.replace('_', '-')} {text}", warnings)
    if overrides.lineup is not None:
        names = [name.strip() for name in overrides.lineup.split(",")]
        _put(document, ("lineup",), names, f"--lineup {overrides.lineup}", warnings)
    exclude(document, {key: text for key, text in vars(overrides).items() if text is not None})
    for text in overrides.sets:
        _apply_set(document, text, faults, warnings)


def exclude(document: Document, given: Mapping[str, Any]) -> None:
    """A number of games takes the place of a precision, and the other way round."""
    if "games" in given and "precision" not in given:
        document.drop(("precision",))
        if "max_games" not in given:
            document.drop(("max_games",))
    if "precision" in given and "games" not in given:
        document.drop(("games",))


def _apply_set(document: Document, text: str, faults: Faults, warnings: list[str]) -> None:
    name, equals, value = (part.strip() for part in text.partition("="))
    option = f"--set {text}"
    game_name = document.get(("game",))
    if not equals or not name:
        faults.found.append(
            Fault(option, f"{text!r} is no change of a rule; allowed: KNOB=VALUE, as in --set win_threshold=20")
        )
        return
    if not isinstance(game_name, str) or game_name not in games.names():
        return  # which is told of the game
    try:
        knobs = {knob.name: knob for knob in games.load(game_name).knobs}
    except games.BrokenGameError:
        return  # likewise
    knob = knobs.get(name.removeprefix("rules."))
    if name in {"games", "precision", "max_games", "seed", "players", "lineup"}:
        faults.found.append(Fault(option, f"{name} is no rule; write --{name.replace('_', '-')} {value}"))
    elif knob is not None:
        _put(document, ("rules", knob.name), beside(knob.parse(value), document), option, warnings)
    elif name == "seating" or name.startswith("personas."):
        _put(document, ("--set", name), plain(value), option, warnings)
    else:
        document.given["rules", name] = option
        faults.unknown(("rules", name), f"rule of {game_name}", name, knobs, key=True)


def beside(value: Any, document: Document) -> Any:
    """A component table named on the command line is looked for where the user is, not beside the scenario."""
    if isinstance(value, str) and value.endswith(".csv") and pathlib.Path(value).is_file():
        return os.path.relpath(value, document.folder)
    return value


def _put(document: Document, path: Path, value: Any, option: str, warnings: list[str]) -> None:
    axis = str(path[1]) if path[0] == "--set" else ".".join(map(str, path))
    axes = document.get(("sweep", "axes"))
    if isinstance(axes, dict) and axis in axes:
        del axes[axis]
        warnings.append(f"{option} takes the place of the axis {axis} of the sweep")
        if not axes:
            document.drop(("sweep",))
    document.put(path, value, option) if path[0] != "--set" else document.late.append((axis, value, option))
