"""YAML → Scenario: everything checked at once, every fault with its place (`errors.ScenarioError`).

document.py   the file as plain values, with the place of each
shape.py      which keys there are, and what kind of value each takes
resolve.py    knobs, line-ups, personas: judged by the game
checks.py     metrics, bounds, the report section
model.py      what comes out: `Scenario`
"""

from __future__ import annotations

import copy
import functools
import os
import pathlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from balancer import games
from balancer.core.characters import forbidden_character
from balancer.core.game import Game
from balancer.scenario import yaml_source as documents
from balancer.scenario.check_spec import Judge
from balancer.scenario.discovery import found_scenarios
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import sentence
from balancer.scenario.models import ScenarioShape, read_shape
from balancer.scenario.overrides import Overrides, apply, beside, exclude
from balancer.scenario.resolve import Faults, in_order
from balancer.scenario.resolved import BASE, Scenario
from balancer.scenario.settings import Reading
from balancer.scenario.yaml_source import Document, Path
from balancer.wording import did_you_mean

__all__ = ["Overrides", "Scenario", "ScenarioError", "from_dict", "load", "load_with"]

Change = Callable[[Document, Faults, list[str]], None]
"""Changes a document before it is judged; tells faults and warnings."""

_MAY_BE_EMPTY = {"rules", "personas", "variants", "checks", "headline", "better", "margins", "report", "habits"}


def load(target: str | os.PathLike[str], overrides: Overrides | None = None) -> Scenario:
    """The scenario in a file, or the defaults of a game named; ScenarioError with everything that is wrong."""
    if overrides is None or overrides == Overrides():
        return _resolve(*_opened(target))
    return _resolve(*_opened(target), functools.partial(apply, overrides))


def _opened(target: str | os.PathLike[str]) -> tuple[Document, str, pathlib.Path | None]:
    """What is written in a file, or the defaults of a game; the scenario's name; the file."""
    name = os.fspath(target)
    path = pathlib.Path(name)
    if name in games.names() and not path.is_file():
        return Document("", pathlib.Path(), "", {"game": name}), name, None
    try:
        return documents.read(path), path.stem, path
    except OSError as error:
        raise ScenarioError([Fault(name, _not_there(path, error))]) from None


def from_dict(scenario: Mapping[str, Any], folder: str | os.PathLike[str] = ".") -> Scenario:
    """The scenario in a dict of the same keys; component tables are looked for in `folder`."""
    document = documents.from_mapping(scenario, pathlib.Path(folder))
    return _resolve(document, _name_of(scenario), None)


def _name_of(scenario: Mapping[str, Any]) -> str:
    words = str(scenario.get("title") or scenario.get("game") or "scenario").lower()
    return re.sub(r"[^a-z0-9]+", "_", words).strip("_")[:60] or "scenario"


def load_with(target: str | os.PathLike[str] | Mapping[str, Any], changes: Mapping[str, Any]) -> Scenario:
    """A scenario (file, game or dict) with top-level keys changed; rules and personas are added to its own."""
    if isinstance(target, Mapping):
        document, name, file = documents.from_mapping(target, pathlib.Path()), _name_of(target), None
    else:
        document, name, file = _opened(target)
    added = documents.from_mapping(changes, pathlib.Path()).value

    def change(document: Document, faults: Faults, warnings: list[str]) -> None:
        del faults, warnings
        for key, value in added.items():
            changed: dict[Path, Any] = {(key,): value}
            if isinstance(value, dict):
                changed = {(key, inner): item for inner, item in value.items()}
            for path, item in changed.items():
                document.put(path, beside(item, document), documents.spelled(path))
        exclude(document, added)

    return _resolve(document, name, file, change if added else None)


def _not_there(path: pathlib.Path, error: OSError) -> str:
    if path.is_dir():
        inside = sorted(str(file) for file in path.glob("*.yaml"))
        return sentence("this is a folder, not a scenario", f"in it: {', '.join(inside[:8])}" if inside else "")
    if not isinstance(error, FileNotFoundError):
        return f"can't be read: {error.strerror or error}"
    files = found_scenarios()
    by_stem = {pathlib.Path(file).stem: file for file in files}
    stem = did_you_mean(path.stem, by_stem)
    hint = next((f"did you mean {file}?" for word, file in by_stem.items() if stem == f"did you mean {word}?"), "")
    there = f"scenarios here: {', '.join(files[:12])}" if files else "no scenario lies here or in scenarios/"
    games_there = f"games: {', '.join(games.names())}"
    complaints = "; ".join(games.complaints())
    return sentence(
        "no such file, and no game of that name",
        there,
        games_there,
        complaints,
        hint or did_you_mean(path.stem, games.names()),
    )


# From a document to a scenario ----------------------------------------------------------------------------------------
def _resolve(document: Document, name: str, file: pathlib.Path | None, change: Change | None = None) -> Scenario:
    """The scenario in a document: right as written, and right with what `change` does to it."""
    if change is None:
        return _judge(document, name, file)
    try:
        _judge(copy.deepcopy(document), name, file)
    except ScenarioError as as_written:
        try:
            _judge(document, name, file, change)
        except ScenarioError as changed:
            raise ScenarioError(in_order([*as_written.faults, *changed.faults])) from None
        raise
    return _judge(document, name, file, change)


def _judge(document: Document, name: str, file: pathlib.Path | None, change: Change | None = None) -> Scenario:
    given = document.text or copy.deepcopy(document.value)
    faults = Faults(document)
    warnings: list[str] = []
    if isinstance(document.value, dict):
        _missing_values(document.value, (), faults)
        if change is not None:
            change(document, faults, warnings)
        _odd_letters(document.value, (), faults)
    shape = read_shape(ScenarioShape, document.value, (), faults.add)
    game = _game(shape, faults)
    if shape is None or game is None:
        faults.raise_any()
        raise AssertionError  # without faults there is a shape and a game
    reading = Reading(game, document, faults, warnings, shape)
    base, variants = reading.settings()
    axes, swept = reading.sweep(base)
    # A check that is right as written may name what options take away (a seat, a cell): then it is idle.
    told = faults if change is None else Faults(document, [], most=None)
    judge = Judge(reading.resolver, told, {BASE: base, **variants}, axes, swept)
    checks = judge.checks(shape.checks, ("checks",), paced=shape.report.seconds_per_decision is not None)
    report = judge.report(shape.report, ("report",))
    number, most = reading.games()
    faults.raise_any()
    if told is not faults:
        warnings += [f"not used with these options: {fault}" for fault in told.found]
    reading.warn_unused(base, variants, swept)
    return Scenario(
        name=name,
        title=shape.title or game.title,
        game=game,
        seed=shape.seed,
        games=number,
        precision=shape.precision,
        max_games=most,
        base=base,
        variants=variants,
        mode=shape.sweep.mode if shape.sweep else "grid",
        axes=axes,
        swept=swept,
        checks=checks,
        report=report,
        file=file,
        given=given,
        options=tuple(dict.fromkeys(document.given.values())),
        warnings=tuple(warnings),
    )


def _missing_values(value: dict[str, Any], path: Path, faults: Faults) -> None:
    """Tell keys without a value and take them away; sections whose lines are all commented out are merely empty."""
    for key, item in list(value.items()):
        if item is None:
            if key not in _MAY_BE_EMPTY:
                faults.add((*path, key), f"{key}: a value is missing; give one or delete the line", key=True)
            del value[key]
        elif isinstance(item, dict):
            _missing_values(item, (*path, key), faults)


def _odd_letters(value: Any, path: Path, faults: Faults) -> None:
    """Tell letters that no file and no page can hold."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        for text, key in ((step, True), (item, False)):
            odd = forbidden_character(text, "\t\n") if isinstance(text, str) else ""
            if odd:
                faults.add((*path, step), f"the character U+{ord(odd):04X} can't stand in a scenario; delete it", key)
        _odd_letters(item, (*path, step), faults)


def _game(shape: ScenarioShape | None, faults: Faults) -> Game | None:
    if shape is None:
        return None
    if shape.game not in games.names():
        faults.unknown(("game",), "game", shape.game, games.names(), key=False)
        for complaint in games.complaints():  # it may be what was meant
            faults.add(("game",), complaint)
        return None
    try:
        return games.load(shape.game)
    except games.BrokenGameError as error:
        faults.add(("game",), str(error))
        return None
