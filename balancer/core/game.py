"""Game: what every room offers the outside, and the only way in which a room is used.

A room fills in one `Game` (the smallest: examples/windfall; the example of the house: games/black_death).  From it come
the printed tables, the JSON Schema, the checks of scenarios, the columns of results: nothing about a game is written
down twice.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from balancer.core import decision, watchdog
from balancer.core.compile import empty, room_of, sources_of
from balancer.core.component_table import Column
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.knobs import Knob, Number, Problem, Table
from balancer.core.result_row import MAX_ENDINGS, MAX_EXTRAS, RESULT
from balancer.core.rule_errors import RuleError, failed, rule_error
from balancer.core.table import MAX_LINEUP

FIRST_ENDING = 2
"""Number of a room's first own ending; 0 is RUNNING, 1 UNFINISHED."""

NAME = re.compile(r"[a-z][a-z0-9_]*")
"""What may stand in a scenario as the name of a game, a rule, a persona, a habit ..."""


@dataclass(frozen=True)
class Habit:
    """A weight that makes a persona: a whole number a designer understands and may set in YAML."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


@dataclass(frozen=True)
class Persona:
    """A scripted player: one plain claim, habits that differ from their defaults, mistakes per mille.

    at_random: appraises nothing, takes any option with equal chance.
    """

    name: str
    claim: str
    habits: Mapping[str, int] = field(default_factory=dict)
    mistakes: int = 0
    at_random: bool = False


@dataclass(frozen=True)
class Node:
    """A decision node: its name, who chooses, among what."""

    name: str
    who: str
    options: str


@dataclass(frozen=True)
class Ending:
    """A way a game may end, as rule code numbers it (FIRST_ENDING + place)."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Extra:
    """A figure of the game's own, one a game; rule code writes whole numbers of 1 / `unit`.

    measure: what one of it is ('contests', 'share', 'points' ...); a figure undefined in some games says when.
    """

    name: str
    meaning: str
    measure: str
    unit: int = 1


@dataclass(frozen=True)
class Whole:
    """Figures of the game's own that add up to one: what a score is made of.  Pages stack them in a chart.

    parts: names of extras of one measure, each with what it is called there.
    """

    title: str
    meaning: str
    parts: Mapping[str, str]


@dataclass(frozen=True)
class Parts:
    """A component table as read: the names whose lift is reported, and what the room's `lay` needs.

    names: part names, at most MAX_PARTS, in the order of their numbers; data: the room's own; digest: of its content.
    """

    names: tuple[str, ...]
    data: Any
    digest: str
    path: pathlib.Path


@dataclass(frozen=True, kw_only=True)
class Game:
    """The card on the door of a room.  Functions are the room's own; see each field."""

    name: str
    title: str
    summary: str  # one sentence
    source: str  # the rulebook: author, year
    reconstructed: str  # what is not in the rulebook and was rebuilt ('' if nothing)
    least_players: int
    most_players: int
    usual_players: int
    lineup: tuple[str, ...]  # the line-up of `balancer run GAME`
    knobs: tuple[Knob, ...]
    habits: tuple[Habit, ...]
    personas: tuple[Persona, ...]
    nodes: tuple[Node, ...]  # in the order of their numbers
    endings: tuple[Ending, ...]  # numbers from FIRST_ENDING on
    extras: tuple[Extra, ...]  # in the order of their numbers
    wholes: tuple[Whole, ...] = ()  # which of them add up
    part_columns: tuple[Column, ...] = ()  # of the component table; empty: the game has none
    part_holding: str = ""  # what counts as having a part, for its lift: "in hand or banked at the end"
    score_meaning: str  # what a score is
    standing_meaning: str  # what a standing is
    score_unit: int = 1  # scores in rows are whole numbers of 1 / score_unit
    one_loses: bool = False  # one player loses and all others win
    table: np.dtype[Any]  # TABLE of the room
    room: ModuleType  # its package
    read_parts: Callable[[pathlib.Path | None], Parts]  # None: the room's own table; raises TableError, OSError
    check: Callable[[dict[str, Any], int, Parts], list[Problem]]  # combinations of right values that can't be played
    lay: Callable[[Any, dict[str, Any], int, Parts], None]  # resolves `auto`, fills in what a table needs beyond RULES
    play_games: Callable[..., Any]  # the room's loop: (table, history, rows, seed, first) -> None
    reshuffle_unseen: Callable[..., Any]  # (table, seat): deals all anew that `seat` can't see, by the CHANCE dice

    def __post_init__(self) -> None:
        """ValueError with all that is wrong with the card itself."""
        wrong = [*self._wrong_names(), *self._wrong_numbers(), *self._wrong_personas()]
        if wrong:
            raise ValueError("; ".join(wrong))

    def _wrong_names(self) -> Iterator[str]:
        kinds = {
            "game": (self.name,),
            "knobs": [knob.name for knob in self.knobs],
            "habits": [habit.name for habit in self.habits],
            "personas": [persona.name for persona in self.personas],
            "nodes": [node.name for node in self.nodes],
            "endings": self.endings_by_number,
            "extras": [extra.name for extra in self.extras],
        }
        for kind, names in kinds.items():
            for name in names:
                if not NAME.fullmatch(name):
                    yield f"{kind}: {name!r} is no name; allowed: small letters, digits and _, a letter first"
            yield from (
                f"{kind}: {name} stands twice" for name in sorted({n for n in names if list(names).count(n) > 1})
            )

        measures = {extra.name: extra.measure for extra in self.extras}
        for whole in self.wholes:
            yield from (f"wholes: {whole.title}: no extra {name}" for name in whole.parts if name not in measures)
            if len({measures[name] for name in whole.parts if name in measures}) > 1:
                yield f"wholes: {whole.title}: its parts are of several measures"

    def _wrong_numbers(self) -> Iterator[str]:
        if not 2 <= self.least_players <= self.usual_players <= self.most_players <= MAX_SEATS:
            yield f"players: 2 <= least <= usual <= most <= {MAX_SEATS} does not hold"
        for kind, found, most in (
            ("nodes", len(self.nodes), MAX_NODES),
            ("endings", len(self.endings), MAX_ENDINGS - FIRST_ENDING),
            ("extras", len(self.extras), MAX_EXTRAS),
        ):
            if found > most:
                yield f"{kind}: {found}; at most {most}"
        if not any(knob.name == "max_rounds" and isinstance(knob, Number) and knob.low > 0 for knob in self.knobs):
            yield "knobs: max_rounds is missing, a Number with low >= 1, so that every game ends"
        for knob in self.knobs:
            wrong = knob.check(knob.default)
            if wrong:
                yield f"knobs: {knob.name}: {wrong}: {knob.default!r}, the default; allowed: {knob.allowed}"
            elif not isinstance(knob, Table) and knob.name not in (self.table["rules"].names or ()):
                yield f"knobs: {knob.name} is not in the rules of TABLE; is that made of the same RULES?"

    def _wrong_personas(self) -> Iterator[str]:
        names = [persona.name for persona in self.personas]
        if [persona.name for persona in self.personas if persona.at_random] != ["random"]:
            yield "personas: one is called random, and that one alone is at_random"
        yield from (f"lineup: there is no persona {name}" for name in self.lineup if name not in names)
        if not self.lineup:
            yield "lineup: it names nobody"
        ranges = {habit.name: habit for habit in self.habits}
        for habit in self.habits:
            if not habit.low <= habit.default <= habit.high:
                yield f"habits: {habit.name}: the default {habit.default} is out of range {habit.low}..{habit.high}"
        for persona in self.personas:
            for name, value in persona.habits.items():
                if name not in ranges:
                    yield f"personas: {persona.name}: there is no habit {name}"
                elif not ranges[name].low <= value <= ranges[name].high:
                    told = f"{ranges[name].low}..{ranges[name].high}"
                    yield f"personas: {persona.name}: {name}: {value} is out of range {told}"

    # Names ----------------------------------------------------------------------------------------------------------
    @property
    def endings_by_number(self) -> tuple[str, ...]:
        """Ending names by the number in a row; 'unfinished' is common to all games."""
        return ("running", "unfinished", *(ending.name for ending in self.endings))

    def knob(self, name: str) -> Knob:
        """The knob of that name; KeyError."""
        return {knob.name: knob for knob in self.knobs}[name]

    def persona(self, name: str) -> Persona:
        """The persona of that name; KeyError."""
        return {persona.name: persona for persona in self.personas}[name]

    @property
    def defaults(self) -> dict[str, Any]:
        """The printed rules: knob -> value."""
        return {knob.name: knob.default for knob in self.knobs}

    @property
    def folder(self) -> pathlib.Path:
        """The room's folder."""
        return pathlib.Path(str(self.room.__file__)).parent

    @property
    def sources(self) -> str:
        """The hash of all sources that decide how this game is played: core and room."""
        return sources_of(self.folder)

    # A table --------------------------------------------------------------------------------------------------------
    def problems(self, rules: Mapping[str, Any], players: int, parts: Parts | None) -> list[Problem]:
        """All that is wrong with a complete set of rules (every knob named) at `players`; combinations last.

        RuleError: the room's `check` fails, or returns something else than problems.
        """
        found = [Problem(knob.name, knob.check(rules[knob.name])) for knob in self.knobs]
        found = [problem for problem in found if problem.message]
        if not self.least_players <= players <= self.most_players:
            found.append(Problem("players", f"{self.title} is for {self.least_players}..{self.most_players} players"))
        if found or parts is None:
            return found
        try:
            told: Any = self.check(dict(rules), players, parts)
        except Exception as error:
            raise failed(self.name, "check", room_of(self.folder), error) from error
        if not isinstance(told, list) or not all(isinstance(problem, Problem) for problem in told):
            message = f"check of {self.name} returns {told!r}; it returns a list of Problems, [] where all is right"
            raise RuleError(self.name, message)
        return told

    def lay_table(
        self,
        rules: Mapping[str, Any],
        players: int,
        parts: Parts,
        lineup: Sequence[Persona],
        *,
        rotate: bool = True,
    ) -> Any:
        """A table ready for `play_games`: rules, parts and line-up in place.  All values must be right already.

        RuleError: the room's `lay` fails.
        """
        if not 1 <= len(lineup) <= MAX_LINEUP:
            message = f"a line-up has 1..{MAX_LINEUP} personas, not {len(lineup)}"
            raise ValueError(message)
        table = empty(self.table)
        table.seats = players
        table.choice.force_at = decision.NEVER
        table.lineup_length = len(lineup)
        table.rotate = rotate
        for entry, persona in enumerate(lineup):
            self._seat(table.lineup[entry], persona)
        for knob in self.knobs:
            if not isinstance(knob, Table):
                setattr(table.rules, knob.name, knob.encode(rules[knob.name]))
        try:
            self.lay(table, dict(rules), players, parts)
        except Exception as error:
            raise failed(self.name, "lay", room_of(self.folder), error) from error
        return table

    def _seat(self, place: Any, persona: Persona) -> None:
        place.at_random = persona.at_random
        place.mistakes = persona.mistakes
        for habit in self.habits:
            setattr(place.habits, habit.name, persona.habits.get(habit.name, habit.default))

    def resolved_rules(self, table: Any) -> dict[str, int]:
        """The whole numbers that the rules of a laid table came to, `auto` resolved, by knob."""
        names = [knob.name for knob in self.knobs if not isinstance(knob, Table)]
        return {name: int(getattr(table.rules, name)) for name in names if np.ndim(getattr(table.rules, name)) == 0}

    def history(self, rules: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Room for the standings of the longest game the rules allow: int32[max_rounds, MAX_SEATS + 1]."""
        lines: np.ndarray[Any, Any] = empty(np.dtype(np.int32), (int(rules["max_rounds"]) + 1) * (MAX_SEATS + 1))
        return lines.reshape(-1, MAX_SEATS + 1)

    def play(self, table: Any, history: np.ndarray[Any, Any], seed: int, first: int, count: int) -> Any:
        """Games first .. first+count-1 as RESULT rows (compiled, the GIL released while they are played).

        RuleError: the rules are wrong; whatever they raise is told with the game that was being played.
        """
        rows = empty(RESULT, count)
        with watchdog.at_table(self, table, seed):
            try:
                self.play_games(table, history, rows, seed, first)
            except Exception as error:
                raise rule_error(self.name, room_of(self.folder), table, seed, error) from error
        return rows
