"""Load a scenario from YAML: everything is checked at once, and every error has its place (`errors.ScenarioError`).

file/           the file as plain values with their positions; which keys there are, and which values each takes
overrides.py    changes by the command line or a Python call
terms.py        knobs, figures, component tables: the names of the game
resolve.py      knobs, line-ups, personas: checked against the game
reading.py      base rules, variants, cells of the sweep
check_spec.py   checks and the report's figures
resolved.py     the result: `Scenario`
"""

from __future__ import annotations

import copy
import dataclasses
import os
import pathlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from balancer import games
from balancer.core.game import Game
from balancer.scenario.check_spec import Judge, contradictions
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.faults import Faults
from balancer.scenario.file import yaml_source as documents
from balancer.scenario.file.discovery import found_scenarios
from balancer.scenario.file.hints import where_it_belongs
from balancer.scenario.file.models import ScenarioShape, read_shape, space_hint
from balancer.scenario.file.yaml_source import Path, YamlDocument
from balancer.scenario.literals import sentence
from balancer.scenario.overrides import Changes, Overrides, changed, from_arguments, from_options
from balancer.scenario.question import BASE
from balancer.scenario.reading import ScenarioReader
from balancer.scenario.resolve import Resolver
from balancer.scenario.resolved import Scenario
from balancer.wording import did_you_mean, forbidden_character

__all__ = ["Overrides", "Scenario", "ScenarioError", "from_dict", "load", "load_with"]

Target = str | os.PathLike[str] | Mapping[str, Any] | type  # a scenario's file or keys, or a game's name, file or class
ReadChanges = Callable[[Resolver], Changes]  # reads what overrides a scenario, once its game is known

_MAY_BE_EMPTY = {"rules", "personas", "variants", "checks", "headline", "better", "margins", "report", "habits"}


def load(target: Target, overrides: Overrides | None = None) -> Scenario:
    """Return the scenario in a file or a dict, or the defaults of a game.  ScenarioError lists all that is wrong."""
    if overrides is None or overrides == Overrides():
        return _resolve(*_opened(target))
    return _resolve(*_opened(target), lambda resolver: from_options(overrides, resolver))


def _opened(target: Target) -> tuple[YamlDocument, str, pathlib.Path | None]:
    """Return the content of a file or a dict, or the defaults of a game; the scenario's name; the file."""
    if isinstance(target, Mapping):
        document = documents.from_mapping(target)
        _find_named_game(document)
        words = str(target.get("title") or target.get("game") or "scenario").lower()
        return document, re.sub(r"[^a-z0-9]+", "_", words).strip("_")[:60] or "scenario", None
    if isinstance(target, type):
        name = _added(target)
        return YamlDocument("", pathlib.Path(), "", {"game": name}), name, None
    name = os.fspath(target)
    path = pathlib.Path(name)
    is_game = path.suffix == ".py" and path.is_file()
    name = _added(path) if is_game else name
    if is_game or (name in games.names() and not path.is_file()):
        return YamlDocument("", pathlib.Path(), "", {"game": name}), name, None
    try:
        document = documents.read(path)
    except OSError as error:
        raise ScenarioError([Fault(name, _not_there(path, error))]) from None
    _find_named_game(document)
    return document, path.stem, path


def _added(game: pathlib.Path | type) -> str:
    """Make a plain file or a class known as a game and return its name; ScenarioError: it is no game."""
    try:
        return games.add_class(game) if isinstance(game, type) else games.add_file(game)
    except games.BrokenGameError as error:
        raise ScenarioError([Fault("", str(error))]) from None


def _find_named_game(document: YamlDocument) -> None:
    """Find the game of a scenario that names a class, a plain file, or a plain file next to the scenario."""
    named = document.get(("game",))
    if isinstance(named, type):
        document.value["game"] = _added(named)
    elif isinstance(named, str) and named not in games.installed_names():
        file = document.folder / (named if named.endswith(".py") else f"{named}.py")
        if file.is_file():
            document.value["game"] = _added(file)


def from_dict(scenario: Mapping[str, Any]) -> Scenario:
    """Return the scenario in a dict of the same keys."""
    return load(scenario)


def load_with(target: Target, changes: Mapping[str, Any]) -> Scenario:
    """Return a scenario (file, game or dict) with top-level keys changed; rules and personas are added to its own."""

    def read_changes(resolver: Resolver) -> Changes:
        values = from_arguments(changes, resolver)
        _forbidden_characters(values.values, (), resolver.faults)
        return values

    return _resolve(*_opened(target), read_changes if changes else None)


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
    return sentence(
        "no such file, and no game of that name",
        f"scenarios here: {', '.join(files[:12])}" if files else "there is no scenario here or in scenarios/",
        f"games: {', '.join(games.names())}",
        "; ".join(games.plugin_problems()),
        hint or did_you_mean(path.stem, games.names()),
    )


# From a document to a scenario ----------------------------------------------------------------------------------------
def _resolve(
    document: YamlDocument, name: str, file: pathlib.Path | None, read_changes: ReadChanges | None = None
) -> Scenario:
    """Return the scenario in a document, which must be valid both as written and with the changes."""
    given = document.text or copy.deepcopy(document.value)
    faults = Faults(document)
    if isinstance(document.value, dict):
        _missing_values(document.value, (), faults)
        _forbidden_characters(document.value, (), faults)
    shape = read_shape(ScenarioShape, document.value, (), faults.add, _places_of_words(document))
    game = _game(shape, faults)
    if shape is None or game is None:
        faults.raise_any()
        raise AssertionError  # without faults there is a shape and a game
    resolver = Resolver(game, document, faults)
    scenario = _settled(shape, resolver)
    if read_changes is not None:
        warnings: list[str] = []
        changes = read_changes(resolver)
        shape = changed(shape, changes, faults, warnings)
        scenario = _settled(shape, resolver, changes.weights, warnings)
    faults.raise_any()
    return dataclasses.replace(
        scenario, name=name, file=file, given=given, options=tuple(dict.fromkeys(document.options.values()))
    )


def _places_of_words(document: YamlDocument) -> Callable[[str], str]:
    """Return a function that says where a word of the scenario's game belongs; '' for other words."""
    name = document.get(("game",))
    if not isinstance(name, str) or name not in games.names():
        return lambda _: ""

    def place(key: str) -> str:
        try:
            return where_it_belongs(key, games.load(name))
        except games.BrokenGameError:
            return ""

    return place


def _settled(
    shape: ScenarioShape,
    resolver: Resolver,
    weights: Sequence[tuple[str, Any, str]] = (),
    warnings: list[str] | None = None,
) -> Scenario:
    """Return the settings, checks and report of a typed scenario; add errors to `faults`.

    warnings: given if the scenario is changed.  Checks and report were valid as written, but may name what the changes
    remove (a seat, a cell); such a check is idle, which is a warning.
    """
    faults, game = resolver.faults, resolver.game
    idle = None if warnings is None else Faults(resolver.document, [], most=None)
    notes = [] if warnings is None else warnings
    namesake = resolver.document.folder / f"{game.name}.py"
    if game.name in games.own_names() and namesake.is_file():
        notes.append(f"{namesake} is not played: {game.name} is balancer's own game; give the file another name")
    reading = ScenarioReader(resolver, notes, shape)
    base, variants = reading.settings(weights)
    axes, swept, base_is_extra = reading.sweep(base)
    judge = Judge(resolver, faults if idle is None else idle, shape, {BASE: base, **variants}, axes, swept)
    checks, report = judge.checks(), judge.report()
    settings = [base, *variants.values(), *(setting for _, setting in swept)]
    number, most = reading.games(settings)
    notes += contradictions(checks)
    notes += [f"not used with these options: {fault}" for fault in (idle.found if idle else ())]
    reading.warn_unused(base, variants, swept)
    reading.warn_unreachable([base, *(setting for _, setting in swept)])
    return Scenario(
        name="",
        title=shape.title or game.title,
        game=game,
        seed=shape.seed,
        games=number,
        precision=shape.precision,
        max_games=most,
        until_decided=reading.until_decided,
        base=base,
        variants=variants,
        own=reading.own,
        mode=shape.sweep.mode if shape.sweep else "grid",
        axes=axes,
        swept=swept,
        base_apart=base_is_extra,
        checks=checks,
        report=report,
        warnings=tuple(notes),
    )


def _missing_values(value: dict[str, Any], path: Path, faults: Faults) -> None:
    """Report and delete keys without a value; sections whose lines are all commented out count as empty.

    A misspelt section stays, so that its name is reported.
    """
    for key, item in list(value.items()):
        if item is None:
            hint = space_hint(key)
            if not (path or hint or key in ScenarioShape.model_fields):
                continue
            if key not in _MAY_BE_EMPTY:
                advice = hint or "give one or delete the line"
                faults.add((*path, key), f"{key}: a value is missing; {advice}", key=True)
            del value[key]
        elif isinstance(item, dict):
            _missing_values(item, (*path, key), faults)


def _forbidden_characters(value: Any, path: Path, faults: Faults) -> None:
    """Report characters that names and titles must not contain, everywhere in `value`."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in items:
        for text, key in ((step, True), (item, False)):
            if not isinstance(text, str):
                continue
            odd = forbidden_character(text, "\t\n")
            if odd:
                faults.add(
                    (*path, step), f"the character U+{ord(odd):04X} is not allowed in a scenario; delete it", key
                )
            elif text and text.splitlines() != [text] and (key or (*path, step) != ("title",)):
                faults.add((*path, step), "a line break, which only the title may have; write it in one line", key)
        _forbidden_characters(item, (*path, step), faults)


def _game(shape: ScenarioShape | None, faults: Faults) -> Game | None:
    if shape is None:
        return None
    if shape.game not in games.names():
        faults.unknown(("game",), "game", shape.game, games.names(), key=False)
        for problem in games.plugin_problems():  # perhaps with the game that was meant
            faults.add(("game",), problem)
        return None
    try:
        return games.load(shape.game)
    except games.BrokenGameError as error:
        faults.add(("game",), str(error))
        return None
