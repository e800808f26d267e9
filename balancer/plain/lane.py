"""A game of plain Python behind the seam of all games: `core.game.Game`, whose games a designer's class plays.

The seam is `play(table, history, seed, first, count, thinkers) -> RESULT rows`; what follows it is the same for all.
"""

from __future__ import annotations

import functools
import inspect
import os
import pathlib
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from balancer.core import declarations
from balancer.core.component_table import Parts
from balancer.core.dice import MAX_SEATS
from balancer.core.jit import is_compiled
from balancer.core.part_sets import part_words
from balancer.core.result_row import result_record
from balancer.core.seating import SEATING_KINDS, filled
from balancer.core.table import MAX_LINEUP, table_record
from balancer.core.thinking import positions
from balancer.plain.believing import Believing
from balancer.plain.declared import Card, Kinds
from balancer.plain.errors import PlainGameError
from balancer.plain.game import Game
from balancer.plain.loading import reading
from balancer.plain.loading.taken_names import check_names
from balancer.plain.playable import File, PlayableGame
from balancer.plain.player import Method, Persona
from balancer.plain.rows import rows_of, set_of, words_of, write_sides
from balancer.plain.table import PlainTable
from balancer.plain.taking import taken
from balancer.plain.thinking.chances import PlainObserver
from balancer.plain.thinking.positions import noted
from balancer.plain.thinking.search import USUAL_DECISIONS, PlainThinkers
from balancer.plain.thinking.trials import Trials
from balancer.plain.watch import watched
from balancer.sides import WIN

CHUNK = 256  # games of a chunk where plain Python plays


class Ready:
    """Stand-in for a kernel: `write_sides` is the only compiled function that plain games need."""

    def __call__(self, *_: Any) -> Any:
        """Raise NotImplementedError: a class plays these games."""
        raise NotImplementedError

    def is_compiled(self) -> bool:
        """Return whether the first game needs no compiling."""
        return is_compiled(write_sides)


class Engine(Protocol):
    """Plays games in place of plain Python, with the same results: see compiler/engine.py."""

    @property
    def is_ready(self) -> bool:
        """Whether the next games are compiled ones."""

    @property
    def obstacle(self) -> str:
        """The reason why the game can't be compiled, '' where none is known."""

    @property
    def chunk(self) -> int:
        """The number of compiled games to play at once."""

    @property
    def may_compile(self) -> bool:
        """Whether no reason against compiling is known; the first call may take a second to find out."""

    def speed_up(self, games: int) -> int:
        """Return roughly how many times as fast as now this number of games will be played."""

    def expect(self, games: int) -> None:
        """Receive the number of games to be played."""

    def play(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Return games as RESULT rows; RuleError."""

    def trials(self, table: PlainTable) -> Trials:
        """Return the player of trial games at a table."""

    def taken(self, table: PlainTable, seed: int, games: range) -> Any:
        """Count cards offered and taken as `taken` below does; None: plain Python is to do it."""

    def portable(self, table: PlainTable) -> Any:
        """Return the game as flat code for machines of another kind.  NotCompilable."""


@dataclass(frozen=True, kw_only=True)
class PlainGame(PlayableGame):
    """A game of plain Python; persona_classes: who plays it."""

    persona_classes: reading.Personas

    is_plain: ClassVar[bool] = True
    engine: Engine | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def folder(self) -> pathlib.Path:
        """The folder of the component tables."""
        return self.made_of.path.parent if self.made_of else pathlib.Path.cwd()

    @functools.cached_property
    def sources(self) -> str:
        """The hash of all sources of the game; in a notebook a number that never comes again."""
        return self.made_of.belongings.digest if self.made_of else secrets.token_hex(8)

    @property
    def target(self) -> str:
        """The path of the game's file, as it is found from here."""
        return pathlib.Path(os.path.relpath(self.made_of.path)).as_posix() if self.made_of else self.name

    @property
    def shipped(self) -> tuple[Any, ...] | None:
        """The arguments for `games.add_file` in another process."""
        belongings = self.made_of and self.made_of.belongings
        return (belongings.path, belongings.kept, belongings.reads) if belongings else None

    # Compiled games -------------------------------------------------------------------------------------------------
    def use(self, engine: Engine) -> None:
        """Let an engine play the games that nobody looks at."""
        object.__setattr__(self, "engine", engine)

    @property
    def holds_interpreter(self) -> bool:
        """Whether its next games keep other threads of this process from playing: plain Python does."""
        return self.engine is None or not self.engine.is_ready

    @property
    def chunk(self) -> int:
        """The number of games to play at once."""
        return self.engine.chunk if self.engine else CHUNK

    @property
    def is_fast(self) -> bool:
        """Whether its games are compiled ones."""
        return self.engine is not None and self.engine.may_compile

    def speed_up(self, games: int) -> int:
        """Return roughly how many times as fast as now this number of games will be played."""
        return self.engine.speed_up(games) if self.engine else 1

    def expect(self, games: int) -> None:
        """Report to the engine the number of games to be played."""
        if self.engine is not None:
            self.engine.expect(games)

    def portable(self, table: PlainTable) -> Any:
        """Return the game as flat code (`LoweredGame`) for other machines, proven at a table.  NotCompilable."""
        return self.engine and self.engine.portable(table)

    # A table --------------------------------------------------------------------------------------------------------
    def row_layout(self, parts: Parts) -> Any:
        """Return the layout of RESULT rows: as many words for parts as the game has parts."""
        return result_record(part_words(len(parts.names)))

    def lay_table(
        self,
        rules: Mapping[str, Any],
        players: int,
        parts: Parts,
        lineup: Sequence[declarations.Persona],
        *,
        seating: str = "rotate",
    ) -> PlainTable:
        """Return a table for games with these rules, players and line-up."""
        everybody = [*lineup, *(self.population if any(persona.search for persona in lineup) else ())]
        if not 1 <= len(lineup) <= len(everybody) <= MAX_LINEUP:
            message = f"a line-up has 1..{MAX_LINEUP} personas, not {len(everybody)}"
            raise ValueError(message)
        own = {name: value for name, value in rules.items() if name not in self.components}
        figures = {extra.name: None if extra.undefined else 0 for extra in self.extras if not extra.group}
        return PlainTable(
            constants={**own, **dict(self._kinds(parts)), **figures},
            rules={name: int(value) for name, value in own.items() if isinstance(value, int)},
            seats=players,
            seating=SEATING_KINDS[seating],
            minds=[self.mind(persona) for persona in everybody],
            lineup=list(lineup),
            places=filled(range(len(lineup)), players),
            kinds=len(parts.names),
        )

    def _kinds(self, parts: Parts) -> Iterator[tuple[str, Kinds]]:
        """Return the cards of each component table, by its knob."""
        number = 0
        for knob in self.components:
            rows = parts.data if len(self.components) == 1 else parts.data[knob]
            copies = self.components[knob].copies
            yield knob, Kinds(Card.made(number + place, row, copies) for place, row in enumerate(rows))
            number += len(rows)

    def mind(self, persona: declarations.Persona) -> tuple[list[Method | None], int]:
        """Return a persona's method for each decision, None for random; mistakes in thousandths."""
        if persona.at_random:
            return [None] * len(self.nodes), 0
        try:
            player = self.persona_classes.player(persona)
            return [getattr(player, node.name, None) for node in self.nodes], persona.mistakes
        except BaseException as error:
            raise self.error_in(f"{self.name}, persona {persona.name}", error) from error

    def seat(self, table: PlainTable, places: Sequence[int]) -> None:
        """Let only these entries of the line-up take turns at the seats."""
        table.places = filled(places, table.seats)

    def resolved_rules(self, table: PlainTable) -> dict[str, int]:
        """Return the whole numbers in the rules of a table, by knob."""
        return dict(table.rules)

    def thinkers(self, table: PlainTable, lineup: Sequence[declarations.Persona], aim: str = WIN) -> Any:
        """Return the search of the thinkers in the line-up; None if there are none.  aim: what they play for."""
        if not any(persona.search for persona in lineup):
            return None
        return PlainThinkers(self, table, self.engine.trials(table) if self.engine else None, aim)

    def observer(self, table: PlainTable, rules: Mapping[str, Any], aim: str = WIN) -> Any:
        """Return an observer of games at a table; aim: what is observed, chances to win or final scores."""
        del rules
        return PlainObserver(self, table, self.engine.trials(table) if self.engine else None, aim)

    # Playing --------------------------------------------------------------------------------------------------------
    def play(self, table: PlainTable, history: Any, seed: int, first: int, count: int, thinkers: Any = None) -> Any:
        """Play games into RESULT rows; errors of the rules name game, round, turn, file, line and rule."""
        del history  # standings are kept by each game
        if thinkers is None and self.engine is not None:
            return self.engine.play(table, seed, first, count)
        if thinkers is None or thinkers.engine is None:
            return self.play_plain(table, seed, first, count, thinkers)
        thinkers.engine.prepare(count * max(persona.search for persona in table.lineup) * USUAL_DECISIONS)
        rows = self.play_plain(table, seed, first, count, thinkers)
        thinkers.engine.confirm()
        return rows

    def play_plain(self, table: PlainTable, seed: int, first: int, count: int, thinkers: Any = None) -> Any:
        """Play games as plain Python; see `play`."""
        with watched(table):
            played = [self.played(table, seed, number, thinkers)[1] for number in range(first, first + count)]
        return rows_of(played, first, table, self)

    def dealt(self, table: PlainTable, seed: int, first: int, count: int) -> Any:
        """Return the parts dealt to each seat, as sets; the setup of each game is played."""
        sets: npt.NDArray[np.uint64] = np.zeros((count, MAX_SEATS, part_words(table.kinds)), np.uint64)
        for number in range(count if self.dealt_when else 0):
            course = table.course = self.begun(table, seed, first + number)
            with watched(table), self.rules(seed, first + number, course):
                course.game.setup()
                given = [set_of(course.game.dealt(player), "dealt") for player in course.seats]
            sets[number, : table.seats] = words_of([given], table.kinds)[0]
        return sets

    def noted(
        self, table: PlainTable, rules: Mapping[str, Any], seed: int, first: int, count: int
    ) -> positions.Positions:
        """Play games; return rows, and the positions at the ends of rounds."""
        del rules
        with watched(table):
            return noted(self, table, seed, first, count)

    def taken(self, table: PlainTable, rules: Mapping[str, Any], seed: int, games: Sequence[int]) -> Any:
        """Return counts of parts offered and taken, over all decisions with an option that has a card in it."""
        del rules
        sums = self.engine.taken(table, seed, games) if self.engine and isinstance(games, range) else None
        return self.taken_plain(table, seed, games) if sums is None else sums

    def taken_plain(self, table: PlainTable, seed: int, games: Sequence[int]) -> Any:
        """Count cards as plain Python plays; see `taken`."""
        with watched(table):
            return taken(self, table, seed, games)

    def believe(self, table: PlainTable, printed: PlainTable) -> Any:
        """Have players believe the cards of another table."""
        table.director = Believing.of(table, printed, self.components)
        return table.director

    def first_ending(self, table: PlainTable, seed: int, ending: str, first: int, end: int) -> int | None:
        """Return the first of the games first .. end-1 with this ending; None if there is none."""
        ending_number = self.endings_by_number.index(ending)
        with watched(table):
            numbers = (n for n in range(first, end) if self.played(table, seed, n)[1].ending == ending_number)
            return next(numbers, None)


# From a module --------------------------------------------------------------------------------------------------------
def game_of(definition: type[Game], name: str, made_of: File | None = None) -> PlainGame:
    """Return the game of a class, with the personas in its module; PlainGameError with all that is wrong."""
    module = sys.modules[definition.__module__]
    check_names(definition, made_of.belongings.kept if made_of else {})
    reading.check_words(definition)
    codes = list(reading.codes_in(definition, made_of.code if made_of else None))
    lines = reading.decisions_in(codes)
    for decision, line in lines.items():
        if not declarations.NAME.fullmatch(decision):
            place = f"{made_of.path if made_of else definition.__name__}, line {line}"
            raise PlainGameError(f"{place}: {decision!r} is no name of a decision: write {declarations.NAME_RULE}")
    players = [
        each for each in own_classes(module, Persona) if made_of or any(hasattr(each, decision) for decision in lines)
    ]
    personas = reading.Personas.of(players)
    own_knobs, habits = tuple(reading.knobs_of(definition)), tuple(personas.habits.values())
    declared = tuple(personas.declared())
    counts = reading.counts_of(definition)
    everybody = tuple(persona.name for persona in declared if not persona.at_random)
    words = (inspect.cleandoc(str(vars(definition).get("__doc__") or module.__doc__ or ""))).splitlines()
    try:
        return PlainGame(
            name=name,
            title=definition.title or reading.spaced(definition.__name__),
            summary=words[0] if words else "",
            source=definition.source or "a file of its own",
            least_players=counts[0],
            most_players=counts[-1],
            player_step=counts.step if len(counts) > 1 else 1,
            usual_players=definition.usual or counts[-1],
            lineup=tuple(definition.lineup) or everybody or ("random",),
            score_meaning=definition.score_meaning,
            standing_meaning=reading.standing_meaning_in(definition),
            part_holding=definition.part_holding,
            dealt_when=definition.dealt_when if definition.dealt is not Game.dealt else "",
            one_loses=definition.one_loses,
            lowest_wins=definition.lowest_wins,
            sides=reading.sides_in(definition),
            aim=definition.aim,
            starter=reading.starter_in(definition, codes),
            knobs=own_knobs,
            habits=habits,
            personas=declared,
            nodes=tuple(declarations.Node(each, "a player", f"see line {line}") for each, line in lines.items()),
            counted_nodes=tuple(lines),
            endings=reading.endings_of(definition),
            extras=reading.figures_of(definition),
            table=table_record(own_knobs, habits),
            package=module,
            components=reading.tables_of(definition),
            check=lambda *_: [],
            prepare=lambda *_: None,
            play_games=Ready(),
            reshuffle_unseen=Ready(),
            search=Ready,
            chances=Ready,
            positions=Ready,
            deal=None,
            definition=definition,
            persona_classes=personas,
            made_of=made_of,
        )
    except ValueError as error:
        raise PlainGameError(f"{made_of.path if made_of else definition.__name__}: {error}") from error


def own_classes(module: ModuleType, base: type) -> list[Any]:
    """Return the classes of a kind that a module defines itself, in their order."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, base)]
    return [each for each in dict.fromkeys(classes) if each is not base and each.__module__ == module.__name__]
