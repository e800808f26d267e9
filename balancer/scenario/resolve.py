"""Resolves the values of a scenario to settings that can be played; each value is checked by its game."""

from __future__ import annotations

import dataclasses
import graphlib
import os
import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from balancer.core.component_table import Changes, TableError
from balancer.core.declarations import NOBODY
from balancer.core.game import Game, Parts, Persona
from balancer.core.knobs import TABLE_FILES, Choice, Flag, Knob, Number, Numbers, Several, Table
from balancer.core.table import MAX_LINEUP
from balancer.core.thinking.search import MAX_TRIALS
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import amount, names_in_a_row, number_hint, sentence, shown, whole, written
from balancer.scenario.models import PersonaShape, SettingShape, read_shape
from balancer.scenario.part_figures import PARTS, PartFigures
from balancer.scenario.resolved import Setting, changes_of
from balancer.scenario.yaml_source import Document, Path
from balancer.wording import did_you_mean

SEATING = ("rotate", "fixed")
MAX_ERRORS = 50
"""Errors listed at most; the search for more ends there, so that messages stay readable and quick."""

MAX_MISTAKES = 1000
SHEETS = (".xls", ".ods", ".numbers")
"""Endings of spreadsheets that are not read."""

MIN_TRIALS = 10
"""Trial games per decision; with fewer, a thinker's choices would be chance."""

_PERSONA_AXIS = "personas.NAME.habits.HABIT"


class Faults:
    """The errors so far, in the order of discovery."""

    def __init__(self, document: Document, found: Sequence[Fault] | None = None, most: int | None = MAX_ERRORS) -> None:
        """Begin with `found`, by default the document's own; `most`: further errors end the search (None: never)."""
        self.document = document
        self.found = list(document.faults if found is None else found)
        self.most = most

    def __len__(self) -> int:
        """How many there are: to see whether a step added any."""
        return len(self.found)

    def add(self, path: Path, message: str, key: bool = False) -> None:  # noqa: FBT001, FBT002  `read_shape` calls it
        """A fault at the value of `path`, or at its key."""
        self.found.append(self.document.fault(path, message, key=key))
        if self.most is not None and len(self.found) >= self.most:
            raise ScenarioError(in_order(self.found), complete=False)

    def unknown(self, path: Path, what: str, word: Any, allowed: Mapping[str, Any] | list[str], *, key: bool) -> None:
        """A name that isn't known: what there is, and the nearest."""
        names = list(allowed)
        there = f"allowed: {names_in_a_row(names)}" if names else "there is none"
        self.add(path, sentence(f"unknown {what} {shown(word)}", there, did_you_mean(word, names)), key)

    def raise_any(self) -> None:
        """ScenarioError with all faults in the order of the file, if there are any."""
        if self.found:
            raise ScenarioError(in_order(self.found))


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Faults in the order of their files and lines, options last."""
    return sorted(faults, key=_place_order)


def _place_order(fault: Fault) -> tuple[str, int, int]:
    name, line, column = [*fault.place.rsplit(":", 2), "", ""][:3]
    return (name, int(line), int(column)) if line.isdigit() and column.isdigit() else ("\uffff", 0, 0)


class Resolver:
    """Judges the values of one scenario of one game."""

    def __init__(self, game: Game, document: Document, faults: Faults) -> None:
        self.game = game
        self.document = document
        self.faults = faults
        self.knobs = {knob.name: knob for knob in game.knobs}
        self.habits = {habit.name: habit for habit in game.habits}
        self.builtin = {persona.name: persona for persona in game.personas}
        self.figures = PartFigures(game)
        self._tables: dict[tuple[str, pathlib.Path | None, Changes], Parts | None] = {}

    # Settings ---------------------------------------------------------------------------------------------------------
    def printed(self) -> Setting:
        """The game as printed, with its own line-up."""
        game = self.game
        return Setting(game.usual_players, game.lineup, "rotate", game.defaults, {}, self.builtin)

    def changed(self, setting: Setting, shape: SettingShape, path: Path) -> Setting:
        """`setting` with what `shape`, read at `path`, changes in it; wrong values are reported and left out."""
        setting = dataclasses.replace(setting, personas=self._personas(setting, shape.personas, (*path, "personas")))
        for key in ("players", "lineup", "seating"):
            value = getattr(shape, key)
            if key in shape.model_fields_set:
                setting = self.checked(setting, (key,), value, (*path, key))
        for name, value in shape.rules.items():
            setting = self.checked(setting, ("rules", name), value, (*path, "rules", name))
        for name, value, place in self.written_figures(shape.parts, (*path, PARTS)):
            target = self.figures.target(name, setting.table_files)
            if isinstance(target, str):
                self.faults.add(place, target, key=True)
            else:
                setting = self.checked(setting, target, value, place)
        return setting

    def written_figures(self, parts: Mapping[str, Any], path: Path) -> Iterator[tuple[str, Any, Path]]:
        """Figures under `parts:` as axes name them, `parts.Stein.value`, with their values and places."""
        for name, columns in parts.items():
            if not isinstance(columns, Mapping) or not columns:
                example = "write {NAME: {COLUMN: VALUE}}, as in {Stein: {value: 6}}"
                self.faults.add((*path, name), sentence(f"{name}: {shown(columns)} is no figure of a part", example))
            elif name in self.game.components:
                for inner, value, place in self.written_figures(columns, (*path, name)):
                    yield f"{PARTS}.{name}{inner.removeprefix(PARTS)}", value, place
            else:
                yield from ((f"{PARTS}.{name}.{column}", v, (*path, name, column)) for column, v in columns.items())

    def checked(self, setting: Setting, target: Path, value: Any, path: Path) -> Setting:
        """`setting` with a checked value; unchanged if the value is wrong, which is reported at `path`."""
        before = len(self.faults)
        if target[0] == "rules" and target[1] not in self.knobs:
            self.unknown_knob(str(target[1]), path)
            return setting
        value = self.value(target, value, path, setting.personas)
        return setting if len(self.faults) > before else self.with_value(setting, target, value)

    def with_value(self, setting: Setting, target: Path, value: Any) -> Setting:
        """`setting` with a checked value: of a knob, of players, line-up or seating, or of a persona."""
        if target[0] == "rules":
            rules = {**setting.rules, str(target[1]): value}
            files = self._table_files(setting.table_files, self.knobs[str(target[1])], value)
            return dataclasses.replace(setting, rules=rules, table_files=files)
        if target[0] == PARTS:
            key = (str(target[1]), str(target[2]), str(target[3]))
            kept = {name: known for name, known in setting.figures.items() if name != key}
            return dataclasses.replace(setting, figures=kept if value is None else {**kept, key: value})
        if target[0] == "personas":
            return dataclasses.replace(setting, personas=_with_weight(setting.personas, target, value))
        return dataclasses.replace(setting, **{str(target[0]): value})

    def unknown_knob(self, name: str, path: Path) -> None:
        """Report that the game has no such knob."""
        if name in {"players", "lineup", "seating", "personas", "games", "seed"}:
            self.faults.add(path, f"{name} is not a rule; write it beside `rules:`, not in it", key=True)
        else:
            self.faults.unknown(path, f"rule of {self.game.name}", name, self.knobs, key=True)

    # Values -----------------------------------------------------------------------------------------------------------
    def value(self, target: Path, value: Any, path: Path, personas: Mapping[str, Persona]) -> Any:
        """The checked value of a knob, players, line-up, seating or a weight; errors are reported at `path`."""
        if target[0] == "rules":
            return self._rule(self.knobs[str(target[1])], value, path)
        if target[0] == "players":
            return self._whole("players", value, self.game.least_players, self.game.most_players, path)
        if target[0] == "lineup":
            return self._lineup(value, path, personas)
        if target[0] == "seating":
            return self._seating(value, path)
        if target[0] == PARTS:
            wrong = self.figures.wrong(target, value)
            if wrong:
                self.faults.add(path, wrong)
            return value
        if target[-1] == "mistakes":
            return self._whole("mistakes", value, 0, MAX_MISTAKES, path)
        if target[-1] == "search":
            return self._whole("search", value, MIN_TRIALS, MAX_TRIALS, path)
        habit = self.habits[str(target[-1])]
        return self._whole(habit.name, value, habit.low, habit.high, path)

    def _whole(self, what: str, value: Any, low: int, high: int, path: Path) -> int:
        try:
            return whole(value, low, high, zero_is_off=low == 0)
        except ValueError as error:
            of = f" ({self.game.title})" if what == "players" else ""
            hints = (axis_hint(what, value, path), thousandths_hint(value) if what == "mistakes" else "")
            self.faults.add(path, sentence(f"{what}: {error}{of}", *hints))
            return low

    def _rule(self, knob: Knob, value: Any, path: Path) -> Any:
        wrong = knob.check(value)
        if wrong:
            wrong = "a value is missing" if value is None else f"{shown(value)} is {wrong}"
            hint = knob_hint(knob, value)
            if not isinstance(knob, Numbers | Several):  # of which one value is a list
                hint = hint or axis_hint(f"rules.{knob.name}", value, path)
            self.faults.add(path, sentence(f"{knob.name}: {wrong}", f"allowed: {knob.allowed}", hint))
        elif isinstance(knob, Table):
            return self._table(knob, value, path)
        return tuple(value) if isinstance(value, list) else value

    def _lineup(self, value: Any, path: Path, personas: Mapping[str, Persona]) -> tuple[str, ...]:
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names:
            self.faults.add(path, f"lineup: {shown(value)} names no persona; allowed: a persona, or a list of them")
            return ()
        if len(names) > MAX_LINEUP:
            self.faults.add(path, f"lineup: {len(names)} personas; allowed: 1..{MAX_LINEUP}")
        if isinstance(value, str) and len(several := listed(value, personas)) > 1:
            self.faults.add(path, f"lineup: {shown(value)} is one word; write {written(several)}")
            return tuple(several)
        for place, name in enumerate(names):
            if not isinstance(name, str) or name not in personas:
                where = path if isinstance(value, str) else (*path, place)
                self.faults.unknown(where, f"persona of {self.game.name}", name, personas, key=False)
        return tuple(map(str, names))

    def _seating(self, value: Any, path: Path) -> str:
        if value not in SEATING:
            allowed = "allowed: " + ", ".join(SEATING)
            self.faults.add(
                path, sentence(f"seating: {shown(value)} is not allowed", allowed, did_you_mean(value, SEATING))
            )
            return "rotate"
        return str(value)

    # Personas ---------------------------------------------------------------------------------------------------------
    def _personas(self, setting: Setting, written: Mapping[str, Any], path: Path) -> Mapping[str, Persona]:
        shapes: dict[str, PersonaShape] = {}
        for name, value in written.items():
            shape = read_shape(
                PersonaShape, value, (*path, name), self.faults.add, lambda key: where_it_belongs(key, self.game)
            )
            if shape is not None:
                shapes[name] = shape
        personas = dict(setting.personas)
        for name in self._bases_first(shapes, setting.personas, path):
            personas[name] = self._persona(name, shapes[name], personas, (*path, name), variant=len(path) > 1)
        return {**setting.personas, **{name: personas[name] for name in shapes}}

    def _bases_first(self, shapes: dict[str, PersonaShape], known: Mapping[str, Persona], path: Path) -> list[str]:
        """The names of `shapes`, each after the one that it starts from; a circle is reported and cut in `shapes`."""
        needs = {
            name: [shape.base] if shape.base in shapes and not (shape.base == name in known) else []
            for name, shape in shapes.items()
        }
        try:
            return list(graphlib.TopologicalSorter(needs).static_order())
        except graphlib.CycleError as error:
            circle = error.args[1][::-1]  # each one before its base
            message = f"a persona can't start from itself: {' → '.join(circle)}; name a persona of {self.game.name}"
            self.faults.add((*path, circle[0], "base"), message)
            for name in circle:
                shapes[name] = shapes[name].model_copy(update={"base": self.game.personas[0].name})
            return self._bases_first(shapes, known, path)

    def _persona(
        self, name: str, shape: PersonaShape, known: Mapping[str, Persona], path: Path, *, variant: bool
    ) -> Persona:
        base = self._base(name, shape, known, path, variant=variant)
        weights = {habit: self._habit(habit, value, (*path, "habits", habit)) for habit, value in shape.habits.items()}
        mistakes = base.mistakes
        if "mistakes" in shape.model_fields_set:
            mistakes = self._whole("mistakes", shape.mistakes, 0, MAX_MISTAKES, (*path, "mistakes"))
        if base.at_random and (weights or mistakes):
            self.faults.add(path, f"{base.name} chooses at random: habits and mistakes change nothing", key=True)
        changes = [f"{habit} {value}" for habit, value in weights.items()]
        changes += [f"mistakes {mistakes}"] if mistakes != base.mistakes else []
        claim = f"{base.name}, but with {', '.join(changes)}" if changes else base.claim
        habits = {**base.habits, **weights}
        made = dataclasses.replace(base, name=name, claim=claim, habits=habits, mistakes=mistakes)
        return self._thinker(made, base.name, shape, path)

    def _thinker(self, persona: Persona, base: str, shape: PersonaShape, path: Path) -> Persona:
        """The persona, thinking ahead if `search` says so; `base` as which it plays on in trial games."""
        given = {"search", "knows", "nodes"} & shape.model_fields_set
        if not given or not (persona.search or "search" in given):
            for key in sorted(given):
                message = f"{key} goes with search, the trial games per decision of a persona that thinks ahead"
                self.faults.add((*path, key), sentence(message, "write search: 200 beside it"), key=True)
            return persona
        search, knows, nodes = persona.search, persona.knows, persona.nodes
        if "search" in given:
            search = self._whole("search", shape.search, MIN_TRIALS, MAX_TRIALS, (*path, "search"))
        if "knows" in given:
            knows = shape.knows
        if "nodes" in given:
            nodes = self._nodes(shape.nodes, (*path, "nodes"))
        where = f" at {', '.join(nodes)}" if nodes else ""
        known = "not knowing" if knows == NOBODY else "knowing"
        claim = f"{base}, thinking {search} trial games ahead{where}, {known} how the others play"
        return dataclasses.replace(persona, claim=claim, search=search, knows=knows, nodes=nodes)

    def _nodes(self, names: list[Any], path: Path) -> tuple[str, ...]:
        known = [node.name for node in self.game.nodes]
        for place, name in enumerate(names):
            if name not in known:
                self.faults.unknown((*path, place), f"decision node of {self.game.name}", name, known, key=False)
            elif name in names[:place]:
                self.faults.add((*path, place), f"nodes: {name} appears twice")
        return tuple(str(name) for name in names)

    def _base(
        self, name: str, shape: PersonaShape, known: Mapping[str, Persona], path: Path, *, variant: bool
    ) -> Persona:
        """The persona that one starts from; if that is wrong, which is reported, any other, to check the rest."""
        if name in self.builtin and not variant:
            message = (
                f"{name} is a persona of {self.game.name} already; give yours a name of its own, with base: {name}"
            )
            self.faults.add(path, message, key=True)
        if shape.base in self.builtin:
            return self.builtin[shape.base]
        if shape.base is not None and shape.base in known:
            return known[shape.base]
        if shape.base is not None:
            self.faults.unknown((*path, "base"), f"persona of {self.game.name}", shape.base, known, key=False)
        elif name in known:
            return known[name]
        else:
            self.faults.add(path, f"base is missing: the persona that {name} starts from", key=True)
        return next((persona for persona in self.game.personas if not persona.at_random), self.game.personas[0])

    def _habit(self, name: str, value: Any, path: Path) -> int:
        if name not in self.habits:
            self.faults.unknown(path, f"habit of {self.game.name}", name, self.habits, key=True)
            return 0
        habit = self.habits[name]
        return self._whole(name, value, habit.low, habit.high, path)

    # Axes -------------------------------------------------------------------------------------------------------------
    def target(self, name: str, setting: Setting, what: str = "axis") -> Path | str:
        """What an axis (or ``--set``) of that name changes, as a path; what is wrong, as a text, if nothing."""
        steps, personas = name.split("."), setting.personas
        if steps[0] == PARTS:
            return self.figures.target(name, setting.table_files)
        if name in {"players", "lineup", "seating"}:
            return (name,)
        if steps[0] == "rules" and len(steps) == 2:  # noqa: PLR2004
            return ("rules", steps[1]) if steps[1] in self.knobs else self._no_such(name, personas, what)
        if steps[0] == "personas" and len(steps) >= 3:  # noqa: PLR2004
            return self._weight(name, steps, personas, what)
        return self._no_such(name, personas, what)

    def _weight(self, name: str, steps: list[str], personas: Mapping[str, Persona], what: str) -> Path | str:
        persona = personas.get(steps[1])
        known = {("mistakes",), ("search",), *(("habits", habit) for habit in self.habits)}
        if persona is None or tuple(steps[2:]) not in known:
            return self._no_such(name, personas, what)
        if steps[2] == "search" and not persona.search:
            own = f"personas: {{mine: {{base: {persona.name}, search: 200}}}}"
            return f"{persona.name} does not think ahead; write {own}"
        if persona.at_random and steps[2] != "search":
            return f"{persona.name} chooses at random: habits and mistakes change nothing"
        return ("personas", *steps[1:])

    def _no_such(self, name: str, personas: Mapping[str, Persona], what: str) -> str:
        if name in self.knobs:
            return f"unknown {what} {name!r}; write rules.{name}"
        names = ["players", "lineup", "seating", *(f"rules.{knob}" for knob in self.knobs)]
        names += self.figures.names({})
        names += [f"personas.{p}.{w}" for p in personas for w in ("mistakes", *(f"habits.{h}" for h in self.habits))]
        allowed = f"allowed: rules.KNOB, players, lineup, seating, {_PERSONA_AXIS}, personas.NAME.mistakes"
        return sentence(f"unknown {what} {name!r}", allowed, did_you_mean(name, names))

    # Component tables -------------------------------------------------------------------------------------------------
    def _table_file(self, knob: Knob, name: str) -> pathlib.Path | None:
        """The file that `name` means: beside the scenario; None for the game's own table."""
        file = pathlib.Path(os.path.normpath(self.document.folder / name))
        return None if name == knob.default and not file.exists() else file

    def _table_files(self, files: Mapping[str, pathlib.Path], knob: Knob, value: Any) -> Mapping[str, pathlib.Path]:
        """`files` with the one that a value of a knob names, if the knob names a component table."""
        if not isinstance(knob, Table):
            return files
        others = {name: file for name, file in files.items() if name != knob.name}
        file = self._table_file(knob, value)
        return others if file is None else {**others, knob.name: file}

    def _table(self, knob: Knob, name: str, path: Path) -> str:
        file = self._table_file(knob, name)
        if self._read(knob.name, file, path) is not None and file is not None and pathlib.Path(name).is_absolute():
            return os.path.relpath(file, self.document.folder)  # a run's folder holds no paths of the machine
        return name

    def parts(self, setting: Setting, path: Path) -> Parts | None:
        """The component tables of a setting; None if one can't be used, which is reported at `path`."""
        tables = {
            knob: self._read(knob, setting.table_files.get(knob), path, changes_of(setting.figures, knob))
            for knob in self.game.components
        }
        read = {knob: table for knob, table in tables.items() if table is not None}
        return self.game.joined(read) if len(read) == len(tables) else None

    def _read(self, knob: str, file: pathlib.Path | None, path: Path, changes: Changes = ()) -> Parts | None:
        """The component table of a knob in `file`, read once; None if it can't be used, which is reported at `path`."""
        if (knob, file, changes) not in self._tables:
            self._tables[knob, file, changes] = None
            try:
                self._tables[knob, file, changes] = self.game.read_table(knob, file, changes)
            except TableError as error:
                if changes and self._read(knob, file, path) is not None:
                    with_ = ", ".join(f"parts.{name}.{column} {value}" for name, column, value in changes)
                    first = error.mistakes[0]
                    self.faults.add(path, f"with {with_}: {first.message} (line {first.line} of {error.path.name})")
                elif not changes:
                    at = [(f"{error.path}:{m.line}:{m.column}", m.message) for m in error.mistakes]
                    self.faults.found += [Fault(place, message) for place, message in at]
            except OSError as error:
                self._missing(file, error, path)
        return self._tables[knob, file, changes]

    def _missing(self, file: pathlib.Path | None, error: OSError, path: Path) -> None:
        folder = file.parent if file else self.document.folder
        tables = sorted(p.name for p in folder.glob("*") if p.suffix in TABLE_FILES) if folder.is_dir() else []
        wrong = f"can't read the component table {file}: {error.strerror or error}"
        there = f"there: {', '.join(tables[:8])}" if tables else "files are looked for beside the scenario"
        self.faults.add(path, sentence(wrong, there, did_you_mean(file.name if file else "", tables)))

    # Combinations -----------------------------------------------------------------------------------------------------
    def problems(self, setting: Setting, path: Path) -> list[tuple[str, str]]:
        """What keeps a setting of right values from being played, as (knob, message); [] if nothing."""
        parts = self.parts(setting, path)
        if parts is None:
            return []  # reported already
        found = self.game.problems(setting.rules, setting.players, parts)
        return [(problem.knob, sentence(problem.message, problem.hint)) for problem in found]


def _with_weight(personas: Mapping[str, Persona], target: Path, value: int) -> Mapping[str, Persona]:
    persona = personas[str(target[1])]
    if target[2] == "mistakes":
        changed = dataclasses.replace(persona, mistakes=value)
    elif target[2] == "search":
        claim = persona.claim.replace(f"thinking {persona.search} ", f"thinking {value} ")
        changed = dataclasses.replace(persona, search=value, claim=claim)
    else:
        changed = dataclasses.replace(persona, habits={**persona.habits, str(target[3]): value})
    return {**personas, persona.name: changed}


def listed(text: str, known: Iterable[str]) -> list[str]:
    """The names of a list that was written without its brackets, or as text; [] where others are among them."""
    names = [name for name in re.split(r"[\s,;\[\]\"']+", text) if name]
    return names if all(name in known for name in names) else []


def where_it_belongs(key: str, game: Game) -> str:
    """Where the name of a rule, habit or persona is written in a scenario; '' for other words."""
    if any(knob.name == key for knob in game.knobs):
        return f"{key} is a rule of {game.name}: write rules: {{{key}: …}}"
    if any(habit.name == key for habit in game.habits):
        return f"{key} is a habit: write habits: {{{key}: …}}, in a persona"
    if any(persona.name == key for persona in game.personas):
        return f"{key} is a persona of {game.name}: name it in lineup"
    return ""


def thousandths_hint(value: Any) -> str:
    """How to write a share in thousandths; '' where none was meant."""
    try:
        share = amount(value)
    except ValueError:
        return ""
    number = round(share.value * MAX_MISTAKES)
    return f"mistakes are per {MAX_MISTAKES:_} decisions: write {number}" if 0 <= number <= MAX_MISTAKES else ""


def axis_hint(name: str, value: Any, path: Path) -> str:
    """Where several values to be tried are written, if that was meant."""
    if not isinstance(value, list) or len(value) < 2 or path[0] in {"sweep", "--set"}:  # noqa: PLR2004  one is none to vary
        return ""
    return f"to try several: sweep: {{axes: {{{name}: {written(value)}}}}}"


def knob_hint(knob: Knob, value: Any) -> str:
    """How to write what was probably meant."""
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
    if isinstance(knob, Table):
        return "save the sheet as CSV UTF-8 and name that file" if str(value).endswith(SHEETS) else ""
    return number_hint(value)
