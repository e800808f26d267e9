"""What may be turned in a setting: a rule, the players, the line-up, the seating, a habit, a figure of a card.

People name a lever as scenarios and options do (`rules.win_threshold`, `players`); `named` finds it.  All that depends
on its kind stands in its class: a new kind of axis is one class more in `KINDS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from balancer.core.knobs import ANY_VALUE, Knob, Number, Numbers, Several, Table
from balancer.core.table import MAX_LINEUP
from balancer.core.thinking.search import MAX_TRIALS
from balancer.scenario.hints import MAX_MISTAKES, axis_hint, knob_hint, listed, thousandths_hint
from balancer.scenario.literals import sentence, shown, whole, written
from balancer.scenario.yaml_source import Path, items_of, typed
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    from balancer.core.game import Persona
    from balancer.scenario.question import KnobCard, PlainSetting
    from balancer.scenario.resolve import Resolver
    from balancer.scenario.resolved import Setting

SEATING = ("rotate", "fixed")
MIN_TRIALS = 10
"""Trial games per decision; with fewer, a thinker's choices would be chance."""

ALLOWED = "rules.KNOB, players, lineup, seating, personas.NAME.habits.HABIT, personas.NAME.mistakes"


class Lever:
    """One thing that may be turned, known by its name; what takes the game is given the `Resolver` of a scenario.

    key: of a scenario, and the field of settings that holds it; shaped: whether a scenario's shape holds it as it is
    (habits and figures are set in a resolved one); choices: its values, if they are few; example: values of it;
    absent: what a plain setting has that says nothing of it.
    """

    key: ClassVar[str]
    shaped: ClassVar[bool] = True
    choices: ClassVar[Sequence[str]] = ()
    example: ClassVar[str] = "VALUE"
    absent: ClassVar[Any] = None

    # Names ------------------------------------------------------------------------------------------------------------
    @classmethod
    def parse(cls, name: str) -> Self | None:
        """The lever of that name; None if it is of another kind."""
        return cls() if name == cls.key else None

    @classmethod
    def names(cls, resolver: Resolver, personas: Iterable[str]) -> Iterable[str]:
        """All that a game has, for hints."""
        return [cls.key]

    @classmethod
    def among(cls, base: PlainSetting, variant: PlainSetting) -> Iterable[Lever]:
        """All in which two plain settings may differ."""
        return [cls()]

    @property
    def path(self) -> Path:
        """The way to its value in a scenario."""
        return (self.key,)

    @property
    def name(self) -> str:
        """As axes have it: `rules.win_threshold`."""
        return ".".join(str(step) for step in self.path if step)

    @property
    def short(self) -> str:
        """As options and names of cells have it: `win_threshold`."""
        return self.name

    @property
    def label(self) -> str:
        """As headings have it: the rule; the habit, or the figure, with whose it is."""
        return self.short

    def words(self, knobs: Mapping[str, KnobCard]) -> tuple[str, Mapping[str, str]]:
        """Its noun, and its phrases by value, both empty where nothing is declared; knobs: the game's."""
        return "", {}

    def option(self, value: Any) -> list[str]:
        """How a command line sets it: ``--set win_threshold=20``, ``--players 5``."""
        several = isinstance(value, list | tuple) and len(value) > 0
        return ["--set", f"{self.short}={','.join(map(written, value)) if several else written(value)}"]

    def found(self, setting: Setting, resolver: Resolver, what: str = "axis") -> Lever | str:
        """Itself, as the game has it; what is wrong, as a text, if it has none; what: a name is called in it."""
        return self

    # Settings ---------------------------------------------------------------------------------------------------------
    def plain(self, setting: PlainSetting) -> Any:
        """Its value among plain values; None where there is none."""
        value: Any = setting
        for step in self.path:
            value = value.get(step) if isinstance(value, Mapping) else getattr(value, str(step), None)
        return value

    def get(self, setting: Setting, resolver: Resolver) -> Any:
        """Its value in a setting."""
        return getattr(setting, self.key)

    def set(self, setting: Setting, value: Any, resolver: Resolver) -> Setting:
        """The setting with a checked value of it."""
        return dataclasses.replace(setting, **{self.key: value})

    def unused(self, settings: Iterable[Setting]) -> str:
        """Why it changes nothing in any of these settings; '' if it does."""
        return ""

    # Values -----------------------------------------------------------------------------------------------------------
    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> Any:
        """The value as settings hold it, here one of a few; what is wrong with it is reported at `path`."""
        if value not in self.choices:
            wrong, allowed = f"{self.name}: {shown(value)} is not allowed", f"allowed: {', '.join(self.choices)}"
            resolver.faults.add(path, sentence(wrong, allowed, did_you_mean(value, self.choices)))
        return value

    def read(self, text: str, resolver: Resolver) -> Any:
        """The value that an option's text means."""
        return typed(text)

    def knob(self, resolver: Resolver) -> Knob | None:
        """The knob of a rule."""

    def is_list(self, resolver: Resolver) -> bool:
        """Whether one value of it is a list."""
        return False

    def ends(self, resolver: Resolver) -> tuple[int, int] | None:
        """The lowest and highest number declared; None for what is no number."""


@dataclass(frozen=True)
class PlayersLever(Lever):
    """How many sit at the table."""

    key: ClassVar[str] = "players"

    def words(self, knobs: Mapping[str, KnobCard]) -> tuple[str, Mapping[str, str]]:
        return "the number of players", {ANY_VALUE: f"with {ANY_VALUE} players"}

    def option(self, value: Any) -> list[str]:
        return ["--players", str(value)]

    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> int:
        return _whole(self, value, path, resolver, of=f" ({resolver.game.title})")

    def ends(self, resolver: Resolver) -> tuple[int, int]:
        return resolver.game.least_players, resolver.game.most_players


@dataclass(frozen=True)
class LineupLever(Lever):
    """Who sits at the table."""

    key: ClassVar[str] = "lineup"
    example: ClassVar[str] = "bold,careful;bold"

    def words(self, knobs: Mapping[str, KnobCard]) -> tuple[str, Mapping[str, str]]:
        return "the line-up", {ANY_VALUE: f"with the line-up {ANY_VALUE}"}

    def option(self, value: Any) -> list[str]:
        return ["--lineup", ",".join(value)]

    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> tuple[str, ...]:
        faults, names = resolver.faults, [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not names:
            faults.add(path, f"lineup: {shown(value)} names no persona; allowed: a persona, or a list of them")
            return ()
        if len(names) > MAX_LINEUP:
            faults.add(path, f"lineup: {len(names)} personas; allowed: 1..{MAX_LINEUP}")
        if isinstance(value, str) and len(several := listed(value, personas)) > 1:
            faults.add(path, f"lineup: {shown(value)} is one word; write {written(several)}")
            return tuple(several)
        for place, name in enumerate(names):
            if not isinstance(name, str) or name not in personas:
                where = path if isinstance(value, str) else (*path, place)
                faults.unknown(where, f"persona of {resolver.game.name}", name, personas, key=False)
        return tuple(map(str, names))

    def read(self, text: str, resolver: Resolver) -> list[Any]:
        return items_of(text, str)

    def is_list(self, resolver: Resolver) -> bool:
        return True


@dataclass(frozen=True)
class SeatingLever(Lever):
    """Whether everybody sits everywhere in turn."""

    key: ClassVar[str] = "seating"
    choices: ClassVar[Sequence[str]] = SEATING


@dataclass(frozen=True)
class RuleLever(Lever):
    """A knob of the game."""

    rule: str
    key: ClassVar[str] = "rules"

    @classmethod
    def parse(cls, name: str) -> Self | None:
        return cls(name.removeprefix("rules.")) if name.startswith("rules.") else None

    @classmethod
    def names(cls, resolver: Resolver, personas: Iterable[str]) -> Iterable[str]:
        return (f"rules.{knob}" for knob in resolver.knobs)

    @classmethod
    def among(cls, base: PlainSetting, variant: PlainSetting) -> Iterable[Lever]:
        return map(cls, base.rules)

    @property
    def path(self) -> Path:
        return (self.key, self.rule)

    @property
    def short(self) -> str:
        return self.rule

    def found(self, setting: Setting, resolver: Resolver, what: str = "axis") -> Lever | str:
        return self if self.rule in resolver.knobs else resolver.no_such(self.name, setting, what)

    def words(self, knobs: Mapping[str, KnobCard]) -> tuple[str, Mapping[str, str]]:
        return (knobs[self.rule].noun, knobs[self.rule].phrases) if self.rule in knobs else ("", {})

    def get(self, setting: Setting, resolver: Resolver) -> Any:
        return setting.rules[self.rule]

    def set(self, setting: Setting, value: Any, resolver: Resolver) -> Setting:
        """With the file, where it names a component table."""
        files = resolver.table_files(setting.table_files, resolver.knobs[self.rule], value)
        return dataclasses.replace(setting, rules={**setting.rules, self.rule: value}, table_files=files)

    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> Any:
        knob = resolver.knobs[self.rule]
        wrong = knob.check(value)
        if wrong:
            wrong = "a value is missing" if value is None else f"{shown(value)} is {wrong}"
            hint = knob_hint(knob, value) or ("" if self.is_list(resolver) else axis_hint(self.name, value, path))
            resolver.faults.add(path, sentence(f"{knob.name}: {wrong}", f"allowed: {knob.allowed}", hint))
        elif isinstance(knob, Table):
            return resolver.table(knob, value, path)
        return tuple(value) if isinstance(value, list) else value

    def read(self, text: str, resolver: Resolver) -> Any:
        """As in YAML; lists may lack their brackets, and a component table lies in the working folder."""
        value = typed(text)
        if self.is_list(resolver) and not isinstance(value, list | dict) and value not in (None, "all", "none"):
            value = text if text.startswith("[") else items_of(text)
        return resolver.beside(value)

    def knob(self, resolver: Resolver) -> Knob | None:
        return resolver.knobs.get(self.rule)

    def is_list(self, resolver: Resolver) -> bool:
        return isinstance(self.knob(resolver), Numbers | Several)

    def ends(self, resolver: Resolver) -> tuple[int, int] | None:
        knob = self.knob(resolver)
        return (knob.low, knob.high) if isinstance(knob, Number) else None


@dataclass(frozen=True)
class FigureLever(Lever):
    """A figure of a component table: all rows of a name, by column.

    table: the knob that names the table, '' until it is looked for (`PartFigures.found`).
    """

    row: str
    column: str
    table: str = ""
    key: ClassVar[str] = "parts"
    shaped: ClassVar[bool] = False
    absent: ClassVar[str] = "as printed"

    @classmethod
    def parse(cls, name: str) -> Self | None:
        row, _, column = name.removeprefix("parts.").rpartition(".")
        return cls(row, column) if name.startswith("parts.") else None

    @classmethod
    def names(cls, resolver: Resolver, personas: Iterable[str]) -> Iterable[str]:
        return resolver.figures.names({})

    @classmethod
    def among(cls, base: PlainSetting, variant: PlainSetting) -> Iterable[Lever]:
        both = [(row, column) for one in (variant, base) for row, columns in one.parts.items() for column in columns]
        return (cls(*figure) for figure in dict.fromkeys(both))

    @property
    def figure(self) -> tuple[str, str, str]:
        """As settings name it."""
        return self.table, self.row, self.column

    @property
    def path(self) -> Path:
        return (self.key, self.row, self.column)

    @property
    def label(self) -> str:
        return f"{self.row.rpartition('.')[2]}'s {self.column}"

    def found(self, setting: Setting, resolver: Resolver, what: str = "axis") -> Lever | str:
        return resolver.figures.found(self, setting.table_files)

    def plain(self, setting: PlainSetting) -> Any:
        """Of the row of that name, before which its table may be named."""
        row = max((row for row in setting.parts if f".{self.row}".endswith(f".{row}")), key=len, default="")
        return setting.parts.get(row, {}).get(self.column)

    def get(self, setting: Setting, resolver: Resolver) -> Any:
        known = setting.figures
        return known[self.figure] if self.figure in known else resolver.figures.printed(self, setting.table_files)

    def set(self, setting: Setting, value: Any, resolver: Resolver) -> Setting:
        """None: as the table has it."""
        kept = {name: known for name, known in setting.figures.items() if name != self.figure}
        return dataclasses.replace(setting, figures=kept if value is None else {**kept, self.figure: value})

    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> Any:
        if wrong := resolver.figures.wrong(self, value):
            resolver.faults.add(path, wrong)
        return value

    def ends(self, resolver: Resolver) -> tuple[int, int] | None:
        column = resolver.figures.column(self)
        return None if column.low is None or column.high is None else (column.low, column.high)


@dataclass(frozen=True)
class HabitLever(Lever):
    """A number of a persona; item: `mistakes`, `search`, `habits.HABIT`."""

    persona: str
    item: str
    key: ClassVar[str] = "personas"
    shaped: ClassVar[bool] = False
    absent: ClassVar[int] = 0

    @classmethod
    def parse(cls, name: str) -> Self | None:
        persona, _, item = name.removeprefix("personas.").partition(".")
        return cls(persona, item) if name.startswith("personas.") and persona else None

    @classmethod
    def names(cls, resolver: Resolver, personas: Iterable[str]) -> Iterator[str]:
        items = ("mistakes", *(f"habits.{habit}" for habit in resolver.habits))
        return (f"personas.{persona}.{item}" for persona in personas for item in items)

    @classmethod
    def among(cls, base: PlainSetting, variant: PlainSetting) -> Iterable[Lever]:
        both = {name: persona for name, persona in base.personas.items() if name in variant.personas}
        return (
            cls(name, item)
            for name, persona in both.items()
            for item in ("mistakes", "search", *(f"habits.{habit}" for habit in persona["habits"]))
        )

    @property
    def path(self) -> Path:
        return (self.key, self.persona, *self.item.split("."))

    @property
    def habit(self) -> str:
        return self.item.removeprefix("habits.")

    @property
    def label(self) -> str:
        return f"{self.persona}'s {self.habit}"

    def found(self, setting: Setting, resolver: Resolver, what: str = "axis") -> Lever | str:
        persona = setting.personas.get(self.persona)
        known = {"mistakes", "search", *(f"habits.{habit}" for habit in resolver.habits)}
        if persona is None or self.item not in known:
            return resolver.no_such(self.name, setting, what)
        if self.item == "search":
            own = f"personas: {{mine: {{base: {persona.name}, search: 200}}}}"
            return self if persona.search else f"{persona.name} does not think ahead; write {own}"
        return f"{persona.name} chooses at random: habits and mistakes change nothing" if persona.at_random else self

    def get(self, setting: Setting, resolver: Resolver) -> int:
        persona = setting.personas[self.persona]
        if not self.item.startswith("habits."):
            return int(getattr(persona, self.item))
        return persona.habits.get(self.habit, resolver.habits[self.habit].default)

    def set(self, setting: Setting, value: Any, resolver: Resolver) -> Setting:
        persona = setting.personas[self.persona]
        if self.item == "mistakes":
            changed = dataclasses.replace(persona, mistakes=value)
        elif self.item == "search":
            claim = persona.claim.replace(f"thinking {persona.search} ", f"thinking {value} ")
            changed = dataclasses.replace(persona, search=value, claim=claim)
        else:
            changed = dataclasses.replace(persona, habits={**persona.habits, self.habit: value})
        return dataclasses.replace(setting, personas={**setting.personas, self.persona: changed})

    def unused(self, settings: Iterable[Setting]) -> str:
        played = any(self.persona in setting.lineup for setting in settings)
        return "" if played else "changes a persona that is in no line-up of the sweep"

    def check(self, value: Any, path: Path, resolver: Resolver, personas: Mapping[str, Persona]) -> int:
        hint = thousandths_hint(value) if self.item == "mistakes" else ""
        return _whole(self, value, path, resolver, hint=hint)

    def ends(self, resolver: Resolver) -> tuple[int, int]:
        if self.item == "mistakes":
            return 0, MAX_MISTAKES
        if self.item == "search":
            return MIN_TRIALS, MAX_TRIALS
        habit = resolver.habits[self.habit]
        return habit.low, habit.high


@dataclass(frozen=True)
class NoLever(Lever):
    """A name that is of no kind: a mistake, or what the axes of a zip are together."""

    word: str

    @property
    def path(self) -> Path:
        return (self.word,)

    def found(self, setting: Setting, resolver: Resolver, what: str = "axis") -> Lever | str:
        return resolver.no_such(self.word, setting, what)


@dataclass(frozen=True)
class PersonaLever(Lever):
    """A whole persona, as variants set it; no axis turns it."""

    persona: str
    key: ClassVar[str] = "personas"

    def get(self, setting: Setting, resolver: Resolver) -> Persona:
        return setting.personas[self.persona]

    def set(self, setting: Setting, value: Any, resolver: Resolver) -> Setting:
        return dataclasses.replace(setting, personas={**setting.personas, self.persona: value})


def _whole(
    lever: PlayersLever | HabitLever, value: Any, path: Path, resolver: Resolver, *, of: str = "", hint: str = ""
) -> int:
    """The whole number `value`; what is wrong with it is reported at `path`."""
    low, high = lever.ends(resolver)
    try:
        return whole(value, low, high, zero_is_off=low == 0)
    except ValueError as error:
        wrong = f"{lever.path[-1]}: {error}{of}"
        resolver.faults.add(path, sentence(wrong, axis_hint(lever.name, value, path), hint))
        return low


# All of them ----------------------------------------------------------------------------------------------------------
KINDS: tuple[type[Lever], ...] = (PlayersLever, LineupLever, SeatingLever, RuleLever, FigureLever, HabitLever)


def named(name: str) -> Lever:
    """The lever of that name, whether or not a game has it."""
    return next((lever for kind in KINDS if (lever := kind.parse(name)) is not None), NoLever(name))


def differing(base: PlainSetting, variant: PlainSetting) -> dict[str, list[Any]]:
    """What differs between two settings: name as of an axis -> [base value, variant's]."""
    levers = [lever for kind in KINDS for lever in kind.among(base, variant)]
    found = {lever.name: [lever.plain(one) for one in (base, variant)] for lever in levers}
    absent = {lever.name: lever.absent for lever in levers}
    return {
        name: [absent[name] if value is None else value for value in values]
        for name, values in found.items()
        if values[0] != values[1]
    }
