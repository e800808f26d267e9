"""Game: a game's definition and its kernels, and the only way in which the rest of the program uses it.

`Game.of` collects it from the modules of the game's package (the smallest: examples/windfall; the example among the
games here: games/black_death).  From it come the printed tables, the JSON Schema, the checks of scenarios, the columns
of results: nothing about a game is declared twice.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np

from balancer.core.authoring.game_checks import UNSEEN, collect, inconsistencies
from balancer.core.belief import believe
from balancer.core.cache import sources
from balancer.core.component_table import WORD_PARTS, Changes, Parts
from balancer.core.dealing import bound_deal
from balancer.core.declarations import (
    BASE,
    SEATINGS,
    Ending,
    Extra,
    Habit,
    Node,
    Persona,
    Quantity,
    Whole,
)
from balancer.core.definition import Definition
from balancer.core.dice import MAX_SEATS
from balancer.core.game_loop import compiled_loop, first_values
from balancer.core.knobs import Problem, TableKnob
from balancer.core.part_sets import part_words
from balancer.core.record import empty, empty_for_python
from balancer.core.result_row import result_record
from balancer.core.rule_errors import NOT_BEGUN, RuleError, author_folder, failed, rule_error
from balancer.core.seating import filled
from balancer.core.table import MAX_LINEUP, open_game, set_in_vain
from balancer.core.taking import count_taken
from balancer.core.thinking import forcing
from balancer.core.thinking.chances import Observer, bound_chances
from balancer.core.thinking.positions import OWN, Positions, bound_positions
from balancer.core.thinking.search import KNOWS, THINKER, Thinkers, bound_search

__all__ = ["Ending", "Extra", "Game", "Habit", "Node", "Parts", "Persona", "Quantity", "Whole"]

NO_PARTS = Parts(names=(), data=None, digest="")  # the parts of a game without a component table


@dataclass(frozen=True, kw_only=True)
class Game(Definition):
    """A game's definition, and the functions the engine calls.  Made by `Game.of`."""

    # Collected from the modules of the game
    package: ModuleType  # the game's package
    check: Callable[[dict[str, Any], int, Parts], list[Problem]]  # combinations of right values that can't be played
    prepare: Callable[[Any, dict[str, Any], int, Parts], None]  # resolves `auto`, sets what is constant during games
    derive: Callable[[Any], None] | None = None  # (table): the end of `prepare`, which pages play too: see browser/
    derived: tuple[str, ...] = ()  # DERIVED: the fields that `derive` fills, from others of the table
    play_games: Callable[..., Any]  # (table, history, rows, seed, first): see core/game_loop.py
    reshuffle_unseen: Callable[..., Any]  # (table, seat): deals again what `seat` can't see, by the CHANCE dice
    search: Callable[[], Any]  # the kernel of games with thinkers, which most runs do not need: see core/thinking/
    chances: Callable[[], Any]  # the kernel of games that are observed: see core/thinking/chances.py
    positions: Callable[[], Any]  # the kernel of games whose positions are noted: see core/thinking/positions.py
    counted_nodes: tuple[str, ...] = ()  # whose choices count which parts are offered and taken: core/taking.py
    deal: Callable[[], Any] | None  # the kernel that deals and plays nothing, None without `dealt_to`: core/dealing.py

    is_plain: ClassVar[bool] = False  # whether plain Python plays it: thousands of games a second (balancer/plain)

    @classmethod
    def of(cls, package: str, **facts: Any) -> Self:
        """The game whose modules are in `package` (pass ``__name__``).

        facts: the first group of fields but the name, which is the package's.

        GameError: a module or a name is missing.
        """
        found = collect(package)
        sources.keep_as_imported(package)
        loop = compiled_loop(
            package, found.pop("hooks"), found["nodes"], found["extras"], facts.get("one_loses", False)
        )
        names = {**loop, "worth": loop["standing_of"], **found.pop("for_thinkers"), UNSEEN: found[UNSEEN]}
        search = functools.cache(lambda: bound_search(package, names))
        chances = functools.cache(lambda: bound_chances(package, names))
        positions = functools.cache(lambda: bound_positions(package, names))
        dealing = found.pop("dealing")
        deal = functools.cache(lambda: bound_deal(package, loop, dealing)) if dealing["dealt_to"] else None
        kernels = {"play_games": loop["play_games"], "search": search, "chances": chances, "positions": positions}
        kernels["deal"] = deal
        name = package.rpartition(".")[2]
        return cls(**{"name": name, **facts}, **found, **kernels)

    def __post_init__(self) -> None:
        """ValueError listing everything that is inconsistent."""
        if wrong := list(inconsistencies(self)):
            raise ValueError("; ".join(wrong))

    @property
    def folder(self) -> pathlib.Path:
        """The folder of the game's package."""
        return pathlib.Path(str(self.package.__file__)).parent

    @property
    def sources(self) -> str:
        """The hash of all sources that decide how this game is played: the core's and the game's."""
        return sources.of_game(self.package.__name__)

    @property
    def target(self) -> str:
        """What names it on a command line."""
        return self.name

    @property
    def shipped(self) -> tuple[Any, ...] | None:
        """What another process hands to `games.add_file` before it plays the game; None: nothing."""
        return None

    def row_layout(self, parts: Parts) -> Any:  # noqa: ARG002  the same with all tables of a compiled game
        """Return the layout of RESULT rows of games with these parts."""
        return result_record(part_words(self.most_parts))

    @property
    def holds_interpreter(self) -> bool:
        """Whether its next games keep other threads of this process from playing."""
        return False

    @property
    def chunk(self) -> int | None:
        """How many games to play at once, where the game knows better than its runner."""
        return None

    @property
    def is_fast(self) -> bool:
        """Whether it plays hundreds of thousands of games a second, where many are asked for."""
        return True

    def speed_up(self, games: int) -> int:  # noqa: ARG002  for games that are compiled while they are played
        """How many times as fast as now it will play so many games, roughly."""
        return 1

    def expect(self, games: int) -> None:
        """Know how many games are to be played: what a game is compiled for while it is played."""

    # A table --------------------------------------------------------------------------------------------------------
    def own_table(self, knob: str) -> pathlib.Path:
        """The game's own file of the component table that a knob names; KeyError."""
        return self.folder / self.components[knob].file

    def read_table(self, knob: str, path: pathlib.Path | None = None, changes: Changes = ()) -> Parts:
        """The parts of one component table, the game's own without `path`, figures changed; TableError, OSError."""
        return self.components[knob].read(path or self.own_table(knob), changes)

    def read_parts(self, files: Mapping[str, pathlib.Path] | None = None) -> Parts:
        """The parts of all component tables; files: by knob, where a table is not the game's own.

        TableError with every error of the first table that has one, OSError.
        """
        return self.joined({knob: self.read_table(knob, (files or {}).get(knob)) for knob in self.components})

    def joined(self, tables: Mapping[str, Parts]) -> Parts:
        """The parts of tables that were read one by one, by their knobs."""
        return Parts.joined(tables) if tables else dataclasses.replace(NO_PARTS, names=self.part_names)

    def problems(self, rules: Mapping[str, Any], players: int, parts: Parts | None) -> list[Problem]:
        """Everything wrong with complete rules (every knob has a value) at `players`; combinations last.

        RuleError: the game's `check` fails, or returns something else than problems.
        """
        problems = [Problem(knob.name, knob.check(rules[knob.name])) for knob in self.knobs]
        problems = [problem for problem in problems if problem.message]
        if players not in self.player_counts:
            problems.append(Problem("players", f"{self.title} is for {self.player_words} players"))
        if parts is not None and len(parts.names) > self.most_parts:
            knob = list(self.components)[-1]
            too_many = f"{len(parts.names)} kinds of parts in all tables; at most {self.most_parts}"
            problems.append(Problem(knob, f"{too_many}, as it is counted who has which"))
        if problems or parts is None:
            return problems
        try:
            combined: Any = self.check(dict(rules), players, parts)
        except (Exception, SystemExit) as error:
            raise failed(self.name, "check", author_folder(self.folder), error) from error
        if not isinstance(combined, list) or not all(isinstance(problem, Problem) for problem in combined):
            message = (
                f"check of {self.name} returns {combined!r}; it must return a list of Problems, [] if there are none"
            )
            raise RuleError(self.name, message)
        return combined

    def lay_table(
        self,
        rules: Mapping[str, Any],
        players: int,
        parts: Parts,
        lineup: Sequence[Persona],
        *,
        seating: str = "rotate",
    ) -> Any:
        """A table ready for `play_games`: rules, parts and line-up in place.  All values must be right already.

        Where somebody in the line-up thinks, play at `thinkers` of it.  RuleError: the game's `prepare` fails.
        """
        seated = [*lineup, *self.imagined(lineup)]
        if not 1 <= len(lineup) <= len(seated) <= MAX_LINEUP:
            message = f"a line-up has 1..{MAX_LINEUP} personas, not {len(seated)}"
            raise ValueError(message)
        table = empty_for_python(self.table)
        table.seats = players
        table.decision.force_at = forcing.NEVER
        table.lineup_length = len(seated)
        table.seating.kind = list(SEATINGS).index(seating)
        for entry, persona in enumerate(seated):
            self._seat(table.lineup[entry], persona)
        for knob in self.knobs:
            if not isinstance(knob, TableKnob):
                setattr(table.rules, knob.name, knob.encode(rules[knob.name]))
        try:
            self.prepare(table, dict(rules), players, parts)
        except (Exception, SystemExit) as error:
            raise failed(self.name, "prepare", author_folder(self.folder), error) from error
        if lost := set_in_vain(table):
            message = f"prepare of {self.name} sets {', '.join(lost)}, which every game clears; in table.py, move"
            raise RuleError(self.name, f"{message} what all games keep to `table_record(..., prepared=[...])`")
        table.lineup_length = len(lineup)
        self.seat(table, range(len(lineup)))
        return table.view(self.table)

    def seat(self, table: Any, places: Sequence[int]) -> None:
        """Have these places in the line-up of a laid table take turns at its seats, not all of them once each."""
        taken = filled(places, int(table.seats))
        table.seating.places[: len(taken)] = taken
        table.seating.n_places = len(taken)

    @property
    def population(self) -> list[Persona]:
        """The personas that a thinker takes its opponents for where it does not know them: all that have a plan."""
        return [persona for persona in self.personas if not persona.at_random]

    def imagined(self, lineup: Sequence[Persona]) -> list[Persona]:
        """Who plays in trial games beside a line-up: the population, then twins of those who take others for them."""
        if not any(persona.search for persona in lineup):
            return []
        twins = [dataclasses.replace(persona, search=0) for persona in lineup if persona.knows == BASE]
        return [*self.population, *twins]

    def thinkers(self, table: Any, lineup: Sequence[Persona]) -> Thinkers | None:
        """The search of those in the line-up of a laid table who think ahead; None where nobody does."""
        if not any(persona.search for persona in lineup):
            return None
        numbers = {node.name: number for number, node in enumerate(self.nodes)}
        settings = empty(THINKER, len(lineup))
        twins = itertools.count(len(self.population))
        for setting, persona in zip(settings, lineup, strict=True):
            setting.trials = persona.search
            setting.nodes = sum(1 << numbers[name] for name in persona.nodes or numbers)
            setting.knows = KNOWS[persona.knows]
            setting.twin = next(twins) if persona.knows == BASE else 0
            setting.until = persona.until
            setting.is_choosy = persona.is_choosy
            setting.slips = persona.expect_mistakes
        return Thinkers(table, settings, len(self.population), self.row_layout(NO_PARTS))

    def observer(self, table: Any, rules: Mapping[str, Any]) -> Any:
        """Who observes games at a laid table of these rules: see core/thinking/chances.py."""
        return Observer(table, self.chances(), self.history(rules), self.row_layout(NO_PARTS))

    def noted(self, table: Any, rules: Mapping[str, Any], seed: int, first: int, count: int) -> Positions:
        """Games first .. first+count-1 at a laid table of these rules, with their positions at the ends of rounds."""
        rows, looks = empty(self.row_layout(NO_PARTS), count), np.zeros(count, np.int64)
        size = (count, int(rules["max_rounds"]), int(table.seats), OWN + len(self.quantities))
        values = np.zeros(size, np.int64)
        table.game_number = NOT_BEGUN
        try:
            self.positions()(table, rows, values, looks, seed, first)
        except (Exception, SystemExit) as error:
            raise rule_error(self.name, author_folder(self.folder), table, seed, error) from error
        return Positions(rows, values, looks, [quantity.name for quantity in self.quantities])

    def _seat(self, place: Any, persona: Persona) -> None:
        place.at_random = persona.at_random
        place.mistakes = persona.mistakes
        for habit in self.habits:
            setattr(place.habits, habit.name, persona.habits.get(habit.name, habit.default))

    def resolved_rules(self, table: Any) -> dict[str, int]:
        """The whole numbers in the rules of a prepared table, `auto` resolved, by knob."""
        names = [knob.name for knob in self.knobs if not isinstance(knob, TableKnob)]
        return {name: int(getattr(table.rules, name)) for name in names if np.ndim(getattr(table.rules, name)) == 0}

    def open_game(self, table: Any, seed: int, game_number: int) -> None:
        """Begin a game by hand, as tests and tools do; `rules.setup(table)` follows.  `play` does it by itself."""
        open_game(table, seed, game_number, len(self.nodes), first_values(self.extras))

    def history(self, rules: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Space for the standings of the longest game the rules allow: int32[max_rounds + 1, MAX_SEATS + 1]."""
        lines: np.ndarray[Any, Any] = empty(np.dtype(np.int32), (int(rules["max_rounds"]) + 1) * (MAX_SEATS + 1))
        return lines.reshape(-1, MAX_SEATS + 1)

    def dealt(self, table: Any, seed: int, first: int, count: int) -> Any:
        """What chance gave each seat in games first .. first+count-1: uint64[count, MAX_SEATS, words], sets of parts.

        Only of a game that says so (`dealt_when`); nothing is played.
        """
        words = part_words(self.most_parts)
        sets = empty(np.dtype(np.uint64), count * MAX_SEATS * words).reshape(count, MAX_SEATS, words)
        if self.deal is not None:
            self.deal()(table, sets, seed, first)
        return np.asarray(sets)

    def taken(self, table: Any, rules: Mapping[str, Any], seed: int, games: Sequence[int]) -> Any:
        """How often parts were offered and taken at each of `counted_nodes`: int64[5, nodes, places of parts].

        See `core.taking.count_taken`, which plays the games one by one.
        """
        numbers = [number for number, node in enumerate(self.nodes) if node.name in self.counted_nodes]
        history, parts = self.history(rules), WORD_PARTS * part_words(self.most_parts)
        played = functools.partial(self.play, table, history, seed, count=1)
        return count_taken(table, played, games, len(self.nodes), parts)[:, numbers]

    def believe(self, table: Any, printed: Any) -> Any:
        """Have players at a laid table believe the parts of another one; what it gives back must stay alive.

        Nobody at the table may think ahead: a thinker's trial games are played on other tables.
        """
        return believe(table, printed)

    def play(
        self,
        table: Any,
        history: np.ndarray[Any, Any],
        seed: int,
        first: int,
        count: int,
        thinkers: Thinkers | None = None,
    ) -> Any:
        """Games first .. first+count-1 as RESULT rows (compiled, the GIL released while they are played).

        thinkers: those at this table, whose own copies of it are used.  RuleError: the rules failed; the message names
        the game that was being played.
        """
        rows = empty(self.row_layout(NO_PARTS), count)
        used = table if thinkers is None else thinkers.table
        used.game_number = NOT_BEGUN
        try:
            if thinkers is None:
                self.play_games(table, history, rows, seed, first)
            else:
                thinkers.play(self.search(), history, rows, seed, first)
        except (Exception, SystemExit) as error:
            raise rule_error(self.name, author_folder(self.folder), used, seed, error) from error
        return rows
