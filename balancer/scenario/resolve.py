"""Resolution of what a scenario writes into settings that can be played; levers check the single values."""

from __future__ import annotations

import dataclasses
import graphlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from balancer.core.declarations import BASE, NOBODY, TO_THE_END
from balancer.core.game import Persona
from balancer.scenario.file.hints import where_it_belongs
from balancer.scenario.file.models import (
    GAME,
    MAX_PLIES,
    MAX_UNTIL,
    ROUND,
    THINKER_KEYS,
    UNTIL,
    USUAL_TRIALS,
    WORTHWHILE,
    PersonaShape,
    SettingShape,
    read_shape,
)
from balancer.scenario.file.yaml_source import Path
from balancer.scenario.levers import KINDS, FigureLever, HabitLever, Lever, RuleLever, named
from balancer.scenario.literals import sentence, shown
from balancer.scenario.setting import Setting
from balancer.scenario.terms import Terms
from balancer.wording import plural

Written = Iterable[tuple[Lever, Any, Path]]  # levers, their values as written, and the paths of these


class Resolver(Terms):
    """The judge of one scenario's values, by its game."""

    # Settings ---------------------------------------------------------------------------------------------------------
    def printed(self) -> Setting:
        """Return the game as printed, with its own line-up."""
        game = self.game
        return Setting(game.usual_players, game.lineup, "rotate", game.defaults, {}, self.builtin, aim=game.aim)

    def changed(self, setting: Setting, personas: Mapping[str, Any], written: Written, path: Path) -> Setting:
        """Return `setting` with personas and other values written at `path`; report wrong values and leave them out."""
        setting = dataclasses.replace(setting, personas=self._personas(setting, personas, (*path, "personas")))
        for lever, value, place in written:
            setting = self.turned(setting, lever, value, place)
        return setting

    def written(self, shape: SettingShape, path: Path) -> Iterator[tuple[Lever, Any, Path]]:
        """Yield the levers that a shape, read at `path`, sets (but not personas), with values and positions."""
        for kind in KINDS:
            if kind.key in shape.model_fields_set and (lever := kind.parse(kind.key)) is not None:
                yield lever, getattr(shape, kind.key), (*path, kind.key)
        for name, value in shape.rules.items():
            place = (*path, "rules", name)
            if name in self.knobs:
                yield RuleLever(name), value, place
            elif name in {"games", "seed", *(kind.key for kind in KINDS)}:
                self.faults.add(place, f"{name} is not a rule; write it next to `rules:`, not in it", key=True)
            else:
                self.faults.unknown(place, f"rule of {self.game.name}", name, self.knobs, key=True)
        yield from self._figures(shape.parts, (*path, "parts"))

    def _figures(self, parts: Mapping[str, Any], path: Path, table: str = "") -> Iterator[tuple[Lever, Any, Path]]:
        """Yield the figures under `parts:`, or under one of its tables; report what is no figure."""
        for name, columns in parts.items():
            if not isinstance(columns, Mapping) or not columns:
                example = "write {NAME: {COLUMN: VALUE}}, as in {Stein: {value: 6}}"
                self.faults.add((*path, name), sentence(f"{name}: {shown(columns)} is no figure of a part", example))
            elif name in self.game.components:
                yield from self._figures(columns, (*path, name), f"{name}.")
            else:
                for column, value in columns.items():
                    yield FigureLever(table + name, column), value, (*path, name, column)

    def turned(self, setting: Setting, lever: Lever, value: Any, path: Path, what: str = "axis") -> Setting:
        """Return `setting` with a lever's value; unchanged if one of them is wrong, which is reported.

        what: what messages call the lever.
        """
        before, bound = len(self.faults), lever.bind(setting, self, what)
        if isinstance(bound, str):
            self.faults.add(path, bound, key=True)
            return setting
        value = bound.check(value, path, self, setting.personas)
        return setting if len(self.faults) > before else bound.set(setting, value, self)

    def lever(self, name: str, setting: Setting, what: str = "axis") -> Lever | str:
        """Return the lever that an axis (or ``--set``) of this name changes, or an error message."""
        return named(name).bind(setting, self, what)

    def by_short(self, name: str) -> Lever:
        """Return the lever with this name; a knob's name may lack its `rules.`."""
        return RuleLever(name) if name in self.knobs else named(name)

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

    def _bases_first(self, shapes: dict[str, PersonaShape], others: Mapping[str, Persona], path: Path) -> list[str]:
        """Return the names of `shapes`, each after its base; a circle is reported and cut in `shapes`."""
        needs = {
            name: [shape.base] if shape.base in shapes and not (shape.base == name in others) else []
            for name, shape in shapes.items()
        }
        try:
            return list(graphlib.TopologicalSorter(needs).static_order())
        except graphlib.CycleError as error:
            circle = error.args[1][::-1]  # each persona before its base
            message = f"a persona can't start from itself: {' → '.join(circle)}; name a persona of {self.game.name}"
            self.faults.add((*path, circle[0], "base"), message)
            for name in circle:
                shapes[name] = shapes[name].model_copy(update={"base": self.game.personas[0].name})
            return self._bases_first(shapes, others, path)

    def _persona(
        self, name: str, shape: PersonaShape, others: Mapping[str, Persona], path: Path, *, variant: bool
    ) -> Persona:
        base = self._base(name, shape, others, path, variant=variant)
        weights = {habit: self._habit(name, habit, value, path) for habit, value in shape.habits.items()}
        mistakes = base.mistakes
        if "mistakes" in shape.model_fields_set:
            mistakes = self._number(name, "mistakes", shape.mistakes, (*path, "mistakes"))
        if base.at_random and (weights or mistakes):
            self.faults.add(path, f"{base.name} chooses at random: habits and mistakes change nothing", key=True)
        changes = [f"{habit} {value}" for habit, value in weights.items()]
        changes += [f"mistakes {mistakes}"] if mistakes != base.mistakes else []
        claim = f"{base.name}, but with {', '.join(changes)}" if changes else base.claim
        habits = {**base.habits, **weights}
        persona = dataclasses.replace(base, name=name, claim=claim, habits=habits, mistakes=mistakes)
        return self._thinker(persona, base.name, shape, path)

    def _thinker(self, persona: Persona, base: str, shape: PersonaShape, path: Path) -> Persona:
        """Return the persona, which thinks ahead if `search` says so; `base`: its name in trial games."""
        given = THINKER_KEYS & shape.model_fields_set
        if not given or not (persona.search or "search" in given):
            for key in sorted(given):
                message = f"{key} goes with search, the trial games per decision of a persona that thinks ahead"
                self.faults.add((*path, key), sentence(message, "write search: 200 next to it"), key=True)
            return persona
        search, plies, knows, nodes = persona.search, persona.plies, persona.knows, persona.nodes
        if "search" in given:
            search, plies = self._search(persona.name, shape.search, (*path, "search"))
        if "knows" in given:
            knows = shape.knows
        if "nodes" in given:
            nodes = self._nodes(shape.nodes, (*path, "nodes"))
        where = f" at {', '.join(nodes)}" if nodes else ""
        beliefs = {NOBODY: "not knowing how the others play", BASE: "assuming that the others play like it"}
        belief = beliefs.get(knows, "knowing how the others play")
        claim = f"{base}, thinking {search} trial games ahead{where}, {belief}"
        claim += "; two decisions ahead, with play-outs" if plies > 1 else ""
        thinker = dataclasses.replace(persona, claim=claim, search=search, plies=plies, knows=knows, nodes=nodes)
        return self._fast(thinker, shape, path)

    def _search(self, persona: str, value: Any, path: Path) -> tuple[int, int]:
        """Return trial games per decision, and how many decisions a thinker looks ahead; reports wrong values."""
        settings = value if isinstance(value, dict) else {"trials": value}
        for key in settings:
            if key not in {"trials", "plies"}:
                self.faults.unknown((*path, key), "key of search", key, ["trials", "plies"], key=True)
        where = (*path, "trials") if "trials" in settings and settings is value else path
        trials = self._number(persona, "search", settings.get("trials", USUAL_TRIALS), where)
        plies = settings.get("plies", 1)
        if type(plies) is not int or not 1 <= plies <= MAX_PLIES:
            self.faults.add((*path, "plies"), f"plies: {plies!r}; allowed: 1..{MAX_PLIES}, the decisions ahead")
            plies = 1
        elif plies > 1 and not self.game.is_plain:
            message = f"plies: {plies} is for games of one plain file, which {self.game.name} is not"
            self.faults.add((*path, "plies"), sentence(message, "write a number of trial games only: search: 200"))
        return trials, plies

    def _fast(self, persona: Persona, shape: PersonaShape, path: Path) -> Persona:
        """Return the thinker with the limits that make it fast, which its claim mentions."""
        until, choosy, mistakes = persona.until, persona.is_choosy, persona.expect_mistakes
        if "until" in shape.model_fields_set:
            until = self._until(shape.until, (*path, "until"))
        if "think_when" in shape.model_fields_set:
            choosy = shape.think_when == WORTHWHILE
        if "expect_mistakes" in shape.model_fields_set:
            mistakes = self._number(persona.name, "mistakes", shape.expect_mistakes, (*path, "expect_mistakes"))
        parts = [
            f"trial games end after {plural(until, 'round')}" if until else "",
            "thinking only where that can pay" if choosy else "",
            f"expecting {mistakes} mistakes in a thousand decisions" if mistakes else "",
        ]
        claim = "; ".join([persona.claim, *(part for part in parts if part)])
        return dataclasses.replace(persona, claim=claim, until=until, is_choosy=choosy, expect_mistakes=mistakes)

    def _until(self, value: Any, path: Path) -> int:
        """Return the rounds after which trial games end; `TO_THE_END` if the value is wrong, which is reported."""
        if isinstance(value, str) and value in UNTIL:
            return UNTIL[value]
        if type(value) is int and 1 <= value <= MAX_UNTIL:
            return value
        self.faults.add(path, f"until: {value!r}; allowed: {GAME}, {ROUND}, or 1..{MAX_UNTIL} rounds")
        return TO_THE_END

    def _nodes(self, names: list[Any], path: Path) -> tuple[str, ...]:
        nodes = [node.name for node in self.game.nodes]
        for position, name in enumerate(names):
            if name not in nodes:
                self.faults.unknown((*path, position), f"decision node of {self.game.name}", name, nodes, key=False)
            elif name in names[:position]:
                self.faults.add((*path, position), f"nodes: {name} appears twice")
        return tuple(str(name) for name in names)

    def _base(
        self, name: str, shape: PersonaShape, others: Mapping[str, Persona], path: Path, *, variant: bool
    ) -> Persona:
        """Return the base of a persona; if it is wrong, which is reported, any other, so that the rest is checked."""
        if name in self.builtin and not variant:
            message = (
                f"{name} is a persona of {self.game.name} already; give yours a name of its own, with base: {name}"
            )
            self.faults.add(path, message, key=True)
        if shape.base in self.builtin:
            return self.builtin[shape.base]
        if shape.base is not None and shape.base in others:
            return others[shape.base]
        if shape.base is not None:
            self.faults.unknown((*path, "base"), f"persona of {self.game.name}", shape.base, others, key=False)
        elif name in others:
            return others[name]
        else:
            self.faults.add(path, f"base is missing: the persona that {name} starts from", key=True)
        return next((persona for persona in self.game.personas if not persona.at_random), self.game.personas[0])

    def _habit(self, persona: str, name: str, value: Any, path: Path) -> int:
        path = (*path, "habits", name)
        if name not in self.habits:
            self.faults.unknown(path, f"habit of {self.game.name}", name, self.habits, key=True)
            return 0
        return self._number(persona, f"habits.{name}", value, path)

    def _number(self, persona: str, item: str, value: Any, path: Path) -> int:
        return HabitLever(persona, item).check(value, path, self, {})

    # Combinations -----------------------------------------------------------------------------------------------------
    def problems(self, setting: Setting, path: Path) -> list[tuple[str, str]]:
        """Return why a setting of valid values can't be played, as (knob, message); [] if it can."""
        parts = self.parts(setting, path)
        if parts is None:
            return []  # reported already
        problems = self.game.problems(setting.rules, setting.players, parts)
        return [(problem.knob, sentence(problem.message, problem.hint)) for problem in problems]
