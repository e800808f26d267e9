"""Resolves what is written in a scenario to settings that can be played; levers check the single values."""

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
    MAX_UNTIL,
    ROUND,
    THINKER_KEYS,
    UNTIL,
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

Written = Iterable[tuple[Lever, Any, Path]]  # levers with the values that are written for them, and where


class Resolver(Terms):
    """Judges the values of one scenario of one game."""

    # Settings ---------------------------------------------------------------------------------------------------------
    def printed(self) -> Setting:
        """The game as printed, with its own line-up."""
        game = self.game
        return Setting(game.usual_players, game.lineup, "rotate", game.defaults, {}, self.builtin)

    def changed(self, setting: Setting, personas: Mapping[str, Any], written: Written, path: Path) -> Setting:
        """`setting` with personas and what else is written at `path`; wrong values are reported and left out."""
        setting = dataclasses.replace(setting, personas=self._personas(setting, personas, (*path, "personas")))
        for lever, value, place in written:
            setting = self.turned(setting, lever, value, place)
        return setting

    def written(self, shape: SettingShape, path: Path) -> Iterator[tuple[Lever, Any, Path]]:
        """What a shape, read at `path`, sets besides personas: levers with their values and places."""
        for kind in KINDS:
            if kind.key in shape.model_fields_set and (lever := kind.parse(kind.key)) is not None:
                yield lever, getattr(shape, kind.key), (*path, kind.key)
        for name, value in shape.rules.items():
            place = (*path, "rules", name)
            if name in self.knobs:
                yield RuleLever(name), value, place
            elif name in {"games", "seed", *(kind.key for kind in KINDS)}:
                self.faults.add(place, f"{name} is not a rule; write it beside `rules:`, not in it", key=True)
            else:
                self.faults.unknown(place, f"rule of {self.game.name}", name, self.knobs, key=True)
        yield from self._figures(shape.parts, (*path, "parts"))

    def _figures(self, parts: Mapping[str, Any], path: Path, table: str = "") -> Iterator[tuple[Lever, Any, Path]]:
        """Figures under `parts:`, or under one of its tables; what is no figure is reported."""
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
        """`setting` with a value of a lever (a `what`, in messages); unchanged if one is wrong, which is reported."""
        before, found = len(self.faults), lever.found(setting, self, what)
        if isinstance(found, str):
            self.faults.add(path, found, key=True)
            return setting
        value = found.check(value, path, self, setting.personas)
        return setting if len(self.faults) > before else found.set(setting, value, self)

    def lever(self, name: str, setting: Setting, what: str = "axis") -> Lever | str:
        """What an axis (or ``--set``) of that name turns; what is wrong, as a text, if nothing."""
        return named(name).found(setting, self, what)

    def by_short(self, name: str) -> Lever:
        """The lever of a name, of which knobs may lack their `rules.`."""
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
        made = dataclasses.replace(base, name=name, claim=claim, habits=habits, mistakes=mistakes)
        return self._thinker(made, base.name, shape, path)

    def _thinker(self, persona: Persona, base: str, shape: PersonaShape, path: Path) -> Persona:
        """The persona, thinking ahead if `search` says so; `base` as which it plays on in trial games."""
        given = THINKER_KEYS & shape.model_fields_set
        if not given or not (persona.search or "search" in given):
            for key in sorted(given):
                message = f"{key} goes with search, the trial games per decision of a persona that thinks ahead"
                self.faults.add((*path, key), sentence(message, "write search: 200 beside it"), key=True)
            return persona
        search, knows, nodes = persona.search, persona.knows, persona.nodes
        if "search" in given:
            search = self._number(persona.name, "search", shape.search, (*path, "search"))
        if "knows" in given:
            knows = shape.knows
        if "nodes" in given:
            nodes = self._nodes(shape.nodes, (*path, "nodes"))
        where = f" at {', '.join(nodes)}" if nodes else ""
        known = {NOBODY: "not knowing how the others play", BASE: "taking the others for players like it"}
        who = known.get(knows, "knowing how the others play")
        claim = f"{base}, thinking {search} trial games ahead{where}, {who}"
        made = dataclasses.replace(persona, claim=claim, search=search, knows=knows, nodes=nodes)
        return self._fast(made, shape, path)

    def _fast(self, persona: Persona, shape: PersonaShape, path: Path) -> Persona:
        """The thinker, with what makes it fast if the shape says so; its claim says it, too."""
        until, choosy, mistakes = persona.until, persona.is_choosy, persona.expect_mistakes
        if "until" in shape.model_fields_set:
            until = self._until(shape.until, (*path, "until"))
        if "think_when" in shape.model_fields_set:
            choosy = shape.think_when == WORTHWHILE
        if "expect_mistakes" in shape.model_fields_set:
            mistakes = self._number(persona.name, "mistakes", shape.expect_mistakes, (*path, "expect_mistakes"))
        parts = [
            f"trial games end after {plural(until, 'round')}" if until else "",
            "thinking only where that may pay" if choosy else "",
            f"expecting {mistakes} mistakes in a thousand decisions" if mistakes else "",
        ]
        claim = "; ".join([persona.claim, *(part for part in parts if part)])
        return dataclasses.replace(persona, claim=claim, until=until, is_choosy=choosy, expect_mistakes=mistakes)

    def _until(self, value: Any, path: Path) -> int:
        """Rounds after which trial games end; `TO_THE_END` where it is wrong, which is reported."""
        if isinstance(value, str) and value in UNTIL:
            return UNTIL[value]
        if type(value) is int and 1 <= value <= MAX_UNTIL:
            return value
        self.faults.add(path, f"until: {value!r}; allowed: {GAME}, {ROUND}, or 1..{MAX_UNTIL} rounds")
        return TO_THE_END

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
        """What keeps a setting of right values from being played, as (knob, message); [] if nothing."""
        parts = self.parts(setting, path)
        if parts is None:
            return []  # reported already
        found = self.game.problems(setting.rules, setting.players, parts)
        return [(problem.knob, sentence(problem.message, problem.hint)) for problem in found]
