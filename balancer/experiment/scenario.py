"""YAML → Scenario: everything checked at once, every fault with its place (`errors.ScenarioError`).

document.py   the file as plain values, with the place of each
shape.py      which keys there are, and what kind of value each takes
resolve.py    knobs, line-ups, personas: judged by the game
checks.py     metrics, bounds, the report's wishes
model.py      what comes out: `Scenario`
"""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from balancer import games
from balancer.core.game import Game
from balancer.experiment import document as documents
from balancer.experiment import plan
from balancer.experiment.checks import Judge
from balancer.experiment.document import Document, Path
from balancer.experiment.errors import Fault, ScenarioError
from balancer.experiment.model import BASE, GAMES, MAX_GAMES, Axis, Scenario, Setting
from balancer.experiment.resolve import Faults, Resolver
from balancer.experiment.shape import ScenarioShape, SettingShape, Span, SweepShape, read_shape
from balancer.experiment.wording import near, plain, sentence

__all__ = ["Overrides", "Scenario", "ScenarioError", "from_dict", "load"]

MOST_CELLS = 10_000
SCENARIO_FOLDER = "scenarios"
_MAY_BE_EMPTY = {"rules", "personas", "variants", "checks", "headline", "better", "margins", "report", "habits"}


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


def load(target: str | os.PathLike[str], overrides: Overrides | None = None) -> Scenario:
    """The scenario in a file, or the defaults of a game named; ScenarioError with everything that is wrong."""
    name = os.fspath(target)
    path = pathlib.Path(name)
    if name in games.names() and not path.is_file():
        return _resolve(Document("", pathlib.Path(), "", {"game": name}), name, None, overrides or Overrides())
    try:
        document = documents.read(path)
    except OSError as error:
        raise ScenarioError([Fault(name, _not_there(path, error))]) from None
    return _resolve(document, path.stem, path, overrides or Overrides())


def from_dict(scenario: Mapping[str, Any], folder: str | os.PathLike[str] = ".") -> Scenario:
    """The scenario in a dict of the same keys; component tables are looked for in `folder`."""
    document = documents.from_mapping(scenario, pathlib.Path(folder))
    words = str(scenario.get("title") or scenario.get("game") or "scenario").lower()
    name = re.sub(r"[^a-z0-9]+", "_", words).strip("_")[:60] or "scenario"
    return _resolve(document, name, None, Overrides())


def found_scenarios() -> list[str]:
    """Scenario files in sight: here and in ``scenarios/``."""
    here = [*pathlib.Path().glob("*.yaml"), *pathlib.Path().glob("*.yml")]
    below = [*pathlib.Path(SCENARIO_FOLDER).glob("*.yaml"), *pathlib.Path(SCENARIO_FOLDER).glob("*.yml")]
    return sorted(map(str, [*here, *below]))


def _not_there(path: pathlib.Path, error: OSError) -> str:
    if path.is_dir():
        inside = sorted(str(file) for file in path.glob("*.yaml"))
        return sentence("this is a folder, not a scenario", f"in it: {', '.join(inside[:8])}" if inside else "")
    if not isinstance(error, FileNotFoundError):
        return f"can't be read: {error.strerror or error}"
    files = found_scenarios()
    names = [*files, *games.names()]
    by_stem = {pathlib.Path(file).stem: file for file in files}
    stem = near(path.stem, by_stem)
    hint = next((f"did you mean {file}?" for word, file in by_stem.items() if stem == f"did you mean {word}?"), "")
    there = f"scenarios here: {', '.join(files[:12])}" if files else "no scenario lies here or in scenarios/"
    games_there = f"games: {', '.join(games.names())}"
    return sentence("no such file, and no game of that name", there, games_there, hint or near(path, names))


# From a document to a scenario ----------------------------------------------------------------------------------------
def _resolve(document: Document, name: str, file: pathlib.Path | None, overrides: Overrides) -> Scenario:
    given = document.text or document.value
    faults = Faults(document)
    warnings: list[str] = []
    if isinstance(document.value, dict):
        _missing_values(document.value, (), faults)
        _apply(document, overrides, faults, warnings)
    shape = read_shape(ScenarioShape, document.value, (), faults.add)
    game = _game(shape, faults)
    if shape is None or game is None:
        faults.raise_any()
        raise AssertionError  # without faults there is a shape and a game
    reading = _Reading(game, document, faults, warnings, shape)
    base, variants = reading.settings()
    axes, swept = reading.sweep(base)
    judge = Judge(reading.resolver, faults, {BASE: base, **variants}, axes, swept)
    checks = judge.checks(shape.checks, ("checks",))
    report = judge.wishes(shape.report, ("report",))
    number, most = reading.games()
    faults.raise_any()
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


def _game(shape: ScenarioShape | None, faults: Faults) -> Game | None:
    if shape is None:
        return None
    if shape.game not in games.names():
        faults.unknown(("game",), "game", shape.game, games.names(), key=False)
        return None
    return games.load(shape.game)


# The command line -----------------------------------------------------------------------------------------------------
def _apply(document: Document, overrides: Overrides, faults: Faults, warnings: list[str]) -> None:
    """Put what the command line says in the place of what the scenario says."""
    for key in ("games", "precision", "max_games", "seed", "players"):
        text = getattr(overrides, key)
        if text is not None:
            _put(document, (key,), plain(str(text)), f"--{key.replace('_', '-')} {text}", warnings)
    if overrides.lineup is not None:
        names = [name.strip() for name in overrides.lineup.split(",")]
        _put(document, ("lineup",), names, f"--lineup {overrides.lineup}", warnings)
    if overrides.games is not None:
        document.drop(("precision",))
        document.drop(("max_games",)) if overrides.max_games is None else None
    if overrides.precision is not None and overrides.games is None:
        document.drop(("games",))
    for text in overrides.sets:
        _apply_set(document, text, faults, warnings)


def _apply_set(document: Document, text: str, faults: Faults, warnings: list[str]) -> None:
    name, equals, value = (part.strip() for part in text.partition("="))
    option = f"--set {text}"
    game_name = document.get(("game",))
    if not equals or not name:
        faults.found.append(Fault(option, "allowed: KNOB=VALUE, as in --set win_threshold=20"))
        return
    if not isinstance(game_name, str) or game_name not in games.names():
        return  # which is told of the game
    knobs = {knob.name: knob for knob in games.load(game_name).knobs}
    knob = knobs.get(name.removeprefix("rules."))
    if name in {"games", "precision", "max_games", "seed", "players", "lineup"}:
        faults.found.append(Fault(option, f"{name} is no rule; write --{name.replace('_', '-')} {value}"))
    elif knob is not None:
        _put(document, ("rules", knob.name), _beside(knob.parse(value), document), option, warnings)
    elif name == "seating" or name.startswith("personas."):
        _put(document, ("--set", name), plain(value), option, warnings)
    else:
        document.given["rules", name] = option
        faults.unknown(("rules", name), f"rule of {game_name}", name, knobs, key=True)


def _beside(value: Any, document: Document) -> Any:
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


# Parts of the reading -------------------------------------------------------------------------------------------------
@dataclass
class _Reading:
    """One scenario being read."""

    game: Game
    document: Document
    faults: Faults
    warnings: list[str]
    shape: ScenarioShape
    resolver: Resolver = field(init=False)
    sound: bool = True  # whether base rules are right so far: what rests on them can be judged

    def __post_init__(self) -> None:
        self.resolver = Resolver(self.game, self.document, self.faults)

    def games(self) -> tuple[int | None, int | None]:
        """Games a cell, or the most of them where a precision decides."""
        shape = self.shape
        if shape.games is not None and shape.precision is not None:
            self.faults.add(
                ("precision",), "games and precision exclude each other; with precision write max_games", key=True
            )
        if shape.max_games is not None and shape.precision is None:
            hint = "write games instead" if shape.games is None else ""
            self.faults.add(("max_games",), sentence("max_games goes with precision alone", hint), key=True)
        if shape.precision is not None:
            return None, shape.max_games or MAX_GAMES
        return shape.games or GAMES, None

    # Settings ---------------------------------------------------------------------------------------------------------
    def settings(self) -> tuple[Setting, dict[str, Setting]]:
        """The base rules, and those of every variant."""
        before = len(self.faults)
        base = self.resolver.changed(self.resolver.printed(), self.shape, ())
        base = self._late(base)
        self.sound = len(self.faults) == before and self._playable(base, ())
        variants = {}
        for name, shape in self.shape.variants.items():
            path = ("variants", name)
            if name == BASE:
                self.faults.add(path, f"{BASE} means the rules without any variant; choose another name", key=True)
            variants[name] = self._variant(base, shape, path)
        return base, variants

    def _late(self, setting: Setting) -> Setting:
        """What ``--set`` says of personas and seating."""
        for name, value, option in self.document.late:
            self.document.given["--set", name] = option
            target = self.resolver.target(name, setting.personas)
            if isinstance(target, str):
                self.faults.add(("--set", name), target)
            else:
                setting = self.resolver.checked(setting, target, value, ("--set", name))
        return setting

    def _variant(self, base: Setting, shape: SettingShape, path: Path) -> Setting:
        before = len(self.faults)
        if not shape.model_fields_set:
            self.faults.add(path, f"{path[-1]} changes nothing", key=True)
        setting = self.resolver.changed(base, shape, path)
        if self.sound and len(self.faults) == before:
            self._playable(setting, path)
        return setting

    def _playable(self, setting: Setting, path: Path) -> bool:
        problems = self.resolver.problems(setting, (*path, "rules"))
        for knob, message in problems:
            where = ("players",) if knob == "players" else ("rules", knob) if knob else ("rules",)
            self.faults.add((*path, *where), f"{knob}: {message}" if knob else message)
        return not problems

    # Sweep ------------------------------------------------------------------------------------------------------------
    def sweep(self, base: Setting) -> tuple[tuple[Axis, ...], tuple[tuple[Mapping[str, Any], Setting], ...]]:
        """The axes, and axis values and setting of every cell; the base alone where there is no sweep or it is wrong."""
        shape = self.shape.sweep
        if shape is None:
            return (), (({}, base),)
        before = len(self.faults)
        axes = self._axes(shape, base)
        self._lengths(shape, axes)
        if not self.sound or len(self.faults) > before:
            return axes, (({}, base),)
        targets = {axis.name: self._target(axis.name, base) for axis in axes}
        swept: list[tuple[Mapping[str, Any], Setting]] = []
        for values in plan.combinations(shape.mode, axes, lambda name: value_of(base, targets[name], self.game)):
            setting = base
            for name, value in values.items():
                setting = self.resolver.with_value(setting, targets[name], value)
            swept.append((values, setting))
        self._cell_problems(swept, base, targets)
        return axes, tuple(swept)

    def _target(self, name: str, base: Setting) -> Path:
        target = self.resolver.target(name, base.personas)
        assert not isinstance(target, str)  # noqa: S101  only axes that have been found right come here
        return target

    def _axes(self, shape: SweepShape, base: Setting) -> tuple[Axis, ...]:
        if not shape.axes:
            self.faults.add(
                ("sweep", "axes"),
                "no axis; allowed: rules.KNOB, players, lineup and others, with their values",
                key=True,
            )
        axes = []
        for name, written in shape.axes.items():
            path: Path = ("sweep", "axes", name)
            target = self.resolver.target(name, base.personas)
            if isinstance(target, str):
                self.faults.add(path, target, key=True)
                continue
            items, places = self._values(name, written, path)
            values = [
                self.resolver.value(target, item, p, base.personas) for item, p in zip(items, places, strict=True)
            ]
            for place, value in enumerate(values):
                if value in values[:place] and places[place] != path:
                    self.faults.add(places[place], f"{name}: {value} stands twice")
            axes.append(Axis(name, tuple(values)))
        return tuple(axes)

    def _values(self, name: str, written: list[Any] | Span, path: Path) -> tuple[list[Any], list[Path]]:
        """The values of an axis as written, and where each stands."""
        if isinstance(written, list):
            if not written:
                self.faults.add(path, f"{name}: an axis takes a value at least")
            return written, [(*path, place) for place in range(len(written))]
        if written.first > written.last:
            self.faults.add(
                path, f"{name}: from {written.first} to {written.last} goes down; write the smaller number first"
            )
            return [], []
        length = (written.last - written.first) // written.step + 1
        if length > MOST_CELLS:
            self.faults.add(path, f"{name}: {length:_} values; allowed: {MOST_CELLS:_} at most")
            return [], []
        values = list(range(written.first, written.last + 1, written.step))
        if values[-1] != written.last:
            self.warnings.append(
                f"the axis {name} ends at {values[-1]}: steps of {written.step} don't reach {written.last}"
            )
        return list(values), [(*path, "from"), *[path] * (len(values) - 2), (*path, "to")][: len(values)]

    def _lengths(self, shape: SweepShape, axes: tuple[Axis, ...]) -> None:
        if shape.mode == "zip" and len({len(axis.values) for axis in axes}) > 1:
            lengths = ", ".join(f"{axis.name} has {len(axis.values)}" for axis in axes)
            self.faults.add(("sweep", "mode"), f"zip takes axes of the same length; {lengths}")
        number = plan.number_of_cells(shape.mode, axes)
        if number > MOST_CELLS:
            hint = "write mode: one_at_a_time" if shape.mode == "grid" else ""
            self.faults.add(
                ("sweep", "axes"), sentence(f"{number:_} cells; allowed: {MOST_CELLS:_} at most", hint), key=True
            )

    def _cell_problems(
        self, swept: list[tuple[Mapping[str, Any], Setting]], base: Setting, targets: Mapping[str, Path]
    ) -> None:
        """Tell cells that can't be played, once for every axis value that is to blame."""
        told: dict[Path, list[str]] = {}
        for values, setting in swept:
            for knob, message in self.resolver.problems(setting, ("sweep", "axes")):
                cell = ", ".join(f"{name.removeprefix('rules.')} {value}" for name, value in values.items())
                text = f"{knob}: {message}" if knob else message
                path = self._blame(knob, values, base, targets)
                told.setdefault(path, []).append(f"{text} (in the cell {cell})" if len(values) > 1 else text)
        for path, messages in told.items():
            more = f" and {len(messages) - 1} more such cells" if len(messages) > 1 else ""
            self.faults.add(path, messages[0] + more)

    def _blame(self, knob: str, values: Mapping[str, Any], base: Setting, targets: Mapping[str, Path]) -> Path:
        own = knob if knob == "players" else f"rules.{knob}"
        changed = [name for name, value in values.items() if value != value_of(base, targets[name], self.game)]
        name = own if own in values else [*changed, *values][0]
        path: Path = ("sweep", "axes", name)
        written = self.document.get(path)
        if isinstance(written, list):
            for place, value in enumerate(written):
                if value == values[name] or (isinstance(value, list) and tuple(value) == values[name]):
                    return (*path, place)
        return path

    # Warnings ---------------------------------------------------------------------------------------------------------
    def warn_unused(
        self,
        base: Setting,
        variants: Mapping[str, Setting],
        swept: tuple[tuple[Mapping[str, Any], Setting], ...],
    ) -> None:
        """Warn of what was asked for but plays no part."""
        settings = [base, *variants.values(), *(setting for _, setting in swept)]
        seated = {name for setting in settings for name in setting.lineup}
        own = [*self.shape.personas, *(name for v in self.shape.variants.values() for name in v.personas)]
        for name in dict.fromkeys(own):
            if name not in seated:
                self.warnings.append(f"the persona {name} is in no line-up")
        for axis in self.shape.sweep.axes if self.shape.sweep else ():
            steps = axis.split(".")
            if steps[0] == "personas" and steps[1] not in {n for _, setting in swept for n in setting.lineup}:
                self.warnings.append(f"the axis {axis} changes a persona that is in no line-up of the sweep")
        for setting in settings:
            if setting.seating == "fixed" and len(setting.lineup) > setting.players:
                idle = ", ".join(setting.lineup[setting.players :])
                self.warnings.append(f"seating is fixed: with {setting.players} players {idle} never sit down")
        self.warnings[:] = list(dict.fromkeys(self.warnings))


def value_of(setting: Setting, target: Path, game: Game) -> Any:
    """The value that an axis has in a setting."""
    if target[0] == "rules":
        return setting.rules[str(target[1])]
    if target[0] == "personas":
        persona = setting.personas[str(target[1])]
        default = {habit.name: habit.default for habit in game.habits}
        return persona.mistakes if target[2] == "mistakes" else {**default, **persona.habits}[str(target[3])]
    return getattr(setting, str(target[0]))
